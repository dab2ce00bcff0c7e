// SPDX-License-Identifier: Apache-2.0
#include "judge/special_failures.hpp"

#include <algorithm>
#include <iterator>

#include "judge/attribution.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

using Interval = OrdinalSet::Interval;
using Sets = std::vector<OrdinalSet>;

/// Where the permitted sets of all members of a class begin and end.
class Ends {
 public:
  explicit Ends(const FormatInfo& row) : varies_(row.format) {
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

}  // namespace

SpecialFailures::SpecialFailures(const Ruling& ruling, const Alternatives& alternatives)
    : ruling_(ruling), alternatives_(alternatives) {
  const OperationInfo& row = info(ruling.operation);
  const bool is_arithmetic = row.family == OperationFamily::arithmetic || row.family == OperationFamily::fused;
  const bool is_of_one = row.arity == 1 && (is_arithmetic || row.family == OperationFamily::function ||
                                            row.family == OperationFamily::rounding);
  const FormatInfo& format = *ruling.format;
  const bool is_in_one_format = format.kind == FormatKind::floating && format.format == ruling.result_format->format;
  if (!(is_of_one || is_arithmetic) || !is_in_one_format || !format.has_sign) return;
  if (ruling.rules.requirements.empty()) classes_ = std::make_unique<std::array<std::array<OfClass, 2>, kClasses>>();
}

SpecialFailures::Class SpecialFailures::class_of(Bits bits) const {
  const number::Layout layout(*ruling_.format);
  if (layout.is_zero(bits)) return kZero;
  if (layout.is_denormal(bits)) return kDenormal;
  if (layout.is_infinite(bits)) return kInfinite;
  return layout.is_nan(bits) ? kNan : kNormal;
}

const std::string* SpecialFailures::rule_broken_by(std::span<const Bits> operands, Bits observed) const {
  if (classes_ == nullptr) return nullptr;
  const FormatInfo& row = *ruling_.format;
  const number::Layout layout(row);
  const auto is_nan = [&](Bits bits) { return layout.is_nan(bits); };
  Class of_operands = class_of(operands.front());
  if (operands.size() > 1) {
    const bool has_infinity = std::ranges::any_of(operands, [&](Bits bits) { return layout.is_infinite(bits); });
    of_operands = std::ranges::any_of(operands, is_nan) && !has_infinity ? kNan : kNormal;
  }
  if (of_operands == kNormal) return nullptr;
  const bool is_negative = operands.size() == 1 && layout.is_negative(operands.front());
  OfClass& found = (*classes_)[of_operands][is_negative ? 1 : 0];
  const std::scoped_lock lock(found.mutex);
  if (!found.is_found) find(members(of_operands, is_negative), found);
  found.is_found = true;
  if (found.members.empty()) return nullptr;
  const auto stretch_of = [&](std::int64_t position) -> Stretch& {
    const auto next = std::ranges::upper_bound(found.starts, position);
    return found.stretches[static_cast<std::size_t>(next - found.starts.begin()) - 1];
  };
  Stretch& stretch = layout.is_nan(observed) ? found.nan : stretch_of(number::ordinal(row, observed));
  if (!stretch.is_alike) return nullptr;
  if (!stretch.is_known) stretch.rule = rule_of_all(found.members, observed);
  stretch.is_known = true;
  return stretch.rule ? &*stretch.rule : nullptr;
}

std::optional<std::string> SpecialFailures::rule_of_all(std::span<const Operands> members, Bits observed) const {
  std::optional<std::string> rule;
  for (const Operands& operands : members) {
    Distance distance;
    const Judgement judgement =
        judge_case(ruling_, alternatives_, operands, observed, RuleOfReadings::left_out, &distance);
    const bool is_counted = judgement.rule == ruling_.rules.accuracy_rule && distance.ulp >= 0;
    if (judgement.verdict != Verdict::fail || is_counted || (rule && *rule != judgement.rule)) return std::nullopt;
    rule = judgement.rule;
  }
  return rule;
}

/// Of denormals those where binades end; beside a NaN one of each kind but infinities, which break rules of their own.
std::vector<SpecialFailures::Operands> SpecialFailures::members(Class of_operands, bool is_negative) const {
  const number::Layout layout(*ruling_.format);
  const auto arity = static_cast<std::size_t>(info(ruling_.operation).arity);
  const Bits sign = is_negative ? layout.sign_mask() : 0;
  switch (of_operands) {
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
    case kNormal:
      break;
  }
  return {};
}

void SpecialFailures::find(std::vector<Operands> members, OfClass& found) const {
  std::vector<Sets> of_each;
  std::size_t savers = 0;
  for (const Operands& operands : members) {
    of_each.push_back(alternatives_.loosest_permitted(operands));
    savers = of_each.back().size();
    std::ranges::move(relaxed_permitted(ruling_, operands), std::back_inserter(of_each.back()));
  }
  Ends ends(*ruling_.format);
  for (std::size_t place = 0; place < of_each.front().size(); ++place) {
    Sets sets;
    for (Sets& all : of_each) sets.push_back(std::move(all[place]));
    if (!ends.add(sets, place < savers)) return;
  }
  found.members = std::move(members);
  found.starts = ends.starts();
  for (const std::int64_t start : found.starts) found.stretches.push_back({ends.is_alike(start), false, {}});
  found.nan.is_alike = ends.is_nan_alike();
}

}  // namespace halfulp::judge
