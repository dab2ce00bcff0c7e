// SPDX-License-Identifier: Apache-2.0
#include "cli/replace_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <random>
#include <utility>

namespace halfulp::cli {
namespace {

bool write_all(int file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

/// So that the rename outlives the machine. Not every file system can; what it cannot is no loss of what was written.
void synchronise_folder(const std::filesystem::path& folder) {
  const number::Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.get() >= 0) static_cast<void>(::fsync(opened.get()));
}

}  // namespace

FileReplacement::FileReplacement(std::string path)
    : path_(std::move(path)),
      // Processes in containers, or on several machines, may have one number.
      temporary_(fmt::format("{}.{}-{:x}{}", path_, ::getpid(), std::random_device{}(), kTemporary)) {
  constexpr int kReadableByAll = 0666;
  file_ = number::Descriptor(::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kReadableByAll));
  note_failure(file_.get() >= 0);
}

FileReplacement::~FileReplacement() {
  if (!temporary_.empty()) static_cast<void>(::unlink(temporary_.c_str()));
}

void FileReplacement::write(std::span<const std::byte> bytes) {
  if (error_ == 0) note_failure(write_all(file_.get(), bytes));
}

void FileReplacement::write_first(std::string_view text) {
  if (error_ == 0) note_failure(::lseek(file_.get(), 0, SEEK_SET) == 0);
  write(text);
}

int FileReplacement::commit(bool durable) {
  if (error_ != 0) return error_;
  note_failure((!durable || ::fsync(file_.get()) == 0) && file_.close() &&
               std::rename(temporary_.c_str(), path_.c_str()) == 0);
  if (error_ != 0) return error_;
  temporary_.clear();
  const std::filesystem::path folder = std::filesystem::path(path_).parent_path();
  if (durable) synchronise_folder(folder.empty() ? "." : folder);
  return 0;
}

void FileReplacement::note_failure(bool fine) {
  if (!fine && error_ == 0) error_ = errno;
}

bool is_replaceable(const std::string& path) {
  std::error_code ignored;
  return !path.starts_with("/dev/") && !path.starts_with("/proc/") &&
         (!std::filesystem::exists(path, ignored) || std::filesystem::is_regular_file(path, ignored));
}

std::string target_of(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::path target = std::filesystem::canonical(path, ignored);
  return target.empty() ? path : target.string();
}

int replace_file(const std::string& path, std::string_view text) {
  FileReplacement file(path);
  file.write(text);
  return file.commit();
}

}  // namespace halfulp::cli
