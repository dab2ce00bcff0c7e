// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/basic_lanes.hpp"

#include <type_traits>

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
using Signed = hn::RebindToSigned<Floats>;
using FloatVector = hn::VFromD<Floats>;
using WordVector = hn::VFromD<Words>;
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

// What a row computes of operands as taken; results are given as the scalar functions of the same names give them.
struct Add {
  static HWY_INLINE FloatVector of(FloatVector x, FloatVector y) { return hn::Add(x, y); }
};
struct Sub {
  static HWY_INLINE FloatVector of(FloatVector x, FloatVector y) { return hn::Sub(x, y); }
};
struct Mul {
  static HWY_INLINE FloatVector of(FloatVector x, FloatVector y) { return hn::Mul(x, y); }
};
struct Div {
  static HWY_INLINE FloatVector of(FloatVector x, FloatVector y) { return hn::Div(x, y); }
};
struct Reciprocal {
  static HWY_INLINE FloatVector of(FloatVector x) { return hn::Div(all(1), x); }
};
struct SquareRoot {
  static HWY_INLINE FloatVector of(FloatVector x) { return hn::Sqrt(x); }
};
/// By doubles, as reciprocal_square_root() has it.
struct ReciprocalSquareRoot {
  static HWY_INLINE FloatVector of(FloatVector x) {
    const hn::Half<Floats> half;
    const auto of_half = [&](hn::VFromD<hn::Half<Floats> > y) HWY_ATTR {
      const hn::Rebind<double, hn::Half<Floats> > doubles;
      return hn::DemoteTo(half, hn::Div(hn::Set(doubles, 1), hn::Sqrt(hn::PromoteTo(doubles, y))));
    };
    return hn::Combine(Floats(), of_half(hn::UpperHalf(half, x)), of_half(hn::LowerHalf(half, x)));
  }
};
/// Rounded once, as the exact sum of the exact product is.
struct MultiplyAdd {
  static HWY_INLINE FloatVector of(FloatVector x, FloatVector y, FloatVector z) { return hn::MulAdd(x, y, z); }
};
struct Fraction {
  static HWY_INLINE FloatVector of(FloatVector x) {
    const FloatVector result = hn::Sub(x, hn::Floor(x));
    return hn::IfThenElse(hn::Eq(result, all(1)), all_bits(kLargestBelowOne), result);
  }
};
struct RoundEven {
  static HWY_INLINE FloatVector of(FloatVector x) { return hn::Round(x); }
};
struct RoundDown {
  static HWY_INLINE FloatVector of(FloatVector x) { return hn::Floor(x); }
};
struct RoundUp {
  static HWY_INLINE FloatVector of(FloatVector x) { return hn::Ceil(x); }
};
struct RoundTowardZero {
  static HWY_INLINE FloatVector of(FloatVector x) { return hn::Trunc(x); }
};

/// Whether the value of x comes no later than that of y, -0 below +0; not for NaN.
HWY_INLINE FloatMask is_in_order(FloatVector x, FloatVector y) {
  const auto order = [](FloatVector v) HWY_ATTR {
    const auto bits = hn::BitCast(Signed(), v);
    const auto magnitude = hn::BitCast(Signed(), hn::ShiftRight<1>(hn::BitCast(Words(), hn::ShiftRight<31>(bits))));
    return hn::Xor(bits, magnitude);
  };
  return hn::Not(hn::RebindMask(Floats(), hn::Lt(order(y), order(x))));
}
/// The operand that is a number, or the one that comes first or last.
template <bool kFirst>
struct Selection {
  static HWY_INLINE FloatVector of(FloatVector x, FloatVector y) {
    const FloatVector a = hn::IfThenElse(hn::IsNaN(x), y, x);
    const FloatVector b = hn::IfThenElse(hn::IsNaN(y), x, y);
    return hn::IfThenElse(kFirst ? is_in_order(a, b) : is_in_order(b, a), a, b);
  }
};

struct Equal {
  static HWY_INLINE FloatMask of(FloatVector x, FloatVector y) { return hn::Eq(x, y); }
};
struct NotEqual {
  static HWY_INLINE FloatMask of(FloatVector x, FloatVector y) { return hn::Not(hn::Eq(x, y)); }
};
struct Less {
  static HWY_INLINE FloatMask of(FloatVector x, FloatVector y) { return hn::Lt(x, y); }
};
struct LessEqual {
  static HWY_INLINE FloatMask of(FloatVector x, FloatVector y) { return hn::Le(x, y); }
};
struct Greater {
  static HWY_INLINE FloatMask of(FloatVector x, FloatVector y) { return hn::Gt(x, y); }
};
struct GreaterEqual {
  static HWY_INLINE FloatMask of(FloatVector x, FloatVector y) { return hn::Ge(x, y); }
};

/// A value as it is given; min and max give an operand, which was flushed as operands are; a truth value as its bits.
template <class Row, bool kFlushed>
HWY_INLINE FloatVector stored(FloatVector result) {
  constexpr bool kSelects = std::is_same_v<Row, Selection<true> > || std::is_same_v<Row, Selection<false> >;
  return given < kFlushed && !kSelects > (result);
}
template <class Row, bool kFlushed>
HWY_INLINE FloatVector stored(FloatMask holds) {
  return hn::IfThenElseZero(holds, all_bits(~Word{0}));
}

template <class Row, std::size_t kArity, bool kFlushOperands, bool kFlushResults>
std::size_t evaluate(const std::byte* const* operands, std::byte* results, std::size_t count) {
  const std::size_t lanes = hn::Lanes(Floats());
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto operand = [&](std::size_t k) HWY_ATTR {
      return taken<kFlushOperands>(hn::LoadU(Floats(), reinterpret_cast<const float*>(operands[k]) + i));
    };
    float* const place = reinterpret_cast<float*>(results) + i;
    if constexpr (kArity == 1) hn::StoreU(stored<Row, kFlushResults>(Row::of(operand(0))), Floats(), place);
    if constexpr (kArity == 2) hn::StoreU(stored<Row, kFlushResults>(Row::of(operand(0), operand(1))), Floats(), place);
    if constexpr (kArity == 3) {
      hn::StoreU(stored<Row, kFlushResults>(Row::of(operand(0), operand(1), operand(2))), Floats(), place);
    }
  }
  return i;
}

template <class Row, std::size_t kArity>
VectorFunction row(Flush flush) {
  if (flush.operands) return flush.results ? evaluate<Row, kArity, true, true> : evaluate<Row, kArity, true, false>;
  return flush.results ? evaluate<Row, kArity, false, true> : evaluate<Row, kArity, false, false>;
}

VectorFunction vector_function(Operation operation, Flush flush) {
  using enum Operation;
  switch (operation) {
    case add:
      return row<Add, 2>(flush);
    case sub:
      return row<Sub, 2>(flush);
    case mul:
      return row<Mul, 2>(flush);
    case div:
      return row<Div, 2>(flush);
    case reciprocal:
    case rcp:
      return row<Reciprocal, 1>(flush);
    case sqrt:
      return row<SquareRoot, 1>(flush);
    case rsq:
      return row<ReciprocalSquareRoot, 1>(flush);
    case mad:
      return row<MultiplyAdd, 3>(flush);
    case frc:
      return row<Fraction, 1>(flush);
    case round_ne:
      return row<RoundEven, 1>(flush);
    case round_ni:
      return row<RoundDown, 1>(flush);
    case round_pi:
      return row<RoundUp, 1>(flush);
    case round_z:
      return row<RoundTowardZero, 1>(flush);
    case min:
      return row<Selection<true>, 2>(flush);
    case max:
      return row<Selection<false>, 2>(flush);
    case eq:
      return row<Equal, 2>(flush);
    case ne:
      return row<NotEqual, 2>(flush);
    case lt:
      return row<Less, 2>(flush);
    case le:
      return row<LessEqual, 2>(flush);
    case gt:
      return row<Greater, 2>(flush);
    case ge:
      return row<GreaterEqual, 2>(flush);
    default:
      return nullptr;
  }
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
