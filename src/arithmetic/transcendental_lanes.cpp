// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "arithmetic/transcendental.hpp"
#include "exact/certified.hpp"
#include "number/vector_targets.hpp"

// Compiled once per target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "arithmetic/transcendental_lanes.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#if HWY_TARGET != HWY_SCALAR
#include "exact/certified_lanes.hpp"
#endif

HWY_BEFORE_NAMESPACE();
namespace halfulp::arithmetic::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

SureResults sure_results(Operation /*operation*/) { return nullptr; }

#else

using namespace exact::HWY_NAMESPACE;
using Floats = hn::Rebind<float, Doubles>;
using Words = hn::Rebind<Word, Doubles>;

HWY_INLINE Packed load(const std::byte* values, std::size_t i) {
  return hn::PromoteTo(Doubles(), hn::LoadU(Floats(), reinterpret_cast<const float*>(values) + i));
}

/// Of normal operands; the function has values between `least` and `most`, and NaN of other first operands and of a NaN
/// alone. Sure are results where both ends of the certified interval round to one normal value, what is certainly an
/// infinity or a zero, and NaN.
template <std::size_t kArity, class Reference>
HWY_INLINE std::size_t evaluate(const std::byte* const* operands, std::byte* results, std::size_t count,
                                std::uint32_t* left, double least, double most, Reference reference) {
  constexpr double kMargin = 2 * exact::kCertifiedError;  // which covers the rounding of the ends themselves
  constexpr double kBeyondAll = 0x1.8p128;
  constexpr double kBelowAll = 0x1.fffffp-151;  // less than half of the least denormal
  const auto is_normal = [](Packed v) HWY_ATTR { return hn::And(0x1p-126 <= abs(v), abs(v) < 0x1p128); };
  const std::size_t lanes = hn::Lanes(Doubles());
  std::size_t lefts = 0;
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const Packed x = load(operands[0], i);
    auto is_taken = is_normal(x);
    auto is_nan = hn::And(is_taken, hn::Or(x < least, most < x));
    Packed approximation = 0.0;
    if constexpr (kArity == 2) {
      const Packed y = load(operands[1], i);
      is_taken = hn::And(is_taken, is_normal(y));
      is_nan = hn::And(is_nan, is_taken);
      approximation = reference(x, y);
    } else {
      is_nan = hn::Or(is_nan, hn::IsNaN(static_cast<DoubleVector>(x)));
      approximation = reference(x);
    }
    const Packed size = abs(approximation);
    const Packed reach = size * kMargin;
    const Packed nan = std::numeric_limits<double>::quiet_NaN();
    const DoubleVector least_exact = select(is_nan, nan, approximation - reach);
    const DoubleVector most_exact = approximation + reach;
    const auto low = hn::DemoteTo(Floats(), least_exact);
    const Packed low_end = hn::PromoteTo(Doubles(), low);
    const Packed high_end = hn::PromoteTo(Doubles(), hn::DemoteTo(Floats(), most_exact));
    const auto rounds_alike = hn::And(low_end == high_end, is_normal(low_end));
    const auto is_beyond = hn::Or(hn::And(kBeyondAll < size, size < 0x1p1023), hn::And(0.0 < size, size < kBelowAll));
    const auto is_inside = hn::And(hn::And(least < x, x < most), is_taken);
    const auto is_sure = hn::Or(is_nan, hn::And(is_inside, hn::Or(rounds_alike, is_beyond)));
    float* const place = reinterpret_cast<float*>(results) + i;
    if (hn::AllTrue(Doubles(), is_sure)) {
      hn::StoreU(low, Floats(), place);
      continue;
    }
    std::array<std::uint8_t, 8> bytes{};
    hn::StoreMaskBits(Doubles(), is_sure, bytes.data());
    std::array<float, hn::MaxLanes(Doubles())> given{};
    hn::StoreU(low, Floats(), given.data());
    for (std::size_t k = 0; k < lanes; ++k) {
      if ((bytes[k / 8] >> k % 8 & 1) != 0) {
        std::memcpy(place + k, &given[k], sizeof(float));
      } else {
        left[lefts++] = static_cast<std::uint32_t>(i + k);
      }
    }
  }
  for (; i < count; ++i) left[lefts++] = static_cast<std::uint32_t>(i);
  return lefts;
}

template <Packed (*kReference)(Packed)>
std::size_t of_any(const std::byte* const* operands, std::byte* results, std::size_t count, std::uint32_t* left) {
  return evaluate<1>(operands, results, count, left, -0x1p128, 0x1p128, kReference);
}
template <Packed (*kReference)(Packed)>
std::size_t of_positive(const std::byte* const* operands, std::byte* results, std::size_t count, std::uint32_t* left) {
  return evaluate<1>(operands, results, count, left, 0, 0x1p128, kReference);
}
template <Packed (*kReference)(Packed)>
std::size_t of_fractions(const std::byte* const* operands, std::byte* results, std::size_t count, std::uint32_t* left) {
  return evaluate<1>(operands, results, count, left, -1, 1, kReference);
}
template <Packed (*kReference)(Packed)>
std::size_t from_one(const std::byte* const* operands, std::byte* results, std::size_t count, std::uint32_t* left) {
  return evaluate<1>(operands, results, count, left, 1, 0x1p128, kReference);
}
template <Packed (*kReference)(Packed, Packed), int kLeast>
std::size_t of_two(const std::byte* const* operands, std::byte* results, std::size_t count, std::uint32_t* left) {
  return evaluate<2>(operands, results, count, left, kLeast * 0x1p128, 0x1p128, kReference);
}

SureResults sure_results(Operation operation) {
  using enum Operation;
  switch (operation) {
    case exp2:
      return of_any<certified_exp2>;
    case exp:
      return of_any<certified_exp>;
    case exp10:
      return of_any<certified_exp10>;
    case log2:
      return of_positive<certified_log2>;
    case log:
      return of_positive<certified_log>;
    case log10:
      return of_positive<certified_log10>;
    case sin:
    case sincos_sin:
      return of_any<certified_sin>;
    case cos:
    case sincos_cos:
      return of_any<certified_cos>;
    case tan:
      return of_any<certified_tan>;
    case sinpi:
      return of_any<certified_sinpi>;
    case cospi:
      return of_any<certified_cospi>;
    case tanpi:
      return of_any<certified_tanpi>;
    case asin:
      return of_fractions<certified_asin>;
    case acos:
      return of_fractions<certified_acos>;
    case atan:
      return of_any<certified_atan>;
    case sinh:
      return of_any<certified_sinh>;
    case cosh:
      return of_any<certified_cosh>;
    case tanh:
      return of_any<certified_tanh>;
    case asinh:
      return of_any<certified_asinh>;
    case acosh:
      return from_one<certified_acosh>;
    case atanh:
      return of_fractions<certified_atanh>;
    case atan2:
      return of_two<certified_atan2, -1>;
    case pow:
      return of_two<certified_pow, -1>;
    case powr:
      return of_two<certified_pow, 0>;
    default:
      return nullptr;
  }
}

#endif

}  // namespace halfulp::arithmetic::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::arithmetic {

HWY_EXPORT(sure_results);

SureResults sure_results(Operation operation) { return HWY_DYNAMIC_DISPATCH(sure_results)(operation); }

}  // namespace halfulp::arithmetic
#endif
