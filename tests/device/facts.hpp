// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "halfulp/device.hpp"

namespace halfulp::test {

/// What a device says of itself under that name; "" where it says nothing.
inline std::string fact(const Device& device, std::string_view name) {
  for (const auto& [key, value] : device.description().facts) {
    if (key == name) return value;
  }
  return "";
}

}  // namespace halfulp::test
