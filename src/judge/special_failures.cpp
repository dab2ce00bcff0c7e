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

/// The operands of a class that stand for all: of denormals those where binades end.
std::vector<Bits> denormals(const number::Layout& layout) {
  std::vector<Bits> members;
  for (int bit = 0; bit < layout.fraction_bits; ++bit) members.push_back(Bits{1} << bit);
  members.push_back(layout.fraction_mask());
  return members;
}

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
    const auto again = std::ranges::unique(all);
    all.erase(again.begin(), again.end());
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

const std::string* SpecialFailures::rule_broken_by(Bits operand, Bits observed) const {
  const Class of_operand = class_of(operand);
  if (classes_ == nullptr || of_operand == kNormal) return nullptr;
  const FormatInfo& row = *ruling_.format;
  const number::Layout layout(row);
  const bool is_negative = layout.is_negative(operand);
  OfClass& found = (*classes_)[of_operand][is_negative ? 1 : 0];
  const std::scoped_lock lock(found.mutex);
  if (!found.is_found) find(of_operand, is_negative, found);
  found.is_found = true;
  if (found.operands.empty()) return nullptr;
  const auto stretch_of = [&](std::int64_t position) -> Stretch& {
    const auto next = std::ranges::upper_bound(found.starts, position);
    return found.stretches[static_cast<std::size_t>(next - found.starts.begin()) - 1];
  };
  Stretch& stretch = layout.is_nan(observed) ? found.nan : stretch_of(number::ordinal(row, observed));
  if (!stretch.is_alike) return nullptr;
  if (!stretch.is_known) stretch.rule = rule_of_all(found.operands, observed);
  stretch.is_known = true;
  return stretch.rule ? &*stretch.rule : nullptr;
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
  std::vector<Bits> operands = of_operands == kZero       ? std::vector{layout.zero()}
                               : of_operands == kDenormal ? denormals(layout)
                               : of_operands == kInfinite ? std::vector{layout.infinity()}
                                                          : std::vector{layout.canonical_nan()};
  for (Bits& operand : operands) operand |= is_negative ? layout.sign_mask() : 0;
  std::vector<Sets> of_each;
  std::size_t savers = 0;
  for (const Bits& operand : operands) {
    const std::span one(&operand, 1);
    of_each.push_back(alternatives_.loosest_permitted(one));
    savers = of_each.back().size();
    std::ranges::move(relaxed_permitted(ruling_, one), std::back_inserter(of_each.back()));
  }
  Ends ends(*ruling_.format);
  for (std::size_t place = 0; place < of_each.front().size(); ++place) {
    Sets sets;
    for (Sets& all : of_each) sets.push_back(std::move(all[place]));
    if (!ends.add(sets, place < savers)) return;
  }
  found.operands = std::move(operands);
  found.starts = ends.starts();
  for (const std::int64_t start : found.starts) found.stretches.push_back({ends.is_alike(start), false, {}});
  found.nan.is_alike = ends.is_nan_alike();
}

}  // namespace halfulp::judge
