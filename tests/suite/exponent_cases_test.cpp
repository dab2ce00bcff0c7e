// SPDX-License-Identifier: Apache-2.0
#include "suite/exponent_cases.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "suite/suite_cases.hpp"

namespace halfulp {
namespace {

using test::cases_of;
using test::Words;

Suite quick(Operation operation) { return {SuiteSize::quick, 1, operation, Format::binary32}; }

int biased_exponent(std::uint32_t word) { return static_cast<int>(word >> 23 & 0xff); }

TEST(ExponentCases, HoldEveryExponentOfEveryOperandSeveralTimesWithBothSigns) {
  for (const OperationInfo& row : operations()) {
    if (!Suite::offers(row.operation, Format::binary32)) continue;
    const std::vector<Words> cases = cases_of(quick(row.operation), row.operation, "exponents");
    for (int i = 0; i < row.arity; ++i) {
      if (row.operand_format(i, Format::binary32) != Format::binary32) continue;
      std::map<std::uint32_t, std::set<std::uint32_t>> fractions;  // by sign and exponent
      for (const Words& words : cases) {
        const std::uint32_t word = words[static_cast<std::size_t>(i)];
        fractions[word >> 23].insert(word & 0x7fffff);
      }
      for (std::uint32_t exponent = 0; exponent <= 254; ++exponent) {
        for (const std::uint32_t sign : {0U, 256U}) {
          const std::set<std::uint32_t>& seen = fractions[sign | exponent];
          EXPECT_GE(seen.size(), 4U) << row.name << " operand " << i << " exponent " << exponent;
          EXPECT_TRUE(seen.contains(0)) << row.name << " operand " << i << " exponent " << exponent;
          EXPECT_TRUE(seen.contains(0x7fffff)) << row.name << " operand " << i << " exponent " << exponent;
        }
      }
    }
  }
}

/// Differences that some case has, each with the number of cases.
template <typename Difference>
void expect_all_differences(Operation operation, Difference difference) {
  std::map<int, int> seen;
  for (const Words& words : cases_of(quick(operation), operation, "exponent_differences")) {
    for (const int d : difference(words)) ++seen[d];
  }
  for (int d = -150; d <= 150; ++d) EXPECT_GE(seen[d], 16) << info(operation).name << ' ' << d;
}

TEST(DifferenceCases, HoldEveryDifferenceOfTwoOperands) {
  for (const OperationInfo& row : operations()) {
    if (!Suite::offers(row.operation, Format::binary32)) continue;
    if (row.arity != 2 || row.operand_format(1, Format::binary32) != Format::binary32) continue;
    expect_all_differences(row.operation, [](const Words& words) {
      return std::vector<int>{biased_exponent(words[0]) - biased_exponent(words[1])};
    });
  }
}

TEST(DifferenceCases, HoldEveryDifferenceOfAProductAndTheAddend) {
  expect_all_differences(Operation::mad, [](const Words& words) {
    return std::vector<int>{biased_exponent(words[0]) + biased_exponent(words[1]) - 127 - biased_exponent(words[2])};
  });
}

TEST(DifferenceCases, HoldEveryDifferenceOfTwoProducts) {
  for (const std::size_t products : {std::size_t{2}, std::size_t{3}, std::size_t{4}}) {
    const Operation operation = products == 2 ? Operation::dp2 : products == 3 ? Operation::dp3 : Operation::dp4;
    expect_all_differences(operation, [products](const Words& words) {
      std::vector<int> exponents;
      for (std::size_t i = 0; i < products; ++i) {
        exponents.push_back(biased_exponent(words[i]) + biased_exponent(words[products + i]));
      }
      std::vector<int> differences;
      for (const int a : exponents) {
        for (const int b : exponents) differences.push_back(a - b);
      }
      return differences;
    });
  }
}

}  // namespace
}  // namespace halfulp
