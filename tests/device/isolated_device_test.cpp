// SPDX-License-Identifier: Apache-2.0
#include "device/isolated/isolated_device.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <thread>

#include "device/children.hpp"
#include "device/lanes.hpp"
#include "device/opening.hpp"
#include "device/serve.hpp"
#include "halfulp/error.hpp"

namespace halfulp {
namespace {

using test::children;
using test::compute;
using test::compute_bits;
using test::random_operands;
using test::Words;

constexpr std::size_t kCases = 1000;

std::unique_ptr<Device> open_isolated(const DeviceOptions& options = {}) {
  return open_isolated_device("vulkan", options, HALFULP_COMMAND);
}

TEST(IsolatedDevice, ComputesWhatItComputesInThisProcess) {
  DeviceOptions options;
  options.float_controls.binary32.preserve_signed_zero_inf_nan = true;
  options.float_controls.binary64.round_to_nearest_even = true;
  const auto isolated = open_isolated(options);
  const auto direct = open_device("vulkan", options);
  EXPECT_EQ(isolated->description().facts, direct->description().facts);
  // Two blocks, and operands of several formats.
  const auto operands = random_operands(Operation::movc, (std::size_t{1} << 20U) + 1);
  EXPECT_EQ(compute(*isolated, Operation::movc, operands), compute(*direct, Operation::movc, operands));
  for (const OperationInfo& row : operations()) {
    for (const FormatInfo& format : formats()) {
      const auto variants = direct->variants(row.operation, format.format);
      const auto passed_on = isolated->variants(row.operation, format.format);
      ASSERT_EQ(passed_on.size(), variants.size()) << row.name;
      for (std::size_t i = 0; i < variants.size(); ++i) EXPECT_EQ(passed_on[i].composed, variants[i].composed);
    }
  }
}

TEST(IsolatedDevice, CarriesLanesOfTwoFourAndEightBytes) {
  const auto isolated = open_isolated();
  const std::vector<std::vector<Bits>> halves{{0x3e00, 0x4200, 0xfbff}, {0x4080, 0x3c00, 0x0000}};
  EXPECT_EQ(compute_bits(*isolated, Operation::add, Format::binary16, 0, halves),
            (std::vector<Bits>{0x4380, 0x4400, 0xfbff}));  // 1.5 + 2.25, 3 + 1, -65504 + 0
  const std::vector<std::vector<Bits>> scaled{{0x3ff8000000000001, 0xc008000000000000}, {1, 0xfffffffe}};
  EXPECT_EQ(compute_bits(*isolated, Operation::ldexp, Format::binary64, 0, scaled),
            (std::vector<Bits>{0x4008000000000001, 0xbfe8000000000000}));
  EXPECT_EQ(compute_bits(*isolated, Operation::binary16_to_binary64, Format::binary16, 0, {{{0xc100}}}),
            (std::vector<Bits>{0xc004000000000000}));  // -2.5
}

TEST(IsolatedDevice, IsStartedAgainWhenItsProcessIsKilled) {
  const auto device = open_isolated();
  const auto operands = random_operands(Operation::add, kCases);
  const Words before = compute(*device, Operation::add, operands);
  const auto processes = children();
  ASSERT_EQ(processes.size(), 1U);
  kill(processes[0], SIGKILL);
  EXPECT_EQ(compute(*device, Operation::add, operands), before);
  ASSERT_EQ(children().size(), 1U);
  EXPECT_NE(children()[0], processes[0]);
}

TEST(IsolatedDevice, IsStartedAgainWhenItsProcessHangs) {
  DeviceOptions options;
  options.block_timeout = std::chrono::seconds(2);
  const auto device = open_isolated(options);
  kill(children().at(0), SIGSTOP);
  EXPECT_NO_THROW(compute(*device, Operation::add, random_operands(Operation::add, kCases)));
}

TEST(IsolatedDevice, TellsItsProcessHowLongABlockMayTake) {
  DeviceOptions options;
  options.block_timeout = std::chrono::seconds(77);
  const auto device = open_isolated(options);
  std::ifstream command_line("/proc/" + std::to_string(children().at(0)) + "/cmdline");
  std::string last;
  for (std::string word; std::getline(command_line, word, '\0');) last = word;
  EXPECT_EQ(last, "77");
}

TEST(IsolatedDevice, IsGivenUpWhenTheSecondProcessDiesTooAndCanBeAskedAgain) {
  const auto device = open_isolated();
  const auto operands = random_operands(Operation::add, kCases);
  std::atomic<bool> stop = false;
  std::thread killer([&stop] {
    while (!stop) {
      for (const pid_t child : children()) kill(child, SIGKILL);
    }
  });
  std::string message;
  try {
    for (int i = 0; i < 100; ++i) compute(*device, Operation::add, operands);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kDevice);
    message = error.what();
  }
  stop = true;
  killer.join();
  EXPECT_NE(message.find("device 'vulkan' died (signal 9"), std::string::npos) << message;
  EXPECT_NE(message.find("computing add, block of 1000 cases"), std::string::npos) << message;
  EXPECT_NO_THROW(compute(*device, Operation::add, operands));
}

// Who asked it is killed while the device hangs.
TEST(IsolatedDevice, EndsWithWhoAskedIt) {
  std::string command = "sleep 1 | timeout --signal=KILL 60 " HALFULP_COMMAND " serve-device";
  for (const std::string& argument : device::serve_arguments("exec:sleep 30", {})) command += " '" + argument + "'";
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_NE(std::system((command + " > /dev/null").c_str()), 0);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST(IsolatedDevice, LeavesNoProcessBehind) {
  { const auto device = open_isolated(); }
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

void expect_error(const std::string& name, const std::string& executable, const std::string& part) {
  test::expect_opening_fails(
      name, [&](const std::string& of) { return open_isolated_device(of, {}, executable); }, part);
}

TEST(IsolatedDevice, PassesOnWhyItCouldNotBeOpened) {
  expect_error("vulkan:999", HALFULP_COMMAND, "vulkan: no device '999' here; there is:");
  setenv("VK_DRIVER_FILES", "/nonexistent.json", 1);
  setenv("VK_ICD_FILENAMES", "/nonexistent.json", 1);
  expect_error("vulkan", HALFULP_COMMAND, "no driver loads from VK_DRIVER_FILES=/nonexistent.json");
  unsetenv("VK_DRIVER_FILES");
  unsetenv("VK_ICD_FILENAMES");
}

TEST(IsolatedDevice, TellsHowAProcessEndedAndItsLastWords) {
  expect_error("vulkan", "/nonexistent/halfulp", "cannot run '/nonexistent/halfulp'");
  expect_error("vulkan", "/bin/false", "ended by itself (exit code 1)");
  // The shell takes `serve-device` for a script, which does not exist.
  expect_error("vulkan", "/bin/sh", "last words: ");
}

}  // namespace
}  // namespace halfulp
