// SPDX-License-Identifier: Apache-2.0
#include "cli/byte_stream.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include "cli/output.hpp"
#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

[[noreturn]] void fail(const std::string& name, const char* what, const char* remedy) {
  throw Error(Error::Kind::kInput, name + ": " + what + ": " + std::strerror(errno) + "; " + remedy);
}

[[noreturn]] void fail_as_same(const std::string& name) {
  throw Error(Error::Kind::kUsage, name + " is read and written; give another file for the output");
}

constexpr const char* kReadable = "give a file that exists and can be read";
constexpr const char* kWritable = "give a path in a folder that exists and can be written";

/// Whether the two, of which `found` says whether there are any, are the same regular file.
bool same_file(bool found, const struct stat& first, int other) {
  struct stat second {};
  return found && fstat(other, &second) == 0 && S_ISREG(first.st_mode) && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

}  // namespace

InputBytes::InputBytes(const std::string& path)
    : name_(path == "-" ? "standard input" : path),
      descriptor_(path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (descriptor_ < 0) fail(name_, "cannot be opened", kReadable);
}

InputBytes::~InputBytes() {
  if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
}

std::optional<std::uint64_t> InputBytes::size() const {
  struct stat status {};
  if (fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  const off_t at = lseek(descriptor_, 0, SEEK_CUR);
  if (at < 0 || at > status.st_size) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size - at);
}

std::size_t InputBytes::read(std::span<std::byte> buffer) {
  std::size_t filled = 0;
  while (filled < buffer.size()) {
    const ssize_t count = ::read(descriptor_, buffer.data() + filled, buffer.size() - filled);
    if (count == 0) break;
    if (count > 0) {
      filled += static_cast<std::size_t>(count);
    } else if (errno != EINTR) {
      fail(name_, "cannot be read", kReadable);
    }
  }
  return filled;
}

OutputBytes::OutputBytes(const std::string& path, const InputBytes& input) : path_(path) {
  struct stat status {};
  if (path == "-") {
    if (same_file(fstat(STDOUT_FILENO, &status) == 0, status, input.descriptor())) fail_as_same(input.name());
    return;
  }
  if (same_file(stat(path.c_str(), &status) == 0, status, input.descriptor())) fail_as_same(path_);
  if (is_replaceable(path)) {
    file_.emplace(target_of(path));
    if (file_->error() == 0) return;
    errno = file_->error();
    if (errno != EACCES) fail(path_, "cannot be written", kWritable);
    file_.reset();  // a file may be writable in a folder that is not
  }
  constexpr mode_t kMode = 0666;
  descriptor_ = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kMode);
  if (descriptor_ < 0) fail(path_, "cannot be written", kWritable);
}

OutputBytes::~OutputBytes() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void OutputBytes::write(std::span<const std::byte> bytes) {
  constexpr const char* kRemedy = "give the output a place that takes it all";
  if (file_) {
    file_->write(bytes);
    errno = file_->error();
    if (errno != 0) fail(path_, "cannot be written", kRemedy);
    return;
  }
  if (descriptor_ < 0) return write_output({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      fail(path_, "cannot be written", kRemedy);
    }
  }
}

bool OutputBytes::is_open() const { return file_ || descriptor_ >= 0 || output_is_open(); }

void OutputBytes::close() {
  errno = file_ ? file_->commit(false) : 0;
  if (errno != 0) fail(path_, "cannot be written", "give the output a place that takes it");
  if (descriptor_ >= 0 && ::close(std::exchange(descriptor_, -1)) != 0) {
    fail(path_, "cannot be written", "give the output a place that takes it");
  }
}

}  // namespace halfulp::cli
