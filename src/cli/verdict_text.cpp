// SPDX-License-Identifier: Apache-2.0
#include "cli/verdict_text.hpp"

#include <fmt/format.h>

#include <optional>

#include "exact/text.hpp"
#include "exact/value.hpp"
#include "number/layout.hpp"
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

std::string digits_text(const Explanation& explanation, Bits observed, std::string_view text) {
  const auto given = exact::number_of(text);
  const auto last_place = exact::last_place_of(text);
  const std::optional<NearestPermitted> nearest = explanation.permitted.nearest(observed);
  const FormatInfo& row = info(explanation.result_format);
  if (!last_place || !nearest || row.kind != FormatKind::floating) return "";
  const number::Layout layout(row);
  const bool has_other_sign = layout.is_negative(nearest->bits) != layout.is_negative(observed);
  if (!layout.is_finite(nearest->bits) || has_other_sign) return "";
  const exact::Rational off = (exact::value_of(row, nearest->bits) - *given).abs();
  if (off + off > *last_place) return "";
  return fmt::format("'{}' may stand for {} ({}), which is permitted; give the result's bits, or more digits\n", text,
                     value_text(row.format, nearest->bits), bits_text(row.format, nearest->bits));
}

bool fails(Verdict verdict, bool strict) noexcept {
  return verdict == Verdict::fail || (strict && verdict == Verdict::reading);
}

}  // namespace halfulp::cli
