// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "device/isolated/stream.hpp"

namespace halfulp::device {

/// Whose signals a child process gets: those of the terminal as this process does, or none, its own children being
/// ended with it, also when this process is killed.
enum class ProcessGroup : std::uint8_t { shared, own };

/// A child process, spoken to over its standard input and output (one socket), its standard error kept for messages.
/// It is ended and reaped with this.
class ChildProcess {
 public:
  /// Throws Error(kDevice) when the file cannot be run.
  ChildProcess(const std::string& executable, const std::vector<std::string>& arguments, ProcessGroup group);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  [[nodiscard]] Stream& stream() { return stream_; }

  /// Waits until a descriptor is ready for the events of poll(), or 0.1 seconds; meanwhile reads standard error, so
  /// that a process that writes much there does not block. One thread at a time.
  void wait(int descriptor, short events);

  /// Ends it, with its children in a group of their own. Any thread may call it.
  void kill_all() const;

  /// How it ended, whose stream did: "died (signal 9, Killed)". One that has closed its stream and does not end within
  /// 2 seconds is killed. Any thread may call it.
  [[nodiscard]] std::string end() const;

  /// The end of what it wrote on its standard error, at most 600 bytes.
  [[nodiscard]] std::string last_words();

 private:
  [[nodiscard]] bool ends_within(std::chrono::milliseconds time) const;
  void read_last_words();
  void watch_group();

  Stream stream_;
  Descriptor standard_error_;
  pid_t process_ = -1;
  ProcessGroup group_;
  pid_t watcher_ = -1;  // of its group
  Descriptor alive_;    // which the watcher sees closed when this process ends
  std::string last_words_;
};

}  // namespace halfulp::device
