// SPDX-License-Identifier: Apache-2.0

// A part of conversions.cpp, once for each target: conversions from binary32 to codes.

#if defined(HALFULP_JUDGE_SIEVE_CODES) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_SIEVE_CODES
#undef HALFULP_JUDGE_SIEVE_CODES
#else
#define HALFULP_JUDGE_SIEVE_CODES
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "judge/sieve/doubles.hpp"
#include "judge/sieve/floats.hpp"
#include "judge/sieve/limits.hpp"
#include "judge/sieve/measured.hpp"
#include "judge/sieve/sieve.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

/// A step towards the cubic root of r [Halley]: it leaves 2/3 of the cube of a relative error.
template <class V>
HWY_INLINE V nearer_cubic_root(V root, V r) {
  const V cube = hn::Mul(hn::Mul(root, root), root);
  return hn::Mul(root, hn::Div(hn::Add(hn::Add(r, r), cube), hn::Add(hn::Add(cube, cube), r)));
}

/// Of r from 2^-5 to 1, by 2^-22 of it: two steps from 1/16 off, and some roundings.
template <class D>
HWY_INLINE hn::VFromD<D> about_cubic_root(D floats, hn::VFromD<D> r) {
  const hn::RebindToSigned<D> integers;
  // A third of the logarithm that a float's bits are nearly.
  const auto bits = hn::ConvertTo(floats, hn::BitCast(integers, r));
  const auto third = hn::MulAdd(bits, hn::Set(floats, 1.0F / 3), hn::Set(floats, 0x2a514067));
  const auto root = hn::BitCast(floats, hn::ConvertTo(integers, third));
  return nearer_cubic_root(nearer_cubic_root(root, r), r);
}
HWY_INLINE FloatVector cubic_root(FloatVector r) { return about_cubic_root(floats::Tag(), r); }
HWY_INLINE DoubleVector cubic_root(DoubleVector r) {
  const auto near = about_cubic_root(Floats(), hn::DemoteTo(Floats(), r));
  return nearer_cubic_root(hn::PromoteTo(Doubles(), near), r);
}

/// What codes stand for, on sRGB's curve or in proportion to it; and how far off that is.
template <class D>
struct RealCode {
  using V = hn::VFromD<D>;
  using T = hn::TFromD<D>;

  /// x from 0 to 1. x^(5/12) is x^(1/4) * x^(1/6); it is off by some roundings, of which the code's are 255 at most.
  static HWY_INLINE RealCode on_curve(V x) {
    constexpr bool kIsFloat = sizeof(T) == sizeof(float);
    constexpr T kOfPower = kIsFloat ? 0x1p-12 : 0x1p-36;
    constexpr T kOfLine = kIsFloat ? 0x1p-22 : 0x1p-50;
    const V root = hn::Sqrt(x);
    const V power = hn::Mul(hn::Sqrt(root), cubic_root(hn::Max(root, all(0x1p-5))));
    const V of_power = hn::MulAdd(power, all(255 * 1.055), all(255 * -0.055));
    const V of_line = hn::Mul(x, all(255 * 12.92));
    const auto is_on_line = hn::Le(x, all(kIsFloat ? at_most(0.0031308) : 0.0031308));
    const auto is_most = hn::Eq(x, all(1));
    return {hn::IfThenElse(is_on_line, of_line, hn::IfThenElse(is_most, all(255), of_power)),
            hn::IfThenElse(is_on_line, hn::Mul(of_line, all(kOfLine)), hn::IfThenZeroElse(is_most, all(kOfPower)))};
  }
  V code;
  V slack;

 private:
  static HWY_INLINE V all(double value) { return hn::Set(D(), static_cast<T>(value)); }
};

/// A code as a number.
template <class Integer>
HWY_INLINE Integer code_of(const SieveRules::Code& code, Integer bits) {
  return code.has_sign ? hn::ShiftRightSame(hn::ShiftLeftSame(bits, code.unused_bits), code.unused_bits) : bits;
}

/// Codes of normal operands, in binary32.
template <bool kIsOnCurve>
struct EncodingInFloats {
  EncodingInFloats(const SieveRules& rules, const SieveCases& all_cases)
      : cases(all_cases), code(rules.code), limits(all_cases, kInfinity) {}
  SieveCases cases;
  SieveRules::Code code;
  floats::Limits limits;

  [[nodiscard]] HWY_INLINE floats::Told judge(std::size_t i) const {
    using floats::all;
    const FloatVector x = floats::load(cases.operands[0], i);
    const auto bits = floats::integers_of(floats::load(cases.observed, i));
    const FloatVector observed = hn::ConvertTo(floats::Tag(), code_of(code, bits));
    const FloatVector clamped = hn::Min(hn::Max(x, all(code.least)), all(code.most));
    // Of half a step of the difference, and what the curve is off by.
    constexpr float kOfDifference = 0x1p-22F;
    FloatVector steps;
    FloatVector slack;
    if constexpr (kIsOnCurve) {
      const auto exact = RealCode<floats::Tag>::on_curve(clamped);
      steps = hn::Abs(hn::Sub(exact.code, observed));
      slack = hn::MulAdd(steps, all(kOfDifference), exact.slack);
    } else {
      steps = hn::Abs(hn::MulSub(clamped, all(code.factor), observed));
      slack = hn::Mul(steps, all(kOfDifference));
    }
    slack = hn::IfThenZeroElse(hn::Ne(clamped, x), slack);  // where the exact code is an integer
    const FloatVector most = hn::Add(steps, slack);
    const FloatVector least = hn::Sub(steps, slack);
    const floats::WordVector bins = floats::bins_of_any(most);
    const floats::Mask in_one_bin = hn::RebindMask(floats::Tag(), hn::Eq(bins, floats::bins_of_any(least)));
    const floats::Mask is_sure = hn::And(hn::Le(most, limits.at(i)), in_one_bin);
    floats::Mask is_taken = hn::And(hn::And(floats::is_normal(x), is_sure), hn::Ge(observed, all(code.least_code)));
    const floats::Mask passes = hn::And(is_taken, hn::Lt(most, all(code.steps)));
    floats::Told told{passes, passes, floats::none(), floats::none(), bins};
    if (code.denies) {
      is_taken = hn::And(is_taken, hn::Ne(hn::Abs(x), all(1)));
      told.fails = hn::And(is_taken, hn::Gt(least, all(code.denies_beyond)));
      told.told = told.measured = hn::Or(passes, told.fails);
    }
    return told;
  }
};

/// Conversions from binary32 to codes.
template <bool kIsOnCurve>
struct Encoding {
  static constexpr std::size_t kArity = 1;
  static constexpr bool kIsCompared = false;

  static std::size_t sift_plainly(const SieveRules& rules, const SieveCases& cases, std::uint32_t* others,
                                  std::uint32_t* failed, Sifted& sifted) {
    return floats::sift(EncodingInFloats<kIsOnCurve>(rules, cases), others, failed, sifted);
  }

  /// The very errors that Quick computes, but on the curve.
  static HWY_INLINE Verdicts judge(const SieveRules& rules, const SieveCases& cases, std::size_t i) {
    const SieveRules::Code& code = rules.code;
    const DoubleVector x = load(cases.operands[0], i);
    const hn::Rebind<std::int32_t, Doubles> integers;
    const auto bits = hn::LoadU(integers, reinterpret_cast<const std::int32_t*>(cases.observed) + i);
    const DoubleVector observed = hn::PromoteTo(Doubles(), code_of(code, bits));
    const DoubleVector clamped = hn::Min(hn::Max(x, all(code.least)), all(code.most));
    DoubleVector exact;
    DoubleVector slack = all(0);
    if constexpr (kIsOnCurve) {
      const auto on_curve = RealCode<Doubles>::on_curve(clamped);
      exact = on_curve.code;
      slack = on_curve.slack;
    } else {
      exact = hn::Mul(clamped, all(code.factor));
    }
    const DoubleVector steps = hn::Abs(hn::Sub(observed, exact));
    const DoubleVector most = hn::Add(steps, slack);
    const DoubleVector least = hn::Sub(steps, slack);
    const LongVector bins = bins_of(most);
    const DoubleMask in_one_bin = hn::RebindMask(Doubles(), hn::Eq(bins, bins_of(least)));
    const DoubleMask is_sure = hn::And(hn::Le(most, worst_at(cases, i)), in_one_bin);
    const DoubleMask is_taken = hn::And(hn::And(is_normal(x), is_sure), hn::Ge(observed, all(code.least_code)));
    const DoubleMask passes = hn::And(is_taken, hn::Lt(most, all(code.steps)));
    DoubleMask fails = none();
    if (code.denies) {
      fails = hn::And(is_taken, hn::And(hn::Ne(hn::Abs(x), all(1)), hn::Gt(least, all(code.denies_beyond))));
    }
    return {passes, none(), none(), fails, hn::Or(passes, fails), bins};
  }
};

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
