// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/certified.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

// u = 2^-53 below: the error of one rounding, and of a constant, relative.

namespace halfulp::arithmetic {
namespace {

__extension__ using Wide = unsigned __int128;
__extension__ using SignedWide = __int128;

/// sum of coefficients[i] * x^i by Horner's rule.
template <std::size_t N>
double polynomial(const std::array<double, N>& coefficients, double x) {
  double sum = coefficients[N - 1];
  for (std::size_t i = N - 1; i-- > 0;) sum = sum * x + coefficients[i];
  return sum;
}

/// 1 / (first)!, 1 / (first + step)!, ... with alternating signs if step is 2.
template <std::size_t N>
constexpr std::array<double, N> inverse_factorials(int first, int step) {
  std::array<double, N> result{};
  double factorial = 1;  // exact to 22!
  int n = 0;
  for (std::size_t i = 0; i < N; ++i) {
    for (const int last = first + static_cast<int>(i) * step; n < last;) factorial *= ++n;
    result[i] = (step == 2 && i % 2 != 0 ? -1 : 1) / factorial;
  }
  return result;
}

/// 1, 1/3, 1/5, ...
template <std::size_t N>
constexpr std::array<double, N> inverse_odds() {
  std::array<double, N> result{};
  for (std::size_t i = 0; i < N; ++i) result[i] = 1.0 / static_cast<double>(2 * i + 1);
  return result;
}

constexpr auto kExponential = inverse_factorials<13>(1, 1);  // (e^t - 1) / t to t^12
constexpr auto kSine = inverse_factorials<8>(3, 2);          // -(sin r - r) / r^3 to r^14 of it
constexpr auto kCosine = inverse_factorials<9>(2, 2);        // -(cos r - 1) / r^2 to r^16 of it
constexpr auto kArtanh = inverse_odds<11>();                 // artanh(s) / s to s^20

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

/// x = quadrant * pi/2 + rest, the quadrant modulo 4, |rest| <= pi/4.
struct Reduced {
  unsigned quadrant;
  double rest;  ///< error below 3.1 u relative
};

/// For |x| >= 1/2 [Payne and Hanek 1983]. |x| = m * 2^e with m below 2^24. In |x| * 2/pi, bits of 2/pi of weight 2^(2 -
/// e) and above contribute multiples of 4: start after them. 128 bits are kept; those left out are worth less than m *
/// 2^(e - (e - 2) - 128) < 2^-102. The rest is at least 2^-30 in size: 0x1.f37c8ap+95 comes nearest to a multiple of
/// pi/2 (all operands: CertifiedExhaustive.NoOperandIsNearerToAMultipleOfHalfPi).
Reduced reduce(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(std::fabs(x));
  const auto m = ((bits & 0xfffffffffffff) | 0x10000000000000) >> 29;  // binary32: the low 29 bits are zero
  const int e = static_cast<int>(bits >> 52) - 1023 - 23;              // -24 ... 104
  const Wide quarters = m * table_bits(64 + e - 2);                    // modulo 4, in units of 2^-126
  const auto quadrant = static_cast<unsigned>((quarters + (Wide{1} << 125)) >> 126) & 3;
  const auto fraction = static_cast<SignedWide>(quarters - (static_cast<Wide>(quadrant) << 126));
  // u for the conversion, u for pi/2, u for the product; 2^-102 / 2^-31 = 2^-71 for the bits left out.
  const double rest = static_cast<double>(fraction) * 0x1p-126 * (std::numbers::pi / 2);
  return x < 0 ? Reduced{(4 - quadrant) & 3, -rest} : Reduced{quadrant, rest};
}

Reduced reduced(double x) { return std::fabs(x) < 0.5 ? Reduced{0, x} : reduce(x); }

/// |r| <= pi/4, z = r^2 < 0.617. The terms left out: r^18/19! < 2^-63. The bracket is below 0.1 of r: its error, about
/// 8 u relative, counts 0.8 u; the last sum u; r itself 3.1 u, and sin does not magnify it. Together below 5 u < 2^-50.
double sine(double r) {
  const double z = r * r;
  return r - r * (z * polynomial(kSine, z));
}

/// The terms left out: r^20/20! < 2^-67. The bracket is below 0.3: its error, about 8 u relative, 2.4 u; the last sum
/// u; r's 3.1 u times r * tan(r) < 0.79. Together below 6 u absolute, 9 u relative as cos >= 0.7: below 2^-49.
double cosine(double r) {
  const double z = r * r;
  return 1 - z * polynomial(kCosine, z);
}

double in_quadrant(unsigned quadrant, double r) {
  const double size = quadrant % 2 == 0 ? sine(r) : cosine(r);
  return quadrant < 2 ? size : -size;
}

}  // namespace

// k is an integer near x: x - k is exact and at most 1/2. t = r * ln(2): 2 u relative, at most 0.35, so 0.7 u of the
// result. The bracket: Horner's steps shrink by t each, 4 u together; t times it 6 u relative, 0.42 of a result of 0.7
// or more; the last sum u. The terms left out: 0.35^14/14! < 2^-57. Together below 6 u < 2^-50; scaling is exact.
double certified_exp2(double x) noexcept {
  constexpr double kRound = 0x1.8p52;  // adding it leaves no bits below 1
  const double k = (x + kRound) - kRound;
  const double t = (x - k) * std::numbers::ln2;
  const double scale = std::bit_cast<double>(static_cast<std::uint64_t>(static_cast<int>(k) + 1023) << 52);
  return (1 + t * polynomial(kExponential, t)) * scale;
}

// x = m * 2^k, m in [0.707, 1.415): log2(m) = 2/ln(2) * artanh(s), s = (m - 1)/(m + 1), u relative as both are exact.
// Its series: z = s^2 < 0.0295 known to 3 u, the sum 1.01 and 1.2 u; two products and the constant 3 u: below 6 u <
// 2^-50. The terms left out: z^11/23 < 2^-60. Where k is not 0, |k + log2(m)| >= 1/2 >= |log2(m)|: the relative error
// grows by the last sum only, u.
double certified_log2(double x) noexcept {
  constexpr std::uint64_t kSqrtHalf = 0x3fe6a09e667f3bcd;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t offset = bits - kSqrtHalf;  // its exponent field is k
  const auto k = static_cast<double>(static_cast<std::int64_t>(offset) >> 52);
  const double m = std::bit_cast<double>(bits - (offset & 0xfff0000000000000));
  const double s = (m - 1) / (m + 1);
  return k + (2 / std::numbers::ln2) * s * polynomial(kArtanh, s * s);
}

double certified_sin(double x) noexcept {
  const Reduced r = reduced(x);
  return in_quadrant(r.quadrant, r.rest);
}

double certified_cos(double x) noexcept {
  const Reduced r = reduced(x);
  return in_quadrant((r.quadrant + 1) % 4, r.rest);
}

}  // namespace halfulp::arithmetic
