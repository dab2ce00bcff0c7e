// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "halfulp/device.hpp"

namespace halfulp::device {

/// A device's fact of that name; "" where it has none.
[[nodiscard]] inline std::string fact(const DeviceDescription& device, std::string_view name) {
  for (const auto& [what, value] : device.facts) {
    if (what == name) return value;
  }
  return "";
}

}  // namespace halfulp::device
