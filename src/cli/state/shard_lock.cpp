// SPDX-License-Identifier: Apache-2.0
#include "cli/state/shard_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "cli/output.hpp"
#include "halfulp/error.hpp"
#include "number/one_line.hpp"

namespace halfulp::cli {
namespace {

[[noreturn]] void refuse(const std::string& message) { throw Error(Error::Kind::kInput, message); }

/// Whether the path still leads to an open file: its last owner may have removed it.
bool leads_to(const std::string& path, int file) {
  struct stat by_path = {};
  struct stat opened = {};
  return stat(path.c_str(), &by_path) == 0 && fstat(file, &opened) == 0 && by_path.st_ino == opened.st_ino &&
         by_path.st_dev == opened.st_dev;
}

/// "process 1234 on node5 (halfulp check --device host --out run)": this process, as others name it.
std::string this_process() {
  constexpr std::size_t kMostOfCommand = 300;
  std::array<char, 256> host{};
  if (gethostname(host.data(), host.size() - 1) != 0) host[0] = '?';
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string command;
  for (std::string word; std::getline(file, word, '\0');) command += (command.empty() ? "" : " ") + shell_word(word);
  if (command.size() > kMostOfCommand) command.replace(kMostOfCommand, std::string::npos, "...");
  return fmt::format("process {} on {} ({})", getpid(), host.data(), command);
}

std::string owner_of(int file) {
  std::array<char, 1024> text{};
  const ssize_t size = pread(file, text.data(), text.size(), 0);
  return size > 0 ? number::one_line({text.data(), static_cast<std::size_t>(size)}) : "another process";
}

}  // namespace

ShardLock::ShardLock(std::string path) : path_(std::move(path)) {
  constexpr int kReadableByAll = 0666;
  while (true) {
    number::Descriptor file(open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kReadableByAll));
    if (file.get() < 0) refuse(fmt::format("{}: cannot be made: {}", path_, std::strerror(errno)));
    if (flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) refuse(fmt::format("{}: cannot be locked: {}", path_, std::strerror(errno)));
      refuse(fmt::format("{}: {} judges this run; wait for it, end it, or give another --out", path_,
                         owner_of(file.get())));
    }
    if (!leads_to(path_, file.get())) continue;
    file_ = std::move(file);
    const std::string owner = this_process();
    if (ftruncate(file_.get(), 0) != 0 || pwrite(file_.get(), owner.data(), owner.size(), 0) < 0) {
      refuse(fmt::format("{}: cannot be written: {}", path_, std::strerror(errno)));
    }
    return;
  }
}

ShardLock::~ShardLock() { static_cast<void>(unlink(path_.c_str())); }

}  // namespace halfulp::cli
