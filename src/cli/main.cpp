// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/exit_code.hpp"
#include "cli/output.hpp"
#include "cli/parse.hpp"
#include "cli/run/interrupt.hpp"
#include "cli/subcommand.hpp"
#include "halfulp/error.hpp"

namespace {

using halfulp::cli::ExitCode;

/// A stream that the caller has closed would lend its number to the next file that is opened. Each is opened so that
/// reading or writing it fails.
void hold_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) < 0) open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

ExitCode run(const std::vector<std::string>& command_line) {
  const auto parsed = halfulp::cli::parse(command_line, halfulp::cli::subcommands());
  ExitCode code = ExitCode::kConforms;
  if (parsed.subcommand == nullptr) {
    halfulp::cli::write_output(parsed.text);
  } else {
    code = parsed.subcommand->run(parsed.arguments);
  }
  halfulp::cli::finish_output();
  return code;
}

}  // namespace

int main(int argument_count, char** argument_values) {
  hold_closed_streams();
  // A reader that goes away (halfulp rules | head) makes writes fail instead of killing the process.
  std::signal(SIGPIPE, SIG_IGN);
  // So does a file that may not grow further (ulimit -f).
  std::signal(SIGXFSZ, SIG_IGN);
  ExitCode code = ExitCode::kInternal;
  try {
    code = run({argument_values + 1, argument_values + argument_count});
  } catch (const halfulp::Error& error) {
    halfulp::cli::write_diagnostic(std::string("halfulp: ") + error.what());
    code = halfulp::cli::exit_code(error.kind());
  } catch (const std::filesystem::filesystem_error& error) {
    halfulp::cli::write_diagnostic("halfulp: " + error.path1().string() + ": " + error.code().message() +
                                   "; give a path that can be used");
    code = halfulp::cli::exit_code(halfulp::Error::Kind::kInput);
  } catch (const std::exception& error) {
    halfulp::cli::write_diagnostic(std::string("halfulp: internal error: ") + error.what());
  }
  halfulp::cli::end_by_interrupt();
  return static_cast<int>(code);
}
