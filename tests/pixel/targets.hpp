// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pixel/kernels.hpp"

namespace halfulp::pixel::test {

/// Makes every kernel use one of the CPU's targets, or, by 0, none of them; the best again when it ends.
class Target {
 public:
  explicit Target(std::int64_t target);
  ~Target();
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;
};

/// The CPU's targets for which kernels are compiled, and 0.
[[nodiscard]] std::vector<std::int64_t> targets();

/// Runs the kernel and its definition on `count` items of `source`. Empty if their results agree, else which item does
/// not, with bytes.
[[nodiscard]] std::string difference(const KernelRow& row, std::span<const std::byte> source, std::size_t count);

/// Four floats in each pixel or one in each value.
[[nodiscard]] inline bool takes_floats(const KernelRow& row) { return row.source_bytes > row.destination_bytes; }

}  // namespace halfulp::pixel::test
