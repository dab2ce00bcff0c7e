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
#include "judge/sieve_floats.hpp"
#include "judge/sieve_lanes.hpp"
#include "judge/sieve_skim.hpp"
#endif

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

Sieve::Function sieve_of_operation(Operation /*operation*/) { return nullptr; }  // Quick's function is as fast

#else

using FloatVector = floats::Vector;

/// What a rounded sum leaves out, exactly [Knuth's TwoSum].
template <class V>
HWY_INLINE V rest_of_sum(V x, V y, V sum) {
  const V part = hn::Sub(sum, x);
  return hn::Add(hn::Sub(x, hn::Sub(sum, part)), hn::Sub(y, part));
}

// Operations of IEEE 754. In double: exact, or so close that rounding again gives what one rounding would [Figueroa
// 1995: 53 >= 2 * 24 + 2]. The error of an observed value in binary32: see sieve_floats.hpp.
struct Sum {
  static constexpr bool kIsSum = true;
  static constexpr bool kMayBeBySteps = false;
  static constexpr bool kIsOfSquare = false;
  static constexpr float kLeastResult = 0x1p-126F;
  static constexpr double kDenyingBelow = kInfinity;
  static constexpr bool kIsScaled = false;
};
struct Add : Sum {
  static HWY_INLINE DoubleVector of(DoubleVector x, DoubleVector y) { return hn::Add(x, y); }
  static HWY_INLINE DoubleVector rest(DoubleVector x, DoubleVector y, DoubleVector sum) {
    return rest_of_sum(x, y, sum);
  }
  static HWY_INLINE floats::Apart apart(FloatVector observed, FloatVector x, FloatVector y) {
    const FloatVector sum = hn::Add(x, y);
    const FloatVector difference = hn::Sub(hn::Sub(observed, sum), rest_of_sum(x, y, sum));
    floats::Apart apart = floats::apart(observed, difference);
    // Then the smaller operand's last bit is 2^-28 ULP or more.
    apart.is_exact = hn::And(hn::Eq(observed, sum), hn::Ge(hn::Abs(apart.ulp), floats::all(0x1p-5F)));
    return floats::exact_where_none(apart, difference);
  }
};
struct Sub : Sum {
  static HWY_INLINE DoubleVector of(DoubleVector x, DoubleVector y) { return hn::Sub(x, y); }
  static HWY_INLINE DoubleVector rest(DoubleVector x, DoubleVector y, DoubleVector sum) {
    return rest_of_sum(x, hn::Neg(y), sum);
  }
  static HWY_INLINE floats::Apart apart(FloatVector observed, FloatVector x, FloatVector y) {
    return Add::apart(observed, x, hn::Neg(y));
  }
};
struct Rounded {
  static constexpr bool kIsSum = false;
  static constexpr bool kMayBeBySteps = false;
  static constexpr bool kIsOfSquare = false;
  static constexpr float kLeastResult = 0x1p-126F;
  static constexpr double kDenyingBelow = kInfinity;
  static constexpr bool kIsScaled = true;
  static HWY_INLINE DoubleVector rest(DoubleVector, DoubleVector, DoubleVector) { return all(0); }
};
struct Mul : Rounded {
  template <class V>
  static HWY_INLINE V of(V x, V y) {
    return hn::Mul(x, y);
  }
  static HWY_INLINE floats::IntegerVector about_binade(floats::IntegerVector x, floats::IntegerVector y) {
    return hn::Add(hn::Sub(x, floats::binades(127)), hn::Sub(y, floats::binades(127)));
  }
  /// Small results are scaled so that nothing is lost; x that are too large then are none of theirs.
  static HWY_INLINE floats::Apart apart(FloatVector observed, FloatVector x, FloatVector y) {
    const FloatVector scale = floats::upscale(observed);
    const FloatVector product = hn::Mul(observed, scale);
    const FloatVector difference = hn::NegMulAdd(hn::Mul(x, scale), y, product);
    return floats::exact_where_none(floats::apart_from_normal(product, difference), difference);
  }
};
struct Div : Rounded {
  static constexpr bool kMayBeBySteps = true;
  static constexpr double kDenyingBelow = 0x1p125;  // so that 1 / y is normal
  template <class V>
  static HWY_INLINE V of(V x, V y) {
    return hn::Div(x, y);
  }
  /// Whether o is no further off than a product of x and one of both neighbours of 1 / y, as Quick::divides_by_steps()
  /// has it.
  static HWY_INLINE DoubleMask is_by_steps(DoubleVector observed, DoubleVector x, DoubleVector y, DoubleVector exact) {
    const DoubleVector reciprocal = hn::Div(all(1), hn::Abs(y));
    const DoubleVector nearest = to_float(reciprocal);
    const DoubleVector step = hn::Mul(binade_of(reciprocal), all(0x1p-23));
    const DoubleVector above_nearest = hn::IfThenElseZero(hn::Gt(nearest, reciprocal), step);
    const DoubleVector least = hn::Sub(nearest, above_nearest);
    const DoubleVector quotient = hn::Abs(exact);
    const DoubleVector lower = to_float(hn::Mul(hn::Abs(x), least));
    const DoubleVector upper = to_float(hn::Mul(hn::Abs(x), hn::Add(least, step)));
    const DoubleVector seen = hn::Abs(observed);
    const DoubleVector reach = hn::Max(hn::Abs(hn::Sub(lower, quotient)), hn::Abs(hn::Sub(upper, quotient)));
    const DoubleVector apart = hn::Abs(hn::Sub(seen, quotient));
    const DoubleMask is_product = hn::Or(hn::Eq(seen, lower), hn::Eq(seen, upper));
    const DoubleMask is_near = hn::Or(is_product, hn::Lt(apart, hn::NegMulAdd(quotient, all(0x1p-45), reach)));
    const DoubleVector from_binade = hn::Sub(hn::Mul(nearest, inverse_of(binade_of(reciprocal))), all(1));
    const DoubleMask is_plain =
        hn::And(is_between(from_binade, 0x1p-19, 1 - 0x1p-19), hn::Lt(hn::Abs(y), all(0x1p124)));
    const DoubleMask same_sign = hn::Not(has_sign(hn::Xor(observed, exact)));
    const DoubleMask is_value = hn::Eq(to_float(exact), exact);  // where some policies permit nothing else
    const DoubleMask in_range = hn::AndNot(is_value, is_between(hn::Abs(exact), 0x1p-124, 0x1p125));
    return hn::And(hn::And(is_near, is_plain), hn::And(same_sign, in_range));
  }
  static HWY_INLINE floats::IntegerVector about_binade(floats::IntegerVector x, floats::IntegerVector y) {
    return hn::Sub(x, y);
  }
  /// (o y - x) / x of x / y, for which o stands; small x are scaled, with y, so that nothing is lost; y that are too
  /// large then are none of theirs.
  static HWY_INLINE floats::Apart apart(FloatVector observed, FloatVector x, FloatVector y) {
    const FloatVector scale = floats::upscale(x);
    const FloatVector dividend = hn::Mul(x, scale);
    const FloatVector difference = hn::MulSub(observed, hn::Mul(y, scale), dividend);
    return floats::exact_where_none(floats::apart_by(hn::Div(difference, dividend), observed), difference);
  }
};
/// Whose double is as good as exact.
struct OfOne {
  static constexpr bool kIsOfSquare = false;
  static constexpr bool kIsScaled = false;
  static constexpr float kLeastResult = 0x1p-126F;
  static constexpr float kMargin = 0;  ///< of the error in binary32, in ULP, beside that of all
  static HWY_INLINE DoubleMask is_sure(DoubleVector exact, DoubleVector /*rounded*/) { return hn::Eq(exact, exact); }
};
struct Reciprocal : OfOne {
  static HWY_INLINE DoubleVector of(DoubleVector x) { return hn::Div(all(1), x); }
  /// (o x - 1) / x, where o stands for 1 / x.
  static HWY_INLINE floats::Apart apart(FloatVector observed, FloatVector x, FloatVector) {
    return floats::apart_by(hn::MulSub(observed, x, floats::all(1)), observed);
  }
};
struct SquareRoot : OfOne {
  static constexpr bool kIsOfSquare = true;
  static constexpr float kLeastResult = 0x1p-63F;
  static HWY_INLINE DoubleVector of(DoubleVector x) { return hn::Sqrt(x); }
  /// (o o - x) / (o + sqrt(x)), where o stands for sqrt(x); small x are scaled so that nothing is lost.
  static HWY_INLINE floats::Apart apart(FloatVector observed, FloatVector x, FloatVector) {
    const auto is_small = hn::Lt(x, floats::all(0x1p-60F));
    const FloatVector scale = hn::IfThenElse(is_small, floats::all(0x1p32F), floats::all(1));
    const FloatVector root = hn::Mul(observed, scale);
    const FloatVector excess = hn::MulSub(root, root, hn::Mul(hn::Mul(x, scale), scale));
    const FloatVector apart = hn::Mul(hn::Abs(excess), floats::about_reciprocal(root));
    // 2^22 / 2^floor(log2(root))
    const auto exponent = hn::And(floats::bits_of(root), floats::all_bits(0x7f800000));
    const FloatVector half_in_ulp = floats::floats_of(hn::Sub(floats::all_bits((254U + 22) << 23), exponent));
    return {excess, hn::Mul(apart, half_in_ulp), floats::none()};
  }
};

struct ReciprocalSquareRoot : OfOne {
  static constexpr bool kIsOfSquare = true;
  static constexpr float kMargin = 0x1p-22F;
  static HWY_INLINE DoubleVector of(DoubleVector x) { return hn::Div(all(1), hn::Sqrt(x)); }
  /// The double is some roundings off: apart from ties and, as only powers of 4 have such roots, from values.
  static HWY_INLINE DoubleMask is_sure(DoubleVector exact, DoubleVector rounded) {
    const DoubleVector least = hn::Mul(exact, all(0x1p-46));
    const DoubleMask is_no_tie = hn::Eq(to_float(hn::Add(exact, least)), to_float(hn::Sub(exact, least)));
    const DoubleMask is_apart = hn::Gt(hn::Abs(hn::Sub(rounded, exact)), least);
    return hn::And(is_no_tie, hn::Or(is_apart, is_power_of_two(exact)));
  }
  /// (x o o - 1) / 2, where o stands for 1 / sqrt(x); large x are scaled so that nothing is lost. On which side of it o
  /// is, is told from 2^-43 on, which is more than what is rounded.
  static HWY_INLINE floats::Apart apart(FloatVector observed, FloatVector x, FloatVector) {
    const auto is_large = hn::Gt(x, floats::all(0x1p60F));
    const FloatVector root = hn::Mul(observed, hn::IfThenElse(is_large, floats::all(0x1p32F), floats::all(1)));
    const FloatVector operand = hn::Mul(x, hn::IfThenElse(is_large, floats::all(0x1p-64F), floats::all(1)));
    const FloatVector square = hn::Mul(root, root);
    const FloatVector lost = hn::MulSub(root, root, square);
    const FloatVector excess = hn::MulAdd(lost, operand, hn::MulSub(square, operand, floats::all(1)));
    const auto is_unsure = hn::Lt(hn::Abs(excess), floats::all(0x1p-43F));
    const FloatVector relative = hn::Mul(excess, floats::all(0.5F));
    return floats::apart_by(hn::IfThenElse(is_unsure, floats::all(1), relative), observed);
  }
};

template <class Operation_, std::size_t kArity_>
struct Arithmetic {
  static constexpr std::size_t kArity = kArity_;
  static constexpr bool kIsCompared = false;

  static std::size_t sift_plainly(const SieveRules& rules, const SieveCases& cases, std::uint32_t* others,
                                  std::uint32_t* failed, Sifted& sifted) {
    using InFloats = floats::Judge<Operation_, kArity>;
    const double most = std::min(floats::kMostTold, rules.inside.ulp > 0 ? cases.used[0] : kInfinity);
    const InFloats judge{.rules = {rules, cases}, .limits = floats::Limits(cases, most), .cases = cases};
    const floats::Skim<Operation_, kArity> skim(judge);
    if (!skim.tells_any() || judge.limits.binade().exists()) return floats::sift(judge, others, failed, sifted);
    const std::size_t count = skim.skim(others, sifted);
    return floats::sift_listed<kArity>(judge, count, others, failed, sifted);
  }

  static HWY_INLINE Verdicts judge(const SieveRules& rules, const SieveCases& cases, std::size_t i) {
    DoubleVector x = load(cases.operands[0], i);
    const DoubleVector observed = load(cases.observed, i);
    DoubleVector exact;
    DoubleMask defined = is_operand(rules, x);
    DoubleMask denying = defined;
    DoubleMask all_normal = is_normal(x);
    DoubleVector rest = all(0);  // of exact, where it is a sum
    DoubleMask by_steps = none();
    if constexpr (kArity == 1) {
      exact = Operation_::of(x);
    } else {
      DoubleVector y = load(cases.operands[1], i);
      defined = hn::And(defined, is_operand(rules, y));
      all_normal = hn::And(all_normal, is_normal(y));
      denying = hn::And(hn::And(defined, is_denying(rules, y)), hn::Lt(hn::Abs(y), all(Operation_::kDenyingBelow)));
      if (Operation_::kIsSum && rules.adds_flushed) {
        defined = hn::And(is_finite_from(x, 0), is_finite_from(y, 0));
        if (rules.leaves_ones) defined = hn::AndNot(hn::Or(is_one(x), is_one(y)), defined);
        x = flushed(x);
        y = flushed(y);
      }
      exact = Operation_::of(x, y);
      if (rules.rounds_either_way) rest = Operation_::rest(x, y, exact);
      if constexpr (Operation_::kMayBeBySteps) {
        if (rules.divides_by_steps) by_steps = hn::And(all_normal, Operation_::is_by_steps(observed, x, y, exact));
      }
    }
    const DoubleVector rounded = to_float(exact);
    const Measured measured(observed, exact);
    const Domain domain(rules, x);
    DoubleMask is_rounded = hn::And(hn::Eq(observed, rounded), is_bounded(rules, domain));
    if constexpr (kArity == 1) is_rounded = hn::And(is_rounded, Operation_::is_sure(exact, rounded));
    by_steps = hn::And(by_steps, measured.in_one_binade);
    DoubleMask passes = hn::Or(hn::Or(is_rounded, by_steps), within(measured, rules, domain));
    passes = hn::And(passes, hn::And(is_plain(rounded), is_plain(observed)));
    if (rules.may_keep_results) {
      const DoubleMask is_denormal = is_between(hn::Abs(rounded), 0, kLeastNormal);
      passes = hn::Or(passes, hn::And(is_rounded, is_denormal));
    }
    const DoubleMask no_worse = is_no_worse(measured, rules, domain, cases, i);
    passes = hn::And(passes, no_worse);
    const DoubleMask has_error = passes;
    // Overflow; a NaN, of a square root, is unequal to everything.
    passes = hn::Or(passes, hn::And(is_rounded, hn::Eq(hn::Abs(rounded), all(kInfinity))));
    passes = hn::And(passes, hn::Lt(measured.size, all(rules.below)));
    if (rules.flushes || rules.may_flush_results) {
      const DoubleMask must = hn::And(hn::Lt(hn::Abs(rounded), all(kLeastNormal)), hn::Gt(measured.size, all(0)));
      const DoubleMask is_tiny = is_between(measured.size, 0, kLeastNormal * (1 - 0x1p-22));
      const DoubleMask may = hn::And(is_tiny, is_bounded(rules, domain));
      const DoubleMask tiny = rules.flushes ? must : may;
      const DoubleMask same_sign = hn::Not(has_sign(hn::Xor(observed, exact)));
      const DoubleMask may_be_either = hn::And(may, hn::Ge(measured.size, all(rules.either_zero_from)));
      const DoubleMask may_be_zero = hn::Or(hn::And(tiny, same_sign), may_be_either);
      passes = hn::Or(passes, hn::And(may_be_zero, hn::Eq(observed, all(0))));
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
    Verdicts verdicts{passes, unconstrained, to_nearest, none(), has_error, measured.bins};
    const DoubleMask candidates = may_be_denied(rules, x, hn::And(denying, is_bounded(rules, domain)), passes);
    deny<true>(rules, cases, i, measured, domain, x, exact, observed, candidates, no_worse, verdicts);
    return verdicts;
  }
};

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

/// A judge that compares in binary32 alone.
template <class InFloats, std::size_t kArity>
Sifted sift_in_floats(const SieveRules& rules, const SieveCases& cases, std::size_t some, std::uint32_t* left,
                      std::uint32_t* failed) {
  Sifted sifted;
  const std::size_t others = some != 0 ? some : floats::sift(InFloats(rules, cases), left, failed, sifted);
  for (std::size_t j = 0; j < others; ++j) {
    std::uint8_t bin = kNoBin;
    const bool is_told = is_told_by_classes(rules, cases, kArity, left[j], bin, sifted);
    cases.bins[left[j]] = is_told ? bin : kNoBin;
    if (!is_told) left[sifted.left++] = left[j];
  }
  return sifted;
}

/// Results without an error, where binades had one before.
class WithoutError {
 public:
  WithoutError(const SieveRules& all_rules, const SieveCases& all_cases)
      : rules(all_rules), cases(all_cases), limits_(cases, kInfinity) {}
  SieveRules rules;
  SieveCases cases;

 protected:
  [[nodiscard]] HWY_INLINE floats::Told told(floats::Mask passes, std::size_t i) const {
    return without_error(hn::And(passes, hn::Ge(limits_.at(i), floats::all(0))));
  }
  static HWY_INLINE floats::Told without_error(floats::Mask known) {
    return {known, known, floats::none(), floats::none(), floats::all_bits(0)};
  }

  floats::Limits limits_;
};

/// The largest errors that were seen before where exact results are zeros of operands below 1, of the binade that they
/// are in or the least of all such binades.
inline double worst_of_zeros(const SieveCases& cases, const floats::OneBinade& binade) {
  if (binade.exists()) return cases.worst[binade.number()];
  constexpr std::size_t kBelowOne = 127;
  double least = kInfinity;
  for (const std::size_t sign : {std::size_t{0}, std::size_t{256}}) {
    least = std::min(least, *std::min_element(cases.worst + sign + 1, cases.worst + sign + kBelowOne));
  }
  return least;
}

/// Where the kind of an instruction gives one value, exact.
template <class Operation_>
struct Exact : WithoutError {
  Exact(const SieveRules& all_rules, const SieveCases& all_cases)
      : WithoutError(all_rules, all_cases),
        limit_of_zeros_(at_most(worst_of_zeros(all_cases, limits_.binade()) * kLeastDenormal)) {}
  [[nodiscard]] HWY_INLINE floats::Told judge(std::size_t i) const {
    const FloatVector x = floats::load(cases.operands[0], i);
    const FloatVector exact = Operation_::of(x);
    const FloatVector observed = floats::load(cases.observed, i);
    const floats::Mask is_zero = hn::Eq(exact, floats::all(0));
    const floats::Mask is_right =
        hn::And(hn::Eq(observed, exact), hn::Or(hn::Not(is_zero), is_permitted_zero(rules, x, observed)));
    const floats::Mask is_told = hn::And(floats::is_normal(x), Operation_::is_exact(x, exact));
    floats::Told all = told(hn::And(is_told, is_right), i);
    const floats::Mask deny = hn::And(is_told, hn::Or(hn::Not(is_zero), hn::Lt(hn::Abs(x), floats::all(1))));
    tell_failures(deny, exact, observed, limits_.at(i), all);
    return all;
  }

  [[nodiscard]] floats::Steadily steadily() const {
    const bool is_known = limits_.binade().exists() && limits_.one() >= 0;
    return is_known ? floats::Steadily::by_error : floats::Steadily::no;
  }
  template <floats::Steadily kHow>
  [[nodiscard]] HWY_INLINE floats::Told judge_steadily(std::size_t i) const {
    const FloatVector x = floats::load(cases.operands[0], i);
    const FloatVector exact = Operation_::of(x);
    const FloatVector observed = floats::load(cases.observed, i);
    const floats::Mask is_told = Operation_::is_exact(x, exact);
    floats::Mask passes = hn::And(hn::Eq(observed, exact), is_told);
    const bool(&zeros)[2] = rules.zeros[limits_.binade().is_negative()];
    if (!zeros[0]) passes = hn::AndNot(floats::are_same_bits(observed, floats::all(0.0F)), passes);
    if (!zeros[1]) passes = hn::AndNot(floats::are_same_bits(observed, floats::all(-0.0F)), passes);
    floats::Told all = without_error(passes);
    tell_failures(is_told, exact, observed, floats::all(limits_.one()), all);
    return all;
  }

 private:
  /// Which of the candidates that do not pass fail: those with a known error that is no larger than those before, and
  /// infinities and NaN. What may be a flushed result, or a zero of the wrong sign, is left.
  HWY_INLINE void tell_failures(floats::Mask candidates, FloatVector exact, FloatVector observed, FloatVector limit,
                                floats::Told& told) const {
    candidates = hn::AndNot(told.told, candidates);
    if (!rules.permits_exact_alone || hn::AllFalse(floats::Tag(), candidates)) return;
    const FloatVector size = hn::Abs(exact);
    const floats::Mask is_zero = hn::Eq(exact, floats::all(0));
    const floats::Mask is_value = hn::And(hn::Ge(size, floats::all(0x1p-125F)), hn::Lt(size, floats::all(0x1p126F)));
    candidates = hn::And(candidates, hn::Or(is_value, hn::AndNot(hn::Eq(observed, exact), is_zero)));
    const FloatVector difference = hn::Sub(observed, exact);
    const FloatVector apart = hn::Abs(difference);
    const floats::Mask is_known = hn::Eq(rest_of_sum(observed, hn::Neg(exact), difference), floats::all(0));
    // Of a power of two an ULP is the smaller gap beside it, of 0 the least denormal.
    const auto fraction = hn::And(floats::bits_of(exact), floats::all_bits(0x007fffff));
    const floats::Mask is_power = hn::RebindMask(floats::Tag(), hn::Eq(fraction, hn::Zero(floats::Words())));
    const FloatVector in_gaps = floats::in_ulp(apart, floats::inverse_binade(exact));
    const FloatVector of_value = hn::IfThenElse(is_power, hn::Add(in_gaps, in_gaps), in_gaps);
    const FloatVector of_zero = hn::Mul(hn::Mul(apart, floats::all(0x1p100F)), floats::all(0x1p49F));
    const FloatVector error = hn::IfThenElse(is_zero, of_zero, of_value);
    const floats::Mask is_no_worse =
        hn::Or(hn::And(is_value, hn::Le(error, limit)), hn::And(is_zero, hn::Le(apart, floats::all(limit_of_zeros_))));
    const floats::Mask measured = hn::And(candidates, hn::And(is_known, is_no_worse));
    told.fails = hn::Or(measured, hn::AndNot(hn::IsFinite(observed), candidates));
    told.told = hn::Or(told.told, told.fails);
    told.measured = hn::Or(told.measured, measured);
    told.bins = hn::IfThenElse(hn::RebindMask(floats::Words(), measured),
                               floats::bins_of(hn::Min(error, floats::all(ErrorProfile::kMostError))), told.bins);
  }

  float limit_of_zeros_;
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

/// fmod, whose results are exact.
struct Remainder : WithoutError {
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
    return measured;
  }

 private:
  static HWY_INLINE floats::Mask is_finite_value(FloatVector x) {
    return hn::And(hn::Ne(x, floats::all(0)), hn::IsFinite(x));
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
    return floats::sift(InFloats(rules, cases), others, failed, sifted);
  }

  /// Results without an error; in one negative binade also those next to 1, and rounded ones. Their errors in binary32
  /// are those in double.
  struct InFloats : Exact<Fraction> {
    InFloats(const SieveRules& all_rules, const SieveCases& all_cases)
        : Exact(all_rules, all_cases), tells_away_(!rules.rounds_either_way || cases.counts_to_nearest) {
      const floats::OneBinade& binade = limits_.binade();
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
      return told(passes, is_one, bins);
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
    to_nearest = hn::Or(to_nearest, hn::And(near_passes, is_one));
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
  HWY_INLINE Selected(const SieveRules& rules, FloatVector operand) : value(operand) {
    if (!rules.treats_specials_plainly) {
      is_taken = floats::is_normal(operand);
    } else if (rules.flushes) {
      is_taken = hn::Not(floats::none());
      value = floats::flushed(operand);
    } else {
      is_taken = hn::Not(floats::is_denormal(operand));
    }
  }
  floats::Mask is_taken;
  FloatVector value;
};

/// The number, the smaller or larger of two; of two zeros none is told.
template <bool kLess>
struct Selection : WithoutError {
  using WithoutError::WithoutError;
  [[nodiscard]] HWY_INLINE floats::Told judge(std::size_t i) const {
    const Selected x(rules, floats::load(cases.operands[0], i));
    const Selected y(rules, floats::load(cases.operands[1], i));
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
    return finite;
  }
};

/// Comparisons of IEEE 754, of operands that are flushed where they must be.
template <Operation kOperation>
struct Comparison {
  SieveRules rules;
  SieveCases cases;

  Comparison(const SieveRules& all_rules, const SieveCases& all_cases) : rules(all_rules), cases(all_cases) {}
  [[nodiscard]] HWY_INLINE floats::Told judge(std::size_t i) const {
    const Selected x(rules, floats::load(cases.operands[0], i));
    const Selected y(rules, floats::load(cases.operands[1], i));
    const FloatVector truth = hn::VecFromMask(floats::Tag(), compare(x.value, y.value));
    const floats::Mask is_right = floats::are_same_bits(floats::load(cases.observed, i), truth);
    return {hn::And(hn::And(x.is_taken, y.is_taken), is_right), floats::none(), floats::none(), floats::none(),
            floats::all_bits(0)};
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

/// mad, fma and dot products: a sum of kTerms products, of which a third operand is one; rounded once or, where it is
/// not fused, after each step in the order of the terms. Products are exact in double; the sum is s + c.
template <std::size_t kTerms, std::size_t kArity_, bool kFused>
struct SumOfProducts {
  static constexpr std::size_t kArity = kArity_;
  static constexpr bool kIsCompared = false;

  static std::size_t sift_plainly(const SieveRules& rules, const SieveCases& cases, std::uint32_t* others,
                                  std::uint32_t* failed, Sifted& sifted) {
    return floats::sift(InFloats{.rules = {rules, cases}, .limits = floats::Limits(cases), .cases = cases}, others,
                        failed, sifted);
  }

  static HWY_INLINE Verdicts judge(const SieveRules& rules, const SieveCases& cases, std::size_t i) {
    const DoubleVector observed = load(cases.observed, i);
    const DoubleVector first = load(cases.operands[0], i);
    DoubleMask normal = is_normal(first);
    DoubleMask are_taken = hn::Not(none());
    const auto operand = [&](std::size_t k) HWY_ATTR {
      const DoubleVector x = k == 0 ? first : load(cases.operands[k], i);
      normal = hn::And(normal, is_normal(x));
      const bool must_flush = !kFused && rules.flushes;
      are_taken = hn::And(are_taken, must_flush ? is_finite_from(x, 0) : is_taken(rules, x));
      return must_flush ? flushed(x) : x;
    };
    DoubleVector s = all(0);
    DoubleVector c = all(0);
    DoubleVector terms = all(0);
    DoubleVector stepwise = all(0);
    for (std::size_t k = 0; k < kTerms; ++k) {
      const bool is_product = k == 0 || kArity != 3;
      DoubleVector term = operand(k == 0 || kArity != 3 ? k : 2);
      if (is_product) term = hn::Mul(term, operand(kArity == 3 ? 1 : k + kTerms));
      const DoubleVector sum = hn::Add(s, term);
      c = hn::Add(c, rest_of_sum(s, term, sum));
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
      // A flushed operand may explain it: a factor leaves the third one.
      const DoubleVector third = load(cases.operands[kArity - 1], i);
      const DoubleMask is_third = hn::And(hn::AndNot(normal, is_normal(third)), hn::Eq(observed, third));
      if (rules.may_flush_operands) to_nearest = hn::AndNot(is_third, to_nearest);
      passes = hn::AndNot(hn::AndNot(normal, to_nearest), passes);
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
    }
    return {passes, none(), to_nearest, fails, has_error, bins};
  }

  /// The same in binary32: products and sums with what each leaves out, which is little where no terms cancel.
  struct InFloats {
    /// The last bit of a product below 2^-102 may be lost. Where results have these sizes, the sum with it leaves a
    /// rest, which has the sign of all that is left.
    static constexpr float kLeastSum = 0x1p-75F;

    floats::Rules rules;
    floats::Limits limits;
    SieveCases cases;

    HWY_INLINE floats::Told judge(std::size_t i) const {
      const FloatVector observed = floats::load(cases.observed, i);
      floats::Mask are_taken = hn::Not(floats::none());
      const auto operand = [&](std::size_t k) HWY_ATTR {
        const FloatVector x = floats::load(cases.operands[k], i);
        if constexpr (kFused) {
          are_taken = hn::And(are_taken, floats::is_normal(x));
        } else if (rules.must_flush) {
          return floats::flushed(x);
        }
        return x;
      };
      FloatVector stepwise = floats::all(0);
      FloatVector rest = floats::all(0);
      FloatVector most_rest = floats::all(0);
      const auto leave = [&](FloatVector some) HWY_ATTR {
        rest = hn::Add(rest, some);
        most_rest = hn::Add(most_rest, hn::Abs(some));
      };
      for (std::size_t k = 0; k < kTerms; ++k) {
        const bool is_product = k == 0 || kArity != 3;
        FloatVector term = operand(k == 0 || kArity != 3 ? k : 2);
        if (is_product) {
          const FloatVector x = term;
          const FloatVector y = operand(kArity == 3 ? 1 : k + kTerms);
          term = hn::Mul(x, y);
          FloatVector lost = hn::MulSub(x, y, term);
          if constexpr (kFused) {
            const FloatVector tiny = hn::CopySign(floats::all(0x1p-149F), term);  // more than what became zero
            lost = hn::IfThenElse(hn::Eq(term, floats::all(0)), tiny, lost);
          }
          leave(lost);
        }
        if (k == 0) {
          stepwise = term;
          continue;
        }
        const FloatVector sum = hn::Add(stepwise, term);
        leave(rest_of_sum(stepwise, term, sum));
        stepwise = sum;
      }
      const FloatVector from_steps = hn::Sub(observed, stepwise);
      const floats::Apart apart = floats::apart(observed, hn::Sub(from_steps, rest));
      const FloatVector inverse_binade = floats::inverse_binade(observed);
      const FloatVector most_apart = floats::in_ulp(hn::Max(hn::Abs(from_steps), most_rest), inverse_binade);
      // A sum of up to seven small terms.
      const FloatVector margin = hn::Mul(most_apart, floats::all(0x1p-20F));
      const floats::Errors errors(apart, limits.at(i), margin);
      floats::Mask passes = hn::And(are_taken, floats::is_result(observed, kLeastSum, floats::kMostResult));
      passes = hn::And(hn::And(passes, errors.is_sure), hn::Lt(most_apart, floats::all(64)));
      floats::Mask permitted = errors.is_rounded;
      if (!kFused) permitted = hn::Or(permitted, hn::Eq(observed, stepwise));
      passes = hn::And(passes, permitted);
      floats::Told told{passes, passes, floats::none(), floats::none(), errors.bins};
      if constexpr (kFused) {
        floats::tell_away(rules, errors.is_rounded, apart.excess, told);
        // Far enough beyond 2^128 that no rounding comes back.
        const auto half_of = [&](std::size_t k)
                                 HWY_ATTR { return hn::Mul(floats::load(cases.operands[k], i), floats::all(0.5F)); };
        const FloatVector half = hn::MulAdd(half_of(0), floats::load(cases.operands[1], i), half_of(2));
        const floats::Mask is_beyond = hn::Gt(hn::Abs(half), floats::all(0x1p127F));
        const floats::Mask infinite = hn::Eq(observed, hn::CopySign(floats::all(HUGE_VALF), half));
        if (rules.overflows && rules.tells_away) {
          floats::tell_overflow(rules, hn::And(are_taken, hn::And(is_beyond, infinite)), told);
        }
      } else {
        const floats::Mask infinite = hn::And(hn::IsInf(observed), hn::Eq(observed, stepwise));
        const floats::Mask special = hn::Or(infinite, hn::And(hn::IsNaN(observed), hn::IsNaN(stepwise)));
        told.told = hn::Or(told.told, special);
      }
      return told;
    }
  };
};

template <class Judge>
Sifted sift(const SieveRules& rules, const SieveCases& cases, std::size_t some, std::uint32_t* left,
            std::uint32_t* failed) {
  return Run<Judge>(rules, cases, left, failed).sift(some);
}

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
    case rsq:
      return sift<Arithmetic<ReciprocalSquareRoot, 1>>;
    case frc:
      return sift<Fractions>;
    case round_ne:
      return sift_in_floats<Exact<RoundEven>, 1>;
    case round_ni:
      return sift_in_floats<Exact<RoundDown>, 1>;
    case round_pi:
      return sift_in_floats<Exact<RoundUp>, 1>;
    case round_z:
      return sift_in_floats<Exact<RoundTowardZero>, 1>;
    case round:
      return sift_in_floats<Exact<RoundAway>, 1>;
    case modf_integer:
      return sift_in_floats<Exact<RoundTowardZero>, 1>;
    case modf_fraction:
      return sift_in_floats<Exact<PartBelowOne>, 1>;
    case frexp_fraction:
      return sift_in_floats<Exact<Significand>, 1>;
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
      return sift_in_floats<Comparison<eq>, 2>;
    case ne:
      return sift_in_floats<Comparison<ne>, 2>;
    case lt:
      return sift_in_floats<Comparison<lt>, 2>;
    case le:
      return sift_in_floats<Comparison<le>, 2>;
    case gt:
      return sift_in_floats<Comparison<gt>, 2>;
    case ge:
      return sift_in_floats<Comparison<ge>, 2>;
    case fmod:
      return sift_in_floats<Remainder, 2>;
    case min:
      return sift_in_floats<Selection<true>, 2>;
    case max:
      return sift_in_floats<Selection<false>, 2>;
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
