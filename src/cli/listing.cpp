// SPDX-License-Identifier: Apache-2.0
#include "cli/listing.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

constexpr unsigned kLongest = 60;  // seconds

/// Texts, each ended by a zero: what is missing, then of each device its name, kind, title, facts, and a text that is
/// empty.
std::string written(std::string_view kind) {
  std::string text;
  const auto add = [&](const std::string& one) { text.append(one).push_back('\0'); };
  const std::vector<DeviceDescription> found = list_devices(kind);
  add(found.empty() ? why_no_device(kind) : "");
  for (const DeviceDescription& device : found) {
    for (const std::string* const one : {&device.name, &device.kind, &device.title}) add(*one);
    for (const auto& [what, value] : device.facts) {
      add(what);
      add(value);
    }
    add("");
  }
  return text;
}

Listing parsed(std::string_view text) {
  const auto next = [&] {
    const std::size_t end = std::min(text.find('\0'), text.size());
    std::string one(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    return one;
  };
  Listing listing{{}, next()};
  while (!text.empty()) {
    DeviceDescription& device = listing.found.emplace_back();
    for (std::string* const one : {&device.name, &device.kind, &device.title}) *one = next();
    for (std::string what = next(); !what.empty(); what = next()) device.facts.emplace_back(std::move(what), next());
  }
  return listing;
}

std::string read_all(int descriptor) {
  std::string text;
  std::array<char, 4096> block{};
  for (ssize_t count = 0; (count = ::read(descriptor, block.data(), block.size())) > 0;) {
    text.append(block.data(), static_cast<std::size_t>(count));
  }
  return text;
}

[[noreturn]] void serve(int descriptor, std::string_view kind) {
  alarm(kLongest);
  // Drivers write to standard output at times: what they write goes to standard error.
  dup2(STDERR_FILENO, STDOUT_FILENO);
  const std::string text = written(kind);
  std::size_t sent = 0;
  while (sent < text.size()) {
    const ssize_t count = ::write(descriptor, text.data() + sent, text.size() - sent);
    if (count <= 0) break;
    sent += static_cast<std::size_t>(count);
  }
  // Without exit handlers, which drivers leave behind.
  _exit(0);
}

}  // namespace

Listing list_apart(std::string_view kind) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw Error(Error::Kind::kInternal, fmt::format("pipe2: {}", std::strerror(errno)));
  const pid_t process = fork();
  if (process == -1) throw Error(Error::Kind::kInternal, fmt::format("fork: {}", std::strerror(errno)));
  if (process == 0) serve(ends[1], kind);
  close(ends[1]);
  const std::string text = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  waitpid(process, &status, 0);
  if (WIFEXITED(status) && !text.empty()) return parsed(text);
  std::string how = "ended the process";
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    how = signal == SIGALRM ? fmt::format("took longer than {} s", kLongest)
                            : fmt::format("crashed (signal {}, {})", signal, strsignal(signal));
  }
  return {{}, fmt::format("{}: when it was loaded, a driver {}; update it, or remove it", kind, how)};
}

}  // namespace halfulp::cli
