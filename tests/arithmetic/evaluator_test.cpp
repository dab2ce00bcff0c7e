// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "arithmetic/kernel_cases.hpp"
#include "halfulp/error.hpp"
#include "halfulp/evaluate.hpp"
#include "halfulp/judge.hpp"

namespace halfulp {
namespace {

using test::Operands;
using test::Word;

Bits evaluated(const std::string& book, Operation operation, std::vector<Bits> operands) {
  return Evaluator(Rulebook::open(book), operation, Format::binary32).evaluate(operands);
}

TEST(Evaluator, FlushesDenormalsToTheZeroOfTheirSignUnderDirect3D) {
  for (const char* book : {"d3d10", "d3d10.1", "d3d11"}) {
    EXPECT_EQ(evaluated(book, Operation::add, {0x80000001, 0x80000000}), 0x80000000U) << book;
    EXPECT_EQ(evaluated(book, Operation::mul, {0x00800000, 0xbf000000}), 0x80000000U) << book;  // 2^-126 * -1/2
    EXPECT_EQ(evaluated(book, Operation::eq, {0x00000001, 0x80000001}), 0xffffffffU) << book;
    EXPECT_EQ(evaluated(book, Operation::mov, {0x00000001}), 0x00000001U) << book;
  }
}

TEST(Evaluator, GivesTheSameResultsForLanesAsForOneCase) {
  const Rulebook book = Rulebook::open("d3d11");
  for (const OperationInfo& row : operations()) {
    if (!book.has(row.operation, Format::binary32)) continue;
    const Evaluator evaluator(book, row.operation, Format::binary32);
    const std::vector<Operands> cases = test::suite_operands(row.operation, 1009);
    std::vector<std::vector<Word>> memory(static_cast<std::size_t>(row.arity));
    std::vector<ConstLane> lanes;
    for (std::size_t k = 0; k < memory.size(); ++k) {
      for (const Operands& operands : cases) memory[k].push_back(operands[k]);
      lanes.push_back(std::as_bytes(std::span(memory[k])));
    }
    std::vector<Word> results(cases.size());
    evaluator.evaluate(lanes, std::as_writable_bytes(std::span(results)));
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const std::vector<Bits> operands(cases[i].begin(), cases[i].begin() + row.arity);
      ASSERT_EQ(results[i], evaluator.evaluate(operands)) << test::describe(row.operation, test::kFlush, cases[i]);
    }
  }
}

// The correctly rounded, flushed result is permitted by every rulebook: two independent implementations, one
// definition.
TEST(Evaluator, GivesOnlyResultsThatItsRulebookPermits) {
  for (const std::string& name : Rulebook::embedded()) {
    const Rulebook book = Rulebook::open(name);
    for (const OperationInfo& row : operations()) {
      if (!book.has(row.operation, Format::binary32)) continue;
      const Evaluator evaluator(book, row.operation, Format::binary32);
      const std::size_t step = row.family == OperationFamily::fused ? 5003 : 1009;
      for (const Operands& words : test::suite_operands(row.operation, step)) {
        const std::vector<Bits> operands(words.begin(), words.begin() + row.arity);
        const Bits result = evaluator.evaluate(operands);
        const Judgement judgement = judge_result(book, row.operation, Format::binary32, operands, result);
        ASSERT_TRUE(judgement.verdict != Verdict::fail && judgement.verdict != Verdict::reading)
            << name << ' ' << test::describe(row.operation, test::kFlush, words) << " gives " << std::hex << result
            << ", which breaks " << judgement.rule;
      }
    }
  }
}

TEST(Evaluator, OfAFormatWithoutRulesIsAnErrorThatNamesTheRulebook) {
  try {
    const Evaluator evaluator(Rulebook::open("d3d11"), Operation::add, Format::ufloat10);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kUsage);
    EXPECT_NE(std::string(error.what()).find("d3d11"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("halfulp rules d3d11"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace halfulp
