// SPDX-License-Identifier: Apache-2.0
// A run that is kept in a folder and killed again and again, on a device that is slow enough to be killed in time.
#include "cli/state/kept_run.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <memory>
#include <thread>

#include "cli/run/interrupt.hpp"
#include "cli/state/shard_folder.hpp"
#include "halfulp/error.hpp"
#include "report/shapes.hpp"
#include "shards_of.hpp"

namespace halfulp::cli {
namespace {

using namespace std::chrono_literals;

/// The host, some milliseconds later.
class SlowHost : public Device {
 public:
  explicit SlowHost(std::chrono::milliseconds per_block) : per_block_(per_block) {}

  [[nodiscard]] const DeviceDescription& description() const override { return host_->description(); }
  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    return host_->variants(operation, format);
  }
  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override {
    std::this_thread::sleep_for(per_block_);
    if (blocks_before_loss > 0 && --blocks_before_loss == 0) throw Error(Error::Kind::kDevice, "it is gone");
    host_->compute(operation, format, variant, operands, results);
  }

  int blocks_before_loss = 0;  ///< 0: it is never lost

 private:
  std::chrono::milliseconds per_block_;
  std::unique_ptr<Device> host_ = open_device("host", {});
};

/// Two operations of 12 blocks each, in which the host fails.
RunRequest request() {
  RunRequest request;
  request.books = open_books({"d3d11", "metal1"}, {});
  request.operations = {Operation::add, Operation::mul};
  request.formats = {Format::binary32};
  request.cases = 12 * kBlockCases - 5;
  return request;
}

std::string text_of(const report::Report& judged) {
  report::Report report = judged;
  report.seconds = 0;
  return report::json_text(report::report_shape(report));
}

const std::string& undisturbed() {
  static const std::string kText = [] {
    SlowHost device(0ms);
    return text_of(run(request(), device, false));
  }();
  return kText;
}

/// Judges what is left, one thread in addition to the one that judges.
RunState judge(const Keeping& keeping, SlowHost& device) {
  const RunRequest asked = request();
  return run_and_keep(asked, plan(asked, device), keeping, device, {.threads = 2}).state;
}

std::string path_of(const Keeping& keeping, const char* ending = ".unfinished") {
  return keeping.folder + "/shard-" + std::to_string(keeping.shard.index) + "-of-" +
         std::to_string(keeping.shard.count) + ending;
}

/// Judges in a process of its own, which gets the signal once its file has more cases than `judged`.
void judge_until_signalled(const Keeping& keeping, std::uint64_t judged, int signal) {
  const pid_t process = fork();
  if (process == 0) {
    catch_interrupts();
    SlowHost slow(400ms);  // so that the kills come long before the end
    static_cast<void>(judge(keeping, slow));
    _exit(0);
  }
  // Not reaped before the signal is sent, so that it can reach no other process.
  const auto runs = [&] {
    siginfo_t ended = {};
    return waitid(P_PID, static_cast<id_t>(process), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == 0;
  };
  while (runs() && judged_by(path_of(keeping)) <= judged) std::this_thread::sleep_for(5ms);
  ASSERT_TRUE(runs()) << "it ended before it was killed";
  kill(process, signal);
  int status = 0;
  ASSERT_EQ(waitpid(process, &status, 0), process);
  EXPECT_EQ(WIFSIGNALED(status), signal == SIGKILL);
}

class KeptRun : public testing::TestWithParam<int> {};

TEST_P(KeptRun, GivesTheReportOfAnUndisturbedRun) {
  const Keeping keeping{.shard = {}, .folder = temporary_path("run"), .resume = true};
  std::uint64_t judged = 0;
  for (int deaths = 0; deaths < 2; ++deaths) {
    ASSERT_NO_FATAL_FAILURE(judge_until_signalled(keeping, judged, GetParam()));
    EXPECT_GT(judged_by(path_of(keeping)), judged) << "what was judged before is kept";
    judged = judged_by(path_of(keeping));
  }
  SlowHost device(0ms);
  const RunRequest asked = request();
  const RunState state = judge(keeping, device);
  EXPECT_EQ(text_of(report_of(asked, plan(asked, device), device, state)), undisturbed());
  EXPECT_EQ(judged_by(path_of(keeping, ".result")), 2 * asked.cases);
  EXPECT_FALSE(std::filesystem::exists(path_of(keeping)));
}

INSTANTIATE_TEST_SUITE_P(After, KeptRun, testing::Values(SIGKILL, SIGINT),
                         [](const auto& of) { return of.param == SIGKILL ? "Kill" : "Interrupt"; });

TEST(KeptShards, KilledOrNotMakeTheWholeReport) {
  const std::string folder = temporary_path("run");
  for (std::uint64_t index = 1; index <= 2; ++index) {
    const Keeping keeping{.shard = {index, 2}, .folder = folder, .resume = true};
    if (index == 2) {
      ASSERT_NO_FATAL_FAILURE(judge_until_signalled(keeping, 0, SIGKILL));
    }
    SlowHost device(0ms);
    static_cast<void>(judge(keeping, device));
  }
  const MergedRun merged = merge_folder(folder);
  EXPECT_EQ(text_of(report_of(merged.request, merged.plan, *merged.device, merged.state)), undisturbed());
}

TEST(KeptShards, GetOnWhereABlockTakesLongerThanThereIsTime) {
  const Keeping keeping{.shard = {}, .folder = temporary_path("run"), .resume = true};
  const RunRequest asked = request();
  SlowHost device(300ms);
  std::uint64_t judged = 0;
  for (int runs = 0; runs < 2; ++runs) {
    const Kept kept = run_and_keep(asked, plan(asked, device), keeping, device, {.threads = 2, .time = 0.1s});
    EXPECT_TRUE(kept.state.out_of_time);
    EXPECT_GT(kept.state.jobs[0].cases(), judged);
    judged = kept.state.jobs[0].cases();
  }
}

TEST(KeptShards, TryAgainWhatALossCost) {
  const Keeping keeping{.shard = {}, .folder = temporary_path("run"), .resume = true};
  SlowHost device(0ms);
  device.blocks_before_loss = 10;
  const RunState lossy = judge(keeping, device);
  EXPECT_TRUE(lossy.ended);
  constexpr std::uint64_t kStretch = 16384;  // the power of two below a 64th of the cases
  EXPECT_EQ(lossy.jobs[0].cases(), 9 * kStretch);
  EXPECT_EQ(lossy.jobs[0].cases() + lossy.jobs[0].lost, request().cases);
  EXPECT_EQ(lossy.jobs[0].lost_because, "it is gone");
  EXPECT_EQ(lossy.jobs[1].cases(), request().cases) << "it came back for the next operation";
  const RunState whole = judge(keeping, device);
  const RunRequest asked = request();
  EXPECT_EQ(text_of(report_of(asked, plan(asked, device), device, whole)), undisturbed());
}

}  // namespace
}  // namespace halfulp::cli
