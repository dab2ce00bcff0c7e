// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "halfulp/device.hpp"
#include "halfulp/error.hpp"

// What an isolated device and its process say to each other, over one stream in each direction:
//   process -> parent, once: a message with the device's hello, or with the error that kept it from opening
//   parent -> process:       a message that asks for a block: operation, format, variant, number of cases, the lanes
//   process -> parent:       a message with the block's results, or with the error
// A message is a MessageHeader and `bytes` bytes. Both ends are the same program on the same machine, so that numbers
// are in its own byte order; kWireVersion tells a program that was replaced in between.
namespace halfulp::device {

inline constexpr std::uint32_t kWireMagic = 0x75706c68;  // "hlpu"
inline constexpr std::uint32_t kWireVersion = 2;

enum class MessageKind : std::uint32_t { hello, block, results, error };

struct MessageHeader {
  std::uint32_t magic = kWireMagic;
  std::uint32_t version = kWireVersion;
  MessageKind kind = MessageKind::error;
  std::uint32_t reserved = 0;
  std::uint64_t bytes = 0;
};

struct BlockRequest {
  Operation operation = Operation::add;
  Format format = Format::binary32;
  std::uint16_t reserved = 0;
  std::uint32_t variant = 0;
  std::uint64_t cases = 0;
};

/// What a device says when it has been opened.
struct Hello {
  DeviceDescription description;
  std::map<std::pair<Operation, Format>, std::vector<Variant>> variants;
};

[[nodiscard]] std::string write_hello(const Device& device);
/// Throws Error(kDevice) when the bytes are not a hello.
[[nodiscard]] Hello read_hello(std::string_view bytes);

[[nodiscard]] std::string write_error(const Error& error);
[[nodiscard]] Error read_error(std::string_view bytes);

}  // namespace halfulp::device
