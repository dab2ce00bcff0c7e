// SPDX-License-Identifier: Apache-2.0
#include "cli/verdict_text.hpp"

#include <fmt/format.h>

#include <optional>

#include "report/values.hpp"

namespace halfulp::cli {

std::string verdict_text(const Judgement& judgement) {
  switch (judgement.verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::fail:
      return fmt::format("fail: breaks {}", judgement.rule);
    case Verdict::unconstrained:
      return "unconstrained: the rulebook allows any result here";
    case Verdict::invalid_operand:
      return "invalid operand: the rulebook forbids these operands";
    case Verdict::reading:
      break;
  }
  std::string text = fmt::format("reading: breaks {}, but passes under", judgement.rule);
  for (const auto& [id, option] : judgement.under) text += fmt::format(" {}={}", id, option);
  return text;
}

std::string rule_text(const Rulebook& book, const std::string& id) {
  constexpr std::size_t kWidth = 110;
  const std::optional<RuleInfo> rule = book.rule(id);
  if (!rule) return "";
  return "\n" + report::wrapped(rule->id + ":", 2, kWidth) +
         report::source_lines(rule->source, rule->status, 4, kWidth);
}

std::string error_text(const Rulebook& book, const Judgement& judgement) {
  const std::optional<RuleInfo> rule = book.rule(judgement.rule);
  if (!judgement.error_ulp || (rule && rule->kind != "accuracy")) return "";
  return report::ulp_text(judgement.error_ulp) + " ULP away";
}

bool fails(Verdict verdict, bool strict) noexcept {
  return verdict == Verdict::fail || (strict && verdict == Verdict::reading);
}

}  // namespace halfulp::cli
