// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace halfulp::cli {

/// Whether a text has a part; shows the text when it has not.
[[nodiscard]] inline testing::AssertionResult contains(const std::string& text, std::string_view part) {
  if (text.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "no '" << part << "' in:\n" << text;
}

/// A text in one line, as it was before it was broken into lines: those with a path break where it is long.
[[nodiscard]] inline std::string unwrapped(const std::string& text) {
  std::string line;
  for (const char letter : text) {
    const bool is_space = letter == ' ' || letter == '\n';
    if (!is_space || !line.ends_with(' ')) line += is_space ? ' ' : letter;
  }
  return line;
}

}  // namespace halfulp::cli
