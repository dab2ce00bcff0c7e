// SPDX-License-Identifier: Apache-2.0

// A part of functions.cpp, once for each target: plain cases of functions of two operands, judged in binary32 beside
// references in double, twice as many at a time as in double.

#if defined(HALFULP_JUDGE_SIEVE_BESIDE) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_SIEVE_BESIDE
#undef HALFULP_JUDGE_SIEVE_BESIDE
#else
#define HALFULP_JUDGE_SIEVE_BESIDE
#endif

#include <hwy/highway.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "exact/certified_series.hpp"
#include "judge/sieve/binades.hpp"
#include "judge/sieve/doubles.hpp"
#include "judge/sieve/floats.hpp"
#include "judge/sieve/limits.hpp"
#include "judge/sieve/lists.hpp"
#include "judge/sieve/sieve.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE::floats {

/// As many references in double, of quick forms, as there are lanes of binary32, and what is observed.
struct Seen {
  HWY_INLINE Seen(const double* exact, Vector observed) {
    const Doubles doubles;
    const DoubleVector first = hn::LoadU(doubles, exact);
    const DoubleVector second = hn::LoadU(doubles, exact + hn::Lanes(doubles));
    const auto words = [](DoubleVector x) HWY_ATTR { return hn::BitCast(Words(), x); };
    upper = hn::ConcatOdd(Words(), words(second), words(first));
    lower = hn::ConcatEven(Words(), words(second), words(first));
    using Halves = hn::Half<Tag>;
    const auto in_binades = [&](DoubleVector reference, hn::VFromD<Halves> seen) HWY_ATTR {
      const DoubleVector difference = hn::Sub(hn::PromoteTo(doubles, seen), reference);
      return hn::DemoteTo(Halves(), hn::Mul(difference, inverse_of(binade_of(reference))));
    };
    const Vector off = hn::Combine(Tag(), in_binades(second, hn::UpperHalf(Halves(), observed)),
                                   in_binades(first, hn::LowerHalf(Halves(), observed)));
    ulp = hn::Mul(off, all(0x1p23F));
  }

  WordVector upper;  ///< half of the references' bits, with 20 of the significand ...
  WordVector lower;  ///< ... and the other half
  Vector ulp;        ///< observed less exact, in ULP of the exact
};

/// What is told beside references, as judge_plainly() tells it of one operand, and what fails.
struct Beside {
  /// Whether the rules' width is one that is told.
  static bool has_width(const SieveRules& rules) {
    return rules.inside.absolute == 0 && rules.outside_is == SieveRules::Outside::left;
  }
  Beside(const SieveRules& all_rules, const SieveCases& all_cases)
      : rules(all_rules, all_cases),
        limits(all_cases, most_told(all_rules, all_cases)),
        cases(all_cases),
        saturates(all_rules.saturates && !all_rules.leaves_ones),
        keeps_side_of_one(all_rules.keeps_side_of_one) {}
  Rules rules;
  Limits limits;
  SieveCases cases;
  bool saturates;
  bool keeps_side_of_one;

  [[nodiscard]] HWY_INLINE Told judge(std::size_t i, const double* references) const {
    const Vector x = load(cases.operands[0], i);
    const Vector y = load(cases.operands[1], i);
    const Vector observed = load(cases.observed, i);
    const Seen seen(references, observed);
    const WordVector size = hn::And(seen.upper, all_bits(0x7fffffff));
    const Vector error = hn::Abs(seen.ulp);
    const Errors errors(error, hn::MulAdd(error, all(0x1p-22F), all(kReach)), limits.at(i));
    // 2^-20 from a power of two, or nearer, the exact result may be on its other side.
    const WordVector from_end = hn::And(hn::Add(seen.upper, all_bits(1)), all_bits(0x000fffff));
    Mask at_end = is_below(from_end, all_bits(2));
    if (keeps_side_of_one) {
      const Mask is_near_one = is_below(hn::Sub(size, all_bits(upper_bits(1) - 1)), all_bits(2));
      const Mask has_side = is_below(hn::Sub(seen.lower, all_bits(kNearest)), all_bits(0U - 2 * kNearest));
      at_end = hn::AndNot(hn::And(has_side, is_near_one), at_end);
    }
    const auto range = upper_bits(rules.most_result) - upper_bits(kLeastExact);
    const Mask in_range = is_below(hn::Sub(size, all_bits(upper_bits(kLeastExact))), all_bits(range));
    const Mask are_normal = hn::And(is_normal(x), is_normal(y));
    Mask are_told = hn::And(hn::AndNot(at_end, in_range), hn::And(errors.is_sure, are_normal));
    are_told = hn::And(are_told, is_operand(rules, x));
    const WordVector place = hn::And(hn::ShiftLeft<3>(seen.upper), all_bits(0x007fffff));  // no more than it is
    const Mask passes = hn::And(are_told, is_near(errors, place));
    Told told{passes, passes, none(), none(), errors.bins};
    if (rules.denies) {
      Mask deny = hn::And(is_denying(rules, x), hn::Lt(hn::Abs(y), all(rules.denies_sizes_below)));
      deny = hn::And(deny, is_result(observed, kLeastExact, rules.most_result));
      const Vector excess = hn::Xor(seen.ulp, hn::And(observed, all(-0.0F)));
      tell_failures(rules, hn::AndNot(passes, hn::And(deny, are_told)), observed, excess, errors, told);
    }
    const auto is_from = [&](double least, double end) HWY_ATTR {
      const std::uint32_t first = upper_bits(least);
      return is_below(hn::Sub(size, all_bits(first)), all_bits(upper_bits(end) - first));
    };
    // No reference is zero.
    tell_elsewhere(x, observed, are_normal,
                   {.sign = floats_of(hn::And(seen.upper, all_bits(0x80000000))),
                    .has_none = is_below(all_bits(upper_bits(HUGE_VAL)), size),
                    .is_over = is_from(0x1p129, HUGE_VAL),
                    .is_under = is_from(0, 0x1p-128)},
                   told);
    return told;
  }

  /// What the exponents of its operands tell of a power, of which no reference is known: that it is far beyond all
  /// values, or next to 1, or that there is none.
  [[nodiscard]] HWY_INLINE Told judge_power(std::size_t i) const {
    const Vector x = load(cases.operands[0], i);
    const Vector y = load(cases.operands[1], i);
    const Vector observed = load(cases.observed, i);
    const Mask are_normal = hn::And(is_normal(x), is_normal(y));
    // The bits of a size, as an integer, are linear between powers of two, where log2 is up to 0.0861 above them.
    constexpr float kLeftOut = 0.0862F;
    const IntegerVector from_one = hn::Sub(integers_of(hn::Abs(x)), binades(127));
    const Vector logarithm = hn::Mul(hn::ConvertTo(Tag(), from_one), all(0x1p-23F));
    const Vector size_of_y = hn::Abs(y);
    const Mask is_far = hn::Gt(hn::Mul(hn::Sub(hn::Abs(logarithm), all(kLeftOut)), size_of_y), all(130));
    const Mask grows = hn::Not(has_sign(hn::Xor(hn::BitCast(Tag(), from_one), y)));

    const Mask is_negative = has_sign(x);
    const Mask is_integer = hn::Eq(hn::Round(y), y);
    const Vector half = hn::Mul(y, all(0.5F));
    const Mask is_odd = hn::AndNot(hn::Eq(hn::Round(half), half), is_integer);
    const Mask has_none = hn::AndNot(is_integer, is_negative);
    const Mask has_value = hn::AndNot(has_none, is_far);

    // Closer than 2^-44 times ln(2), 1 is less than the least error that has a bin of its own away.
    constexpr auto kFarthest = static_cast<float>(ErrorProfile::kLeastError) * 0.75F;
    const Errors errors(all(kFarthest / 2), all(kFarthest / 2), limits.at(i));
    Mask is_one = hn::Lt(hn::Mul(hn::Add(hn::Abs(logarithm), all(kLeftOut)), size_of_y), all(0x1p-44F));
    is_one = hn::And(hn::AndNot(is_negative, is_one), hn::And(are_normal, is_operand(rules, x)));
    is_one =
        hn::And(hn::And(is_one, hn::Eq(observed, all(1))), hn::And(errors.is_sure, is_near(errors, hn::Zero(Words()))));
    Told told{is_one, is_one, none(), none(), errors.bins};
    tell_elsewhere(x, observed, are_normal,
                   {.sign = hn::IfThenElseZero(hn::And(is_negative, is_odd), all(-0.0F)),
                    .has_none = has_none,
                    .is_over = hn::And(has_value, grows),
                    .is_under = hn::AndNot(grows, has_value)},
                   told);
    return told;
  }

 private:
  static constexpr float kLeastExact = 0x1p-124F;  ///< what is some ULP beside it is normal
  // How far references may be off, with a margin: in ULP, and in the last bits of one next to 1.
  static constexpr auto kReach = static_cast<float>(exact::kQuickError * 0x1.01p24);
  static constexpr std::uint32_t kNearest = 1U << 14;
  static_assert(exact::kQuickError * 0x1p53 < kNearest);

  /// Of exact results with such a significand.
  [[nodiscard]] HWY_INLINE Mask is_near(const Errors& errors, WordVector significand) const {
    if (!rules.is_relative) return hn::Lt(errors.most, all(rules.width));
    const Vector in_ulp = floats_of(hn::Or(significand, all_bits(150U << 23)));
    return hn::Lt(errors.most, hn::Mul(in_ulp, all(rules.relative)));
  }

  /// As Seen has them, of a positive value.
  static std::uint32_t upper_bits(double x) {
    return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(x) >> 32);
  }

  /// Which exact results are far beyond all values, or far below normal ones, or do not exist.
  struct Beyond {
    Vector sign;
    Mask has_none;
    Mask is_over;
    Mask is_under;
  };

  /// Where no value, or one beyond the format, is asked for.
  HWY_INLINE void tell_elsewhere(Vector x, Vector observed, Mask are_normal, const Beyond& beyond, Told& told) const {
    const Mask is_defined = hn::And(hn::Ge(x, all(rules.least_defined)), hn::Le(x, all(rules.most_defined)));
    const Mask are_defined = hn::And(are_normal, is_defined);
    if (rules.nan_elsewhere || rules.free_elsewhere) {
      Mask are_operands = are_defined;
      if (rules.leaves_ones) are_operands = hn::And(are_operands, hn::Ne(hn::Abs(x), all(1)));
      const Mask has_none = hn::And(are_operands, beyond.has_none);
      const Mask elsewhere = hn::Or(hn::AndNot(is_defined, is_normal(x)), has_none);
      if (rules.nan_elsewhere) told.told = hn::Or(told.told, hn::And(elsewhere, hn::IsNaN(observed)));
      if (rules.free_elsewhere) told.free = elsewhere;
      told.told = hn::Or(told.told, told.free);
    }
    if (saturates) {
      const Mask under = hn::And(beyond.is_under, are_same_bits(observed, beyond.sign));
      const Mask over = hn::And(beyond.is_over, are_same_bits(observed, hn::Or(beyond.sign, all(HUGE_VALF))));
      told.told = hn::Or(told.told, hn::And(are_defined, hn::Or(over, under)));
    }
  }
};

/// Beside references that are computed as cases are brought together.
struct BesideOwn : Beside {
  BesideOwn(const Beside& beside, References references_of_cases) : Beside(beside), references(references_of_cases) {}

  void bring(std::size_t padded) { references(cases.operands, exact, padded); }
  [[nodiscard]] HWY_INLINE Told judge(std::size_t i) const { return Beside::judge(i, exact + i); }

  References references;
  alignas(64) double exact[Listed<2>::kMost];
};

}  // namespace halfulp::judge::HWY_NAMESPACE::floats
HWY_AFTER_NAMESPACE();

#endif
