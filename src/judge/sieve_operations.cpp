// SPDX-License-Identifier: Apache-2.0
#include "judge/sieve.hpp"
#include "number/vector_targets.hpp"

// Compiled once per target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "judge/sieve_operations.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#if HWY_TARGET != HWY_SCALAR
#include "judge/sieve_lanes.hpp"
#endif

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

Sieve::Function sieve_of_operation(Operation /*operation*/) { return nullptr; }  // Quick's function is as fast

#else

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
  static constexpr bool kIsOfTwo = kArity == 2;
  static constexpr bool kRounds = true;
  static HWY_INLINE DoubleVector exact(const SieveCases& cases, std::size_t i) {
    const DoubleVector x = load(cases.operands[0], i);
    if constexpr (kIsOfTwo) {
      return Operation_::of(x, load(cases.operands[1], i));
    } else {
      return Operation_::of(x);
    }
  }
  /// What `exact` leaves out, where it is a sum.
  static HWY_INLINE DoubleVector rest([[maybe_unused]] DoubleVector x, [[maybe_unused]] DoubleVector y,
                                      [[maybe_unused]] DoubleVector exact) {
    if constexpr (kIsOfTwo) {
      return Operation_::rest(x, y, exact);
    } else {
      return all(0);
    }
  }

  static HWY_INLINE Verdicts judge(const SieveRules& rules, const SieveCases& cases, std::size_t i,
                                   DoubleVector exact) {
    const DoubleVector x = load(cases.operands[0], i);
    const DoubleVector observed = load(cases.observed, i);
    DoubleMask defined = is_operand(rules, x);
    DoubleMask denying = defined;
    DoubleMask all_normal = is_normal(x);
    DoubleVector rest = all(0);  // of exact, where it is a sum
    if constexpr (kArity == 2) {
      const DoubleVector y = load(cases.operands[1], i);
      defined = hn::And(defined, is_operand(rules, y));
      all_normal = hn::And(all_normal, is_normal(y));
      denying = hn::And(hn::And(defined, is_denying(rules, y)), hn::Lt(hn::Abs(y), all(Operation_::kDenyingBelow)));
      if (rules.rounds_either_way) rest = Operation_::rest(x, y, exact);
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
    const DoubleVector error = hn::Add(in_ulp(off, measured.inverse_binade), all(0x1p-28));
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

Sieve::Function sieve_of_operation(Operation operation) {
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
      return nullptr;
  }
}

#endif

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::judge {

HWY_EXPORT(sieve_of_operation);

Sieve::Function sieve_of_operation(Operation operation) { return HWY_DYNAMIC_DISPATCH(sieve_of_operation)(operation); }

}  // namespace halfulp::judge
#endif
