// SPDX-License-Identifier: Apache-2.0
// What holds in every format: src/suite/suite.cpp, plan.cpp, exponent_cases.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>

#include "halfulp/error.hpp"
#include "suite/format_cases.hpp"

namespace halfulp {
namespace {

using test::all_offered;
using test::Asked;
using test::describe;
using test::Operands;
using test::operands_of;

Suite quick(const Asked& asked, std::uint64_t seed = 1) {
  return {SuiteSize::quick, seed, asked.operation, asked.format};
}

std::uint64_t cases_of_kind(const Suite& suite, std::string_view kind) {
  const auto found = std::ranges::find(suite.coverage(), kind, &Coverage::kind);
  return found == suite.coverage().end() ? 0 : found->cases;
}

TEST(Formats, HaveSuitesOfEveryOperation) {
  for (const Format format : test::kFloatingFormats) {
    for (const Operation operation : {Operation::add, Operation::dp4, Operation::sqrt, Operation::ftoi, Operation::utof,
                                      Operation::movc, Operation::ldexp, Operation::pow, Operation::read}) {
      EXPECT_TRUE(Suite::offers(operation, format)) << info(operation).name << ' ' << info(format).name;
    }
  }
  EXPECT_FALSE(Suite::offers(Operation::add, Format::uint32));
  EXPECT_FALSE(Suite::offers(Operation::itof, Format::sint32));
  EXPECT_TRUE(Suite::offers(Operation::ufloat11_to_binary16, Format::ufloat11));
  EXPECT_FALSE(Suite::offers(Operation::ufloat11_to_binary16, Format::binary16));
  // 130 operations in six formats, 22 conversions between floating formats and 89 of pixels in one, a filter, 16 fixed
  // functions and three dot products.
  EXPECT_EQ(kOperationCount, 130 + 22 + 89 + 1 + 16 + 3);
  EXPECT_EQ(all_offered().size(), 130U * 6 + 22 + 89 + 1 + 16 + 3);
}

TEST(Formats, HoldNoBitsAboveTheirWidth) {
  constexpr std::uint64_t kMost = 2048;
  for (const Asked& asked : all_offered()) {
    const Suite suite = quick(asked);
    std::uint64_t first = 0;
    for (const Coverage& coverage : suite.coverage()) {
      for (const Operands& operands : operands_of(suite, asked, first, std::min(coverage.cases, kMost))) {
        for (int i = 0; i < info(asked.operation).arity; ++i) {
          const int bits = info(info(asked.operation).operand_format(i, asked.format)).bits;
          if (bits == 64) continue;
          ASSERT_EQ(operands[static_cast<std::size_t>(i)] >> bits, 0U)
              << coverage.kind << ' ' << describe(asked, operands);
        }
      }
      first += coverage.cases;
    }
    EXPECT_EQ(first, suite.cases()) << info(asked.operation).name;
  }
}

TEST(Formats, GiveTheSameCasesInAnySplitAndOthersForAnotherSeed) {
  constexpr std::uint64_t kAround = 100;
  for (const Asked& asked : all_offered()) {
    const Suite suite = quick(asked, 42);
    std::uint64_t first = 0;
    for (const Coverage& coverage : suite.coverage()) {
      // Across the boundary of two sections, at once and one by one.
      const std::uint64_t begin = first < kAround ? 0 : first - kAround;
      const std::uint64_t end = std::min(first + kAround, suite.cases());
      const std::vector<Operands> whole = operands_of(suite, asked, begin, end - begin);
      constexpr std::uint64_t kStride = 17;
      for (std::uint64_t i = begin; i < end; i += kStride) {
        ASSERT_EQ(operands_of(quick(asked, 42), asked, i, 1)[0], whole[i - begin])
            << describe(asked, whole[i - begin]) << " at " << i;
      }
      first += coverage.cases;
    }
    if (suite.coverage().size() == 1) continue;
    EXPECT_NE(operands_of(suite, asked, "random", 100), operands_of(quick(asked, 43), asked, "random", 100))
        << info(asked.operation).name;
  }
}

TEST(Formats, HaveSuitesOfTheSizesThatTheyShouldHave) {
  for (const Asked& asked : all_offered()) {
    int bits = 0;
    for (int i = 0; i < info(asked.operation).arity; ++i) {
      bits += info(info(asked.operation).operand_format(i, asked.format)).bits;
    }
    for (const SuiteSize size : {SuiteSize::quick, SuiteSize::standard}) {
      const Suite suite(size, 1, asked.operation, asked.format);
      const int target = size == SuiteSize::quick ? 18 : info(asked.operation).arity == 1 ? 22 : 21;
      if (bits <= target) {
        ASSERT_EQ(suite.coverage().size(), 1U) << info(asked.operation).name;
        EXPECT_EQ(suite.coverage()[0].kind, "all_operands");
        EXPECT_EQ(suite.cases(), std::uint64_t{1} << bits);
        continue;
      }
      EXPECT_GE(suite.cases(), std::uint64_t{1} << target) << info(asked.operation).name;
      EXPECT_LE(suite.cases(), std::uint64_t{2} << target) << info(asked.operation).name;
      for (const std::string_view kind : {"special_values", "exponents", "random"}) {
        if (kind == "exponents" && info(asked.format).kind != FormatKind::floating) continue;  // codes have none
        EXPECT_GT(cases_of_kind(suite, kind), 0U) << info(asked.operation).name << ' ' << kind;
      }
    }
  }
}

TEST(Formats, OfFewValuesHoldEachOnceInEverySuite) {
  for (const Asked& asked :
       {Asked{Operation::sqrt, Format::binary16}, Asked{Operation::mov, Format::ufloat11},
        Asked{Operation::exp, Format::ufloat10}, Asked{Operation::ufloat10_to_binary64, Format::ufloat10}}) {
    for (const SuiteSize size : {SuiteSize::quick, SuiteSize::standard, SuiteSize::exhaustive}) {
      const Suite suite(size, 1, asked.operation, asked.format);
      ASSERT_EQ(suite.cases(), std::uint64_t{1} << info(asked.format).bits);
      std::set<Bits> values;
      for (const Operands& operands : operands_of(suite, asked, 0, suite.cases())) values.insert(operands[0]);
      EXPECT_EQ(values.size(), suite.cases());
      EXPECT_EQ(*values.rbegin(), suite.cases() - 1);
    }
  }
}

TEST(Formats, OfFewValuesHoldEveryPairOnceInTheStandardSuite) {
  const Asked asked{Operation::mul, Format::ufloat10};
  const Suite suite(SuiteSize::standard, 1, asked.operation, asked.format);
  ASSERT_EQ(suite.cases(), 1U << 20);
  std::set<std::uint64_t> pairs;
  for (const Operands& operands : operands_of(suite, asked, 0, suite.cases())) {
    pairs.insert(operands[0] << 10 | operands[1]);
  }
  EXPECT_EQ(pairs.size(), suite.cases());
}

TEST(Formats, HaveExhaustiveSuitesOf32Bits) {
  const Asked halves{Operation::add, Format::binary16};
  const Suite suite(SuiteSize::exhaustive, 1, halves.operation, halves.format);
  EXPECT_EQ(suite.cases(), std::uint64_t{1} << 32);
  const Operands operands = operands_of(suite, halves, 0xabcd1234, 1)[0];
  EXPECT_EQ(operands[0], 0x1234U);
  EXPECT_EQ(operands[1], 0xabcdU);
  EXPECT_EQ(Suite(SuiteSize::exhaustive, 1, Operation::pow, Format::ufloat11).cases(), std::uint64_t{1} << 22);
  EXPECT_EQ(Suite(SuiteSize::exhaustive, 1, Operation::fma, Format::ufloat10).cases(), std::uint64_t{1} << 30);
  EXPECT_EQ(Suite(SuiteSize::exhaustive, 1, Operation::itof, Format::binary64).cases(), std::uint64_t{1} << 32);
}

std::string refusal(SuiteSize size, Operation operation, Format format) {
  try {
    const Suite suite(size, 1, operation, format);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kUsage);
    return error.what();
  }
  return "no refusal";
}

TEST(Formats, ThatHaveNoSuiteAreRefusedWithWhatToDo) {
  EXPECT_EQ(refusal(SuiteSize::exhaustive, Operation::sqrt, Format::binary64),
            "the operands of sqrt in binary64 have 64 bits together, more than the 32 of the exhaustive suite: use "
            "'--suite standard', or name operations of fewer bits ('--operation rsq,sqrt')");
  EXPECT_EQ(refusal(SuiteSize::exhaustive, Operation::ldexp, Format::binary16),
            "the operands of ldexp in binary16 have 48 bits together, more than the 32 of the exhaustive suite: use "
            "'--suite standard', or name operations of fewer bits ('--operation rsq,sqrt')");
  EXPECT_EQ(refusal(SuiteSize::quick, Operation::binary32_to_binary16, Format::binary16),
            "binary32_to_binary16 takes binary32, not binary16: ask for it in binary32");
  EXPECT_EQ(refusal(SuiteSize::quick, Operation::add, Format::uint32),
            "no suite makes cases of add in uint32: name a floating format (binary16, binary32, binary64, ufloat11, "
            "ufloat10, bfloat16)");
}

TEST(Formats, HaveEveryExponentOfEveryOperandWithBothSigns) {
  for (const Asked& asked : all_offered()) {
    const Suite suite = quick(asked);
    if (suite.coverage().size() == 1 || info(asked.format).kind != FormatKind::floating) continue;
    const std::vector<Operands> cases = operands_of(suite, asked, "exponents");
    for (std::size_t i = 0; i < static_cast<std::size_t>(info(asked.operation).arity); ++i) {
      const Format format = info(asked.operation).operand_format(static_cast<int>(i), asked.format);
      if (asked.operation == Operation::dot2add && i == 4) continue;  // a half's value
      if (info(format).kind != FormatKind::floating) {
        std::set<std::uint64_t> lengths;
        for (const Operands& operands : cases) lengths.insert(static_cast<std::uint64_t>(std::bit_width(operands[i])));
        EXPECT_EQ(lengths.size(), static_cast<std::size_t>(info(format).bits) + 1)
            << describe(asked, cases[0]) << " operand " << i;
        continue;
      }
      struct Seen {
        bool zero = false;
        bool all_ones = false;
        std::set<Bits> some;
      };
      const int fraction_bits = info(format).fraction_bits;
      const Bits mask = (Bits{1} << fraction_bits) - 1;
      std::vector<Seen> fractions(std::size_t{2} << info(format).exponent_bits);  // by sign and exponent
      for (const Operands& operands : cases) {
        Seen& seen = fractions[operands[i] >> fraction_bits];
        const Bits fraction = operands[i] & mask;
        seen.zero = seen.zero || fraction == 0;
        seen.all_ones = seen.all_ones || fraction == mask;
        if (seen.some.size() < 4) seen.some.insert(fraction);
      }
      const auto exponents = (std::uint64_t{1} << info(format).exponent_bits) - 1;
      for (std::uint64_t exponent = 0; exponent < exponents; ++exponent) {
        for (const std::uint64_t sign : {std::uint64_t{0}, (exponents + 1) * (test::has_sign(format) ? 1 : 0)}) {
          const Seen& seen = fractions[sign | exponent];
          ASSERT_GE(seen.some.size(), 4U) << describe(asked, cases[0]) << " operand " << i << " exponent " << exponent;
          ASSERT_TRUE(seen.zero && seen.all_ones) << describe(asked, cases[0]) << " exponent " << exponent;
        }
      }
    }
  }
}

TEST(Formats, HaveEveryExponentDifferenceThatMatters) {
  for (const Format format : test::kFloatingFormats) {
    for (const Operation operation : {Operation::add, Operation::atan2, Operation::fma}) {
      const Asked asked{operation, format};
      const auto bias = static_cast<std::int64_t>(info(format).bias());
      std::set<std::int64_t> seen;
      for (const Operands& operands : operands_of(quick(asked), asked, "exponent_differences")) {
        std::array<std::int64_t, 3> exponents{};
        for (std::size_t i = 0; i < 3; ++i) {
          exponents[i] = static_cast<std::int64_t>(test::biased_exponent(format, operands[i]));
        }
        seen.insert(operation == Operation::fma ? exponents[0] + exponents[1] - bias - exponents[2]
                                                : exponents[0] - exponents[1]);
      }
      const int most = test::numbers(format).precision - test::numbers(format).min_exponent;
      for (int difference = -most; difference <= most; ++difference) {
        EXPECT_TRUE(seen.contains(difference)) << describe(asked, {}) << ' ' << difference;
      }
    }
  }
}

}  // namespace
}  // namespace halfulp
