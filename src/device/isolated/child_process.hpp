// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "number/descriptor.hpp"

namespace halfulp::device {

/// A process no longer answers; the message is how: "died (signal 9, Killed)".
class ProcessLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

using number::Descriptor;

/// Whose signals a child process gets: those of the terminal as this process does, or none, its own children being
/// ended with it.
enum class ProcessGroup : std::uint8_t { shared, own };

/// A child process, spoken to over its standard input and output (one socket), its standard error kept for messages.
/// It is ended and reaped with this.
class ChildProcess {
 public:
  /// How long to wait.
  struct Patience {
    std::chrono::steady_clock::time_point end;
    bool (*gives_up)() = nullptr;  ///< asked meanwhile; true ends it

    [[nodiscard]] bool is_given_up() const { return gives_up != nullptr && gives_up(); }
  };

  /// Throws Error(kDevice) when the file cannot be run.
  ChildProcess(const std::string& executable, const std::vector<std::string>& arguments,
               ProcessGroup group = ProcessGroup::shared);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  /// Sends and receives whole spans. Throw ProcessLost when the process ends or the patience. What the process
  /// writes before it has read everything is kept for receive().
  void send(std::span<const std::byte> bytes, const Patience& patience);
  void receive(std::span<std::byte> bytes, const Patience& patience);

  /// The bytes up to the next line feed, which is left out, or `most` bytes where there is none among so many.
  [[nodiscard]] std::string receive_line(std::size_t most, const Patience& patience);

  /// How many of the bytes that the last receive() waited for did not come.
  [[nodiscard]] std::size_t missing() const { return missing_; }

  /// The end of what it wrote on its standard error, at most a few lines.
  [[nodiscard]] const std::string& last_words() const { return last_words_; }

 private:
  void wait_until_ready(short events, const Patience& patience);
  void keep_received();
  [[nodiscard]] std::optional<int> reap(std::chrono::milliseconds time) const;
  void kill_all() const;
  void read_last_words();
  [[noreturn]] void throw_lost();

  Descriptor stream_;
  Descriptor standard_error_;
  pid_t process_ = -1;  // -1 once it has been reaped
  ProcessGroup group_;
  std::vector<std::byte> received_;  // and not asked for yet
  std::size_t missing_ = 0;
  std::string last_words_;
};

}  // namespace halfulp::device
