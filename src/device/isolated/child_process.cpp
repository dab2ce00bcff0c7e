// SPDX-License-Identifier: Apache-2.0
#include "device/isolated/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>

#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

using std::chrono::milliseconds;

// A process whose end of the stream is closed ends by itself within this time, or is killed.
constexpr milliseconds kGrace{2000};
constexpr std::size_t kLastWords = 600;

[[noreturn]] void throw_system(const char* what) {
  throw Error(Error::Kind::kDevice, fmt::format("cannot start a device's process: {}: {}; free some processes or file "
                                                "descriptors and run again",
                                                what, std::strerror(errno)));
}

// Clear of 0, 1 and 2, which the child's own streams take, even where this process has closed its own.
Descriptor above_standard_streams(int number) {
  const Descriptor first(number);
  Descriptor moved(fcntl(number, F_DUPFD_CLOEXEC, 3));
  if (moved.get() < 0) throw_system("fcntl");
  return moved;
}

// Most that is kept of what a process writes while it is written to.
constexpr std::size_t kMostKept = std::size_t{1} << 26;

int wait_for(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return 0;  // someone else has reaped it
  }
  return status;
}

class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  void move(const Descriptor& from, int to) { posix_spawn_file_actions_adddup2(&actions_, from.get(), to); }
  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

class SpawnAttributes {
 public:
  explicit SpawnAttributes(ProcessGroup group) {
    posix_spawnattr_init(&attributes_);
    if (group == ProcessGroup::own) posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
  }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;
  ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }
  [[nodiscard]] const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

}  // namespace

ChildProcess::ChildProcess(const std::string& executable, const std::vector<std::string>& arguments, ProcessGroup group)
    : group_(group) {
  std::array<int, 2> ends{};
  // A socket rather than two pipes: a write to one whose other end is gone need not raise SIGPIPE.
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) throw_system("socketpair");
  stream_ = above_standard_streams(ends[0]);
  const Descriptor child_stream = above_standard_streams(ends[1]);
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw_system("pipe2");
  standard_error_ = above_standard_streams(ends[0]);
  const Descriptor child_error = above_standard_streams(ends[1]);
  if (fcntl(standard_error_.get(), F_SETFL, O_NONBLOCK) != 0) throw_system("fcntl");

  FileActions actions;
  actions.move(child_stream, STDIN_FILENO);
  actions.move(child_stream, STDOUT_FILENO);
  actions.move(child_error, STDERR_FILENO);
  std::vector<std::string> words{executable};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const SpawnAttributes attributes(group);
  const int error = posix_spawn(&process_, executable.c_str(), actions.get(), attributes.get(), argv.data(), environ);
  if (error != 0) {
    process_ = -1;
    throw Error(Error::Kind::kDevice, fmt::format("cannot run '{}' as a device's process: {}; it must be the halfulp "
                                                  "command",
                                                  executable, std::strerror(error)));
  }
}

ChildProcess::~ChildProcess() {
  if (process_ < 0) return;
  stream_ = Descriptor();
  if (reap(kGrace)) return;
  kill_all();
  wait_for(process_);
}

// The process's wait status, if it ends within the time; its own children are ended then.
std::optional<int> ChildProcess::reap(milliseconds time) const {
  const auto deadline = std::chrono::steady_clock::now() + time;
  while (true) {
    siginfo_t ended{};
    // Its number, and so its group's, is not used again before it is reaped.
    const int error = waitid(P_PID, static_cast<id_t>(process_), &ended, WEXITED | WNOHANG | WNOWAIT);
    if (error != 0 && errno != EINTR) return 0;  // someone else has reaped it
    if (error == 0 && ended.si_pid == process_) {
      if (group_ == ProcessGroup::own) kill_all();
      return wait_for(process_);
    }
    if (std::chrono::steady_clock::now() >= deadline) return std::nullopt;
    std::this_thread::sleep_for(milliseconds(1));
  }
}

void ChildProcess::kill_all() const { kill(group_ == ProcessGroup::own ? -process_ : process_, SIGKILL); }

void ChildProcess::send(std::span<const std::byte> bytes, const Patience& patience) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(stream_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
    } else if (sent < 0 && errno == EAGAIN) {
      const bool keeps = received_.size() < kMostKept;
      wait_until_ready(static_cast<short>(keeps ? POLLOUT | POLLIN : POLLOUT), patience);
      if (keeps) keep_received();
    } else if (sent < 0 && errno != EINTR) {
      throw_lost();
    }
  }
}

void ChildProcess::receive(std::span<std::byte> bytes, const Patience& patience) {
  const std::size_t kept = std::min(bytes.size(), received_.size());
  std::copy_n(received_.begin(), kept, bytes.begin());
  received_.erase(received_.begin(), received_.begin() + static_cast<std::ptrdiff_t>(kept));
  bytes = bytes.subspan(kept);
  missing_ = bytes.size();
  while (!bytes.empty()) {
    const ssize_t received = recv(stream_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (received > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(received));
      missing_ = bytes.size();
    } else if (received < 0 && errno == EAGAIN) {
      wait_until_ready(POLLIN, patience);
    } else if (received == 0 || errno != EINTR) {
      throw_lost();
    }
  }
}

std::string ChildProcess::receive_line(std::size_t most, const Patience& patience) {
  while (true) {
    const auto end = std::find(received_.begin(), received_.end(), std::byte{'\n'});
    const bool is_whole = end != received_.end();
    const auto length = static_cast<std::size_t>(end - received_.begin());
    if (is_whole || length >= most) {
      std::string line(std::min(length, most), '\0');
      receive(std::as_writable_bytes(std::span(line)), patience);
      if (is_whole && length <= most) received_.erase(received_.begin());
      return line;
    }
    wait_until_ready(POLLIN, patience);
    keep_received();
  }
}

// What is there to be read.
void ChildProcess::keep_received() {
  std::array<std::byte, 65536> buffer{};
  const ssize_t count = recv(stream_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (count > 0) {
    received_.insert(received_.end(), buffer.begin(), buffer.begin() + count);
  } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
    throw_lost();
  }
}

void ChildProcess::wait_until_ready(short events, const Patience& patience) {
  const auto left = std::chrono::duration_cast<milliseconds>(patience.end - std::chrono::steady_clock::now());
  const bool is_given_up = patience.is_given_up();
  if (left.count() <= 0 || is_given_up) {
    read_last_words();
    kill_all();
    wait_for(std::exchange(process_, -1));
    throw ProcessLost(is_given_up ? "was not waited for, as the run ends,"
                                  : "did not answer in time (--device-timeout sets how many seconds it has)");
  }
  // Its standard error is read meanwhile, so that a process that writes much there does not block.
  std::array<pollfd, 2> waited{{{stream_.get(), events, 0}, {standard_error_.get(), POLLIN, 0}}};
  constexpr milliseconds kLongest{100};
  poll(waited.data(), waited.size(), static_cast<int>(std::min(left, kLongest).count()));
  if (waited[1].revents != 0) read_last_words();
}

void ChildProcess::read_last_words() {
  std::array<char, 4096> buffer{};
  while (true) {
    const ssize_t count = read(standard_error_.get(), buffer.data(), buffer.size());
    if (count > 0) {
      last_words_.append(buffer.data(), static_cast<std::size_t>(count));
      if (last_words_.size() > kLastWords) last_words_.erase(0, last_words_.size() - kLastWords);
    } else if (count == 0) {
      standard_error_ = Descriptor();  // closed: poll() leaves it out from now on
      return;
    } else if (errno != EINTR) {
      return;
    }
  }
}

void ChildProcess::throw_lost() {
  const std::optional<int> status = reap(kGrace);
  if (!status) {
    kill_all();
    wait_for(process_);
  }
  process_ = -1;
  read_last_words();
  if (!status) throw ProcessLost("closed its stream");
  if (WIFSIGNALED(*status)) {
    const int signal = WTERMSIG(*status);
    throw ProcessLost(fmt::format("died (signal {}, {})", signal, strsignal(signal)));
  }
  throw ProcessLost(fmt::format("ended by itself (exit code {})", WEXITSTATUS(*status)));
}

}  // namespace halfulp::device
