// SPDX-License-Identifier: Apache-2.0
// The cases of permitted_cases.txt and reading_examples.txt, whose first lines document them.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "halfulp/judge.hpp"

namespace halfulp::test {

struct PermittedCase {
  std::string line;
  std::string reading;  ///< in reading_examples.txt
  std::vector<std::string> rulebooks;
  Operation operation{};
  Format format{};
  std::vector<Bits> operands;
  Readings readings;
  std::string expected;  ///< what follows "-> "

  [[nodiscard]] Bits result(const std::string& text) const { return parse_value(info(operation).result(format), text); }
};

/// The cases of a file in tests/judge, in order.
[[nodiscard]] std::vector<PermittedCase> cases_of(const std::string& file);

/// The rules that forbid a result of a case in permitted_cases.txt.
[[nodiscard]] std::set<std::string> charged_rules();

/// The words of a text.
[[nodiscard]] std::vector<std::string> words_of(const std::string& text);

}  // namespace halfulp::test
