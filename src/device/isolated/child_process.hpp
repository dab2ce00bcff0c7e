// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace halfulp::device {

/// A process no longer answers; the message is how: "died (signal 9, Killed)".
class ProcessLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A file descriptor that is closed with this.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();

  [[nodiscard]] int get() const { return number_; }

 private:
  int number_ = -1;
};

/// A child process, spoken to over its standard input and output (one socket), its standard error kept for messages.
/// It is ended and reaped with this.
class ChildProcess {
 public:
  using Deadline = std::chrono::steady_clock::time_point;

  /// Throws Error(kDevice) when the file cannot be run.
  ChildProcess(const std::string& executable, const std::vector<std::string>& arguments);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  /// Sends and receives whole spans. Throw ProcessLost when the process ends or the deadline passes.
  void send(std::span<const std::byte> bytes, Deadline deadline);
  void receive(std::span<std::byte> bytes, Deadline deadline);

  /// The end of what it wrote on its standard error, at most a few lines.
  [[nodiscard]] const std::string& last_words() const { return last_words_; }

 private:
  void wait_until_ready(short events, Deadline deadline);
  void read_last_words();
  [[noreturn]] void throw_lost();

  Descriptor stream_;
  Descriptor standard_error_;
  pid_t process_ = -1;  // -1 once it has been reaped
  std::string last_words_;
};

}  // namespace halfulp::device
