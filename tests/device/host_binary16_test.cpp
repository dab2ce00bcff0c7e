// SPDX-License-Identifier: Apache-2.0
// The host's conversions between binary16 and wider formats, in each of its ways, against the definition of binary16 in
// IEEE 754: the values of its codes in double, where they and the halves between them are exact.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "device/host/kernels.hpp"
#include "device/lanes.hpp"

namespace halfulp {
namespace {

constexpr Bits kSign = 0x8000;
constexpr Bits kInfinity = 0x7c00;
constexpr Bits kLargest = 0x7bff;

bool is_nan(Bits half) { return (half & ~kSign) > kInfinity; }

/// The values of the codes 0, 1, 2 ... of finite values that are not negative, then 2^16: where the next would be.
const std::vector<double>& values() {
  static const std::vector<double> kValues = [] {
    std::vector<double> values;
    for (int code = 0; code <= static_cast<int>(kInfinity); ++code) {
      const int exponent = code >> 10;
      const int fraction = code & 0x3ff;
      values.push_back(exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
    }
    return values;
  }();
  return kValues;
}

double value_of(Bits half) {
  const Bits magnitude = half & ~kSign;
  const double value = magnitude == kInfinity ? std::numeric_limits<double>::infinity()
                                              : values().at(static_cast<std::size_t>(magnitude));
  return (half & kSign) != 0 ? -value : value;
}

/// x, which is not NaN, in binary16: toward zero no finite value becomes infinite, to nearest 65520 does.
Bits rounded(double x, bool toward_zero) {
  const Bits sign = std::signbit(x) ? kSign : 0;
  const double magnitude = std::fabs(x);
  if (std::isinf(x)) return sign | kInfinity;
  if (magnitude >= values().back()) return sign | (toward_zero ? kLargest : kInfinity);
  const auto above = std::ranges::upper_bound(values(), magnitude);
  const auto below = static_cast<Bits>(above - values().begin()) - 1;
  if (toward_zero) return sign | below;
  const double half_way = (*(above - 1) + *above) / 2;
  const bool up = magnitude > half_way || (magnitude == half_way && below % 2 == 1);
  return sign | (below + (up ? 1 : 0));
}

template <class Real>
Bits bits_of(Real x) {
  if constexpr (sizeof(Real) == 4) {
    return std::bit_cast<std::uint32_t>(x);
  } else {
    return std::bit_cast<std::uint64_t>(x);
  }
}

/// Every value of binary16 and every half between two, each with its neighbours in the wider format; the ends of that
/// format; all with both signs. No NaN.
template <class Real>
std::vector<Real> operands() {
  using Limits = std::numeric_limits<Real>;
  std::vector<Real> magnitudes = {Limits::min(), Limits::denorm_min(), Limits::max(), Limits::infinity()};
  for (std::size_t code = 0; code + 1 < values().size(); ++code) {
    for (const double exact : {values()[code], (values()[code] + values()[code + 1]) / 2}) {
      const auto x = static_cast<Real>(exact);
      magnitudes.push_back(x);
      magnitudes.push_back(std::nextafter(x, Limits::infinity()));
      if (x > 0) magnitudes.push_back(std::nextafter(x, Real{0}));
    }
  }
  std::vector<Real> all;
  for (const Real x : magnitudes) {
    all.push_back(x);
    all.push_back(-x);
  }
  return all;
}

std::vector<Bits> convert(Device& device, Operation operation, std::size_t variant, const std::vector<Bits>& operands) {
  return test::compute_bits(device, operation, *info(operation).only_format(), variant,
                            std::vector<std::vector<Bits>>{operands});
}

/// How many results are not those of the rounding; the first is in the message of a test that expects none.
template <class Real>
struct Differences {
  std::size_t count = 0;
  std::string first;

  Differences(Device& device, Operation operation, std::size_t variant, bool toward_zero) {
    const std::vector<Real> reals = operands<Real>();
    std::vector<Bits> bits;
    for (const Real x : reals) bits.push_back(bits_of(x));
    const std::vector<Bits> results = convert(device, operation, variant, bits);
    for (std::size_t i = 0; i < reals.size(); ++i) {
      const Bits expected = rounded(reals[i], toward_zero);
      if (results[i] == expected) continue;
      if (count++ == 0) {
        first = bits_text(*info(operation).only_format(), bits[i]) + " became " +
                bits_text(Format::binary16, results[i]) + ", not " + bits_text(Format::binary16, expected);
      }
    }
  }
};

TEST(HostBinary16, HasTheWaysOfTheCompilerImathAndTheCpu) {
  const auto host = open_device("host", {});
  const auto names = [&](Operation operation) {
    std::vector<std::string> result;
    for (const Variant& variant : host->variants(operation, *info(operation).only_format())) {
      result.push_back(variant.name + (variant.counts ? "" : " (shown)"));
    }
    return result;
  };
  std::vector<std::string> narrowing = {"Imath"};
#if HALFULP_HAS_FLOAT16
  narrowing.insert(narrowing.begin(), "_Float16");
#endif
  std::vector<std::string> widening = narrowing;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") != 0) {  // a CPU that has AVX2 has F16C
    widening.emplace_back("F16C");
    narrowing.insert(narrowing.end(), {"F16C", "F16C toward zero (shown)"});
  }
#endif
  EXPECT_EQ(names(Operation::binary32_to_binary16), narrowing);
  EXPECT_EQ(names(Operation::binary16_to_binary32), widening);
}

// What is expected below is itself held against values that IEEE 754 and its users print.
TEST(HostBinary16, ExpectationsAreThoseOfThePrintedValues) {
  EXPECT_EQ(value_of(0x3c00), 1.0);
  EXPECT_EQ(value_of(0x0001), 0x1p-24);
  EXPECT_EQ(value_of(0x0400), 0x1p-14);
  EXPECT_EQ(value_of(0x3555), 0.333251953125);
  EXPECT_EQ(value_of(0xfbff), -65504.0);
  struct Row {
    double x;
    Bits nearest;
    Bits toward_zero;
  };
  for (const Row& row : {Row{-0.0, 0x8000, 0x8000}, Row{1 + 0x1p-11, 0x3c00, 0x3c00}, Row{1 + 0x3p-11, 0x3c02, 0x3c01},
                         Row{1 + 0x1.8p-11, 0x3c01, 0x3c00}, Row{0x1p-25, 0, 0}, Row{0x1.8p-25, 0x0001, 0},
                         Row{0x1.8p-24, 0x0002, 0x0001}, Row{65519.0, 0x7bff, 0x7bff}, Row{65520.0, 0x7c00, 0x7bff},
                         Row{-1e30, 0xfc00, 0xfbff}}) {
    EXPECT_EQ(rounded(row.x, false), row.nearest) << row.x;
    EXPECT_EQ(rounded(row.x, true), row.toward_zero) << row.x;
  }
}

TEST(HostBinary16, RoundsToNearestEvenUnlessItSaysTowardZero) {
  for (const char* name : {"host", "host:flush"}) {  // a flushed operand is nearer to zero than any boundary
#if !defined(__x86_64__)
    if (std::string_view(name) != "host") continue;
#endif
    const auto host = open_device(name, {});
    const auto variants = host->variants(Operation::binary32_to_binary16, Format::binary32);
    for (std::size_t i = 0; i < variants.size(); ++i) {
      const bool toward_zero = variants[i].name == "F16C toward zero";
      const Differences<float> differences(*host, Operation::binary32_to_binary16, i, toward_zero);
      EXPECT_EQ(differences.count, 0U) << name << ' ' << variants[i].name << ": " << differences.first;
      const Differences<float> others(*host, Operation::binary32_to_binary16, i, !toward_zero);
      EXPECT_GT(others.count, 0U) << name << ' ' << variants[i].name;
    }
  }
}

TEST(HostBinary16, RoundsDoublesOnce) {
  const auto host = open_device("host", {});
  const auto variants = host->variants(Operation::binary64_to_binary16, Format::binary64);
  EXPECT_EQ(variants.empty(), HALFULP_HAS_FLOAT16 == 0);
  for (std::size_t i = 0; i < variants.size(); ++i) {
    // Rounded to float first, 1 + 2^-11 + 2^-52 would lie halfway to the next value, and become 1.
    EXPECT_EQ(convert(*host, Operation::binary64_to_binary16, i, {bits_of(1 + 0x1p-11 + 0x1p-52)}),
              std::vector<Bits>{0x3c01});
    const Differences<double> differences(*host, Operation::binary64_to_binary16, i, false);
    EXPECT_EQ(differences.count, 0U) << variants[i].name << ": " << differences.first;
  }
}

TEST(HostBinary16, KeepsNaNsAndMakesNone) {
  const auto host = open_device("host", {});
  const std::vector<Bits> floats = {0x7fc00000, 0xffc00000, 0x7f800001, 0xff800001, 0x7fffffff, 0x7f801fff};
  for (std::size_t i = 0; i < host->variants(Operation::binary32_to_binary16, Format::binary32).size(); ++i) {
    for (const Bits result : convert(*host, Operation::binary32_to_binary16, i, floats))
      EXPECT_TRUE(is_nan(result)) << i;
  }
  const std::vector<Bits> doubles = {0x7ff8000000000000, 0xfff8000000000000, 0x7ff0000000000001, 0xffffffffffffffff};
  for (std::size_t i = 0; i < host->variants(Operation::binary64_to_binary16, Format::binary64).size(); ++i) {
    for (const Bits result : convert(*host, Operation::binary64_to_binary16, i, doubles))
      EXPECT_TRUE(is_nan(result)) << i;
  }
}

template <class Real>
void expect_exact(Device& device, Operation operation, std::size_t variant, Real (*real_of)(Bits)) {
  std::vector<Bits> halves;
  for (Bits half = 0; half <= 0xffff; ++half) halves.push_back(half);
  const std::vector<Bits> results = convert(device, operation, variant, halves);
  const std::string way =
      device.description().name + ' ' + device.variants(operation, Format::binary16).at(variant).name;
  for (const Bits half : halves) {
    const Bits result = results[static_cast<std::size_t>(half)];
    if (is_nan(half)) {
      ASSERT_TRUE(std::isnan(real_of(result))) << way << ' ' << bits_text(Format::binary16, half);
    } else {
      ASSERT_EQ(result, bits_of(static_cast<Real>(value_of(half)))) << way << ' ' << bits_text(Format::binary16, half);
    }
  }
}

TEST(HostBinary16, WidensEveryValueExactly) {
  const auto host = open_device("host", {});
  for (std::size_t i = 0; i < host->variants(Operation::binary16_to_binary32, Format::binary16).size(); ++i) {
    expect_exact<float>(*host, Operation::binary16_to_binary32, i,
                        [](Bits bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); });
  }
  for (std::size_t i = 0; i < host->variants(Operation::binary16_to_binary64, Format::binary16).size(); ++i) {
    expect_exact<double>(*host, Operation::binary16_to_binary64, i,
                         [](Bits bits) { return std::bit_cast<double>(bits); });
  }
}

}  // namespace
}  // namespace halfulp
