// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/vulkan_device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>

#include "device/lanes.hpp"
#include "device/not_offered.hpp"
#include "device/opening.hpp"
#include "halfulp/error.hpp"

namespace halfulp {
namespace {

using test::compute;
using test::compute_bits;
using test::random_operands;
using test::Words;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::uint32_t flush(std::uint32_t bits) { return (bits & 0x7f800000U) == 0 ? bits & 0x80000000U : bits; }
float value(std::uint32_t bits) { return std::bit_cast<float>(bits); }
bool same(std::uint32_t a, std::uint32_t b) { return a == b || (std::isnan(value(a)) && std::isnan(value(b))); }

// Whether a result is the correctly rounded one, of the operands or of the flushed operands, itself flushed or not.
template <class Function>
testing::AssertionResult correctly_rounded(std::uint32_t x, std::uint32_t y, std::uint32_t result, Function function) {
  const auto kept = std::bit_cast<std::uint32_t>(function(value(x), value(y)));
  const auto flushed = std::bit_cast<std::uint32_t>(function(value(flush(x)), value(flush(y))));
  for (const std::uint32_t right : {kept, flush(kept), flushed, flush(flushed)}) {
    if (same(result, right)) return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << std::hex << x << ", " << y << " gives " << result << ", not " << kept;
}

std::size_t find_variant(const Device& device, Operation operation, std::string_view name) {
  const auto variants = device.variants(operation, Format::binary32);
  for (std::size_t i = 0; i < variants.size(); ++i) {
    if (variants[i].name == name) return i;
  }
  ADD_FAILURE() << "no variant " << name;
  return 0;
}

template <class Function>
void expect_correctly_rounded(Device& device, Operation operation, std::size_t variant, std::size_t cases,
                              Function function) {
  const auto operands = random_operands(operation, cases);
  const Words results = compute(device, operation, variant, operands);
  for (std::size_t i = 0; i < cases; ++i) {
    ASSERT_TRUE(correctly_rounded(operands[0][i], operands[1][i], results[i], function)) << info(operation).name;
  }
}

constexpr auto kAdd = [](float x, float y) { return x + y; };
constexpr auto kSub = [](float x, float y) { return x - y; };
constexpr auto kMul = [](float x, float y) { return x * y; };

TEST(Vulkan, AddsSubtractsAndMultipliesWithCorrectRounding) {
  const auto device = open_device("vulkan", {});
  // More than one block, the last of them not a multiple of the work group.
  constexpr std::size_t kCases = (1U << 20U) + 3;
  expect_correctly_rounded(*device, Operation::add, 0, kCases, kAdd);
  expect_correctly_rounded(*device, Operation::sub, 0, kCases, kSub);
  expect_correctly_rounded(*device, Operation::mul, 0, kCases, kMul);
}

TEST(Vulkan, ComputesWithSpecializationConstantsInBatches) {
  const auto device = open_device("vulkan", {});
  const std::size_t variant = find_variant(*device, Operation::add, "OpFAdd, constants");
  const Variant constants = device->variants(Operation::add, Format::binary32).at(variant);
  EXPECT_EQ(constants.operands, "specialization constants");
  EXPECT_GT(constants.most_cases, 0U);
  expect_correctly_rounded(*device, Operation::add, variant, 2 * constants.most_cases + 5, kAdd);
}

FormatControls all_formats(const FloatControls& controls) { return {controls, controls, controls}; }

std::unique_ptr<Device> open_exact() {
  return open_device(
      "vulkan", {.rulebook = std::nullopt,
                 .float_controls = all_formats({.preserve_signed_zero_inf_nan = true, .round_to_nearest_even = true})});
}

// lavapipe has shaderFloat16, shaderFloat64 and 16-bit storage.
TEST(Vulkan, OffersAndComputesEveryOperationButThoseNamed) {
  const auto device = open_exact();
  constexpr std::size_t kCases = 10;
  const auto named = test::not_offered_by_vulkan();
  for (const OperationInfo& row : operations()) {
    for (const FormatInfo& format : formats()) {
      const bool computed = row.only_format() == format.format ||
                            std::ranges::find(test::kVulkanFormats, format.format) != test::kVulkanFormats.end();
      const auto variants = device->variants(row.operation, format.format);
      EXPECT_EQ(!variants.empty(), computed && test::can_be_asked(row.operation, format.format) &&
                                       !test::contains(named, row.operation, format.format))
          << row.name << " in " << format.name;
      for (std::size_t i = 0; i < variants.size(); ++i) {
        const auto operands = test::random_bits(row.operation, format.format, kCases);
        const auto results = compute_bits(*device, row.operation, format.format, i, operands);
        if (row.result(format.format) != Format::bool32) continue;
        for (const Bits result : results) EXPECT_TRUE(result == 0 || result == 0xffffffff) << row.name;
      }
    }
  }
}

// The bits of a value that the format has; of integers in two's complement.
Bits encode(Format format, double value) {
  if (format == Format::binary64) return std::bit_cast<Bits>(value);
  if (format == Format::binary32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  if (format != Format::binary16) return static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
  const Bits sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value)) return sign | 0x7e00;
  if (std::isinf(value)) return sign | 0x7c00;
  if (std::fabs(value) < 0x1p-14) return sign | static_cast<Bits>(std::fabs(value) * 0x1p24);
  int exponent = 0;
  const double significand = std::frexp(std::fabs(value), &exponent) * 2;  // in [1, 2)
  return sign | static_cast<Bits>(exponent + 14) << 10U | static_cast<Bits>((significand - 1) * 0x1p10);
}

double decode(Format format, Bits bits) {
  if (format == Format::binary64) return std::bit_cast<double>(bits);
  if (format == Format::binary32) return value(static_cast<std::uint32_t>(bits));
  const double magnitude = (bits & 0x7c00U) == 0 ? static_cast<double>(bits & 0x3ffU) * 0x1p-24
                                                 : std::ldexp(1 + static_cast<double>(bits & 0x3ffU) * 0x1p-10,
                                                              static_cast<int>(bits >> 10U & 0x1fU) - 15);
  if ((bits & 0x7fffU) > 0x7c00U) return std::numeric_limits<double>::quiet_NaN();
  if ((bits & 0x7fffU) == 0x7c00U) return (bits & 0x8000U) != 0 ? -kInfinity : kInfinity;
  return (bits & 0x8000U) != 0 ? -magnitude : magnitude;
}

struct Row {
  Operation operation;
  std::vector<std::vector<double>> operands;
  std::vector<double> results;
};

constexpr double kTrue = 0xffffffff;

// In every variant that the device has.
void expect_results(Device& device, const Row& row, Format format) {
  const OperationInfo& operation = info(row.operation);
  std::vector<std::vector<Bits>> operands;
  for (const auto& values : row.operands) {
    const Format operand_format = operation.operand_format(static_cast<int>(operands.size()), format);
    operands.emplace_back();
    for (const double operand : values) operands.back().push_back(encode(operand_format, operand));
  }
  std::vector<Bits> results;
  for (const double result : row.results) results.push_back(encode(operation.result(format), result));
  const auto variants = device.variants(row.operation, format);
  EXPECT_FALSE(variants.empty()) << operation.name << " in " << info(format).name;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    EXPECT_EQ(compute_bits(device, row.operation, format, i, operands), results)
        << operation.name << " in " << info(format).name << ", " << variants[i].name;
  }
}

// Values that need no rounding in any format, so that every correct device gives them.
TEST(Vulkan, GivesExactResultsInEveryFormatAndVariant) {
  const std::vector<Row> rows{
      {Operation::add, {{1.5, -1, 1}, {2.25, 1, kInfinity}}, {3.75, 0, kInfinity}},
      {Operation::sub, {{1.5, 3}, {2.25, -kInfinity}}, {-0.75, kInfinity}},
      {Operation::mul, {{1.5, -0.0}, {-2.5, 3}}, {-3.75, -0.0}},
      {Operation::div, {{6, 1}, {3, -0.0}}, {2, -kInfinity}},
      {Operation::reciprocal, {{4, -0.5}}, {0.25, -2}},
      {Operation::rcp, {{4, -0.5}}, {0.25, -2}},
      {Operation::frc, {{1.5, -0.25}}, {0.5, 0.75}},
      {Operation::round_ne, {{1.25, 2.5, -0.75}}, {1, 2, -1}},
      {Operation::round_ni, {{-1.5, 1.75}}, {-2, 1}},
      {Operation::round_pi, {{1.5, -1.25}}, {2, -1}},
      {Operation::round_z, {{-1.5, 1.75}}, {-1, 1}},
      {Operation::round, {{1.25, -1.75}}, {1, -2}},
      {Operation::mad, {{2}, {3}, {1}}, {7}},
      {Operation::fma, {{2, 1.5}, {3, 1.5}, {1, -2}}, {7, 0.25}},
      {Operation::dp2, {{1}, {2}, {3}, {4}}, {11}},
      {Operation::dp3, {{1}, {2}, {3}, {4}, {5}, {6}}, {32}},
      {Operation::dp4, {{1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}}, {70}},
      {Operation::min, {{1, -kInfinity}, {-2, 3}}, {-2, -kInfinity}},
      {Operation::max, {{1, -kInfinity}, {-2, 3}}, {1, 3}},
      {Operation::eq, {{1, -0.0, kNan, 2}, {2, 0, kNan, 2}}, {0, kTrue, 0, kTrue}},
      {Operation::ne, {{kNan, 1, 2}, {kNan, 1, 1}}, {kTrue, 0, kTrue}},
      {Operation::lt, {{1, 2, kNan}, {2, 1, 1}}, {kTrue, 0, 0}},
      {Operation::le, {{1, 2, kNan}, {1, 1, 1}}, {kTrue, 0, 0}},
      {Operation::gt, {{1, 2, kNan}, {2, 1, 1}}, {0, kTrue, 0}},
      {Operation::ge, {{1, 2, kNan}, {2, 2, 1}}, {0, kTrue, 0}},
      {Operation::ftoi, {{-2.5, 7, 0.75}}, {-2, 7, 0}},
      {Operation::ftou, {{2.5, 32768}}, {2, 32768}},
      {Operation::itof, {{-2, 2047}}, {-2, 2047}},
      {Operation::utof, {{32768, 7}}, {32768, 7}},
      {Operation::mov, {{-0.0, -kInfinity, 1.5}}, {-0.0, -kInfinity, 1.5}},
      {Operation::movc, {{1, 0, 0x80000000}, {3, 3, 2}, {5, 1, 5}}, {3, 1, 2}},
      {Operation::load, {{-3.25, 7}}, {-3.25, 7}},
      {Operation::store, {{-3.25, 7, 1}}, {-3.25, 7, 1}},
      {Operation::abs, {{-2, 0}}, {2, 0}},
      {Operation::neg, {{0, 2}}, {-0.0, -2}},
      {Operation::sat, {{2, -1, 0.5}}, {1, 0, 0.5}},
      {Operation::copysign, {{2, -3, 0}, {-0.0, 1, -1}}, {-2, 3, -0.0}},
      {Operation::fdim, {{5, 1, kInfinity}, {3, 3, kInfinity}}, {2, 0, 0}},
      {Operation::fmod, {{-7, 5.5}, {3, 2}}, {-1, 1.5}},
      {Operation::frexp_fraction, {{-6, 0.25}}, {-0.75, 0.5}},
      {Operation::frexp_exponent, {{-6, 0.25, 0}}, {3, -1, 0}},
      {Operation::ilogb, {{-6, 0.25}}, {2, -2}},
      {Operation::ldexp, {{1.5, -3}, {-1, 4}}, {0.75, -48}},
      {Operation::modf_fraction, {{-2.75, 3.5}}, {-0.75, 0.5}},
      {Operation::modf_integer, {{-2.75, 3.5}}, {-2, 3}},
  };
  const auto device = open_exact();
  for (const Row& row : rows) {
    for (const Format format : test::kVulkanFormats) expect_results(*device, row, format);
  }
  // Not in binary64, where lavapipe of Mesa 22.3.6 rounds 1.5 to 1.
  expect_results(*device, {Operation::round_ne, {{1.5}}, {2}}, Format::binary16);
  expect_results(*device, {Operation::round_ne, {{1.5}}, {2}}, Format::binary32);
}

TEST(Vulkan, ConvertsWhatBothFormatsHaveWithoutError) {
  using enum Operation;
  const std::vector<double> in_all{1.5, -0.25, -0.0, 65504, -0x1p-14, 0x1.ffcp+3, kInfinity, -kInfinity};
  const std::vector<double> denormal_halves{0x1p-24, -0x1.ff8p-15};
  const auto device = open_exact();
  for (const Operation operation : {binary16_to_binary32, binary16_to_binary64, binary32_to_binary16,
                                    binary32_to_binary64, binary64_to_binary16, binary64_to_binary32}) {
    const Format format = info(operation).operand_format(0, Format::binary32);
    expect_results(*device, {operation, {in_all}, in_all}, format);
    expect_results(*device, {operation, {denormal_halves}, denormal_halves}, format);
  }
  expect_results(*device, {binary32_to_binary64, {{0x1.fffffep+127}}, {0x1.fffffep+127}}, Format::binary32);
  expect_results(*device, {binary64_to_binary32, {{0x1.fffffep+127}}, {0x1.fffffep+127}}, Format::binary64);
}

TEST(Vulkan, KeepsNanANan) {
  using enum Operation;
  const auto device = open_exact();
  for (const Operation operation : {add,
                                    mul,
                                    div,
                                    sqrt,
                                    fma,
                                    mad,
                                    dp2,
                                    frc,
                                    round_ne,
                                    round_z,
                                    fmod,
                                    fdim,
                                    modf_integer,
                                    neg,
                                    abs,
                                    sin,
                                    exp2,
                                    log2,
                                    binary16_to_binary32,
                                    binary16_to_binary64,
                                    binary32_to_binary16,
                                    binary32_to_binary64,
                                    binary64_to_binary16,
                                    binary64_to_binary32}) {
    for (const Format format : test::kVulkanFormats) {
      const auto variants = device->variants(operation, format);
      const auto arity = static_cast<std::size_t>(info(operation).arity);
      std::vector<std::vector<Bits>> operands(arity, {encode(format, 1.5)});
      operands[0] = {encode(format, kNan)};
      for (std::size_t i = 0; i < variants.size(); ++i) {
        const Format result = info(operation).result(format);
        const Bits bits = compute_bits(*device, operation, format, i, operands).at(0);
        EXPECT_TRUE(std::isnan(decode(result, bits)))
            << info(operation).name << " in " << info(format).name << ", " << variants[i].name;
      }
    }
  }
}

TEST(Vulkan, MovesEveryKindOfValueBitForBit) {
  using enum Operation;
  const std::map<Format, std::vector<Bits>> specials{
      {Format::binary16, {0x8000, 0x0001, 0x83ff, 0x0400, 0x7bff, 0x7c00, 0xfc00, 0x7e2a, 0xfeff}},
      {Format::binary32, {0x80000000, 0x00000001, 0x807fffff, 0x7f7fffff, 0xff800000, 0x7fc0002a, 0xffffffff}},
      {Format::binary64,
       {0x8000000000000000, 0x0000000000000001, 0x800fffffffffffff, 0x0010000000000000, 0x7fefffffffffffff,
        0xfff0000000000000, 0x7ff800000000002a, 0xffffffffffffffff, 0x0123456789abcdef}},
  };
  const auto device = open_exact();
  for (const auto& [format, values] : specials) {
    for (const Operation operation : {mov, load, store}) {
      for (std::size_t i = 0; i < device->variants(operation, format).size(); ++i) {
        EXPECT_EQ(compute_bits(*device, operation, format, i, {{values}}), values) << info(operation).name;
      }
    }
    for (std::size_t i = 0; i < device->variants(movc, format).size(); ++i) {
      const std::vector<Bits> zeros(values.size(), 0);
      const std::vector<Bits> ones(values.size(), 1);
      EXPECT_EQ(compute_bits(*device, movc, format, i, {{ones, values, zeros}}), values);
      EXPECT_EQ(compute_bits(*device, movc, format, i, {{zeros, zeros, values}}), values);
    }
  }
}

// More than one block of lanes of two, four and eight bytes, the last of them odd.
TEST(Vulkan, ComputesBlocksInEveryFormat) {
  constexpr std::size_t kCases = (1U << 20U) + 3;
  const auto device = open_exact();
  for (const Format format : test::kVulkanFormats) {
    std::vector<std::vector<Bits>> operands(2);
    std::vector<Bits> scaled;
    for (std::size_t i = 0; i < kCases; ++i) {
      const auto x = static_cast<double>(i * 7919 % 2048);
      operands[0].push_back(encode(format, x));
      operands[1].push_back(i % 3);
      scaled.push_back(encode(format, std::ldexp(x, static_cast<int>(i % 3))));
    }
    EXPECT_TRUE(compute_bits(*device, Operation::ldexp, format, 0, operands) == scaled) << info(format).name;
  }
}

// Functions that are near, so that no row computes another's.
TEST(Vulkan, ComputesTheFunctionThatEachRowNames) {
  constexpr double kPi = 3.14159265358979;
  const std::vector<Row> rows{
      {Operation::rsq, {{1.5}}, {1 / std::sqrt(1.5)}},
      {Operation::sqrt, {{1.5}}, {std::sqrt(1.5)}},
      {Operation::exp2, {{1.5}}, {std::exp2(1.5)}},
      {Operation::log2, {{1.5}}, {std::log2(1.5)}},
      {Operation::sin, {{1.5}}, {std::sin(1.5)}},
      {Operation::cos, {{1.5}}, {std::cos(1.5)}},
      {Operation::acos, {{0.25}}, {std::acos(0.25)}},
      {Operation::acosh, {{1.5}}, {std::acosh(1.5)}},
      {Operation::asin, {{0.25}}, {std::asin(0.25)}},
      {Operation::asinh, {{1.5}}, {std::asinh(1.5)}},
      {Operation::atan, {{1.5}}, {std::atan(1.5)}},
      {Operation::atan2, {{1.5}, {-0.5}}, {std::atan2(1.5, -0.5)}},
      {Operation::atanh, {{0.25}}, {std::atanh(0.25)}},
      {Operation::cosh, {{1.5}}, {std::cosh(1.5)}},
      {Operation::cospi, {{0.125}}, {std::cos(kPi / 8)}},
      {Operation::exp, {{1.5}}, {std::exp(1.5)}},
      {Operation::exp10, {{1.5}}, {std::pow(10, 1.5)}},
      {Operation::log, {{1.5}}, {std::log(1.5)}},
      {Operation::log10, {{1.5}}, {std::log10(1.5)}},
      {Operation::pow, {{1.5}, {2.5}}, {std::pow(1.5, 2.5)}},
      {Operation::powr, {{1.5}, {2.5}}, {std::pow(1.5, 2.5)}},
      {Operation::sincos_sin, {{1.5}}, {std::sin(1.5)}},
      {Operation::sincos_cos, {{1.5}}, {std::cos(1.5)}},
      {Operation::sinh, {{1.5}}, {std::sinh(1.5)}},
      {Operation::sinpi, {{0.125}}, {std::sin(kPi / 8)}},
      {Operation::tan, {{1.25}}, {std::tan(1.25)}},
      {Operation::tanh, {{0.5}}, {std::tanh(0.5)}},
      {Operation::tanpi, {{0.125}}, {std::tan(kPi / 8)}},
  };
  const auto device = open_exact();
  for (const Row& row : rows) {
    for (const Format format : test::kVulkanFormats) {
      std::vector<std::vector<Bits>> operands;
      for (const auto& operand : row.operands) operands.push_back({encode(format, operand[0])});
      const auto variants = device->variants(row.operation, format);
      for (std::size_t i = 0; i < variants.size(); ++i) {
        const double result = decode(format, compute_bits(*device, row.operation, format, i, operands).at(0));
        // Loose, as Vulkan's own bounds are: 2^-11 for sin and cos, 4096 ULP for atan; in binary16 2^-7 and 5 ULP.
        const double near = (format == Format::binary16 ? 0x1p-7 : 0x1p-9) * std::max(1.0, std::fabs(row.results[0]));
        EXPECT_NEAR(result, row.results[0], near)
            << info(row.operation).name << " in " << info(format).name << ", " << variants[i].name;
      }
    }
  }
}

TEST(Vulkan, SaysWhatItComposes) {
  const auto device = open_exact();
  const auto exp10 = device->variants(Operation::exp10, Format::binary32);
  ASSERT_FALSE(exp10.empty());
  EXPECT_TRUE(exp10[0].composed);
  EXPECT_FALSE(exp10[0].counts);
  EXPECT_EQ(exp10[0].instruction, "OpFMul GLSL.std.450 Exp2");
  const auto mad = device->variants(Operation::mad, Format::binary64);
  EXPECT_FALSE(mad.at(0).composed);
  EXPECT_TRUE(mad.at(1).composed);
  EXPECT_TRUE(mad.at(1).counts);
}

TEST(Vulkan, TellsWhatWasAskedOfTheDriverAndWhatItHad) {
  DeviceOptions options;
  options.float_controls.binary32 = {.flush_denormals = true, .preserve_signed_zero_inf_nan = true};
  options.float_controls.binary64 = {.preserve_denormals = true};
  const auto device = open_device("vulkan", options);
  std::map<std::string, std::string> facts(device->description().facts.begin(), device->description().facts.end());
  EXPECT_EQ(facts.at("float controls requested"),
            "denormals flushed (32 bits); denormals preserved (64 bits); signed zero, INF and NaN preserved (32 bits)");
  EXPECT_EQ(facts.at("float controls in force").find("nearest"), std::string::npos);
  for (const char* key : {"driver", "driver version", "api", "vendor", "device", "type", "shader features"}) {
    EXPECT_FALSE(facts[key].empty()) << key;
  }
}

TEST(Vulkan, ComparesMinAndMaxBesideTheJudgedInstruction) {
  const auto device = open_device("vulkan", {});
  const auto variants = device->variants(Operation::min, Format::binary32);
  EXPECT_EQ(variants.at(0).name, "NMin");
  EXPECT_EQ(variants.at(0).instruction, "GLSL.std.450 NMin");
  EXPECT_TRUE(variants.at(0).counts);
  EXPECT_FALSE(variants.at(find_variant(*device, Operation::min, "FMin")).counts);
}

TEST(Vulkan, IsListedUnderTheNameThatOpensIt) {
  const auto devices = list_devices();
  const auto vulkan = std::ranges::find(devices, "vulkan", &DeviceDescription::kind);
  ASSERT_NE(vulkan, devices.end());
  EXPECT_EQ(open_device(vulkan->name, {})->description().title, vulkan->title);
}

TEST(Vulkan, IsFoundByIndexAndByAPartOfItsName) {
  const auto devices = device::list_vulkan();
  ASSERT_FALSE(devices.empty());
  EXPECT_EQ(open_device("vulkan:0", {})->description().title, devices[0].title);
  std::string part = devices[0].title.substr(0, 4);
  for (char& c : part) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  EXPECT_EQ(open_device("vulkan:" + part, {})->description().title, devices[0].title);
}

TEST(Vulkan, ListsTheDevicesThatThereAreWhenAskedForAnother) {
  test::expect_not_opened("vulkan:999", "there is:\n  vulkan:0  " + device::list_vulkan().at(0).title);
  // Digits are an index, though the titles of drivers are full of them.
  const std::size_t devices = device::list_vulkan().size();
  for (std::size_t missing = devices; missing < devices + 10; ++missing) {
    test::expect_not_opened("vulkan:" + std::to_string(missing), "there is:");
  }
  test::expect_not_opened("vulkan:no such name", "vulkan:0");
}

TEST(Vulkan, NamesThePackageWhenTheMachineHasNoDriver) {
  setenv("VK_LOADER_DRIVERS_DISABLE", "*", 1);
  test::expect_not_opened("vulkan", "install mesa-vulkan-drivers, or point VK_DRIVER_FILES at a driver's .json");
  unsetenv("VK_LOADER_DRIVERS_DISABLE");
}

TEST(Vulkan, NamesTheVariableThatLeadsToNoDriver) {
  setenv("VK_DRIVER_FILES", "/nonexistent.json", 1);
  setenv("VK_ICD_FILENAMES", "/nonexistent.json", 1);
  test::expect_not_opened("vulkan", "vulkan: no driver loads from VK_DRIVER_FILES=/nonexistent.json; ");
  unsetenv("VK_DRIVER_FILES");
  unsetenv("VK_ICD_FILENAMES");
}

}  // namespace
}  // namespace halfulp
