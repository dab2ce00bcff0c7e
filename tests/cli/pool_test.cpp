// SPDX-License-Identifier: Apache-2.0
#include "cli/run/pool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "cli/run/judges.hpp"
#include "cli/run/plan.hpp"
#include "cli/run/run.hpp"
#include "cli/run/schedule.hpp"

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

/// Has a second way, of which it wants few cases.
class TwoWays : public SleepingDevice {
 public:
  static constexpr std::uint64_t kFew = 64;
  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    Variant few = SleepingDevice::variants(operation, format).front();
    few.name = "few";
    few.most_cases = kFew;
    return {SleepingDevice::variants(operation, format).front(), few};
  }
};

TEST(Pool, UsesItsTimeForWhatIsLeftToDo) {
  TwoWays device;
  RunRequest request = asking_for({Operation::add, Operation::mul});
  request.cases = std::uint64_t{1} << 32;
  const Plan planned = plan(request, device);
  RunningState state(begin_state(request, planned));
  constexpr std::chrono::milliseconds kTime(4000);
  const auto start = std::chrono::steady_clock::now();
  judge_shard(request, planned, {}, device, {.threads = 2, .time = kTime}, {}, state);
  const auto taken = std::chrono::steady_clock::now() - start;
  EXPECT_GE(taken, kTime);
  EXPECT_LE(taken, kTime + kTime / 20);
  const RunState done = state.copy();
  ASSERT_EQ(done.jobs.size(), 4);
  for (const std::size_t few : {1U, 3U}) EXPECT_EQ(done.jobs[few].cases(), TwoWays::kFew);
  EXPECT_GT(done.jobs[0].cases(), done.jobs[2].cases() / 4) << "two jobs of one size have like parts";
  EXPECT_GT(done.jobs[2].cases(), done.jobs[0].cases() / 4);
  EXPECT_TRUE(done.out_of_time);
}

TEST(Judges, AskBeforeEachCaseThatTakesLongWhetherToGoOn) {
  const auto device = open_device("host", {});
  const RunRequest request = asking_for({Operation::sin});
  const Job job = plan(request, *device).jobs.front();
  const Judges judges(job, request.books);
  constexpr std::size_t kCases = 10'000;
  const std::vector<float> operands(kCases, 10);
  const std::vector<float> results(kCases, 3);  // each fails and is explained
  const std::vector<ConstLane> lanes{std::as_bytes(std::span(operands))};
  std::size_t calls = 0;
  JobState state = begin_job(job, request.books);
  judges.judge(0, lanes, std::as_bytes(std::span(results)), state, [&] { ++calls; });
  EXPECT_EQ(state.tallies[0].failed, kCases);
  EXPECT_GE(calls, kCases);
  struct Enough {};
  for (const std::size_t allowed : {std::size_t{0}, std::size_t{5}, calls - 1}) {
    std::size_t left = allowed;
    const auto check = [&] {
      if (left-- == 0) throw Enough();
    };
    state = begin_job(job, request.books);
    EXPECT_THROW(judges.judge(0, lanes, std::as_bytes(std::span(results)), state, check), Enough);
  }
}

/// Jobs of a plan, and who has the cases.
struct Work {
  explicit Work(const Plan& plan) : cases(cases_of(plan, {})) {
    jobs.reserve(plan.jobs.size());
    for (std::size_t i = 0; i < plan.jobs.size(); ++i) jobs.emplace_back(plan.jobs[i], cases[i], Ranges());
  }

  std::vector<ShardCases> cases;
  std::vector<JobWork> jobs;
};

TEST(Schedule, HandsOutAgainWhatATurnLeft) {
  const auto device = open_device("host", {});
  const Plan planned = plan(asking_for({Operation::add, Operation::mul}), *device);
  Work work(planned);
  Schedule schedule(work.jobs, Schedule::Clock::now() + std::chrono::hours(1));
  std::vector<Ranges> done(work.jobs.size());
  std::size_t stretches = 0;
  while (const auto next = schedule.next([](std::size_t) { return false; })) {
    // Of every third stretch the second half is not judged.
    const std::size_t cases = stretches++ % 3 == 0 ? (next->stretch.cases + 1) / 2 : next->stretch.cases;
    const std::uint64_t end = next->stretch.first + cases;
    EXPECT_FALSE(done[next->job].holds_any(next->stretch.first, end));
    done[next->job].add(next->stretch.first, end);
    work.jobs[next->job].give_back({.first = end, .cases = next->stretch.cases - cases});
  }
  for (std::size_t i = 0; i < done.size(); ++i) {
    EXPECT_EQ(done[i].size(), planned.jobs[i].cases());
    EXPECT_EQ(work.jobs[i].left(), 0);
  }
}

TEST(Schedule, GivesEachJobSomethingWhateverTheTime) {
  const auto device = open_device("host", {});
  const Plan planned = plan(asking_for({Operation::add, Operation::mul, Operation::div}), *device);
  Work work(planned);
  Schedule schedule(work.jobs, Schedule::Clock::now());
  std::vector<std::size_t> jobs;
  while (const auto next = schedule.next([](std::size_t) { return false; })) {
    EXPECT_TRUE(next->is_first);
    jobs.push_back(next->job);
  }
  EXPECT_EQ(jobs, (std::vector<std::size_t>{0, 1, 2}));
}

}  // namespace
}  // namespace halfulp::cli
