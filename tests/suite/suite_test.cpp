// SPDX-License-Identifier: Apache-2.0
#include "halfulp/suite.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
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

TEST(Suite, QuickHolds2To18CasesOfEveryOperation) {
  for (const OperationInfo& row : operations()) {
    if (!Suite::offers(row.operation, Format::binary32)) continue;
    const Suite suite = quick(row.operation);
    EXPECT_GE(suite.cases(), 1U << 18) << row.name;
    EXPECT_LE(suite.cases(), 1U << 19) << row.name;
  }
}

TEST(Suite, StandardHolds2To22CasesOfOneOperandAnd2To21OfMore) {
  for (const OperationInfo& row : operations()) {
    if (!Suite::offers(row.operation, Format::binary32)) continue;
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

TEST(Suite, GivesTheSameCasesInAnySplit) {
  for (const OperationInfo& row : operations()) {
    if (!Suite::offers(row.operation, Format::binary32)) continue;
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
    if (!Suite::offers(row.operation, Format::binary32)) continue;
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
