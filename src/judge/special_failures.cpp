// SPDX-License-Identifier: Apache-2.0
#include "judge/special_failures.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

#include "judge/attribution.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

using Interval = OrdinalSet::Interval;
using Sets = std::vector<OrdinalSet>;

/// All that may be permitted for an operand, each set in its place; none where some reading may permit anything.
Sets all_permitted(const Ruling& ruling, const Alternatives& alternatives, Bits operand) {
  const std::span operands(&operand, 1);
  Sets sets = alternatives.loosest_permitted(operands);
  if (std::ranges::any_of(sets, &OrdinalSet::anything)) return {};
  std::ranges::move(relaxed_permitted(ruling, operands), std::back_inserter(sets));
  return sets;
}

/// What the permitted sets of a class of operands hold, each for one of them.
struct Together {
  explicit Together(Format format) : always(format), sometimes(format) {}
  OrdinalSet always;     ///< what some hold for all operands
  OrdinalSet sometimes;  ///< what some hold for operands, or may hold for those between
  bool are_nan_alike = true;
};

/// Adds the sets of one place. Neighbouring operands are in one binade. Functions are monotone there, and so are the
/// ends of their sets but where an ULP becomes another: by no more than a set is wide, or than a factor of two. False
/// where some sets, not all, hold anything.
bool add(std::span<const OrdinalSet> sets, Together& together) {
  constexpr std::int64_t kBinade = 1 << 23;
  const OrdinalSet& first = sets.front();
  const auto has_same_nan = [&](const OrdinalSet& set) {
    return set.permitted().nan == first.permitted().nan && first.permitted().nan != NanKind::listed;
  };
  if (!std::ranges::all_of(sets, has_same_nan)) together.are_nan_alike = false;
  if (!std::ranges::all_of(sets, [&](const OrdinalSet& set) { return set.anything() == first.anything(); })) {
    return false;
  }
  if (first.anything()) return true;
  const auto is_common = [&](const Interval& interval) {
    return std::ranges::all_of(
        sets, [&](const OrdinalSet& set) { return std::ranges::count(set.intervals(), interval) != 0; });
  };
  std::vector<std::vector<Interval>> others;
  std::int64_t width = 0;
  for (const OrdinalSet& set : sets) {
    others.emplace_back();
    for (const Interval& interval : set.intervals()) {
      width = std::max(width, interval.last - interval.first + 1);
      if (is_common(interval)) {
        together.always.add(interval.first, interval.last);
      } else {
        others.back().push_back(interval);
      }
    }
  }
  const std::size_t count = others.front().size();
  const bool are_alike =
      std::ranges::all_of(others, [&](const std::vector<Interval>& some) { return some.size() == count; });
  std::vector<std::optional<Interval>> hulls(are_alike ? count : 1);
  for (const std::vector<Interval>& some : others) {
    for (std::size_t k = 0; k < some.size(); ++k) {
      std::optional<Interval>& hull = hulls[are_alike ? k : 0];
      if (!hull) hull = some[k];
      *hull = {std::min(hull->first, some[k].first), std::max(hull->last, some[k].last)};
    }
  }
  for (const auto& hull : hulls) {
    const std::int64_t margin = std::min(width, kBinade);
    if (hull) together.sometimes.add(hull->first - margin, hull->last + margin);
  }
  return true;
}

}  // namespace

SpecialFailures::SpecialFailures(const Ruling& ruling, const Alternatives& alternatives)
    : ruling_(ruling), alternatives_(alternatives) {
  const OperationInfo& row = info(ruling.operation);
  const bool is_real = row.family == OperationFamily::arithmetic || row.family == OperationFamily::function ||
                       row.family == OperationFamily::rounding;
  const FormatInfo& format = *ruling.format;
  const bool is_in_one_format = format.kind == FormatKind::floating && format.format == ruling.result_format->format;
  if (row.arity != 1 || !is_real || !is_in_one_format || !format.has_sign || !ruling.rules.requirements.empty()) return;
  classes_ = std::make_unique<std::array<std::array<OfClass, 2>, kClasses>>();
}

SpecialFailures::Class SpecialFailures::class_of(Bits bits) const {
  const number::Layout layout(*ruling_.format);
  if (layout.is_zero(bits)) return kZero;
  if (layout.is_denormal(bits)) return kDenormal;
  if (layout.is_infinite(bits)) return kInfinite;
  return layout.is_nan(bits) ? kNan : kNormal;
}

SpecialFailures::Kind SpecialFailures::kind_of(Bits bits) const {
  const number::Layout layout(*ruling_.format);
  const Bits size = layout.magnitude(bits);
  if (size == layout.min_normal()) return kLeastNormal;
  if (size == layout.max_finite()) return kLargest;
  switch (class_of(bits)) {
    case kZero:
      return kNull;
    case kDenormal:
      return kSmall;
    case kInfinite:
      return kInfinity;
    case kNan:
      return kNoNumber;
    case kNormal:
      break;
  }
  return kOther;
}

const std::string* SpecialFailures::rule_broken_by(Bits operand, Bits observed) const {
  const Class of_operand = class_of(operand);
  if (classes_ == nullptr || of_operand == kNormal) return nullptr;
  const number::Layout layout(*ruling_.format);
  const bool is_negative = layout.is_negative(operand);
  OfClass& found = (*classes_)[of_operand][is_negative ? 1 : 0];
  std::call_once(found.once, [&] { find(of_operand, is_negative, found); });
  const Kind kind = kind_of(observed);
  const auto& rule = found.rules[kind][layout.is_negative(observed) ? 1 : 0];
  if (!rule || ((kind == kSmall || kind == kOther) && found.permitted.contains(observed))) return nullptr;
  return &*rule;
}

std::optional<std::string> SpecialFailures::rule_of_all(std::span<const Bits> operands, Bits observed) const {
  std::optional<std::string> rule;
  for (const Bits& operand : operands) {
    Distance distance;
    const Judgement judgement =
        judge_case(ruling_, alternatives_, std::span(&operand, 1), observed, RuleOfReadings::left_out, &distance);
    const bool is_counted = judgement.rule == ruling_.rules.accuracy_rule && distance.ulp >= 0;
    if (judgement.verdict != Verdict::fail || is_counted || (rule && *rule != judgement.rule)) return std::nullopt;
    rule = judgement.rule;
  }
  return rule;
}

void SpecialFailures::find(Class of_operands, bool is_negative, OfClass& found) const {
  const number::Layout layout(*ruling_.format);
  std::vector<Bits> operands;
  switch (of_operands) {
    case kZero:
      operands = {layout.zero()};
      break;
    case kInfinite:
      operands = {layout.infinity()};
      break;
    case kNan:
      operands = {layout.canonical_nan()};
      break;
    case kDenormal:
      for (int bit = 0; bit < layout.fraction_bits; ++bit) operands.push_back(Bits{1} << bit);
      operands.push_back(layout.fraction_mask());
      break;
    case kNormal:
      return;
  }
  std::vector<Sets> of_each;
  for (Bits& operand : operands) {
    operand |= is_negative ? layout.sign_mask() : 0;
    of_each.push_back(all_permitted(ruling_, alternatives_, operand));
    if (of_each.back().empty()) return;
  }
  Together together(ruling_.result_format->format);
  for (std::size_t place = 0; place < of_each.front().size(); ++place) {
    Sets sets;
    for (Sets& all : of_each) sets.push_back(std::move(all[place]));
    if (!add(sets, together)) return;
  }
  found.permitted = together.sometimes;
  found.permitted.unite(together.always);

  const std::array<Bits, 10> examples = {layout.zero(),          layout.infinity(),      layout.min_normal(),
                                         layout.max_finite(),    layout.canonical_nan(), 1,
                                         layout.fraction_mask(), layout.one() + 1,       layout.one() / 2 + 1,
                                         layout.max_finite() - 1};
  for (const Bits size : examples) {
    for (const bool sign : {false, true}) {
      const Bits observed = size | (sign ? layout.sign_mask() : 0);
      const Kind kind = kind_of(observed);
      const bool is_alike = kind == kNoNumber                  ? together.are_nan_alike
                            : kind == kSmall || kind == kOther ? !found.permitted.contains(observed)
                                                               : !together.sometimes.contains(observed);
      std::optional<std::string>& rule = found.rules[kind][sign ? 1 : 0];
      if (!is_alike || rule) continue;
      rule = rule_of_all(operands, observed);
    }
  }
}

}  // namespace halfulp::judge
