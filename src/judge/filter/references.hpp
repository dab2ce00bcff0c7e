// SPDX-License-Identifier: Apache-2.0

// References of operations: their exact results as doubles, with bounds of their errors. A part of judge_block.cpp,
// compiled once for each SIMD target.

#if defined(HALFULP_JUDGE_FILTER_REFERENCES) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_FILTER_REFERENCES
#undef HALFULP_JUDGE_FILTER_REFERENCES
#else
#define HALFULP_JUDGE_FILTER_REFERENCES
#endif

#include <hwy/highway.h>

#include <array>
#include <cmath>
#include <cstddef>

#include "judge/filter/functions.hpp"
#include "number/binade.hpp"
#include "number/layout.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

/// x + y, rounded to odd, so that it is on the exact sum's side of every number of at most 52 bits; exact where Knuth's
/// two-sum has no error.
HWY_INLINE Exact sum(V x, V y) {
  const hn::RebindToSigned<Tag> integers;
  const V total = hn::Add(x, y);
  const V y_taken = hn::Sub(total, x);
  const V error = hn::Add(hn::Sub(x, hn::Sub(total, y_taken)), hn::Sub(y, y_taken));
  const M is_rounded = hn::And(is_finite(total), hn::Ne(error, hn::Zero(Tag())));
  const auto bits = hn::BitCast(integers, total);
  const auto one = hn::Set(integers, 1);
  // One step toward the exact sum, where the last bit is not set: its magnitude grows if the error has its sign.
  const auto sign = hn::ShiftRight<63>(hn::BitCast(integers, hn::Xor(error, total)));  // 0 or -1
  const auto step = hn::AndNot(bits, one);
  const auto moved = hn::Add(bits, hn::Sub(hn::Xor(step, sign), sign));
  const V odd = hn::IfThenElse(is_rounded, hn::BitCast(Tag(), moved), total);
  return {odd, hn::IfThenElseZero(is_rounded, hn::Mul(hn::Abs(odd), all(0x1p-51)))};
}

/// The sum of products of values of 24 bits, which doubles hold exactly. Each step is off by 2^-53 of a partial sum at
/// most, and the partial sums are at most the sum of the products' sizes.
template <std::size_t kProducts>
HWY_INLINE Exact sum_of_products(const Block& block, std::size_t i) {
  const auto product = [&](std::size_t k) HWY_ATTR {
    return hn::Mul(hn::Load(Tag(), block.operands[k].data() + i),
                   hn::Load(Tag(), block.operands[k + kProducts].data() + i));
  };
  V total = product(0);
  V rest = hn::Zero(Tag());
  V sizes = hn::Abs(total);
  M is_exact = every();
  for (std::size_t k = 1; k < kProducts; ++k) {
    const V term = product(k);
    const V next = hn::Add(total, term);
    const V taken = hn::Sub(next, total);
    const V error = hn::Add(hn::Sub(total, hn::Sub(next, taken)), hn::Sub(term, taken));
    is_exact = hn::And(is_exact, hn::Eq(error, hn::Zero(Tag())));
    rest = hn::Add(rest, error);
    total = next;
    sizes = hn::Add(sizes, hn::Abs(term));
  }
  // total + rest is the sum but for the roundings of `rest`, each 2^-53 of something below 2^-51 of the sizes.
  is_exact = hn::Or(is_exact, hn::Not(is_finite(total)));
  const V value = hn::IfThenElse(is_exact, total, hn::Add(total, rest));
  const V slack = hn::Add(hn::Mul(hn::Abs(value), all(0x1p-52)), hn::Mul(sizes, all(0x1p-100)));
  return {value, hn::IfThenZeroElse(is_exact, slack)};
}

/// x - y * trunc(x / y), exact: |x| is reduced by y * 2^(28 k) for falling k. Each quotient is below 2^28, of operands
/// of 24 bits and more zeros, so that its integer part is right, and so are the product and the difference.
HWY_INLINE Exact remainder_toward_zero(V x, V y) {
  const V divisor = hn::Abs(y);
  V rest = hn::Abs(x);
  for (int k = 9; k >= 0; --k) {
    const V scaled = hn::Mul(divisor, all(number::power_of_two(28 * k)));
    const M is_larger = hn::And(hn::Ge(rest, scaled), is_finite(rest));
    if (hn::AllFalse(Tag(), is_larger)) continue;
    const V quotient = hn::Trunc(hn::Div(rest, scaled));
    rest = hn::IfThenElse(is_larger, hn::Sub(rest, hn::Mul(quotient, scaled)), rest);
  }
  const M is_invalid = hn::Or(hn::Or(is_nan(x), is_nan(y)), hn::Or(hn::Not(is_finite(x)), hn::Eq(y, hn::Zero(Tag()))));
  return exactly(hn::IfThenElse(is_invalid, nan(), hn::CopySign(rest, x)));
}

/// The smaller or the larger of two numbers; the number where the other is NaN. Unknown for two zeros or denormals.
template <bool kSmaller>
HWY_INLINE Exact selected(V x, V y, double least_normal) {
  V result = kSmaller ? hn::Min(x, y) : hn::Max(x, y);
  result = hn::IfThenElse(is_nan(x), y, hn::IfThenElse(is_nan(y), x, result));
  const M both_small = hn::And(hn::Lt(hn::Abs(x), all(least_normal)), hn::Lt(hn::Abs(y), all(least_normal)));
  return {result, hn::IfThenElseZero(both_small, all(HUGE_VAL))};
}

/// A truth value as a code: all bits set, or none.
HWY_INLINE Exact truth(M holds) { return exactly(hn::IfThenElseZero(holds, all(0xffffffffU))); }

/// Whether it makes an integer of a number, or a number of an integer.
constexpr bool is_to_integer(Operation operation) {
  using enum Operation;
  return operation == ftoi || operation == ftou || operation == ftoi16 || operation == ftou16 || operation == ftoi8 ||
         operation == ftou8;
}
constexpr bool is_from_integer(Operation operation) {
  using enum Operation;
  return operation == itof || operation == utof || operation == i16tof || operation == u16tof || operation == i8tof ||
         operation == u8tof;
}

/// x toward zero, within the range of an integer format; 0 of NaN.
HWY_INLINE Exact integer(V x, const FormatInfo& to) {
  const V least = all(static_cast<double>(number::least_code(to)));
  const V most = all(static_cast<double>(number::most_code(to)));
  const V bounded = hn::Min(hn::Max(hn::IfThenElse(is_nan(x), hn::Zero(Tag()), x), least), most);
  return exactly(hn::Trunc(bounded));
}

/// x rounded to an integer, with the sign of x; x itself if it is not finite.
HWY_INLINE V with_sign_of(V x, V rounded) { return hn::IfThenElse(is_finite(x), hn::CopySign(rounded, x), x); }

/// x * y + z, rounded once.
HWY_INLINE V fused(V x, V y, V z) {
#if HWY_NATIVE_FMA
  return hn::MulAdd(x, y, z);
#else
  alignas(64) std::array<double, 8> a;
  alignas(64) std::array<double, 8> b;
  alignas(64) std::array<double, 8> c;
  hn::Store(x, Tag(), a.data());
  hn::Store(y, Tag(), b.data());
  hn::Store(z, Tag(), c.data());
  for (std::size_t k = 0; k < hn::Lanes(Tag()); ++k) a[k] = std::fma(a[k], b[k], c[k]);
  return hn::Load(Tag(), a.data());
#endif
}

/// The exact result of doubles, rounded once by IEEE 754; NaN for other operations.
template <Operation kOperation>
HWY_INLINE V of_doubles(V x, V y, V z) {
  using enum Operation;
  if constexpr (kOperation == add) return hn::Add(x, y);
  if constexpr (kOperation == sub) return hn::Sub(x, y);
  if constexpr (kOperation == mul) return hn::Mul(x, y);
  if constexpr (kOperation == div) return hn::Div(x, y);
  if constexpr (kOperation == rcp || kOperation == reciprocal) return hn::Div(all(1), x);
  if constexpr (kOperation == sqrt) return hn::Sqrt(x);
  if constexpr (kOperation == mad || kOperation == fma) return fused(x, y, z);
  if constexpr (is_from_integer(kOperation)) return x;
  return nan();
}

template <Operation kOperation>
HWY_INLINE Exact arithmetic(const Block& block, std::size_t i, const Plan& plan) {
  using enum Operation;
  const V x = hn::Load(Tag(), block.operands[0].data() + i);
  const V y = hn::Load(Tag(), block.operands[1].data() + i);
  if (plan.is_double) return exactly(of_doubles<kOperation>(x, y, hn::Load(Tag(), block.operands[2].data() + i)));
  if constexpr (kOperation == add) return sum(x, y);
  if constexpr (kOperation == sub) return sum(x, hn::Neg(y));
  if constexpr (kOperation == mul) return exactly(hn::Mul(x, y));
  if constexpr (kOperation == div) {
    const V result = hn::Div(x, y);
    return rounded(result, hn::And(is_power_of_two(result), hn::Eq(hn::Mul(result, y), x)));
  }
  if constexpr (kOperation == rcp || kOperation == reciprocal) return rounded(hn::Div(all(1), x), is_power_of_two(x));
  if constexpr (kOperation == sqrt) {
    const V result = hn::Sqrt(x);
    return rounded(result, hn::And(is_power_of_two(result), hn::Eq(hn::Mul(result, result), x)));
  }
  if constexpr (kOperation == rsq) {
    const V result = hn::Div(all(1), hn::Sqrt(x));
    return rounded(result, hn::And(is_power_of_two(result), hn::Eq(hn::Mul(hn::Mul(result, result), x), all(1))));
  }
  if constexpr (kOperation == frc) return sum(x, hn::Sub(hn::Zero(Tag()), hn::Floor(x)));  // of -0 the floor may be 0
  if constexpr (kOperation == round_ne) return exactly(with_sign_of(x, hn::Round(x)));
  if constexpr (kOperation == round_ni) return exactly(with_sign_of(x, hn::Floor(x)));
  if constexpr (kOperation == round_pi) return exactly(with_sign_of(x, hn::Ceil(x)));
  if constexpr (kOperation == round_z) return exactly(with_sign_of(x, hn::Trunc(x)));
  if constexpr (kOperation == round) {
    const V size = hn::Abs(x);
    const V below = hn::Trunc(size);
    const V away = hn::Add(below, hn::IfThenElseZero(hn::Ge(hn::Sub(size, below), all(0.5)), all(1)));
    return exactly(with_sign_of(x, away));
  }
  if constexpr (kOperation == min || kOperation == max) {
    return selected<kOperation == min>(x, y, plan.limits.least_normal);
  }
  if constexpr (kOperation == fmod) return remainder_toward_zero(x, y);
  if constexpr (kOperation == eq) return truth(hn::Eq(x, y));
  if constexpr (kOperation == ne) return truth(hn::Not(hn::Eq(x, y)));
  if constexpr (kOperation == lt) return truth(hn::Lt(x, y));
  if constexpr (kOperation == le) return truth(hn::Le(x, y));
  if constexpr (kOperation == gt) return truth(hn::Gt(x, y));
  if constexpr (kOperation == ge) return truth(hn::Ge(x, y));
  if constexpr (is_to_integer(kOperation)) return integer(x, *plan.result_row);
  if constexpr (is_from_integer(kOperation)) return exactly(x);
  if constexpr (kOperation == mad || kOperation == fma) {
    return sum(hn::Mul(x, y), hn::Load(Tag(), block.operands[2].data() + i));
  }
  if constexpr (kOperation == dp2 || kOperation == blend) return sum_of_products<2>(block, i);
  if constexpr (kOperation == dp3) return sum_of_products<3>(block, i);
  if constexpr (kOperation == dp4) return sum_of_products<4>(block, i);
}

// ---- Conversions

/// sRGB's code of x from 0 to 1: 255 times 12.92 x, or 1.055 x^(5/12) - 0.055. x^(5/12) = 2^(5/12 log2(x)): functions
/// within e, relative, leave the logarithm, at most 8.4 in size where the power counts, 8.4 e off, the power 2.43 e +
/// e, relative, and its 270 times 927 e, below 2^10 e.
template <class Number>
HWY_INLINE Exact srgb_code(V x) {
  const Number power =
      exact::HWY_NAMESPACE::reference_exp2(exact::HWY_NAMESPACE::reference_log2(Number(x)) * (5.0 / 12));
  const V of_power = hn::Sub(hn::Mul(static_cast<V>(power), all(255 * 1.055)), all(255 * 0.055));
  const V of_line = hn::Mul(x, all(255 * 12.92));
  const M is_on_line = hn::Le(x, all(0.0031308));  // no value of 24 bits lies between the decimal and this double
  const M is_end = hn::Or(hn::Eq(x, hn::Zero(Tag())), hn::Eq(x, all(1)));
  const V code = hn::IfThenElse(is_on_line, of_line, hn::IfThenElse(hn::Eq(x, all(1)), all(255), of_power));
  return {code, hn::IfThenZeroElse(is_end, all(0x1p10 * kReferenceSlack<Number>))};
}

/// Finds the references of conversions whose exact result is the operand, or the operand times or divided by a
/// format's largest code; false for other operations.
template <class Number>
bool conversion(const Plan& plan, Block& block) {
  const FormatInfo& from = *plan.operand_rows[0];
  const FormatInfo& to = *plan.result_row;
  const OperationFamily family = info(plan.operation).family;
  const bool is_float = from.kind == FormatKind::floating;
  const FormatInfo& code = is_float ? to : from;
  const bool is_code = number::is_normalised(code) || code.kind == FormatKind::fixed;
  if (family != OperationFamily::conversion && family != OperationFamily::pixel) return false;
  if (plan.arity != 1 || from.format == to.format || from.kind == FormatKind::srgb) return false;
  if ((!is_float && to.kind != FormatKind::floating) || !(is_code || to.kind == from.kind)) return false;
  const bool is_scaled = code.kind != FormatKind::floating;
  const double factor = is_scaled ? static_cast<double>(number::denominator(code)) : 1;
  const number::CodeRange range = is_scaled ? number::value_codes(code) : number::CodeRange{};
  const auto least = static_cast<double>(range.least);
  const auto most = static_cast<double>(range.most);
  for (std::size_t i = 0; i < block.count; i += hn::Lanes(Tag())) {
    const V x = hn::Load(Tag(), block.operands[0].data() + i);
    Exact result = exactly(x);
    if (is_float && to.kind != FormatKind::floating) {
      if (to.kind == FormatKind::srgb) {
        result = srgb_code<Number>(hn::Min(hn::Max(x, hn::Zero(Tag())), all(1)));
      } else {
        // The product of 24 bits and 24 at most is exact. What a flushed denormal would change is far less than 2^-90.
        result = {hn::Min(hn::Max(hn::Mul(x, all(factor)), all(least)), all(most)), all(0x1p-90)};
      }
      result.value = hn::IfThenElse(is_nan(x), x, result.value);
    } else if (!is_float) {
      result = rounded(hn::Div(hn::Max(x, all(least)), all(factor)));
    }
    store(result, block, i);
  }
  return true;
}

template <Operation kOperation>
void arithmetic_block(const Plan& plan, Block& block) {
  for (std::size_t i = 0; i < block.count; i += hn::Lanes(Tag())) {
    store(arithmetic<kOperation>(block, i, plan), block, i);
  }
}

/// Finds the references of a block if its operation is among the given ones; else false.
template <Operation... kOperations>
bool any_arithmetic(const Plan& plan, Block& block) {
  return ((plan.operation == kOperations && (arithmetic_block<kOperations>(plan, block), true)) || ...);
}

/// Finds the references of a block; false if the operation has none. `Number`: how functions are computed.
template <class Number>
bool find_exact_results(const Plan& plan, Block& block) {
  using enum Operation;
  const bool is_arithmetic =
      any_arithmetic<add, sub, mul, div, reciprocal, rcp, rsq, sqrt, frc, round_ne, round_ni, round_pi, round_z, round,
                     mad, fma, dp2, dp3, dp4, blend, min, max, eq, ne, lt, le, gt, ge, ftoi, ftou, itof, utof, ftoi16,
                     ftou16, ftoi8, ftou8, i16tof, u16tof, i8tof, u8tof, fmod>(plan, block);
  if (is_arithmetic) return true;
  const double most = Number::kIsQuick ? plan.rounded->confined_from : HUGE_VAL;
  const bool is_function = exact::HWY_NAMESPACE::with_reference<Number>(
      plan.operation, false, [&]<Operation kOperation, auto kReference>() HWY_ATTR {
        if constexpr (exact::HWY_NAMESPACE::kIsReferenceOfTwo<kReference>) {
          function_of_two<Number, kOperation, kReference>(block);
        } else {
          function_of_one<Number, kOperation, kReference>(block, most);
        }
        return true;
      });
  return is_function || conversion<Number>(plan, block);
}

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
