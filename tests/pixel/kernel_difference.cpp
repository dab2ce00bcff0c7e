// SPDX-License-Identifier: Apache-2.0
#include "pixel/kernel_difference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <vector>

namespace halfulp::pixel::test {

std::string difference(const KernelRow& row, std::span<const std::byte> source, std::size_t count) {
  std::vector<std::byte> got(count * row.destination_bytes);
  std::vector<std::byte> expected(count * row.destination_bytes);
  row.kernel(source.data(), got.data(), count);
  row.definition(source.data(), expected.data(), count);
  if (got == expected) return {};
  const auto byte = std::distance(got.begin(), std::ranges::mismatch(got, expected).in1);
  const std::size_t item = static_cast<std::size_t>(byte) / row.destination_bytes;
  const auto hex = [&](std::span<const std::byte> bytes, std::size_t width) {
    std::string text;
    for (const std::byte b : bytes.subspan(item * width, width)) text += fmt::format(" {:02x}", b);
    return text;
  };
  return fmt::format("{} on {}, item {}: of{} got{} expected{}", row.name, kernel_target(), item,
                     hex(source, row.source_bytes), hex(got, row.destination_bytes),
                     hex(expected, row.destination_bytes));
}

}  // namespace halfulp::pixel::test
