// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "halfulp/suite.hpp"

namespace halfulp::suite {

/// The names of the formats in which an operation has cases, for messages.
[[nodiscard]] inline std::vector<std::string_view> offered_formats(Operation operation) {
  std::vector<std::string_view> names;
  for (const FormatInfo& row : formats()) {
    if (Suite::offers(operation, row.format)) names.push_back(row.name);
  }
  return names;
}

}  // namespace halfulp::suite
