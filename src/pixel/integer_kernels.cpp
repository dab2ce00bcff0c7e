// SPDX-License-Identifier: Apache-2.0
#include "pixel/integer_kernels.hpp"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "number/vector_targets.hpp"

// Compiled once per target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pixel/integer_kernels.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

// From integers loops without branches, of which the compiler makes vectors: the build has it optimise this file
// all it can. From floats it does not, so that these are written as vectors.

HWY_BEFORE_NAMESPACE();
namespace halfulp::pixel::HWY_NAMESPACE {
namespace {

template <std::integral To, std::integral From>
To converted(From x) {
  using FromLimits = std::numeric_limits<From>;
  using ToLimits = std::numeric_limits<To>;
  constexpr auto kLowest = static_cast<From>(std::max<std::int64_t>(FromLimits::min(), ToLimits::min()));
  constexpr auto kHighest = static_cast<From>(std::min<std::int64_t>(FromLimits::max(), ToLimits::max()));
  return static_cast<To>(std::clamp(x, kLowest, kHighest));
}

/// The largest float that is a To: of 32 bits the highest are no floats.
template <std::integral To>
constexpr float kLargestFloat = std::same_as<To, std::uint32_t>  ? 0x1.fffffep31F
                                : std::same_as<To, std::int32_t> ? 0x1.fffffep30F
                                                                 : static_cast<float>(std::numeric_limits<To>::max());

template <std::integral To>
To converted(float x) {
  if (x != x) return 0;  // NaN
  if (x > kLargestFloat<To>) return std::numeric_limits<To>::max();
  return static_cast<To>(std::max(x, static_cast<float>(std::numeric_limits<To>::min())));
}

template <std::same_as<float> To, std::integral From>
To converted(From x) {
  return static_cast<float>(x);
}

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3_DL

/// converted() of whole vectors of floats; their number.
template <std::integral To>
std::size_t convert_vectors(const std::byte* source, std::byte* destination, std::size_t count) {
  namespace hn = hwy::HWY_NAMESPACE;
  constexpr hn::ScalableTag<float> kFloats;
  constexpr hn::RebindToSigned<decltype(kFloats)> kSigned;
  constexpr hn::RebindToUnsigned<decltype(kFloats)> kUnsigned;
  constexpr std::size_t kLanes = hn::MaxLanes(kFloats);
  const auto lowest = hn::Set(kFloats, static_cast<float>(std::numeric_limits<To>::min()));
  const auto largest = hn::Set(kFloats, kLargestFloat<To>);
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const auto given = hn::LoadU(kFloats, reinterpret_cast<const float*>(source) + i);
    const auto number = hn::IfThenElseZero(hn::Eq(given, given), given);  // NaN differs from itself
    const auto clamped = hn::Min(hn::Max(number, lowest), largest);
    auto* const to = reinterpret_cast<To*>(destination) + i;
    if constexpr (std::same_as<To, std::uint32_t>) {
      // By conversions to signed integers: the high 16 bits, then, exactly, what is left.
      const auto high = hn::ConvertTo(kSigned, hn::Mul(clamped, hn::Set(kFloats, 0x1p-16F)));
      const auto taken = hn::Mul(hn::ConvertTo(kFloats, high), hn::Set(kFloats, 0x1p16F));
      const auto low = hn::ConvertTo(kSigned, hn::Sub(clamped, taken));
      const auto whole = hn::BitCast(kUnsigned, hn::Or(hn::ShiftLeft<16>(high), low));
      const auto beyond = hn::BitCast(kUnsigned, hn::VecFromMask(kFloats, hn::Gt(number, largest)));
      hn::StoreU(hn::Or(whole, beyond), kUnsigned, to);
    } else if constexpr (std::same_as<To, std::int32_t>) {
      const auto beyond = hn::RebindMask(kSigned, hn::Gt(number, largest));
      const auto highest = hn::Set(kSigned, std::numeric_limits<To>::max());
      hn::StoreU(hn::IfThenElse(beyond, highest, hn::ConvertTo(kSigned, clamped)), kSigned, to);
    } else {
      constexpr hn::Rebind<To, decltype(kFloats)> kNarrow;
      hn::StoreU(hn::DemoteTo(kNarrow, hn::ConvertTo(kSigned, clamped)), kNarrow, to);
    }
  }
  return i;
}

#endif

template <class From, class To>
void convert(const std::byte* __restrict source, std::byte* __restrict destination, std::size_t count) {
  std::size_t i = 0;
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3_DL
  if constexpr (std::same_as<From, float>) i = convert_vectors<To>(source, destination, count);
#endif
  for (; i < count; ++i) {
    From x;
    std::memcpy(&x, source + i * sizeof x, sizeof x);
    const To y = converted<To>(x);
    std::memcpy(destination + i * sizeof y, &y, sizeof y);
  }
}

/// Of the types that a component can have.
template <class Type>
bool has(const PixelComponent& component) {
  const ComponentKind kind = std::same_as<Type, float>    ? ComponentKind::floating
                             : std::signed_integral<Type> ? ComponentKind::sint
                                                          : ComponentKind::uint;
  return component.kind == kind && component.bits == 8 * static_cast<int>(sizeof(Type));
}

template <class... Types>
struct Kernels {
  static Kernel of(const PixelComponent& from, const PixelComponent& to) {
    Kernel kernel = nullptr;
    ((has<Types>(from) ? void(kernel = of_source<Types>(to)) : void()), ...);
    return kernel;
  }

 private:
  template <class From>
  static Kernel of_source(const PixelComponent& to) {
    Kernel kernel = nullptr;
    const auto take = [&]<class To>(To /*type*/) {
      if constexpr (!std::same_as<From, To>) {
        if (has<To>(to)) kernel = convert<From, To>;
      }
    };
    (take(Types{}), ...);
    return kernel;
  }
};

}  // namespace

/// See pixel/integer_kernels.hpp.
Kernel integer_kernel(const PixelComponent& from, const PixelComponent& to) {
  return Kernels<std::uint8_t, std::uint16_t, std::uint32_t, std::int8_t, std::int16_t, std::int32_t, float>::of(from,
                                                                                                                 to);
}

}  // namespace halfulp::pixel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::pixel {

HWY_EXPORT(integer_kernel);
Kernel integer_kernel(const PixelComponent& from, const PixelComponent& to) {
  return HWY_DYNAMIC_DISPATCH(integer_kernel)(from, to);
}

}  // namespace halfulp::pixel
#endif
