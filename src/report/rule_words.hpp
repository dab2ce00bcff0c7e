// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "halfulp/rulebook.hpp"

namespace halfulp::report {

/// What a rulebook says under a rule's id, or of readings.
struct RuleWords {
  std::string says;    ///< the rule's sentence; of readings "OPTION: what it says"
  std::string source;  ///< "FS 3.1.3.2 (Direct3D 11.3 Functional Specification), stated"; of readings the questions
  std::string kind;    ///< the rule's (RuleInfo); "" of readings
};

/// All empty where the rulebook has no such rule.
[[nodiscard]] RuleWords words_of_rule(const Rulebook& book, std::string_view id);

/// `readings`: "ID=OPTION", several joined by ", ". Those that the rulebook does not have are left out.
[[nodiscard]] RuleWords words_of_readings(const Rulebook& book, std::string_view readings);

}  // namespace halfulp::report
