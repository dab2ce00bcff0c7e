// SPDX-License-Identifier: Apache-2.0
// Reproducers that are programs, built and run.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>

#include "device/failed_case.hpp"

namespace halfulp::test {

/// Of what a program writes: its standard output, or its standard error too.
enum class Shown : std::uint8_t { output, both };

struct Ended {
  int exit_code = -1;
  std::string output;
};

/// Writes the program to "case." and `ending` in a folder of its own, builds "reproducer" there by the command and runs
/// it.
inline Ended build_and_run(const std::string& program, const std::string& ending, const std::string& build,
                           Shown shown = Shown::output) {
  const auto folder = std::filesystem::temp_directory_path() / fmt::format("halfulp_reproducer_{}", ::getpid());
  std::filesystem::create_directory(folder);
  std::ofstream(folder / ("case." + ending)) << program;
  EXPECT_EQ(std::system(fmt::format("cd {} && {}", folder.string(), build).c_str()), 0) << program;
  const int status = std::system(
      fmt::format("cd {} && ./reproducer > output 2>{}", folder.string(), shown == Shown::both ? "&1" : "diagnostics")
          .c_str());
  std::ifstream file(folder / "output");
  Ended run{.exit_code = WEXITSTATUS(status), .output = std::string(std::istreambuf_iterator<char>(file), {})};
  std::filesystem::remove_all(folder);
  return run;
}

/// A case of which the one result is permitted.
inline device::FailedCase failed_case(Operation operation, Format format, std::span<const Bits> operands,
                                      Bits permitted, const std::string& command) {
  return {.operation = operation,
          .format = format,
          .operands = operands,
          .observed = 1,
          .permitted = {.format = info(operation).result(format),
                        .ranges = {{permitted, permitted}},
                        .nan = NanKind::none,
                        .nan_patterns = {},
                        .anything = false},
          .rulebook = "d3d11",
          .rule = "some.rule",
          .says = "the sentence",
          .source = "the clause",
          .command = command};
}

}  // namespace halfulp::test
