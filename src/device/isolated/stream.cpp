// SPDX-License-Identifier: Apache-2.0
#include "device/isolated/stream.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

// Most that is kept of what a process writes while it is written to.
constexpr std::size_t kMostKept = std::size_t{1} << 26;

[[noreturn]] void throw_ended() { throw ProcessLost{.how = "", .when = ""}; }

// send() of part of a span, with a descriptor attached to its first byte.
ssize_t send_some(int socket, std::span<const std::byte> bytes, int attached) {
  iovec part{.iov_base = const_cast<std::byte*>(bytes.data()), .iov_len = bytes.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
  if (attached >= 0) {
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    cmsghdr* const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(header), &attached, sizeof(attached));
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

}  // namespace

void Stream::send(std::span<const std::byte> bytes, Waiter& waiter, int attached) {
  while (!bytes.empty()) {
    const ssize_t sent = send_some(descriptor_.get(), bytes, attached);
    if (sent > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
      attached = -1;
    } else if (sent < 0 && errno == EAGAIN) {
      const bool keeps = waiter.is_first() && received_.size() < kMostKept;
      waiter.wait(descriptor_.get(), static_cast<short>(keeps ? POLLOUT | POLLIN : POLLOUT));
      if (keeps) keep_received();
    } else if (sent < 0 && errno != EINTR) {
      throw_ended();
    }
  }
}

void Stream::receive(std::span<std::byte> bytes, Waiter& waiter) {
  const std::size_t kept = std::min(bytes.size(), received_.size());
  std::copy_n(received_.begin(), kept, bytes.begin());
  received_.erase(received_.begin(), received_.begin() + static_cast<std::ptrdiff_t>(kept));
  bytes = bytes.subspan(kept);
  missing_ = bytes.size();
  while (!bytes.empty()) {
    const ssize_t received = recv(descriptor_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (received > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(received));
      missing_ = bytes.size();
    } else if (received < 0 && errno == EAGAIN) {
      waiter.wait(descriptor_.get(), POLLIN);
    } else if (received == 0 || errno != EINTR) {
      throw_ended();
    }
  }
}

std::string Stream::receive_line(std::size_t most, Waiter& waiter) {
  while (true) {
    const auto end = std::find(received_.begin(), received_.end(), std::byte{'\n'});
    const bool is_whole = end != received_.end();
    const auto length = static_cast<std::size_t>(end - received_.begin());
    if (is_whole || length >= most) {
      std::string line(std::min(length, most), '\0');
      receive(std::as_writable_bytes(std::span(line)), waiter);
      if (is_whole && length <= most) received_.erase(received_.begin());
      return line;
    }
    waiter.wait(descriptor_.get(), POLLIN);
    keep_received();
  }
}

bool Stream::has_more() const {
  std::byte first{};
  return !received_.empty() || recv(descriptor_.get(), &first, 1, MSG_DONTWAIT | MSG_PEEK) > 0;
}

// What is there to be read.
void Stream::keep_received() {
  std::array<std::byte, 65536> buffer{};
  const ssize_t count = recv(descriptor_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (count > 0) {
    received_.insert(received_.end(), buffer.begin(), buffer.begin() + count);
  } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
    throw_ended();
  }
}

void throw_system(const char* call) {
  throw Error(Error::Kind::kDevice, fmt::format("cannot start a device's process: {}: {}; free some processes, memory "
                                                "or file descriptors and run again",
                                                call, std::strerror(errno)));
}

Descriptor above_standard_streams(Descriptor descriptor) {
  Descriptor moved(fcntl(descriptor.get(), F_DUPFD_CLOEXEC, 3));
  if (moved.get() < 0) throw_system("fcntl");
  return moved;
}

std::pair<Descriptor, Descriptor> connected_sockets() {
  std::array<int, 2> ends{};
  // Sockets rather than pipes: a write to one whose other end is gone need not raise SIGPIPE.
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) throw_system("socketpair");
  Descriptor first(ends[0]);
  Descriptor second(ends[1]);
  return {above_standard_streams(std::move(first)), above_standard_streams(std::move(second))};
}

}  // namespace halfulp::device
