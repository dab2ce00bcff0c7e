// SPDX-License-Identifier: Apache-2.0
#include "judge/special_failures.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "exact/value.hpp"
#include "judge/attribution.hpp"
#include "number/as_double.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

using Interval = OrdinalSet::Interval;
using Sets = std::vector<OrdinalSet>;

/// Where the permitted sets of all members of a class begin and end.
class Ends {
 public:
  explicit Ends(const FormatInfo& row) : varies_(row.format) {
    if (row.kind != FormatKind::floating) {
      starts_ = {number::least_code(row)};
      return;
    }
    // Zeros, denormals, the least normal value, the largest and infinity may break rules of their own.
    const number::Layout layout(row);
    for (const Bits start : {Bits{0}, Bits{1}, layout.min_normal(), layout.min_normal() + 1, layout.max_finite(),
                             layout.infinity(), layout.infinity() + 1}) {
      starts_.push_back(static_cast<std::int64_t>(start));
      starts_.push_back(-starts_.back());  // where what ends before it is mirrored
    }
  }

  /// Adds the sets of one place, each of one member; `may_save`: no more is known of what they hold than that it may
  /// pass. Neighbouring members are in one binade. Functions are monotone there, and so are the ends of their sets but
  /// where an ULP becomes another: by no more than a set is wide, or than a factor of two. False where some sets, not
  /// all, hold anything, or any may that may save.
  bool add(std::span<const OrdinalSet> sets, bool may_save) {
    constexpr std::int64_t kBinade = 1 << 23;
    const OrdinalSet& first = sets.front();
    const NanKind nan = first.permitted().nan;
    const auto has_same_nan = [&](const OrdinalSet& set) { return set.permitted().nan == nan; };
    if (!std::ranges::all_of(sets, has_same_nan) || nan == NanKind::listed || (may_save && nan != NanKind::none)) {
      is_nan_alike_ = false;
    }
    if (first.anything() && may_save) return false;
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
        if (!is_common(interval)) {
          others.back().push_back(interval);
        } else if (may_save) {
          varies_.add(interval.first, interval.last);
        } else {
          starts_.push_back(interval.first);
          starts_.push_back(interval.last + 1);
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
      if (hull) varies_.add(hull->first - margin, hull->last + margin);
    }
    return true;
  }

  /// Ascending.
  [[nodiscard]] std::vector<std::int64_t> starts() const {
    std::vector<std::int64_t> all = starts_;
    for (const Interval& interval : varies_.intervals()) {
      all.push_back(interval.first);
      all.push_back(interval.last + 1);
    }
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }
  [[nodiscard]] bool is_alike(std::int64_t position) const { return !varies_.contains_ordinal(position); }
  [[nodiscard]] bool is_nan_alike() const { return is_nan_alike_; }

 private:
  std::vector<std::int64_t> starts_;
  OrdinalSet varies_;
  bool is_nan_alike_ = true;
};

bool is_integer(const FormatInfo& row, Bits bits) {
  const double value = number::as_double(row, bits);
  return std::fabs(value) >= 1 && value == std::trunc(value);
}

/// The product, quotient or reciprocal of normal operands in binary32, to within the rounding of a double, if it is
/// below the least normal value however it is rounded.
std::optional<double> tiny_result(const Ruling& ruling, std::span<const Bits> operands) {
  const Operation operation = ruling.operation;
  const bool is_of_two = operation == Operation::mul || operation == Operation::div;
  const bool is_reciprocal = operation == Operation::rcp || operation == Operation::reciprocal;
  if (ruling.format->format != Format::binary32 || !(is_of_two || is_reciprocal)) return std::nullopt;
  const double x = number::as_double(*ruling.format, operands.front());
  const double y = is_of_two ? number::as_double(*ruling.format, operands.back()) : x;
  constexpr double kLeastNormal = 0x1p-126;
  const auto is_normal = [](double value) { return std::fabs(value) >= kLeastNormal && std::isfinite(value); };
  if (!is_normal(x) || !is_normal(y)) return std::nullopt;
  const double result = operation == Operation::mul ? x * y : is_reciprocal ? 1 / x : x / y;
  return std::fabs(result) < kLeastNormal * (1 - 0x1p-15) ? std::optional(result) : std::nullopt;
}

/// From binary32, of which no denormal is a code or next to one.
bool is_conversion_to_codes(const Ruling& ruling) {
  const FormatInfo& to = *ruling.result_format;
  const bool are_codes = number::is_normalised(to) || to.kind == FormatKind::fixed;
  return info(ruling.operation).only_format() == Format::binary32 && are_codes;
}

}  // namespace

SpecialFailures::SpecialFailures(const Ruling& ruling, const Alternatives& alternatives)
    : ruling_(ruling), alternatives_(alternatives) {
  const OperationInfo& row = info(ruling.operation);
  const bool is_arithmetic = row.family == OperationFamily::arithmetic || row.family == OperationFamily::fused;
  const bool is_of_one = row.arity == 1 && (is_arithmetic || row.family == OperationFamily::function ||
                                            row.family == OperationFamily::rounding);
  const FormatInfo& format = *ruling.format;
  const bool is_in_one_format = format.kind == FormatKind::floating && format.format == ruling.result_format->format;
  const bool is_taken = (is_of_one || is_arithmetic) && is_in_one_format && format.has_sign;
  if (!is_taken && !is_conversion_to_codes(ruling)) return;
  if (ruling.rules.requirements.empty()) classes_ = std::make_unique<std::array<OfClass, kPlaces>>();
}

SpecialFailures::Class SpecialFailures::class_of(Bits bits) const {
  const number::Layout layout(*ruling_.format);
  if (layout.is_zero(bits)) return kZero;
  if (layout.is_denormal(bits)) return kDenormal;
  if (layout.is_infinite(bits)) return kInfinite;
  return layout.is_nan(bits) ? kNan : kOther;
}

SpecialFailures::Place SpecialFailures::place_of(std::span<const Bits> operands) const {
  const number::Layout layout(*ruling_.format);
  const bool is_negative = layout.is_negative(operands.front());
  if (operands.size() == 1) {
    const Class one = class_of(operands.front());
    if (one != kOther) return {one, is_negative};
    if (ruling_.operation == Operation::frc && is_integer(*ruling_.format, operands.front())) {
      return {kInteger, is_negative};
    }
  }
  const auto any = [&](bool (number::Layout::*is)(Bits) const) {
    return std::ranges::any_of(operands, [&](Bits bits) { return (layout.*is)(bits); });
  };
  if (any(&number::Layout::is_nan)) return {any(&number::Layout::is_infinite) ? kOther : kNan, false};
  if (const auto pair = pair_of(operands)) return *pair;
  if (const auto tiny = tiny_result(ruling_, operands)) return {kOfTinyResult, *tiny < 0};
  return {kOther, false};
}

/// Factors, or a dividend and a divisor, one of which at least is special, and none 1 or a NaN.
std::optional<SpecialFailures::Place> SpecialFailures::pair_of(std::span<const Bits> operands) const {
  if (ruling_.operation != Operation::mul && ruling_.operation != Operation::div) return std::nullopt;
  const number::Layout layout(*ruling_.format);
  std::size_t of_pair = 0;
  bool any_special = false;
  bool is_negative = false;
  for (const Bits bits : operands) {
    const Class one = class_of(bits);
    if (one == kNan || layout.magnitude(bits) == layout.one()) return std::nullopt;
    any_special = any_special || one != kOther;
    const std::size_t kind = one == kOther ? kKinds - 1 : one;
    of_pair = of_pair * 2 * kKinds + 2 * kind + (layout.is_negative(bits) ? 1 : 0);
    is_negative = is_negative != layout.is_negative(bits);
  }
  return any_special ? std::optional(Place{kPair, is_negative, of_pair}) : std::nullopt;
}

/// The smallest and the largest of each kind, and some between them.
std::vector<SpecialFailures::Operands> SpecialFailures::members_of_pair(std::size_t of_pair) const {
  static_assert(kZero == 0 && kDenormal == 1 && kInfinite == 2 && kKinds == 4);
  const number::Layout layout(*ruling_.format);
  const std::array<Operands, kKinds> kinds = {Operands{layout.zero()},
                                              Operands{1, layout.min_normal() / 2, layout.fraction_mask()},
                                              Operands{layout.infinity()},
                                              Operands{layout.min_normal(), layout.one() - 1, layout.one() + 1,
                                                       layout.one() + layout.min_normal(), layout.max_finite()}};
  std::vector<Operands> all;
  for (const Bits x : kinds[of_pair / (4 * kKinds)]) {
    for (const Bits y : kinds[of_pair / 2 % kKinds]) {
      all.push_back({x | (of_pair / (2 * kKinds) % 2 != 0 ? layout.sign_mask() : 0),
                     y | (of_pair % 2 != 0 ? layout.sign_mask() : 0)});
    }
  }
  return all;
}

std::optional<SpecialFailures::Broken> SpecialFailures::broken_by(std::span<const Bits> operands, Bits observed) const {
  if (classes_ == nullptr) return std::nullopt;
  const FormatInfo& row = *ruling_.result_format;
  const number::Layout layout(row);
  const Place place = place_of(operands);
  if (place.of_operands == kOther) return std::nullopt;
  const bool is_float = row.kind == FormatKind::floating;
  const bool is_other_zero = is_float && layout.is_zero(observed) && layout.is_negative(observed) != place.is_negative;
  if (place.of_operands == kOfTinyResult && !is_other_zero) return std::nullopt;
  OfClass& found = (*classes_)[place.index()];
  const std::scoped_lock lock(found.mutex);
  if (!found.is_found) find(place, found);
  found.is_found = true;
  if (found.members.empty()) return std::nullopt;
  const auto stretch_of = [&](std::int64_t position) -> Stretch& {
    const auto next = std::ranges::upper_bound(found.starts, position);
    return found.stretches[static_cast<std::size_t>(next - found.starts.begin()) - 1];
  };
  const bool may_be_small = place.of_operands == kOfTinyResult || place.of_operands == kPair;
  Stretch& stretch = is_float && layout.is_nan(observed) ? found.nan
                     : is_other_zero && may_be_small     ? found.other_zero
                                                         : stretch_of(number::ordinal(row, observed));
  if (!stretch.is_alike) return std::nullopt;
  if (!stretch.is_known) stretch.broken = broken_by_all(found, observed);
  stretch.is_known = true;
  if (!stretch.broken) return std::nullopt;
  return Broken{stretch.broken->id, stretch.broken->is_counted ? error_of(found, observed) : -1};
}

double SpecialFailures::error_of(const OfClass& found, Bits observed) const {
  if (!found.exact_value) return 0;
  const FormatInfo& row = *ruling_.result_format;
  const double apart = std::fabs(number::as_double(row, observed) - *found.exact_value);
  return row.kind == FormatKind::floating ? std::ldexp(apart, row.fraction_bits - row.min_exponent()) : apart;
}

std::optional<SpecialFailures::Rule> SpecialFailures::broken_by_all(const OfClass& found, Bits observed) const {
  std::optional<Rule> broken;
  for (const Operands& operands : found.members) {
    Distance distance;
    const Judgement judgement =
        judge_case(ruling_, alternatives_, operands, observed, RuleOfReadings::left_out, &distance);
    if (judgement.verdict != Verdict::fail) return std::nullopt;
    const bool is_counted = judgement.rule == ruling_.rules.accuracy_rule && distance.ulp >= 0;
    if (is_counted && distance.ulp != error_of(found, observed)) return std::nullopt;
    const Rule rule{judgement.rule, is_counted};
    if (broken && *broken != rule) return std::nullopt;
    broken = rule;
  }
  return broken;
}

/// Of denormals those where binades end; beside a NaN one of each kind but infinities, which break rules of their own;
/// of tiny results those where the nearest values change, and the smallest.
std::vector<SpecialFailures::Operands> SpecialFailures::members(const Place& place) const {
  const FormatInfo& row = *ruling_.format;
  const number::Layout layout(row);
  const auto arity = static_cast<std::size_t>(info(ruling_.operation).arity);
  const Bits sign = place.is_negative ? layout.sign_mask() : 0;
  const auto of = [&](double value) { return exact::round_to_nearest_even(row, Rational::from_double(value)); };
  switch (place.of_operands) {
    case kZero:
      return {{layout.zero() | sign}};
    case kDenormal: {
      std::vector<Operands> all = {{layout.fraction_mask() | sign}};
      for (int bit = layout.fraction_bits - 1; bit >= 0; --bit) all.push_back({Bits{1} << bit | sign});
      return all;
    }
    case kInfinite:
      return {{layout.infinity() | sign}};
    case kNan: {
      std::vector<Operands> all = {Operands(arity, layout.canonical_nan() | sign)};
      for (std::size_t k = 0; arity > 1 && k < arity; ++k) {
        for (const Bits other : {layout.zero(true), Bits{1}, layout.one(), layout.one() + 1}) {
          all.emplace_back(arity, other)[k] = layout.canonical_nan();
        }
      }
      return all;
    }
    case kOfTinyResult: {
      if (arity == 1) {
        return {{of(0x1.00004p126) | sign}, {of(0x1.8p126) | sign}, {of(0x1p127) | sign}, {layout.max_finite() | sign}};
      }
      std::vector<Operands> all;
      for (const auto& [x, y] :
           {std::pair{0x1p-126, 0x1p-124}, std::pair{0x1.8p-126, 0x1.8p-20}, std::pair{0x1p-26, 0x1p-124},
            std::pair{0x1.000002p-26, 0x1p-124}, std::pair{0x1.8p-25, 0x1p-124}, std::pair{0x1.4p-7, 0x1.2p-122},
            std::pair{0x1.fffffep-3, 0x1.fffep-125}, std::pair{0x1.ffffp-126, 0x1.fffffep-2}}) {
        const Bits other = of(ruling_.operation == Operation::mul ? y : 1 / y);
        for (const Bits both : {Bits{0}, layout.sign_mask()}) all.push_back({of(x) ^ both ^ sign, other ^ both});
      }
      if (ruling_.operation == Operation::mul) return all;
      for (const double x : {0x1p-126, 0x1.000002p-20, 0x1.8p-3, 0x1.fffcp-2}) {  // of denormal reciprocals
        for (const double y : {0x1.000002p126, 0x1p127, 0x1.fffffep127}) {
          for (const Bits both : {Bits{0}, layout.sign_mask()}) all.push_back({of(x) ^ both ^ sign, of(y) ^ both});
        }
      }
      return all;
    }
    case kInteger: {
      std::vector<Operands> all;
      for (const double x : {1.0, 2.0, 3.0, 1000.0}) all.push_back({of(x) | sign});
      all.push_back({layout.max_finite() | sign});
      return all;
    }
    case kPair:
      return members_of_pair(place.of_pair);
    case kOther:
      break;
  }
  return {};
}

void SpecialFailures::find(const Place& place, OfClass& found) const {
  std::vector<Operands> members = this->members(place);
  // What passes is the nearer to zero, the smaller the exact result is, of which the least is a member: what all
  // members forbid of zeros, all results between them do.
  found.other_zero.is_alike = true;
  if (place.of_operands == kOfTinyResult) {
    found.members = std::move(members);
    return;
  }
  // Of a NaN all steps make one.
  if (place.of_operands != kNan && alternatives_.take_steps()) return;
  std::vector<Sets> of_each;
  std::size_t savers = 0;
  for (const Operands& operands : members) {
    of_each.push_back(alternatives_.loosest_permitted(operands));
    savers = of_each.back().size();
    std::ranges::move(relaxed_permitted(ruling_, operands), std::back_inserter(of_each.back()));
  }
  Ends ends(*ruling_.result_format);
  for (std::size_t k = 0; k < of_each.front().size(); ++k) {
    Sets sets;
    for (Sets& all : of_each) sets.push_back(std::move(all[k]));
    if (!ends.add(sets, k < savers)) return;
  }
  if (is_conversion_to_codes(ruling_)) {
    // Of denormals it is 0 to within far less than what counts.
    const exact::Result& exact = permit(ruling_, members.front(), ruling_.policies).exact;
    const bool is_finite = exact.kind == exact::Result::Kind::finite;
    found.exact_value = is_finite ? std::round(exact.value.nearby().to_double()) : 0;
  } else {
    const auto is_zero = [&](const Operands& operands) {
      return permit(ruling_, operands, ruling_.policies).exact.kind == exact::Result::Kind::zero;
    };
    if (std::ranges::all_of(members, is_zero)) found.exact_value = 0;
  }
  found.members = std::move(members);
  found.starts = ends.starts();
  for (const std::int64_t start : found.starts) found.stretches.push_back({ends.is_alike(start), false, {}});
  found.nan.is_alike = ends.is_nan_alike();
}

}  // namespace halfulp::judge
