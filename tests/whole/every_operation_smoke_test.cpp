// SPDX-License-Identifier: Apache-2.0
// The whole chain in a few seconds, for builds that are slow (sanitizers): every embedded rulebook and each of its
// operations, from the suite's cases through the reference device to verdicts.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "halfulp/device.hpp"
#include "halfulp/judge.hpp"
#include "halfulp/operation.hpp"
#include "halfulp/rulebook.hpp"
#include "halfulp/suite.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp {
namespace {

constexpr std::uint64_t kCasesPerBlock = 16;
constexpr std::uint64_t kBlocks = 4;
constexpr std::uint64_t kBlocksOfSteps = 2;  ///< of an operation that is made of steps: each case takes milliseconds
constexpr std::uint64_t kSeed = 1;

/// A block of cases of one operation, and what a device made of them.
struct Block {
  std::vector<std::vector<std::byte>> operands;
  std::vector<std::byte> results;

  [[nodiscard]] std::vector<ConstLane> lanes() const { return {operands.begin(), operands.end()}; }
};

std::vector<std::byte> room_for(Format format) {
  return std::vector<std::byte>(kCasesPerBlock * static_cast<std::size_t>(info(format).bytes));
}

Block compute_block(Device& device, const Suite& suite, Operation operation, std::uint64_t first) {
  const OperationInfo& row = info(operation);
  Block block;
  for (int i = 0; i < row.arity; ++i) block.operands.push_back(room_for(row.operand_format(i, Format::binary32)));
  block.results = room_for(row.result(Format::binary32));
  const std::vector<Lane> writable(block.operands.begin(), block.operands.end());
  suite.fill(first, writable);
  device.compute(operation, Format::binary32, 0, block.lanes(), block.results);
  return block;
}

Bits value_at(const std::vector<std::byte>& lane, Format format, std::uint64_t index) {
  const auto bytes = static_cast<std::size_t>(info(format).bytes);
  Bits bits = 0;
  std::memcpy(&bits, lane.data() + index * bytes, bytes);
  return bits;
}

class EveryOperation : public testing::TestWithParam<std::string> {};

TEST_P(EveryOperation, OfTheReferenceDevicePassesUnderItsOwnRulebook) {
  const Rulebook book = Rulebook::open(GetParam());
  DeviceOptions options;
  options.rulebook = book;
  const auto device = open_device("reference", options);
  for (const OperationInfo& row : operations()) {
    if (!book.has(row.operation, Format::binary32)) continue;
    const Suite suite(SuiteSize::quick, kSeed, row.operation, Format::binary32);
    const SpanJudge judge(book, row.operation, Format::binary32);
    const bool takes_steps = rulebook::is_composed(book.model(), row.operation, Format::binary32);
    const std::uint64_t blocks = takes_steps ? kBlocksOfSteps : kBlocks;
    Tally tally;
    for (std::uint64_t i = 0; i < blocks; ++i) {
      const std::uint64_t first = (suite.cases() - kCasesPerBlock) * i / (blocks - 1);
      const Block block = compute_block(*device, suite, row.operation, first);
      judge.judge(first, block.lanes(), block.results, tally);
    }
    EXPECT_EQ(tally.cases, kCasesPerBlock * blocks) << row.name;
    // The steps of a compiler's expansion need not give the correctly rounded result.
    const std::string rule = tally.broken.empty() ? "" : tally.broken.begin()->first;
    if (rule.starts_with("HLSL-") || rule.starts_with("CUDA-FAST-")) continue;
    EXPECT_EQ(tally.failed, 0U) << row.name << " breaks " << (tally.failed == 0 ? "" : tally.broken.begin()->first);
  }
}

TEST_P(EveryOperation, HasOneVerdictOnBothPaths) {
  const Rulebook book = Rulebook::open(GetParam());
  const auto host = open_device("host", {});
  for (const OperationInfo& row : operations()) {
    if (!book.has(row.operation, Format::binary32) || host->variants(row.operation, Format::binary32).empty()) continue;
    const Suite suite(SuiteSize::quick, kSeed, row.operation, Format::binary32);
    const Block block = compute_block(*host, suite, row.operation, 0);
    Tally bulk;
    SpanJudge(book, row.operation, Format::binary32).judge(0, block.lanes(), block.results, bulk);
    std::array<std::uint64_t, 5> counts{};
    for (std::uint64_t i = 0; i < kCasesPerBlock; ++i) {
      std::vector<Bits> operands;
      for (int k = 0; k < row.arity; ++k) {
        operands.push_back(
            value_at(block.operands[static_cast<std::size_t>(k)], row.operand_format(k, Format::binary32), i));
      }
      const Bits observed = value_at(block.results, row.result(Format::binary32), i);
      const Judgement judgement = halfulp::judge_result(book, row.operation, Format::binary32, operands, observed);
      ++counts[static_cast<std::size_t>(judgement.verdict)];
    }
    const std::array<std::uint64_t, 5> bulk_counts = {bulk.passed, bulk.failed, bulk.reading, bulk.unconstrained,
                                                      bulk.invalid_operand};
    EXPECT_EQ(bulk_counts, counts) << row.name;
  }
}

INSTANTIATE_TEST_SUITE_P(OfEachRulebook, EveryOperation, testing::ValuesIn(Rulebook::embedded()),
                         [](const auto& case_info) {
                           std::string name = case_info.param;
                           std::ranges::replace_if(
                               name, [](char c) { return c == '.' || c == '-'; }, '_');
                           return name;
                         });

TEST(WholeChain, CatchesADeviceThatIsFarOff) {
  const Rulebook book = Rulebook::open("d3d11");
  DeviceOptions options;
  options.rulebook = book;
  const auto device = open_device("reference", options);
  const Suite suite(SuiteSize::quick, kSeed, Operation::add, Format::binary32);
  Block block = compute_block(*device, suite, Operation::add, suite.cases() - kCasesPerBlock);
  for (std::byte& part : block.results) part ^= std::byte{0x10};
  Tally tally;
  SpanJudge(book, Operation::add, Format::binary32).judge(0, block.lanes(), block.results, tally);
  EXPECT_GT(tally.failed, kCasesPerBlock / 2);
}

}  // namespace
}  // namespace halfulp
