// SPDX-License-Identifier: Apache-2.0
#include "command.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <thread>

extern char** environ;

namespace halfulp::cli {
namespace {

void require(bool fine, const char* what) {
  if (!fine) throw std::runtime_error(std::string(what) + ": " + std::strerror(errno));
}

struct Stream {
  int ours = -1;
  int theirs = -1;
};

Stream pipe_stream() {
  std::array<int, 2> ends{};
  require(pipe2(ends.data(), O_CLOEXEC) == 0, "pipe2");
  return {ends[0], ends[1]};
}

Stream terminal_stream() {
  const int ours = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  require(ours >= 0 && grantpt(ours) == 0 && unlockpt(ours) == 0, "posix_openpt");
  const int theirs = open(ptsname(ours), O_RDWR | O_NOCTTY | O_CLOEXEC);
  require(theirs >= 0, "open the terminal");
  return {ours, theirs};
}

/// Reads all streams to their ends (a terminal ends with EIO).
void drain(const std::vector<std::pair<int, std::string*>>& streams) {
  std::vector<pollfd> waiting;
  for (const auto& stream : streams) waiting.push_back({stream.first, POLLIN, 0});
  std::size_t open_streams = waiting.size();
  std::array<char, 4096> buffer{};
  while (open_streams > 0) {
    if (poll(waiting.data(), waiting.size(), -1) < 0) continue;
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (waiting[i].fd < 0 || waiting[i].revents == 0) continue;
      const ssize_t count = read(waiting[i].fd, buffer.data(), buffer.size());
      if (count > 0) {
        streams[i].second->append(buffer.data(), static_cast<std::size_t>(count));
      } else {
        waiting[i].fd = -1;
        --open_streams;
      }
    }
  }
}

/// Writes and closes; a reader that goes away is the test's affair.
/// In a thread of its own. A command that ends without reading its input is no fault of the test. The signal is blocked
/// in this thread only: the commands that the test starts would inherit one that is ignored.
void write_all(int descriptor, std::string_view text) {
  sigset_t broken_pipe;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
  while (!text.empty()) {
    const ssize_t count = write(descriptor, text.data(), text.size());
    if (count <= 0) break;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  close(descriptor);
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

pid_t spawn(const std::vector<std::string>& arguments, const CommandOptions& options, int input, int output,
            int diagnostics) {
  std::vector<std::string> words = {HALFULP_COMMAND};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> variables = options.environment;
  for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!options.folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, options.folder.c_str());
  if (options.has_no_input) {
    posix_spawn_file_actions_addclose(&actions, STDIN_FILENO);
  } else if (input < 0) {
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  } else {
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  }
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  if (!options.append_to.empty()) {
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, options.append_to.c_str(), O_WRONLY | O_APPEND, 0);
  }
  posix_spawn_file_actions_adddup2(&actions, diagnostics, STDERR_FILENO);
  pid_t process = 0;
  const int error =
      posix_spawn(&process, HALFULP_COMMAND, &actions, nullptr, pointers(words).data(), pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  errno = error;
  require(error == 0, "posix_spawn " HALFULP_COMMAND);
  return process;
}

}  // namespace

Outcome run_command(const std::vector<std::string>& arguments, const CommandOptions& options) {
  const Stream output = options.terminal ? terminal_stream() : pipe_stream();
  const Stream diagnostics = options.terminal ? Stream{} : pipe_stream();
  // pipe_stream() gives the end to read first.
  const Stream input = options.input ? pipe_stream() : Stream{};
  if (options.close_output_at_once) close(output.ours);
  const pid_t process =
      spawn(arguments, options, input.ours, output.theirs, options.terminal ? output.theirs : diagnostics.theirs);
  close(output.theirs);
  if (!options.terminal) close(diagnostics.theirs);

  std::jthread writer;
  if (options.input) {
    close(input.ours);
    writer = std::jthread([&text = *options.input, end = input.theirs] { write_all(end, text); });
  }
  std::jthread killer;
  if (options.signal != 0) {
    killer = std::jthread([&options, process] {
      constexpr std::chrono::milliseconds kBetweenQuestions(5);
      std::this_thread::sleep_for(options.after);
      siginfo_t ended = {};
      const auto runs = [&] {
        return waitid(P_PID, static_cast<id_t>(process), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == 0;
      };
      while (options.when && runs() && !options.when()) std::this_thread::sleep_for(kBetweenQuestions);
      kill(process, options.signal);
    });
  }
  Outcome outcome;
  std::vector<std::pair<int, std::string*>> streams;
  if (!options.close_output_at_once) streams.emplace_back(output.ours, &outcome.output);
  if (!options.terminal) streams.emplace_back(diagnostics.ours, &outcome.diagnostics);
  drain(streams);
  // Not reaped before the signal is sent, so that it can reach no other process.
  if (killer.joinable()) killer.join();
  if (writer.joinable()) writer.join();
  int status = 0;
  require(waitpid(process, &status, 0) == process, "waitpid");
  for (const auto& stream : streams) close(stream.first);
  if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
  return outcome;
}

std::string temporary_path(const std::string& name) {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "halfulp_cli_tests" /
                                       (std::string(test->test_suite_name()) + "." + test->name());
  std::filesystem::create_directories(folder);
  const std::filesystem::path path = folder / name;
  std::filesystem::remove_all(path);
  return path.string();
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write_text_file(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace halfulp::cli
