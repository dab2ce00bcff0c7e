// SPDX-License-Identifier: Apache-2.0

// number::as_double() for lanes: the values of binary64 and of any format of at most 32 bits as vectors of doubles. A
// part of files that Highway compiles once for each kind of CPU: included after hwy/highway.h, once for each.

#if defined(HALFULP_EXACT_VALUE_LANES) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_EXACT_VALUE_LANES
#undef HALFULP_EXACT_VALUE_LANES
#else
#define HALFULP_EXACT_VALUE_LANES
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "number/as_double.hpp"
#include "number/binade.hpp"
#include "number/lane.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::exact::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using DoubleTag = hn::ScalableTag<double>;

/// x, or the zero of its sign if it is smaller than `least`.
template <class V>
HWY_INLINE V flushed(V x, double least) {
  const auto is_small = hn::Lt(hn::Abs(x), hn::Set(DoubleTag(), least));
  return hn::IfThenElse(is_small, hn::CopySign(hn::Zero(DoubleTag()), x), x);
}

/// Writes values of T as doubles, smaller ones than `least` as zeros of their sign. `read` makes doubles of a vector
/// of T.
template <class T, class Read>
void load_vectors(const std::byte* from, std::size_t count, double least, double* to, Read read) {
  const hn::Rebind<T, DoubleTag> narrow;
  const std::size_t lanes = hn::Lanes(DoubleTag());
  constexpr std::size_t kAhead = 512;  // what the next call reads, if it goes on where this one ends
  std::array<T, hn::MaxLanes(DoubleTag())> rest{};
  for (std::size_t i = 0; i < count; i += lanes) {
    const auto* at = reinterpret_cast<const T*>(from) + i;
    if (count - i < lanes) {
      std::memcpy(rest.data(), at, (count - i) * sizeof(T));
      at = rest.data();
    }
    hwy::Prefetch(from + (i + kAhead) * sizeof(T));
    hn::Store(flushed(read(hn::LoadU(narrow, at)), least), DoubleTag(), to + i);
  }
}

/// The same, where `read` makes doubles of a vector of integers of 64 bits.
template <class T, class Read>
void load_bits(const std::byte* from, std::size_t count, double least, double* to, Read read) {
  load_vectors<T>(from, count, least, to, [&](auto values) HWY_ATTR {
    const hn::RebindToUnsigned<DoubleTag> bits;
    if constexpr (sizeof(T) == sizeof(std::uint32_t)) {
      return read(hn::PromoteTo(bits, values));
    } else {
      return read(hn::PromoteTo(bits, hn::PromoteTo(hn::Rebind<std::uint32_t, DoubleTag>(), values)));
    }
  });
}

/// Writes codes as wide as T; `has_sign`: in two's complement.
template <class T>
void load_codes(const std::byte* from, std::size_t count, bool has_sign, double* to) {
  const double sign = number::power_of_two(8 * static_cast<int>(sizeof(T)) - 1);
  load_bits<T>(from, count, 0, to, [=](auto codes) HWY_ATTR {
    const hn::RebindToUnsigned<DoubleTag> bits;
    // The last bits of 2^52 + code.
    const auto code = hn::Sub(hn::BitCast(DoubleTag(), hn::Or(codes, hn::BitCast(bits, hn::Set(DoubleTag(), 0x1p52)))),
                              hn::Set(DoubleTag(), 0x1p52));
    return has_sign ? hn::Sub(code, hn::IfThenElseZero(hn::Ge(code, hn::Set(DoubleTag(), sign)),
                                                       hn::Set(DoubleTag(), 2 * sign)))
                    : code;
  });
}

/// Writes floats stored in 16 bits. Exponent and fraction, shifted to where a double has them, are those of the value
/// divided by a power of two.
inline void load_narrow_floats(const FormatInfo& row, const std::byte* from, std::size_t count, double least,
                               double* to) {
  const double scale = number::power_of_two(1023 - row.max_exponent());
  const double infinity = number::power_of_two(row.max_exponent() + 1);
  const int sign = row.has_sign ? row.bits - 1 : 63;
  load_bits<std::uint16_t>(from, count, least, to, [&](auto value) HWY_ATTR {
    const hn::RebindToUnsigned<DoubleTag> bits;
    const auto magnitude = hn::And(value, hn::Set(bits, (std::uint64_t{1} << sign) - 1));
    auto size = hn::Mul(hn::BitCast(DoubleTag(), hn::ShiftLeftSame(magnitude, 52 - row.fraction_bits)),
                        hn::Set(DoubleTag(), scale));
    size = hn::IfThenElse(hn::Gt(size, hn::Set(DoubleTag(), infinity)),
                          hn::Set(DoubleTag(), std::numeric_limits<double>::quiet_NaN()), size);
    size = hn::IfThenElse(hn::Eq(size, hn::Set(DoubleTag(), infinity)), hn::Set(DoubleTag(), HUGE_VAL), size);
    const auto is_negative = hn::ShiftLeft<63>(hn::ShiftRightSame(value, sign));
    return hn::Or(size, hn::BitCast(DoubleTag(), is_negative));
  });
}

/// Writes `count` values of a lane from `first` on, infinities and NaN too; of formats that are not floating the codes.
/// Exact; `flush`: but for denormals, which become zeros of their sign. `to` is aligned to a vector and has room for
/// whole ones.
inline void load_values(const FormatInfo& row, ConstLane lane, std::size_t first, std::size_t count, bool flush,
                        double* to) {
  const std::byte* from = lane.data() + first * static_cast<std::size_t>(row.bytes);
  const bool is_float = row.kind == FormatKind::floating;
  const double least = is_float && flush ? number::power_of_two(row.min_exponent()) : 0;
  if (row.format == Format::binary64) {
    load_vectors<double>(from, count, least, to, [](auto x) HWY_ATTR { return x; });
  } else if (row.format == Format::binary32) {
    load_vectors<float>(from, count, least, to, [](auto x) HWY_ATTR { return hn::PromoteTo(DoubleTag(), x); });
  } else if (is_float && row.bytes == 2) {
    load_narrow_floats(row, from, count, least, to);
  } else if (!is_float && row.bits == 32) {
    load_codes<std::uint32_t>(from, count, row.has_sign, to);
  } else if (!is_float && row.bits == 16) {
    load_codes<std::uint16_t>(from, count, row.has_sign, to);
  } else if (!is_float && row.bits == 8) {
    load_codes<std::uint8_t>(from, count, row.has_sign, to);
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      const double x = number::as_double(row, number::load(lane, row.bytes, first + i));
      to[i] = std::fabs(x) < least ? std::copysign(0.0, x) : x;
    }
  }
}

}  // namespace halfulp::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
