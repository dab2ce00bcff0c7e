// SPDX-License-Identifier: Apache-2.0
// The tables of the WGSL specification, entered a second time: see table_rows.hpp. Of "the worse of" an absolute error
// and an inherited one the absolute error is asked about, where the steps of the other reach less far.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "halfulp/judge.hpp"
#include "halfulp/rulebook.hpp"
#include "rulebooks/table_rows.hpp"

namespace halfulp {
namespace {

const Rulebook& wgsl() {
  static const Rulebook kBook = Rulebook::open("wgsl");
  return kBook;
}

std::vector<test::Row> wgsl_rows() {
  using enum Format;
  std::vector<test::Row> all;
  for (const Format format : {binary32, binary16}) {
    const bool is_half = format == binary16;
    const auto ulps = [format](test::Real n) {
      return [=](test::Real, test::Real exact) { return test::in_ulp(n, exact, format); };
    };
    const auto constant = [](test::Real c) { return [=](test::Real, test::Real) { return c; }; };
    const auto reciprocal = [](test::Real x, test::Real) { return 1 / x; };
    const test::Real far = std::ldexp(1.0L, is_half ? 8 : 60);
    const test::Real few = is_half ? 1 : 3;
    const auto of_exponential = [=](test::Real x, test::Real exact) {
      return test::in_ulp(few + 2 * std::fabs(x), exact, format);
    };
    const test::Real near_one = std::ldexp(1.0L, is_half ? -7 : -21);
    const test::Real of_sine = std::ldexp(1.0L, is_half ? -7 : -11);
    const test::Real pi = std::acos(-1.0L);
    all.push_back({"rcp", format, reciprocal, ulps(2.5L), 1 / far, far});
    all.push_back({"rsq", format, [](test::Real x, test::Real) { return 1 / std::sqrt(x); }, ulps(2), 1 / far, far});
    all.push_back({"exp2", format, [](test::Real x, test::Real) { return std::exp2(x); }, of_exponential, -8, 8});
    all.push_back({"exp", format, [](test::Real x, test::Real) { return std::exp(x); }, of_exponential, -8, 8});
    all.push_back({"log2", format, [](test::Real x, test::Real) { return std::log2(x); }, constant(near_one), 0.5L, 2});
    all.push_back({"log", format, [](test::Real x, test::Real) { return std::log(x); }, constant(near_one), 0.5L, 2});
    all.push_back({"log2", format, [](test::Real x, test::Real) { return std::log2(x); }, ulps(3), 2.01L, far});
    all.push_back({"log", format, [](test::Real x, test::Real) { return std::log(x); }, ulps(3), 1 / far, 0.499L});
    all.push_back({"sin", format, [](test::Real x, test::Real) { return std::sin(x); }, constant(of_sine), -pi, pi});
    all.push_back({"cos", format, [](test::Real x, test::Real) { return std::cos(x); }, constant(of_sine), -pi, pi});
    all.push_back(
        {"atan", format, [](test::Real x, test::Real) { return std::atan(x); }, ulps(is_half ? 5 : 4096), 0.01L, far});
  }
  all.push_back({"asin", binary32, [](test::Real x, test::Real) { return std::asin(x); },
                 [](test::Real, test::Real) { return 6.81e-5L; }, 0.01L, 0.2L});
  all.push_back({"acos", binary32, [](test::Real x, test::Real) { return std::acos(x); },
                 [](test::Real, test::Real) { return 6.77e-5L; }, 0.98L, 0.999L});
  all.push_back({"tanh", binary32, [](test::Real x, test::Real) { return std::tanh(x); },
                 [](test::Real, test::Real) { return 1.0e-5L; }, -2, 2});
  return all;
}

TEST(Wgsl, PermitsWhatItsTablePermits) {
  for (const test::Row& row : wgsl_rows()) test::expect_row(wgsl(), row);
}

TEST(Wgsl, UnpacksWithinThreeUlp) {
  for (int code = 1; code < 256; ++code) {
    const Bits operands[] = {static_cast<Bits>(code)};
    const PermittedSet set = test::permitted(wgsl(), Operation::unorm8_to_binary32, Format::unorm8, operands);
    const test::Real exact = code / 255.0L;
    const std::int64_t near = test::position_of(exact, Format::binary32);
    for (std::int64_t position = near - 8; position <= near + 8; ++position) {
      const test::Real error = std::fabs(test::value_at(position, Format::binary32) - exact);
      EXPECT_EQ(set.contains(test::bits_at(position, Format::binary32)),
                error <= test::in_ulp(3, exact, Format::binary32))
          << code;
    }
  }
}

/// A value and the other neighbour of a sum or product in float, found by its residue in double.
std::set<float> wgsl_either(double exact) {
  const auto near = static_cast<float>(exact);
  if (static_cast<double>(near) == exact) return {near};
  return {near, std::nextafter(near, static_cast<double>(near) < exact ? 2e9F : -2e9F)};
}

struct WgslPacked {
  Operation operation;
  int largest;
  bool is_signed;
};

/// floor(0.5 + largest * x), product and sum rounded either way: products of 24 and 16 bits and these sums are exact
/// in double. Codes farther than half a code and the bound of two roundings are not permitted.
void expect_wgsl_codes_of(const WgslPacked& packed, float x) {
  const Bits operands[] = {std::bit_cast<std::uint32_t>(x)};
  const PermittedSet set = test::permitted(wgsl(), packed.operation, Format::binary32, operands);
  const Bits mask = packed.largest > 255 ? 0xffff : 0xff;
  std::set<int> given;
  for (const float product : wgsl_either(static_cast<double>(x) * packed.largest)) {
    for (const float sum : wgsl_either(static_cast<double>(product) + 0.5))
      given.insert(static_cast<int>(std::floor(sum)));
  }
  for (const int code : given) EXPECT_TRUE(set.contains(static_cast<Bits>(code) & mask)) << x << " to " << code;
  const double scaled = static_cast<double>(x) * packed.largest;
  for (int code = *given.begin() - 3; code <= *given.begin() + 4; ++code) {
    const int least = packed.is_signed ? -packed.largest : 0;
    if (code < least || code > packed.largest || std::fabs(code - scaled) < 0.51) continue;
    EXPECT_FALSE(set.contains(static_cast<Bits>(code) & mask)) << x << " to " << code;
  }
}

TEST(Wgsl, PacksByItsFormulaRoundedEitherWay) {
  std::mt19937_64 random(19);
  for (const WgslPacked& packed :
       {WgslPacked{Operation::binary32_to_unorm8, 255, false}, WgslPacked{Operation::binary32_to_unorm16, 65535, false},
        WgslPacked{Operation::binary32_to_snorm8, 127, true},
        WgslPacked{Operation::binary32_to_snorm16, 32767, true}}) {
    for (int i = 0; i < 300; ++i) {
      // Half a code, and values around it, where roundings count.
      const auto code = static_cast<int>(random() % static_cast<std::uint64_t>(packed.largest));
      const auto half = static_cast<float>((code + 0.5) / packed.largest);
      for (const float x : {std::nextafter(half, 0.0F), half, std::nextafter(half, 2.0F)}) {
        expect_wgsl_codes_of(packed, x);
        if (packed.is_signed) expect_wgsl_codes_of(packed, -x);
      }
    }
  }
}

TEST(Wgsl, ClampsByTheFormulaOrTheMedian) {
  for (const float x : {0.5F, 1.5F, 2.5F, 3.5F}) {
    for (const auto& [low, high] : {std::pair{1.0F, 3.0F}, std::pair{3.0F, 1.0F}}) {
      const Bits operands[] = {std::bit_cast<std::uint32_t>(x), std::bit_cast<std::uint32_t>(low),
                               std::bit_cast<std::uint32_t>(high)};
      const PermittedSet set = test::permitted(wgsl(), Operation::clamp, Format::binary32, operands);
      std::vector<float> sorted = {x, low, high};
      std::ranges::sort(sorted);
      for (const float result : {0.5F, 1.0F, 1.5F, 2.5F, 3.0F, 3.5F}) {
        const bool is_one = result == std::min(std::max(x, low), high) || result == sorted[1];
        EXPECT_EQ(set.contains(std::bit_cast<std::uint32_t>(result)), is_one) << x << ": " << result;
      }
    }
  }
}

}  // namespace
}  // namespace halfulp
