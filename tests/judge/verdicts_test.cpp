// SPDX-License-Identifier: Apache-2.0
// The shortened form of what halfulp_verdicts does with all operands, and that it sees what it should.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "halfulp/error.hpp"
#include "judge/permit/ruling.hpp"
#include "verdicts/block.hpp"
#include "verdicts/near_result.hpp"
#include "verdicts/placed_end.hpp"
#include "verdicts/placed_sets.hpp"
#include "verdicts/side.hpp"

namespace halfulp::verdicts {
namespace {

constexpr std::uint32_t kFromOne = 0x3f800000;
constexpr std::uint64_t kAll = std::uint64_t{1} << 32;

std::vector<Operation> functions() {
  std::vector<Operation> functions;
  for (const OperationInfo& row : operations()) {
    if (has_near_result(row.operation)) functions.push_back(row.operation);
  }
  return functions;
}

/// Those that Metal's fast mathematics computes from others are slow to explain.
std::uint32_t step_of(Operation operation) {
  using enum Operation;
  constexpr std::array kSlow = {sqrt, acosh, asinh, atanh, cosh, exp10, log10, sinh, tan, tanh, tanpi, reciprocal};
  return std::ranges::find(kSlow, operation) != kSlow.end() ? 262'147 : 8209;
}

class OfAllOperands : public testing::TestWithParam<Operation> {};

TEST_P(OfAllOperands, BothPathsVerdictsAreTheSame) {
  Comparison comparison(GetParam(), books(GetParam()));
  std::uint64_t handed_over = 0;
  std::uint64_t cases = 0;
  for (std::uint64_t first = 0; first < kAll; first += kBlock) {
    const Found found = comparison.block(static_cast<std::uint32_t>(first), step_of(GetParam()));
    EXPECT_EQ(found.difference, "");
    EXPECT_EQ(found.operands, (kBlock - 1) / step_of(GetParam()) + 1);
    cases += found.cases;
    handed_over += found.handed_over;
  }
  EXPECT_LT(handed_over, cases * 9 / 10) << "what the explain path judges anyhow compares nothing";
}

INSTANTIATE_TEST_SUITE_P(Verdicts, OfAllOperands, testing::ValuesIn(functions()),
                         [](const auto& test) { return std::string(halfulp::info(test.param).name); });

TEST(Verdicts, RulebooksWithTheSameRulesAreComparedOnce) {
  std::vector<std::string> names;
  for (const Book& book : books(Operation::exp)) names.push_back(book.names);
  EXPECT_EQ(names, (std::vector<std::string>{"metal1 metal1.2 metal2.1 metal4", "metal1-fast",
                                             "metal1.2-fast metal2.1-fast metal4-fast"}));
}

TEST(Verdicts, ABulkPathThatTakesDenormalsOtherwiseIsSeen) {
  for (const Operation operation : {Operation::sin, Operation::exp2}) {
    EXPECT_EQ(Comparison(operation, books(operation)).block(0, 4099).difference, "");
    std::vector<Book> otherwise = books(operation);
    for (Book& book : otherwise) book.bulk_readings = {{"ftz.in", "never"}, {"ftz.out", "never"}};
    Comparison comparison(operation, std::move(otherwise));
    EXPECT_NE(comparison.block(0, 4099).difference, "") << info(operation).name;
  }
}

TEST(Verdicts, AReadingThatTheBulkPathTakesForAnotherIsSeen) {
  const std::array operands = {Bits{0x40490fdb}};
  for (const char* option : {"muller_A", "bit_steps"}) {
    std::vector<Book> some = books(Operation::sqrt);
    Book& book = some.front();
    ASSERT_TRUE(book.names.starts_with("d3d10"));
    book.bulk_readings = {{"ulp_def", option}};
    Side side(Operation::sqrt, book);
    side.compare_closely(operands[0], judge::permit(side.ruling(), operands, side.ruling().policies));
    EXPECT_EQ(side.difference().empty(), option == std::string("muller_A")) << side.difference();
  }
}

TEST(Verdicts, ExpectationsThatTheBulkPathDoesNotMeetAreSeen) {
  // The interval of another operand.
  std::vector<Book> some = books(Operation::rcp);
  Side side(Operation::rcp, some.front());
  side.add(kFromOne + 100, Interval{kFromOne + 1000, kFromOne + 1001});
  side.judge(true);
  EXPECT_NE(side.difference(), "");
}

TEST(PlacedSets, AreThoseOfTheExplainPath) {
  for (const Operation operation : {Operation::rcp, Operation::frc, Operation::exp2, Operation::sin}) {
    for (Book& book : books(operation)) {
      const auto ruling = judge::Ruling::of(book.rulebook, operation, Format::binary32, {});
      PlacedSets placed(ruling);
      std::size_t known = 0;
      constexpr Bits kFirst = 0xbf900000;
      constexpr Bits kCount = 2000;
      placed.enter(kFirst, kFirst + kCount);
      for (Bits i = 0; i <= kCount; ++i) {
        const Bits x = kFirst + (i % 2 == 0 ? i / 2 : kCount - i / 2);  // from both ends
        const std::array operands = {x};
        const Near near = near_result(operation, std::bit_cast<float>(static_cast<std::uint32_t>(x)));
        const judge::OrdinalSet set = judge::permit(ruling, operands, ruling.policies).set;
        const auto interval = placed.known(near);
        if (!interval) {
          placed.learn(near, set);
          continue;
        }
        ++known;
        judge::OrdinalSet same(Format::binary32);
        same.add(interval->first, interval->last);
        EXPECT_EQ(set, same) << info(operation).name << " under " << book.names << ", operand " << x;
      }
      if (book.names.starts_with("d3d") || book.names.starts_with("metal1 ")) {
        EXPECT_GT(known, kCount / 2) << info(operation).name << " under " << book.names;
      }
    }
  }
}

TEST(PlacedEnd, IsKnownBetweenResultsThatHaveTheSame) {
  // Rounding down: the end is the value below, wherever a result lies between two values.
  constexpr double kGap = 0x1p-23;
  const auto result = [&](double place) { return Near{1.5 + place * kGap, 0x1p-50}; };
  constexpr std::int64_t kOrdinal = 0x3fc00000;
  PlacedEnd end(0);
  EXPECT_FALSE(end.known(result(0.5)));
  end.learn(result(0.25), kOrdinal);
  EXPECT_FALSE(end.known(result(0.5)));
  end.learn(result(20.75), kOrdinal + 20);
  EXPECT_EQ(end.known(result(0.5)), kOrdinal);
  EXPECT_EQ(end.known(result(10.5)), kOrdinal + 10);
  EXPECT_FALSE(end.known(result(11.5))) << "of odd gaps nothing is known";
  EXPECT_FALSE(end.known(result(0.1))) << "below all that was learned";
  EXPECT_FALSE(end.known(result(10.1))) << "the end may be another nearer to the value";
  end.learn(result(15.5), kOrdinal + 15);
  end.learn(result(5.75), kOrdinal + 5);
  EXPECT_EQ(end.known(result(11.6)), kOrdinal + 11);
}

TEST(PlacedEnd, IsKnownBesideValuesByWhatIsLeftOfResults) {
  constexpr double kGap = 0x1p-23;
  const auto result = [&](int gaps, double rest) { return Near{1.5 + gaps * kGap, 0x1p-100, rest}; };
  constexpr std::int64_t kOrdinal = 0x3fc00000;
  PlacedEnd end(0);
  end.learn(result(0, -0x1p-80), kOrdinal - 1);
  end.learn(result(20, -0x1p-82), kOrdinal + 19);
  EXPECT_EQ(end.known(result(10, -0x1p-81)), kOrdinal + 9);
  EXPECT_FALSE(end.known(result(10, -0x1p-79))) << "further below the value than all";
  EXPECT_FALSE(end.known(result(10, 0x1p-81))) << "above the value";
  EXPECT_THROW(end.learn(result(10, -0x1p-81), kOrdinal + 10), Error);
}

TEST(PlacedEnd, ThatMovesDownIsSeen) {
  PlacedEnd end(0);
  end.learn({1.5 + 0x1p-25, 0}, 0x3fc00001);
  EXPECT_THROW(end.learn({1.5 + 0x1p-24, 0}, 0x3fc00000), Error);
}

}  // namespace
}  // namespace halfulp::verdicts
