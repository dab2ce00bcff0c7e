// SPDX-License-Identifier: Apache-2.0

// A part of operations.cpp, once for each target: operations whose results have no error, but for fractions of
// negative operands: roundings, remainders, selections and comparisons.

#if defined(HALFULP_JUDGE_SIEVE_EXACT) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_SIEVE_EXACT
#undef HALFULP_JUDGE_SIEVE_EXACT
#else
#define HALFULP_JUDGE_SIEVE_EXACT
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "halfulp/operation.hpp"
#include "judge/sieve/doubles.hpp"
#include "judge/sieve/floats.hpp"
#include "judge/sieve/limits.hpp"
#include "judge/sieve/measured.hpp"
#include "judge/sieve/run.hpp"
#include "judge/sieve/sieve.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

/// Whether what is observed is a zero of a sign that passes as the exact result of such an operand.
HWY_INLINE floats::Mask is_permitted_zero(const SieveRules& rules, FloatVector operand, FloatVector observed) {
  const floats::Mask is_zero = hn::Eq(observed, floats::all(0));
  const floats::Mask minus = hn::And(is_zero, floats::has_sign(observed));
  const floats::Mask plus = hn::AndNot(floats::has_sign(observed), is_zero);
  const auto zeros = [&](const bool(&permitted)[2]) HWY_ATTR {
    return hn::Or(permitted[0] ? plus : floats::none(), permitted[1] ? minus : floats::none());
  };
  const floats::Mask negative = floats::has_sign(operand);
  return hn::Or(hn::And(negative, zeros(rules.zeros[1])), hn::AndNot(negative, zeros(rules.zeros[0])));
}

/// Neither zero, infinity nor NaN.
HWY_INLINE floats::Mask is_finite_value(FloatVector x) { return hn::And(hn::Ne(x, floats::all(0)), hn::IsFinite(x)); }

/// A judge that compares in binary32 alone.
template <class InFloats, std::size_t kArity>
Sifted sift_in_floats(const SieveRules& rules, const SieveCases& cases, std::size_t some, std::uint32_t* left,
                      std::uint32_t* failed) {
  Sifted sifted;
  std::size_t others = some;
  if (some == 0) {
    const InFloats judge(rules, cases);
    if constexpr (requires(InFloats one) { one.leave_failures(); }) {
      others = floats::sift_in_two_steps<kArity>(judge, left, failed, sifted);
    } else {
      others = floats::sift(judge, left, failed, sifted);
    }
  }
  leave_untold(rules, cases, kArity, others, left, sifted);
  return sifted;
}

/// Results without an error, where binades had one before.
class WithoutError {
 public:
  WithoutError(const SieveRules& all_rules, const SieveCases& all_cases)
      : rules(all_rules), cases(all_cases), limits(cases, kInfinity) {}
  SieveRules rules;
  SieveCases cases;
  floats::Limits limits;

  void leave_failures() { leaves_failures_ = true; }

 protected:
  [[nodiscard]] HWY_INLINE floats::Told told(floats::Mask passes, std::size_t i) const {
    return without_error(limits.permitted(passes, floats::all(0), i));
  }
  static HWY_INLINE floats::Told without_error(floats::Mask known) {
    return {known, known, floats::none(), floats::none(), floats::all_bits(0)};
  }

  /// Which of the candidates that do not pass fail: those with a known error that is no larger than those before, and
  /// infinities and NaN. What may be a flushed result, or a zero of the wrong sign, is left.
  HWY_INLINE void tell_failures(floats::Mask candidates, FloatVector exact, FloatVector observed, std::size_t i,
                                floats::Told& told) const {
    if (!rules.permits_exact_alone || leaves_failures_) return;
    candidates = hn::AndNot(told.told, candidates);
    if (!cases.expects_failures && hn::AllFalse(floats::Tag(), candidates)) return;
    const FloatVector size = hn::Abs(exact);
    const floats::Mask is_zero = hn::Eq(exact, floats::all(0));
    // No zeros where a flush may leave these.
    const FloatVector least =
        hn::IfThenElse(hn::Eq(observed, floats::all(0)), floats::all(0x1p-125F), floats::all(0x1.000002p-126F));
    const floats::Mask is_value = hn::And(hn::Ge(size, least), hn::Lt(size, floats::all(HUGE_VALF)));
    candidates = hn::And(candidates, hn::AndNot(hn::Eq(observed, exact), hn::Or(is_value, is_zero)));
    // Exact where either operand is what the other and it make [Dekker's FastTwoSum].
    const FloatVector difference = hn::Sub(observed, exact);
    const FloatVector apart = hn::Abs(difference);
    const floats::Mask is_known =
        hn::And(hn::Eq(hn::Sub(observed, difference), exact), hn::Eq(hn::Add(exact, difference), observed));
    // Of a power of two an ULP is the smaller gap beside it, of 0 the least denormal.
    const auto fraction = hn::And(floats::bits_of(exact), floats::all_bits(0x007fffff));
    const floats::Mask is_power = hn::RebindMask(floats::Tag(), hn::Eq(fraction, hn::Zero(floats::Words())));
    const FloatVector of_power = hn::IfThenElse(is_zero, floats::all(0.5F), floats::all(2));
    constexpr float kLarge = 0x1p127F;  // the inverse of whose binade is no normal value
    const FloatVector most_size = floats::all(std::nextafter(kLarge, 0.0F));
    const FloatVector of_binade = hn::IfThenElse(hn::Ge(size, floats::all(kLarge)), floats::all(0.5F), floats::all(1));
    const FloatVector inverse = hn::Mul(floats::inverse_binade(hn::Min(size, most_size)),
                                        hn::Mul(of_binade, hn::IfThenElse(is_power, of_power, floats::all(1))));
    const FloatVector error = floats::in_ulp(apart, inverse);
    const floats::Mask is_exact = hn::And(is_known, hn::Lt(error, floats::all(HUGE_VALF)));
    floats::Mask measured = limits.permitted(hn::And(candidates, is_exact), error, i);
    const floats::Mask others = hn::AndNot(measured, hn::And(candidates, hn::IsFinite(apart)));
    if (!hn::AllFalse(floats::Tag(), others)) {
      const FloatVector least_error = hn::Mul(error, floats::all(1 - 0x1p-22F));
      const FloatVector most_error = hn::Mul(error, floats::all(1 + 0x1p-22F));
      const floats::Mask is_sure = floats::is_sure_and_no_worse(limits, least_error, most_error, apart, inverse, i);
      measured = hn::Or(measured, hn::And(others, is_sure));
    }
    told.fails = hn::Or(measured, hn::AndNot(hn::IsFinite(observed), candidates));
    told.told = hn::Or(told.told, told.fails);
    told.measured = hn::Or(told.measured, measured);
    told.bins = hn::IfThenElse(hn::RebindMask(floats::Words(), measured), floats::bins_of_any(error), told.bins);
  }

 private:
  bool leaves_failures_ = false;
};

/// Where the kind of an instruction gives one value, exact.
template <class Operation_>
struct Exact : WithoutError {
  using WithoutError::WithoutError;
  [[nodiscard]] HWY_INLINE floats::Told judge(std::size_t i) const {
    const FloatVector x = floats::load(cases.operands[0], i);
    const FloatVector exact = Operation_::of(x);
    const FloatVector observed = floats::load(cases.observed, i);
    const floats::Mask is_zero = hn::Eq(exact, floats::all(0));
    const floats::Mask is_right =
        hn::And(hn::Eq(observed, exact), hn::Or(hn::Not(is_zero), is_permitted_zero(rules, x, observed)));
    const floats::Mask is_told = hn::And(floats::is_normal(x), Operation_::is_exact(x, exact));
    floats::Told all = told(hn::And(is_told, is_right), i);
    tell_failures(is_told, exact, observed, i, all);
    return all;
  }

  [[nodiscard]] floats::Steadily steadily() const {
    const bool is_known = limits.binade().exists() && limits.one() >= 0;
    return is_known ? floats::Steadily::by_error : floats::Steadily::no;
  }
  template <floats::Steadily kHow>
  [[nodiscard]] HWY_INLINE floats::Told judge_steadily(std::size_t i) const {
    const FloatVector x = floats::load(cases.operands[0], i);
    const FloatVector exact = Operation_::of(x);
    const FloatVector observed = floats::load(cases.observed, i);
    const floats::Mask is_told = Operation_::is_exact(x, exact);
    floats::Mask passes = hn::And(hn::Eq(observed, exact), is_told);
    const bool(&zeros)[2] = rules.zeros[limits.binade().is_negative()];
    if (!zeros[0]) passes = hn::AndNot(floats::are_same_bits(observed, floats::all(0.0F)), passes);
    if (!zeros[1]) passes = hn::AndNot(floats::are_same_bits(observed, floats::all(-0.0F)), passes);
    floats::Told all = without_error(passes);
    tell_failures(is_told, exact, observed, i, all);
    return all;
  }
};

/// |x| modulo |y| of values of binary32 that are no zeros, exactly, of two vectors side by side: the steps of one wait
/// for each other. Each step takes away a whole multiple of |y| * 2^k, less than 2^(kStep + 1) times it, by an FMA:
/// what is left is less than two of these, a multiple of their last bit, and so exact. The reciprocal is less than it
/// is by some roundings, so that no quotient is too large, nor more than one too small.
struct TwoRemainders {
  static constexpr int kStep = 48;
  static constexpr int kFirst = kStep - 1;  ///< from one exponent to the other, so that the first is no larger

  HWY_INLINE TwoRemainders(DoubleVector x0, DoubleVector y0, DoubleVector x1, DoubleVector y1)
      : rest{hn::Abs(x0), hn::Abs(x1)} {
    const DoubleVector divisor[2] = {hn::Abs(y0), hn::Abs(y1)};
    DoubleVector reciprocal[2];
    hn::VFromD<Signed> shift[2];  // k, where an exponent is
    for (const int v : {0, 1}) {
      reciprocal[v] = hn::Mul(hn::Div(all(1), divisor[v]), all(1 - 0x1p-51));
      const LongVector apart = hn::Sub(bits_of(binade_of(rest[v])), bits_of(binade_of(divisor[v])));
      shift[v] = less(hn::BitCast(Signed(), apart), kFirst);
    }
    for (;;) {
      for (const int v : {0, 1}) {
        const LongVector k = hn::BitCast(Longs(), shift[v]);
        const DoubleVector multiple = doubles_of(hn::Add(bits_of(divisor[v]), k));
        const DoubleVector inverse = doubles_of(hn::Sub(bits_of(reciprocal[v]), k));
        rest[v] = hn::NegMulAdd(hn::Floor(hn::Mul(rest[v], inverse)), multiple, rest[v]);
      }
      const auto most_shift = hn::Or(shift[0], shift[1]);
      if (hn::AllTrue(Signed(), hn::Eq(most_shift, hn::Zero(Signed())))) break;
      for (const int v : {0, 1}) shift[v] = less(shift[v], kStep);
    }
    for (const int v : {0, 1}) {
      const DoubleMask is_one_more = hn::Ge(rest[v], divisor[v]);
      rest[v] = hn::Sub(rest[v], hn::IfThenElseZero(is_one_more, divisor[v]));
    }
  }

  DoubleVector rest[2];

 private:
  static HWY_INLINE hn::VFromD<Signed> less(hn::VFromD<Signed> shift, std::int64_t by) {
    return hn::Max(hn::Sub(shift, hn::Set(Signed(), by << 52)), hn::Zero(Signed()));
  }
};

/// x - y * trunc(x / y) by steps, of which RemainderSteps tells, of normal operands. Sizes are compared by their bits,
/// whose difference tells how many binades the quotient has.
class RemainderByFormula {
 public:
  HWY_INLINE RemainderByFormula(FloatVector x, FloatVector y)
      : x_(hn::Abs(x)), y_(hn::Abs(y)), quotient_(hn::Sub(floats::integers_of(x_), floats::integers_of(y_))) {}

  /// Whether a normal value other than x modulo y is none that steps give. Where the quotient is plainly below 1 these
  /// give x; where it is 1 or more the product is 0 or between half of x and 2 x, so that nothing is lost of the
  /// difference, which is a multiple of half an ULP of x.
  [[nodiscard]] HWY_INLINE floats::Mask is_beyond(FloatVector observed) const {
    const floats::Mask is_below_one = hn::Lt(x_, hn::Mul(y_, floats::all(0.99F)));
    const floats::Mask is_above =
        hn::And(hn::And(is_from(0), hn::Not(is_from(127))), hn::Lt(x_, floats::all(0x1p127F)));
    // In these halves; what is far below one of them, or beyond all, counts as a part of one.
    const auto binade_of_x = hn::And(floats::integers_of(x_), floats::binades(255));
    const auto from_binade = hn::Sub(floats::integers_of(hn::Abs(observed)), binade_of_x);
    const auto in_halves = hn::Max(hn::Add(from_binade, floats::binades(127 + 24)), floats::binades(126));
    const FloatVector halves = hn::BitCast(floats::Tag(), in_halves);
    return hn::Or(is_below_one, hn::And(is_above, hn::Ne(hn::Round(halves), halves)));
  }
  /// Whether the quotient is beyond all values.
  [[nodiscard]] HWY_INLINE floats::Mask overflows() const { return is_from(128); }

 private:
  /// So many binades.
  [[nodiscard]] HWY_INLINE floats::Mask is_from(int binades) const {
    return hn::Not(hn::RebindMask(floats::Tag(), hn::Lt(quotient_, floats::binades(binades))));
  }

  FloatVector x_;
  FloatVector y_;
  floats::IntegerVector quotient_;
};

/// fmod, whose results are exact.
struct Remainder : WithoutError {
  static constexpr bool kSaves = true;

  using WithoutError::WithoutError;
  [[nodiscard]] HWY_INLINE floats::Told judge(std::size_t i) const {
    const FloatVector x = floats::load(cases.operands[0], i);
    const FloatVector y = floats::load(cases.operands[1], i);
    const FloatVector observed = floats::load(cases.observed, i);
    floats::Mask are_taken = hn::And(floats::is_normal(x), floats::is_normal(y));
    if (rules.takes_denormals) are_taken = hn::And(is_finite_value(x), is_finite_value(y));
    // Others are left; ones end at once.
    const FloatVector dividend = hn::IfThenElse(are_taken, x, floats::all(1));
    const FloatVector divisor = hn::IfThenElse(are_taken, y, floats::all(1));
    const auto lower = [](FloatVector v) HWY_ATTR { return hn::PromoteTo(Doubles(), hn::LowerHalf(Floats(), v)); };
    const auto upper = [](FloatVector v) HWY_ATTR { return hn::PromoteTo(Doubles(), hn::UpperHalf(Floats(), v)); };
    const TwoRemainders both(lower(dividend), lower(divisor), upper(dividend), upper(divisor));
    const FloatVector size =
        hn::Combine(floats::Tag(), hn::DemoteTo(Floats(), both.rest[1]), hn::DemoteTo(Floats(), both.rest[0]));
    const floats::Mask is_zero = hn::Eq(size, floats::all(0));
    const floats::Mask is_denormal = hn::AndNot(is_zero, hn::Lt(size, floats::all(0x1p-126F)));
    floats::Mask passes = hn::AndNot(is_zero, hn::Eq(observed, hn::CopySign(size, x)));
    if (!rules.may_keep_results) passes = hn::AndNot(is_denormal, passes);
    passes = hn::Or(passes, hn::And(is_zero, is_permitted_zero(rules, x, observed)));
    floats::Told measured = told(hn::And(passes, are_taken), i);
    if (rules.may_flush_results) {
      const floats::Mask is_flushed = floats::are_same_bits(observed, hn::CopySign(floats::all(0), x));
      measured.told = hn::Or(measured.told, hn::And(hn::And(is_denormal, is_flushed), are_taken));
    }
    if (rules.permits_exact_alone) tell_others(x, y, hn::CopySign(size, x), observed, i, measured);
    return measured;
  }

 private:
  /// Results that are not exact, of normal operands, fail. Where a reading has fmod be x - y * trunc(x / y), they do
  /// where no steps of that give them, and pass where the quotient overflows, of which it permits anything.
  HWY_INLINE void tell_others(FloatVector x, FloatVector y, FloatVector exact, FloatVector observed, std::size_t i,
                              floats::Told& told) const {
    floats::Mask others = hn::AndNot(told.told, hn::And(floats::is_normal(x), floats::is_normal(y)));
    others = hn::And(hn::AndNot(hn::Eq(observed, exact), others), floats::is_normal(observed));
    if (!cases.expects_failures && hn::AllFalse(floats::Tag(), others)) return;
    const RemainderByFormula formula(x, y);
    const floats::Mask fails = rules.may_take_steps ? hn::And(others, formula.is_beyond(observed)) : others;
    tell_failures(fails, exact, observed, i, told);
    if (!rules.steps_save_overflow) return;
    told.saved = hn::And(others, formula.overflows());
    told.told = hn::Or(told.told, told.saved);
  }
};

struct Rounding {
  template <class V>
  static HWY_INLINE auto is_exact(V /*x*/, V result) {
    return hn::Eq(result, result);
  }
};
struct RoundEven : Rounding {
  template <class V>
  static HWY_INLINE V of(V x) {
    return hn::Round(x);
  }
};
struct RoundDown : Rounding {
  template <class V>
  static HWY_INLINE V of(V x) {
    return hn::Floor(x);
  }
};
struct RoundUp : Rounding {
  template <class V>
  static HWY_INLINE V of(V x) {
    return hn::Ceil(x);
  }
};
struct RoundTowardZero : Rounding {
  template <class V>
  static HWY_INLINE V of(V x) {
    return hn::Trunc(x);
  }
};
struct RoundAway : Rounding {
  template <class V>
  static HWY_INLINE V of(V x) {
    const V below = hn::Trunc(x);
    const auto is_half = hn::Ge(hn::Abs(hn::Sub(x, below)), floats::all(0.5F));
    return hn::CopySign(hn::Add(hn::Abs(below), hn::IfThenElseZero(is_half, floats::all(1))), x);
  }
};
struct PartBelowOne : Rounding {
  template <class V>
  static HWY_INLINE V of(V x) {
    return hn::CopySign(hn::Sub(x, hn::Trunc(x)), x);
  }
};
struct Significand : Rounding {
  static HWY_INLINE FloatVector of(FloatVector x) {
    const auto fraction = hn::And(floats::bits_of(x), floats::all_bits(0x807fffff));
    return floats::floats_of(hn::Or(fraction, floats::all_bits(0x3f000000)));
  }
};
struct Fraction {
  template <class V>
  static HWY_INLINE V of(V x) {
    return hn::Sub(x, hn::Floor(x));
  }
  /// Where no rounding took place, the integer and the fraction make x again [Dekker's FastTwoSum].
  template <class V>
  static HWY_INLINE auto is_exact(V x, V result) {
    return hn::Eq(hn::Add(result, hn::Floor(x)), x);
  }
};

/// frc, whose results are rounded for negative operands.
struct Fractions {
  static constexpr std::size_t kArity = 1;
  static constexpr bool kIsCompared = false;
  static constexpr double kNear = 0x1p-25;  ///< where operands of that size or less have results next to 1

  static std::size_t sift_plainly(const SieveRules& rules, const SieveCases& cases, std::uint32_t* others,
                                  std::uint32_t* failed, Sifted& sifted) {
    return floats::sift_in_two_steps<kArity>(InFloats(rules, cases), others, failed, sifted);
  }

  /// Results without an error; in one negative binade also those next to 1, and rounded ones. Their errors in binary32
  /// are those in double.
  struct InFloats : Exact<Fraction> {
    InFloats(const SieveRules& all_rules, const SieveCases& all_cases)
        : Exact(all_rules, all_cases), tells_away_(!rules.rounds_either_way || cases.counts_to_nearest) {
      const floats::OneBinade& binade = limits.binade();
      if (!binade.exists() || rules.inside.absolute > 0 || rules.inside.relative > 0) return;
      double worst = cases.worst[binade.number()];
      if (rules.inside.ulp > 0) worst = std::min(worst, cases.used[0]);
      limit_ = at_most(worst);
      least_below_one_ = floats::at_least(1 - worst);  // where 1 less so much is no more than `worst`
      is_near_ = binade.is_negative() && binade.least() > -kNear;
      is_rounded_ = -0.5 < binade.least() && binade.most() < -kNear;
    }

    [[nodiscard]] floats::Steadily steadily() const {
      return is_near_ || is_rounded_ ? floats::Steadily::by_error : Exact::steadily();
    }
    template <floats::Steadily kHow>
    [[nodiscard]] HWY_INLINE floats::Told judge_steadily(std::size_t i) const {
      if (is_near_) return judge_near(i);
      return is_rounded_ ? judge_rounded(i) : Exact::judge_steadily<kHow>(i);
    }

   private:
    /// Between the last value below 1 and 1, where an ULP is 2^-24.
    [[nodiscard]] HWY_INLINE floats::Told judge_near(std::size_t i) const {
      const FloatVector below_one = hn::Mul(floats::load(cases.operands[0], i), floats::all(-0x1p24F));
      const FloatVector observed = floats::load(cases.observed, i);
      const floats::Mask is_one = hn::Eq(observed, floats::all(1));
      const floats::Mask is_last = hn::Eq(observed, floats::all(kLastBelowOne));
      floats::Mask passes = floats::none();
      if (rules.rounded_to_one) passes = hn::And(is_one, hn::Le(below_one, floats::all(limit_)));
      if (rules.last_below_one) {
        passes = hn::Or(passes, hn::And(is_last, hn::Ge(below_one, floats::all(least_below_one_))));
      }
      // In double it is 1 where what is taken from 1 is 2^-54 or less.
      const FloatVector rest = hn::Sub(floats::all(1), below_one);
      const floats::Mask is_small = hn::Lt(below_one, floats::all(0x1p-24F));
      const floats::Mask is_none = hn::Le(below_one, floats::all(0x1p-54F));
      FloatVector of_last = hn::IfThenElse(is_none, rest, hn::Min(rest, floats::all(kLastBelowOne)));
      const FloatVector lost = hn::IfThenZeroElse(is_small, floats::all(0x1p-24F));
      const floats::WordVector bins = floats::bins_of(hn::IfThenElse(is_one, below_one, hn::Sub(of_last, lost)));
      const floats::WordVector most_bins = floats::bins_of(hn::IfThenElse(is_one, below_one, hn::Add(of_last, lost)));
      passes = hn::And(passes, hn::RebindMask(floats::Tag(), hn::Eq(bins, most_bins)));
      return told(passes, rules.one_is_by_nearest ? is_one : floats::none(), bins);
    }

    /// Between 1/2 and 1.
    [[nodiscard]] HWY_INLINE floats::Told judge_rounded(std::size_t i) const {
      const FloatVector x = floats::load(cases.operands[0], i);
      const FloatVector observed = floats::load(cases.observed, i);
      const FloatVector one = floats::all(1);
      const FloatVector sum = hn::Add(x, one);
      const FloatVector rest = rest_of_sum(x, one, sum);
      const FloatVector error = hn::Abs(hn::Mul(rest, floats::all(0x1p24F)));
      const floats::Mask is_right = hn::And(hn::Eq(observed, sum), hn::Lt(observed, one));
      return told(hn::And(is_right, hn::Le(error, floats::all(limit_))), hn::Lt(rest, floats::all(0)),
                  floats::bins_of(error));
    }

    [[nodiscard]] HWY_INLINE floats::Told told(floats::Mask passes, floats::Mask is_away,
                                               floats::WordVector bins) const {
      const floats::Mask to_nearest = rules.rounds_either_way ? hn::And(passes, is_away) : floats::none();
      if (!tells_away_) passes = hn::AndNot(to_nearest, passes);
      return {passes, passes, floats::none(), to_nearest, bins};
    }

    static constexpr float kLastBelowOne = 1 - 0x1p-24F;
    bool tells_away_;
    bool is_near_ = false;
    bool is_rounded_ = false;
    float limit_ = -1;
    float least_below_one_ = HUGE_VALF;
  };

  static HWY_INLINE Verdicts judge(const SieveRules& rules, const SieveCases& cases, std::size_t i) {
    const DoubleVector x = load(cases.operands[0], i);
    const DoubleVector observed = load(cases.observed, i);
    // Multiples of 2^-48.
    const DoubleMask is_far = hn::And(is_normal(x), hn::Lt(x, all(-kNear)));
    const DoubleVector exact = Fraction::of(x);
    const DoubleVector rounded = to_float(exact);
    const Measured measured(observed, exact);
    const Domain domain(rules, x);
    DoubleMask passes = hn::And(is_far, hn::And(hn::Eq(observed, rounded), hn::Not(is_power_of_two(rounded))));
    passes = hn::And(passes, is_no_worse(measured, rules, domain, cases, i));
    DoubleMask to_nearest = hn::And(passes, hn::Gt(rounded, exact));

    // Between the last value below 1 and 1, where an ULP is 2^-24.
    const DoubleMask is_near = hn::And(is_normal(x), is_between(x, -kNear, 0));
    const DoubleVector below_one = hn::Mul(x, all(-0x1p24));
    const DoubleMask is_one = hn::Eq(observed, all(1));
    const DoubleMask is_last = hn::Eq(observed, all(1 - 0x1p-24));
    const DoubleVector error = hn::IfThenElse(is_one, below_one, hn::Sub(all(1), below_one));
    DoubleMask near_passes = rules.last_below_one ? is_last : none();
    if (rules.rounded_to_one) near_passes = hn::Or(near_passes, is_one);
    near_passes = hn::And(hn::And(near_passes, is_near), hn::Le(error, worst_at(cases, i)));
    if (rules.inside.ulp > 0) near_passes = hn::And(near_passes, hn::Le(error, all(cases.used[0])));
    if (rules.one_is_by_nearest) to_nearest = hn::Or(to_nearest, hn::And(near_passes, is_one));
    passes = hn::Or(passes, near_passes);

    if (!rules.rounds_either_way) to_nearest = none();
    if (!cases.counts_to_nearest) passes = hn::AndNot(to_nearest, passes);
    LongVector bins = hn::IfThenElse(hn::RebindMask(Longs(), is_near), bins_of(error), measured.bins);
    DoubleMask fails = none();
    DoubleMask has_error = passes;
    if (rules.permits_exact_alone) {
      // As Quick has it; the very double that it computes.
      const DoubleVector reach =
          hn::IfThenElse(is_near, all(0x1p-24), all(rules.permits_nearest_alone ? 0x1p-25 : 0x1p-24));
      const DoubleVector apart = hn::Abs(hn::Sub(hn::Sub(observed, all(1)), x));
      const DoubleMask is_value = hn::And(hn::Eq(rounded, exact), hn::Lt(rounded, all(1)));
      const DoubleMask is_beyond = hn::AndNot(hn::Le(apart, reach), hn::And(is_normal(x), hn::Not(is_value)));
      const DoubleVector far = hn::Mul(apart, all(0x1p24));
      const DoubleMask is_finite = hn::IsFinite(observed);
      const DoubleMask is_measured = hn::And(hn::And(is_beyond, is_finite), hn::Le(far, worst_at(cases, i)));
      fails = hn::Or(is_measured, hn::AndNot(is_finite, is_beyond));
      has_error = hn::Or(has_error, is_measured);
      bins = hn::IfThenElse(hn::RebindMask(Longs(), is_measured), bins_of(far), bins);
    }
    return {passes, none(), to_nearest, fails, has_error, bins};
  }
};

/// What operands of selections and comparisons are to IEEE 754: flushed where they must be.
struct Selected {
  HWY_INLINE Selected(const SieveRules& rules, FloatVector operand)
      : is_normal(floats::is_normal(operand)),
        is_denormal(floats::is_denormal(operand)),
        is_taken(is_normal),
        value(operand) {
    if (!rules.treats_specials_plainly) return;
    if (rules.flushes) {
      is_taken = hn::Not(floats::none());
      value = floats::flushed(operand);
    } else {
      is_taken = hn::Not(is_denormal);
    }
  }
  floats::Mask is_normal;
  floats::Mask is_denormal;
  floats::Mask is_taken;
  FloatVector value;
};

/// The number, the smaller or larger of two; of two zeros none is told.
template <bool kLess>
struct Selection : WithoutError {
  using WithoutError::WithoutError;
  [[nodiscard]] HWY_INLINE floats::Told judge(std::size_t i) const {
    const FloatVector first = floats::load(cases.operands[0], i);
    const FloatVector second = floats::load(cases.operands[1], i);
    const Selected x(rules, first);
    const Selected y(rules, second);
    const FloatVector observed = floats::load(cases.observed, i);
    FloatVector selected = kLess ? hn::Min(x.value, y.value) : hn::Max(x.value, y.value);
    selected = hn::IfThenElse(hn::IsNaN(x.value), y.value, selected);
    selected = hn::IfThenElse(hn::IsNaN(y.value), x.value, selected);
    const floats::Mask are_nan = hn::And(hn::IsNaN(selected), hn::IsNaN(observed));
    floats::Mask passes = hn::Or(floats::are_same_bits(observed, selected), are_nan);
    const floats::Mask are_zeros = hn::Eq(hn::Max(hn::Abs(x.value), hn::Abs(y.value)), floats::all(0));
    passes = hn::AndNot(are_zeros, hn::And(passes, hn::And(x.is_taken, y.is_taken)));
    floats::Told finite = told(hn::And(passes, hn::IsFinite(selected)), i);
    finite.told = hn::Or(finite.told, hn::AndNot(hn::IsFinite(selected), passes));
    if (cases.expects_failures) {
      // A denormal is chosen, or not, as its zero is.
      const floats::Mask are_numbers = hn::And(is_finite_value(first), is_finite_value(second));
      tell_failures(hn::And(are_numbers, floats::is_normal(selected)), selected, observed, i, finite);
    }
    return finite;
  }
};

/// Comparisons of IEEE 754, of operands that are flushed where they must be, and denormal ones elsewhere.
template <Operation kOperation>
struct Comparison {
  SieveRules rules;
  SieveCases cases;
  bool takes_all;  ///< whatever the operands are

  Comparison(const SieveRules& all_rules, const SieveCases& all_cases)
      : rules(all_rules),
        cases(all_cases),
        takes_all(rules.treats_specials_plainly && (rules.flushes || rules.takes_denormals)) {}
  [[nodiscard]] HWY_INLINE floats::Told judge(std::size_t i) const {
    const Selected x(rules, floats::load(cases.operands[0], i));
    const Selected y(rules, floats::load(cases.operands[1], i));
    const FloatVector truth = hn::VecFromMask(floats::Tag(), compare(x.value, y.value));
    const floats::Mask is_right = floats::are_same_bits(floats::load(cases.observed, i), truth);
    const floats::Mask passes = takes_all ? is_right : hn::And(hn::And(x.is_taken, y.is_taken), is_right);
    floats::Told told{passes, floats::none(), floats::none(), floats::none(), floats::all_bits(0)};
    if (rules.permits_exact_alone && cases.expects_failures) {
      floats::Mask are_stated = hn::And(x.is_normal, y.is_normal);
      if (rules.states_all_comparisons) are_stated = hn::Not(hn::Or(x.is_denormal, y.is_denormal));
      told.fails = hn::AndNot(is_right, are_stated);
      told.told = hn::Or(told.told, told.fails);
    }
    return told;
  }

 private:
  static HWY_INLINE floats::Mask compare(FloatVector x, FloatVector y) {
    if constexpr (kOperation == Operation::eq) return hn::Eq(x, y);
    if constexpr (kOperation == Operation::ne) return hn::Not(hn::Eq(x, y));  // hn::Ne is false of a NaN
    if constexpr (kOperation == Operation::lt) return hn::Lt(x, y);
    if constexpr (kOperation == Operation::le) return hn::Le(x, y);
    if constexpr (kOperation == Operation::gt) return hn::Gt(x, y);
    if constexpr (kOperation == Operation::ge) return hn::Ge(x, y);
  }
};

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
