// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <bit>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "device/exec/exec_device.hpp"
#include "device/lanes.hpp"
#include "halfulp/error.hpp"

namespace halfulp {
namespace {

using test::compute;
using test::compute_bits;
using test::random_operands;
using test::Words;

const std::vector<std::vector<Bits>> kFourPairs{{0x3f800000, 0x40000000, 0x7f800000, 0x80000000},
                                                {0x3f800000, 0x3f000000, 0x3f800000, 0x80000000}};

/// A program of the shell that greets and then does what its lines say.
std::string program(const std::string& then, const std::string& offer = "add binary32") {
  return "printf 'halfulp-device 1\\noffer " + offer + "\\nready\\n'; " + then;
}

/// A path of this test's own; nothing is there.
std::string temporary_path(const std::string& name) {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  const auto path = std::filesystem::path(testing::TempDir()) /
                    (std::string("halfulp_") + test->test_suite_name() + "_" + test->name() + "_" + name);
  std::filesystem::remove(path);
  return path.string();
}

template <class Action>
std::string device_error(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kDevice);
    return error.what();
  }
  ADD_FAILURE() << "nothing was wrong";
  return "";
}

/// Gives up soon, where nothing but giving up is waited for.
DeviceOptions impatient() {
  DeviceOptions options;
  options.block_timeout = std::chrono::seconds(1);
  return options;
}

std::string opening_error(const std::string& command, const DeviceOptions& options = {}) {
  return device_error([&] { static_cast<void>(open_device("exec:" + command, options)); });
}

/// What is said of a program that offers add and answers the first block so.
std::string answering_error(const std::string& then, const DeviceOptions& options = {}) {
  const auto device = open_device("exec:" + program(then), options);
  return device_error(
      [&] { static_cast<void>(compute_bits(*device, Operation::add, Format::binary32, 0, kFourPairs)); });
}

/// Whether a process is gone within a second, or a zombie that its new parent has not reaped yet.
bool ends_soon(int process) {
  for (int tries = 0; tries < 100; ++tries) {
    std::ifstream status("/proc/" + std::to_string(process) + "/stat");
    std::string number;
    std::string name;
    std::string state;
    if (!(status >> number >> name >> state) || state == "Z") return true;
    usleep(10000);
  }
  return false;
}

void expect_has(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "no '" << part << "' in: " << text;
}

TEST(ExecDevice, OfTheExampleInCComputesWhatItOffers) {
  const auto device = open_isolated_device("exec:" HALFULP_EXAMPLE_DEVICE, {}, "/nonexistent/command");
  EXPECT_EQ(device->description().kind, "exec");
  EXPECT_EQ(device->description().name, "exec:" HALFULP_EXAMPLE_DEVICE);
  EXPECT_EQ(device->description().title, "this CPU, by a C compiler");
  ASSERT_EQ(device->description().facts.size(), 1U);
  EXPECT_EQ(device->description().facts[0].first, "compiler");
  EXPECT_EQ(device->variants(Operation::add, Format::binary32).at(0).instruction, "x + y");
  EXPECT_TRUE(device->variants(Operation::add, Format::binary16).empty());
  EXPECT_TRUE(device->variants(Operation::sin, Format::binary32).empty());
  EXPECT_EQ(compute_bits(*device, Operation::add, Format::binary32, 0, kFourPairs),
            (std::vector<Bits>{0x40000000, 0x40200000, 0x7f800000, 0x80000000}));
  // Several blocks.
  const auto operands = random_operands(Operation::sqrt, (std::size_t{1} << 20U) + 1);
  const Words roots = compute(*device, Operation::sqrt, operands);
  for (std::size_t i = 0; i < roots.size(); i += 1000) {
    const float root = std::sqrt(std::bit_cast<float>(operands[0][i]));
    if (std::isnan(root)) continue;
    EXPECT_EQ(roots[i], std::bit_cast<std::uint32_t>(root));
  }
}

TEST(ExecDevice, MayAnswerWhileItReads) {
  const auto device = open_device(
      "exec:" + program("while read operation format n; do echo results $n; head -c $((4 * n)); echo end; done",
                        "mov binary32"),
      {});
  const auto operands = random_operands(Operation::mov, std::size_t{1} << 20U);
  EXPECT_EQ(compute(*device, Operation::mov, operands), operands[0]);
}

TEST(ExecDevice, IsStartedAgainWhenItDies) {
  const std::string mark = temporary_path("mark");
  const std::string once = "test -e " + mark + " && exec " HALFULP_EXAMPLE_DEVICE "; touch " + mark +
                           "; " HALFULP_EXAMPLE_DEVICE " < /dev/null; read line; kill -9 $$";
  const auto device = open_device("exec:" + once, {});
  EXPECT_EQ(compute_bits(*device, Operation::mul, Format::binary32, 0, kFourPairs),
            (std::vector<Bits>{0x3f800000, 0x3f800000, 0x7f800000, 0}));
}

TEST(ExecDevice, MustOfferTheSameWhenItIsStartedAgain) {
  const std::string mark = temporary_path("mark");
  const auto device = open_device("exec:test -e " + mark + " && offer=mul || offer=add; touch " + mark +
                                      "; printf \"halfulp-device 1\\noffer $offer binary32\\nready\\n\"; read line",
                                  {});
  expect_has(
      device_error([&] { static_cast<void>(compute_bits(*device, Operation::add, Format::binary32, 0, kFourPairs)); }),
      "offers something else now that it was started again");
}

TEST(ExecDevice, TellsThatItDied) {
  const std::string message = answering_error("read line; echo out of memory >&2; kill -9 $$");
  expect_has(message, "died (signal 9, Killed) while answering 'add binary32 4', also in a second process");
  expect_has(message, "last words: out of memory");
  expect_has(message, "docs/howto/exchange.md");
}

// An interrupt does not wait for a device that hangs, nor for a second one.
TEST(ExecDevice, IsNotWaitedForOnceItIsGivenUp) {
  static std::atomic<bool> given_up;
  given_up = false;
  DeviceOptions options;
  options.gives_up = [] { return given_up.load(); };
  const std::jthread interrupt([] {
    usleep(300000);
    given_up = true;
  });
  const auto begin = std::chrono::steady_clock::now();
  const std::string message = answering_error("read line; sleep 1000", options);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  expect_has(message, "was not waited for, as the run ends, while answering 'add binary32 4'");
  EXPECT_EQ(message.find("second process"), std::string::npos) << message;
}

TEST(ExecDevice, TellsThatItHangsAndLeavesNothingBehind) {
  const std::string pid = temporary_path("pid");
  // The shell's child, not the shell, is what hangs.
  expect_has(answering_error("sleep 1000 & echo $! > " + pid + "; wait", impatient()), "did not answer in time");
  int sleeper = 0;
  std::ifstream(pid) >> sleeper;
  ASSERT_GT(sleeper, 0);
  EXPECT_TRUE(ends_soon(sleeper));
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(ExecDevice, TellsThatItNeverGreets) {
  expect_has(opening_error("cat", impatient()),
             "did not answer in time (--device-timeout sets how many seconds it has) while "
             "saying what it offers");
  expect_has(opening_error("yes | tr -d '\\n'", impatient()), "line 1 of its greeting, 'yyyy");
  expect_has(opening_error("printf 'halfulp-device 1\\n'; yes title x", impatient()), "more than 10000 lines");
}

TEST(ExecDevice, TellsGarbage) {
  expect_has(answering_error("read line; echo debug: computing; cat"),
             "wrote 'debug: computing' where 'results 4' was expected, while answering 'add binary32 4'");
  expect_has(answering_error("read line; printf '\\001\\377\\n'; cat"), "wrote '\\x01\\xff' where");
  expect_has(answering_error("read line; head -c 5000 /dev/zero"), "wrote '\\x00\\x00");
}

TEST(ExecDevice, TellsTooFewAndTooManyResults) {
  expect_has(answering_error("read line; echo results 3; cat"), "wrote 'results 3' where 'results 4' was expected");
  expect_has(answering_error("read line; printf 'results 4\\nabc'; head -c 32 >/dev/null"),
             "ended by itself (exit code 0) after 3 of the 16 bytes of its results");
  expect_has(answering_error("read line; printf 'results 4\\n0123456789abcdefghij\\nend\\n'; cat >/dev/null"),
             "wrote 'ghij' after the 16 bytes of its results, where 'end' was expected");
  expect_has(answering_error("read line; printf 'results 4\\nabcd\\nend\\n'; cat >/dev/null", impatient()),
             "did not answer in time (--device-timeout sets how many seconds it has) after 9 of the 16 bytes");
}

TEST(ExecDevice, TellsAnAnswerThatWasNotAskedFor) {
  const std::string answer = "results 4\\nabcdefghijklmnopend\\n";
  expect_has(answering_error("read line; printf '" + answer + answer + "'; cat >/dev/null"),
             "wrote more than it was asked, behind 'end', while answering 'add binary32 4', also in a second process");
}

TEST(ExecDevice, PassesOnAnErrorOfTheProgram) {
  expect_has(answering_error("while read line; do echo error no such pipeline; done"),
             "answered 'add binary32 4' with 'error no such pipeline'");
  const std::string cause =
      "no such pipeline, as the compiler of the driver finds no instruction in line 12 of the shader";
  expect_has(answering_error("while read line; do echo error " + cause + "; done"), cause + "'");
}

/// A program of the second version that computes mov and may be sent some blocks ahead.
std::string concurrent_program(const std::string& concurrent, const std::string& then) {
  return "printf 'halfulp-device 2\\n" + concurrent + "offer mov binary32\\nready\\n'; " + then;
}

const std::string kMoves = "while read operation format n; do echo results $n; head -c $((4 * n)); echo end; done";

/// Whether blocks of several threads, block i of i + 1 cases, are each answered right; else an error.
std::vector<std::string> move_together(Device& device, std::size_t blocks, std::size_t cases = 1) {
  std::vector<std::string> errors(blocks);
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < blocks; ++i) {
    threads.emplace_back([&, i] {
      const auto operands = random_operands(Operation::mov, cases + i);
      try {
        if (compute(device, Operation::mov, operands) != operands[0]) errors[i] = "wrong";
      } catch (const Error& error) {
        errors[i] = error.what();
      }
    });
    usleep(20000);  // so that they are asked in this order
  }
  threads.clear();
  return errors;
}

TEST(ExecDevice, IsSentBlocksAheadWhereItSaysSo) {
  // It answers two blocks, of one case and of two, once it has both.
  const std::string waits =
      "read first; x=$(head -c 4 | od -An -tx1); read second; head -c 8 > /dev/null; printf 'results 1\\nabcdend\\n"
      "results 2\\nabcdefghend\\n'; cat > /dev/null";
  const auto device = open_device("exec:" + concurrent_program("concurrent 2\\n", waits), impatient());
  EXPECT_EQ(device->concurrency(), 2U);
  EXPECT_EQ(move_together(*device, 2), (std::vector<std::string>{"wrong", "wrong"}));
}

TEST(ExecDevice, AnswersBlocksOfSeveralThreads) {
  for (const std::string greeting : {"concurrent 1\\n", "", "concurrent 3\\n", "concurrent 64\\n"}) {
    const auto device = open_device("exec:" + concurrent_program(greeting, kMoves), {});
    for (const std::string& error : move_together(*device, 6)) EXPECT_EQ(error, "") << greeting;
  }
  EXPECT_EQ(open_device("exec:" + program(kMoves, "mov binary32"), {})->concurrency(), 1U);
  // Blocks that fill every buffer between the two.
  const auto device = open_device("exec:" + concurrent_program("concurrent 4\\n", kMoves), {});
  for (const std::string& error : move_together(*device, 4, 300000)) EXPECT_EQ(error, "");
}

TEST(ExecDevice, IsAskedAgainForBlocksInFlight) {
  const std::string mark = temporary_path("mark");
  const std::string once = "test -e " + mark + " || { touch " + mark + "; read line; kill -9 $$; }; ";
  const auto device = open_device("exec:" + concurrent_program("concurrent 4\\n", once + kMoves), {});
  for (const std::string& error : move_together(*device, 4)) EXPECT_EQ(error, "");
}

TEST(ExecDevice, TakesNoAnswersOutOfOrderOrBeyondTheirEnd) {
  const std::vector<std::string> first_programs{
      // The second block is answered first, and rightly.
      "read first; head -c 4 > /dev/null; read second; printf 'results 2\\n'; head -c 8; printf 'end\\n'; cat",
      "while read operation format n; do echo results $n; head -c $((4 * n)); echo end; echo end; done"};
  for (const std::string& wrong : first_programs) {
    const std::string mark = temporary_path("mark");
    std::string once = "test -e " + mark;
    once.append(" || { touch ").append(mark).append("; ").append(wrong).append("; }; ");
    const auto device = open_device("exec:" + concurrent_program("concurrent 2\\n", once + kMoves), {});
    EXPECT_EQ(move_together(*device, 2), std::vector<std::string>(2)) << wrong;
  }
}

// Also when halfulp is killed, which cannot end it.
TEST(ExecDevice, DoesNotOutliveHalfulp) {
  const std::string pid = temporary_path("pid");
  const std::string hangs = program("sleep 1000 & echo $! > " + pid + "; wait");
  const pid_t halfulp = fork();
  if (halfulp == 0) {
    const std::string device = "exec:" + hangs;
    execl(HALFULP_COMMAND, HALFULP_COMMAND, "check", "--device", device.c_str(), static_cast<char*>(nullptr));
    _exit(1);
  }
  int sleeper = 0;
  for (int tries = 0; tries < 1000 && sleeper == 0; ++tries) {
    usleep(10000);
    std::ifstream(pid) >> sleeper;
  }
  ASSERT_GT(sleeper, 0);
  kill(halfulp, SIGKILL);
  waitpid(halfulp, nullptr, 0);
  EXPECT_TRUE(ends_soon(sleeper));
}

TEST(ExecDevice, RefusesAGreetingThatIsNone) {
  const auto greeting = [](const std::string& lines) { return "printf 'halfulp-device 1\\n" + lines + "'"; };
  expect_has(opening_error("echo hello"), "line 1 of its greeting, 'hello': expected 'halfulp-device 1'");
  expect_has(opening_error("echo halfulp-device 3"), "expected 'halfulp-device 1' or 'halfulp-device 2'");
  expect_has(opening_error(greeting("ofer add binary32\\n")), "line 2 of its greeting, 'ofer add binary32': expected");
  expect_has(opening_error(greeting("offer ad binary32\\n")), "unknown operation (did you mean 'add'?)");
  expect_has(opening_error(greeting("offer add\\n")), "add is asked in binary16, binary32, binary64");
  expect_has(opening_error(greeting("offer add unorm8\\n")), "add is asked in binary16, binary32, binary64");
  expect_has(opening_error(greeting("offer binary32_to_unorm8 binary16\\n")), "is asked in binary32;");
  expect_has(opening_error(greeting("offer add binary32\\noffer add binary32\\n")), "is offered twice");
  expect_has(opening_error(greeting("title x\\nready\\n")), "it offers no operation");
  expect_has(opening_error(greeting("fact driver\\n")), "expected 'fact NAME: TEXT'");
  expect_has(opening_error(greeting("concurrent 2\\n")), "line 2 of its greeting, 'concurrent 2': expected");
  for (const std::string number : {"0", "65", "-1", "2 x", ""}) {
    expect_has(opening_error(concurrent_program("concurrent " + number + "\\n", "")),
               "expected 'concurrent N', N from 1 to 64");
  }
}

TEST(ExecDevice, TellsAProgramThatCannotBeRun) {
  const std::string message = opening_error("/nonexistent/program");
  expect_has(message, "ended by itself (exit code 127) while saying what it offers");
  expect_has(message,
             "; run it in a shell: it has to print its greeting, then 'ready', as docs/howto/exchange.md says");
  expect_has(message, "/nonexistent/program: not found");
  try {
    static_cast<void>(open_device("exec:", {}));
    ADD_FAILURE() << "no program was named";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kUsage);
  }
}

}  // namespace
}  // namespace halfulp
