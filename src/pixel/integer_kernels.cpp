// SPDX-License-Identifier: Apache-2.0
#include "pixel/integer_kernels.hpp"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

// Plain loops without branches, of which the compiler makes vectors: the build has it optimise this file all it can.

namespace halfulp::pixel {
namespace {

template <std::integral To, std::integral From>
To converted(From x) {
  using FromLimits = std::numeric_limits<From>;
  using ToLimits = std::numeric_limits<To>;
  constexpr auto kLowest = static_cast<From>(std::max<std::int64_t>(FromLimits::min(), ToLimits::min()));
  constexpr auto kHighest = static_cast<From>(std::min<std::int64_t>(FromLimits::max(), ToLimits::max()));
  return static_cast<To>(std::clamp(x, kLowest, kHighest));
}

template <std::integral To>
To converted(float x) {
  constexpr std::int64_t kHighest = std::numeric_limits<To>::max();
  // The highest of 32 bits are no floats: clamping to the next one first and to the highest afterwards loses nothing.
  using Wide = std::conditional_t<sizeof(To) < 4, std::int32_t, std::int64_t>;
  const float number = x == x ? x : 0.0F;  // NaN differs from itself
  const float clamped =
      std::min(std::max(number, static_cast<float>(std::numeric_limits<To>::min())), static_cast<float>(kHighest));
  return static_cast<To>(std::min(static_cast<Wide>(clamped), static_cast<Wide>(kHighest)));
}

template <std::same_as<float> To, std::integral From>
To converted(From x) {
  return static_cast<float>(x);
}

template <class From, class To>
void convert(const std::byte* __restrict source, std::byte* __restrict destination, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
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

Kernel integer_kernel(const PixelComponent& from, const PixelComponent& to) {
  return Kernels<std::uint8_t, std::uint16_t, std::uint32_t, std::int8_t, std::int16_t, std::int32_t, float>::of(from,
                                                                                                                 to);
}

}  // namespace halfulp::pixel
