// SPDX-License-Identifier: Apache-2.0
// Lanes in host memory that the driver imports, and blocks of several threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "device/isolated/shared_memory.hpp"
#include "device/isolated/wire.hpp"
#include "device/lanes.hpp"
#include "device/vulkan/cache_file.hpp"
#include "device/vulkan/vulkan_device.hpp"

namespace halfulp {
namespace {

using device::HostMemoryUse;

constexpr std::byte kUnwritten{0xa5};

std::string host_memory_of(const Device& device) {
  for (const auto& [name, text] : device.description().facts) {
    if (name == "host memory") return text;
  }
  return "";
}

/// Results of lanes that lie as those of an isolated device do.
std::vector<std::byte> compute_shared(Device& device, const device::SharedMemory& memory, Operation operation,
                                      Format format, std::size_t variant, std::size_t cases) {
  const device::BlockLayout layout(operation, format, cases);
  const auto lanes = layout.operands(memory.begin());
  const auto values = test::random_bits(operation, format, cases);
  std::vector<ConstLane> operands;
  for (std::size_t k = 0; k < lanes.size(); ++k) {
    const auto bits = test::lane_of(info(operation).operand_format(static_cast<int>(k), format), values[k]);
    std::ranges::copy(bits, lanes[k].begin());
    operands.emplace_back(lanes[k]);
  }
  const Lane results = layout.results(memory.begin());
  std::byte* const end = memory.begin() + layout.bytes();
  std::fill(results.data(), end, kUnwritten);
  device.compute(operation, format, variant, operands, results);
  const bool keeps_the_rest =
      std::all_of(results.data() + results.size(), end, [](std::byte byte) { return byte == kUnwritten; });
  EXPECT_TRUE(keeps_the_rest) << info(operation).name << " writes more than its results";
  return {results.begin(), results.end()};
}

// lavapipe has VK_EXT_external_memory_host.
TEST(VulkanHostMemory, GivesTheSameResultsWhetherItIsImportedOrCopied) {
  const device::SharedMemory memory(std::size_t{1} << 20);
  const auto imported = device::open_vulkan("", {});
  const auto copied = device::open_vulkan("", {}, device::ShaderStage::compute, HostMemoryUse::copied);
  ASSERT_EQ(host_memory_of(*imported), "imported");
  EXPECT_EQ(host_memory_of(*copied), "copied");
  const auto use = imported->use({memory.begin(), memory.size()});
  EXPECT_NE(use, nullptr);
  EXPECT_EQ(copied->use({memory.begin(), memory.size()}), nullptr);
  // Not a multiple of a work group; fewer than a shader of constants has.
  constexpr std::size_t kFewCases = 61;
  for (const OperationInfo& row : operations()) {
    if (row.family == OperationFamily::pixel) continue;
    for (const FormatInfo& format : formats()) {
      // Ways differ in their shaders, and those in one format as those in others.
      const std::size_t ways = imported->variants(row.operation, format.format).size();
      const std::size_t asked = format.format == Format::binary32 ? ways : std::min<std::size_t>(ways, 1);
      for (std::size_t i = 0; i < asked; ++i) {
        EXPECT_EQ(compute_shared(*imported, memory, row.operation, format.format, i, kFewCases),
                  compute_shared(*copied, memory, row.operation, format.format, i, kFewCases))
            << row.name << " in " << format.name << ", way " << i;
      }
    }
  }
}

TEST(VulkanHostMemory, ThatCannotBeImportedIsCopied) {
  const device::SharedMemory memory(std::size_t{1} << 16);
  const auto device = device::open_vulkan("", {});
  EXPECT_EQ(device->use({memory.begin() + 1, 4096}), nullptr);
  const auto use = device->use({memory.begin(), 4096});
  EXPECT_NE(use, nullptr);
  // Lanes partly or wholly outside.
  for (const std::size_t cases : {1000U, 2000U, 5000U}) {
    const auto operands = test::random_operands(Operation::mov, cases);
    const Lane lane{memory.begin() + 2048, cases * 4};
    std::memcpy(lane.data(), operands[0].data(), lane.size());
    test::Words results(cases);
    const ConstLane lanes[] = {lane};
    device->compute(Operation::mov, Format::binary32, 0, lanes, std::as_writable_bytes(std::span(results)));
    EXPECT_EQ(results, operands[0]);
  }
}

TEST(VulkanThreads, ComputeAndPrepareAtTheSameTime) {
  const auto device = device::open_vulkan("", {});
  ASSERT_GT(device->concurrency(), 8U);
  const std::vector<Operation> asked{Operation::add, Operation::mul, Operation::sqrt, Operation::mov};
  std::vector<std::vector<test::Words>> operands;
  std::vector<test::Words> alone;
  const auto other = device::open_vulkan("", {});
  for (const Operation operation : asked) {
    operands.push_back(test::random_operands(operation, 100000));
    alone.push_back(test::compute(*other, operation, operands.back()));
  }
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      const std::size_t k = i % asked.size();
      device->prepare(asked[k], Format::binary32, 0);
      for (int times = 0; times < 5; ++times) EXPECT_EQ(test::compute(*device, asked[k], operands[k]), alone[k]);
    });
  }
}

// lavapipe keeps no pipelines, but gives a header.
TEST(VulkanPipelineCache, IsKeptAndIgnoredWhereItIsOfNoUse) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "halfulp_pipelines";
  std::filesystem::remove_all(folder);
  const char* const before = std::getenv("XDG_CACHE_HOME");
  const std::optional<std::string> kept = before != nullptr ? std::optional<std::string>(before) : std::nullopt;
  setenv("XDG_CACHE_HOME", folder.c_str(), 1);
  const auto computes = [] {
    return test::compute(*device::open_vulkan("", {}), Operation::mov, {{1, 2, 3}}) == test::Words{1, 2, 3};
  };
  EXPECT_TRUE(computes());
  ASSERT_EQ(std::distance(std::filesystem::directory_iterator(folder / "halfulp"), {}), 1);
  const std::string path = std::filesystem::directory_iterator(folder / "halfulp")->path().string();
  EXPECT_TRUE(computes());
  // As another driver may have written it.
  device::write_cache(path, std::vector<std::byte>(100, std::byte{0x5a}));
  EXPECT_TRUE(computes());
  kept ? setenv("XDG_CACHE_HOME", kept->c_str(), 1) : unsetenv("XDG_CACHE_HOME");
}

}  // namespace
}  // namespace halfulp
