// SPDX-License-Identifier: Apache-2.0
#include "lowering/differences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "halfulp/error.hpp"
#include "number/layout.hpp"

namespace halfulp::lowering {
namespace {

Forbidden kind_of_result(const PermittedSet& by_a, Bits result) {
  if (by_a.anything) return Forbidden::anything;
  const FormatInfo& row = info(by_a.format);
  if (row.kind != FormatKind::floating) return Forbidden::number;
  const number::Layout layout(row);
  if (layout.is_nan(result)) return Forbidden::nan;
  if (layout.is_infinite(result)) return Forbidden::infinity;
  return layout.is_zero(result) ? Forbidden::zero : Forbidden::number;
}

}  // namespace

std::string_view name(Forbidden forbidden) noexcept {
  switch (forbidden) {
    case Forbidden::number:
      return "numbers";
    case Forbidden::zero:
      return "zeros";
    case Forbidden::infinity:
      return "infinities";
    case Forbidden::nan:
      return "NaN";
    case Forbidden::anything:
      break;
  }
  return "any result";
}

DecidedCase decide(const Question& question, std::vector<Bits> operands) {
  judge::Permitted a = question.a.permitted(operands);
  judge::Permitted b = question.b.permitted(operands);
  return {std::move(operands), std::move(a), std::move(b)};
}

Difference& Differences::of(const DecidedCase& one) {
  const PermittedSet by_a = one.a.set.permitted();
  const std::optional<Outside> outside = farthest_outside(by_a, one.b.set.permitted());
  if (!outside) {
    throw Error(Error::Kind::kInternal,
                fmt::format("operand {:#x}, whose results {} are within {}, was counted as forbidden",
                            one.operands.front(), by_a.text(), one.b.set.permitted().text()));
  }
  const Forbidden forbidden = kind_of_result(by_a, outside->bits);
  const Witness witness{one.operands, outside->bits, outside->values};
  const Key key(one.a.rules.front(), one.b.rules.front(), forbidden);
  const auto [place, is_new] = differences_.try_emplace(key);
  Difference& difference = place->second;
  if (is_new) {
    difference.rules = {std::get<0>(key), std::get<1>(key)};
    difference.forbidden = forbidden;
    difference.first = difference.widest = witness;
  } else if (witness.values > difference.widest.values) {
    difference.widest = witness;
  }
  return difference;
}

void Differences::append(Difference& difference, const OperandRange& range) {
  if (difference.more_ranges == 0 && !difference.ranges.empty() && difference.ranges.back().last + 1 == range.first) {
    difference.ranges.back().last = range.last;
  } else if (difference.ranges.size() < kMostRanges) {
    difference.ranges.push_back(range);
  } else {
    ++difference.more_ranges;
  }
}

void Differences::add(Difference& difference, const OperandRange& range) {
  difference.cases += range.last - range.first + 1;
  append(difference, range);
}

void Differences::add(const Differences& next) {
  cases += next.cases;
  alone += next.alone;
  for (const auto& [key, difference] : next.differences_) {
    const auto [place, is_new] = differences_.try_emplace(key, difference);
    if (is_new) continue;
    Difference& mine = place->second;
    mine.cases += difference.cases;
    for (const OperandRange& range : difference.ranges) append(mine, range);
    mine.more_ranges += difference.more_ranges;
    if (difference.widest.values > mine.widest.values) mine.widest = difference.widest;
  }
}

std::vector<Difference> Differences::sorted() const {
  std::vector<Difference> result;
  for (const auto& [key, difference] : differences_) result.push_back(difference);
  std::ranges::stable_sort(result, std::greater(), &Difference::cases);
  return result;
}

}  // namespace halfulp::lowering
