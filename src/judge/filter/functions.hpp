// SPDX-License-Identifier: Apache-2.0

// References of functions: their exact results as doubles, with bounds of their errors. A part of judge_block.cpp,
// compiled once for each SIMD target.

#if defined(HALFULP_JUDGE_FILTER_FUNCTIONS) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_FILTER_FUNCTIONS
#undef HALFULP_JUDGE_FILTER_FUNCTIONS
#else
#define HALFULP_JUDGE_FILTER_FUNCTIONS
#endif

#include <hwy/highway.h>

#include <cmath>
#include <cstddef>
#include <limits>

#include "exact/certified.hpp"
#include "exact/certified_ends.hpp"
#include "judge/filter/filter.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::ScalableTag<double>;
using V = hn::VFromD<Tag>;
using M = decltype(hn::Eq(V(), V()));
/// Vectors on which functions are certified, and those on which they are quick.
using Certified = exact::HWY_NAMESPACE::Lanes<V>;
using Quick = exact::HWY_NAMESPACE::Lanes<V, true>;

HWY_INLINE V all(double value) { return hn::Set(Tag(), value); }
HWY_INLINE M none() { return hn::MaskFromVec(hn::Zero(Tag())); }
HWY_INLINE M every() { return hn::Not(none()); }
HWY_INLINE M is_negative(V x) { return hn::Lt(hn::CopySign(all(1), x), hn::Zero(Tag())); }
HWY_INLINE M is_finite(V x) { return hn::Lt(hn::Abs(x), all(HUGE_VAL)); }
HWY_INLINE M is_nan(V x) { return hn::Not(hn::Eq(x, x)); }
HWY_INLINE V nan() { return all(std::numeric_limits<double>::quiet_NaN()); }

/// The cases of a vector, as bits.
HWY_INLINE std::uint64_t bits_of(M cases) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(Tag(), cases, bytes);
  return bytes[0];
}

/// Adds the cases of a vector to a set.
HWY_INLINE void put(CaseSet& set, std::size_t i, M cases) { set[i / 64] |= bits_of(cases) << (i % 64); }

/// A reference: an exact result as a double, and a bound of its error.
struct Exact {
  V value;
  V slack;
};

/// Bounds the relative error of references; 2^-52 more covers the rounding of result +- slack.
template <class Number>
constexpr double kReferenceSlack = (Number::kIsQuick ? exact::kQuickError : exact::kCertifiedError) + 0x1p-52;

/// For results without a rounding, or with one that is exact.
HWY_INLINE Exact exactly(V value) { return {value, hn::Zero(Tag())}; }
/// For results of one or two roundings in double.
HWY_INLINE Exact rounded(V value) {
  return {value, hn::IfThenElseZero(is_finite(value), hn::Mul(hn::Abs(value), all(0x1p-51)))};
}
/// The same, but exact where `is_exact` holds.
HWY_INLINE Exact rounded(V value, M is_exact) {
  const Exact result = rounded(value);
  return {value, hn::IfThenZeroElse(is_exact, result.slack)};
}
/// Powers of two: their products with values of 24 bits are exact.
HWY_INLINE M is_power_of_two(V x) {
  const hn::RebindToUnsigned<Tag> bits;
  const auto fraction = hn::And(hn::BitCast(bits, x), hn::Set(bits, (std::uint64_t{1} << 52) - 1));
  return hn::RebindMask(Tag(), hn::Eq(fraction, hn::Zero(bits)));
}

HWY_INLINE void store(Exact result, Block& block, std::size_t i) {
  hn::Store(result.value, Tag(), block.exact.data() + i);
  hn::Store(result.slack, Tag(), block.slack.data() + i);
}

/// The exact results of a vector of a function's operands, of which `result` is the reference.
template <Operation kOperation, class Number>
HWY_INLINE void store_function(Number x, Number result, const exact::HWY_NAMESPACE::AtSpecials& at_specials,
                               Block& block, std::size_t i) {
  const M is_outside = exact::HWY_NAMESPACE::is_outside_domain<kOperation>(x);
  if (hn::AllTrue(Tag(), is_outside)) return store(exactly(nan()), block, i);
  result = exact::HWY_NAMESPACE::beyond_range<kOperation>(x, result);
  M is_known = none();
  if (!hn::AllTrue(Tag(), hn::AndNot(is_outside, hn::And(is_finite(x), 0.0 < abs(x))))) {
    result = select(is_outside, nan(), at_specials.at(x, result));
    is_known = hn::And(x == 0.0, hn::Or(result == 0.0, abs(result) == 1.0));
  }
  const M is_rounded = hn::AndNot(is_known, is_finite(result));
  Number slack = select(is_rounded, abs(result) * kReferenceSlack<Number>, 0.0);
  if constexpr (kOperation == Operation::tanpi || kOperation == Operation::sinpi || kOperation == Operation::cospi) {
    // The sign is not known at poles and where the result is zero.
    const Number doubled = x + x;
    slack = select(hn::And(doubled == round(doubled), 0.0 < abs(x)), HUGE_VAL, slack);
  }
  store({result, slack}, block, i);
}

/// Functions of one operand. A reduction of operands runs over the whole block first: its steps depend on each other.
/// Those of operands larger than `most` are not computed.
template <class Number, Operation kOperation, auto kReference>
void function_of_one(Block& block, double most) {
  static const exact::HWY_NAMESPACE::AtSpecials at_specials(kOperation);
  const std::size_t lanes = hn::Lanes(Tag());
  constexpr auto kOfReduced = exact::HWY_NAMESPACE::of_reduced<kOperation, Number>();
  if constexpr (std::is_null_pointer_v<decltype(kOfReduced)>) {
    for (std::size_t i = 0; i < block.count; i += lanes) {
      const Number x = hn::Load(Tag(), block.operands[0].data() + i);
      const bool needs_none = hn::AllTrue(Tag(), exact::HWY_NAMESPACE::needs_no_reference<kOperation>(x));
      const Number result = needs_none ? x : kReference(x);
      store_function<kOperation>(x, result, at_specials, block, i);
    }
  } else {
    const typename Number::BitTag bits;
    alignas(64) std::array<std::uint64_t, kBlock> quadrants;
    alignas(64) std::array<double, kBlock> rests;
    for (std::size_t i = 0; i < block.count; i += lanes) {
      const Number x = hn::Load(Tag(), block.operands[0].data() + i);
      const auto operand = exact::HWY_NAMESPACE::reduced(select(abs(x) <= most, x, 0.0));
      hn::Store(operand.quadrant, bits, quadrants.data() + i);
      hn::Store(static_cast<V>(operand.rest), Tag(), rests.data() + i);
    }
    for (std::size_t i = 0; i < block.count; i += lanes) {
      const exact::HWY_NAMESPACE::Reduced<Number> operand{hn::Load(bits, quadrants.data() + i),
                                                          Number(hn::Load(Tag(), rests.data() + i))};
      const Number x = hn::Load(Tag(), block.operands[0].data() + i);
      store_function<kOperation>(x, kOfReduced(operand), at_specials, block, i);
    }
  }
}

/// Functions of two operands. For zeros, infinities and NaN nothing is known, but that NaN gives NaN if the other
/// operand is none of these and not 1.
template <class Number, Operation kOperation, auto kReference>
void function_of_two(Block& block) {
  for (std::size_t i = 0; i < block.count; i += hn::Lanes(Tag())) {
    const Number x = hn::Load(Tag(), block.operands[0].data() + i);
    const Number y = hn::Load(Tag(), block.operands[1].data() + i);
    Number result = exact::HWY_NAMESPACE::beyond_range<kOperation>(x, kReference(x, y));
    result = select(exact::HWY_NAMESPACE::is_outside_domain<kOperation>(x), nan(), result);
    const auto is_special = [](Number v) HWY_ATTR { return hn::Or(v == 0.0, hn::Not(is_finite(v))); };
    const auto gives_nan = [](Number one, Number other) HWY_ATTR {
      return hn::And(is_nan(one), hn::And(0.0 < abs(other), hn::Not(abs(other) == 1.0)));
    };
    const M is_nan_of_nan = hn::AndNot(abs(x) == HUGE_VAL, hn::Or(gives_nan(x, y), gives_nan(y, x)));
    result = select(is_nan_of_nan, nan(), result);
    Number slack = select(is_finite(result), abs(result) * kReferenceSlack<Number>, 0.0);
    slack = select(hn::Or(is_special(x), is_special(y)), HUGE_VAL, slack);
    store({result, select(is_nan_of_nan, 0.0, slack)}, block, i);
  }
}

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
