// SPDX-License-Identifier: Apache-2.0
#include "cli/replace_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <random>

#include "number/descriptor.hpp"

namespace halfulp::cli {
namespace {

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
  number::Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kReadableByAll));
  return file.get() >= 0 && write_all(file.get(), text) && ::fsync(file.get()) == 0 && file.close();
}

/// So that the rename outlives the machine. Not every file system can; what it cannot is no loss of what was written.
void synchronise_folder(const std::filesystem::path& folder) {
  const number::Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.get() >= 0) static_cast<void>(::fsync(opened.get()));
}

}  // namespace

int replace_file(const std::string& path, std::string_view text) {
  // Processes in containers, or on several machines, may have one number.
  const std::string temporary = fmt::format("{}.{}-{:x}{}", path, ::getpid(), std::random_device{}(), kTemporary);
  if (!write_whole(temporary, text) || std::rename(temporary.c_str(), path.c_str()) != 0) {
    const int error = errno;
    static_cast<void>(::unlink(temporary.c_str()));
    return error;
  }
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  synchronise_folder(folder.empty() ? "." : folder);
  return 0;
}

}  // namespace halfulp::cli
