// SPDX-License-Identifier: Apache-2.0
#include "cli/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/replace_file.hpp"
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

void flush_output() {
  if (output_error == 0 && std::fflush(stdout) != 0) note_error();
}

void finish_output() {
  flush_output();
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

bool require_writable(const std::string& path) {
  const bool existed = std::filesystem::exists(path);
  if (!std::ofstream(path, std::ios::app)) write_file(path, "");
  return !existed;
}

void write_file(const std::string& path, std::string_view text) {
  int error = is_replaceable(path) ? replace_file(target_of(path), text) : EACCES;
  // A file may be writable in a folder that is not.
  const bool replaces = error != EACCES;
  if (!replaces) {
    errno = 0;
    std::ofstream file(path, std::ios::binary);
    error = file.write(text.data(), std::ssize(text)).flush() ? 0 : (errno != 0 ? errno : EIO);
  }
  if (error == 0) return;
  std::error_code ignored;
  const bool is_kept = replaces && std::filesystem::exists(path, ignored);
  throw Error(Error::Kind::kInput,
              fmt::format("{}: cannot be written: {}{}; make room, or give a path in a folder that exists and can be "
                          "written",
                          path, std::strerror(error), is_kept ? ", and is as it was" : ""));
}

}  // namespace halfulp::cli
