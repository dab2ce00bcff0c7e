// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace halfulp::report {

/// The text as it stands in a cell of a table of Markdown.
[[nodiscard]] inline std::string in_markdown(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    if (std::string_view("|*<`\\").find(letter) != std::string_view::npos) result += '\\';
    result += letter;
  }
  return result;
}

}  // namespace halfulp::report
