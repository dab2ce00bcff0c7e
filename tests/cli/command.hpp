// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace halfulp::cli {

using Words = std::vector<std::string>;

inline Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// How the real command ended and what it wrote.
struct Outcome {
  int exit_code = -1;  ///< -1 when a signal ended it
  int signal = 0;
  std::string output;
  std::string diagnostics;
};

struct CommandOptions {
  std::vector<std::string> environment = {};  ///< "NAME=value", added to the test's own
  std::optional<std::string> input = {};      ///< comes through a pipe on standard input; none: it is /dev/null
  std::string folder = {};                    ///< where it runs; "" for where the test does
  bool terminal = false;                      ///< standard output and error are one terminal; all goes to `output`
  /// Sent after that time; 0: none.
  int signal = 0;
  std::chrono::milliseconds after{0};
  /// Asked again and again: the signal is sent once it is true.
  std::function<bool()> when = {};
  bool close_output_at_once = false;  ///< the reader of standard output goes away before anything is written
  bool has_no_input = false;          ///< standard input is closed
  std::string append_to = {};         ///< a file in the place of standard output; "" for none
};

/// Runs the command that the build made.
[[nodiscard]] Outcome run_command(const std::vector<std::string>& arguments, const CommandOptions& options = {});

/// A path for a file of this test, which does not exist yet.
[[nodiscard]] std::string temporary_path(const std::string& name);

[[nodiscard]] std::string read_file(const std::string& path);
void write_text_file(const std::string& path, const std::string& text);

}  // namespace halfulp::cli
