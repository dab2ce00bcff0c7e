// SPDX-License-Identifier: Apache-2.0
#include "report/rule_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "report/values.hpp"

namespace halfulp::report {

RuleWords words_of_rule(const Rulebook& book, std::string_view id) {
  const std::optional<RuleInfo> rule = book.rule(id);
  if (!rule) return {};
  return {rule->source.says, source_text(rule->source, rule->status), rule->kind};
}

RuleWords words_of_readings(const Rulebook& book, std::string_view readings) {
  constexpr std::string_view kSeparator = ", ";
  RuleWords words;
  while (!readings.empty()) {
    const std::string_view one = readings.substr(0, readings.find(kSeparator));
    readings.remove_prefix(std::min(one.size() + kSeparator.size(), readings.size()));
    const std::string_view id = one.substr(0, one.find('='));
    const std::string_view option_name = one.substr(std::min(id.size() + 1, one.size()));
    for (const Reading& reading : book.readings()) {
      if (reading.id != id) continue;
      words.source += (words.source.empty() ? "" : " ") + reading.question;
      for (const ReadingOption& option : reading.options) {
        if (option.name != option_name) continue;
        words.says += fmt::format("{}{}: {}", words.says.empty() ? "" : "; ", option.name, option.says);
      }
    }
  }
  return words;
}

}  // namespace halfulp::report
