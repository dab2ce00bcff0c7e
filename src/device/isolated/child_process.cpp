// SPDX-License-Identifier: Apache-2.0
#include "device/isolated/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

using std::chrono::milliseconds;

// A process whose end of the stream is closed ends by itself within this time, or is killed.
constexpr milliseconds kGrace{2000};
constexpr std::size_t kLastWords = 600;

void reap(pid_t process) {
  while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
  }
}

class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  void move(const Descriptor& from, int to) { posix_spawn_file_actions_adddup2(&actions_, from.get(), to); }
  void discard(int from) { posix_spawn_file_actions_addopen(&actions_, from, "/dev/null", O_WRONLY, 0); }
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

// The number of the new process. Throws Error(kDevice) when the file cannot be run.
pid_t spawn(const std::string& executable, std::vector<std::string> words, const FileActions& actions,
            ProcessGroup group) {
  words.insert(words.begin(), executable);
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const SpawnAttributes attributes(group);
  pid_t process = -1;
  const int error = posix_spawn(&process, executable.c_str(), actions.get(), attributes.get(), argv.data(), environ);
  if (error != 0) {
    throw Error(Error::Kind::kDevice, fmt::format("cannot run '{}' as a device's process: {}; it must be the halfulp "
                                                  "command",
                                                  executable, std::strerror(error)));
  }
  return process;
}

}  // namespace

ChildProcess::ChildProcess(const std::string& executable, const std::vector<std::string>& arguments, ProcessGroup group)
    : group_(group) {
  auto [stream, child_stream] = connected_sockets();
  stream_ = Stream(std::move(stream));
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw_system("pipe2");
  standard_error_ = above_standard_streams(Descriptor(ends[0]));
  const Descriptor child_error = above_standard_streams(Descriptor(ends[1]));
  if (fcntl(standard_error_.get(), F_SETFL, O_NONBLOCK) != 0) throw_system("fcntl");

  FileActions actions;
  actions.move(child_stream, STDIN_FILENO);
  actions.move(child_stream, STDOUT_FILENO);
  actions.move(child_error, STDERR_FILENO);
  process_ = spawn(executable, arguments, actions, group);
  if (group == ProcessGroup::own) watch_group();
}

// A process that kills the group once this process has ended, however it did. (PR_SET_PDEATHSIG serves only children of
// a thread that lives as long, and not their children.)
void ChildProcess::watch_group() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw_system("pipe2");
  const Descriptor watched = above_standard_streams(Descriptor(ends[0]));
  alive_ = above_standard_streams(Descriptor(ends[1]));
  FileActions actions;
  actions.move(watched, STDIN_FILENO);
  actions.discard(STDOUT_FILENO);
  actions.discard(STDERR_FILENO);
  watcher_ =
      spawn("/bin/sh", {"-c", "read line; kill -s KILL -- -$0", std::to_string(process_)}, actions, ProcessGroup::own);
}

ChildProcess::~ChildProcess() {
  if (process_ < 0) return;
  stream_ = Stream();
  // Its number, and so its group's, is not used again before it is reaped.
  if (!ends_within(kGrace) || group_ == ProcessGroup::own) kill_all();
  if (watcher_ >= 0) {
    kill(watcher_, SIGKILL);
    reap(watcher_);
  }
  reap(process_);
}

// It is not reaped.
bool ChildProcess::ends_within(milliseconds time) const {
  const auto deadline = std::chrono::steady_clock::now() + time;
  while (true) {
    siginfo_t ended{};
    const int error = waitid(P_PID, static_cast<id_t>(process_), &ended, WEXITED | WNOHANG | WNOWAIT);
    if (error != 0 && errno != EINTR) return true;  // someone else has reaped it
    if (error == 0 && ended.si_pid == process_) return true;
    if (std::chrono::steady_clock::now() >= deadline) return false;
    std::this_thread::sleep_for(milliseconds(1));
  }
}

void ChildProcess::kill_all() const { kill(group_ == ProcessGroup::own ? -process_ : process_, SIGKILL); }

std::string ChildProcess::end() const {
  if (!ends_within(kGrace)) {
    kill_all();
    return "closed its stream";
  }
  siginfo_t ended{};
  waitid(P_PID, static_cast<id_t>(process_), &ended, WEXITED | WNOHANG | WNOWAIT);
  if (ended.si_code == CLD_EXITED) return fmt::format("ended by itself (exit code {})", ended.si_status);
  return fmt::format("died (signal {}, {})", ended.si_status, strsignal(ended.si_status));
}

void ChildProcess::wait(int descriptor, short events) {
  std::array<pollfd, 2> waited{{{descriptor, events, 0}, {standard_error_.get(), POLLIN, 0}}};
  constexpr int kLongest = 100;
  poll(waited.data(), waited.size(), kLongest);
  if (waited[1].revents != 0) read_last_words();
}

std::string ChildProcess::last_words() {
  read_last_words();
  std::string words = last_words_;
  words.erase(words.find_last_not_of("\r\n") + 1);
  return words;
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

}  // namespace halfulp::device
