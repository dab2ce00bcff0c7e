// SPDX-License-Identifier: Apache-2.0
#include "exact/certified.hpp"

#include <hwy/highway.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>

#include "exact/certified_lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::exact {
namespace {

using namespace HWY_NAMESPACE;

/// A vector of one double.
using One = hn::VFromD<hn::CappedTag<double, 1>>;

__extension__ using Wide = unsigned __int128;
__extension__ using SignedWide = __int128;

/// 2/pi = 0.a2f9836e..., after 64 zero bits.
constexpr std::array<std::uint64_t, 5> kTwoOverPi{0, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
                                                  0xfe5163abdebbc561};

/// 128 bits of the table from a bit on, bit 0 being the first.
Wide table_bits(int first) {
  const auto word = static_cast<std::size_t>(first / 64);
  const int shift = first % 64;
  const Wide high = (static_cast<Wide>(kTwoOverPi[word]) << 64) | kTwoOverPi[word + 1];
  return shift == 0 ? high : (high << shift) | (kTwoOverPi[word + 2] >> (64 - shift));
}

/// For |x| >= 1/2 [Payne and Hanek 1983]. |x| = m * 2^e with m below 2^24. In |x| * 2/pi, bits of 2/pi of weight 2^(2 -
/// e) and above contribute multiples of 4: start after them. 128 bits are kept; those left out are worth less than m *
/// 2^(e - (e - 2) - 128) < 2^-102. The rest is at least 2^-30 in size: 0x1.f37c8ap+95 comes nearest to a multiple of
/// pi/2 (all operands: CertifiedExhaustive.NoOperandIsNearerToAMultipleOfHalfPi).
Reduced<One> reduced_by_table(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(std::fabs(x));
  const auto m = ((bits & 0xfffffffffffff) | 0x10000000000000) >> 29;  // binary32: the low 29 bits are zero
  const int e = static_cast<int>(bits >> 52) - 1023 - 23;              // -24 ... 104
  const Wide quarters = m * table_bits(64 + e - 2);                    // modulo 4, in units of 2^-126
  const auto quadrant = static_cast<unsigned>((quarters + (Wide{1} << 125)) >> 126) & 3;
  const auto fraction = static_cast<SignedWide>(quarters - (static_cast<Wide>(quadrant) << 126));
  // 3.1 u: u for the conversion, u for pi/2, u for the product; 2^-102 / 2^-31 = 2^-71 for the bits left out.
  const double rest = static_cast<double>(fraction) * 0x1p-126 * (std::numbers::pi / 2);
  return {Lanes<One>::bits(x < 0 ? 4 - quadrant : quadrant), std::copysign(1.0, x) * rest};
}

/// The same bits as in vectors for what those take.
Reduced<One> reduced_operand(double x) {
  return std::fabs(x) <= kMostReduced ? reduced(Lanes<One>(x)) : reduced_by_table(x);
}

double only(Lanes<One> lane) { return hn::GetLane(static_cast<One>(lane)); }

}  // namespace

double certified(Operation operation, double x) noexcept {
  using enum Operation;
  const Lanes<One> operand = x;
  switch (operation) {
    case exp2:
      return only(certified_exp2(operand));
    case exp:
      return only(certified_exp(operand));
    case exp10:
      return only(certified_exp10(operand));
    case log2:
      return only(certified_log2(operand));
    case log:
      return only(certified_log(operand));
    case log10:
      return only(certified_log10(operand));
    case sin:
    case sincos_sin:
      return only(sine_of(reduced_operand(x)));
    case cos:
    case sincos_cos:
      return only(cosine_of(reduced_operand(x)));
    case tan:
      return only(tangent_of(reduced_operand(x)));
    case sinpi:
      return only(certified_sinpi(operand));
    case cospi:
      return only(certified_cospi(operand));
    case tanpi:
      return only(certified_tanpi(operand));
    case asin:
      return only(certified_asin(operand));
    case acos:
      return only(certified_acos(operand));
    case atan:
      return only(certified_atan(operand));
    case sinh:
      return only(certified_sinh(operand));
    case cosh:
      return only(certified_cosh(operand));
    case tanh:
      return only(certified_tanh(operand));
    case asinh:
      return only(certified_asinh(operand));
    case acosh:
      return only(certified_acosh(operand));
    case atanh:
      return only(certified_atanh(operand));
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}

double certified(Operation operation, double x, double y) noexcept {
  const bool is_angle = operation == Operation::atan2;
  return only(is_angle ? certified_atan2(Lanes<One>(x), Lanes<One>(y)) : certified_pow(Lanes<One>(x), Lanes<One>(y)));
}

}  // namespace halfulp::exact
HWY_AFTER_NAMESPACE();
