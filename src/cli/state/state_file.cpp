// SPDX-License-Identifier: Apache-2.0
#include "cli/state/state_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "cli/replace_file.hpp"
#include "halfulp/error.hpp"
#include "number/checksum.hpp"

namespace halfulp::cli {
namespace {

/// The second line of the file, for the first one.
std::string seal(std::string_view line) { return fmt::format("{{\"fnv1a64\":\"{:016x}\"}}", number::checksum(line)); }

[[noreturn]] void fail_to_write(const std::string& path, int error) {
  throw Error(Error::Kind::kInput,
              fmt::format("{}: cannot be written: {}; what was written before is kept: make room, or the folder "
                          "writable, and continue with --resume",
                          path, std::strerror(error)));
}

[[noreturn]] void fail_to_read(const std::string& path, const std::string& what) {
  throw Error(Error::Kind::kInput, path + ": " + what);
}

}  // namespace

void write_sealed(const std::string& path, const report::JsonValue& value) {
  const std::string line = report::json_line(value);
  if (const int error = replace_file(path, line + "\n" + seal(line) + "\n"); error != 0) fail_to_write(path, error);
}

report::JsonValue read_sealed(const std::string& path) {
  std::error_code unknown;
  const bool is_file = std::filesystem::is_regular_file(path, unknown);
  if (unknown) fail_to_read(path, "cannot be read: " + unknown.message());
  if (!is_file) fail_to_read(path, "is no file");
  std::ifstream file(path, std::ios::binary);
  if (!file) fail_to_read(path, std::string("cannot be read: ") + std::strerror(errno));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) fail_to_read(path, "cannot be read to its end");
  const std::size_t end = text.find('\n');
  if (end == std::string::npos || !text.ends_with('\n') || text.find('\n', end + 1) == std::string::npos) {
    fail_to_read(path, "is cut short");
  }
  const std::string_view line = std::string_view(text).substr(0, end);
  if (std::string_view(text).substr(end + 1) != seal(line) + "\n")
    fail_to_read(path, "is damaged: its checksum does not fit");
  try {
    return report::parse_json(line);
  } catch (const Error& error) {
    fail_to_read(path, error.what());
  }
}

}  // namespace halfulp::cli
