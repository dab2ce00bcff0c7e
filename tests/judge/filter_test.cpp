// SPDX-License-Identifier: Apache-2.0

// Filtering of sRGB: what is permitted, by the curve in rationals; and devices that filter before they decode.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "exact/pixel_oracle.hpp"
#include "judge/bulk_and_explain.hpp"
#include "judge/judged.hpp"

namespace halfulp {
namespace {

namespace oracle = exact::second;
using oracle::ratio;

constexpr mp_bitcnt_t kPlaces = 200;

/// The linear value of a code, whole or not: exact on the line, else cut off after 200 binary places.
mpq_class linear(const mpq_class& code) {
  const mpq_class c = code / 255;
  if (c <= ratio(4045, 100000)) return c * 100 / 1292;
  const mpq_class fifth_power = oracle::power((c + ratio(55, 1000)) * 1000 / 1055, 12);
  mpz_class scaled = oracle::floor(fifth_power * (mpq_class(1) << 5 * kPlaces));
  mpz_root(scaled.get_mpz_t(), scaled.get_mpz_t(), 5);
  return mpq_class(scaled) >> kPlaces;
}

/// The mean of two linear values whose codes are moved by `distance`, but stay codes.
mpq_class mean(Bits x, Bits y, const mpq_class& distance) {
  const auto moved = [&](Bits code) {
    return linear(oracle::clamp(mpq_class(static_cast<unsigned long>(code)) + distance, 0, 255));
  };
  return (moved(x) + moved(y)) / 2;
}

float value(Bits bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
Bits bits(float value) { return std::bit_cast<std::uint32_t>(value); }
Bits bits(double value) { return bits(static_cast<float>(value)); }

/// Whether a value is below an end that was cut off; it must not be so near that the cut decides.
bool below(float r, const mpq_class& end) {
  const mpq_class distance = mpq_class(static_cast<double>(r)) - end;
  EXPECT_TRUE(distance == 0 || abs(distance) > mpq_class(1) >> (kPlaces - 10)) << r;
  return distance < 0;
}

// [FS 3.2.3.7, 7.18.16.2]: half a step of each code for its decoding, and one for the filter.
TEST(Filter, PermitsMeansOfValuesWithinOneAndAHalfCodes) {
  for (const char* book : {"d3d10", "d3d11", "metal1", "metal4"}) {
    for (Bits x = 0; x < 256; x += x < 14 ? 1 : 11) {
      for (Bits y = 0; y < 256; y += y < 14 ? 1 : 11) {
        const PermittedSet set = test::permitted(book, Operation::filter_srgb8, {x, y}, {}, Format::srgb8);
        const mpq_class lowest = mean(x, y, ratio(-3, 2));
        const mpq_class highest = mean(x, y, ratio(3, 2));
        // The last range: flushed denormals and a zero are one of their own.
        ASSERT_FALSE(set.ranges.empty());
        const float last = value(set.ranges.back().last);
        EXPECT_FALSE(below(std::nextafter(last, 2.0F), highest)) << book << ' ' << x << ' ' << y;
        EXPECT_TRUE(below(last, highest) || mpq_class(static_cast<double>(last)) == highest)
            << book << ' ' << x << ' ' << y;
        if (lowest == 0) {
          EXPECT_TRUE(set.contains(0) && set.contains(bits(0x1p-126F))) << book << ' ' << x << ' ' << y;
          continue;
        }
        ASSERT_EQ(set.ranges.size(), 1U) << set.text();
        const float first = value(set.ranges.front().first);
        EXPECT_FALSE(below(first, lowest)) << book << ' ' << x << ' ' << y;
        EXPECT_TRUE(below(std::nextafter(first, 0.0F), lowest)) << book << ' ' << x << ' ' << y;
      }
    }
  }
}

/// What a device computes from two codes.
using Filter = std::function<double(double, double)>;

double decoded(double code) {
  const double c = code / 255;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

bool every_pair(Bits /*x*/, Bits /*y*/) { return true; }

/// The tally of a device that filters these pairs of codes.
Tally filtered(const char* book, const Filter& filter, const std::function<bool(Bits, Bits)>& chosen = every_pair) {
  test::Observations seen{Operation::filter_srgb8, {{}, {}}, {}, Format::srgb8};
  for (Bits x = 0; x < 256; ++x) {
    for (Bits y = 0; y < 256; ++y) {
      if (!chosen(x, y)) continue;
      seen.add({x, y}, bits(filter(static_cast<double>(x), static_cast<double>(y))));
    }
  }
  return seen.judged_by(SpanJudge(test::book(book), Operation::filter_srgb8, Format::srgb8));
}

double mean_of_decoded(double x, double y) { return (decoded(x) + decoded(y)) / 2; }

TEST(FilteringDevices, ThatDecodeFirstPass) {
  for (const char* book : {"d3d11", "metal1"}) EXPECT_EQ(filtered(book, mean_of_decoded).passed, 65536U) << book;
}

// Decoded to binary16, and the mean too, both cut off; decoded to 12 bits, of which the first steps of sRGB are more
// than one, and the mean cut off.
TEST(FilteringDevices, ThatFilterWithThePrecisionOfTheFormatPass) {
  const auto truncated = [](double x) {
    const double unit = std::ldexp(1.0, std::max(std::ilogb(x), -14) - 10);
    return x == 0 ? 0 : std::floor(x / unit) * unit;
  };
  const auto in_half = [&](double x, double y) {
    return truncated((truncated(decoded(x)) + truncated(decoded(y))) / 2);
  };
  const auto in_12_bits = [](double x, double y) {
    const auto rounded = [](double linear) { return std::floor(linear * 4095 + 0.5); };
    return std::floor((rounded(decoded(x)) + rounded(decoded(y))) / 2) / 4095;
  };
  EXPECT_EQ(filtered("d3d11", in_half).passed, 65536U);
  EXPECT_EQ(filtered("d3d11", in_12_bits).passed, 65536U);
}

// docs/decisions.md: three quarters of all pairs fail: all that lie 46 codes apart, none less than 17.
TEST(FilteringDevices, ThatFilterFirstFailWhereTheCodesLieFarApart) {
  const auto decoded_mean = [](double x, double y) { return decoded((x + y) / 2); };
  const auto distance = [](Bits x, Bits y) { return std::max(x, y) - std::min(x, y); };
  EXPECT_EQ(filtered("d3d11", decoded_mean).failed, 49594U);
  for (const auto& [book, rule] :
       {std::pair{"d3d10", "D3D-SRGB-BEFORE-FILTER"}, std::pair{"metal4-fast", "METAL-SRGB-BEFORE-FILTER"}}) {
    const Tally far = filtered(book, decoded_mean, [&](Bits x, Bits y) { return distance(x, y) == 46; });
    EXPECT_EQ(far.failed, 2U * 210) << book;
    EXPECT_EQ(far.cases, 2U * 210) << book;
    ASSERT_EQ(far.broken.size(), 1U) << book;
    EXPECT_EQ(far.broken.begin()->first, rule);
    const Tally near = filtered(book, decoded_mean, [&](Bits x, Bits y) { return distance(x, y) < 17; });
    EXPECT_EQ(near.passed, near.cases) << book;
  }
}

TEST(FilteringDevices, ThatDecodeToEightBitsFail) {
  const auto in_8_bits = [](double x, double y) {
    const auto rounded = [](double linear) { return std::floor(linear * 255 + 0.5); };
    return (rounded(decoded(x)) + rounded(decoded(y))) / 2 / 255;
  };
  EXPECT_GT(filtered("d3d11", in_8_bits).failed, 500U);
}

}  // namespace
}  // namespace halfulp
