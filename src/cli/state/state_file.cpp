// SPDX-License-Identifier: Apache-2.0
#include "cli/state/state_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "halfulp/error.hpp"
#include "number/checksum.hpp"
#include "number/descriptor.hpp"

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

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

/// False, with errno, when anything of it fails.
bool write_whole(const std::string& path, std::string_view text) {
  constexpr int kReadableByAll = 0666;
  number::Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kReadableByAll));
  return file.get() >= 0 && write_all(file.get(), text) && ::fsync(file.get()) == 0 && file.close();
}

/// So that the rename outlives the machine. Not every file system can; what it cannot is no loss of what was written.
void synchronise_folder(const std::filesystem::path& folder) {
  const number::Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.get() >= 0) static_cast<void>(::fsync(opened.get()));
}

}  // namespace

void write_sealed(const std::string& path, const report::JsonValue& value) {
  const std::string line = report::json_line(value);
  const std::string temporary = fmt::format("{}.{}{}", path, ::getpid(), kTemporary);
  if (!write_whole(temporary, line + "\n" + seal(line) + "\n") || std::rename(temporary.c_str(), path.c_str()) != 0) {
    const int error = errno;
    static_cast<void>(::unlink(temporary.c_str()));
    fail_to_write(path, error);
  }
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  synchronise_folder(folder.empty() ? "." : folder);
}

report::JsonValue read_sealed(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path)) fail_to_read(path, "cannot be read");
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
