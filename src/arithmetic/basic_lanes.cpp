// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/basic_lanes.hpp"

#include "number/float_environment.hpp"
#include "number/vector_targets.hpp"

// Compiled once per target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "arithmetic/basic_lanes.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace halfulp::arithmetic::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || !HWY_NATIVE_FMA

VectorFunction vector_function(Operation /*operation*/, Flush /*flush*/) { return nullptr; }

#else

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Words = hn::RebindToUnsigned<Floats>;
using FloatVector = hn::VFromD<Floats>;
using FloatMask = decltype(hn::Eq(FloatVector(), FloatVector()));

HWY_INLINE FloatVector all(float x) { return hn::Set(Floats(), x); }
HWY_INLINE FloatVector all_bits(Word x) { return hn::BitCast(Floats(), hn::Set(Words(), x)); }

/// A denormal becomes the zero of its sign.
HWY_INLINE FloatVector flushed(FloatVector x) {
  return hn::IfThenElse(hn::Lt(hn::Abs(x), all(0x1p-126F)), hn::And(x, all_bits(kSignBit)), x);
}

template <bool kFlushed>
HWY_INLINE FloatVector taken(FloatVector x) {
  return kFlushed ? flushed(x) : x;
}

/// Every NaN the canonical one.
template <bool kFlushed>
HWY_INLINE FloatVector given(FloatVector x) {
  return hn::IfThenElse(hn::IsNaN(x), all_bits(kNan), kFlushed ? flushed(x) : x);
}

/// By doubles, as the kernel has it.
HWY_INLINE FloatVector reciprocal_square_root_of(FloatVector x) {
  const hn::Half<Floats> half;
  if (hn::AllTrue(Floats(), hn::Lt(x, all(0)))) return hn::Sqrt(x);  // the same NaN
  const auto of_half = [&](hn::VFromD<hn::Half<Floats>> y) HWY_ATTR {
    const hn::Rebind<double, hn::Half<Floats>> doubles;
    return hn::DemoteTo(half, hn::Div(hn::Set(doubles, 1), hn::Sqrt(hn::PromoteTo(doubles, y))));
  };
  return hn::Combine(Floats(), of_half(hn::UpperHalf(half, x)), of_half(hn::LowerHalf(half, x)));
}

/// What is less than a half, by one step, brings no other value to the next integer, and halves by rounding.
HWY_INLINE FloatVector rounded_half_away(FloatVector x) {
  return hn::Trunc(hn::Add(x, hn::CopySignToAbs(all(0x1.fffffep-2F), x)));
}

HWY_INLINE FloatVector signed_fraction_of(FloatVector x) {
  const FloatVector result = hn::Sub(x, hn::Trunc(x));
  return hn::CopySign(hn::IfThenZeroElse(hn::IsInf(x), result), x);
}

HWY_INLINE FloatVector fraction_of(FloatVector x) {
  const FloatVector result = hn::Sub(x, hn::Floor(x));
  return hn::IfThenElse(hn::Eq(result, all(1)), all_bits(kLargestBelowOne), result);
}

/// The operand that is a number, or the one that comes first, -0 before +0, or last; of two NaNs the canonical one. Of
/// zeros, Min and Max give either.
template <bool kFirst>
HWY_INLINE FloatVector selected(FloatVector x, FloatVector y) {
  FloatVector result = kFirst ? hn::Or(hn::Min(x, y), hn::Min(y, x)) : hn::And(hn::Max(x, y), hn::Max(y, x));
  const FloatMask x_is_nan = hn::IsNaN(x);
  const FloatMask y_is_nan = hn::IsNaN(y);
  result = hn::IfThenElse(x_is_nan, y, result);
  result = hn::IfThenElse(y_is_nan, x, result);
  return hn::IfThenElse(hn::And(x_is_nan, y_is_nan), all_bits(kNan), result);
}

/// A selected value, which no operation has flushed. Where the machine flushes, it compares a denormal as 0.
template <bool kFlushed, bool kByMachine>
HWY_INLINE FloatVector given_selected(FloatVector x) {
  if constexpr (!kFlushed) return x;
  if constexpr (!kByMachine) return flushed(x);
  return hn::IfThenElse(hn::Eq(x, all(0)), hn::And(x, all_bits(kSignBit)), x);
}

HWY_INLINE FloatVector truth(FloatMask holds) { return hn::IfThenElseZero(holds, all_bits(~Word{0})); }

/// The bits that an operation gives for operands as taken: operand(0), operand(1) ...
template <Operation kOperation, bool kFlushed, bool kByMachine, class Operand>
HWY_INLINE FloatVector result_of(const Operand& operand) {
  using enum Operation;
  // clang-format off
  if constexpr (kOperation == eq) return truth(hn::Eq(operand(0), operand(1)));
  else if constexpr (kOperation == ne) return truth(hn::Not(hn::Eq(operand(0), operand(1))));
  else if constexpr (kOperation == lt) return truth(hn::Lt(operand(0), operand(1)));
  else if constexpr (kOperation == le) return truth(hn::Le(operand(0), operand(1)));
  else if constexpr (kOperation == gt) return truth(hn::Gt(operand(0), operand(1)));
  else if constexpr (kOperation == ge) return truth(hn::Ge(operand(0), operand(1)));
  else if constexpr (kOperation == min) return given_selected<kFlushed, kByMachine>(selected<true>(operand(0), operand(1)));
  else if constexpr (kOperation == max) return given_selected<kFlushed, kByMachine>(selected<false>(operand(0), operand(1)));
  else if constexpr (kOperation == add) return given<kFlushed>(hn::Add(operand(0), operand(1)));
  else if constexpr (kOperation == sub) return given<kFlushed>(hn::Sub(operand(0), operand(1)));
  else if constexpr (kOperation == mul) return given<kFlushed>(hn::Mul(operand(0), operand(1)));
  else if constexpr (kOperation == div) return given<kFlushed>(hn::Div(operand(0), operand(1)));
  else if constexpr (kOperation == rcp) return given<kFlushed>(hn::Div(all(1), operand(0)));
  else if constexpr (kOperation == sqrt) return given<kFlushed>(hn::Sqrt(operand(0)));
  else if constexpr (kOperation == rsq) return given<kFlushed>(reciprocal_square_root_of(operand(0)));
  // Rounded once, as the exact sum of the exact product is.
  else if constexpr (kOperation == mad) return given<kFlushed>(hn::MulAdd(operand(0), operand(1), operand(2)));
  else if constexpr (kOperation == frc) return given<kFlushed>(fraction_of(operand(0)));
  else if constexpr (kOperation == round_ne) return given<kFlushed>(hn::Round(operand(0)));
  else if constexpr (kOperation == round_ni) return given<kFlushed>(hn::Floor(operand(0)));
  else if constexpr (kOperation == round_pi) return given<kFlushed>(hn::Ceil(operand(0)));
  else if constexpr (kOperation == round_z) return given<kFlushed>(hn::Trunc(operand(0)));
  else if constexpr (kOperation == round) return given<kFlushed>(rounded_half_away(operand(0)));
  else if constexpr (kOperation == modf_fraction) return given<kFlushed>(signed_fraction_of(operand(0)));
  else if constexpr (kOperation == fdim) {
    const FloatVector difference = hn::Sub(operand(0), operand(1));
    return given<kFlushed>(hn::IfThenZeroElse(hn::Le(operand(0), operand(1)), difference));
  }
  // clang-format on
}

/// Where the machine's flushing may differ from the rules'. The rules flush what is denormal when it is rounded as
/// denormals are, the machine what is below 2^-126 when it is rounded to 24 bits. These differ from 2^-126 - 2^-150,
/// which the rules round to 2^-126, to 2^-126 - 2^-151; sums that small are exact, and no reciprocal lies there.
template <Operation kOperation, class Operand>
HWY_INLINE FloatMask is_unsure(const Operand& operand) {
  constexpr float kBelowOne = 1 - 0x1p-24F;
  if constexpr (kOperation == Operation::div) {
    // Of quotients of 24-bit numbers only 1 - 2^-24, times a power of two, lies there.
    const FloatVector x = hn::Mul(hn::Abs(operand(0)), all(0x1p126F));
    return hn::Eq(x, hn::Mul(hn::Abs(operand(1)), all(kBelowOne)));
  } else {
    // The same result 2^32 times as large. Where it is so small, nothing overflows.
    const auto larger = [&](std::size_t k) HWY_ATTR { return hn::Mul(operand(k), all(0x1p32F)); };
    const auto result = [&]() HWY_ATTR {
      if constexpr (kOperation == Operation::mul) return hn::Mul(larger(0), operand(1));
      if constexpr (kOperation == Operation::mad) return hn::MulAdd(larger(0), operand(1), larger(2));
    };
    return hn::Eq(hn::Abs(result()), all(0x1p-94F * kBelowOne));
  }
}

template <Operation kOperation, bool kFlushOperands, bool kFlushResults>
std::size_t evaluate(const std::byte* const* operands, std::byte* results, std::size_t count) {
  using enum Operation;
  constexpr bool kSelects = kOperation == min || kOperation == max;
  constexpr bool kByMachine = number::kMachineFlushes && kFlushOperands && kFlushResults;
  constexpr bool kMayBeUnsure = kByMachine && (kOperation == mul || kOperation == div || kOperation == mad);
  // The order of values does not change when they are flushed: a selected one is flushed instead of all of them.
  constexpr bool kFlushTaken = kFlushOperands && !kByMachine && !kSelects;
  constexpr bool kFlushGiven = kSelects ? kFlushOperands : kFlushResults && !kByMachine;
  const std::size_t lanes = hn::Lanes(Floats());
  const auto operand_at = [&](std::size_t i) HWY_ATTR {
    return [=](std::size_t k) HWY_ATTR {
      return taken<kFlushTaken>(hn::LoadU(Floats(), reinterpret_cast<const float*>(operands[k]) + i));
    };
  };
  std::size_t i = 0;
  for (; i + 2 * lanes <= count; i += 2 * lanes) {
    const auto first = operand_at(i);
    const auto second = operand_at(i + lanes);
    if constexpr (kMayBeUnsure) {
      const FloatMask unsure = hn::Or(is_unsure<kOperation>(first), is_unsure<kOperation>(second));
      if (!hn::AllFalse(Floats(), unsure)) break;
    }
    // Both before the first is stored, maybe in the place of an operand.
    const FloatVector first_result = result_of<kOperation, kFlushGiven, kByMachine>(first);
    const FloatVector second_result = result_of<kOperation, kFlushGiven, kByMachine>(second);
    hn::StoreU(first_result, Floats(), reinterpret_cast<float*>(results) + i);
    hn::StoreU(second_result, Floats(), reinterpret_cast<float*>(results) + i + lanes);
  }
  return i;
}

template <Operation kOperation>
VectorFunction flushing(Flush flush) {
  if (flush.operands) return flush.results ? evaluate<kOperation, true, true> : evaluate<kOperation, true, false>;
  return flush.results ? evaluate<kOperation, false, true> : evaluate<kOperation, false, false>;
}

template <Operation... kOperations>
VectorFunction among(Operation operation, Flush flush) {
  VectorFunction found = nullptr;
  ((operation == kOperations ? void(found = flushing<kOperations>(flush)) : void()), ...);
  return found;
}

VectorFunction vector_function(Operation operation, Flush flush) {
  using enum Operation;
  if (operation == reciprocal) return flushing<rcp>(flush);
  if (operation == fma) return flushing<mad>(flush);  // which is rounded once, too
  if (operation == modf_integer) return flushing<round_z>(flush);
  return among<add, sub, mul, div, rcp, sqrt, rsq, mad, frc, round_ne, round_ni, round_pi, round_z, round,
               modf_fraction, fdim, min, max, eq, ne, lt, le, gt, ge>(operation, flush);
}

#endif

}  // namespace halfulp::arithmetic::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::arithmetic {

HWY_EXPORT(vector_function);

VectorFunction vector_function(Operation operation, Flush flush) {
  return HWY_DYNAMIC_DISPATCH(vector_function)(operation, flush);
}

}  // namespace halfulp::arithmetic
#endif
