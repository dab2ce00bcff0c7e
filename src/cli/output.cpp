// SPDX-License-Identifier: Apache-2.0
#include "cli/output.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

/// The first errno that writing to standard output gave; 0 for none.
int output_error = 0;

void note_error() {
  if (output_error == 0) output_error = errno;
}

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

}  // namespace

void write_output(std::string_view text) {
  if (output_error == 0 && std::fwrite(text.data(), 1, text.size(), stdout) < text.size()) note_error();
}

bool output_is_open() { return output_error == 0; }

void finish_output() {
  if (output_error == 0 && std::fflush(stdout) != 0) note_error();
  if (output_error == 0 || output_error == EPIPE) return;
  throw Error(Error::Kind::kInput, std::string("standard output: ") + std::strerror(output_error) +
                                       "; give the output a place that takes it");
}

void write_diagnostic(std::string_view text) {
  std::string line(text);
  line += '\n';
  // Nothing is left to tell it to when this fails.
  static_cast<void>(std::fwrite(line.data(), 1, line.size(), stderr));
}

bool output_has_colours() { return isatty(STDOUT_FILENO) != 0 && !is_set("NO_COLOR"); }

bool has_progress_terminal() {
  const char* terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) != 0 && (terminal == nullptr || std::strcmp(terminal, "dumb") != 0);
}

void write_file(const std::string& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (!file) {
    throw Error(Error::Kind::kInput, path + ": cannot be written: " + std::strerror(errno) +
                                         "; give a path in a folder that exists and can be written");
  }
}

}  // namespace halfulp::cli
