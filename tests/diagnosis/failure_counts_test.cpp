// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/failure_counts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "number/lane.hpp"
#include "number/layout.hpp"
#include "report/report.hpp"

namespace halfulp::diagnosis {
namespace {

using Operands = std::vector<Bits>;

/// Cases tried, and those of them that fail.
class Tries {
 public:
  Tries(Operation operation, Format format)
      : operation_(operation), format_(format), tried(operation, format), counts(operation, format) {}

  void add(const std::vector<Operands>& cases) {
    const auto arity = static_cast<std::size_t>(info(operation_).arity);
    std::vector<std::vector<std::byte>> memory(arity);
    std::vector<ConstLane> lanes;
    for (std::size_t k = 0; k < arity; ++k) {
      const int bytes = info(info(operation_).operand_format(static_cast<int>(k), format_)).bytes;
      memory[k].resize(cases.size() * static_cast<std::size_t>(bytes));
      for (std::size_t i = 0; i < cases.size(); ++i) number::store(memory[k], bytes, i, cases[i][k]);
      lanes.emplace_back(memory[k]);
    }
    tried.note(lanes);
  }
  /// Adds all cases, and notes those as failing for which `fails` is true.
  template <class Fails>
  void add(const std::vector<Operands>& cases, Fails fails) {
    add(cases);
    for (const Operands& operands : cases) {
      if (fails(operands)) counts.note("R", operands);
    }
  }
  [[nodiscard]] std::string says() const {
    return report::sentence(failure_words(operation_, tried, counts.broken.find("R")->second));
  }

 private:
  Operation operation_;
  Format format_;

 public:
  TriedCounts tried;
  FailureCounts counts;
};

std::vector<Operands> all_of_binary16() {
  std::vector<Operands> all;
  for (Bits x = 0; x < 0x10000; ++x) all.push_back({x});
  return all;
}

std::string says_of_binary16(bool (*fails)(Bits)) {
  Tries tries(Operation::rsq, Format::binary16);
  tries.add(all_of_binary16(), [&](const Operands& x) { return fails(x[0]); });
  return tries.says();
}

bool is_denormal(Bits x) { return (x & 0x7c00) == 0 && (x & 0x3ff) != 0; }
bool is_nan(Bits x) { return (x & 0x7fff) > 0x7c00; }
bool is_signalling(Bits x) { return is_nan(x) && (x & 0x200) == 0; }

TEST(FailureWords, OfOneOperandNameClassSignAndBinades) {
  EXPECT_EQ(says_of_binary16(is_denormal), "all 2,046 denormal operands, both signs");
  EXPECT_EQ(says_of_binary16([](Bits x) { return is_denormal(x) && (x & 0x8000) != 0; }),
            "all 1,023 negative denormal operands");
  EXPECT_EQ(says_of_binary16([](Bits x) { return is_denormal(x) && x % 2 == 0; }),
            "1,022 of 2,046 denormal operands, both signs");
  EXPECT_EQ(says_of_binary16(is_nan), "all 2,046 NaN operands, both signs");
  EXPECT_EQ(says_of_binary16(is_signalling), "all 1,022 signalling NaN operands, both signs");
  EXPECT_EQ(says_of_binary16([](Bits) { return true; }), "all 65,536 operands");
  // Exponents -3 to 5 are the biased ones 12 to 20.
  EXPECT_EQ(says_of_binary16([](Bits x) {
              const Bits exponent = x >> 10 & 31;
              return exponent >= 12 && exponent <= 20 && x % 4 == 0;
            }),
            "4,608 of 18,432 normal operands, both signs, binades 2^-3 to 2^5");
  EXPECT_EQ(says_of_binary16([](Bits x) { return x >> 10 == 15; }), "all 1,024 positive normal operands, binade 2^0");
  EXPECT_EQ(says_of_binary16([](Bits x) { return x >> 10 == 15 || x == 0x8000 || is_denormal(x); }),
            "all 2,046 denormal operands, both signs; all 1,024 positive normal operands, binade 2^0; 1 of 1 "
            "negative zero operands");
}

TEST(FailureWords, OfCodesNameTheirMagnitude) {
  Tries tries(Operation::itof, Format::binary32);
  std::vector<Operands> cases;
  for (Bits bit = 0; bit < 32; ++bit) cases.push_back({Bits{1} << bit});
  cases.push_back({0});
  tries.add(cases, [](const Operands& x) { return x[0] >= 0x1000000 && x[0] < 0x80000000; });
  EXPECT_EQ(tries.says(), "7 of 31 positive inner operands, binades 2^24 to 2^30");
}

const std::vector<Bits> kValues = {0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x3f800000, 0xc0000000,
                                   0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xff800001, 0x42000000};

std::vector<Operands> all_pairs() {
  std::vector<Operands> pairs;
  for (const Bits x : kValues) {
    for (const Bits y : kValues) pairs.push_back({x, y});
  }
  return pairs;
}

bool is_denormal32(Bits x) { return (x & 0x7f800000) == 0 && (x & 0x007fffff) != 0; }
bool is_signalling32(Bits x) { return (x & 0x7fc00000) == 0x7f800000 && (x & 0x003fffff) != 0; }

std::string says_of_pairs(bool (*fails)(const Operands&)) {
  Tries tries(Operation::add, Format::binary32);
  tries.add(all_pairs(), fails);
  return tries.says();
}

TEST(FailureWords, OfTwoOperandsAreTheSimplestThatFit) {
  EXPECT_EQ(says_of_pairs([](const Operands& x) { return is_denormal32(x[0]) || is_denormal32(x[1]); }),
            "all 44 cases in which an operand is a denormal");
  EXPECT_EQ(says_of_pairs([](const Operands& x) { return is_signalling32(x[0]); }),
            "all 24 cases in which x is a signalling NaN");
  EXPECT_EQ(says_of_pairs([](const Operands& x) { return is_denormal32(x[0]) && x[1] == 0x80000000; }),
            "all 2 cases in which x is a denormal and y is a negative zero");
  EXPECT_EQ(
      says_of_pairs([](const Operands& x) { return is_signalling32(x[0]) || (x[0] == 0 && x[1] == 0x3f800000); }),
      "all 24 cases in which x is a signalling NaN; 1 of 2 cases in which x is a positive zero and y is a positive "
      "normal");
  EXPECT_EQ(says_of_pairs([](const Operands&) { return true; }), "all 144 cases");
}

TEST(FailureWords, OfManyOperandsNameTheClassesThatOccur) {
  Tries tries(Operation::dp2, Format::binary32);
  std::vector<Operands> cases;
  for (const Operands& pair : all_pairs()) {
    for (const Operands& other : all_pairs()) cases.push_back({pair[0], pair[1], other[0], other[1]});
  }
  tries.add(cases, [](const Operands& x) { return std::ranges::any_of(x, is_signalling32); });
  EXPECT_EQ(tries.says(), "all 10,736 cases in which an operand is a signalling NaN");  // 12^4 - 10^4
}

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
        if (!binades.empty()) ++binades[binade(*tries.tried.class_tuple().rows()[0], operands[0])];
      }
      EXPECT_EQ(tries.tried.classes, classes) << info(operation).name << ' ' << info(format).name;
      EXPECT_EQ(tries.tried.binades, binades) << info(operation).name << ' ' << info(format).name;
    }
  }
}

TEST(OperandClass, IsThatOfTheValue) {
  const FormatInfo& row = info(Format::binary32);
  const auto minus = [](OperandKind kind) { return static_cast<std::size_t>(kind) + kOperandKinds; };
  const auto plus = [](OperandKind kind) { return static_cast<std::size_t>(kind); };
  EXPECT_EQ(operand_class(row, 0x00000000), plus(OperandKind::zero));
  EXPECT_EQ(operand_class(row, 0x80000000), minus(OperandKind::zero));
  EXPECT_EQ(operand_class(row, 0x007fffff), plus(OperandKind::denormal));
  EXPECT_EQ(operand_class(row, 0x80000001), minus(OperandKind::denormal));
  EXPECT_EQ(operand_class(row, 0x00800000), plus(OperandKind::normal));
  EXPECT_EQ(operand_class(row, 0xff7fffff), minus(OperandKind::normal));
  EXPECT_EQ(operand_class(row, 0x7f800000), plus(OperandKind::infinity));
  EXPECT_EQ(operand_class(row, 0xff800001), minus(OperandKind::signalling_nan));
  EXPECT_EQ(operand_class(row, 0x7fbfffff), plus(OperandKind::signalling_nan));
  EXPECT_EQ(operand_class(row, 0x7fc00000), plus(OperandKind::quiet_nan));
  const FormatInfo& code = info(Format::snorm8);
  EXPECT_EQ(operand_class(code, 0x80), minus(OperandKind::infinity));
  EXPECT_EQ(operand_class(code, 0x81), minus(OperandKind::normal));
  EXPECT_EQ(operand_class(code, 0x7f), plus(OperandKind::infinity));
  EXPECT_EQ(binade(row, 0xbf800000), 256U + 127U);
  EXPECT_EQ(binade(code, 0xff), 65U + 1U);
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
