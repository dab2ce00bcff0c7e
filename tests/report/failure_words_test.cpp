// SPDX-License-Identifier: Apache-2.0
#include "report/failure_words.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "diagnosis/tries.hpp"
#include "report/report.hpp"

namespace halfulp::report {
namespace {

using diagnosis::all_pairs;
using diagnosis::Operands;
using diagnosis::Tries;

std::string says(const Tries& tries) {
  return sentence(failure_words(tries.operation, tries.tried, tries.counts.broken.find("R")->second));
}

std::vector<Operands> all_of_binary16() {
  std::vector<Operands> all;
  for (Bits x = 0; x < 0x10000; ++x) all.push_back({x});
  return all;
}

std::string says_of_binary16(bool (*fails)(Bits)) {
  Tries tries(Operation::rsq, Format::binary16);
  tries.add(all_of_binary16(), [&](const Operands& x) { return fails(x[0]); });
  return says(tries);
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
  EXPECT_EQ(says(tries), "7 of 31 positive inner operands, binades 2^24 to 2^30");
}

bool is_denormal32(Bits x) { return (x & 0x7f800000) == 0 && (x & 0x007fffff) != 0; }
bool is_signalling32(Bits x) { return (x & 0x7fc00000) == 0x7f800000 && (x & 0x003fffff) != 0; }

std::string says_of_pairs(bool (*fails)(const Operands&)) {
  Tries tries(Operation::add, Format::binary32);
  tries.add(all_pairs(), fails);
  return says(tries);
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
  EXPECT_EQ(says(tries), "all 10,736 cases in which an operand is a signalling NaN");  // 12^4 - 10^4
}

}  // namespace
}  // namespace halfulp::report
