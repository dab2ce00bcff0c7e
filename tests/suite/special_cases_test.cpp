// SPDX-License-Identifier: Apache-2.0
#include "suite/special_cases.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "suite/suite_cases.hpp"

namespace halfulp {
namespace {

using test::cases_of;
using test::Words;

Suite quick(Operation operation) { return {SuiteSize::quick, 1, operation, Format::binary32}; }

std::set<std::uint32_t> values_at(const std::vector<Words>& cases, std::size_t operand) {
  std::set<std::uint32_t> values;
  for (const Words& words : cases) values.insert(words[operand]);
  return values;
}

/// What every floating operand meets, by name in the comments, without the sign.
constexpr std::uint32_t kEverywhere[] = {
    0x00000000,                                      // 0
    0x00000001, 0x007fffff,                          // smallest and largest denormal
    0x00800000, 0x00800001,                          // 2^-126 and the value above
    0x3f800000,                                      // 1
    0x7e7fffff, 0x7e800000, 0x7e800001,              // 2^126 and both sides
    0x7effffff, 0x7f000000, 0x7f000001,              // 2^127 and both sides
    0x7f7fffff, 0x7f800000,                          // largest finite value, infinity
    0x7fc00000, 0x7fffffff, 0x7f800001, 0x7fbfffff,  // quiet and signalling NaN, smallest and largest payload
};

TEST(SpecialCases, HoldTheNamedValuesOfBothSignsForEveryFloatingOperand) {
  for (const OperationInfo& row : operations()) {
    if (!Suite::offers(row.operation, Format::binary32)) continue;
    const int bits_of_first = info(row.operand_format(0, Format::binary32)).bits;
    if (row.arity == 1 && bits_of_first <= 16) continue;  // its suite holds all operands
    const std::vector<Words> cases = cases_of(quick(row.operation), row.operation, "special_values");
    for (int i = 0; i < row.arity; ++i) {
      const std::set<std::uint32_t> values = values_at(cases, static_cast<std::size_t>(i));
      EXPECT_GE(values.size(), 32U) << row.name << " operand " << i;
      if (row.operand_format(i, Format::binary32) != Format::binary32) continue;
      for (const std::uint32_t bits : kEverywhere) {
        EXPECT_TRUE(values.contains(bits)) << row.name << " operand " << i << ' ' << std::hex << bits;
        EXPECT_TRUE(values.contains(bits | 0x80000000)) << row.name << " operand " << i << " -" << std::hex << bits;
      }
    }
  }
}

TEST(SpecialCases, AreCrossedForTwoAndThreeOperands) {
  for (const Operation operation : {Operation::add, Operation::min, Operation::mad, Operation::movc}) {
    const std::vector<Words> cases = cases_of(quick(operation), operation, "special_values");
    const std::set<Words> different(cases.begin(), cases.end());
    std::uint64_t product = 1;
    for (int i = 0; i < info(operation).arity; ++i) product *= values_at(cases, static_cast<std::size_t>(i)).size();
    EXPECT_EQ(cases.size(), product) << info(operation).name;
  }
}

TEST(SpecialCases, OfDotProductsCrossEveryTwoOperands) {
  for (const Operation operation : {Operation::dp2, Operation::dp3, Operation::dp4}) {
    const auto arity = static_cast<std::size_t>(info(operation).arity);
    const std::vector<Words> cases = cases_of(quick(operation), operation, "special_values");
    const std::size_t values = values_at(cases, 0).size();
    for (std::size_t i = 0; i < arity; ++i) {
      for (std::size_t k = i + 1; k < arity; ++k) {
        std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
        for (const Words& words : cases) pairs.insert({words[i], words[k]});
        EXPECT_EQ(pairs.size(), values * values) << info(operation).name << ' ' << i << ' ' << k;
      }
    }
  }
}

/// The points where an operation's rules change, each with both neighbours.
struct Points {
  Operation operation;
  std::vector<std::uint32_t> centres;
};

TEST(SpecialCases, HoldThePointsWhereARuleChangesWithBothNeighbours) {
  const Points rows[] = {
      {Operation::log2, {0x3f000000, 0x3f800000, 0x40000000}},  // 0.5, 1, 2
      {Operation::sin, {0x439d1463, 0xc39d1463}},               // ±100 pi = ±314.159265...
      {Operation::cos, {0x439d1463, 0xc39d1463}},
      {Operation::ftoi, {0x4f000000, 0xcf000000, 0xbf800000}},              // ±2^31, -1
      {Operation::ftou, {0x4f800000, 0xcf800000, 0xbf800000}},              // ±2^32, -1
      {Operation::exp2, {0xc2fc0000, 0xc3150000, 0xc3160000, 0x43000000}},  // -126, -149, -150, 128
      {Operation::itof, {0x01000001, 0x80000001, 0xfeffffff}},              // 2^24 + 1, INT_MIN + 1, -(2^24 + 1)
      {Operation::utof, {0x01000001, 0x80000000}},
      {Operation::rsq, {0x3e800000, 0x40800000}},  // 1/4, 4
  };
  for (const Points& row : rows) {
    const std::set<std::uint32_t> values =
        values_at(cases_of(quick(row.operation), row.operation, "special_values"), 0);
    for (const std::uint32_t centre : row.centres) {
      for (const std::uint32_t bits : {centre - 1, centre, centre + 1}) {
        EXPECT_TRUE(values.contains(bits)) << info(row.operation).name << ' ' << std::hex << bits;
      }
    }
  }
}

}  // namespace
}  // namespace halfulp
