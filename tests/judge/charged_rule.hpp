// SPDX-License-Identifier: Apache-2.0
// What the tests that show each rule at work share: a result that a rulebook permits, and one that a rule is charged
// with.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "judge/judged.hpp"

namespace halfulp::test {

struct ChargedRule {
  std::string rule;
  std::string rulebook;
  Operation operation;
  Format format;
  std::vector<Bits> operands;
  Bits right;
  Bits wrong;
  Readings readings;
};

inline void expect_permitted_and_charged(const ChargedRule& row) {
  const auto judge = [&](Bits result) {
    return judge_result(book(row.rulebook), row.operation, row.format, row.operands, result, row.readings);
  };
  const std::string set = permitted(row.rulebook, row.operation, row.operands, row.readings, row.format).text();
  EXPECT_EQ(name(judge(row.right).verdict), name(Verdict::pass)) << set << judge(row.right).rule;
  const Judgement wrong = judge(row.wrong);
  EXPECT_TRUE(wrong.verdict == Verdict::fail || wrong.verdict == Verdict::reading) << set;
  EXPECT_EQ(wrong.rule, row.rule) << set;
}

/// The name of a test whose parameter is a row with a rule.
template <class Row>
std::string rule_test_name(const testing::TestParamInfo<Row>& row) {
  return word_of(std::to_string(row.index) + '_' + row.param.rule);
}

}  // namespace halfulp::test
