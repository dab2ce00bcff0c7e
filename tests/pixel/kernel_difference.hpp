// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "pixel/kernels.hpp"

namespace halfulp::pixel::test {

/// Runs the kernel and its definition on `count` items of `source`. Empty if their results agree, else which item does
/// not, with bytes.
[[nodiscard]] std::string difference(const KernelRow& row, std::span<const std::byte> source, std::size_t count);

/// Whether a kernel takes codes and gives others.
[[nodiscard]] inline bool is_pair(const KernelRow& row) { return row.decode != nullptr; }

/// Four floats in each pixel or one in each value.
[[nodiscard]] inline bool takes_floats(const KernelRow& row) {
  return !is_pair(row) && row.source_bytes > row.destination_bytes;
}

}  // namespace halfulp::pixel::test
