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
#include "exact/certified_series.hpp"
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

/// Whether all within twice kQuickError of it, relative, round to one normal value of binary32, if that is one: the
/// last 29 bits, which are lost, are not that near to a half.
HWY_INLINE auto is_off_ties(Packed approximation) {
  constexpr std::uint64_t kLost = (std::uint64_t{1} << 29) - 1;
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 28;
  constexpr auto kNear = static_cast<std::uint64_t>(2 * exact::kQuickError * 0x1p53);
  const auto above_near = hn::And(hn::Sub(approximation.bits(), Packed::bits(kHalf - kNear)), Packed::bits(kLost));
  const hn::RebindToSigned<Doubles> integers;  // which every CPU compares
  return hn::RebindMask(
      Doubles(), hn::Gt(hn::BitCast(integers, above_near), hn::Set(integers, static_cast<std::int64_t>(2 * kNear))));
}

/// Normal operands whose results, rounded to nearest, are all one number, or the operands themselves.
struct PlainRange {
  float least = 1;
  float most = 0;
  float result = 0;
  bool is_operand = false;
};

/// Near zero, where the next term of the series is below 2^-25 of the first one; where results are infinities or zeros;
/// beyond the function's domain.
constexpr std::array<PlainRange, 4> plain_ranges(Operation operation) {
  using enum Operation;
  constexpr float kLeast = std::numeric_limits<float>::min();
  constexpr float kMost = std::numeric_limits<float>::max();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  const auto exponential = [&](float near_zero, float zero, float infinite) {
    return std::array<PlainRange, 4>{
        {{-near_zero, -kLeast, 1}, {kLeast, near_zero, 1}, {-kMost, zero, 0}, {infinite, kMost, kInfinity}}};
  };
  switch (operation) {
    case exp2:
      return exponential(0x1p-25F, -151, 128);
    case exp:
      return exponential(0x1p-26F, -105, 89);
    case exp10:
      return exponential(0x1p-27F, -46, 39);
    case cos:
    case sincos_cos:
    case cosh:
      return {{{-0x1p-13F, -kLeast, 1}, {kLeast, 0x1p-13F, 1}}};
    case sin:
    case sincos_sin:
    case tan:
    case atan:
    case sinh:
    case tanh:
    case asinh:
      return {{{-0x1p-13F, -kLeast, 0, true}, {kLeast, 0x1p-13F, 0, true}}};
    case asin:
    case atanh:
      return {{{-0x1p-13F, -kLeast, 0, true},
               {kLeast, 0x1p-13F, 0, true},
               {-kMost, -0x1.000002p0F, kNaN},
               {0x1.000002p0F, kMost, kNaN}}};
    case acos:
      return {{{-kMost, -0x1.000002p0F, kNaN}, {0x1.000002p0F, kMost, kNaN}}};
    case acosh:
      return {{{-kMost, -kLeast, kNaN}, {kLeast, 0x1.fffffep-1F, kNaN}}};
    case log:
    case log2:
    case log10:
      return {{{-kMost, -kLeast, kNaN}}};
    default:
      return {};
  }
}

/// Stores the results of the operands from `i` on up to `end`, whole vectors, if one range without special cases has
/// them all. Whether one has.
template <Operation kOperation>
HWY_INLINE bool are_plain(const std::byte* operands, std::byte* results, std::size_t i, std::size_t end) {
  static constexpr auto kRanges = plain_ranges(kOperation);
  const float* const from = reinterpret_cast<const float*>(operands);
  float* const to = reinterpret_cast<float*>(results);
  for (const PlainRange& range : kRanges) {
    if (!(range.least <= from[i] && from[i] <= range.most)) continue;
    const Singles least = hn::Set(Floats(), range.least);
    const Singles most = hn::Set(Floats(), range.most);
    for (std::size_t k = i; k < end; k += hn::Lanes(Floats())) {
      const Singles x = hn::LoadU(Floats(), from + k);
      if (!hn::AllTrue(Floats(), hn::And(hn::Ge(x, least), hn::Le(x, most)))) return false;
    }
    if (range.is_operand) {
      std::memmove(to + i, from + i, (end - i) * sizeof(float));
    } else {
      std::fill(to + i, to + end, range.result);
    }
    return true;
  }
  return false;
}

/// Of a power the canonical one: a negative number's.
HWY_INLINE auto is_nan(Packed v) { return hn::IsNaN(static_cast<DoubleVector>(v)); }

/// Whether it and what is near it round to an infinity, or to zero.
HWY_INLINE auto is_beyond(Packed approximation) {
  const Packed size = abs(approximation);
  return hn::Or(hn::And(kBeyondAll < size, size < 0x1p1023), hn::And(0.0 < size, size < kBelowAll));
}

/// Stores the results of whole vectors of which quick references tell all. Whether they do.
template <Operation kOperation, bool kIsOfTwo>
HWY_INLINE bool tells_all(const std::byte* const* operands, std::byte* results, std::size_t i, Packed approximation) {
  constexpr exact::RealDomain kDomain = exact::real_domain(kOperation);
  constexpr bool kIsLimited = kDomain.least != -HUGE_VAL || kDomain.most != HUGE_VAL;
  // Of which rounding leaves a normal value, and not the least one, which denormals may round to.
  constexpr double kLeast = 0x1.000002p-126;
  constexpr double kMost = 0x1.fffffep127;
  const auto singles = [&](const std::byte* from)
                           HWY_ATTR { return hn::LoadU(Floats(), reinterpret_cast<const float*>(from) + i); };
  const Singles x = singles(operands[0]);
  auto are_normal = is_normal(x);
  if constexpr (kIsOfTwo) are_normal = hn::And(are_normal, is_normal(singles(operands[1])));
  auto are_inside = are_normal;
  if (kDomain.least != -HUGE_VAL) are_inside = hn::And(are_inside, hn::Gt(x, all_singles(kDomain.least)));
  if (kDomain.most != HUGE_VAL) are_inside = hn::And(are_inside, hn::Lt(x, all_singles(kDomain.most)));
  const bool all_inside = hn::AllTrue(Floats(), are_inside);
  if (!all_inside && (!kIsLimited || !hn::AllTrue(Floats(), are_normal))) return false;
  const Packed size = abs(approximation);
  auto is_told = hn::And(hn::And(kLeast < size, size < kMost), is_off_ties(approximation));
  if (!all_inside) {
    const Packed given = promoted(operands[0], i);
    const auto is_outside = hn::Or(given < kDomain.least, kDomain.most < given);
    is_told = hn::And(is_told, hn::And(kDomain.least < given, given < kDomain.most));
    is_told = hn::Or(is_told, is_outside);
    approximation = select(is_outside, std::numeric_limits<double>::quiet_NaN(), approximation);
  }
  if (!hn::AllTrue(Doubles(), is_told)) {
    is_told = hn::Or(is_told, is_beyond(approximation));
    if constexpr (kOperation == Operation::pow) is_told = hn::Or(is_told, is_nan(approximation));
    if (!hn::AllTrue(Doubles(), is_told)) return false;
  }
  const Singles rounded = hn::DemoteTo(Floats(), static_cast<DoubleVector>(approximation));
  hn::StoreU(rounded, Floats(), reinterpret_cast<float*>(results) + i);
  return true;
}

/// Of normal operands. Sure are results where both ends of the certified interval round to one normal value, what is
/// certainly an infinity or a zero, and NaN: of first operands beyond the function's domain, of a negative number's
/// power, and of a NaN alone.
template <Operation kOperation, auto kReference>
std::size_t evaluate(const std::byte* const* operands, std::byte* results, std::size_t count, std::uint32_t* left) {
  constexpr exact::RealDomain kDomain = exact::real_domain(kOperation);
  constexpr double kMargin = 2 * exact::kCertifiedError;  // which covers the rounding of the ends too
  constexpr bool kIsOfTwo = kIsReferenceOfTwo<kReference>;
  constexpr std::size_t kLanes = hn::MaxLanes(Doubles());
  constexpr std::size_t kTogether = 64;
  std::size_t lefts = 0;
  alignas(64) double some[kTogether];
  std::size_t known = 0;
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const auto from = [&](std::size_t operand) { return operands[operand] + i * sizeof(float); };
    if (i == known) {
      known = i + std::min(kTogether, (count - i) / kLanes * kLanes);
      if (!kIsOfTwo && are_plain<kOperation>(operands[0], results, i, known)) {
        i = known - kLanes;
        continue;
      }
      const std::byte* const these[] = {from(0), kIsOfTwo ? from(1) : nullptr};
      with_reference<QuickPacked>(
          kOperation, 0, [&]<Operation kThis, auto kQuick>() HWY_ATTR {
            constexpr auto kOfReduced = of_reduced<kThis, QuickPacked>();
            return references<kQuick, kOfReduced>(these, some, known - i), 0;
          });
    }
    if (tells_all<kOperation, kIsOfTwo>(operands, results, i, hn::Load(Doubles(), some + i % kTogether))) continue;

    const Packed x = promoted(operands[0], i);
    const Packed approximation = [&]() HWY_ATTR {
      if constexpr (kIsOfTwo) {
        return kReference(x, promoted(operands[1], i));
      } else {
        return kReference(x);
      }
    }();
    const Packed reach = abs(approximation) * kMargin;
    const DoubleVector least_exact = approximation - reach;
    const DoubleVector most_exact = approximation + reach;
    auto is_taken = is_normal(x);
    auto gives_nan = hn::Or(x < kDomain.least, kDomain.most < x);
    if constexpr (kOperation == Operation::pow) gives_nan = is_nan(approximation);
    if constexpr (kIsOfTwo) is_taken = hn::And(is_taken, is_normal(Packed(promoted(operands[1], i))));
    gives_nan = hn::And(gives_nan, is_taken);
    if constexpr (!kIsOfTwo) gives_nan = hn::Or(gives_nan, is_nan(x));
    const Packed nan = std::numeric_limits<double>::quiet_NaN();
    const Singles low = hn::DemoteTo(Floats(), static_cast<DoubleVector>(select(gives_nan, nan, least_exact)));
    const Packed low_end = hn::PromoteTo(Doubles(), low);
    const Packed high_end = hn::PromoteTo(Doubles(), hn::DemoteTo(Floats(), most_exact));
    const auto ends_are_alike = hn::And(low_end == high_end, is_normal(low_end));
    const auto is_inside = hn::And(hn::And(kDomain.least < x, x < kDomain.most), is_taken);
    const auto is_sure = hn::Or(gives_nan, hn::And(is_inside, hn::Or(ends_are_alike, is_beyond(approximation))));
    float* const place = reinterpret_cast<float*>(results) + i;
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
  return with_reference<Packed>(
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
