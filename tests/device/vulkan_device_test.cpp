// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/vulkan_device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <map>

#include "device/lanes.hpp"
#include "device/not_offered.hpp"
#include "halfulp/error.hpp"

namespace halfulp {
namespace {

using test::compute;
using test::random_operands;
using test::Words;

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

TEST(Vulkan, OffersAndComputesEveryOperationButThoseNamed) {
  DeviceOptions options;
  options.float_controls = {
      .flush_denormals = true, .preserve_signed_zero_inf_nan = true, .round_to_nearest_even = true};
  const auto device = open_device("vulkan", options);
  constexpr std::size_t kCases = 100;
  const auto named = test::not_offered_by_vulkan();
  for (const OperationInfo& row : operations()) {
    const auto variants = device->variants(row.operation, Format::binary32);
    EXPECT_EQ(variants.empty(), test::contains(named, row.operation)) << row.name;
    for (std::size_t i = 0; i < variants.size(); ++i) {
      const Words results = compute(*device, row.operation, i, random_operands(row.operation, kCases));
      if (row.result(Format::binary32) != Format::bool32) continue;
      for (const std::uint32_t result : results) EXPECT_TRUE(result == 0 || result == 0xffffffff) << row.name;
    }
  }
}

// Values that need no rounding, so that every correct device gives them.
TEST(Vulkan, GivesExactResultsInEveryVariant) {
  struct Row {
    Operation operation;
    std::vector<Words> operands;
    Words results;
  };
  const std::vector<Row> rows{
      {Operation::div, {{0x40c00000}, {0x40400000}}, {0x40000000}},                 // 6 / 3
      {Operation::frc, {{0x3fc00000, 0xbe800000}}, {0x3f000000, 0x3f400000}},       // 1.5, -0.25
      {Operation::round_ne, {{0x3fc00000, 0x40200000}}, {0x40000000, 0x40000000}},  // 1.5, 2.5
      {Operation::round_ni, {{0xbfc00000}}, {0xc0000000}},
      {Operation::round_pi, {{0x3fc00000}}, {0x40000000}},
      {Operation::round_z, {{0xbfc00000}}, {0xbf800000}},
      {Operation::mad, {{0x40000000}, {0x40400000}, {0x3f800000}}, {0x40e00000}},                // 2 * 3 + 1
      {Operation::dp2, {{0x3f800000}, {0x40000000}, {0x40400000}, {0x40800000}}, {0x41300000}},  // 1*3 + 2*4
      {Operation::dp3,
       {{0x3f800000}, {0x40000000}, {0x40400000}, {0x40800000}, {0x40a00000}, {0x40c00000}},
       {0x42000000}},  // 1*4 + 2*5 + 3*6
      {Operation::min, {{0x3f800000}, {0xc0000000}}, {0xc0000000}},
      {Operation::max, {{0x3f800000}, {0xc0000000}}, {0x3f800000}},
      {Operation::eq, {{0x3f800000, 0x80000000}, {0x40000000, 0x00000000}}, {0, 0xffffffff}},
      {Operation::ne, {{0x7fc00000}, {0x7fc00000}}, {0xffffffff}},
      {Operation::lt, {{0x3f800000, 0x40000000}, {0x40000000, 0x3f800000}}, {0xffffffff, 0}},
      {Operation::ge, {{0x3f800000, 0x40000000}, {0x40000000, 0x3f800000}}, {0, 0xffffffff}},
      {Operation::ftoi, {{0xc0200000}}, {0xfffffffe}},  // -2.5
      {Operation::ftou, {{0x4f000000}}, {0x80000000}},  // 2^31
      {Operation::itof, {{0xfffffffe}}, {0xc0000000}},
      {Operation::utof, {{0x80000000}}, {0x4f000000}},
      {Operation::mov, {{0x80000000, 0xff800000}}, {0x80000000, 0xff800000}},
      {Operation::movc, {{1, 0, 0x80000000}, {3, 3, 0x40000000}, {5, 0x3f800000, 5}}, {3, 0x3f800000, 0x40000000}},
      {Operation::load, {{0xc0490fdb}}, {0xc0490fdb}},
      {Operation::store, {{0xc0490fdb}}, {0xc0490fdb}},
      {Operation::abs, {{0xc0000000}}, {0x40000000}},
      {Operation::neg, {{0x00000000}}, {0x80000000}},
      {Operation::sat, {{0x40000000, 0xbf800000, 0x3f000000}}, {0x3f800000, 0, 0x3f000000}},
      {Operation::fma, {{0x40000000}, {0x40400000}, {0x3f800000}}, {0x40e00000}},  // 2 * 3 + 1
      {Operation::frexp_fraction, {{0xc0c00000}}, {0xbf400000}},                   // -6 = -0.75 * 2^3
      {Operation::frexp_exponent, {{0xc0c00000, 0x3e800000}}, {3, 0xffffffff}},    // -6, 0.25
      {Operation::ldexp, {{0x3fc00000}, {0xffffffff}}, {0x3f400000}},              // 1.5 * 2^-1
      {Operation::modf_fraction, {{0xc0300000}}, {0xbf400000}},                    // -2.75
      {Operation::modf_integer, {{0xc0300000}}, {0xc0000000}},                     // -2.75
      {Operation::round, {{0x3fa00000, 0xbfe00000}}, {0x3f800000, 0xc0000000}},    // 1.25, -1.75
  };
  const auto device = open_device(
      "vulkan", {.rulebook = std::nullopt,
                 .float_controls = {
                     .flush_denormals = false, .preserve_signed_zero_inf_nan = true, .round_to_nearest_even = true}});
  for (const Row& row : rows) {
    const auto variants = device->variants(row.operation, Format::binary32);
    for (std::size_t i = 0; i < variants.size(); ++i) {
      Words results = compute(*device, row.operation, i, row.operands);
      // movc's first case moves a denormal, which a device may flush.
      if (row.operation == Operation::movc && results[0] == 0) results[0] = 3;
      EXPECT_EQ(results, row.results) << info(row.operation).name << " " << variants[i].name;
    }
  }
}

// Functions that are near, so that no row computes another's.
TEST(Vulkan, ComputesTheFunctionThatEachRowNames) {
  struct Row {
    Operation operation;
    std::vector<float> operands;
    double result;
  };
  const std::vector<Row> rows{
      {Operation::acos, {0.25F}, std::acos(0.25)},
      {Operation::acosh, {1.5F}, std::acosh(1.5)},
      {Operation::asin, {0.25F}, std::asin(0.25)},
      {Operation::asinh, {1.5F}, std::asinh(1.5)},
      {Operation::atan, {1.5F}, std::atan(1.5)},
      {Operation::atan2, {1.5F, -0.5F}, std::atan2(1.5, -0.5)},
      {Operation::atanh, {0.25F}, std::atanh(0.25)},
      {Operation::cosh, {1.5F}, std::cosh(1.5)},
      {Operation::exp, {1.5F}, std::exp(1.5)},
      {Operation::log, {1.5F}, std::log(1.5)},
      {Operation::pow, {1.5F, 2.5F}, std::pow(1.5, 2.5)},
      {Operation::powr, {1.5F, 2.5F}, std::pow(1.5, 2.5)},
      {Operation::sincos_sin, {1.5F}, std::sin(1.5)},
      {Operation::sincos_cos, {1.5F}, std::cos(1.5)},
      {Operation::sinh, {1.5F}, std::sinh(1.5)},
      {Operation::tan, {1.25F}, std::tan(1.25)},
      {Operation::tanh, {0.5F}, std::tanh(0.5)},
  };
  const auto device = open_device("vulkan", {});
  for (const Row& row : rows) {
    std::vector<Words> operands;
    for (const float operand : row.operands) operands.push_back({std::bit_cast<std::uint32_t>(operand)});
    const auto variants = device->variants(row.operation, Format::binary32);
    for (std::size_t i = 0; i < variants.size(); ++i) {
      const float result = value(compute(*device, row.operation, i, operands).at(0));
      // Loose, as Vulkan's own bounds are: 2^-11 for sin and cos, 4096 ULP for atan.
      const double near = 0x1p-9 * std::max(1.0, std::fabs(row.result));
      EXPECT_NEAR(result, row.result, near) << info(row.operation).name << " " << variants[i].name;
    }
  }
}

TEST(Vulkan, TellsWhatWasAskedOfTheDriverAndWhatItHad) {
  DeviceOptions options;
  options.float_controls = {
      .flush_denormals = true, .preserve_signed_zero_inf_nan = true, .round_to_nearest_even = false};
  const auto device = open_device("vulkan", options);
  std::map<std::string, std::string> facts(device->description().facts.begin(), device->description().facts.end());
  EXPECT_EQ(facts.at("float controls requested"), "denormals flushed; signed zero, INF and NaN preserved");
  EXPECT_EQ(facts.at("float controls in force").find("nearest"), std::string::npos);
  for (const char* key : {"driver", "driver version", "api", "vendor", "device", "type"}) {
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

void expect_device_error(const std::string& name, const std::string& part) {
  try {
    static_cast<void>(open_device(name, {}));
    ADD_FAILURE() << name << " was opened";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kDevice);
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(Vulkan, ListsTheDevicesThatThereAreWhenAskedForAnother) {
  expect_device_error("vulkan:999", "there is:\n  vulkan:0  " + device::list_vulkan().at(0).title);
  // Digits are an index, though the titles of drivers are full of them.
  const std::size_t devices = device::list_vulkan().size();
  for (std::size_t missing = devices; missing < devices + 10; ++missing) {
    expect_device_error("vulkan:" + std::to_string(missing), "there is:");
  }
  expect_device_error("vulkan:no such name", "vulkan:0");
}

TEST(Vulkan, NamesTheWayOutWhenThereIsNoDriver) {
  setenv("VK_DRIVER_FILES", "/nonexistent.json", 1);
  setenv("VK_ICD_FILENAMES", "/nonexistent.json", 1);
  expect_device_error("vulkan", "install mesa-vulkan-drivers, or point VK_DRIVER_FILES at a driver's .json");
  unsetenv("VK_DRIVER_FILES");
  unsetenv("VK_ICD_FILENAMES");
}

}  // namespace
}  // namespace halfulp
