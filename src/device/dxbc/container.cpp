// SPDX-License-Identifier: Apache-2.0
#include "device/dxbc/container.hpp"

#include <nettle/md5.h>

#include <array>
#include <cstring>
#include <string_view>

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

/// MD5 but for its last block, which has the length in bits first and a variant of it last.
std::array<std::uint32_t, 4> checksum(std::span<const std::byte> container) {
  constexpr std::size_t kBlock = MD5_BLOCK_SIZE;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(container.data()) + kChecked;
  const std::size_t size = container.size() - kChecked;
  std::array<std::uint32_t, 4> state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  const std::size_t whole = size / kBlock * kBlock;
  for (std::size_t at = 0; at < whole; at += kBlock) nettle_md5_compress(state.data(), bytes + at);

  const std::size_t left = size - whole;
  const auto bits = static_cast<std::uint32_t>(size * 8);
  const std::uint32_t last = bits >> 2 | 1;
  std::array<std::uint8_t, kBlock> block{};
  constexpr std::size_t kLastWord = kBlock - 4;
  const bool has_room = left < kLastWord - 4;
  if (!has_room) {
    std::memcpy(block.data(), bytes + whole, left);
    block[left] = 0x80;
    nettle_md5_compress(state.data(), block.data());
    block.fill(0);
  } else {
    std::memcpy(block.data() + 4, bytes + whole, left);
    block[4 + left] = 0x80;
  }
  const auto put = [&](std::size_t at, std::uint32_t word) {
    for (std::size_t i = 0; i < 4; ++i) block[at + i] = static_cast<std::uint8_t>(word >> (8 * i));
  };
  put(0, bits);
  put(kLastWord, last);
  nettle_md5_compress(state.data(), block.data());
  return state;
}

Bytes chunk(std::string_view name, std::span<const std::uint32_t> words) {
  Bytes bytes;
  append(bytes, tag(name));
  append(bytes, static_cast<std::uint32_t>(words.size() * 4));
  for (const std::uint32_t word : words) append(bytes, word);
  return bytes;
}

}  // namespace

std::vector<std::byte> container(std::uint32_t version, std::span<const std::uint32_t> tokens) {
  std::vector<std::uint32_t> code = {version, static_cast<std::uint32_t>(tokens.size() + 2)};
  code.insert(code.end(), tokens.begin(), tokens.end());
  constexpr std::array<std::uint32_t, 2> kNoSignature = {0, 8};
  const std::array chunks = {chunk("ISGN", kNoSignature), chunk("OSGN", kNoSignature), chunk("SHEX", code)};
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
  const std::array<std::uint32_t, 4> sum = checksum(bytes);
  Bytes summed;
  for (const std::uint32_t word : sum) append(summed, word);
  std::memcpy(bytes.data() + 4, summed.data(), summed.size());
  return bytes;
}

}  // namespace halfulp::device::dxbc
