// SPDX-License-Identifier: Apache-2.0

// A part of src/judge/sieve.cpp, once for each target: what is done to a vector of cases.

#if defined(HALFULP_JUDGE_SIEVE_LANES) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_SIEVE_LANES
#undef HALFULP_JUDGE_SIEVE_LANES
#else
#define HALFULP_JUDGE_SIEVE_LANES
#endif

#include <hwy/highway.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "exact/certified_lanes.hpp"
#include "halfulp/error_profile.hpp"
#include "judge/quick.hpp"
#include "judge/sieve.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

using namespace exact::HWY_NAMESPACE;

using Longs = hn::RebindToUnsigned<Doubles>;
using Signed = hn::RebindToSigned<Doubles>;
using LongVector = hn::VFromD<Longs>;
using Floats = hn::Rebind<float, Doubles>;  // as many as doubles
using DoubleMask = decltype(hn::Eq(DoubleVector(), DoubleVector()));

constexpr double kLeastNormal = 0x1p-126;
constexpr double kLeastDenormal = 0x1p-149;
constexpr double kBeyondAll = 0x1p128;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

HWY_INLINE DoubleVector all(double x) { return hn::Set(Doubles(), x); }
HWY_INLINE LongVector all_bits(std::uint64_t x) { return hn::Set(Longs(), x); }
HWY_INLINE LongVector bits_of(DoubleVector x) { return hn::BitCast(Longs(), x); }
HWY_INLINE DoubleVector doubles_of(LongVector x) { return hn::BitCast(Doubles(), x); }

/// What becomes of a vector of cases.
struct Verdicts {
  DoubleMask passes;
  DoubleMask unconstrained;
  DoubleMask to_nearest;  ///< of those that pass
  DoubleMask fails;
  DoubleMask measured;  ///< which of those that pass have an error; all that fail do
  LongVector bins;      ///< in which bins of the histogram
};

HWY_INLINE DoubleVector load(const std::byte* values, std::size_t i) {
  return hn::PromoteTo(Doubles(), hn::LoadU(Floats(), reinterpret_cast<const float*>(values) + i));
}

/// Rounded to binary32, to nearest.
HWY_INLINE DoubleVector to_float(DoubleVector x) { return hn::PromoteTo(Doubles(), hn::DemoteTo(Floats(), x)); }

/// The largest errors seen before where the cases from i on are noted.
HWY_INLINE DoubleVector worst_at(const SieveCases& cases, std::size_t i) {
  const hn::Rebind<std::uint32_t, Doubles> keys;
  const auto binades = hn::ShiftRight<23>(hn::LoadU(keys, reinterpret_cast<const std::uint32_t*>(cases.keys) + i));
  return hn::GatherIndex(Doubles(), cases.worst, hn::BitCast(Signed(), hn::PromoteTo(Longs(), binades)));
}

/// ErrorProfile::bin_of().
HWY_INLINE LongVector bins_of(DoubleVector error) {
  constexpr double kFirstBin = ErrorProfile::kLeastError * (1 - 0x1p-3);  // in the quarter before
  constexpr int kQuarter = 50;
  const DoubleVector told = hn::Min(hn::Max(error, all(kFirstBin)), all(ErrorProfile::kMostError));
  return hn::Sub(hn::ShiftRight<kQuarter>(bits_of(told)),
                 all_bits(std::bit_cast<std::uint64_t>(kFirstBin) >> kQuarter));
}

HWY_INLINE DoubleMask is_between(DoubleVector x, double least, double most) {
  return hn::And(hn::Gt(x, all(least)), hn::Lt(x, all(most)));
}
/// No infinity, NaN or anything smaller in size.
HWY_INLINE DoubleMask is_finite_from(DoubleVector x, double least) {
  const DoubleVector size = hn::Abs(x);
  return hn::And(hn::Ge(size, all(least)), hn::Lt(size, all(kBeyondAll)));
}
/// No zero, infinity or NaN, and no denormal where a flush may matter.
HWY_INLINE DoubleMask is_taken(const SieveRules& rules, DoubleVector x) {
  return is_finite_from(x, rules.takes_denormals ? kLeastDenormal : kLeastNormal);
}
/// No zero, denormal, infinity or NaN.
HWY_INLINE DoubleMask is_normal(DoubleVector x) { return is_finite_from(x, kLeastNormal); }
/// The same but for the smallest normal value, which may be what a denormal was rounded to.
HWY_INLINE DoubleMask is_plain(DoubleVector x) { return is_between(hn::Abs(x), kLeastNormal, kBeyondAll); }

HWY_INLINE DoubleMask is_power_of_two(DoubleVector x) {
  return hn::Eq(doubles_of(hn::And(bits_of(x), all_bits(0x000fffffffffffff))), all(0));
}

/// 2^floor(log2(|x|)) of no zero.
HWY_INLINE DoubleVector binade_of(DoubleVector x) {
  return doubles_of(hn::And(bits_of(x), all_bits(0x7ff0000000000000)));
}

/// What follows from a reference whose relative error is at most 2^-48: the very double that Quick computes, so that
/// errors are the same doubles too.
struct Measured {
  HWY_INLINE Measured(DoubleVector observed, DoubleVector reference, bool keeps_side_of_one = false)
      : size(hn::Abs(reference)), distance(hn::Abs(hn::Sub(observed, reference))) {
    // 2^floor(log2(exact)) or, close to a power of two, the smaller one.
    DoubleVector least = hn::Mul(size, all(1 - 0x1p-39));
    DoubleVector most = hn::Mul(size, all(1 + 0x1p-39));
    if (keeps_side_of_one) {
      const DoubleMask is_near = hn::Lt(hn::Abs(hn::Sub(size, all(1))), all(exact::kNearOne));
      const DoubleMask is_known = hn::And(is_near, hn::Ne(size, all(1)));
      least = hn::IfThenElse(is_known, size, least);
      most = hn::IfThenElse(is_known, size, most);
    }
    binade = binade_of(least);
    inverse_binade = doubles_of(hn::Sub(all_bits(0x7fe0000000000000), bits_of(binade)));
    clear = hn::Or(hn::Not(is_power_of_two(reference)), hn::Eq(distance, all(0)));
    in_one_binade = hn::Eq(binade, binade_of(most));
    const DoubleVector error = in_ulp(distance);
    bins = bins_of(error);
    has_bin = hn::Or(in_one_binade, hn::Lt(error, all(ErrorProfile::kLeastError)));
  }

  [[nodiscard]] HWY_INLINE DoubleMask within(const SieveRules::Width& width) const {
    // Where an ULP counts, it is one of normal values.
    const double least = width.ulp > 0 ? kLeastNormal : 0x1p-140;
    const double most = width.ulp > 0 ? 0x1p127 : 0x1p128;
    DoubleVector reach = hn::Mul(binade, all(width.ulp * 0x1p-23));
    reach = hn::Add(reach, hn::Add(all(width.absolute), hn::Mul(size, all(width.relative))));
    const DoubleVector safe = hn::Sub(hn::Mul(reach, all(1 - 0x1p-39)), hn::Mul(size, all(0x1p-44)));
    const DoubleMask here = hn::And(hn::And(hn::Ge(binade, all(least)), hn::Lt(size, all(most))), clear);
    return hn::And(here, hn::Le(distance, safe));
  }

  /// Whether the observed value is far from all that a rule permits, as Quick::is_beyond() has it.
  [[nodiscard]] HWY_INLINE DoubleMask is_denied(const SieveRules& rules, DoubleVector observed) const {
    const DoubleVector off_values = hn::Abs(hn::Sub(size, to_float(size)));
    const DoubleMask is_plain_ulp =
        hn::And(hn::Eq(binade_of(observed), binade), hn::Gt(off_values, hn::Mul(size, all(0x1p-39))));
    const DoubleVector ulp =
        hn::IfThenElse(is_plain_ulp, all(rules.denies_plain_ulp * 0x1p-23), all(rules.denies_beyond.ulp * 0x1p-23));
    DoubleVector reach = hn::Add(all(rules.denies_beyond.absolute), hn::Mul(size, all(rules.denies_beyond.relative)));
    reach = hn::Mul(hn::Add(reach, hn::Mul(binade, ulp)), all(1 + 0x1p-28));
    const DoubleMask in_range =
        hn::And(hn::Ge(binade, all(kLeastNormal)), hn::Lt(hn::Add(size, reach), all(kNearOverflow)));
    return hn::And(hn::And(hn::Gt(distance, reach), in_one_binade), hn::And(in_range, is_plain(observed)));
  }

  /// Whether |observed - exact| is at most `worst` ULP, and in one bin of the histogram.
  [[nodiscard]] HWY_INLINE DoubleMask is_no_worse_than(DoubleVector worst) const {
    return hn::And(has_bin, hn::Le(in_ulp(distance), worst));
  }

  /// Whether it uses no more of a width than `used`, in that width's unit.
  [[nodiscard]] HWY_INLINE DoubleMask uses_at_most(double used, const SieveRules::Width& width) const {
    if (width.ulp > 0) return hn::Le(in_ulp(distance), all(used));
    if (width.absolute > 0) return hn::Le(distance, all(used));
    if (width.relative > 0) return hn::Le(distance, hn::Mul(size, all(used * (1 - 0x1p-39))));
    return hn::Eq(size, size);
  }

  DoubleVector size;
  DoubleVector distance;
  DoubleVector binade;
  DoubleVector inverse_binade;
  DoubleMask clear;  ///< not at a power of two, where an ULP differs from side to side
  DoubleMask in_one_binade;
  LongVector bins;     ///< of the histogram of errors
  DoubleMask has_bin;  ///< whatever the error is

 private:
  [[nodiscard]] HWY_INLINE DoubleVector in_ulp(DoubleVector x) const {
    return hn::Mul(hn::Mul(x, inverse_binade), all(0x1p23));
  }
};

/// Which bound an operand has.
struct Domain {
  HWY_INLINE Domain(const SieveRules& rules, DoubleVector x) {
    const DoubleVector key = rules.of_magnitude ? hn::Abs(x) : x;
    inside = is_between(key, rules.least, rules.most);
    outside = hn::Or(hn::Lt(key, all(rules.least_outside)), hn::Gt(key, all(rules.most_outside)));
  }
  DoubleMask inside;
  DoubleMask outside;
};

/// Where some bound is stated, so that the correctly rounded result passes.
HWY_INLINE DoubleMask is_bounded(const SieveRules& rules, const Domain& domain) {
  return rules.outside_is == SieveRules::Outside::bounded ? hn::Or(domain.inside, domain.outside) : domain.inside;
}

HWY_INLINE DoubleMask within(const Measured& measured, const SieveRules& rules, const Domain& domain) {
  const DoubleMask passes = hn::And(measured.within(rules.inside), domain.inside);
  if (rules.outside_is != SieveRules::Outside::bounded) return passes;
  return hn::Or(passes, hn::And(measured.within(rules.outside), domain.outside));
}

/// Whether no error is larger than those seen before.
HWY_INLINE DoubleMask is_no_worse(const Measured& measured, const SieveRules& rules, const Domain& domain,
                                  const SieveCases& cases, std::size_t i) {
  const DoubleMask inside = hn::And(domain.inside, measured.uses_at_most(cases.used[0], rules.inside));
  const DoubleMask outside = hn::And(domain.outside, measured.uses_at_most(cases.used[1], rules.outside));
  return hn::And(measured.is_no_worse_than(worst_at(cases, i)), hn::Or(inside, outside));
}

HWY_INLINE DoubleMask none() { return hn::Lt(all(0), all(0)); }

/// A normal operand, for which far results may fail.
HWY_INLINE DoubleMask is_denying(const SieveRules& rules, DoubleVector x) {
  return hn::And(is_normal(x), hn::Lt(hn::Abs(x), all(rules.denies_sizes_below)));
}

/// Which of the `candidates` that do not pass are too far from the exact result for first operands x.
HWY_INLINE DoubleMask denied(const SieveRules& rules, const Measured& measured, DoubleVector x, DoubleVector observed,
                             DoubleMask candidates, DoubleMask passes) {
  if (!rules.denies || hn::AllTrue(Doubles(), passes)) return none();
  const DoubleMask here = hn::And(is_denying(rules, x), is_between(x, rules.denies_above, rules.denies_below));
  return hn::And(hn::And(candidates, here), measured.is_denied(rules, observed));
}

/// x < 0, or -0, or a NaN with a sign.
HWY_INLINE DoubleMask has_sign(DoubleVector x) { return hn::Ne(doubles_of(hn::ShiftRight<63>(bits_of(x))), all(0)); }

/// No denormal where a flush may matter, and no 1 where that is left.
HWY_INLINE DoubleMask is_operand(const SieveRules& rules, DoubleVector x) {
  return rules.leaves_ones ? hn::And(is_taken(rules, x), hn::Ne(hn::Abs(x), all(1))) : is_taken(rules, x);
}

/// Normal, where an operation of one operand has no value.
HWY_INLINE DoubleMask is_elsewhere(const SieveRules& rules, DoubleVector x) {
  const DoubleMask elsewhere = hn::Or(hn::Lt(x, all(rules.least_defined)), hn::Gt(x, all(rules.most_defined)));
  return hn::And(is_normal(x), elsewhere);
}

/// Where an operation has no value, NaN passes or nothing is asked.
HWY_INLINE void judge_elsewhere(const SieveRules& rules, DoubleMask elsewhere, DoubleVector observed,
                                DoubleMask& passes, DoubleMask& unconstrained) {
  if (rules.nan_elsewhere) passes = hn::Or(passes, hn::And(elsewhere, hn::IsNaN(observed)));
  if (rules.free_elsewhere) unconstrained = hn::Or(unconstrained, elsewhere);
}

/// An infinity far beyond the largest value, a zero far below the least normal one, with the sign of the exact result.
HWY_INLINE DoubleMask is_saturated(DoubleVector reference, DoubleVector observed) {
  const DoubleVector size = hn::Abs(reference);
  const DoubleVector seen = hn::Abs(observed);
  const DoubleMask over = hn::And(hn::Ge(size, all(0x1p129)), hn::Eq(seen, all(kInfinity)));
  const DoubleMask under = hn::And(hn::Le(size, all(0x1p-128)), hn::Eq(seen, all(0)));
  const DoubleMask is_pole_or_zero = hn::Or(hn::Eq(size, all(kInfinity)), hn::Eq(size, all(0)));
  const DoubleMask is_other_sign = has_sign(hn::Xor(observed, reference));
  return hn::AndNot(hn::Or(is_pole_or_zero, is_other_sign), hn::Or(over, under));
}

HWY_INLINE Packed reciprocal_square_root(Packed x) { return 1.0 / sqrt(x); }

/// A function that has a reference of relative error at most 2^-48, and the distance that is permitted.
template <auto kFunction>
struct Function {
  static HWY_INLINE Verdicts judge(const SieveRules& rules, const SieveCases& cases, std::size_t i) {
    const DoubleVector x = load(cases.operands[0], i);
    const DoubleVector observed = load(cases.observed, i);
    DoubleMask defined = hn::And(hn::Ge(x, all(rules.least_defined)), hn::Le(x, all(rules.most_defined)));
    defined = hn::And(defined, is_operand(rules, x));
    DoubleVector reference;
    DoubleMask elsewhere;
    if constexpr (std::is_same_v<decltype(kFunction), ReferenceOfTwo<DoubleVector>>) {
      const DoubleVector y = load(cases.operands[1], i);
      defined = hn::And(defined, hn::And(is_normal(x), is_normal(y)));
      reference = kFunction(x, y);
      elsewhere = hn::Or(hn::And(defined, hn::IsNaN(reference)), is_elsewhere(rules, x));
    } else {
      reference = kFunction(x);
      elsewhere = is_elsewhere(rules, x);
    }
    const DoubleMask plain = hn::And(is_plain(observed), hn::Le(hn::Abs(observed), all(rules.largest_observed)));

    const Measured measured(observed, reference, rules.keeps_side_of_one);
    const Domain domain(rules, x);
    const DoubleMask no_worse = is_no_worse(measured, rules, domain, cases, i);
    DoubleMask passes = hn::And(within(measured, rules, domain), no_worse);
    passes = hn::And(hn::And(passes, plain), hn::And(defined, hn::Lt(measured.size, all(rules.below))));
    const DoubleMask has_error = passes;
    if (rules.saturates) passes = hn::Or(passes, hn::And(defined, is_saturated(reference, observed)));
    DoubleMask unconstrained = none();
    judge_elsewhere(rules, elsewhere, observed, passes, unconstrained);
    const DoubleMask free = hn::And(hn::And(defined, plain), domain.outside);
    if (rules.outside_is == SieveRules::Outside::in_range) passes = hn::Or(passes, free);
    if (rules.outside_is == SieveRules::Outside::unconstrained) unconstrained = hn::Or(unconstrained, free);
    const DoubleMask candidates = hn::And(hn::And(defined, no_worse), is_bounded(rules, domain));
    const DoubleMask fails = denied(rules, measured, x, observed, candidates, passes);
    return {passes, unconstrained, none(), fails, has_error, measured.bins};
  }
};

// Operations of IEEE 754 in double: exact, or so close that rounding again gives what one rounding would [Figueroa
// 1995: 53 >= 2 * 24 + 2].
struct Sum {
  static constexpr double kDenyingBelow = kInfinity;
};
struct Add : Sum {
  static HWY_INLINE DoubleVector of(DoubleVector x, DoubleVector y) { return hn::Add(x, y); }
  /// What the sum leaves out, exactly [Knuth's TwoSum].
  static HWY_INLINE DoubleVector rest(DoubleVector x, DoubleVector y, DoubleVector sum) {
    const DoubleVector part = hn::Sub(sum, x);
    return hn::Add(hn::Sub(x, hn::Sub(sum, part)), hn::Sub(y, part));
  }
};
struct Sub : Sum {
  static HWY_INLINE DoubleVector of(DoubleVector x, DoubleVector y) { return hn::Sub(x, y); }
  static HWY_INLINE DoubleVector rest(DoubleVector x, DoubleVector y, DoubleVector sum) {
    return Add::rest(x, hn::Neg(y), sum);
  }
};
struct Rounded {
  static constexpr double kDenyingBelow = kInfinity;
  static HWY_INLINE DoubleVector rest(DoubleVector, DoubleVector, DoubleVector) { return all(0); }
};
struct Mul : Rounded {
  static HWY_INLINE DoubleVector of(DoubleVector x, DoubleVector y) { return hn::Mul(x, y); }
};
struct Div : Rounded {
  static constexpr double kDenyingBelow = 0x1p125;  // so that 1 / y is normal
  static HWY_INLINE DoubleVector of(DoubleVector x, DoubleVector y) { return hn::Div(x, y); }
};
struct Reciprocal {
  static HWY_INLINE DoubleVector of(DoubleVector x) { return hn::Div(all(1), x); }
};
struct SquareRoot {
  static HWY_INLINE DoubleVector of(DoubleVector x) { return hn::Sqrt(x); }
};

template <class Operation_, std::size_t kArity>
struct Arithmetic {
  static HWY_INLINE Verdicts judge(const SieveRules& rules, const SieveCases& cases, std::size_t i) {
    const DoubleVector x = load(cases.operands[0], i);
    const DoubleVector observed = load(cases.observed, i);
    DoubleMask defined = is_operand(rules, x);
    DoubleMask denying = defined;
    DoubleMask all_normal = is_normal(x);
    DoubleVector exact;
    DoubleVector rest = all(0);  // of exact, where it is a sum
    if constexpr (kArity == 2) {
      const DoubleVector y = load(cases.operands[1], i);
      defined = hn::And(defined, is_operand(rules, y));
      all_normal = hn::And(all_normal, is_normal(y));
      denying = hn::And(hn::And(defined, is_denying(rules, y)), hn::Lt(hn::Abs(y), all(Operation_::kDenyingBelow)));
      exact = Operation_::of(x, y);
      if (rules.rounds_either_way) rest = Operation_::rest(x, y, exact);
    } else {
      exact = Operation_::of(x);
    }
    const DoubleVector rounded = to_float(exact);
    const Measured measured(observed, exact);
    const Domain domain(rules, x);
    const DoubleMask is_rounded = hn::And(hn::Eq(observed, rounded), is_bounded(rules, domain));
    DoubleMask passes = hn::Or(is_rounded, within(measured, rules, domain));
    passes = hn::And(passes, hn::And(is_plain(rounded), is_plain(observed)));
    const DoubleMask no_worse = is_no_worse(measured, rules, domain, cases, i);
    passes = hn::And(passes, no_worse);
    const DoubleMask has_error = passes;
    // Overflow; a NaN, of a square root, is unequal to everything.
    passes = hn::Or(passes, hn::And(is_rounded, hn::Eq(hn::Abs(rounded), all(kInfinity))));
    passes = hn::And(passes, hn::Lt(measured.size, all(rules.below)));
    if (rules.flushes || rules.may_flush_results) {
      const DoubleMask must = hn::And(hn::Lt(hn::Abs(rounded), all(kLeastNormal)), hn::Gt(measured.size, all(0)));
      const DoubleMask may = is_between(measured.size, 0, kLeastNormal * (1 - 0x1p-22));
      const DoubleMask tiny = rules.flushes ? must : hn::And(may, is_bounded(rules, domain));
      const DoubleMask same_sign = hn::Not(has_sign(hn::Xor(observed, exact)));
      passes = hn::Or(passes, hn::And(hn::And(tiny, same_sign), hn::Eq(observed, all(0))));
    }
    passes = hn::And(passes, defined);
    DoubleMask to_nearest = none();
    if (rules.rounds_either_way) {
      // Quotients and roots that are no values of the format are 2^-50 or more away from all: 0 means exact.
      const DoubleVector beyond = hn::Sub(hn::Sub(rounded, exact), rest);
      const DoubleMask away = hn::Gt(hn::Mul(rounded, beyond), all(0));
      to_nearest = hn::And(passes, hn::And(is_rounded, hn::Or(away, hn::Eq(hn::Abs(rounded), all(kInfinity)))));
      if (rules.takes_denormals)
        passes = hn::AndNot(hn::AndNot(all_normal, to_nearest), passes);  // a flush may explain
      if (!cases.counts_to_nearest) passes = hn::AndNot(to_nearest, passes);
    }
    DoubleMask unconstrained = none();
    if constexpr (kArity == 1) judge_elsewhere(rules, is_elsewhere(rules, x), observed, passes, unconstrained);
    const DoubleMask candidates = hn::And(hn::And(denying, no_worse), is_bounded(rules, domain));
    const DoubleMask fails = denied(rules, measured, x, observed, candidates, passes);
    return {passes, unconstrained, to_nearest, fails, has_error, measured.bins};
  }
};

/// Of results that are the exact ones.
HWY_INLINE Verdicts without_error(DoubleMask passes, const SieveCases& cases, std::size_t i) {
  const DoubleMask known = hn::And(passes, hn::Ge(worst_at(cases, i), all(0)));
  return {known, none(), none(), none(), known, all_bits(0)};
}

/// Whether a zero of that sign passes as the exact result.
HWY_INLINE DoubleMask is_permitted_zero(const SieveRules& rules, DoubleMask negative, DoubleMask minus) {
  const auto of = [&](const bool(&zeros)[2]) HWY_ATTR {
    const DoubleMask plus_passes = zeros[0] ? hn::Not(minus) : none();
    return zeros[1] ? hn::Or(plus_passes, minus) : plus_passes;
  };
  return hn::Or(hn::And(negative, of(rules.zeros[1])), hn::AndNot(negative, of(rules.zeros[0])));
}

/// Where the kind of an instruction gives one value, exact.
template <class Operation_>
struct Exact {
  static HWY_INLINE Verdicts judge(const SieveRules& rules, const SieveCases& cases, std::size_t i) {
    const DoubleVector x = load(cases.operands[0], i);
    const DoubleVector exact = Operation_::of(x);
    const DoubleVector rounded = to_float(exact);
    const DoubleVector observed = load(cases.observed, i);
    const DoubleMask is_zero = hn::Eq(exact, all(0));
    DoubleMask defined = hn::And(is_normal(x), hn::And(hn::Or(is_normal(exact), is_zero), hn::Eq(rounded, exact)));
    defined = hn::And(defined, Operation_::is_exact(exact));
    DoubleMask passes = hn::And(defined, hn::Eq(observed, exact));
    passes = hn::And(passes, hn::Or(hn::Not(is_zero), is_permitted_zero(rules, has_sign(x), has_sign(observed))));
    return without_error(passes, cases, i);
  }
};

/// |x| modulo |y|, exactly. Each step takes away a whole multiple of |y| * 2^k, 2^29 or less times it: the multiple and
/// the rest fit into a double. The quotient's rounding can only reach the next integer, which leaves the rest negative.
HWY_INLINE DoubleVector remainder(DoubleVector x, DoubleVector y) {
  const LongVector most = all_bits(std::uint64_t{28} << 52);
  const DoubleVector divisor = hn::Abs(y);
  DoubleVector rest = hn::Abs(x);
  for (DoubleMask left = hn::Ge(rest, divisor); !hn::AllFalse(Doubles(), left); left = hn::Ge(rest, divisor)) {
    const LongVector apart = hn::Sub(bits_of(binade_of(rest)), bits_of(binade_of(divisor)));
    const auto excess = hn::BitCast(Signed(), hn::Sub(apart, most));
    const LongVector shift = hn::BitCast(Longs(), hn::Max(excess, hn::Zero(Signed())));
    const DoubleVector multiple = doubles_of(hn::Add(bits_of(divisor), shift));
    const DoubleVector next = hn::Sub(rest, hn::Mul(hn::Trunc(hn::Div(rest, multiple)), multiple));
    const DoubleVector reduced = hn::IfThenElse(hn::Lt(next, all(0)), hn::Add(next, multiple), next);
    rest = hn::IfThenElse(left, reduced, rest);
  }
  return rest;
}
struct Remainder {
  static HWY_INLINE Verdicts judge(const SieveRules& rules, const SieveCases& cases, std::size_t i) {
    const DoubleVector x = load(cases.operands[0], i);
    const DoubleVector y = load(cases.operands[1], i);
    const DoubleVector observed = load(cases.observed, i);
    const DoubleMask defined = hn::And(is_normal(x), is_normal(y));
    // Others are left; ones end at once.
    const DoubleVector size = remainder(hn::IfThenElse(defined, x, all(1)), hn::IfThenElse(defined, y, all(1)));
    const DoubleMask is_zero = hn::Eq(size, all(0));
    DoubleMask passes = hn::And(hn::Eq(observed, hn::CopySign(size, x)), hn::Or(is_normal(size), is_zero));
    passes = hn::And(passes, hn::Or(hn::Not(is_zero), is_permitted_zero(rules, has_sign(x), has_sign(observed))));
    return without_error(hn::And(passes, defined), cases, i);
  }
};

struct Rounding {
  static HWY_INLINE DoubleMask is_exact(DoubleVector /*result*/) { return hn::Not(none()); }
};
struct RoundEven : Rounding {
  static HWY_INLINE DoubleVector of(DoubleVector x) { return hn::Round(x); }
};
struct RoundDown : Rounding {
  static HWY_INLINE DoubleVector of(DoubleVector x) { return hn::Floor(x); }
};
struct RoundUp : Rounding {
  static HWY_INLINE DoubleVector of(DoubleVector x) { return hn::Ceil(x); }
};
struct RoundTowardZero : Rounding {
  static HWY_INLINE DoubleVector of(DoubleVector x) { return hn::Trunc(x); }
};
struct Fraction {
  static HWY_INLINE DoubleVector of(DoubleVector x) { return hn::Sub(x, hn::Floor(x)); }
  /// A double of 1 may be one that is less by less than 2^-53; no other float may be.
  static HWY_INLINE DoubleMask is_exact(DoubleVector result) { return hn::Lt(result, all(1)); }
};

template <bool kLess>
struct Selection {
  static HWY_INLINE Verdicts judge(const SieveRules& /*rules*/, const SieveCases& cases, std::size_t i) {
    const DoubleVector x = load(cases.operands[0], i);
    const DoubleVector y = load(cases.operands[1], i);
    const DoubleVector selected = kLess ? hn::Min(x, y) : hn::Max(x, y);  // of normal operands
    const DoubleMask defined = hn::And(is_normal(x), is_normal(y));
    const DoubleMask passes = hn::And(defined, hn::Eq(load(cases.observed, i), selected));
    return without_error(passes, cases, i);
  }
};

/// Comparisons of IEEE 754, of operands that are flushed where they must be.
template <Operation kOperation>
struct Comparison {
  static HWY_INLINE Verdicts judge(const SieveRules& rules, const SieveCases& cases, std::size_t i) {
    const DoubleVector x = load(cases.operands[0], i);
    const DoubleVector y = load(cases.operands[1], i);
    const DoubleMask taken = hn::And(is_compared(rules, x), is_compared(rules, y));
    const DoubleMask holds = compare(flushed(rules, x), flushed(rules, y));
    const hn::Rebind<std::uint32_t, Doubles> words;
    const LongVector observed =
        hn::PromoteTo(Longs(), hn::LoadU(words, reinterpret_cast<const std::uint32_t*>(cases.observed) + i));
    const LongVector truth = hn::IfThenElseZero(hn::RebindMask(Longs(), holds), all_bits(0xffffffff));
    const DoubleMask is_right = hn::RebindMask(Doubles(), hn::Eq(observed, truth));
    return {hn::And(taken, is_right), none(), none(), none(), none(), all_bits(0)};
  }

 private:
  static HWY_INLINE DoubleMask is_denormal(DoubleVector x) { return is_between(hn::Abs(x), 0, kLeastNormal); }
  static HWY_INLINE DoubleMask is_compared(const SieveRules& rules, DoubleVector x) {
    if (!rules.treats_specials_plainly) return is_normal(x);
    return rules.flushes ? hn::Not(none()) : hn::Not(is_denormal(x));
  }
  static HWY_INLINE DoubleVector flushed(const SieveRules& rules, DoubleVector x) {
    return rules.flushes ? hn::IfThenZeroElse(is_denormal(x), x) : x;
  }
  static HWY_INLINE DoubleMask compare(DoubleVector x, DoubleVector y) {
    if constexpr (kOperation == Operation::eq) return hn::Eq(x, y);
    if constexpr (kOperation == Operation::ne) return hn::Not(hn::Eq(x, y));  // hn::Ne is false of a NaN
    if constexpr (kOperation == Operation::lt) return hn::Lt(x, y);
    if constexpr (kOperation == Operation::le) return hn::Le(x, y);
    if constexpr (kOperation == Operation::gt) return hn::Gt(x, y);
    if constexpr (kOperation == Operation::ge) return hn::Ge(x, y);
  }
};

/// mad, fma and dot products: a sum of kTerms products, of which a third operand is one; rounded once or, where it is
/// not fused, after each step in the order of the terms. Products are exact in double; the sum is s + c.
template <std::size_t kTerms, std::size_t kArity, bool kFused>
struct SumOfProducts {
  static HWY_INLINE Verdicts judge(const SieveRules& rules, const SieveCases& cases, std::size_t i) {
    const DoubleVector observed = load(cases.observed, i);
    const DoubleVector first = load(cases.operands[0], i);
    DoubleMask normal = is_normal(first);
    const auto operand = [&](std::size_t k) HWY_ATTR {
      const DoubleVector x = load(cases.operands[k], i);
      normal = hn::And(normal, is_normal(x));
      return x;
    };
    DoubleVector s = all(0);
    DoubleVector c = all(0);
    DoubleVector terms = all(0);
    DoubleVector stepwise = all(0);
    for (std::size_t k = 0; k < kTerms; ++k) {
      const bool is_product = k == 0 || kArity != 3;
      DoubleVector term = k == 0 ? first : operand(kArity == 3 ? 2 : k);
      if (is_product) term = hn::Mul(term, operand(kArity == 3 ? 1 : k + kTerms));
      const DoubleVector sum = hn::Add(s, term);
      c = hn::Add(c, Add::rest(s, term, sum));
      s = sum;
      terms = hn::Add(terms, hn::Abs(term));
      if (kFused) continue;
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
    DoubleMask defined = hn::And(normal, is_plain(observed));
    defined = hn::And(defined, hn::Le(terms, hn::Mul(measured.size, all(0x1p40))));
    defined = hn::And(defined, is_between(measured.size, 0x1p-126, 0x1p127));
    defined = hn::And(defined, hn::Not(hn::Or(is_power_of_two(observed), is_power_of_two(s))));
    // Quick subtracts in another order, which rounds 2^-29 ULP at most.
    const DoubleVector error = hn::Add(hn::Mul(hn::Mul(off, measured.inverse_binade), all(0x1p23)), all(0x1p-28));
    const LongVector bins = bins_of(error);
    const DoubleVector least = hn::Sub(error, all(0x1p-27));
    const DoubleMask in_one_bin = hn::Eq(doubles_of(hn::Xor(bins, bins_of(least))), all(0));
    const DoubleMask no_worse = hn::And(in_one_bin, hn::Le(error, worst_at(cases, i)));
    DoubleMask passes = hn::And(hn::And(is_permitted, defined), no_worse);
    DoubleMask to_nearest = none();
    if (kFused && rules.rounds_either_way) {
      to_nearest = hn::And(passes, hn::Gt(hn::Mul(observed, beyond), all(0)));
      if (!cases.counts_to_nearest) passes = hn::AndNot(to_nearest, passes);
    }
    const DoubleMask has_error = passes;
    DoubleMask fails = none();
    if constexpr (kFused) {
      // Far enough that no rounding comes back.
      const DoubleMask infinite = hn::Eq(observed, hn::CopySign(all(kInfinity), s));
      const DoubleMask overflows =
          hn::And(hn::And(normal, infinite), is_between(measured.size, kBeyondAll, rules.below));
      if (!rules.rounds_either_way || cases.counts_to_nearest) passes = hn::Or(passes, overflows);
      if (rules.rounds_either_way) to_nearest = hn::Or(to_nearest, overflows);
      fails = denied(rules, measured, first, observed, hn::And(defined, no_worse), passes);
    } else {
      const DoubleMask infinite = hn::And(hn::IsInf(observed), hn::Eq(observed, stepwise));
      const DoubleMask special = hn::Or(infinite, hn::And(hn::IsNaN(observed), hn::IsNaN(stepwise)));
      passes = hn::Or(passes, hn::And(hn::AndNot(is_power_of_two(s), special), normal));
    }
    return {passes, none(), to_nearest, fails, has_error, bins};
  }
};

/// Writes the numbers of the lanes in the mask; how many there are.
HWY_INLINE std::size_t list(DoubleMask mask, std::size_t first, std::uint32_t* numbers) {
  if (hn::AllFalse(Doubles(), mask)) return 0;
  std::array<std::uint8_t, 8> bytes{};
  hn::StoreMaskBits(Doubles(), mask, bytes.data());
  std::uint64_t bits;
  std::memcpy(&bits, bytes.data(), sizeof bits);
  std::size_t count = 0;
  for (; bits != 0; bits &= bits - 1) {
    numbers[count++] = static_cast<std::uint32_t>(first + static_cast<std::size_t>(std::countr_zero(bits)));
  }
  return count;
}

template <class Judge>
Sifted sift(const SieveRules& given_rules, const SieveCases& given_cases, std::uint32_t* left, std::uint32_t* failed) {
  // Copies, which no store through the pointers changes: what they hold stays in registers.
  const SieveRules rules = given_rules;
  const SieveCases cases = given_cases;
  const std::size_t lanes = hn::Lanes(Doubles());
  Sifted sifted;
  std::size_t i = 0;
  for (; i + lanes <= cases.count; i += lanes) {
    const Verdicts verdicts = Judge::judge(rules, cases, i);
    if (rules.rounds_either_way)
      sifted.to_nearest += hn::CountTrue(Doubles(), hn::And(verdicts.to_nearest, verdicts.passes));
    sifted.unconstrained += hn::CountTrue(Doubles(), verdicts.unconstrained);
    const DoubleMask told = hn::Or(hn::Or(verdicts.passes, verdicts.unconstrained), verdicts.fails);
    sifted.left += list(hn::Not(told), i, left + sifted.left);
    sifted.failed += list(verdicts.fails, i, failed + sifted.failed);
    // A measured case may be one that does not pass: of a rounding to nearest that was to be left.
    const DoubleMask has_bin = hn::Or(hn::And(verdicts.measured, verdicts.passes), verdicts.fails);
    const LongVector bins = hn::IfThenElse(hn::RebindMask(Longs(), has_bin), verdicts.bins, all_bits(kNoBin));
    hn::StoreU(hn::TruncateTo(hn::Rebind<std::uint8_t, Doubles>(), bins), hn::Rebind<std::uint8_t, Doubles>(),
               cases.bins + i);
  }
  for (; i < cases.count; ++i) {
    left[sifted.left++] = static_cast<std::uint32_t>(i);
    cases.bins[i] = kNoBin;
  }
  return sifted;
}

/// Null where there is none.
inline Sieve::Function sieve_function(Operation operation) {
  using enum Operation;
  switch (operation) {
    case add:
      return sift<Arithmetic<Add, 2>>;
    case sub:
      return sift<Arithmetic<Sub, 2>>;
    case mul:
      return sift<Arithmetic<Mul, 2>>;
    case div:
      return sift<Arithmetic<Div, 2>>;
    case rcp:
    case reciprocal:
      return sift<Arithmetic<Reciprocal, 1>>;
    case sqrt:
      return sift<Arithmetic<SquareRoot, 1>>;
    case rsq:
      return sift<Function<reciprocal_square_root>>;
    case frc:
      return sift<Exact<Fraction>>;
    case round_ne:
      return sift<Exact<RoundEven>>;
    case round_ni:
      return sift<Exact<RoundDown>>;
    case round_pi:
      return sift<Exact<RoundUp>>;
    case round_z:
      return sift<Exact<RoundTowardZero>>;
    case mad:
      return sift<SumOfProducts<2, 3, false>>;
    case fma:
      return sift<SumOfProducts<2, 3, true>>;
    case dp2:
      return sift<SumOfProducts<2, 4, false>>;
    case dp3:
      return sift<SumOfProducts<3, 6, false>>;
    case dp4:
      return sift<SumOfProducts<4, 8, false>>;
    case eq:
      return sift<Comparison<eq>>;
    case ne:
      return sift<Comparison<ne>>;
    case lt:
      return sift<Comparison<lt>>;
    case le:
      return sift<Comparison<le>>;
    case gt:
      return sift<Comparison<gt>>;
    case ge:
      return sift<Comparison<ge>>;
    case fmod:
      return sift<Remainder>;
    case min:
      return sift<Selection<true>>;
    case max:
      return sift<Selection<false>>;
    default:
      return with_reference<DoubleVector>(
          operation, Sieve::Function(),
          []<Operation, auto kReference>() { return Sieve::Function(sift<Function<kReference>>); });
  }
}

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
