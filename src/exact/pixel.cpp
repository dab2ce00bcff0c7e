// SPDX-License-Identifier: Apache-2.0
#include "exact/pixel.hpp"

#include <algorithm>
#include <set>

#include "exact/value.hpp"
#include "number/layout.hpp"

namespace halfulp::exact {
namespace {

const Rational kCodes = 255;
const Rational kSlope(1292, 100);
const Rational kBranch(31308, 10000000);
const Rational kGain(1055, 1000);
const Rational kOffset(55, 1000);

/// The exponent is 1 or more.
Rational power(const Rational& base, int exponent) {
  if (exponent == 1) return base;
  const Rational half = power(base, exponent / 2);
  return exponent % 2 == 0 ? half * half : half * half * base;
}

/// Whether a code, rounded or not, is on the straight part of the curve; of others the fifth power of the linear value.
bool is_on_line(const Rational& code) { return code / kCodes <= kSlope * kBranch; }
Rational fifth_power(const Rational& code) { return power((code / kCodes + kOffset) / kGain, 12); }

constexpr int kFractionBits = 9;
constexpr int kBias = 15;
constexpr int kExponentPlace = 27;

/// Value of one step of the components under an exponent.
int unit(int exponent) { return exponent - kBias - kFractionBits; }

/// The integers nearest to x >= 0: one, or two at a tie.
std::vector<std::int64_t> nearest_integers(const Rational& x) {
  const std::int64_t below = x.floor().to_int64();
  const int side = (x - Rational(below)).compare(Rational(1, 2));
  if (side == 0) return {below, below + 1};
  return {side < 0 ? below : below + 1};
}

std::int64_t nearest_integer(const Rational& x, bool ties_up) {
  const std::vector<std::int64_t> choices = nearest_integers(x);
  return choices.front() % 2 == 0 && !ties_up ? choices.front() : choices.back();
}

int exponent_of(const Rational& largest) {
  return largest.sign() == 0 ? 0 : std::max(-kBias - 1, largest.floor_log2()) + 1 + kBias;
}

Bits packed(std::int64_t red, std::int64_t green, std::int64_t blue, int exponent) {
  return static_cast<Bits>(red | green << kFractionBits | blue << 2 * kFractionBits) | static_cast<Bits>(exponent)
                                                                                           << kExponentPlace;
}

}  // namespace

Real srgb8_code(const Rational& x) {
  if (x <= kBranch) return {kCodes * kSlope * x};
  // 255 * 1.055 * x^(5/12) as one root: of a product whose factor is a power of twelve.
  return Real::root(power(kCodes * kGain, 12) * power(x, 5), 12, kCodes * kOffset);
}

Real srgb8_linear(const Rational& code) {
  if (is_on_line(code)) return {code / kCodes / kSlope};
  return Real::root(fifth_power(code), 5);
}

Real srgb8_mean(const Rational& x, const Rational& y) {
  if (is_on_line(x) && is_on_line(y)) return {(x + y) / Rational(2) / kCodes / kSlope};
  if (is_on_line(x)) return srgb8_mean(y, x);
  // Half of a root is the root of a 32nd part.
  const Rational half = fifth_power(x).scaled(-5);
  if (is_on_line(y)) return Real::root(half, 5, -(y / Rational(2) / kCodes / kSlope));
  return Real::sum_of_roots(half, fifth_power(y).scaled(-5), 5);
}

Rational rgb9e5_component(Bits code, int component) {
  const auto exponent = static_cast<int>(code >> kExponentPlace);
  const Bits significand = code >> component * kFractionBits & ((Bits{1} << kFractionBits) - 1);
  return Rational::dyadic(significand, unit(exponent));
}

std::array<Rational, 3> rgb9e5_components(std::span<const Bits> operands) {
  const FormatInfo& row = info(Format::binary32);
  const number::Layout layout(row);
  const Rational most = rgb9e5_component(0xffffffff, 0);
  std::array<Rational, 3> components;
  for (std::size_t i = 0; i < components.size(); ++i) {
    const Bits x = operands[i];
    if (layout.is_nan(x) || layout.is_negative(x)) continue;
    components[i] = layout.is_infinite(x) ? most : std::min(value_of(row, x), most);
  }
  return components;
}

std::vector<Bits> rgb9e5_codes(const std::array<Rational, 3>& components) {
  const Rational largest = std::max({components[0], components[1], components[2]});
  const int least = exponent_of(largest);
  std::set<Bits> codes;
  for (const std::int64_t significand : nearest_integers(largest.scaled(-unit(least)))) {
    const int exponent = significand >> kFractionBits == 0 ? least : least + 1;
    const auto choices = [&](int i) {
      return nearest_integers(components[static_cast<std::size_t>(i)].scaled(-unit(exponent)));
    };
    for (const std::int64_t red : choices(0)) {
      for (const std::int64_t green : choices(1)) {
        for (const std::int64_t blue : choices(2)) {
          // A tie of the largest that rounds up takes the next exponent: it was counted there.
          if (std::max({red, green, blue}) >> kFractionBits == 0) codes.insert(packed(red, green, blue, exponent));
        }
      }
    }
  }
  return {codes.begin(), codes.end()};
}

Bits rgb9e5_nearest(const std::array<Rational, 3>& components, bool ties_up) {
  const Rational largest = std::max({components[0], components[1], components[2]});
  int exponent = exponent_of(largest);
  if (nearest_integer(largest.scaled(-unit(exponent)), ties_up) >> kFractionBits != 0) ++exponent;
  const auto rounded = [&](std::size_t i) { return nearest_integer(components[i].scaled(-unit(exponent)), ties_up); };
  return packed(rounded(0), rounded(1), rounded(2), exponent);
}

}  // namespace halfulp::exact
