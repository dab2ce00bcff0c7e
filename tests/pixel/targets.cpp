// SPDX-License-Identifier: Apache-2.0
#include "pixel/targets.hpp"

#include <fmt/format.h>
#include <hwy/targets.h>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace halfulp::pixel::test {

Target::Target(std::int64_t target) { hwy::GetChosenTarget().Update(target); }

Target::~Target() { hwy::GetChosenTarget().Update(hwy::SupportedTargets()); }

std::vector<std::int64_t> targets() {
  std::vector<std::int64_t> list = {0};
  std::vector<std::string_view> names;
  {
    const Target none(0);
    names.push_back(kernel_target());
  }
  for (int bit = 0; bit < 63; ++bit) {
    const std::int64_t target = hwy::SupportedTargets() & (std::int64_t{1} << bit);
    if (target == 0) continue;
    const Target chosen(target);
    if (std::ranges::find(names, kernel_target()) != names.end()) continue;
    names.push_back(kernel_target());
    list.push_back(target);
  }
  return list;
}

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
