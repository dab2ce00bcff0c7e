// SPDX-License-Identifier: Apache-2.0

// A part of operations.cpp, once for each target: takes off, by as few instructions as can be, the cases that
// pass beyond doubt. All others go to judges that know more.

#if defined(HALFULP_JUDGE_SIEVE_SKIM) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_SIEVE_SKIM
#undef HALFULP_JUDGE_SIEVE_SKIM
#else
#define HALFULP_JUDGE_SIEVE_SKIM
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "judge/sieve/floats.hpp"
#include "judge/sieve/limits.hpp"
#include "judge/sieve/lists.hpp"
#include "judge/sieve/sieve.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE::floats {

constexpr float kLeastNormal = 0x1p-126F;

/// Bits from `first` on, so many: of values of one sign, in their order, or of all sizes.
struct BitRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;

  /// least <= x < most, least positive.
  static BitRange of(float least, float most) {
    if (!(least < most)) return {};
    const auto first = std::bit_cast<std::uint32_t>(least);
    return {first, std::bit_cast<std::uint32_t>(most) - first};
  }
  [[nodiscard]] HWY_INLINE Mask contains(WordVector bits) const {
    return hn::RebindMask(Tag(), hn::Lt(hn::Sub(bits, all_bits(first)), all_bits(count)));
  }
};

/// Of either sign; denormals are none, even where the machine flushes them.
HWY_INLINE Mask is_zero(Vector x) {
  return hn::RebindMask(Tag(), hn::Eq(hn::And(bits_of(x), all_bits(0x7fffffff)), all_bits(0)));
}

HWY_INLINE IntegerVector eighths_of_binade(int count) { return hn::Set(Integers(), count * (1 << 20)); }

/// What the operands are where an operation of one operand has no value.
enum class Elsewhere : std::uint8_t { judged, nan, free };

/// Roundings that are counted where they alone explain a result: none, to nearest away from zero, toward zero too.
enum class Counted : std::uint8_t { none, away, both };

/// Which failures are told: none or, where they are many, near ones or far ones too.
enum class Failures : std::uint8_t { none, near, far };

/// How far an error up to kFar may be from what Operation_::apart_of_far() tells, or apart() of others: roundings are
/// below 2^-21 of it; of the series in the relative error, at most 2^-23 for each ULP, what is left out is 5/2 of its
/// square [reciprocal square roots].
HWY_INLINE Vector reach_of_far(Vector size, Vector margin) {
  const Vector relative = hn::MulAdd(hn::Mul(size, size), all(0x1p-44F), all(0x1p-20F));
  return hn::MulAdd(size, relative, margin);
}
static_assert(kFar.edge > kFar.most * (1 + 0x1p-20F + kFar.most * kFar.most * 0x1p-44F));

/// Which plain cases pass, and where failures are many which fail, of those that Judge::judge() tells the same of.
template <class Operation_, std::size_t kArity>
class Skim {
 public:
  explicit Skim(const Judge<Operation_, kArity>& judge)
      : cases_(judge.cases),
        rules_(judge.rules),
        most_error_(most_error(rules_)),
        failures_(failures_told(judge)),
        limits_(judge.limits.no_more_than(std::min(rules_.used_ulp, most_told()))) {
    const bool is_positive = rules_.above >= 0;
    const float least = is_positive ? std::max(rules_.least, std::nextafter(rules_.above, HUGE_VALF)) : rules_.least;
    sizes_of_x_ = is_positive ? 0xffffffff : 0x7fffffff;
    x_ = BitRange::of(least, rules_.most);
    if constexpr (kArity == 2) {
      const bool adds_flushed = kIsSum && rules_.adds_flushed;
      if (adds_flushed && !is_positive && least == kLeastNormal && x_.count != 0) {
        least_kept_ = least;
        x_ = BitRange::of(0, rules_.most);
      }
      y_ = BitRange::of(least_kept_ == 0 ? kLeastNormal : 0, HUGE_VALF);
    }
    results_ = BitRange::of(Operation_::kLeastResult, rules_.most_result);
    const ErrorRange range = failures_ == Failures::far ? kFar : ErrorRange{};
    if (results_.count > range.edge) results_.count -= range.edge;
  }

  /// Whether any may pass.
  [[nodiscard]] bool tells_any() const { return x_.count != 0 && results_.count != 0 && can_tell_away(); }

  /// Takes them off; the numbers of those that fail go to `failed`, those of the others to `others`, how many these are
  /// is returned.
  std::size_t skim(std::uint32_t* others, std::uint32_t* failed, Sifted& sifted) const {
    switch (failures_) {
      case Failures::none:
        return skim_as<Failures::none>(others, failed, sifted);
      case Failures::near:
        return skim_as<Failures::near>(others, failed, sifted);
      case Failures::far:
        return skim_as<Failures::far>(others, failed, sifted);
    }
    return 0;
  }

 private:
  static constexpr bool kIsSum = requires { requires Operation_::kIsSum; };

  /// Up to which errors in ULP pass. A relative width counts as in the ULP of the smallest value of a binade.
  static float most_error(const Rules& rules) {
    constexpr float kMost = 64;
    const float most = rules.is_relative ? rules.relative * 0x1p23F : std::max(rules.width, 0.5F);
    return std::nextafter(std::min(most, kMost), 0.0F);
  }
  static constexpr float kOfTruncated = 1;

  static Failures failures_told(const Judge<Operation_, kArity>& judge) {
    const Rules& rules = judge.rules;
    const bool deny_all = rules.denies_above == -HUGE_VALF && rules.denies_below == rules.denies_sizes_below;
    if (!rules.denies || !deny_all) return Failures::none;
    return judge.limits.has_far() ? Failures::far : Failures::near;
  }
  [[nodiscard]] float most_told() const {
    switch (failures_) {
      case Failures::far:
        return kFar.most;
      case Failures::near:
        return std::min(kMostError, rules_.used_relative * (1 - 0x1p-12F) * 0x1p23F);
      case Failures::none:
        break;
    }
    return rules_.tells_truncated ? kOfTruncated : most_error_;
  }
  /// Of the square roots and the like no side is told where they are next to exact.
  [[nodiscard]] bool can_tell_away() const { return !rules_.counts_away || (kArity == 2 && rules_.tells_away); }

  static constexpr float kMarginOfFar = [] {
    if constexpr (kArity == 1) return kMargin + Operation_::kMargin;
    return kMargin;
  }();

  /// `kIsFar`: of errors up to kFar.
  template <bool kIsFar>
  static HWY_INLINE Apart apart_of(Vector observed, Vector x, Vector y) {
    if constexpr (kIsFar && requires { Operation_::apart_of_far(observed, x, y); }) {
      return Operation_::apart_of_far(observed, x, y);
    }
    return Operation_::apart(observed, x, y);
  }

  template <Failures kFailures>
  std::size_t skim_as(std::uint32_t* others, std::uint32_t* failed, Sifted& sifted) const {
    using enum Elsewhere;
    if (rules_.tells_truncated) return skim_as<kFailures, Counted::both, judged>(others, failed, sifted);
    if (rules_.counts_away) return skim_as<kFailures, Counted::away, judged>(others, failed, sifted);
    if (kArity == 2 || !(rules_.nan_elsewhere || rules_.free_elsewhere)) {
      return skim_as<kFailures, Counted::none, judged>(others, failed, sifted);
    }
    return rules_.free_elsewhere ? skim_as<kFailures, Counted::none, free>(others, failed, sifted)
                                 : skim_as<kFailures, Counted::none, nan>(others, failed, sifted);
  }

  template <Failures kFailures, Counted kCounted, Elsewhere kElsewhere>
  std::size_t skim_as(std::uint32_t* others, std::uint32_t* failed, Sifted& sifted) const {
    constexpr std::size_t kLanes = hn::MaxLanes(Tag());
    constexpr bool kCountsAway = kCounted != Counted::none;
    constexpr bool kTellsTruncated = kCounted == Counted::both;
    constexpr bool kDenies = kFailures != Failures::none;
    constexpr bool kIsFar = kFailures == Failures::far;
    constexpr std::uint32_t kFromEnds = kIsFar ? kFar.edge : kEdge;
    constexpr bool kTellsBroken = kDenies && (kIsSum || kElsewhere == Elsewhere::nan);
    // Copies, which no store changes: what they hold stays in registers.
    const SieveCases cases = cases_;
    const LeastWorst limits = limits_;
    const BitRange operands = x_;
    const BitRange second_operands = y_;
    const BitRange results = results_;
    const Vector least_kept = all(least_kept_);
    const Mask nan_of_nan = rules_.nan_of_nan ? hn::Not(none()) : none();
    const bool has_one_limit = limits.is_one();
    const auto one_limit = all(at_most(limits.one()));
    const WordVector sizes_of_x = all_bits(sizes_of_x_);
    const Vector left_size = all(rules_.leaves_ones ? 1.0F : -1.0F);
    const Vector least_defined = all(rules_.least_defined);
    const Vector most_defined = all(rules_.most_defined);
    using Limit = std::numeric_limits<std::int32_t>;
    const IntegerVector overflow_from = rules_.overflows && rules_.tells_away
                                            ? hn::Add(binades(128), eighths_of_binade(2))
                                            : hn::Set(Integers(), Limit::max());
    const IntegerVector flushed_below =
        rules_.may_flush ? hn::Sub(binades(-126), eighths_of_binade(2)) : hn::Set(Integers(), Limit::min());
    const Vector most_error = all(most_error_);
    [[maybe_unused]] const float used_relative = rules_.used_relative;
    const Vector denies_beyond = all(rules_.denies_beyond);
    // Of sums that are not small, so that a denormal, flushed or not, is next to nothing.
    [[maybe_unused]] const Vector breaks_beyond =
        all(rules_.breaks_beside_flushed ? rules_.denies_beyond + 1 : HUGE_VALF);
    constexpr float kLargeBesideDenormals = 0x1p-90F;
    [[maybe_unused]] const Mask breaks_elsewhere = rules_.breaks_elsewhere ? hn::Not(none()) : none();
    [[maybe_unused]] const Vector denies_beyond_of_large_divisor =
        all(std::max(rules_.denies_beyond, rules_.denies_beyond_of_large_divisor));
    const Vector denies_result = all(rules_.denies_result);
    const Vector denies_sizes_below = all(rules_.denies_sizes_below);
    std::size_t count = 0;
    std::size_t failures = 0;
    std::size_t broken = 0;
    std::size_t to_nearest = 0;
    std::size_t toward_zero = 0;
    std::size_t unconstrained = 0;
    Marks marks;
    Marks failing;
    [[maybe_unused]] Marks breaking;
    std::size_t first = 0;
    const std::size_t whole = cases.count / kLanes * kLanes;
    for (std::size_t i = 0; i < whole; i += kLanes) {
      Vector x = load(cases.operands[0], i);
      Vector y = kArity == 2 ? load(cases.operands[1], i) : x;
      const Vector observed = load(cases.observed, i);
      if constexpr (kIsSum) {
        x = hn::IfThenZeroElse(hn::Lt(hn::Abs(x), least_kept), x);
        y = hn::IfThenZeroElse(hn::Lt(hn::Abs(y), least_kept), y);
      }
      const Apart apart = apart_of<kIsFar>(observed, x, y);
      Vector size = hn::Abs(apart.ulp);
      // That of errors up to kMostError is less than twice that of others.
      constexpr float kOfSize = kDenies ? 2 * kRelativeMargin : kRelativeMargin;
      constexpr float kOne = 1;
      Vector least = hn::MulSub(size, all(kOne - kOfSize), all(kMargin));
      Vector most = hn::MulAdd(size, all(kOne + kOfSize), all(kMargin));
      if constexpr (kIsFar) {
        const Vector reach = reach_of_far(size, all(kMarginOfFar));
        least = hn::Sub(size, reach);
        most = hn::Add(size, reach);
      }
      if constexpr (kArity == 2) {
        least = hn::IfThenElse(apart.is_exact, size, least);
        most = hn::IfThenElse(apart.is_exact, size, most);
      }
      Mask is_next = none();
      if constexpr (kIsSum && kTellsTruncated) {
        const Next next = Operation_::next_toward_zero(observed, x, y);
        is_next = hn::And(next.is_next, next.error.is_known_by_one);
        least = hn::IfThenElse(is_next, next.error.error, least);
        most = hn::IfThenElse(is_next, next.error.error, most);
      }
      const Vector limit = has_one_limit ? one_limit : limits.of(bits_of(load(cases.keys, i)));
      constexpr float kFirstBin = ErrorProfile::kLeastError * (1 - 0x1p-3);  // in the quarter before
      const WordVector quarters = bits_of(hn::Max(most, all(kFirstBin)));
      const WordVector differing = hn::Xor(quarters, bits_of(hn::Max(least, all(kFirstBin))));
      Mask are_operands = hn::And(operands.contains(hn::And(bits_of(x), sizes_of_x)), hn::Ne(hn::Abs(x), left_size));
      if constexpr (kArity == 2) are_operands = hn::And(are_operands, second_operands.contains(bits_of(hn::Abs(y))));
      WordVector place = Operation_::kIsOfSquare ? bits_of(observed) : bits_of(hn::Abs(observed));
      place = hn::Sub(place, all_bits(results.first + kFromEnds));
      Mask are_results = hn::And(are_operands, hn::RebindMask(Tag(), hn::Lt(place, all_bits(results.count))));
      place = hn::And(place, all_bits(0x007fffff));
      are_results = hn::And(are_results, hn::RebindMask(Tag(), hn::Lt(place, all_bits(0x00800000 - 2 * kFromEnds))));
      Mask passes = hn::And(hn::Le(most, limit), hn::RebindMask(Tag(), hn::Lt(differing, all_bits(1U << 21))));
      passes = hn::And(passes, are_results);
      if constexpr (kIsFar) {
        passes = hn::And(passes, uses_no_more(used_relative, most, hn::Sub(size_in_ulp(observed), most)));
      }
      const WordVector bins =
          hn::Sub(hn::ShiftRight<21>(quarters), all_bits(std::bit_cast<std::uint32_t>(kFirstBin) >> 21));
      Mask is_truncated = none();
      if constexpr (kTellsTruncated) {
        is_truncated =
            hn::And(hn::Gt(least, all(0.5F * (1 + 0x1p-18F))), hn::Lt(most, all(kOfTruncated * (1 - 0x1p-18F))));
        is_truncated = hn::And(hn::And(passes, hn::Or(is_truncated, is_next)), hn::Lt(apart.excess, all(0)));
        toward_zero += hn::CountTrue(Tag(), is_truncated);
      }
      Mask fails = none();
      Mask breaks = none();
      if constexpr (kDenies) {
        Vector beyond = denies_beyond;
        if constexpr (kArity == 2 && Operation_::kMayBeBySteps) {
          beyond = hn::IfThenElse(hn::Lt(hn::Abs(y), all(kLargeDivisor)), beyond, denies_beyond_of_large_divisor);
        }
        fails = hn::And(hn::Gt(least, beyond), hn::Ge(hn::Abs(observed), denies_result));
        fails = hn::And(fails, hn::And(passes, hn::Lt(hn::Abs(x), denies_sizes_below)));
        if constexpr (kArity == 2) {
          fails = hn::And(fails, hn::And(hn::Lt(hn::Abs(y), denies_sizes_below), hn::Ne(hn::Abs(y), left_size)));
        }
        if constexpr (kIsSum) {
          const Mask is_of_zero = hn::Eq(hn::Min(hn::Abs(x), hn::Abs(y)), all(0));
          breaks = hn::And(hn::And(are_results, is_of_zero), hn::Gt(least, breaks_beyond));
          breaks = hn::And(breaks, hn::And(hn::Gt(hn::Max(hn::Abs(x), hn::Abs(y)), all(0)),
                                           hn::Gt(hn::Abs(observed), all(kLargeBesideDenormals))));
          breaks = hn::AndNot(hn::Or(is_zero(load(cases.operands[0], i)), is_zero(load(cases.operands[1], i))), breaks);
          fails = hn::AndNot(is_of_zero, fails);
        }
      }
      if constexpr (kDenies || kTellsTruncated) passes = hn::And(passes, hn::Le(most, most_error));
      if constexpr (kCountsAway) to_nearest += hn::CountTrue(Tag(), hn::And(passes, hn::Gt(apart.excess, all(0))));
      if constexpr (kTellsTruncated) passes = hn::Or(passes, is_truncated);
      store_bins(hn::Or(passes, fails), bins, cases.bins + i);
      if constexpr (Operation_::kIsScaled) {
        // The bits of a size, of which the logarithm is linear between powers of two, are less than .09 binades less.
        const IntegerVector binade = Operation_::about_binade(integers_of(hn::Abs(x)), integers_of(hn::Abs(y)));
        const Mask overflows = hn::RebindMask(Tag(), hn::Gt(binade, overflow_from));
        const Mask underflows = hn::RebindMask(Tag(), hn::Lt(binade, flushed_below));
        const Vector sign = hn::And(hn::Xor(x, y), all(-0.0F));
        const Vector limit_of_range = hn::Or(sign, hn::IfThenElseZero(overflows, all(HUGE_VALF)));
        const Mask is_limit = hn::And(are_operands, are_same_bits(observed, limit_of_range));
        const Mask beyond = hn::And(is_limit, hn::Or(overflows, underflows));
        if constexpr (kCountsAway) to_nearest += hn::CountTrue(Tag(), hn::And(is_limit, overflows));
        passes = hn::Or(passes, beyond);
      }
      if constexpr (kElsewhere != Elsewhere::judged) {
        Mask elsewhere = hn::Or(hn::Lt(x, least_defined), hn::Gt(x, most_defined));
        elsewhere = hn::And(elsewhere, is_normal(x));
        if constexpr (kElsewhere == Elsewhere::nan) {
          if constexpr (kTellsBroken) breaks = hn::And(hn::AndNot(hn::IsNaN(observed), elsewhere), breaks_elsewhere);
          elsewhere = hn::And(elsewhere, hn::IsNaN(observed));
        }
        if constexpr (kElsewhere == Elsewhere::free) unconstrained += hn::CountTrue(Tag(), elsewhere);
        passes = hn::Or(passes, elsewhere);
      }
      Mask any_nan = hn::IsNaN(x);
      if constexpr (kArity == 2) any_nan = hn::Or(any_nan, hn::IsNaN(y));
      passes = hn::Or(passes, hn::And(hn::And(any_nan, hn::IsNaN(observed)), nan_of_nan));
      if constexpr (kDenies) failing.set(fails, i - first);
      if constexpr (kTellsBroken) breaking.set(breaks, i - first);
      marks.set(hn::Not(hn::Or(passes, hn::Or(fails, breaks))), i - first);
      if (const std::size_t marked = i + kLanes - first; marked == Marks::kMost || i + kLanes == whole) {
        if constexpr (kDenies) failing.list(first, marked, failed, failures);
        if constexpr (kTellsBroken) breaking.list(first, marked, cases.broken, broken);
        marks.list(first, marked, others, count);
        first += marked;
      }
    }
    for (std::size_t i = whole; i < cases.count; ++i) others[count++] = static_cast<std::uint32_t>(i);
    sifted.failed += failures;
    sifted.broken += broken;
    sifted.to_nearest += to_nearest;
    sifted.toward_zero += toward_zero;
    sifted.unconstrained += unconstrained;
    return count;
  }

  SieveCases cases_;
  Rules rules_;
  float most_error_;
  Failures failures_;
  LeastWorst limits_;
  std::uint32_t sizes_of_x_;
  float least_kept_ = 0;  ///< smaller operands count as 0
  BitRange x_;
  BitRange y_;
  BitRange results_;
};

/// Tells cases whose numbers are the first `count` of `others` by judge.judge(i); the same as sift_mixed(). A judge
/// that kGivesUp is asked no more where it tells less than half of the first, of a device of many failures a quarter.
template <std::size_t kArity, class Judge>
std::size_t sift_listed(const Judge& of_all, std::size_t count, std::uint32_t* others, std::uint32_t* failed,
                        Sifted& sifted) {
  constexpr std::size_t kLanes = hn::MaxLanes(Tag());
  Judge judge = of_all;
  Listed<kArity> listed(judge.cases);
  judge.cases = listed.cases;
  judge.limits.bring(listed.cases.keys);
  std::size_t left = 0;
  constexpr bool kGivesUp = requires { requires Judge::kGivesUp; };
  constexpr std::size_t kTried = kGivesUp ? 32 : listed.kMost;
  std::size_t now = std::min(kTried, count);
  for (std::size_t first = 0; first < count; first += now, now = std::min(listed.kMost, count - first)) {
    listed.bring(others + first, now);
    if constexpr (requires { judge.bring(listed.padded); }) judge.bring(listed.padded);
    for (std::size_t j = 0; j < now; j += kLanes) {
      const Told told = judge.judge(j);
      const Mask lanes = hn::FirstN(Tag(), now - j);
      [[maybe_unused]] const auto list_saved = [&](Mask saved, Saving saving) HWY_ATTR {
        append_of(hn::And(saved, lanes), listed.numbers + j, judge.cases.saved_by(saving), sifted.saved_by(saving));
      };
      store_bins(told.measured, told.bins, listed.cases.bins + j);
      sifted.to_nearest += hn::CountTrue(Tag(), hn::And(hn::And(told.to_nearest, told.told), lanes));
      sifted.toward_zero += hn::CountTrue(Tag(), hn::And(told.toward_zero, lanes));
      sifted.unconstrained += hn::CountTrue(Tag(), hn::And(told.free, lanes));
      append_of(hn::And(told.fails, lanes), listed.numbers + j, failed, sifted.failed);
      if constexpr (requires { requires Judge::kSaves; }) {
        list_saved(told.saved, Saving::other_body);
      }
      if constexpr (requires { requires Judge::kSavesByUlp; }) {
        list_saved(told.by_muller_b, Saving::muller_b);
        list_saved(told.by_goldberg, Saving::goldberg_of_result);
        list_saved(told.by_bit_steps, Saving::bit_steps);
      }
      append_of(hn::AndNot(told.told, lanes), listed.numbers + j, others, left);
    }
    listed.give_back_bins();
    if (kGivesUp && first == 0 && left > now - now / (of_all.cases.expects_failures ? 4 : 2)) {
      return static_cast<std::size_t>(std::copy(others + now, others + count, others + left) - others);
    }
  }
  return left;
}

/// The same of a judge that is asked only where a device leaves more than one case of so many, as no good one does.
template <std::size_t kArity, class Judge>
std::size_t sift_many_listed(const Judge& judge, std::size_t count, std::uint32_t* others, std::uint32_t* failed,
                             Sifted& sifted) {
  const std::size_t parts = judge.cases.expects_failures ? 128 : 32;
  return count > judge.cases.count / parts ? sift_listed<kArity>(judge, count, others, failed, sifted) : count;
}

/// Tells cases by a judge that can leave failures. Where these are many, hardly a vector is without one: they are
/// brought together.
template <std::size_t kArity, class Judge>
std::size_t sift_in_two_steps(const Judge& judge, std::uint32_t* others, std::uint32_t* failed, Sifted& sifted) {
  if (!judge.cases.expects_failures) return sift(judge, others, failed, sifted);
  Judge of_passes = judge;
  of_passes.leave_failures();
  const std::size_t count = sift(of_passes, others, failed, sifted);
  return sift_listed<kArity>(judge, count, others, failed, sifted);
}

}  // namespace halfulp::judge::HWY_NAMESPACE::floats
HWY_AFTER_NAMESPACE();

#endif
