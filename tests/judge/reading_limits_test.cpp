// SPDX-License-Identifier: Apache-2.0
// Readings permit what their sentence leaves open and no more.
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "judge/judged.hpp"
#include "number/layout.hpp"

namespace halfulp {
namespace {

using test::book;
using test::described;
using test::permitted;
using enum Operation;

constexpr Bits kSign = 0x80000000;
constexpr Bits kOne = 0x3f800000;
constexpr Bits kInfinity = 0x7f800000;
constexpr Bits kMax = 0x7f7fffff;

struct Refused {
  std::string rulebook;
  Operation operation;
  Format format;
  std::vector<Bits> operands;
  Bits result;
  std::string why;
};

// Rounding to nearest even decides where infinity begins: `overflow` speaks of bounds that state a distance.
TEST(Overflow, IsNoQuestionWhereTheRoundingIsStated) {
  constexpr Bits kMaxDouble = 0x7fefffffffffffff;
  constexpr Bits kInfiniteDouble = 0x7ff0000000000000;
  const std::vector<Refused> rows = {
      {"d3d11", add, Format::binary64, {kMaxDouble, 1}, kInfiniteDouble, "the largest double and the least denormal"},
      {"d3d11", add, Format::binary64, {kMaxDouble, 0x7ca0000000000000}, kMaxDouble, "2^1024 - 2^970 + 2^970"},
      {"d3d11", div, Format::binary64, {kMaxDouble, 0x3ff0000000000001}, kInfiniteDouble, "less than the largest"},
      {"d3d11", Operation::fma, Format::binary64, {kMaxDouble, 0x3ff0000000000000, 1}, kInfiniteDouble, "rounds once"},
      {"d3d11", binary32_to_binary16, Format::binary32, {0x477fe100}, 0x7c00, "65505: 65504 by either rounding"},
      {"d3d11", binary64_to_binary32, Format::binary64, {0x47efffffefffffff}, kInfinity, "below the midpoint"},
      {"d3d11", add, Format::binary16, {0x7bff, 0x0001}, 0x7c00, "65504 + 2^-24"},
      {"d3d11", mul, Format::ufloat11, {0x7bf, 0x7bf}, 0x7bf, "65024^2"},
      {"d3d11", add, Format::binary32, {kMax, 0x00800000}, kInfinity, "nearest is within 0.5 ULP"},
      {"metal4", add, Format::binary32, {kMax, 0x00800000}, kInfinity, "correctly rounded either way"},
      {"metal4", Operation::fma, Format::binary32, {kMax, kOne, 0x00800000}, kInfinity, "correctly rounded"},
      {"metal4", add, Format::binary16, {0x7bff, 0x0001}, 0x7c00, "correctly rounded"},
      {"metal4", binary32_to_binary16, Format::binary32, {0x477fe100}, 0x7c00, "to nearest even"}};
  for (const Refused& row : rows) {
    const Judgement judgement =
        judge_result(book(row.rulebook), row.operation, row.format, row.operands, row.result, {});
    EXPECT_EQ(name(judgement.verdict), name(Verdict::fail))
        << described(row.rulebook, row.operation, row.operands, row.format) << ": " << row.why;
    EXPECT_FALSE(judgement.rule.ends_with("OVERFLOW")) << judgement.rule;
  }
}

/// The values of a set, which has no NaN.
std::set<Bits> values_of(const PermittedSet& set) {
  const FormatInfo& row = info(set.format);
  std::set<Bits> values;
  for (const auto& [first, last] : set.ranges) {
    for (auto at = number::ordinal(row, first); at <= number::ordinal(row, last); ++at) {
      values.insert(number::from_ordinal(row, at));
    }
  }
  return values;
}

// Direct3D 10 has 1 ULP for mul and add, as for each step.
std::set<Bits> sums_of(const std::set<Bits>& left, const std::set<Bits>& right) {
  std::set<Bits> sums;
  for (const Bits a : left) {
    for (const Bits b : right) sums.merge(values_of(permitted("d3d10", add, {a, b})));
  }
  return sums;
}

std::set<Bits> products_of(Bits x, Bits y) { return values_of(permitted("d3d10", mul, {x, y})); }

TEST(FusedAccept, ReachableSetHoldsWhatSomeOrderGivesAndNoMore) {
  const Readings reachable = {{"fused.accept", "reachable_set"}};
  // 1 + 2^-22 or 1 + 3 * 2^-23, less 1: nothing within 1 ULP of either is 5 * 2^-24.
  EXPECT_FALSE(permitted("d3d11", mad, {0x3f800001, 0x3f800001, 0xbf800000}, reachable).contains(0x34a00000));
  std::mt19937 random(1);
  const auto operand = [&] { return Bits{0x3f800000} + random() % 64 + (random() % 2 == 0 ? kSign : 0); };
  for (int i = 0; i < 25; ++i) {
    const std::vector<Bits> v = {operand(), operand(), operand(), operand(), operand(), operand()};
    const std::set<Bits> a = products_of(v[0], v[3]);
    const std::set<Bits> b = products_of(v[1], v[4]);
    const std::set<Bits> c = products_of(v[2], v[5]);
    std::set<Bits> of_dp3;
    for (const auto& [x, y, z] : {std::tuple(a, b, c), std::tuple(a, c, b), std::tuple(b, c, a)})
      of_dp3.merge(sums_of(sums_of(x, y), z));
    const auto expect = [&](Operation operation, const std::vector<Bits>& operands, const std::set<Bits>& reached) {
      const PermittedSet set = permitted("d3d10", operation, operands, reachable);
      EXPECT_EQ(values_of(set), reached) << described("d3d10", operation, operands) << set.text();
    };
    expect(mad, {v[0], v[3], v[1]}, sums_of(a, {v[1]}));
    expect(dp2, {v[0], v[1], v[3], v[4]}, sums_of(a, b));
    expect(dp3, v, of_dp3);
  }
}

}  // namespace
}  // namespace halfulp
