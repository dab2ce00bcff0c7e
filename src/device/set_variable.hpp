// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <initializer_list>
#include <string>

namespace halfulp::device {

/// "VK_DRIVER_FILES=/path": the first of some variables of the environment that is set and not empty, with its value;
/// "" where none is.
[[nodiscard]] inline std::string set_variable(std::initializer_list<const char*> names) {
  for (const char* const name : names) {
    const char* const value = std::getenv(name);
    if (value != nullptr && *value != '\0') return std::string(name) + '=' + value;
  }
  return "";
}

}  // namespace halfulp::device
