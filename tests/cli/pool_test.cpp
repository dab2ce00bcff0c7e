// SPDX-License-Identifier: Apache-2.0
#include "cli/run/pool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "cli/run/plan.hpp"
#include "cli/run/run.hpp"

namespace halfulp::cli {
namespace {

/// In binary32 alone.
RunRequest asking_for(std::vector<Operation> operations) {
  RunRequest request;
  request.books = open_books({"d3d11"}, {});
  request.operations = std::move(operations);
  request.formats = {Format::binary32};
  return request;
}

/// Takes a millisecond for a block, from any number of threads.
class SleepingDevice : public Device {
 public:
  [[nodiscard]] const DeviceDescription& description() const override { return reference_->description(); }
  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    return reference_->variants(operation, format);
  }
  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override {
    {
      const std::lock_guard lock(mutex_);
      ++blocks_[std::this_thread::get_id()];
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    reference_->compute(operation, format, variant, operands, results);
  }
  [[nodiscard]] unsigned concurrency() const override { return 8; }
  /// The number of blocks that each thread asked for.
  [[nodiscard]] const std::map<std::thread::id, int>& blocks() const { return blocks_; }

 private:
  std::unique_ptr<Device> reference_ = open_device("reference:d3d11", {});
  std::mutex mutex_;
  std::map<std::thread::id, int> blocks_;
};

TEST(Pool, SpreadsBlocksEvenlyOverThreads) {
  SleepingDevice device;
  const RunRequest request = asking_for({Operation::eq, Operation::ne, Operation::lt});
  const Plan planned = plan(request, device);
  RunningState state(begin_state(request, planned));
  judge_shard(request, planned, {}, device, {.threads = 8}, {}, state);
  int all = 0;
  int most = 0;
  for (const auto& [thread, blocks] : device.blocks()) {
    all += blocks;
    most = std::max(most, blocks);
  }
  EXPECT_GE(device.blocks().size(), 8);
  EXPECT_EQ(all, 3 * 64);
  EXPECT_LE(most, all / 4) << "no thread computes more than twice its part of eight";
}

TEST(Pool, DividesItsTimeByWhatIsLeftToDo) {
  SleepingDevice device;
  RunRequest request = asking_for({Operation::add, Operation::mul});
  request.cases = std::uint64_t{1} << 27;
  const Plan planned = plan(request, device);
  RunningState state(begin_state(request, planned));
  const auto start = std::chrono::steady_clock::now();
  judge_shard(request, planned, {}, device, {.threads = 2, .time = std::chrono::milliseconds(600)}, {}, state);
  const auto taken = std::chrono::steady_clock::now() - start;
  EXPECT_GE(taken, std::chrono::milliseconds(600));
  for (const JobState& job : state.copy().jobs) EXPECT_GT(job.cases(), 0);
  EXPECT_TRUE(state.copy().out_of_time);
}

}  // namespace
}  // namespace halfulp::cli
