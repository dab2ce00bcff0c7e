// SPDX-License-Identifier: Apache-2.0
// Blocks of several threads in a device's process, one of which does harm: tests/device/broken.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "device/broken/faults.hpp"
#include "device/children.hpp"
#include "device/isolated/isolated_device.hpp"
#include "device/isolated/shared_memory.hpp"
#include "device/isolated/wire.hpp"
#include "device/lanes.hpp"
#include "halfulp/error.hpp"

namespace halfulp {
namespace {

using test::children;
using test::Fault;
using test::Words;

constexpr std::uint32_t kHarmless = 0x3f800000;

std::unique_ptr<Device> open_broken(const DeviceOptions& options = {}) {
  return device::open_in_child_process("broken", options, HALFULP_BROKEN_DEVICE);
}

DeviceOptions within_a_second() {
  DeviceOptions options;
  options.block_timeout = std::chrono::seconds(1);
  return options;
}

/// What became of a block.
struct Outcome {
  std::string error;
  bool is_right = false;
};

/// One block of each kind at the same time, each by a thread of its own.
std::vector<Outcome> compute_together(Device& device, const std::vector<std::uint32_t>& kinds) {
  std::vector<Outcome> outcomes(kinds.size());
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    threads.emplace_back([&, i] {
      const Words operands{kinds[i], static_cast<std::uint32_t>(i), 0x12345678};
      try {
        outcomes[i].is_right = test::compute(device, Operation::mov, {operands}) == operands;
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), Error::Kind::kDevice);
        outcomes[i].error = error.what();
      }
    });
  }
  threads.clear();
  return outcomes;
}

/// Only the third of eight blocks, which does harm, is lost, and the message has `part`.
void expect_only_the_third_lost(Device& device, Fault fault, const std::string& part) {
  std::vector<std::uint32_t> kinds(8, test::kTakesATenthOfASecond);
  kinds[2] = fault;
  const auto outcomes = compute_together(device, kinds);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    EXPECT_EQ(outcomes[i].is_right, i != 2) << i << ": " << outcomes[i].error;
  }
  EXPECT_NE(outcomes[2].error.find(part), std::string::npos) << outcomes[2].error;
  EXPECT_NE(outcomes[2].error.find("also in a second process"), std::string::npos) << outcomes[2].error;
}

TEST(BlocksInFlight, AreInTheProcessAtTheSameTime) {
  const auto device = open_broken();
  EXPECT_GE(device->concurrency(), 4U);
  for (const Outcome& outcome : compute_together(*device, std::vector<std::uint32_t>(4, test::kWaitsForFour))) {
    EXPECT_TRUE(outcome.is_right) << outcome.error;
  }
}

TEST(BlocksInFlight, HaveMemoryForLongAndShortBlocksInTurn) {
  const auto device = open_broken();
  for (const std::size_t cases : {1U, 5000U, 63U, (1U << 20U) + 1, 64U}) {
    const auto operands = test::random_operands(Operation::mov, cases);
    EXPECT_EQ(test::compute(*device, Operation::mov, operands), operands[0]);
  }
}

TEST(BlocksInFlight, ShowResultsThatAreNotWritten) {
  const auto device = open_broken();
  const Words before = test::compute(*device, Operation::mov, {{1, 2, 3}});
  EXPECT_EQ(test::compute(*device, Operation::mov, {{test::kWritesNothing, 2, 3}}), Words(3, 0xa5a5a5a5));
}

TEST(BlocksInFlight, AreAskedAgainWhenTheirProcessIsKilled) {
  const auto device = open_broken();
  const std::jthread killer([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    for (const pid_t child : children()) kill(child, SIGKILL);
  });
  for (const Outcome& outcome : compute_together(*device, std::vector<std::uint32_t>(8, test::kTakesATenthOfASecond))) {
    EXPECT_TRUE(outcome.is_right) << outcome.error;
  }
}

TEST(BlocksInFlight, LoseTheOneThatKillsTheProcess) {
  const auto device = open_broken();
  for (int i = 0; i < 3; ++i) expect_only_the_third_lost(*device, test::kKilled, "died (signal 9, Killed)");
}

TEST(BlocksInFlight, LoseTheOneThatHangs) {
  const auto device = open_broken(within_a_second());
  expect_only_the_third_lost(*device, test::kHangs, "did not answer in time");
}

TEST(BlocksInFlight, LoseTheOneThatLosesTheDevice) {
  const auto device = open_broken();
  expect_only_the_third_lost(*device, test::kThrows, "the device is lost");
}

TEST(BlocksInFlight, LoseTheOneThatClosesItsStreams) {
  const auto device = open_broken();
  expect_only_the_third_lost(*device, test::kClosesAll, "closed its stream");
}

TEST(BlocksInFlight, HaveTheirTimeFromWhenTheyAreTheFirst) {
  const auto device = open_broken(within_a_second());
  for (const Outcome& outcome : compute_together(*device, std::vector<std::uint32_t>(5, test::kWaitsItsTurn))) {
    EXPECT_TRUE(outcome.is_right) << outcome.error;
  }
}

TEST(BlocksInFlight, KeepTheOperandsOfTheCallerWhenTheProcessChangesThem) {
  const auto device = open_broken();
  Words operands(100000, kHarmless);
  operands.front() = test::kScribbles;
  const Words before = operands;
  for (int i = 0; i < 20; ++i) static_cast<void>(test::compute(*device, Operation::mov, {operands}));
  EXPECT_EQ(operands, before);
}

TEST(BlocksInFlight, AreNotWaitedForOnceTheRunEnds) {
  static std::atomic<bool> ends;
  ends = false;
  DeviceOptions options;
  options.gives_up = [] { return ends.load(); };
  const auto device = open_broken(options);
  const std::jthread interrupt([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    ends = true;
  });
  const auto begin = std::chrono::steady_clock::now();
  for (const Outcome& outcome : compute_together(*device, std::vector<std::uint32_t>(4, test::kHangs))) {
    EXPECT_EQ(outcome.error.find("second process"), std::string::npos) << outcome.error;
    EXPECT_FALSE(outcome.error.empty());
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

// So that a process cannot have an access of this one end in SIGBUS.
TEST(SharedMemory, CannotShrink) {
  const device::SharedMemory memory(8192);
  EXPECT_NE(ftruncate(memory.descriptor().get(), 0), 0);
  EXPECT_EQ(memory.begin()[8191], std::byte{0});
  const device::SharedMemory other(memory.descriptor(), memory.size());
  other.begin()[8191] = std::byte{7};
  EXPECT_EQ(memory.begin()[8191], std::byte{7});
}

TEST(BlockLayout, GivesEachLaneRoomForWholeGroups) {
  const device::BlockLayout layout(Operation::ldexp, Format::binary64, 65);
  std::vector<std::byte> memory(layout.bytes());
  const auto operands = layout.operands(memory.data());
  ASSERT_EQ(operands.size(), 2U);
  EXPECT_EQ(operands[0].data() - memory.data(), 0);
  EXPECT_EQ(operands[0].size(), 65U * 8);
  EXPECT_EQ(operands[1].data() - memory.data(), 128 * 8);
  EXPECT_EQ(operands[1].size(), 65U * 4);
  EXPECT_EQ(layout.results(memory.data()).data() - memory.data(), 4096);
  EXPECT_EQ(layout.bytes(), 2 * 4096U);
}

}  // namespace
}  // namespace halfulp
