// SPDX-License-Identifier: Apache-2.0
// PoCL, on a CPU.
#include "device/opencl/opencl_device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "device/lanes.hpp"
#include "device/opencl/kernel_source.hpp"
#include "device/opencl/platform.hpp"
#include "device/opencl/session.hpp"
#include "device/opening.hpp"
#include "halfulp/error.hpp"

namespace halfulp {
namespace {

using test::compute;
using test::Words;

float value(std::uint32_t bits) { return std::bit_cast<float>(bits); }

template <class Function>
void expect_like_host(Device& device, Operation operation, Function function) {
  // More than one block, the last of them not a multiple of the work group.
  const auto operands = test::random_operands(operation, (1U << 20U) + 3);
  const Words results = compute(device, operation, operands);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const float right = function(value(operands[0][i]), value(operands[1][i]));
    if (std::isnan(right) && std::isnan(value(results[i]))) continue;
    ASSERT_EQ(results[i], std::bit_cast<std::uint32_t>(right)) << info(operation).name << ", case " << i;
  }
}

TEST(Opencl, AddsSubtractsAndMultipliesWithCorrectRounding) {
  const auto device = open_device("opencl:pocl/0/default", {});
  expect_like_host(*device, Operation::add, [](float x, float y) { return x + y; });
  expect_like_host(*device, Operation::sub, [](float x, float y) { return x - y; });
  expect_like_host(*device, Operation::mul, [](float x, float y) { return x * y; });
}

std::unique_ptr<Device> open_for_direct3d() {
  DeviceOptions options;
  options.float_controls.binary32.flush_denormals = true;
  options.float_controls.binary64.preserve_denormals = true;
  return open_device("opencl:pocl", options);
}

TEST(Opencl, FlushesWhereItIsBuiltTo) {
  const Words x = {0x00000001};
  const Words one = {0x3f800000};
  const auto kept = open_device("opencl:pocl/0/default", {});
  EXPECT_EQ(compute(*kept, Operation::mul, {x, one}), x);
  const auto flushed = open_device("opencl:pocl/0/denorms-are-zero", {});
  EXPECT_EQ(compute(*flushed, Operation::mul, {x, one}), Words{0});
  // PoCL flushes both formats by one mode of the CPU; Direct3D's doubles are built without the option.
  const auto device = open_for_direct3d();
  EXPECT_EQ(compute(*device, Operation::mul, {x, one}), Words{0});
  const std::vector<std::vector<Bits>> doubles = {{1}, {0x3ff0000000000000}};
  EXPECT_EQ(test::compute_bits(*device, Operation::mul, Format::binary64, 0, doubles), std::vector<Bits>{1});
  EXPECT_EQ(test::compute_bits(*flushed, Operation::mul, Format::binary64, 0, doubles), std::vector<Bits>{0});
}

// 1 + 2^-12 squared less 1 + 2^-11 is 2^-24, and zero where the product is rounded first.
TEST(Opencl, ContractsNothing) {
  const Words x = {0x3f800800};
  const Words z = {0xbf801000};
  const auto device = open_device("opencl:pocl/0/default", {});
  const auto ways = device->variants(Operation::mad, Format::binary32);
  const auto found = std::ranges::find(ways, "x * y + z", &Variant::name);
  ASSERT_NE(found, ways.end());
  EXPECT_TRUE(found->composed);
  const auto way = static_cast<std::size_t>(found - ways.begin());
  EXPECT_EQ(compute(*device, Operation::mad, way, std::vector<Words>{x, x, z}), Words{0});
  EXPECT_EQ(compute(*device, Operation::fma, {x, x, z}), Words{0x33800000});
}

TEST(Opencl, StoresHalvesWithEachRounding) {
  const auto device = open_device("opencl:pocl/0/default", {});
  // 1 + 3 * 2^-12 is between 1 and 1 + 2^-10, nearer to the latter.
  const std::vector<std::vector<Bits>> x = {{0x3f801800, 0xbf801800}};
  const std::map<std::string, std::vector<Bits>> expected = {{"vstore_half", {0x3c01, 0xbc01}},
                                                             {"vstore_half_rte", {0x3c01, 0xbc01}},
                                                             {"vstore_half_rtz", {0x3c00, 0xbc00}},
                                                             {"vstore_half_rtp", {0x3c01, 0xbc00}},
                                                             {"vstore_half_rtn", {0x3c00, 0xbc01}}};
  const auto ways = device->variants(Operation::binary32_to_binary16, Format::binary32);
  ASSERT_GE(ways.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(test::compute_bits(*device, Operation::binary32_to_binary16, Format::binary32, i, x),
              expected.at(ways[i].name))
        << ways[i].name;
  }
}

TEST(Opencl, OffersAndComputesEveryOperationOfItsTable) {
  const auto device = open_device("opencl:pocl", {});
  std::size_t offered = 0;
  for (const device::LanguageRow& row : device::opencl_rows()) {
    const auto ways = device->variants(row.operation, row.format);
    const auto way = std::ranges::find(ways, row.expression, &Variant::instruction);
    // PoCL has doubles, and no halves but those that vload_half and vstore_half access.
    if (way == ways.end()) continue;
    ++offered;
    EXPECT_EQ(way->counts, row.judged);
    const auto index = static_cast<std::size_t>(way - ways.begin());
    const auto operands = test::random_bits(row.operation, row.format, 10);
    const auto results = test::compute_bits(*device, row.operation, row.format, index, operands);
    if (info(row.operation).result(row.format) != Format::bool32) continue;
    for (const Bits result : results) EXPECT_TRUE(result == 0 || result == 0xffffffff) << row.expression;
  }
  EXPECT_EQ(offered, std::ranges::count_if(device::opencl_rows(), [](const device::LanguageRow& row) {
              return device::runs_on(row, {.has_binary64 = true});
            }));
}

TEST(Opencl, SaysWhatWasAskedOfTheDriverAndWhatItHad) {
  const auto device = open_for_direct3d();
  std::map<std::string, std::string> facts(device->description().facts.begin(), device->description().facts.end());
  EXPECT_EQ(device->description().kind, "opencl");
  EXPECT_EQ(facts.at("build options"), "binary16 none, binary32 -cl-denorms-are-zero, binary64 none");
  EXPECT_EQ(facts.at("float controls in force"), "denormals flushed (32 bits); denormals preserved (64 bits)");
  for (const char* key : {"driver", "platform version", "driver version", "api", "language", "type", "binary32"}) {
    EXPECT_FALSE(facts[key].empty()) << key;
  }
}

TEST(Opencl, IsFoundByIndexAndByPartsOfItsNames) {
  const auto devices = device::list_opencl();
  ASSERT_FALSE(devices.empty());
  EXPECT_EQ(devices[0].name, "opencl:0/0");
  for (const char* name : {"opencl", "opencl:0", "opencl:0/0"}) {
    EXPECT_EQ(open_device(name, {})->description().name, "opencl:0/0") << name;
  }
  const DeviceDescription pocl = device::find_opencl_device("pocl", "").description;
  EXPECT_NE(pocl.title.find("pthread"), std::string::npos) << pocl.title;
  for (const char* name : {"opencl:portable computing", "opencl:pocl/0", "opencl:pocl/pthread"}) {
    EXPECT_EQ(open_device(name, {})->description().name, pocl.name) << name;
  }
  // Columns of a matrix differ by their titles.
  const auto device = open_device("opencl:pocl/0/default", {});
  EXPECT_EQ(device->description().name, pocl.name + "/default");
  EXPECT_EQ(device->description().title, pocl.title + ", default");
}

TEST(Opencl, ListsTheDevicesThatThereAreWhenAskedForAnother) {
  const std::string there = "there is:\n  opencl:0/0  " + device::list_opencl().at(0).title;
  for (const char* name : {"opencl:99", "opencl:0/99", "opencl:no such platform", "opencl:0/no such device"}) {
    test::expect_not_opened(name, there);
  }
  test::expect_not_opened("opencl:0/0/fast", "opencl: no mode 'fast'", Error::Kind::kUsage);
}

TEST(OpenclSession, ShowsTheCompilersLogOfAKernelThatDoesNotCompile) {
  const device::OpenclDevice device = device::find_opencl_device("pocl", "");
  device::OpenclSession session(device.handle);
  const device::LanguageRow row{Operation::abs, Format::binary32, "no_such_function(x)", true, false};
  const Words x = {0};
  Words results = {0};
  const std::vector<ConstLane> lanes = {test::lane(x)};
  try {
    session.compute(device::kernel_source(row), "", lanes, 1, std::as_writable_bytes(std::span(results)));
    FAIL() << "it was compiled";
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_EQ(error.kind(), Error::Kind::kDevice);
    EXPECT_NE(message.find("refuses the kernel of no_such_function(x)"), std::string::npos) << message;
    EXPECT_NE(message.find("use of undeclared identifier 'no_such_function'"), std::string::npos) << message;
    EXPECT_NE(message.find("kernel void compute("), std::string::npos) << message;
  }
}

TEST(Opencl, GivesTheSameInAProcessOfItsOwn) {
  const auto direct = open_device("opencl:pocl", {});
  const auto isolated = open_isolated_device("opencl:pocl", {}, HALFULP_COMMAND);
  EXPECT_EQ(isolated->description().title, direct->description().title);
  EXPECT_EQ(isolated->description().facts, direct->description().facts);
  const auto operands = test::random_operands(Operation::sin, 1000);
  EXPECT_EQ(compute(*isolated, Operation::sin, operands), compute(*direct, Operation::sin, operands));
}

}  // namespace
}  // namespace halfulp
