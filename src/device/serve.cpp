// SPDX-License-Identifier: Apache-2.0
#include "device/serve.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <thread>

#include "device/isolated/wire.hpp"
#include "device/shader/float_controls.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

// Reads or writes a whole span; false when the other side is gone.
template <class Span, class Call>
bool transfer(Span bytes, const Call& call) {
  while (!bytes.empty()) {
    const ssize_t count = call(bytes.data(), bytes.size());
    if (count > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    } else if (count == 0 || errno != EINTR) {
      return false;
    }
  }
  return true;
}

class Server {
 public:
  Server(int input, int output) : input_(input), output_(output) {}

  bool send(MessageKind kind, std::span<const std::byte> bytes) const {
    const MessageHeader header{.kind = kind, .bytes = bytes.size()};
    return write_all(std::as_bytes(std::span(&header, 1))) && write_all(bytes);
  }

  bool send(MessageKind kind, std::string_view text) const { return send(kind, std::as_bytes(std::span(text))); }

  // Answers blocks until the other side is gone.
  void serve(Device& device) {
    MessageHeader header;
    BlockRequest request;
    while (read_value(header) && header.kind == MessageKind::block && read_value(request)) {
      const OperationInfo& row = info(request.operation);
      std::array<ConstLane, kMaxArity> operands;
      const auto arity = static_cast<std::size_t>(row.arity);
      for (std::size_t k = 0; k < arity; ++k) {
        lanes_[k].resize(request.cases * bytes(row.operand_format(static_cast<int>(k), request.format)));
        if (!read_all(lanes_[k])) return;
        operands[k] = lanes_[k];
      }
      results_.resize(request.cases * bytes(row.result(request.format)));
      try {
        device.compute(request.operation, request.format, request.variant, std::span(operands).first(arity), results_);
      } catch (const Error& error) {
        if (!send(MessageKind::error, write_error(error))) return;
        continue;
      }
      if (!send(MessageKind::results, std::span<const std::byte>(results_))) return;
    }
  }

 private:
  static std::size_t bytes(Format format) { return static_cast<std::size_t>(info(format).bytes); }

  bool read_all(std::span<std::byte> bytes) const {
    return transfer(bytes, [this](void* at, std::size_t count) { return read(input_, at, count); });
  }
  bool write_all(std::span<const std::byte> bytes) const {
    return transfer(bytes, [this](const void* at, std::size_t count) { return write(output_, at, count); });
  }
  template <class Value>
  bool read_value(Value& value) const {
    return read_all(std::as_writable_bytes(std::span(&value, 1)));
  }

  int input_;
  int output_;
  std::array<std::vector<std::byte>, kMaxArity> lanes_;
  std::vector<std::byte> results_;
};

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

int serve_device(std::span<const std::string> arguments) {
  constexpr int kUsageExit = 2;
  const bool whole = arguments.size() == 3;
  const auto controls = whole ? parse_float_controls(arguments[1]) : std::nullopt;
  const auto timeout = whole ? parse_seconds(arguments[2]) : std::nullopt;
  if (!controls || !timeout) {
    fmt::print(
        stderr,
        "serve-device takes the name of a device, its float controls as a report tells them, and the seconds that "
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
  Server server(STDIN_FILENO, output);
  try {
    const auto device =
        open_device(arguments[0], {.rulebook = std::nullopt, .float_controls = *controls, .block_timeout = *timeout});
    if (server.send(MessageKind::hello, write_hello(*device))) server.serve(*device);
  } catch (const Error& error) {
    server.send(MessageKind::error, write_error(error));
  }
  return 0;
}

}  // namespace halfulp::device
