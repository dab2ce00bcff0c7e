// SPDX-License-Identifier: Apache-2.0
#include "judge/permitted_cases.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace halfulp::test {
namespace {

PermittedCase case_of(const std::string& line, bool has_reading) {
  const std::size_t arrow = line.find(" -> ");
  PermittedCase one;
  one.line = line;
  one.expected = line.substr(arrow + 4, line.find("  # ") - arrow - 4);
  std::vector<std::string> words = words_of(line.substr(0, arrow));
  if (has_reading) {
    one.reading = words[0];
    words.erase(words.begin());
  }
  std::ranges::replace(words[0], ',', ' ');
  one.rulebooks = words_of(words[0]);
  one.operation = find_operation(words.at(1)).value();
  one.format = find_format(words.at(2)).value();
  for (std::size_t i = 3; i < words.size(); ++i) {
    const std::size_t equals = words[i].find('=');
    if (equals != std::string::npos) {
      one.readings[words[i].substr(0, equals)] = words[i].substr(equals + 1);
    } else {
      const auto k = static_cast<int>(one.operands.size());
      one.operands.push_back(parse_value(info(one.operation).operand_format(k, one.format), words[i]));
    }
  }
  return one;
}

}  // namespace

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::vector<PermittedCase> cases_of(const std::string& file) {
  std::vector<PermittedCase> cases;
  std::ifstream lines(HALFULP_SOURCE_DIR "/tests/judge/" + file);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line[0] != '#') cases.push_back(case_of(line, file == "reading_examples.txt"));
  }
  return cases;
}

std::set<std::string> charged_rules() {
  std::set<std::string> rules;
  for (const PermittedCase& one : cases_of("permitted_cases.txt")) {
    const std::vector<std::string> words = words_of(one.expected);
    const auto by = std::ranges::find(words, "by");
    if (by != words.end()) rules.insert(*(by + 1));
  }
  return rules;
}

}  // namespace halfulp::test
