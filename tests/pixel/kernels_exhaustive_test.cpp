// SPDX-License-Identifier: Apache-2.0
// All 2^32 floats through every kernel that takes floats, in every place of a pixel, and all 2^32 words through every
// kernel that takes words, against the definition, on every target of this CPU. Kernels of smaller codes are exhaustive
// in kernels_test.cpp, as are pairs, whose components have codes of 16 bits at most.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "number/targets.hpp"
#include "pixel/kernel_difference.hpp"
#include "pixel/kernels.hpp"

namespace halfulp::pixel {
namespace {

constexpr std::uint64_t kChunk = 1 << 16;

/// Words first, first + 1 ..., each chunk turned by `rotation` places.
std::string first_difference(const KernelRow& row, std::size_t rotation) {
  std::atomic<std::uint64_t> next = 0;
  std::mutex mutex;
  std::string found;
  const auto work = [&] {
    std::vector<std::uint32_t> words(kChunk);
    for (std::uint64_t first = next.fetch_add(kChunk); first < std::uint64_t{1} << 32; first = next.fetch_add(kChunk)) {
      std::ranges::generate(words, [word = static_cast<std::uint32_t>(first)]() mutable { return word++; });
      std::rotate(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(rotation), words.end());
      const auto bytes = std::as_bytes(std::span(words));
      const std::string difference = test::difference(row, bytes, bytes.size() / row.source_bytes);
      if (difference.empty()) continue;
      const std::lock_guard lock(mutex);
      found = difference;
      next = std::uint64_t{1} << 32;
    }
  };
  std::vector<std::thread> threads(std::max(1U, std::thread::hardware_concurrency()));
  for (std::thread& thread : threads) thread = std::thread(work);
  for (std::thread& thread : threads) thread.join();
  return found;
}

class KernelsExhaustive : public testing::TestWithParam<KernelRow> {};

TEST_P(KernelsExhaustive, GiveTheBitsOfTheDefinition) {
  const KernelRow& row = GetParam();
  for (const std::int64_t target : halfulp::test::targets()) {
    if (target == 0) continue;  // the definition itself
    const halfulp::test::Target chosen(target);
    for (std::size_t rotation = 0; rotation < row.source_bytes / sizeof(std::uint32_t); ++rotation) {
      EXPECT_EQ(first_difference(row, rotation), "");
    }
  }
}

std::vector<KernelRow> rows() {
  std::vector<KernelRow> list(kernels().begin(), kernels().end());
  std::erase_if(list,
                [](const KernelRow& row) { return test::is_pair(row) || row.source_bytes < sizeof(std::uint32_t); });
  return list;
}

INSTANTIATE_TEST_SUITE_P(All, KernelsExhaustive, testing::ValuesIn(rows()),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace halfulp::pixel
