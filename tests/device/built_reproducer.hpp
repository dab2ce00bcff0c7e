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
#include <utility>
#include <vector>

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

/// The programs that `halfulp check` with these arguments writes, whose names have that ending. It is to end with 1:
/// something is not permitted.
inline std::vector<std::string> written_by_check(const std::string& arguments, const std::string& ending) {
  const auto folder = std::filesystem::temp_directory_path() / fmt::format("halfulp_written_{}", ::getpid());
  const int status = std::system(
      fmt::format("{} check {} --reproducer {} > /dev/null", HALFULP_COMMAND, arguments, folder.string()).c_str());
  EXPECT_EQ(WEXITSTATUS(status), 1) << arguments;
  std::vector<std::string> programs;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ending) continue;
    std::ifstream file(entry.path());
    programs.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  std::filesystem::remove_all(folder);
  return programs;
}

/// A rulebook in a file that asks an operation of Direct3D 11 for results within 2^-26, so that most devices fail.
class StrictRulebook {
 public:
  explicit StrictRulebook(std::string operation)
      : operation_(std::move(operation)),
        path_(std::filesystem::temp_directory_path() / fmt::format("halfulp_strict_{}.toml", ::getpid())) {
    std::ofstream(path_) << "[rulebook]\nid = \"strict\"\ntitle = \"Strict\"\nextends = \"d3d11\"\n\n[[rule]]\n"
                            "id = \"STRICT\"\naccuracy = { absolute = \"2^-26\" }\nstatus = \"stated\"\n"
                            "source = { document = \"MINE\", clause = \"1\", says = \"within 2^-26\" }\n"
                         << "operations = [\"" << operation_ << "\"]\n";
  }
  StrictRulebook(const StrictRulebook&) = delete;
  StrictRulebook& operator=(const StrictRulebook&) = delete;
  ~StrictRulebook() { std::filesystem::remove(path_); }

  /// Of `halfulp check`.
  [[nodiscard]] std::vector<std::string> words() const {
    return {"--operation", operation_, "--rulebook", path_.string()};
  }
  [[nodiscard]] std::string arguments() const { return fmt::format("{}", fmt::join(words(), " ")); }

 private:
  std::string operation_;
  std::filesystem::path path_;
};

/// Expects that a program that was run ended with 1 and printed the bits that the device gave, which are in a comment.
inline void expect_bits_of_device(const std::string& program, const Ended& run) {
  const std::string line = "// The device's result:\n//   ";
  const auto bits_after = [](const std::string& text, const std::string& words) {
    const std::size_t at = text.find(words);
    return at == std::string::npos ? ~0ULL : std::strtoull(text.c_str() + at + words.size(), nullptr, 16);
  };
  EXPECT_EQ(run.exit_code, 1) << program;
  EXPECT_EQ(bits_after(run.output, "result "), bits_after(program, line)) << program;
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
