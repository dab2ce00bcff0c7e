// SPDX-License-Identifier: Apache-2.0
#include "halfulp/suite.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <vector>

#include "arithmetic/hostile_environment.hpp"
#include "halfulp/error.hpp"
#include "suite/suite_cases.hpp"

namespace halfulp {
namespace {

using test::cases_of;

Suite quick(Operation operation, std::uint64_t seed = 1) {
  return {SuiteSize::quick, seed, operation, Format::binary32};
}

TEST(Suite, NamesItsSizes) {
  for (const SuiteSize size : {SuiteSize::quick, SuiteSize::standard, SuiteSize::exhaustive}) {
    EXPECT_EQ(find_suite(name(size)), size);
  }
  EXPECT_EQ(name(SuiteSize::standard), "standard");
  EXPECT_FALSE(find_suite("fast"));
}

/// Whether the operand has 16 bits or fewer, so that any suite holds all of its values.
bool is_narrow(const OperationInfo& row) {
  return row.arity == 1 && info(row.operand_format(0, Format::binary32)).bits <= 16;
}

TEST(Suite, HoldsEveryIntegerOf8And16Bits) {
  for (const Operation operation : {Operation::i16tof, Operation::u16tof, Operation::i8tof, Operation::u8tof}) {
    const std::uint64_t count = std::uint64_t{1} << info(info(operation).operand_format(0, Format::binary32)).bits;
    for (const SuiteSize size : {SuiteSize::quick, SuiteSize::standard, SuiteSize::exhaustive}) {
      EXPECT_EQ(Suite(size, 1, operation, Format::binary32).cases(), count) << info(operation).name;
    }
  }
}

TEST(Suite, QuickHolds2To18CasesOfEveryOperation) {
  for (const OperationInfo& row : operations()) {
    if (!Suite::offers(row.operation, Format::binary32) || is_narrow(row)) continue;
    const Suite suite = quick(row.operation);
    EXPECT_GE(suite.cases(), 1U << 18) << row.name;
    EXPECT_LE(suite.cases(), 1U << 19) << row.name;
  }
}

TEST(Suite, StandardHolds2To22CasesOfOneOperandAnd2To21OfMore) {
  for (const OperationInfo& row : operations()) {
    if (!Suite::offers(row.operation, Format::binary32) || is_narrow(row)) continue;
    const Suite suite(SuiteSize::standard, 1, row.operation, Format::binary32);
    EXPECT_GE(suite.cases(), row.arity == 1 ? 1U << 22 : 1U << 21) << row.name;
    EXPECT_LE(suite.cases(), 1U << 22) << row.name;
  }
}

TEST(Suite, CoverageAddsUpToItsCases) {
  for (const OperationInfo& row : operations()) {
    if (!Suite::offers(row.operation, Format::binary32)) continue;
    const Suite suite = quick(row.operation);
    std::uint64_t total = 0;
    for (const Coverage& coverage : suite.coverage()) total += coverage.cases;
    EXPECT_EQ(total, suite.cases()) << row.name;
  }
}

TEST(Suite, FillsOnlyLanesThatFitAndCasesThatItHas) {
  const Suite suite = quick(Operation::add, 1);
  std::vector<std::byte> memory(400);
  const Lane lane = memory;
  const std::uint64_t last = suite.cases() - 100;
  EXPECT_NO_THROW(suite.fill(last, std::vector<Lane>{lane, lane}));
  EXPECT_THROW(suite.fill(last + 1, std::vector<Lane>{lane, lane}), Error);
  EXPECT_THROW(suite.fill(~std::uint64_t{0}, std::vector<Lane>{lane, lane}), Error);
  EXPECT_THROW(suite.fill(0, std::vector<Lane>{lane, lane.first(396)}), Error);
  EXPECT_THROW(suite.fill(0, std::vector<Lane>{lane}), Error);
  EXPECT_THROW(suite.fill(0, std::vector<Lane>{lane, lane, lane, lane, lane, lane, lane, lane, lane, lane}), Error);
}

TEST(Suite, GivesTheSameCasesInAnySplit) {
  for (const OperationInfo& row : operations()) {
    if (!Suite::offers(row.operation, Format::binary32) || is_narrow(row)) continue;
    const Suite suite = quick(row.operation, 42);
    const std::vector<test::Words> whole = cases_of(suite, row.operation, 0, suite.cases());
    std::uint64_t first = 0;
    std::uint64_t size = 1;
    while (first < suite.cases()) {
      const std::uint64_t count = std::min(size, suite.cases() - first);
      const std::vector<test::Words> part = cases_of(quick(row.operation, 42), row.operation, first, count);
      ASSERT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + static_cast<std::ptrdiff_t>(first)))
          << row.name << " from " << first;
      first += count;
      size = size * 3 + 1;
    }
  }
}

#if defined(__GLIBC__)
TEST(Suite, GivesTheSameCasesInAnyFloatEnvironment) {
  constexpr std::uint64_t kCases = 1U << 16;
  for (const Operation operation : {Operation::mul, Operation::sqrt, Operation::log2, Operation::mad,
                                    Operation::binary32_to_unorm8, Operation::binary32_to_srgb8}) {
    const auto expected = cases_of(quick(operation), operation, 0, kCases);
    std::vector<test::Words> hostile;
    const test::StateAround state = test::around([&] { hostile = cases_of(quick(operation), operation, 0, kCases); });
    EXPECT_EQ(hostile, expected) << info(operation).name;
    EXPECT_EQ(state.after, state.before) << info(operation).name;
  }
}
#endif

TEST(Suite, ChangesItsRandomCasesWithTheSeedButNotItsSpecialValues) {
  for (const OperationInfo& row : operations()) {
    if (!Suite::offers(row.operation, Format::binary32) || is_narrow(row)) continue;
    if (row.arity > 3) continue;  // the operands that are not crossed are drawn
    const Suite one = quick(row.operation, 1);
    const Suite two = quick(row.operation, 2);
    EXPECT_EQ(cases_of(one, row.operation, "special_values"), cases_of(two, row.operation, "special_values"))
        << row.name;
    EXPECT_NE(cases_of(one, row.operation, "random"), cases_of(two, row.operation, "random")) << row.name;
  }
}

TEST(Suite, DrawsOtherNumbersForEachOperationAndKind) {
  const std::vector<test::Words> sums = cases_of(quick(Operation::add), Operation::add, "random");
  const std::vector<test::Words> differences = cases_of(quick(Operation::sub), Operation::sub, "random");
  const std::vector<test::Words> ties = cases_of(quick(Operation::add), Operation::add, "exact_ties");
  const std::set<test::Words> seen(sums.begin(), sums.end());
  const auto repeated = [&](const test::Words& words) { return seen.contains(words); };
  EXPECT_GT(seen.size(), sums.size() - 100);
  EXPECT_LT(std::ranges::count_if(differences, repeated), 100);
  EXPECT_LT(std::ranges::count_if(ties, repeated), 100);
}

TEST(Suite, ExhaustiveHoldsEveryOperandOnce) {
  const Suite suite(SuiteSize::exhaustive, 1, Operation::rsq, Format::binary32);
  EXPECT_EQ(suite.cases(), std::uint64_t{1} << 32);
  ASSERT_EQ(suite.coverage().size(), 1U);
  EXPECT_EQ(suite.coverage()[0].kind, "all_operands");
  for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{0x3f7fff00}, std::uint64_t{0xffffff00}}) {
    const std::vector<test::Words> words = cases_of(suite, Operation::rsq, first, 256);
    for (std::size_t i = 0; i < words.size(); ++i) EXPECT_EQ(words[i][0], first + i);
  }
}

TEST(Suite, ExhaustiveHoldsEveryPairOfBinary16Once) {
  const Suite suite(SuiteSize::exhaustive, 1, Operation::add, Format::binary16);
  EXPECT_EQ(suite.cases(), std::uint64_t{1} << 32);
  for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{0x1234fff0}, std::uint64_t{0xffffffe0}}) {
    std::array<std::uint16_t, 32> x{};
    std::array<std::uint16_t, 32> y{};
    const Lane lanes[] = {std::as_writable_bytes(std::span(x)), std::as_writable_bytes(std::span(y))};
    suite.fill(first, lanes);
    for (std::size_t i = 0; i < x.size(); ++i) {
      EXPECT_EQ(x[i] | std::uint64_t{y[i]} << 16, first + i) << "the case's number holds both operands";
    }
  }
}

TEST(Suite, OfMoreCasesBeginsWithThoseOfFewer) {
  for (const OperationInfo& row : operations()) {
    if (!Suite::offers(row.operation, Format::binary32)) continue;
    const Suite own = quick(row.operation);
    const std::uint64_t cases = 2 * own.cases() + 12345;
    const Suite more(SuiteSize::quick, 1, row.operation, Format::binary32, cases);
    if (more.coverage().size() == 1) continue;  // all operands
    ASSERT_EQ(more.cases(), cases) << row.name;
    const std::uint64_t first = own.cases() - 1000;
    EXPECT_EQ(cases_of(more, row.operation, first, 1000), cases_of(own, row.operation, first, 1000)) << row.name;
    EXPECT_EQ(more.coverage().back().kind, "random");
    // A number below that of its own cases takes none away.
    EXPECT_EQ(Suite(SuiteSize::quick, 1, row.operation, Format::binary32, 100).cases(), own.cases()) << row.name;
  }
}

TEST(Suite, OfNoFewerCasesThanThereAreOperandsHoldsEachOnce) {
  const Suite suite(SuiteSize::quick, 1, Operation::rsq, Format::binary32, std::uint64_t{1} << 32);
  EXPECT_EQ(suite.cases(), std::uint64_t{1} << 32);
  EXPECT_EQ(suite.coverage()[0].kind, "all_operands");
  EXPECT_TRUE(suite.holds_all_operands());
  const Suite less(SuiteSize::quick, 1, Operation::rsq, Format::binary32, (std::uint64_t{1} << 32) - 1);
  EXPECT_NE(less.coverage()[0].kind, "all_operands");
  EXPECT_FALSE(less.holds_all_operands());
}

TEST(Suite, DrawsEveryExponentInAnyPartOfAnyBudget) {
  // Far past 32 bits too: a block of random cases of a run of 10^12 holds every exponent of the operand whose turn it
  // is.
  constexpr std::uint64_t kCases = 1'000'000'000'000;
  constexpr std::uint64_t kBlock = 1U << 16;
  for (const Operation operation : {Operation::add, Operation::mul, Operation::div, Operation::mad}) {
    const Suite suite(SuiteSize::quick, 1, operation, Format::binary32, kCases);
    ASSERT_EQ(suite.cases(), kCases);
    for (const std::uint64_t first : {std::uint64_t{1} << 19, std::uint64_t{1} << 33, kCases - kBlock}) {
      std::vector<std::set<std::uint64_t>> exponents(static_cast<std::size_t>(info(operation).arity));
      for (const test::Words& words : cases_of(suite, operation, first, kBlock)) {
        for (std::size_t i = 0; i < exponents.size(); ++i) exponents[i].insert(words[i] >> 23 & 0xff);
      }
      for (const auto& of_operand : exponents) EXPECT_GE(of_operand.size(), 255) << info(operation).name << first;
    }
  }
}

TEST(Suite, ExhaustiveOfTwoOperandsIsAnErrorThatNamesTheStandardSuite) {
  try {
    const Suite suite(SuiteSize::exhaustive, 1, Operation::add, Format::binary32);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kUsage);
    EXPECT_NE(std::string(error.what()).find("--suite standard"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace halfulp
