// SPDX-License-Identifier: Apache-2.0
#include "device/dxbc/container.hpp"

#include <array>
#include <cstring>
#include <string>

#include "device/dxbc/md5.hpp"

namespace halfulp::device::dxbc {
namespace {

using Bytes = std::vector<std::byte>;

void append(Bytes& bytes, std::uint32_t word) {
  for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::byte>(word >> shift & 0xffU));
}

constexpr std::uint32_t tag(std::string_view name) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < 4; ++i) word |= static_cast<std::uint32_t>(name[i]) << (8 * i);
  return word;
}

constexpr std::size_t kChecked = 20;  ///< bytes before what the checksum is of: the tag and the checksum

constexpr std::uint32_t version(ShaderKind kind) {
  constexpr std::uint32_t kModel5 = 0x50;
  return static_cast<std::uint32_t>(kind) << 16 | kModel5;
}

/// MD5 but for its last block, which has the length in bits first and a variant of it last.
std::array<std::uint32_t, 4> checksum(std::span<const std::byte> container) {
  constexpr std::size_t kBlock = kMd5Block;
  const std::byte* const bytes = container.data() + kChecked;
  const std::size_t size = container.size() - kChecked;
  std::array<std::uint32_t, 4> state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  const std::size_t whole = size / kBlock * kBlock;
  for (std::size_t at = 0; at < whole; at += kBlock) md5_compress(state, bytes + at);

  const std::size_t left = size - whole;
  const auto bits = static_cast<std::uint32_t>(size * 8);
  const std::uint32_t last = bits >> 2 | 1;
  std::array<std::byte, kBlock> block{};
  constexpr std::size_t kLastWord = kBlock - 4;
  constexpr std::byte kEnd{0x80};
  const bool has_room = left < kLastWord - 4;
  if (!has_room) {
    std::memcpy(block.data(), bytes + whole, left);
    block[left] = kEnd;
    md5_compress(state, block.data());
    block.fill({});
  } else {
    std::memcpy(block.data() + 4, bytes + whole, left);
    block[4 + left] = kEnd;
  }
  const auto put = [&](std::size_t at, std::uint32_t word) {
    for (std::size_t i = 0; i < 4; ++i) block[at + i] = static_cast<std::byte>(word >> (8 * i) & 0xffU);
  };
  put(0, bits);
  put(kLastWord, last);
  md5_compress(state, block.data());
  return state;
}

Bytes chunk(std::string_view name, const Bytes& content) {
  Bytes bytes;
  append(bytes, tag(name));
  append(bytes, static_cast<std::uint32_t>(content.size()));
  bytes.insert(bytes.end(), content.begin(), content.end());
  return bytes;
}

Bytes bytes_of(std::span<const std::uint32_t> words) {
  Bytes bytes;
  for (const std::uint32_t word : words) append(bytes, word);
  return bytes;
}

/// The elements, then the names that they point to.
Bytes signature(std::span<const SignatureElement> elements) {
  constexpr std::uint32_t kHeader = 8;
  constexpr std::uint32_t kElement = 24;
  Bytes bytes;
  append(bytes, static_cast<std::uint32_t>(elements.size()));
  append(bytes, kHeader);
  std::string names;
  for (const SignatureElement& element : elements) {
    append(bytes, static_cast<std::uint32_t>(kHeader + kElement * elements.size() + names.size()));
    append(bytes, 0);  // the semantic's index
    append(bytes, element.system_value);
    append(bytes, static_cast<std::uint32_t>(element.type));
    append(bytes, 0);  // the register
    append(bytes, element.mask | element.read_or_never_written << 8);
    names += element.semantic;
    names += '\0';
  }
  names.resize((names.size() + 3) / 4 * 4);
  for (const char letter : names) bytes.push_back(static_cast<std::byte>(letter));
  return bytes;
}

}  // namespace

std::vector<std::byte> container(const ShaderInterface& shader, std::span<const std::uint32_t> tokens) {
  std::vector<std::uint32_t> code = {version(shader.kind), static_cast<std::uint32_t>(tokens.size() + 2)};
  code.insert(code.end(), tokens.begin(), tokens.end());
  const std::array chunks = {chunk("ISGN", signature(shader.inputs)), chunk("OSGN", signature(shader.outputs)),
                             chunk("SHEX", bytes_of(code))};
  constexpr std::size_t kHeader = 32;
  std::size_t at = kHeader + 4 * chunks.size();
  Bytes bytes;
  append(bytes, tag("DXBC"));
  for (int i = 0; i < 4; ++i) append(bytes, 0);  // the checksum's place
  append(bytes, 1);
  std::size_t size = at;
  for (const Bytes& one : chunks) size += one.size();
  append(bytes, static_cast<std::uint32_t>(size));
  append(bytes, static_cast<std::uint32_t>(chunks.size()));
  for (const Bytes& one : chunks) {
    append(bytes, static_cast<std::uint32_t>(at));
    at += one.size();
  }
  for (const Bytes& one : chunks) bytes.insert(bytes.end(), one.begin(), one.end());
  const Bytes summed = bytes_of(checksum(bytes));
  std::memcpy(bytes.data() + 4, summed.data(), summed.size());
  return bytes;
}

}  // namespace halfulp::device::dxbc
