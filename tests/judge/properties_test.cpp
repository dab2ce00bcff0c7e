// SPDX-License-Identifier: Apache-2.0

// What holds for every permitted set, on random and special bits.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include "exact/nearest.hpp"
#include "judge/judged.hpp"
#include "number/layout.hpp"

namespace halfulp {
namespace {

using test::permitted;

constexpr Bits kSignBit = 0x80000000;
const number::Layout kLayout(info(Format::binary32));

constexpr std::array<const char*, 3> kBooks = {"d3d10", "d3d10.1", "d3d11"};

/// Operands of every kind: specials, near 1, near the borders, random bits.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  std::vector<Bits> operands(Operation operation) {
    const auto arity = static_cast<std::size_t>(info(operation).arity);
    std::vector<Bits> result;
    const Bits exponent = random_() % 255;
    for (std::size_t i = 0; i < arity; ++i) result.push_back(one(exponent));
    if (arity > 1 && random_() % 6 == 0) result[1] = result[0] ^ (random_() % 2 == 0 ? kSignBit : 0);
    return result;
  }
  Bits one(Bits exponent) {
    static constexpr std::array<Bits, 20> kSpecial = {0x00000000, 0x00000001, 0x007fffff, 0x00800000, 0x00800001,
                                                      0x3effffff, 0x3f000000, 0x3f7fffff, 0x3f800000, 0x3f800001,
                                                      0x40000000, 0x40000001, 0x7e800000, 0x7e800001, 0x7f7fffff,
                                                      0x7f800000, 0x7fc00000, 0x7f800001, 0x4b000001, 0x439d1463};
    const Bits sign = random_() % 2 == 0 ? 0 : kSignBit;
    switch (random_() % 4) {
      case 0:
        return kSpecial[random_() % kSpecial.size()] | sign;
      case 1:
        return (exponent << 23) | (random_() & 0x7fffff) | sign;
      case 2:
        return (std::min<Bits>(254, exponent + random_() % 3) << 23) | (random_() & 0x7fe000) | sign;
      default:
        return random_() & 0xffffffff;
    }
  }
  std::uint64_t bits() { return random_(); }

 private:
  std::mt19937_64 random_;
};

/// The set with the sign of every member inverted.
PermittedSet negated(const PermittedSet& set) {
  PermittedSet result = set;
  for (Range& range : result.ranges) range = {range.last ^ kSignBit, range.first ^ kSignBit};
  std::ranges::reverse(result.ranges);
  for (Bits& nan : result.nan_patterns) nan ^= kSignBit;
  std::ranges::sort(result.nan_patterns);
  return result;
}

bool has_denormal(const PermittedSet& set) {
  return std::ranges::any_of(set.ranges, [](const Range& range) {
    const auto meets = [&](std::int64_t first, std::int64_t last) {
      return number::ordinal(info(Format::binary32), range.first) <= last &&
             number::ordinal(info(Format::binary32), range.last) >= first;
    };
    return meets(1, 0x7fffff) || meets(-0x800000, -2);
  });
}

/// Every range of `inner` lies in one of `outer`, and its NaNs are among the other's.
bool contained(const PermittedSet& inner, const PermittedSet& outer) {
  if (outer.anything) return true;
  if (inner.anything || (inner.nan == NanKind::any && outer.nan != NanKind::any)) return false;
  return std::ranges::all_of(inner.ranges, [&](const Range& range) {
    const FormatInfo& row = info(outer.format);
    return std::ranges::any_of(outer.ranges, [&](const Range& other) {
      return number::ordinal(row, other.first) <= number::ordinal(row, range.first) &&
             number::ordinal(row, range.last) <= number::ordinal(row, other.last);
    });
  });
}

/// Expects that each result that the one case permits is permitted in the other.
void expect_contained(const PermittedSet& inner, const PermittedSet& outer, const std::string& text) {
  EXPECT_TRUE(contained(inner, outer)) << text << ": " << inner.text() << " and " << outer.text();
}

bool rounds_its_result(Operation operation) {
  const OperationFamily family = info(operation).family;
  return family == OperationFamily::arithmetic || family == OperationFamily::rounding ||
         family == OperationFamily::fused;
}

/// Expects that two cases permit the same.
void expect_same(const std::string& rulebook, Operation first, const std::vector<Bits>& operands, Operation second,
                 const std::vector<Bits>& others) {
  EXPECT_EQ(permitted(rulebook, first, operands), permitted(rulebook, second, others))
      << test::described(rulebook, first, operands);
}

/// Expects that what a case permits is what another does with the sign of every member inverted.
void expect_negated(const std::string& rulebook, Operation operation, const std::vector<Bits>& operands,
                    const std::vector<Bits>& others) {
  EXPECT_EQ(permitted(rulebook, operation, operands), negated(permitted(rulebook, operation, others)))
      << test::described(rulebook, operation, operands);
}

/// Runs `body(rulebook name, operation, operands)` for every operation of every rulebook.
template <class Body>
void for_each_case(int cases, std::uint64_t seed, const Body& body) {
  Draw draw(seed);
  for (const char* name : kBooks) {
    for (const OperationInfo& row : operations()) {
      if (!test::book(name).has(row.operation, Format::binary32)) continue;
      for (int i = 0; i < cases; ++i) body(name, row.operation, draw.operands(row.operation));
    }
  }
}

TEST(Properties, NoSetIsEmptyAndItsRangesAreInOrder) {
  for_each_case(150, 1, [](const std::string& name, Operation operation, const std::vector<Bits>& operands) {
    const PermittedSet set = permitted(name, operation, operands);
    EXPECT_FALSE(set.empty()) << test::described(name, operation, operands);
    const FormatInfo& row = info(set.format);
    for (std::size_t i = 0; i < set.ranges.size(); ++i) {
      const std::int64_t first = number::ordinal(row, set.ranges[i].first);
      EXPECT_LE(first, number::ordinal(row, set.ranges[i].last)) << set.text();
      const std::int64_t before = i == 0 ? first - 2 : number::ordinal(row, set.ranges[i - 1].last);
      EXPECT_GT(first, before + 1) << set.text();
      if (row.kind != FormatKind::floating) continue;
      EXPECT_FALSE(kLayout.is_nan(set.ranges[i].first) || kLayout.is_nan(set.ranges[i].last)) << set.text();
    }
  });
}

TEST(Properties, TheExactResultRoundedAndFlushedIsPermitted) {
  for_each_case(250, 2, [](const std::string& name, Operation operation, const std::vector<Bits>& operands) {
    if (!rounds_its_result(operation)) return;
    std::vector<Bits> flushed = operands;
    for (Bits& bits : flushed) bits = kLayout.flushed(bits);
    // x - floor(x) below 1 may round to 1, which is permitted by default.
    const Bits result = kLayout.flushed(exact::nearest_even(operation, Format::binary32, flushed));
    const PermittedSet set = permitted(name, operation, operands);
    EXPECT_TRUE(set.contains(result)) << test::described(name, operation, operands) << " -> "
                                      << bits_text(Format::binary32, result) << ", set " << set.text();
  });
}

TEST(Properties, ArithmeticNeverPermitsADenormal) {
  for_each_case(100, 3, [](const std::string& name, Operation operation, const std::vector<Bits>& operands) {
    if (!rounds_its_result(operation)) return;
    const PermittedSet set = permitted(name, operation, operands);
    EXPECT_FALSE(!set.anything && has_denormal(set))
        << test::described(name, operation, operands) << ": " << set.text();
  });
}

TEST(Properties, ADenormalOperandOfArithmeticIsAsGoodAsTheZeroOfItsSign) {
  for_each_case(100, 4, [](const std::string& name, Operation operation, const std::vector<Bits>& operands) {
    const OperationFamily family = info(operation).family;
    if (!rounds_its_result(operation) && family != OperationFamily::comparison && operation != Operation::ftoi &&
        operation != Operation::ftou) {
      return;
    }
    std::vector<Bits> flushed = operands;
    for (Bits& bits : flushed) bits = kLayout.flushed(bits);
    expect_same(name, operation, operands, operation, flushed);
  });
}

TEST(Properties, ANanOperandOfArithmeticGivesAnyNanAndNothingElse) {
  for_each_case(100, 5, [](const std::string& name, Operation operation, const std::vector<Bits>& operands) {
    if (!rounds_its_result(operation) || std::ranges::none_of(operands, [](Bits bits) { return kLayout.is_nan(bits); }))
      return;
    const PermittedSet set = permitted(name, operation, operands);
    EXPECT_EQ(set.nan, NanKind::any) << test::described(name, operation, operands);
    EXPECT_TRUE(set.ranges.empty()) << test::described(name, operation, operands) << ": " << set.text();
  });
}

TEST(Properties, OperationsThatCommutePermitTheSameInBothOrders) {
  Draw draw(6);
  for (const char* name : kBooks) {
    for (const Operation operation : {Operation::add, Operation::mul, Operation::eq, Operation::ne}) {
      for (int i = 0; i < 600; ++i) {
        const std::vector<Bits> xy = draw.operands(operation);
        expect_same(name, operation, xy, operation, {xy[1], xy[0]});
      }
    }
    for (int i = 0; i < 300; ++i) {
      const std::vector<Bits> o = draw.operands(Operation::mad);
      expect_same(name, Operation::mad, o, Operation::mad, {o[1], o[0], o[2]});
      // Trees are not ordered, so that the terms of dp3 change places freely.
      const std::vector<Bits> d = draw.operands(Operation::dp3);
      expect_same(name, Operation::dp3, d, Operation::dp3, {d[1], d[2], d[0], d[4], d[5], d[3]});
    }
  }
}

TEST(Properties, GreaterIsLessWithItsOperandsExchanged) {
  Draw draw(7);
  for (int i = 0; i < 1000; ++i) {
    const std::vector<Bits> xy = draw.operands(Operation::lt);
    expect_same("d3d11", Operation::lt, xy, Operation::gt, {xy[1], xy[0]});
    expect_same("d3d11", Operation::le, xy, Operation::ge, {xy[1], xy[0]});
  }
}

TEST(Properties, AnInvertedSignInvertsTheSignOfTheResult) {
  Draw draw(8);
  for (const char* name : kBooks) {
    for (int i = 0; i < 400; ++i) {
      for (const Operation operation : {Operation::mul, Operation::div}) {
        const std::vector<Bits> xy = draw.operands(operation);
        expect_negated(name, operation, {xy[0] ^ kSignBit, xy[1]}, xy);
        expect_same(name, operation, {xy[0] ^ kSignBit, xy[1] ^ kSignBit}, operation, xy);
      }
      for (const Operation operation : {Operation::reciprocal, Operation::rcp, Operation::sin}) {
        if (!test::book(name).has(operation, Format::binary32)) continue;
        const std::vector<Bits> x = draw.operands(operation);
        expect_negated(name, operation, {x[0] ^ kSignBit}, x);
      }
      const std::vector<Bits> x = draw.operands(Operation::cos);
      expect_same(name, Operation::cos, {x[0] ^ kSignBit}, Operation::cos, x);
    }
  }
}

/// Sums of zeros have the sign that the table gives, +0 where the signs differ: they alone are not symmetric.
bool sums_zeros(const std::vector<Bits>& operands) {
  return std::ranges::all_of(operands, [](Bits bits) { return kLayout.is_zero(kLayout.flushed(bits)); });
}

TEST(Properties, ASumOfInvertedOperandsIsTheInvertedSum) {
  Draw draw(9);
  for (const char* name : kBooks) {
    for (const Operation operation : {Operation::add, Operation::sub}) {
      for (int i = 0; i < 600; ++i) {
        const std::vector<Bits> xy = draw.operands(operation);
        if (sums_zeros(xy)) continue;
        expect_negated(name, operation, {xy[0] ^ kSignBit, xy[1] ^ kSignBit}, xy);
      }
    }
  }
}

TEST(Properties, ADifferenceIsTheSumWithTheSecondOperandInverted) {
  Draw draw(10);
  for (const char* name : kBooks) {
    for (int i = 0; i < 800; ++i) {
      const std::vector<Bits> xy = draw.operands(Operation::sub);
      expect_same(name, Operation::sub, xy, Operation::add, {xy[0], xy[1] ^ kSignBit});
    }
  }
}

TEST(Properties, Direct3D10PermitsWhatDirect3D11Does) {
  Draw draw(11);
  for (const Operation operation : {Operation::add, Operation::sub, Operation::mul, Operation::frc, Operation::mad,
                                    Operation::dp2, Operation::dp4, Operation::binary32_to_fixed16_8}) {
    for (int i = 0; i < 400; ++i) {
      const std::vector<Bits> operands = draw.operands(operation);
      const PermittedSet narrow = permitted("d3d11", operation, operands);
      const PermittedSet wide = permitted("d3d10", operation, operands);
      expect_contained(narrow, wide, test::described("d3d11", operation, operands));
    }
  }
}

TEST(Properties, Direct3D11PermitsWhatDirect3D10Point1Does) {
  for_each_case(30, 12, [](const std::string& name, Operation operation, const std::vector<Bits>& operands) {
    if (name != "d3d10.1" || operation == Operation::binary32_to_fixed16_8) return;  // Direct3D 11 rounds to nearest
    EXPECT_EQ(permitted(name, operation, operands), permitted("d3d11", operation, operands))
        << test::described(name, operation, operands);
  });
}

TEST(Properties, WiderReadingsContainNarrowerOnes) {
  struct Pair {
    std::vector<Operation> operations;
    Readings narrow;
    Readings wide;
  };
  const std::vector<Operation> fused = {Operation::mad, Operation::dp2, Operation::dp3, Operation::dp4};
  const std::vector<Operation> sums = {Operation::add, Operation::sub, Operation::mul};
  const std::vector<Pair> pairs = {
      {fused, {{"fused.step_ulp", "0.5"}}, {}},
      {fused, {{"fused.orders", "serial_chains"}}, {}},
      {fused, {{"fused.orders", "left_to_right"}}, {{"fused.orders", "serial_chains"}}},
      {fused, {}, {{"fused.nan", "vulkan_any"}}},
      {sums, {{"d3d11.addsubmul", "nearest_even"}}, {}},
      {sums, {}, {{"d3d11.addsubmul", "learn_page_truncate"}}},
      {{Operation::div}, {{"div.form", "direct"}}, {}},
      {{Operation::add, Operation::mul, Operation::mad, Operation::exp2}, {}, {{"ftz.out", "may"}}},
      {{Operation::add, Operation::mul, Operation::mad, Operation::exp2}, {}, {{"ftz.sign", "any"}}},
      {{Operation::add, Operation::dp2, Operation::mad}, {{"cancel.zero_sign", "plus"}}, {}},
      {{Operation::reciprocal, Operation::sqrt, Operation::div}, {}, {{"ulp_def", "muller_B"}}},
      {{Operation::sin, Operation::cos}, {}, {{"sincos.range", "ignore"}}},
      {{Operation::frc}, {{"fract.max", "clamp"}}, {}},
  };
  Draw draw(13);
  for (const Pair& pair : pairs) {
    for (const Operation operation : pair.operations) {
      for (int i = 0; i < 150; ++i) {
        const std::vector<Bits> operands = draw.operands(operation);
        const PermittedSet narrow = permitted("d3d11", operation, operands, pair.narrow);
        const PermittedSet wide = permitted("d3d11", operation, operands, pair.wide);
        const Readings& named = pair.narrow.empty() ? pair.wide : pair.narrow;
        expect_contained(narrow, wide, test::described("d3d11", operation, operands) + ": " + named.begin()->first);
      }
    }
  }
}

TEST(Properties, MultiplyingByOneInAFusedOperationIsAddingExactlyOnce) {
  // x * 1 is x, so that x * 1 + y errs as the sum alone does: the sets are those of add but where flushes differ.
  Draw draw(15);
  for (int i = 0; i < 600; ++i) {
    const std::vector<Bits> xy = draw.operands(Operation::add);
    const PermittedSet sum = permitted("d3d10", Operation::add, xy);
    const PermittedSet fused = permitted("d3d10", Operation::mad, {xy[0], 0x3f800000, xy[1]});
    expect_contained(sum, fused, test::described("d3d10", Operation::add, xy));
  }
}

TEST(Properties, AFusedOperationWithZeroTermsPermitsWhatTheProductDoes) {
  Draw draw(16);
  for (const char* name : kBooks) {
    for (int i = 0; i < 300; ++i) {
      const std::vector<Bits> xy = draw.operands(Operation::mul);
      const PermittedSet product = permitted(name, Operation::mul, xy);
      // x + (+0) is x but that -0 + +0 is +0; x + -0 is x.
      const PermittedSet fused = permitted(name, Operation::mad, {xy[0], xy[1], kSignBit});
      expect_contained(product, fused, test::described(name, Operation::mul, xy));
    }
  }
}

}  // namespace
}  // namespace halfulp
