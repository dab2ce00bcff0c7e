// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstring>

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

#ifndef HALFULP_ARITHMETIC_ONE_BY_ONE
#define HALFULP_ARITHMETIC_ONE_BY_ONE
namespace halfulp::arithmetic {

template <Word (*kFunction)(Flush, Word)>
void put_one(Flush flush, const std::byte* operands, std::byte* results, std::size_t i) {
  Word x;
  std::memcpy(&x, operands + i * sizeof x, sizeof x);
  const Word result = kFunction(flush, x);
  std::memcpy(results + i * sizeof result, &result, sizeof result);
}

}  // namespace halfulp::arithmetic
#endif

HWY_BEFORE_NAMESPACE();
namespace halfulp::arithmetic::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

#define HALFULP_ARITHMETIC_ROW(name, one, vector, least, most)                                     \
  void name(Flush flush, const std::byte* operands, std::byte* results, std::size_t count) {       \
    for (std::size_t i = 0; i < count; ++i) put_one<arithmetic::one>(flush, operands, results, i); \
  }

#else

using namespace exact::HWY_NAMESPACE;
using Floats = hn::Rebind<float, Doubles>;

/// Where operands and results are normal and both ends of the certified intervals round alike, those are the results;
/// other vectors go the scalar way. Operands: least < x < most.
template <Packed (*kVector)(Packed), Word (*kOne)(Flush, Word)>
HWY_INLINE void evaluate(Flush flush, const std::byte* operands, std::byte* results, std::size_t count, double least,
                         double most) {
  constexpr double kMargin = 2 * exact::kCertifiedError;  // which covers the rounding of the ends themselves
  const auto is_normal = [](Packed v) HWY_ATTR { return hn::And(0x1p-126 <= abs(v), abs(v) < 0x1p128); };
  const std::size_t lanes = hn::Lanes(Doubles());
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const Packed x = hn::PromoteTo(Doubles(), hn::LoadU(Floats(), reinterpret_cast<const float*>(operands) + i));
    const Packed approximation = kVector(x);
    const Packed reach = abs(approximation) * kMargin;
    const DoubleVector least_exact = approximation - reach;
    const DoubleVector most_exact = approximation + reach;
    const auto low = hn::DemoteTo(Floats(), least_exact);
    const Packed low_end = hn::PromoteTo(Doubles(), low);
    const Packed high_end = hn::PromoteTo(Doubles(), hn::DemoteTo(Floats(), most_exact));
    const auto in_range = hn::And(hn::And(least < x, x < most), is_normal(x));
    const auto is_sure = hn::And(in_range, hn::And(low_end == high_end, is_normal(low_end)));
    if (hn::AllTrue(Doubles(), is_sure)) {
      hn::StoreU(low, Floats(), reinterpret_cast<float*>(results) + i);
    } else {
      for (std::size_t k = 0; k < lanes; ++k) put_one<kOne>(flush, operands, results, i + k);
    }
  }
  for (; i < count; ++i) put_one<kOne>(flush, operands, results, i);
}

#define HALFULP_ARITHMETIC_ROW(name, one, vector, least, most)                               \
  void name(Flush flush, const std::byte* operands, std::byte* results, std::size_t count) { \
    evaluate<vector, arithmetic::one>(flush, operands, results, count, least, most);         \
  }

#endif

HALFULP_ARITHMETIC_ROW(exponentials, exponential, certified_exp2, -160, 160)
HALFULP_ARITHMETIC_ROW(logarithms, logarithm, certified_log2, 0, 0x1p128)
HALFULP_ARITHMETIC_ROW(sines, sine, certified_sin, -0x1p128, 0x1p128)
HALFULP_ARITHMETIC_ROW(cosines, cosine, certified_cos, -0x1p128, 0x1p128)
#undef HALFULP_ARITHMETIC_ROW

}  // namespace halfulp::arithmetic::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::arithmetic {

#define HALFULP_ARITHMETIC_ROW(name)                                                 \
  HWY_EXPORT(name);                                                                  \
  void name(Flush flush, std::span<const ConstLane> operands, Lane results) {        \
    HWY_DYNAMIC_DISPATCH(name)                                                       \
    (flush, operands.front().data(), results.data(), results.size() / sizeof(Word)); \
  }
HALFULP_ARITHMETIC_ROW(exponentials)
HALFULP_ARITHMETIC_ROW(logarithms)
HALFULP_ARITHMETIC_ROW(sines)
HALFULP_ARITHMETIC_ROW(cosines)
#undef HALFULP_ARITHMETIC_ROW

}  // namespace halfulp::arithmetic
#endif
