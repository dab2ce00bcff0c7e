// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/failure_counts.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "diagnosis/tries.hpp"
#include "number/layout.hpp"

namespace halfulp::diagnosis {
namespace {

/// Values of every class in a format.
Bits some_value(const FormatInfo& row, std::mt19937_64& random) {
  const Bits all = ~Bits{0} >> (64 - row.bits);
  if (row.kind != FormatKind::floating) {
    switch (random() % 4) {
      case 0:
        return 0;
      case 1:
        return number::from_ordinal(row, random() % 2 == 0 ? number::least_code(row) : number::most_code(row));
      default:
        return random() & all;
    }
  }
  const number::Layout layout(row);
  const Bits sign = random() % 2 == 0 ? layout.sign_mask() : 0;
  switch (random() % 6) {
    case 0:
      return sign;
    case 1:
      return sign | (random() & layout.fraction_mask());
    case 2:
      return sign | layout.infinity();
    case 3:
      return sign | layout.infinity() | (random() & layout.fraction_mask());
    default:
      return random() & (layout.magnitude_mask() | layout.sign_mask());
  }
}

TEST(TriedCounts, OfManyAtATimeAreThoseOfOneByOne) {
  std::mt19937_64 random(3);
  for (const Operation operation :
       {Operation::rsq, Operation::add, Operation::mad, Operation::dp3, Operation::itof, Operation::ldexp,
        Operation::unorm8_to_binary32, Operation::snorm16_to_binary32, Operation::binary32_to_ufloat11,
        Operation::ufloat10_to_binary32, Operation::filter_srgb8, Operation::movc}) {
    for (const Format asked : {Format::binary16, Format::binary32, Format::binary64}) {
      const Format format = info(operation).only_format().value_or(asked);
      Tries tries(operation, format);
      std::vector<Operands> cases;
      for (int i = 0; i < 3000; ++i) {
        Operands operands;
        for (int k = 0; k < info(operation).arity; ++k) {
          operands.push_back(some_value(info(info(operation).operand_format(k, format)), random));
        }
        // Runs of one value, longer than a block.
        const int times = i == 1000 || i == 2000 ? 2000 : 1;
        for (int n = 0; n < times; ++n) cases.push_back(operands);
      }
      tries.add(cases);
      std::vector<std::uint64_t> classes(tries.tried.classes.size());
      std::vector<std::uint64_t> binades(tries.tried.binades.size());
      for (const Operands& operands : cases) {
        ++classes[tries.tried.class_tuple().number_of(operands)];
        if (!binades.empty()) ++binades[number::binade(*tries.tried.class_tuple().rows()[0], operands[0])];
      }
      EXPECT_EQ(tries.tried.classes, classes) << info(operation).name << ' ' << info(format).name;
      EXPECT_EQ(tries.tried.binades, binades) << info(operation).name << ' ' << info(format).name;
    }
  }
}

TEST(FailureCounts, IsTheSameInAnyOrderAndAnySplit) {
  const std::vector<Operands> cases = all_pairs();
  FailureCounts whole(Operation::add, Format::binary32);
  FailureCounts first(Operation::add, Format::binary32);
  FailureCounts second(Operation::add, Format::binary32);
  TriedCounts tried_whole(Operation::add, Format::binary32);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::string rule = i % 3 == 0 ? "A" : "B";
    whole.note(rule, cases[i]);
    (i % 5 < 2 ? first : second).note(rule, cases[i]);
  }
  FailureCounts other = second;
  other.merge(first);
  first.merge(second);
  for (const FailureCounts& merged : {first, other}) {
    ASSERT_EQ(merged.broken.size(), 2U);
    for (const auto& [rule, failures] : whole.broken) {
      const FailureCounts::OfRule& same = merged.broken.find(rule)->second;
      EXPECT_EQ(same.count, failures.count);
      EXPECT_EQ(same.classes, failures.classes);
      EXPECT_EQ(same.exponent_pairs, failures.exponent_pairs);
    }
  }
  // 0x3f800000 and 0xc0000000 have the exponents 127 and 128.
  EXPECT_EQ(whole.broken["A"].exponent_pairs[127 * 256 + 128] + whole.broken["B"].exponent_pairs[127 * 256 + 128], 1U);
}

}  // namespace
}  // namespace halfulp::diagnosis
