// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/by_double.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "exact/nearest.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp::arithmetic {
namespace {

/// Operands of each format's bits: all of one operand of 16 bits or fewer, else random ones, half of them with
/// exponents that are near each other.
template <class Use>
void for_each_tuple(Operation operation, Format format, std::size_t cases, Use use) {
  const OperationInfo& row = info(operation);
  std::mt19937_64 random(1);
  std::array<Bits, kMaxArity> tuple{};
  const auto arity = static_cast<std::size_t>(row.arity);
  const int first_bits = info(row.operand_format(0, format)).bits;
  const bool all = arity == 1 && first_bits <= 16;
  const std::size_t count = all ? std::size_t{1} << first_bits : cases;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < arity; ++k) {
      const int bits = info(row.operand_format(static_cast<int>(k), format)).bits;
      tuple[k] = all ? i : random() & (~Bits{0} >> (64 - bits));
      if (k > 0 && i % 2 == 0) tuple[k] = (tuple[k - 1] ^ (random() & 0x7ff)) & (~Bits{0} >> (64 - bits));
    }
    use(std::span<const Bits>(tuple).first(arity));
  }
}

TEST(ByDouble, GivesTheExactResultRoundedOnce) {
  std::size_t decided = 0;
  std::size_t operations_told = 0;
  for (const char* const book : {"d3d11", "metal4"}) {
    const Rulebook rulebook = Rulebook::open(book);
    for (const OperationInfo& row : operations()) {
      for (const FormatInfo& format : formats()) {
        if (!rulebook.has(row.operation, format.format)) continue;
        std::size_t decided_here = 0;
        for_each_tuple(row.operation, format.format, 400, [&](std::span<const Bits> operands) {
          for (const bool truncates : {false, true}) {
            const auto result = by_double(row.operation, format.format, operands, truncates);
            if (!result) continue;
            ++decided_here;
            const Bits expected = truncates ? exact::toward_zero(row.operation, format.format, operands)
                                            : exact::nearest_even(row.operation, format.format, operands);
            ASSERT_EQ(*result, expected) << row.name << " in " << format.name << ", first operand " << operands[0]
                                         << (truncates ? ", toward zero" : ", to nearest");
          }
        });
        decided += decided_here;
        if (decided_here != 0) ++operations_told;
      }
    }
  }
  EXPECT_GT(decided, 100000U);
  EXPECT_GT(operations_told, 60U);
}

TEST(ByDouble, LeavesWhatADoubleDoesNotTell) {
  const auto of = [](Operation operation, Format format, std::vector<Bits> operands) {
    return by_double(operation, format, operands, false).has_value();
  };
  EXPECT_TRUE(of(Operation::mul, Format::binary16, {0x3c01, 0x3c01}));
  EXPECT_FALSE(of(Operation::mul, Format::binary16, {0x7c00, 0x3c01})) << "infinity";
  EXPECT_FALSE(of(Operation::mul, Format::binary16, {0x7e00, 0x3c01})) << "NaN";
  EXPECT_FALSE(of(Operation::mul, Format::binary16, {0x0000, 0x3c01})) << "zero";
  EXPECT_FALSE(of(Operation::mul, Format::binary16, {0x7800, 0x7800})) << "overflow";
  EXPECT_FALSE(of(Operation::mul, Format::binary16, {0x0001, 0x0001})) << "zero by underflow";
  EXPECT_FALSE(of(Operation::exp2, Format::binary16, {0x4000})) << "a value, as near as a double shows";
  EXPECT_FALSE(of(Operation::log2, Format::binary16, {0xbc00})) << "outside of the domain";
  EXPECT_FALSE(of(Operation::add, Format::binary32, {0x3f800000, 0x33000000})) << "too many bits";
  EXPECT_TRUE(of(Operation::add, Format::binary64, {0x3ff0000000000000, 1}));
  EXPECT_FALSE(of(Operation::mul, Format::binary64, {0x3fe0000000000000, 1})) << "a denormal";
  EXPECT_FALSE(of(Operation::exp2, Format::binary64, {0x3fe0000000000000})) << "no operation of IEEE 754";
  EXPECT_FALSE(of(Operation::min, Format::binary16, {0x3c01, 0x3c02})) << "no result of doubles";
}

}  // namespace
}  // namespace halfulp::arithmetic
