// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "report/lowering/lowering.hpp"
#include "report/table.hpp"
#include "report/values.hpp"

namespace halfulp::report {
namespace {

constexpr std::size_t kWidth = 100;

std::string rules_text(const std::string& heading, const std::vector<LoweringRule>& rules) {
  if (rules.empty()) return "";
  std::string text = heading;
  for (const LoweringRule& rule : rules) {
    text += wrapped(fmt::format("{}: {} [{}]", rule.id, rule.words.says, rule.words.source), 4, kWidth);
  }
  return text;
}

/// Both sides' rules in their words; those that are the same once.
std::string sides_text(const std::array<LoweringSide, 2>& sides) {
  const auto has = [](const LoweringSide& side, const LoweringRule& rule) {
    return std::ranges::find(side.rules, rule.id, &LoweringRule::id) != side.rules.end();
  };
  std::vector<LoweringRule> common;
  std::array<std::vector<LoweringRule>, 2> own;
  for (std::size_t i = 0; i < 2; ++i) {
    for (const LoweringRule& rule : sides[i].rules) {
      const bool is_common = has(sides[1 - i], rule);
      if (!is_common) own[i].push_back(rule);
      if (is_common && i == 0) common.push_back(rule);
    }
  }
  std::string text;
  for (std::size_t i = 0; i < 2; ++i) {
    text += wrapped(fmt::format("{}: {}", i == 0 ? 'A' : 'B', sides[i].name), 2, kWidth);
    text += rules_text("", own[i]);
  }
  return text + rules_text("  both:\n", common);
}

std::string case_text(const Lowering& lowering, const LoweringCase& one, std::string_view which) {
  const Format result = info(lowering.operation).result(lowering.format);
  std::string far;
  if (one.witness.values != UINT64_MAX) {
    far = fmt::format(", {} {} from what B permits", grouped(one.witness.values),
                      one.witness.values == 1 ? "value" : "values");
  }
  std::string text = wrapped(fmt::format("{}: {} = {} ({}){}", which, one.call, value_text(result, one.witness.result),
                                         bits_text(result, one.witness.result), far),
                             4, kWidth);
  for (std::size_t i = 0; i < 2; ++i) {
    text += wrapped(fmt::format("{} permits {}", i == 0 ? 'A' : 'B', one.permitted[i].text()), 6, kWidth);
  }
  return text;
}

std::string answer_text(const Lowering& lowering, std::uint64_t seed) {
  const FormatInfo& operand = info(info(lowering.operation).operand_format(0, lowering.format));
  std::string text = fmt::format("May what A permits be used where B is asked? In {}.\n\n", operand.name);
  text += sides_text(lowering.sides) + "\n" + wrapped(verdict_sentence(lowering, seed), 0, kWidth);
  for (std::size_t i = 0; i < lowering.census.differences.size(); ++i) {
    text += "\n" + wrapped(fmt::format("{}. {}", i + 1, difference_sentence(lowering, i)), 0, kWidth);
    text += cases_text(lowering, i);
  }
  return text;
}

std::string matrix_text(const Lowerings& lowerings) {
  std::string text = question_sentence(lowerings) + "\n\n";
  Table table({{"operation"}, {"verdict"}, {"decided"}});
  for (const Lowering& one : lowerings.answers) {
    table.add({{std::string(info(one.operation).name)},
               {std::string(verdict_word(verdict_of(one.census)))},
               {extent_text(one.census)}});
  }
  for (const auto& [operation, why] : lowerings.unanswered) table.add({{operation}, {"not asked"}, {why}});
  return text + table.text(false);
}

}  // namespace

std::string difference_sentence(const Lowering& lowering, std::size_t i) {
  const lowering::Difference& difference = lowering.census.differences[i];
  const bool are_operands = lowering.census.extent == lowering::Extent::operands;
  const std::string_view what = are_operands ? "operand" : "case";
  return fmt::format("{} {}{}: A permits {} by {} that B forbids by {}", grouped(difference.cases), what,
                     difference.cases == 1 ? "" : "s", lowering::name(difference.forbidden), difference.rules[0],
                     difference.rules[1]);
}

std::string cases_text(const Lowering& lowering, std::size_t i) {
  const lowering::Difference& difference = lowering.census.differences[i];
  const Format operand = info(lowering.operation).operand_format(0, lowering.format);
  std::string text;
  for (const lowering::OperandRange& range : difference.ranges) {
    text += fmt::format("    {}\n", range_text(operand, range));
  }
  if (difference.more_ranges != 0) text += fmt::format("    and {} more ranges\n", grouped(difference.more_ranges));
  for (std::size_t k = 0; k < lowering.cases[i].size(); ++k) {
    text += case_text(lowering, lowering.cases[i][k], k == 0 ? "first" : "widest");
  }
  return text;
}

std::string extent_text(const lowering::Census& census) {
  if (census.extent == lowering::Extent::rule) return "by the rules";
  const std::string_view what = census.extent == lowering::Extent::operands ? "operands, all" : "cases of the suite";
  if (census.forbidden() == 0) return fmt::format("{} {}", grouped(census.cases), what);
  return fmt::format("{} of {} {} forbidden", grouped(census.forbidden()), grouped(census.cases), what);
}

std::string lowerings_text(const Lowerings& lowerings) {
  if (lowerings.answers.size() == 1 && lowerings.unanswered.empty()) {
    return answer_text(lowerings.answers.front(), lowerings.seed);
  }
  return matrix_text(lowerings);
}

}  // namespace halfulp::report
