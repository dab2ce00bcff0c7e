// SPDX-License-Identifier: Apache-2.0

// A part of operations.cpp, once for each target: mad, fma and dot products.

#if defined(HALFULP_JUDGE_SIEVE_SUMS) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_SIEVE_SUMS
#undef HALFULP_JUDGE_SIEVE_SUMS
#else
#define HALFULP_JUDGE_SIEVE_SUMS
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "judge/sieve/doubles.hpp"
#include "judge/sieve/floats.hpp"
#include "judge/sieve/limits.hpp"
#include "judge/sieve/measured.hpp"
#include "judge/sieve/outcomes.hpp"
#include "judge/sieve/rests.hpp"
#include "judge/sieve/sieve.hpp"
#include "number/float_environment.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

/// The sum of a product and a third operand, rounded once, in binary32. All are brought to where the observed value's
/// binade is that of 1, so that nothing overflows or is lost. What is more than kFar binades from it counts as that
/// far: so small a part is less than what errors are told to, beside so large a one no error is told.
template <bool kCountsAway, bool kTellsTruncated = false>
struct Fused {
  floats::Rules rules;
  floats::Limits limits;
  SieveCases cases;
  floats::ErrorRange range;

  struct Steps {
    FloatVector from_sum;           ///< observed - rounded sum, exact where it is small
    FloatVector beyond;             ///< observed - exact sum, to 2^-22 of itself and of from_sum
    floats::WordVector exponents;   ///< below 254 where all operands are normal; and kIsExact and the like
    floats::WordVector of_product;  ///< the factors' exponents, both with their bias
  };
  [[nodiscard]] HWY_INLINE Steps prepare(std::size_t i) const {
    const Brought brought(*this, i);
    const FloatVector rest = hn::Add(brought.lost, brought.rest_of_sum);
    const FloatVector sum = brought.sum;
    const FloatVector seen = brought.seen;
    const FloatVector from_sum = hn::Sub(seen, sum);
    auto worst = brought.most_exponent;
    const auto is_exact = hn::RebindMask(floats::Words(), hn::Lt(hn::Abs(rest), floats::all(kNegligible)));
    worst = hn::Or(worst, hn::IfThenElseZero(is_exact, floats::all_bits(kIsExact)));
    const auto any_nan = hn::RebindMask(floats::Words(), brought.any_nan);
    worst = hn::Or(worst, hn::IfThenElseZero(any_nan, floats::all_bits(kIsNan)));
    if constexpr (kTellsTruncated) {
      // Next to the rounded sum, on the side of zero, with the exact one between them: 1 ULP less the rest off.
      const auto is_below = hn::Eq(hn::Sub(floats::bits_of(sum), floats::bits_of(seen)), floats::all_bits(1));
      const floats::Mask is_between = hn::And(floats::has_sign(hn::Xor(rest, sum)), hn::Ne(rest, floats::all(0)));
      const floats::AlmostOne almost_one(hn::Mul(hn::Abs(rest), floats::all(0x1p23F)));
      const floats::Mask is_next =
          hn::And(hn::RebindMask(floats::Tag(), is_below), hn::And(is_between, almost_one.is_known_by_one));
      const auto mark = [&](floats::Mask which, std::uint32_t bit) HWY_ATTR {
        worst = hn::Or(worst, hn::IfThenElseZero(hn::RebindMask(floats::Words(), which), floats::all_bits(bit)));
      };
      mark(is_next, kIsNext);
      mark(hn::And(is_next, almost_one.is_less()), kIsLess);
    }
    return {from_sum, hn::Sub(from_sum, rest), worst, brought.of_product};
  }

  [[nodiscard]] HWY_INLINE floats::Told judge(std::size_t i, const Steps& steps) const {
    const FloatVector observed = floats::load(cases.observed, i);
    FloatVector error = hn::Mul(hn::Abs(steps.beyond), floats::all(0x1p23F));
    const FloatVector farthest = hn::Max(hn::Abs(steps.from_sum), hn::Abs(steps.beyond));
    const auto is_exact = hn::RebindMask(floats::Tag(), hn::TestBit(steps.exponents, floats::all_bits(kIsExact)));
    const FloatVector reach_of_far =
        hn::MulAdd(farthest, floats::all(0x1p23F * 0x1p-21F), floats::all(floats::kMargin));
    FloatVector reach = hn::IfThenZeroElse(is_exact, reach_of_far);
    floats::Mask is_next = floats::none();
    if constexpr (kTellsTruncated) {
      const auto is_marked = [&](std::uint32_t bit) HWY_ATTR {
        return hn::RebindMask(floats::Tag(), hn::TestBit(steps.exponents, floats::all_bits(bit)));
      };
      is_next = is_marked(kIsNext);
      const FloatVector of_next =
          hn::IfThenElse(is_marked(kIsLess), floats::all(floats::AlmostOne::kBelow), floats::all(1));
      error = hn::IfThenElse(is_next, of_next, error);
      reach = hn::IfThenZeroElse(is_next, reach);
    }
    const floats::Errors errors(error, reach, limits.at(i));
    const floats::Mask are_normal = floats::is_below(steps.exponents, exponents(254));
    const floats::Mask is_near = hn::Lt(hn::Abs(steps.from_sum), floats::all(range.most * 0x1p-23F));
    floats::Mask are_results = hn::And(are_normal, is_result(observed));
    are_results = hn::And(hn::And(are_results, is_near), errors.is_sure);
    const FloatVector excess = hn::Xor(steps.beyond, hn::And(observed, floats::all(-0.0F)));
    if constexpr (kCountsAway) {
      // Where the sum's rest was rounded, the side is that of more than this.
      const floats::Mask is_of_rest = hn::Eq(steps.from_sum, floats::all(0));
      are_results = hn::And(are_results, hn::Or(is_of_rest, hn::Gt(error, reach)));
    }
    const floats::Mask passes = hn::And(are_results, errors.is_rounded);
    floats::Told told{passes, passes, floats::none(), floats::none(), errors.bins};
    if constexpr (kCountsAway) {
      floats::tell_away(rules, errors.is_rounded, excess, told);
    }
    if constexpr (kTellsTruncated) {
      floats::tell_truncated(rules, are_results, excess, errors, told, is_next);
    }
    const floats::Mask others = hn::AndNot(hn::Or(passes, told.toward_zero), are_results);
    if (rules.denies) {
      floats::tell_failures(rules, hn::And(others, floats::is_denying(rules, floats::load(cases.operands[0], i))),
                            observed, excess, errors, told);
    }
    if (rules.overflows && rules.tells_away) {
      // Beyond 2^129, of which no third operand takes back as much as 2^128.
      const FloatVector sign = hn::Xor(floats::load(cases.operands[0], i), floats::load(cases.operands[1], i));
      const FloatVector infinity = hn::Or(hn::And(sign, floats::all(-0.0F)), floats::all(HUGE_VALF));
      const floats::Mask is_past = floats::is_below(exponents(2 * kBias + 128), steps.of_product);
      const floats::Mask overflows = hn::And(hn::And(are_normal, is_past), floats::are_same_bits(observed, infinity));
      floats::tell_overflow(rules, overflows, told);
    }
    if (rules.nan_of_nan) {
      const auto any_nan = hn::RebindMask(floats::Tag(), hn::TestBit(steps.exponents, floats::all_bits(kIsNan)));
      told.told = hn::Or(told.told, hn::And(any_nan, hn::IsNaN(observed)));
    }
    return told;
  }

  /// As floats::ByRest has it.
  [[nodiscard]] HWY_INLINE floats::SeenSum see(std::size_t i) const {
    const Brought brought(*this, i);
    const FloatVector rest = hn::Add(brought.lost, brought.rest_of_sum);
    const FloatVector rounded = rest_of_sum(brought.lost, brought.rest_of_sum, rest);
    const floats::Mask are_normal = floats::is_below(brought.most_exponent, exponents(254));
    return {brought.seen,
            brought.sum,
            rest,
            hn::Eq(rounded, floats::all(0)),
            hn::And(are_normal, is_result(floats::load(cases.observed, i))),
            floats::is_denying(rules, floats::load(cases.operands[0], i))};
  }

 private:
  struct Brought {
    HWY_INLINE Brought(const Fused& judge, std::size_t i) {
      const FloatVector x = floats::load(judge.cases.operands[0], i);
      const FloatVector y = floats::load(judge.cases.operands[1], i);
      const FloatVector z = floats::load(judge.cases.operands[2], i);
      const FloatVector observed = floats::load(judge.cases.observed, i);
      const auto exponent_of_x = floats::exponent(x);
      const auto exponent_of_y = floats::exponent(y);
      const auto exponent_of_z = floats::exponent(z);
      const auto base = floats::exponent(observed);
      of_product = hn::Add(exponent_of_x, exponent_of_y);
      const auto least = hn::Add(base, exponents(kBias - kFar));
      const auto most = hn::Add(base, exponents(kBias + kFar));
      const auto brought = [&](FloatVector value, floats::WordVector to) HWY_ATTR {
        return floats::with_exponent(value, hn::Sub(hn::Min(hn::Max(to, least), most), base));
      };
      const FloatVector one_factor = brought(x, of_product);
      const FloatVector other_factor = floats::with_exponent(y, exponents(kBias));
      const FloatVector third = brought(z, hn::Add(exponent_of_z, exponents(kBias)));
      const FloatVector product = hn::Mul(one_factor, other_factor);
      lost = hn::MulSub(one_factor, other_factor, product);
      sum = hn::Add(product, third);
      rest_of_sum = HWY_NAMESPACE::rest_of_sum(product, third, sum);
      seen = floats::with_exponent(observed, exponents(kBias));
      const auto least_exponent = exponents(1);
      most_exponent = hn::Max(hn::Sub(exponent_of_x, least_exponent), hn::Sub(exponent_of_y, least_exponent));
      most_exponent = hn::Max(most_exponent, hn::Sub(exponent_of_z, least_exponent));
      any_nan = hn::Or(hn::Or(hn::IsNaN(x), hn::IsNaN(y)), hn::IsNaN(z));
    }
    FloatVector sum;  ///< of the rounded product and the third operand
    FloatVector lost;
    FloatVector rest_of_sum;
    FloatVector seen;
    floats::WordVector of_product;
    floats::WordVector most_exponent;  ///< below 254 where all operands are normal
    floats::Mask any_nan;
  };
  [[nodiscard]] HWY_INLINE floats::Mask is_result(FloatVector observed) const {
    return floats::is_result(observed, 0x1p-126F, rules.most_sum(), range.edge);
  }

  static constexpr std::uint32_t kBias = 127;
  static constexpr std::uint32_t kFar = 62;

  /// A rest of the sum that leaves its double as it is, so that the error is a number of ULP, there as here.
  static constexpr float kNegligible = 0x1p-56F;
  static constexpr std::uint32_t kIsExact = 1;
  static constexpr std::uint32_t kIsNan = 2;
  static constexpr std::uint32_t kIsNext = 4;  ///< see prepare()
  static constexpr std::uint32_t kIsLess = 8;  ///< and by less than 1 ULP in double

  /// So many binades, in the bits of values: up to 511 of them.
  static HWY_INLINE floats::WordVector exponents(std::uint32_t count) { return floats::all_bits(count << 23); }
};

/// 2^floor(log2) of what steps that are exactly `x` may come to, as kMostAdded says, whatever its sign.
template <class V>
HWY_INLINE V binade_of_most(V x) {
  constexpr hn::DFromV<V> tag;
  const V most = hn::Mul(x, hn::Set(tag, 1 + kMostAdded));
  return hn::And(most, hn::Set(tag, std::numeric_limits<hn::TFromD<decltype(tag)>>::infinity()));
}

/// How far such steps may come from the exact sum in any order: by any definition an ULP is at most two of the
/// binade's, and no sum of some terms is larger than their magnitudes, `terms`. `products`: the sum of the products'
/// binades.
template <std::size_t kTerms, class V>
HWY_INLINE V reach_by_ulp(V products, V terms, V sum) {
  constexpr hn::DFromV<V> tag;
  const V last = binade_of_most(hn::MulAdd(terms, hn::Set(tag, kMostAdded), hn::Abs(sum)));
  const V others = hn::MulAdd(binade_of_most(terms), hn::Set(tag, kTerms - 2), products);
  return hn::Mul(hn::Add(others, last), hn::Set(tag, 0x1p-22F * (1 + 0x1p-10F)));
}

/// The same of sums that are rounded after each step: products and sums with what each leaves out, which is little
/// where no terms cancel.
template <std::size_t kTerms, std::size_t kArity>
struct BySteps {
  floats::Rules rules;
  floats::Limits limits;
  SieveCases cases;
  floats::ErrorRange range;

  struct Steps {
    FloatVector sum;
    FloatVector rest;       ///< what the sum leaves out
    FloatVector most_rest;  ///< and how much it could be
    // Where results fail:
    FloatVector terms;     ///< the sum of their sizes
    FloatVector products;  ///< and of the binades of products
    FloatVector least;     ///< the size of the smallest operand
  };
  [[nodiscard]] HWY_INLINE Steps prepare(std::size_t i) const {
    Steps steps{floats::all(0), floats::all(0), floats::all(0), floats::all(0), floats::all(0), floats::all(HUGE_VALF)};
    const bool tells_failures = rules.denies_beyond_step > 0;
    const auto operand = [&](std::size_t k) HWY_ATTR {
      const FloatVector x = floats::load(cases.operands[k], i);
      const FloatVector taken = rules.must_flush ? floats::flushed(x) : x;
      if (tells_failures) steps.least = hn::Min(steps.least, hn::Abs(taken));
      return taken;
    };
    const auto leave = [&](FloatVector some) HWY_ATTR {
      steps.rest = hn::Add(steps.rest, some);
      steps.most_rest = hn::Add(steps.most_rest, hn::Abs(some));
    };
    for (std::size_t k = 0; k < kTerms; ++k) {
      const bool is_product = k == 0 || kArity != 3;
      FloatVector term = operand(is_product ? k : 2);
      if (is_product) {
        const FloatVector x = term;
        const FloatVector y = operand(kArity == 3 ? 1 : k + kTerms);
        term = hn::Mul(x, y);
        leave(hn::MulSub(x, y, term));
      }
      if (tells_failures) {
        steps.terms = hn::Add(steps.terms, hn::Abs(term));
        if (is_product) steps.products = hn::Add(steps.products, binade_of_most(term));
      }
      if (k == 0) {
        steps.sum = term;
        continue;
      }
      const FloatVector sum = hn::Add(steps.sum, term);
      leave(rest_of_sum(steps.sum, term, sum));
      steps.sum = sum;
    }
    return steps;
  }

  [[nodiscard]] HWY_INLINE floats::Told judge(std::size_t i, const Steps& steps) const {
    const FloatVector observed = floats::load(cases.observed, i);
    const floats::FromSum from(observed, steps.sum, steps.rest, steps.most_rest);
    const floats::Errors errors(from.error, from.reach, limits.at(i));
    const floats::Mask is_result = floats::is_result(observed, kLeastSum, floats::kMostResult, range.edge);
    const floats::Mask is_sure = hn::And(is_result, errors.is_sure);
    floats::Mask passes = hn::And(is_sure, hn::Lt(from.most_apart, floats::all(64)));
    const floats::Mask is_near =
        rules.permits_neighbours ? hn::Lt(errors.most, floats::all(1 - 0x1p-18F)) : errors.is_rounded;
    passes = hn::And(passes, hn::Or(is_near, hn::Eq(observed, steps.sum)));
    floats::Told told{passes, passes, floats::none(), floats::none(), errors.bins};
    if (rules.denies_beyond_step > 0) {
      // Of normal operands. What is flushed, of terms and of sums of some of them, is little beside the margin.
      const FloatVector by_steps = rules.has_steps_of_one_ulp
                                       ? reach_by_ulp<kTerms>(steps.products, steps.terms, steps.sum)
                                       : hn::Mul(steps.terms, floats::all(kTerms * rules.denies_beyond_step));
      const floats::Mask is_far = hn::Gt(hn::Sub(from.error, from.reach), hn::Mul(by_steps, from.inverse_ulp));
      const floats::Mask are_normal = hn::Ge(steps.least, floats::all(0x1p-126F));
      told.fails = hn::AndNot(passes, hn::And(is_sure, hn::And(is_far, are_normal)));
      told.told = told.measured = hn::Or(passes, told.fails);
    }
    const floats::Mask infinite = hn::And(hn::IsInf(observed), hn::Eq(observed, steps.sum));
    const floats::Mask special = hn::Or(infinite, hn::And(hn::IsNaN(observed), hn::IsNaN(steps.sum)));
    told.told = hn::Or(told.told, special);
    return told;
  }

  /// Products below 2^-126, and what others leave out below that, may be lost: in double such a sum has nothing of it.
  static constexpr float kLeastSum = 0x1p-68F;
};

/// Values next to a rounded sum, on the side of the exact one, which is 1 ULP less the rest away: where those of steps
/// pass, and few are right.
template <std::size_t kTerms, std::size_t kArity>
struct BesideSum : BySteps<kTerms, kArity> {
  using Sums = BySteps<kTerms, kArity>;
  [[nodiscard]] HWY_INLINE floats::Told judge(std::size_t i) const {
    const typename Sums::Steps steps = this->prepare(i);
    const FloatVector observed = floats::load(this->cases.observed, i);
    const FloatVector from_sum = hn::Sub(observed, steps.sum);
    const FloatVector in_ulp = floats::in_ulp(floats::all(1), floats::inverse_binade(observed));
    const floats::Mask is_one = hn::Eq(hn::Mul(hn::Abs(from_sum), in_ulp), floats::all(1));
    const floats::AlmostOne error(hn::Mul(hn::Abs(steps.rest), in_ulp));
    // A rest of several parts has the sign that it should where little of them cancels.
    const floats::Mask has_side = hn::Gt(hn::Abs(steps.rest), hn::Mul(steps.most_rest, floats::all(0x1p-18F)));
    const floats::Mask is_on_side = hn::AndNot(floats::has_sign(hn::Xor(from_sum, steps.rest)), has_side);
    floats::Mask passes = hn::And(hn::And(is_one, is_on_side), error.is_known);
    passes = hn::And(passes, floats::is_result(observed, Sums::kLeastSum, floats::kMostResult));
    passes = hn::And(passes, hn::Le(error.error, this->limits.at(i)));
    return {passes, passes, floats::none(), floats::none(), floats::bins_of(error.binned)};
  }
};

/// mad, fma and dot products: a sum of kTerms products, of which a third operand is one; rounded once or, where it is
/// not fused, after each step in the order of the terms. Products are exact in double; the sum is s + c.
template <std::size_t kTerms, std::size_t kArity_, bool kFused>
struct SumOfProducts {
  static constexpr std::size_t kArity = kArity_;
  static constexpr bool kIsCompared = false;

  static std::size_t sift_plainly(const SieveRules& rules, const SieveCases& cases, std::uint32_t* others,
                                  std::uint32_t* failed, Sifted& sifted) {
    const auto sift = [&]<class InFloats>() {
      InFloats judge{.rules = {rules, cases}, .limits = floats::Limits(cases), .cases = cases, .range = {}};
      if (cases.expects_failures && judge.limits.has_far()) {
        judge.range = floats::kFar;
        judge.limits.set_most(floats::kFar.most);
      }
      if constexpr (kFused) {
        const std::size_t count = floats::sift(judge, others, failed, sifted);
        return floats::sift_many_listed<kArity>(floats::ByRest<InFloats>{judge}, count, others, failed, sifted);
      } else {
        const std::size_t count = sift_steps(judge, others, failed, sifted);
        return count > cases.count / 4 ? sift_last(rules, cases, count, others, failed, sifted) : count;
      }
    };
    if constexpr (!kFused) {
      return sift.template operator()<BySteps<kTerms, kArity>>();
    } else if (rules.rounds_either_way && cases.counts_toward_zero) {
      return sift.template operator()<Fused<true, true>>();
    } else if (rules.rounds_either_way) {
      return sift.template operator()<Fused<true>>();
    } else {
      return sift.template operator()<Fused<false>>();
    }
  }

  /// Of a device that is right one case of so many is left.
  static constexpr std::size_t kMostLeft = 8;

  /// Nothing that is denormal counts, as kLeastSum says.
  static HWY_NOINLINE std::size_t sift_steps(const BySteps<kTerms, kArity>& judge, std::uint32_t* others,
                                             std::uint32_t* failed, Sifted& sifted) {
    [[maybe_unused]] const number::MachineFlushOfResults machine_flush;
    const std::size_t count = floats::sift(judge, others, failed, sifted);
    if (!judge.rules.permits_neighbours || count <= judge.cases.count / kMostLeft) return count;
    return floats::sift_listed<kArity>(BesideSum<kTerms, kArity>{judge}, count, others, failed, sifted);
  }

  /// By what the steps give in any order: what the others leave, the first `count` of a list; where they leave much,
  /// before those that judge in double, too.
  static std::size_t sift_last(const SieveRules& rules, const SieveCases& cases, std::size_t count,
                               std::uint32_t* others, std::uint32_t* failed, Sifted& sifted) {
    if (kFused || !rules.permits_outcomes || count == 0) return count;
    const ByOutcomes<kTerms, kArity> judge{{rules, cases}, floats::Limits(cases), cases, rules.denies_beyond_outcomes};
    return sift_outcomes(judge, count, others, failed, sifted);
  }
  /// Nothing that is denormal counts, as Units says.
  static HWY_NOINLINE std::size_t sift_outcomes(const ByOutcomes<kTerms, kArity>& judge, std::size_t count,
                                                std::uint32_t* others, std::uint32_t* failed, Sifted& sifted) {
    [[maybe_unused]] const number::MachineFlush machine_flush;
    return floats::sift_listed<kArity>(judge, count, others, failed, sifted);
  }

  static HWY_INLINE Verdicts judge(const SieveRules& rules, const SieveCases& cases, std::size_t i) {
    const DoubleVector observed = load(cases.observed, i);
    const DoubleVector first = load(cases.operands[0], i);
    DoubleMask normal = is_normal(first);
    DoubleMask are_taken = hn::Not(none());
    const bool must_flush = !kFused && rules.flushes;
    const auto operand = [&](std::size_t k) HWY_ATTR {
      const DoubleVector x = k == 0 ? first : load(cases.operands[k], i);
      normal = hn::And(normal, is_normal(x));
      are_taken = hn::And(are_taken, must_flush ? is_finite_from(x, 0) : is_taken(rules, x));
      return x;
    };
    const auto taken = [&](DoubleVector x) HWY_ATTR { return must_flush ? flushed(x) : x; };
    DoubleVector s = all(0);
    DoubleVector c = all(0);
    DoubleVector terms = all(0);
    DoubleVector small = all(0);     // those of them that may be flushed
    DoubleVector left_out = all(0);  // those of terms with a flushed operand
    DoubleVector largest = all(0);
    DoubleVector products = all(0);  // the sum of their binades
    DoubleVector stepwise = all(0);
    DoubleVector product = all(0);  // the first
    for (std::size_t k = 0; k < kTerms; ++k) {
      const bool is_product = k == 0 || kArity != 3;
      const DoubleVector x = operand(k == 0 || kArity != 3 ? k : 2);
      const DoubleVector y = is_product ? operand(kArity == 3 ? 1 : k + kTerms) : all(1);
      const DoubleVector term = hn::Mul(taken(x), taken(y));
      if (k == 0) product = term;
      const DoubleVector sum = hn::Add(s, term);
      c = hn::Add(c, rest_of_sum(s, term, sum));
      s = sum;
      const DoubleVector magnitude = hn::Abs(term);
      terms = hn::Add(terms, magnitude);
      if (kFused) continue;
      largest = hn::Max(largest, magnitude);
      if (is_product) products = hn::Add(products, binade_of_most(magnitude));
      small = hn::Add(small, hn::IfThenElseZero(hn::Lt(magnitude, all(kMayBeFlushed)), magnitude));
      if (must_flush) left_out = hn::Add(left_out, hn::Sub(hn::Abs(hn::Mul(x, y)), magnitude));
      const DoubleVector rounded = to_float(term);
      stepwise = k == 0 ? rounded : to_float(hn::Add(stepwise, rounded));
    }
    const DoubleVector total = hn::Add(s, c);
    c = hn::Sub(c, hn::Sub(total, s));
    s = total;

    const DoubleVector beyond = hn::Sub(hn::Sub(observed, s), c);
    const DoubleVector off = hn::Abs(beyond);
    const DoubleMask is_once = hn::Lt(off, hn::Mul(binade_of(observed), all(0x1p-24 * (1 - 0x1p-19))));
    const DoubleMask is_permitted = kFused ? is_once : hn::Or(is_once, hn::Eq(observed, stepwise));

    const Measured measured(observed, s);
    const DoubleMask cancels_little = hn::Le(terms, hn::Mul(measured.size, all(0x1p40)));
    DoubleMask defined = hn::And(hn::And(are_taken, cancels_little), is_plain(observed));
    defined = hn::And(defined, is_between(measured.size, kLeastNormal, std::min(kBeyondAll, rules.below)));
    defined = hn::And(defined, hn::Not(hn::Or(is_power_of_two(observed), is_power_of_two(s))));
    // The very doubles that Quick computes.
    const DoubleVector error = in_ulp(hn::Abs(hn::Sub(hn::Sub(observed, c), s)), measured.inverse_binade);
    LongVector bins = bins_of(error);
    const DoubleMask no_worse = hn::And(measured.in_one_binade, hn::Le(error, worst_at(cases, i)));
    DoubleMask passes = hn::And(hn::And(is_permitted, defined), no_worse);
    DoubleMask to_nearest = none();
    if (kFused && rules.rounds_either_way) {
      to_nearest = hn::And(passes, hn::Gt(hn::Mul(observed, beyond), all(0)));
      // A flushed operand may explain it: a factor leaves the third one, that the product, truncated.
      const DoubleVector third = load(cases.operands[kArity - 1], i);
      const DoubleMask is_third = hn::And(hn::AndNot(normal, is_normal(third)), hn::Eq(observed, third));
      if (rules.may_flush_operands) to_nearest = hn::AndNot(is_third, to_nearest);
      const DoubleMask may_be_product = hn::AndNot(is_normal(third), hn::Ge(hn::Abs(product), hn::Abs(observed)));
      passes = hn::AndNot(hn::And(may_be_product, to_nearest), passes);
      if (!cases.counts_to_nearest) passes = hn::AndNot(to_nearest, passes);
    }
    DoubleMask has_error = passes;
    DoubleMask fails = none();
    // Far enough that no rounding comes back.
    const DoubleMask infinite = hn::Eq(observed, hn::CopySign(all(kInfinity), s));
    const DoubleMask is_past = hn::AndNot(is_power_of_two(s), is_between(measured.size, kBeyondAll, rules.below));
    const DoubleMask overflows = hn::And(hn::And(normal, infinite), is_past);
    if constexpr (kFused) {
      if (!rules.rounds_either_way || cases.counts_to_nearest) passes = hn::Or(passes, overflows);
      if (rules.rounds_either_way) to_nearest = hn::Or(to_nearest, overflows);
      const DoubleMask candidates = may_be_denied(rules, first, hn::And(defined, normal), passes);
      fails = denied(rules, measured, observed, candidates, measured.is_no_worse_than(worst_at(cases, i)));
      bins = hn::IfThenElse(hn::RebindMask(Longs(), fails), measured.bins, bins);
      has_error = hn::Or(has_error, fails);
    } else {
      const DoubleMask infinite_by_steps = hn::And(hn::IsInf(observed), hn::Eq(observed, stepwise));
      const DoubleMask special = hn::Or(infinite_by_steps, hn::And(hn::IsNaN(observed), hn::IsNaN(stepwise)));
      passes = hn::Or(passes, hn::And(hn::AndNot(is_power_of_two(s), special), normal));
      passes = hn::Or(passes, hn::And(overflows, cancels_little));
      if (rules.denies_beyond_step > 0) {
        // No nearer than is_far_from_sum() of Quick has it, which asks of each sum of some terms.
        const double reach = kTerms * rules.denies_beyond_step * (1 + 0x1p-28);
        if constexpr (kTerms > 2) {
          const DoubleVector rest = hn::Add(hn::Sub(terms, largest), left_out);
          const DoubleVector others = hn::Add(rest, rest);
          const DoubleMask is_alone = hn::Gt(hn::Sub(largest, others), all(0x1p-124));
          const DoubleVector flushed = hn::IfThenElse(is_alone, hn::Min(others, all(0x1p-125)), all(0x1p-125));
          small = hn::MulAdd(flushed, all(kTerms - 2), small);
        }
        small = hn::Add(small, all(2 * reach * 0x1p-126));
        // Another reading may keep what is left out, or flush that in turn.
        small = hn::MulAdd(left_out, all(2 + reach), small);
        const DoubleVector by_steps =
            rules.denies_beyond_outcomes ? reach_by_ulp<kTerms>(products, terms, s) : hn::Mul(terms, all(reach));
        const DoubleMask is_far = hn::Gt(off, hn::Add(by_steps, small));
        fails = hn::AndNot(passes, hn::And(defined, no_worse));
        if (!must_flush) fails = hn::And(fails, normal);
        fails = hn::And(hn::And(fails, is_far), hn::Gt(measured.size, all(kMayBeFlushed)));
        fails = hn::And(fails, hn::Lt(hn::Add(terms, measured.size), all(2 * kMostSummed)));
        has_error = hn::Or(has_error, fails);
      }
    }
    return {passes, none(), to_nearest, fails, has_error, bins};
  }
};

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
