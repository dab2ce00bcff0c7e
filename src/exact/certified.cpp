// SPDX-License-Identifier: Apache-2.0
#include "exact/certified.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

#include "exact/certified_series.hpp"

// u = 2^-53 below: the error of one rounding, and of a constant, relative.

namespace halfulp::exact {
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

/// (1 + t + t^2/2 + ...) * 2^k
double scaled_exponential(double t, double k) {
  const double scale = std::bit_cast<double>(static_cast<std::uint64_t>(static_cast<int>(k) + 1023) << 52);
  return (1 + t * polynomial(kExponential, t)) * scale;
}

/// x = m * 2^k, m in [0.707, 1.415); s = (m - 1)/(m + 1)
struct Split {
  explicit Split(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const std::uint64_t offset = bits - kSqrtHalf;  // its exponent field is k
    k = static_cast<double>(static_cast<std::int64_t>(offset) >> 52);
    const double m = std::bit_cast<double>(bits - (offset & 0xfff0000000000000));
    s = (m - 1) / (m + 1);
  }
  double k;
  double s;
};

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
  const double k = (x + kRound) - kRound;
  return scaled_exponential((x - k) * std::numbers::ln2, k);
}

// k * ln(2)'s high part has 8 + 42 bits, and x - that, a multiple of 2^-42 of at most 0.36, is exact too (x of 0.34 and
// more is a multiple of 2^-25; below, k is 0). Subtracting the low part rounds t once: 0.36 u of the result. The rest
// is as above.
double certified_exp(double x) noexcept {
  const double k = (x * std::numbers::log2e + kRound) - kRound;
  return scaled_exponential((x - k * kLn2High) - k * kLn2Low, k);
}

// x = m * 2^k, m in [0.707, 1.415): log2(m) = 2/ln(2) * artanh(s), s = (m - 1)/(m + 1), u relative as both are exact.
// Its series: z = s^2 < 0.0295 known to 3 u, the sum 1.01 and 1.2 u; two products and the constant 3 u: below 6 u <
// 2^-50. The terms left out: z^11/23 < 2^-60. Where k is not 0, |k + log2(m)| >= 1/2 >= |log2(m)|: the relative error
// grows by the last sum only, u.
double certified_log2(double x) noexcept {
  const Split split(x);
  return split.k + (2 / std::numbers::ln2) * split.s * polynomial(kArtanh, split.s * split.s);
}

// As above: 2 * artanh(s) has 6 u. k * ln(2)'s high part is exact. Where k is not 0, the result is 0.346 or more, and
// artanh's part no more: 6 u for it, u for each of two sums, below 8 u = 2^-50; elsewhere 6 u.
double certified_log(double x) noexcept {
  const Split split(x);
  return split.k * kLn2High + (split.k * kLn2Low + 2 * split.s * polynomial(kArtanh, split.s * split.s));
}

double certified_sin(double x) noexcept {
  const Reduced r = reduced(x);
  return in_quadrant(r.quadrant, r.rest);
}

double certified_cos(double x) noexcept {
  const Reduced r = reduced(x);
  return in_quadrant((r.quadrant + 1) % 4, r.rest);
}

}  // namespace halfulp::exact
