// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "arithmetic/transcendental.hpp"
#include "exact/certified.hpp"
#include "exact/real_domain.hpp"
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
using Singles = hn::VFromD<Floats>;

HWY_INLINE auto is_normal(Packed v) { return hn::And(0x1p-126 <= abs(v), abs(v) < 0x1p128); }
HWY_INLINE Singles all_singles(double v) { return hn::Set(Floats(), static_cast<float>(v)); }
HWY_INLINE auto is_normal(Singles v) {
  const Singles size = hn::Abs(v);
  return hn::And(hn::Ge(size, all_singles(0x1p-126)), hn::Lt(size, all_singles(HUGE_VAL)));
}
/// The same but for the smallest normal value, to which denormals may round.
HWY_INLINE auto is_above_denormals(Singles v) {
  const Singles size = hn::Abs(v);
  return hn::And(hn::Gt(size, all_singles(0x1p-126)), hn::Lt(size, all_singles(HUGE_VAL)));
}

constexpr double kMargin = 2 * exact::kCertifiedError;  // which covers the rounding of the ends of an interval too

/// Whether all within kMargin of it, relative, round to one normal value of binary32, if that is one: the last 29 bits,
/// which are lost, are not that near to a half.
HWY_INLINE auto is_off_ties(Packed approximation) {
  constexpr std::uint64_t kLost = (std::uint64_t{1} << 29) - 1;
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 28;
  constexpr auto kNear = static_cast<std::uint64_t>(kMargin * 0x1p53);
  const auto above_near = hn::And(hn::Sub(approximation.bits(), Packed::bits(kHalf - kNear)), Packed::bits(kLost));
  return hn::RebindMask(Doubles(), hn::Gt(above_near, Packed::bits(2 * kNear)));
}

/// Whether the operands from `i` on up to `end`, whole vectors, are all normal values that a function has no result of.
HWY_INLINE bool are_beyond(const exact::RealDomain& domain, const std::byte* operands, std::size_t i, std::size_t end) {
  if (domain.least == -HUGE_VAL && domain.most == HUGE_VAL) return false;
  for (; i < end; i += hn::Lanes(Floats())) {
    const Singles x = hn::LoadU(Floats(), reinterpret_cast<const float*>(operands) + i);
    const auto is_below = hn::Lt(x, all_singles(domain.least));
    const auto is_above = hn::Gt(x, all_singles(domain.most));
    if (!hn::AllTrue(Floats(), hn::And(is_normal(x), hn::Or(is_below, is_above)))) return false;
  }
  return true;
}

/// Of normal operands. Sure are results where both ends of the certified interval round to one normal value, what is
/// certainly an infinity or a zero, and NaN: of first operands beyond the function's domain, and of a NaN alone.
template <Operation kOperation, auto kReference>
std::size_t evaluate(const std::byte* const* operands, std::byte* results, std::size_t count, std::uint32_t* left) {
  constexpr exact::RealDomain kDomain = exact::real_domain(kOperation);
  constexpr double kBeyondAll = 0x1.8p128;
  constexpr double kBelowAll = 0x1.fffffp-151;  // less than half of the least denormal
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  constexpr std::size_t kLanes = hn::MaxLanes(Doubles());
  constexpr std::size_t kTogether = 64;
  std::size_t lefts = 0;
  alignas(64) double some[kTogether];
  std::size_t known = 0;
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    if (i == known) {
      known = i + std::min(kTogether, (count - i) / kLanes * kLanes);
      if (!kIsReferenceOfTwo<kReference> && are_beyond(kDomain, operands[0], i, known)) {
        std::fill(reinterpret_cast<float*>(results) + i, reinterpret_cast<float*>(results) + known, kNaN);
        i = known - kLanes;
        continue;
      }
      const std::byte* const from[] = {operands[0] + i * sizeof(float),
                                       kIsReferenceOfTwo<kReference> ? operands[1] + i * sizeof(float) : nullptr};
      references<kReference>(from, some, known - i);
    }
    const Packed approximation = hn::Load(Doubles(), some + i % kTogether);
    const Packed size = abs(approximation);
    const auto is_beyond = [&]() HWY_ATTR {
      return hn::Or(hn::And(kBeyondAll < size, size < 0x1p1023), hn::And(0.0 < size, size < kBelowAll));
    };
    float* const place = reinterpret_cast<float*>(results) + i;
    if constexpr (!kIsReferenceOfTwo<kReference>) {  // for most vectors that is all
      const Singles single = hn::LoadU(Floats(), reinterpret_cast<const float*>(operands[0]) + i);
      const Singles rounded = hn::DemoteTo(Floats(), static_cast<DoubleVector>(approximation));
      auto is_inside = is_normal(single);
      if (kDomain.least != -HUGE_VAL) is_inside = hn::And(is_inside, hn::Gt(single, all_singles(kDomain.least)));
      if (kDomain.most != HUGE_VAL) is_inside = hn::And(is_inside, hn::Lt(single, all_singles(kDomain.most)));
      const bool is_one_value =
          hn::AllTrue(Doubles(), is_off_ties(approximation)) && hn::AllTrue(Floats(), is_above_denormals(rounded));
      if (hn::AllTrue(Floats(), is_inside) && (is_one_value || hn::AllTrue(Doubles(), is_beyond()))) {
        hn::StoreU(rounded, Floats(), place);
        continue;
      }
    }
    const Packed reach = size * kMargin;
    const DoubleVector least_exact = approximation - reach;
    const DoubleVector most_exact = approximation + reach;
    const Packed x = promoted(operands[0], i);
    auto is_taken = is_normal(x);
    auto is_nan = hn::And(is_taken, hn::Or(x < kDomain.least, kDomain.most < x));
    if constexpr (kIsReferenceOfTwo<kReference>) {
      is_taken = hn::And(is_taken, is_normal(promoted(operands[1], i)));
      is_nan = hn::And(is_nan, is_taken);
    } else {
      is_nan = hn::Or(is_nan, hn::IsNaN(static_cast<DoubleVector>(x)));
    }
    const Packed nan = std::numeric_limits<double>::quiet_NaN();
    const Singles low = hn::DemoteTo(Floats(), static_cast<DoubleVector>(select(is_nan, nan, least_exact)));
    const Packed low_end = hn::PromoteTo(Doubles(), low);
    const Packed high_end = hn::PromoteTo(Doubles(), hn::DemoteTo(Floats(), most_exact));
    const auto ends_are_alike = hn::And(low_end == high_end, is_normal(low_end));
    const auto is_inside = hn::And(hn::And(kDomain.least < x, x < kDomain.most), is_taken);
    const auto is_sure = hn::Or(is_nan, hn::And(is_inside, hn::Or(ends_are_alike, is_beyond())));
    if (hn::AllTrue(Doubles(), is_sure)) {
      hn::StoreU(low, Floats(), place);
      continue;
    }
    std::array<std::uint8_t, 8> bytes{};
    hn::StoreMaskBits(Doubles(), is_sure, bytes.data());
    std::array<float, hn::MaxLanes(Doubles())> given{};
    hn::StoreU(low, Floats(), given.data());
    for (std::size_t k = 0; k < kLanes; ++k) {
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

SureResults sure_results(Operation operation) {
  return with_reference<DoubleVector>(
      operation, SureResults(),
      []<Operation kOperation, auto kReference>() { return SureResults(evaluate<kOperation, kReference>); });
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
