// SPDX-License-Identifier: Apache-2.0
// Signals that end a run: whatever it is waiting for, within two seconds, with the reports of what was judged.
#include "cli/run/interrupt.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

TEST(Interrupt, ASecondSignalOfEitherKindEndsAtOnce) {
  for (const auto& [first, second] : {std::pair{SIGINT, SIGTERM}, std::pair{SIGTERM, SIGTERM}}) {
    const pid_t process = fork();
    if (process == 0) {
      catch_interrupts();
      std::raise(first);
      if (!interrupted()) _exit(1);
      std::raise(second);
      _exit(2);
    }
    int status = 0;
    ASSERT_EQ(waitpid(process, &status, 0), process);
    ASSERT_TRUE(WIFSIGNALED(status)) << WEXITSTATUS(status);
    EXPECT_EQ(WTERMSIG(status), second);
  }
}

/// The command gets a signal after half a second; how it ends, and how long that takes.
Outcome interrupt(const Words& words, Clock::duration& taken, int signal = SIGINT) {
  Clock::time_point sent;
  const Outcome outcome = run_command(words, {.signal = signal, .after = 500ms, .when = [&] {
                                                sent = Clock::now();
                                                return true;
                                              }});
  taken = Clock::now() - sent;
  EXPECT_EQ(outcome.signal, signal) << outcome.diagnostics;
  return outcome;
}

TEST(Interrupt, EndsTheOpeningOfADeviceThatHangs) {
  Clock::duration taken{};
  static_cast<void>(interrupt({"check", "--device", "exec:sleep 60"}, taken));
  EXPECT_LT(taken, 2s);
}

TEST(Interrupt, EndsARunWhoseDeviceHangs) {
  const std::string json = temporary_path("report.json");
  const std::string html = temporary_path("report.html");
  const std::string junit = temporary_path("report.xml");
  const std::string device =
      "exec:printf 'halfulp-device 1\\ntitle slow\\noffer add binary32 x + y\\nready\\n'; sleep 60";
  Clock::duration taken{};
  const Outcome outcome =
      interrupt({"check", "--device", device, "--json", json, "--html", html, "--junit", junit}, taken, SIGTERM);
  EXPECT_LT(taken, 2s);
  EXPECT_TRUE(contains(outcome.output, "interrupted: this report is incomplete")) << outcome.output;
  const Json report = Json::parse(read_file(json), nullptr, false);
  ASSERT_FALSE(report.is_discarded());
  EXPECT_EQ(report["complete"], false);
  EXPECT_EQ(report["conforms"], nullptr);
  EXPECT_TRUE(contains(read_file(html), "interrupted: this report is incomplete"));
  EXPECT_TRUE(contains(read_file(junit), "errors=\"2\"")) << "the operation and the run";
}

TEST(Interrupt, EndsALongReportInTime) {
  const std::string html = temporary_path("report.html");
  Clock::duration taken{};
  const std::string books = "d3d10,d3d10.1,d3d11,metal1,metal1-fast,metal1.2,metal1.2-fast,metal2.1,metal4,metal4-fast";
  static_cast<void>(
      interrupt({"check", "--device", "host", "--rulebook", books, "--suite", "standard", "--html", html}, taken));
  EXPECT_LT(taken, 2s);
  EXPECT_TRUE(contains(read_file(html), "interrupted: this report is incomplete"));
}

}  // namespace
}  // namespace halfulp::cli
