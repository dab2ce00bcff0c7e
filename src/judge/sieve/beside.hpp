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

#include "judge/sieve/doubles.hpp"
#include "judge/sieve/floats.hpp"
#include "judge/sieve/limits.hpp"
#include "judge/sieve/sieve.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE::floats {

/// As many references in double as there are lanes of binary32, and what is observed.
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
        keeps_side_of_one(all_rules.keeps_side_of_one) {
    limits.bring(cases.keys);
  }
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
    const Errors errors(error, hn::MulAdd(error, all(0x1p-22F), all(0x1p-40F)), limits.at(i));
    // 2^-20 from a power of two, or nearer, the exact result may be on its other side.
    const WordVector from_end = hn::And(hn::Add(seen.upper, all_bits(1)), all_bits(0x000fffff));
    Mask at_end = is_below(from_end, all_bits(2));
    if (keeps_side_of_one) {
      const Mask is_near_one = is_below(hn::Sub(size, all_bits(upper_bits(1) - 1)), all_bits(2));
      const Mask is_rounded = hn::RebindMask(Tag(), hn::Eq(seen.lower, hn::Zero(Words())));
      at_end = hn::AndNot(hn::AndNot(is_rounded, is_near_one), at_end);
    }
    const auto range = upper_bits(rules.most_result) - upper_bits(kLeastExact);
    const Mask in_range = is_below(hn::Sub(size, all_bits(upper_bits(kLeastExact))), all_bits(range));
    const Mask are_normal = hn::And(is_normal(x), is_normal(y));
    Mask are_told = hn::And(hn::AndNot(at_end, in_range), hn::And(errors.is_sure, are_normal));
    are_told = hn::And(are_told, is_operand(rules, x));
    Mask is_near = hn::Lt(errors.most, all(rules.width));
    if (rules.is_relative) {
      const WordVector place = hn::And(hn::ShiftLeft<3>(seen.upper), all_bits(0x007fffff));
      const Vector in_ulp = floats_of(hn::Or(place, all_bits(150U << 23)));  // no more than it is
      is_near = hn::Lt(errors.most, hn::Mul(in_ulp, all(rules.relative)));
    }
    const Mask passes = hn::And(are_told, is_near);
    Told told{passes, passes, none(), none(), errors.bins};
    if (rules.denies) {
      Mask deny = hn::And(is_denying(rules, x), hn::Lt(hn::Abs(y), all(rules.denies_sizes_below)));
      deny = hn::And(deny, is_result(observed, kLeastExact, rules.most_result));
      const Vector excess = hn::Xor(seen.ulp, hn::And(observed, all(-0.0F)));
      tell_failures(rules, hn::AndNot(passes, hn::And(deny, are_told)), observed, excess, errors, told);
    }
    tell_elsewhere(x, observed, seen, are_normal, told);
    return told;
  }

 private:
  static constexpr float kLeastExact = 0x1p-124F;  ///< what is some ULP beside it is normal

  /// As Seen has them, of a positive value.
  static std::uint32_t upper_bits(double x) {
    return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(x) >> 32);
  }

  /// Where no value, or one beyond the format, is asked for. No reference is zero.
  HWY_INLINE void tell_elsewhere(Vector x, Vector observed, const Seen& seen, Mask are_normal, Told& told) const {
    const WordVector size = hn::And(seen.upper, all_bits(0x7fffffff));
    const Mask is_defined = hn::And(hn::Ge(x, all(rules.least_defined)), hn::Le(x, all(rules.most_defined)));
    if (rules.nan_elsewhere || rules.free_elsewhere) {
      Mask are_operands = hn::And(are_normal, is_defined);
      if (rules.leaves_ones) are_operands = hn::And(are_operands, hn::Ne(hn::Abs(x), all(1)));
      const Mask has_none = hn::And(are_operands, is_below(all_bits(upper_bits(HUGE_VAL)), size));
      const Mask elsewhere = hn::Or(hn::AndNot(is_defined, is_normal(x)), has_none);
      if (rules.nan_elsewhere) told.told = hn::Or(told.told, hn::And(elsewhere, hn::IsNaN(observed)));
      if (rules.free_elsewhere) told.free = elsewhere;
      told.told = hn::Or(told.told, told.free);
    }
    if (saturates) {
      const Vector sign = floats_of(hn::And(seen.upper, all_bits(0x80000000)));
      const std::uint32_t least = upper_bits(0x1p129);
      const Mask is_under = is_below(size, all_bits(upper_bits(0x1p-128)));
      const Mask is_over = is_below(hn::Sub(size, all_bits(least)), all_bits(upper_bits(HUGE_VAL) - least));
      const Mask under = hn::And(is_under, are_same_bits(observed, sign));
      const Mask over = hn::And(is_over, are_same_bits(observed, hn::Or(sign, all(HUGE_VALF))));
      told.told = hn::Or(told.told, hn::And(hn::And(is_defined, are_normal), hn::Or(over, under)));
    }
  }
};

}  // namespace halfulp::judge::HWY_NAMESPACE::floats
HWY_AFTER_NAMESPACE();

#endif
