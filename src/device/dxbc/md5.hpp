// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace halfulp::device::dxbc {

inline constexpr std::size_t kMd5Block = 64;

/// MD5's compression of one block of kMd5Block bytes into `state` [RFC 1321 §3.4]. Written here, since the program for
/// Windows has no library that offers it apart from MD5's padding, which the checksum of a DXBC container replaces.
void md5_compress(std::array<std::uint32_t, 4>& state, const std::byte* block);

}  // namespace halfulp::device::dxbc
