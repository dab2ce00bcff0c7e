// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/component_lanes.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>

#include "halfulp/pixel_format.hpp"
#include "number/vector_targets.hpp"
#include "pixel/integer_kernels.hpp"

// Compiled once per target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "arithmetic/component_lanes.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace halfulp::arithmetic::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Doubles = hn::ScalableTag<double>;
using Floats = hn::Rebind<float, Doubles>;
using Words = hn::Rebind<std::uint32_t, Doubles>;
using Signed = hn::Rebind<std::int32_t, Doubles>;
using WordVector = hn::VFromD<Words>;

/// A float times a factor, clamped and rounded: of 24 bits by 24, so that products are exact. Codes have kBits.
template <int kFactor, int kLeast, int kMost, int kBits, bool kTiesAway>
struct Scaled {
  static HWY_INLINE WordVector of(WordVector operand) {
    const Doubles doubles;
    const auto x = hn::PromoteTo(doubles, hn::BitCast(Floats(), operand));
    const auto number = hn::IfThenElseZero(hn::Eq(x, x), x);  // NaN differs from itself
    const auto product = hn::Mul(number, hn::Set(doubles, kFactor));
    const auto clamped = hn::Min(hn::Max(product, hn::Set(doubles, kLeast)), hn::Set(doubles, kMost));
    const WordVector code = hn::BitCast(Words(), hn::DemoteTo(Signed(), rounded(clamped)));
    return hn::And(code, hn::Set(Words(), (1U << kBits) - 1));
  }

 private:
  template <class V>
  static HWY_INLINE V rounded(V x) {
    if constexpr (kTiesAway) {
      // The sum is exact, or of less than 1/2 and so below 1.
      return hn::CopySign(hn::Floor(hn::Add(hn::Abs(x), hn::Set(Doubles(), 0.5))), x);
    } else {
      return hn::Round(x);
    }
  }
};

template <int kBits, bool kTiesAway>
using ToUnorm = Scaled<(1 << kBits) - 1, 0, (1 << kBits) - 1, kBits, kTiesAway>;
template <int kBits, bool kTiesAway>
using ToSnorm = Scaled<(1 << (kBits - 1)) - 1, 1 - (1 << (kBits - 1)), (1 << (kBits - 1)) - 1, kBits, kTiesAway>;

/// A normal float to one without a sign, of five bits of exponent.
template <int kFractionBits, bool kTowardZero>
struct ToUfloat {
  static HWY_INLINE WordVector of(WordVector operand) {
    constexpr std::uint32_t kBiases = (127 - 15) << 23;  // apart
    constexpr int kLost = 23 - kFractionBits;
    constexpr std::uint32_t kInfinity = 31U << kFractionBits;
    const WordVector size = hn::And(operand, all(0x7fffffff));
    WordVector rebiased = hn::Sub(size, all(kBiases));
    if constexpr (!kTowardZero) {
      const WordVector odd = hn::And(hn::ShiftRight<kLost>(rebiased), all(1));
      rebiased = hn::Add(rebiased, hn::Add(odd, all((1U << (kLost - 1)) - 1)));
    }
    const WordVector of_normal = hn::Min(hn::ShiftRight<kLost>(rebiased), all(kTowardZero ? kInfinity - 1 : kInfinity));
    // In steps of the least denormal: exact.
    const Floats floats;
    const auto steps =
        hn::Mul(hn::BitCast(floats, size), hn::Set(floats, static_cast<float>(1 << (14 + kFractionBits))));
    const auto whole = kTowardZero ? hn::Trunc(steps) : hn::Round(steps);
    const auto is_denormal = hn::Lt(size, all(kBiases + (1U << 23)));
    const auto small = hn::IfThenElseZero(hn::RebindMask(floats, is_denormal), whole);
    const WordVector of_denormal = hn::BitCast(Words(), hn::ConvertTo(Signed(), small));
    const WordVector code = hn::IfThenElse(is_denormal, of_denormal, of_normal);
    return hn::IfThenElseZero(hn::Eq(size, operand), code);  // below zero it is zero
  }

 private:
  static HWY_INLINE WordVector all(std::uint32_t word) { return hn::Set(Words(), word); }
};

/// One component of three that share their exponent.
template <int kPlace>
struct FromShared {
  static HWY_INLINE WordVector of(WordVector code) {
    const auto all = [](std::uint32_t word) HWY_ATTR { return hn::Set(Words(), word); };
    const Floats floats;
    const WordVector significand = hn::And(hn::ShiftRight<9 * kPlace>(code), all(511));
    const WordVector scale = hn::ShiftLeft<23>(hn::Add(hn::ShiftRight<27>(code), all(127 - 24)));
    const auto whole = hn::ConvertTo(floats, hn::BitCast(Signed(), significand));
    return hn::BitCast(Words(), hn::Mul(whole, hn::BitCast(floats, scale)));
  }
};

template <class Code, class Component>
void each(const std::byte* source, std::byte* destination, std::size_t count) {
  constexpr std::size_t kLanes = hn::MaxLanes(Words());
  const auto convert = [](const std::uint32_t* from, Code* to) HWY_ATTR {
    const WordVector codes = Component::of(hn::LoadU(Words(), from));
    if constexpr (std::is_same_v<Code, std::uint32_t>) {
      hn::StoreU(codes, Words(), to);
    } else {
      constexpr hn::Rebind<Code, Words> kCodes;
      hn::StoreU(hn::DemoteTo(kCodes, hn::BitCast(Signed(), codes)), kCodes, to);
    }
  };
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    convert(reinterpret_cast<const std::uint32_t*>(source) + i, reinterpret_cast<Code*>(destination) + i);
  }
  if (i == count) return;
  std::uint32_t rest[kLanes] = {};
  Code codes[kLanes];
  std::memcpy(rest, source + i * sizeof(std::uint32_t), (count - i) * sizeof(std::uint32_t));
  convert(rest, codes);
  std::memcpy(destination + i * sizeof(Code), codes, (count - i) * sizeof(Code));
}

template <bool kTiesAway>
pixel::Kernel scaled(Operation operation) {
  constexpr int kBeyondFixed = 1 << 23;
  switch (operation) {
    case Operation::binary32_to_unorm24:
      return each<std::uint32_t, ToUnorm<24, kTiesAway>>;
    case Operation::binary32_to_unorm10:
      return each<std::uint16_t, ToUnorm<10, kTiesAway>>;
    case Operation::binary32_to_unorm6:
      return each<std::uint8_t, ToUnorm<6, kTiesAway>>;
    case Operation::binary32_to_unorm5:
      return each<std::uint8_t, ToUnorm<5, kTiesAway>>;
    case Operation::binary32_to_unorm4:
      return each<std::uint8_t, ToUnorm<4, kTiesAway>>;
    case Operation::binary32_to_unorm2:
      return each<std::uint8_t, ToUnorm<2, kTiesAway>>;
    case Operation::binary32_to_unorm1:
      return each<std::uint8_t, ToUnorm<1, kTiesAway>>;
    case Operation::binary32_to_snorm10:
      return each<std::uint16_t, ToSnorm<10, kTiesAway>>;
    case Operation::binary32_to_snorm2:
      return each<std::uint8_t, ToSnorm<2, kTiesAway>>;
    case Operation::binary32_to_fixed16_8:
      return each<std::uint32_t, Scaled<1 << 8, -kBeyondFixed, kBeyondFixed - 1, 24, kTiesAway>>;
    default:
      return nullptr;
  }
}

}  // namespace

/// Those that pixels have no kernels of.
pixel::Kernel own_component_lanes(Operation operation, pixel::Rules rules) {
  switch (operation) {
    case Operation::binary32_to_ufloat11:
      return rules.narrow_toward_zero ? each<std::uint16_t, ToUfloat<6, true>>
                                      : each<std::uint16_t, ToUfloat<6, false>>;
    case Operation::binary32_to_ufloat10:
      return rules.narrow_toward_zero ? each<std::uint16_t, ToUfloat<5, true>>
                                      : each<std::uint16_t, ToUfloat<5, false>>;
    case Operation::rgb9e5_to_binary32_red:
      return each<std::uint32_t, FromShared<0>>;
    case Operation::rgb9e5_to_binary32_green:
      return each<std::uint32_t, FromShared<1>>;
    case Operation::rgb9e5_to_binary32_blue:
      return each<std::uint32_t, FromShared<2>>;
    default:
      return rules.ties_away ? scaled<true>(operation) : scaled<false>(operation);
  }
}

}  // namespace halfulp::arithmetic::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::arithmetic {
namespace {

HWY_EXPORT(own_component_lanes);

void copy(const std::byte* source, std::byte* destination, std::size_t count) {
  std::memcpy(destination, source, count * sizeof(std::uint32_t));
}

/// What an integer format is as a component of pixels.
std::optional<PixelComponent> integer_component(const FormatInfo& format) {
  const bool has_sign = format.kind == FormatKind::signed_integer;
  if (!has_sign && format.kind != FormatKind::unsigned_integer) return std::nullopt;
  return PixelComponent{.channel = Channel::red,
                        .kind = has_sign ? ComponentKind::sint : ComponentKind::uint,
                        .bits = format.bits,
                        .first_bit = 0};
}

}  // namespace

pixel::Kernel component_lanes(Operation operation, pixel::Rules rules) {
  const OperationInfo& row = info(operation);
  if (row.arity != 1 || !row.only_format() || info(*row.only_format()).bits != 32) return nullptr;
  const auto from = integer_component(info(*row.only_format()));
  const auto to = integer_component(info(*row.result_format));
  if (from && to) return pixel::integer_kernel(*from, *to);
  switch (operation) {
    case Operation::binary32_to_unorm16:
      return pixel::binary32_to_unorm16;
    case Operation::binary32_to_unorm8:
    case Operation::binary32_to_srgb8_alpha:
      return pixel::binary32_to_unorm8;
    case Operation::binary32_to_snorm16:
      return pixel::binary32_to_snorm16;
    case Operation::binary32_to_snorm8:
      return pixel::binary32_to_snorm8;
    case Operation::binary32_to_srgb8:
      return pixel::binary32_to_srgb8;
    case Operation::binary32_to_binary16:
      return rules.narrow_toward_zero ? pixel::binary32_to_half_toward_zero : pixel::binary32_to_half_nearest;
    case Operation::binary32_to_binary32:
      return copy;
    default:
      return HWY_DYNAMIC_DISPATCH(own_component_lanes)(operation, rules);
  }
}

}  // namespace halfulp::arithmetic
#endif
