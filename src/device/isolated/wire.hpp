// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "halfulp/device.hpp"
#include "halfulp/error.hpp"

// What an isolated device and its process say to each other. Over the process's standard input and output:
//   process -> parent, once: hello, or the error that kept the device from opening
//   parent -> process:       channel, with one end of a new socket attached
// A channel has one block at a time; several channels make several blocks in flight. Over a channel:
//   parent -> process:       memory, with a descriptor of shared memory attached that takes the place of the last
//   parent -> process:       block: the operands of these cases lie in that memory, by BlockLayout; no cases: prepare
//                            for such blocks
//   process -> parent:       done: their results lie there; or error
// A message is a MessageHeader and `bytes` bytes. Both ends are the same program on the same machine, so that numbers
// are in its own byte order; kWireVersion shows that the program was replaced in between.
namespace halfulp::device {

inline constexpr std::uint32_t kWireMagic = 0x75706c68;  // "hlpu"
inline constexpr std::uint32_t kWireVersion = 3;

enum class MessageKind : std::uint32_t { hello, error, channel, memory, block, done };

struct MessageHeader {
  std::uint32_t magic = kWireMagic;
  std::uint32_t version = kWireVersion;
  MessageKind kind = MessageKind::error;
  std::uint32_t reserved = 0;
  std::uint64_t bytes = 0;
};

struct MemoryMessage {
  std::uint64_t bytes = 0;
};

struct BlockRequest {
  Operation operation = Operation::add;
  Format format = Format::binary32;
  std::uint16_t reserved = 0;
  std::uint32_t variant = 0;
  std::uint64_t cases = 0;
};

/// A message with what follows its header.
template <class Payload>
struct Message {
  MessageHeader header;
  Payload payload;
};

/// Where a block's lanes lie in shared memory. Each has room for a multiple of kGroup cases and begins at a multiple of
/// kGroup of its values; the results begin at a multiple of kPage, and so does what follows them.
struct BlockLayout {
  static constexpr std::size_t kGroup = 64;
  static constexpr std::size_t kPage = 4096;

  BlockLayout(Operation operation, Format format, std::size_t cases);

  /// The lanes of `cases` cases in memory of at least `bytes` bytes.
  [[nodiscard]] std::vector<Lane> operands(std::byte* memory) const;
  [[nodiscard]] Lane results(std::byte* memory) const { return {memory + results_begin_, cases_ * result_bytes_}; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  std::size_t cases_;
  std::vector<std::size_t> operand_bytes_;  // of one value
  std::size_t result_bytes_;
  std::size_t room_;  // cases
  std::size_t results_begin_;
  std::size_t bytes_;
};

/// What a device says when it has been opened.
struct Hello {
  DeviceDescription description;
  std::uint32_t concurrency = 1;
  std::map<std::pair<Operation, Format>, std::vector<Variant>> variants;
};

[[nodiscard]] std::string write_hello(const Device& device);
/// Throws Error(kDevice) when the bytes are not a hello.
[[nodiscard]] Hello read_hello(std::string_view bytes);

[[nodiscard]] std::string write_error(const Error& error);
/// The error; Error(kDevice) when the bytes are not one.
[[nodiscard]] Error read_error(std::string_view bytes);

}  // namespace halfulp::device
