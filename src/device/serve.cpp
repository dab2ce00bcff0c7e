// SPDX-License-Identifier: Apache-2.0
#include "device/serve.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "device/isolated/shared_memory.hpp"
#include "device/isolated/wire.hpp"
#include "device/shader/float_controls.hpp"
#include "halfulp/error.hpp"
#include "number/descriptor.hpp"

namespace halfulp::device {
namespace {

// One end of a socket, whose other end the parent has; false when that is closed.
class Socket {
 public:
  Socket(int input, int output) : input_(input), output_(output) {}

  bool read(std::span<std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t count = read_some(bytes);
      if (count == 0 || (count < 0 && errno != EINTR)) return false;
      if (count > 0) bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return true;
  }

  template <class Value>
  bool read_value(Value& value) {
    return read(std::as_writable_bytes(std::span(&value, 1)));
  }

  /// The descriptor that came last.
  [[nodiscard]] number::Descriptor take_attached() { return std::move(attached_); }

  [[nodiscard]] bool send(MessageKind kind, std::string_view text) const {
    const MessageHeader header{.kind = kind, .bytes = text.size()};
    return write(std::as_bytes(std::span(&header, 1))) && write(std::as_bytes(std::span(text)));
  }

 private:
  ssize_t read_some(std::span<std::byte> bytes) {
    iovec part{.iov_base = bytes.data(), .iov_len = bytes.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    const ssize_t count = recvmsg(input_, &message, MSG_CMSG_CLOEXEC);
    const cmsghdr* const header = count > 0 ? CMSG_FIRSTHDR(&message) : nullptr;
    if (header != nullptr && header->cmsg_type == SCM_RIGHTS) {
      int number = -1;
      std::memcpy(&number, CMSG_DATA(header), sizeof(number));
      attached_ = number::Descriptor(number);
    }
    return count;
  }

  [[nodiscard]] bool write(std::span<const std::byte> bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = ::write(output_, bytes.data(), bytes.size());
      if (count == 0 || (count < 0 && errno != EINTR)) return false;
      if (count > 0) bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return true;
  }

  int input_;
  int output_;
  number::Descriptor attached_;
};

// Computes the block; the error, or nothing.
std::optional<Error> compute(Device& device, const BlockRequest& request, const SharedMemory& memory) {
  if (request.cases == 0) {
    device.prepare(request.operation, request.format, request.variant);
    return std::nullopt;
  }
  const BlockLayout layout(request.operation, request.format, request.cases);
  const std::vector<Lane> lanes = layout.operands(memory.begin());
  const std::vector<ConstLane> operands(lanes.begin(), lanes.end());
  try {
    device.compute(request.operation, request.format, request.variant, operands, layout.results(memory.begin()));
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

// Answers the blocks of one channel until the other side is gone.
void serve_channel(Device& device, const number::Descriptor& descriptor) {
  Socket socket(descriptor.get(), descriptor.get());
  SharedMemory memory;
  std::shared_ptr<void> use;  // of the memory by the device
  MessageHeader header;
  while (socket.read_value(header)) {
    if (header.kind == MessageKind::memory) {
      MemoryMessage message;
      if (!socket.read_value(message)) return;
      use.reset();
      memory = SharedMemory(socket.take_attached(), message.bytes);
      use = device.use({memory.begin(), memory.size()});
    } else {
      BlockRequest request;
      if (!socket.read_value(request)) return;
      const auto error = compute(device, request, memory);
      const bool sent =
          error ? socket.send(MessageKind::error, write_error(*error)) : socket.send(MessageKind::done, "");
      if (!sent) return;
    }
  }
}

// Opens channels until the other side is gone.
void serve(Device& device, Socket& socket) {
  std::vector<std::jthread> threads;
  MessageHeader header;
  while (socket.read_value(header)) {
    threads.emplace_back([&device, descriptor = socket.take_attached()] { serve_channel(device, descriptor); });
  }
}

// Ends this process some time after the other side is gone, even where a driver hangs: who asked was killed, and nobody
// else would end it.
void end_with(int input) {
  static constexpr std::chrono::seconds kGrace(2);
  std::thread([input] {
    pollfd gone{.fd = input, .events = 0, .revents = 0};
    while (poll(&gone, 1, -1) < 0 && errno == EINTR) {
    }
    std::this_thread::sleep_for(kGrace);
    _exit(EXIT_FAILURE);
  }).detach();
}

// Whole seconds above 0.
std::optional<std::chrono::seconds> parse_seconds(const std::string& text) {
  int seconds = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, seconds);
  if (error != std::errc() || end != last || seconds < 1) return std::nullopt;
  return std::chrono::seconds(seconds);
}

}  // namespace

std::vector<std::string> serve_arguments(const std::string& name, const DeviceOptions& options) {
  return {name, float_controls_text(options.float_controls), fmt::to_string(options.block_timeout.count())};
}

int serve_device(std::span<const std::string> arguments, decltype(&open_device) open) {
  constexpr int kUsageExit = 2;
  const bool whole = arguments.size() == 3;
  const auto controls = whole ? parse_float_controls(arguments[1]) : std::nullopt;
  const auto timeout = whole ? parse_seconds(arguments[2]) : std::nullopt;
  if (!controls || !timeout) {
    fmt::print(stderr,
               "serve-device takes the name of a device, its float controls as a report has them, and the seconds that "
               "a block may take\n");
    return kUsageExit;
  }
  // An interrupt is the parent's to handle; this process ends with its input.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  // Drivers write to standard output at times: what they write goes to standard error.
  const int output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  end_with(STDIN_FILENO);
  Socket socket(STDIN_FILENO, output);
  try {
    const auto device =
        open(arguments[0], {.rulebook = std::nullopt, .float_controls = *controls, .block_timeout = *timeout});
    if (socket.send(MessageKind::hello, write_hello(*device))) serve(*device, socket);
  } catch (const Error& error) {
    static_cast<void>(socket.send(MessageKind::error, write_error(error)));
  }
  return 0;
}

}  // namespace halfulp::device
