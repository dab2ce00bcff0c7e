// SPDX-License-Identifier: Apache-2.0
#include "report/ways.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "report/sentences.hpp"

namespace halfulp::report {
namespace {

constexpr std::string_view kComponents = "xyzw";

/// Where the component stands in "R8G8B8A8_UNORM.x OpImageFetch"; nothing where none is named.
std::optional<std::size_t> component_of(std::string_view instruction) {
  for (std::size_t dot = 0; (dot = instruction.find('.', dot)) != std::string_view::npos; ++dot) {
    const std::size_t at = dot + 1;
    if (at >= instruction.size() || kComponents.find(instruction[at]) == std::string_view::npos) continue;
    if (at + 1 == instruction.size() || instruction[at + 1] == ' ') return at;
  }
  return std::nullopt;
}

bool is_clean(const Result& result) {
  return outcome(result) == Outcome::pass || outcome(result) == Outcome::unconstrained;
}

/// Whether one sentence says how both came out.
bool have_same_outcome(const Result& one, const Result& other) {
  if (outcome(one) != outcome(other) || one.variant.counts != other.variant.counts) return false;
  if (is_clean(one)) return true;
  const auto same_names = [](const auto& some, const auto& others) {
    return std::ranges::equal(
        some, others, {}, [](const auto& entry) { return entry.first; }, [](const auto& entry) { return entry.first; });
  };
  return one.tally.failed == other.tally.failed && one.tally.reading == other.tally.reading && one.lost == other.lost &&
         same_names(one.tally.broken, other.tally.broken) && same_names(one.tally.under, other.tally.under);
}

void add(Ways& ways, const Result& result) {
  ways.tally.cases += result.tally.cases;
  ways.tally.failed += result.tally.failed;
  ways.tally.reading += result.tally.reading;
  ways.tally.unconstrained += result.tally.unconstrained;
  ways.tally.invalid_operand += result.tally.invalid_operand;
  ways.lost += result.lost;
  const auto& worst = result.tally.worst;
  if (worst && (!ways.tally.worst || worst->error_ulp.value_or(0) > ways.tally.worst->error_ulp.value_or(0)))
    ways.tally.worst = worst;
  if (ways.operands != operands_text(result.variant)) ways.operands.clear();
}

Ways one_way(const Result& result) {
  Ways ways{.first = &result,
            .instruction = instruction_text(result.variant),
            .operands = operands_text(result.variant),
            .tally = {},
            .lost = 0};
  add(ways, result);
  return ways;
}

/// Adds a component to "R8G8B8A8_UNORM.xy OpImageFetch" if the way differs from the row's by it alone.
bool joins(Ways& row, const Result& result) {
  const std::string text = instruction_text(result.variant);
  const auto at = component_of(text);
  const std::string first = instruction_text(row.first->variant);
  if (!at || component_of(first) != at || !have_same_outcome(*row.first, result)) return false;
  if (operands_text(row.first->variant) != operands_text(result.variant)) return false;
  std::string same = first;
  same[*at] = text[*at];
  if (same != text) return false;
  const std::size_t end = std::min(row.instruction.find(' ', *at), row.instruction.size());
  row.instruction.insert(end, 1, text[*at]);
  add(row, result);
  return true;
}

}  // namespace

std::vector<Ways> folded(std::span<const Result* const> results) {
  std::vector<Ways> rows;
  if (results.empty()) return rows;
  rows.push_back(one_way(*results.front()));
  std::optional<Ways> same;
  std::size_t same_ways = 0;
  for (const Result* result : results.subspan(1)) {
    if (is_clean(*result) && have_same_outcome(*results.front(), *result)) {
      ++same_ways;
      if (same) {
        add(*same, *result);
      } else {
        same = one_way(*result);
      }
      continue;
    }
    const bool joined = std::ranges::any_of(rows, [&](Ways& row) { return joins(row, *result); });
    if (!joined) rows.push_back(one_way(*result));
  }
  if (same_ways > 1) {
    same->instruction = fmt::format("{} more ways: the same verdict", same_ways);
    same->operands.clear();
  }
  if (same) rows.insert(rows.begin() + 1, std::move(*same));
  return rows;
}

}  // namespace halfulp::report
