// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "number/descriptor.hpp"

namespace halfulp::device {

using number::Descriptor;

/// A process no longer answers.
struct ProcessLost {
  std::string how;   ///< "did not answer in time"; empty where its stream ended: ChildProcess::end() says how
  std::string when;  ///< "after 3 of the 16 bytes of its results", or nothing
};

/// Decides how long a stream is waited for.
class Waiter {
 public:
  Waiter() = default;
  Waiter(const Waiter&) = delete;
  Waiter& operator=(const Waiter&) = delete;
  virtual ~Waiter() = default;

  /// Waits until a descriptor is ready for the events of poll(), or 0.1 seconds. Throws ProcessLost when the waiting is
  /// over.
  virtual void wait(int descriptor, short events) = 0;

  /// Whether nobody else receives from the stream now.
  [[nodiscard]] virtual bool is_first() const = 0;
};

/// One end of a socket. One thread sends and one receives at a time. All functions throw ProcessLost when the other end
/// is closed.
class Stream {
 public:
  Stream() = default;
  explicit Stream(Descriptor descriptor) : descriptor_(std::move(descriptor)) {}

  /// Sends a whole span, with an open descriptor where one is given. Whoever is first keeps for receive() what comes
  /// before the other end has read everything.
  void send(std::span<const std::byte> bytes, Waiter& waiter, int attached = -1);

  /// Receives a whole span.
  void receive(std::span<std::byte> bytes, Waiter& waiter);

  /// The bytes up to the next line feed, which is left out, or `most` bytes if none of them is one.
  [[nodiscard]] std::string receive_line(std::size_t most, Waiter& waiter);

  /// Whether something came that was not received.
  [[nodiscard]] bool has_more() const;

  /// How many of the bytes that the last receive() waited for did not come.
  [[nodiscard]] std::size_t missing() const { return missing_; }

 private:
  void keep_received();

  Descriptor descriptor_;
  std::vector<std::byte> received_;  // and not asked for yet
  std::size_t missing_ = 0;
};

/// The two ends of a new socket, neither of them 0, 1 or 2. Throws Error(kDevice).
[[nodiscard]] std::pair<Descriptor, Descriptor> connected_sockets();

/// Throws Error(kDevice) that says which call failed, by errno.
[[noreturn]] void throw_system(const char* call);

/// A copy that is not 0, 1 or 2, which a child's own streams take, even where this process has closed its own. Throws
/// Error(kDevice).
[[nodiscard]] Descriptor above_standard_streams(Descriptor descriptor);

}  // namespace halfulp::device
