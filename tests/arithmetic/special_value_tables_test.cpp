// SPDX-License-Identifier: Apache-2.0
// The special-value tables of the Direct3D 11.3 functional specification, sections 22.10.1 to 22.10.21, cell by cell.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string>

#include "arithmetic/kernel_cases.hpp"

namespace halfulp {
namespace {

using test::Word;

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// Members of a class of operands. Finite ones are moderate: the tables hold where nothing overflows or underflows.
const std::map<std::string, std::vector<Word>> kClasses = {
    {"-inf", {0xff800000}},
    {"-F", {0xc0200000, 0xbeaaaaab, 0xd0123456}},
    {"-1", {0xbf800000}},
    {"-denorm", {0x80000001, 0x807fffff, 0x80400000}},
    {"-0", {0x80000000}},
    {"+0", {0x00000000}},
    {"+denorm", {0x00000001, 0x007fffff, 0x00400000}},
    {"+1", {0x3f800000}},
    {"+F", {0x40200000, 0x3eaaaaab, 0x50123456}},
    {"+inf", {0x7f800000}},
    {"NaN", {0x7fc00000, 0xffffffff, 0x7f800001, 0xff812345}},
    {"F", {0x40200000, 0xc0200000, 0x3eaaaaab, 0xbeaaaaab, 0x00000000, 0x80000000}},
};

bool is_normal(Word x) { return test::is_finite(x) && (x & 0x7f800000) != 0; }

bool matches(const std::string& cell, Word result, Word src0, Word src1) {
  const Word sign = 0x80000000;
  if (cell == "NaN") return (result & 0x7fffffff) > 0x7f800000;
  if (cell == "-inf") return result == 0xff800000;
  if (cell == "+inf") return result == 0x7f800000;
  if (cell == "+0") return result == 0;
  if (cell == "-0") return result == sign;
  if (cell == "+1") return result == 0x3f800000;
  if (cell == "-1") return result == 0xbf800000;
  if (cell == "src0") return result == src0;
  if (cell == "src1") return result == src1;
  if (cell == "-src0") return result == (src0 ^ sign);
  if (cell == "-src1") return result == (src1 ^ sign);
  if (cell == "src0/src1") return result == src0 || result == src1;
  if (cell == "+F") return is_normal(result) && (result & sign) == 0;
  if (cell == "-F") return is_normal(result) && (result & sign) != 0;
  if (cell == "F") return test::is_finite(result);
  if (cell == "F0") return is_normal(result) || (result & 0x7fffffff) == 0;
  if (cell == "[0,1)") return result < 0x3f800000;
  if (cell == "[-1,1]") return (result & 0x7fffffff) <= 0x3f800000;
  ADD_FAILURE() << "unknown cell " << cell;
  return false;
}

/// The first line names the columns; each other line a row and its cells.
void expect_table(Operation operation, const std::vector<std::string>& lines) {
  const std::vector<std::string> columns = words_of(lines[0]);
  for (std::size_t row = 1; row < lines.size(); ++row) {
    const std::vector<std::string> cells = words_of(lines[row]);
    ASSERT_EQ(cells.size(), columns.size() + 1) << lines[row];
    for (std::size_t column = 0; column < columns.size(); ++column) {
      for (const Word x : kClasses.at(cells[0])) {
        for (const Word y : kClasses.at(columns[column])) {
          const Word result = test::evaluated(operation, test::kFlush, {x, y});
          EXPECT_TRUE(matches(cells[column + 1], result, x, y))
              << test::describe(operation, test::kFlush, {x, y}) << " gives " << std::hex << result << ", the table "
              << cells[column + 1];
        }
      }
    }
  }
}

/// One operand: the classes and one row of cells.
void expect_row(Operation operation, const std::string& classes, const std::string& cells) {
  const std::vector<std::string> columns = words_of(classes);
  const std::vector<std::string> row = words_of(cells);
  ASSERT_EQ(columns.size(), row.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    for (const Word x : kClasses.at(columns[i])) {
      const Word result = test::evaluated(operation, test::kFlush, {x});
      EXPECT_TRUE(matches(row[i], result, x, x)) << test::describe(operation, test::kFlush, {x}) << " gives "
                                                 << std::hex << result << ", the table " << row[i];
    }
  }
}

TEST(SpecialValueTable, OfAdd) {
  expect_table(Operation::add,
               {"-inf -F -denorm -0 +0 +denorm +F +inf NaN", "-inf -inf -inf -inf -inf -inf -inf -inf NaN NaN",
                "-F -inf -F src0 src0 src0 src0 F0 +inf NaN", "-denorm -inf src1 -0 -0 +0 +0 src1 +inf NaN",
                "-0 -inf src1 -0 -0 +0 +0 src1 +inf NaN", "+0 -inf src1 +0 +0 +0 +0 src1 +inf NaN",
                "+denorm -inf src1 +0 +0 +0 +0 src1 +inf NaN", "+F -inf F0 src0 src0 src0 src0 +F +inf NaN",
                "+inf NaN +inf +inf +inf +inf +inf +inf +inf NaN", "NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN"});
}

TEST(SpecialValueTable, OfDiv) {
  expect_table(
      Operation::div,
      {"-inf -F -1 -denorm -0 +0 +denorm +1 +F +inf NaN", "-inf NaN +inf +inf +inf +inf -inf -inf -inf -inf NaN NaN",
       "-F +0 +F -src0 +inf +inf -inf -inf src0 -F -0 NaN", "-denorm +0 +0 +0 NaN NaN NaN NaN -0 -0 -0 NaN",
       "-0 +0 +0 +0 NaN NaN NaN NaN -0 -0 -0 NaN", "+0 -0 -0 -0 NaN NaN NaN NaN +0 +0 +0 NaN",
       "+denorm -0 -0 -0 NaN NaN NaN NaN +0 +0 +0 NaN", "+F -0 -F -src0 -inf -inf +inf +inf src0 +F +0 NaN",
       "+inf NaN -inf -inf -inf -inf +inf +inf +inf +inf NaN NaN", "NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN"});
}

TEST(SpecialValueTable, OfMul) {
  expect_table(
      Operation::mul,
      {"-inf -F -1 -denorm -0 +0 +denorm +1 +F +inf NaN", "-inf +inf +inf +inf NaN NaN NaN NaN -inf -inf -inf NaN",
       "-F +inf +F -src0 +0 +0 -0 -0 src0 -F -inf NaN", "-1 +inf -src1 +1 +0 +0 -0 -0 -1 -src1 -inf NaN",
       "-denorm NaN +0 +0 +0 +0 -0 -0 -0 -0 NaN NaN", "-0 NaN +0 +0 +0 +0 -0 -0 -0 -0 NaN NaN",
       "+0 NaN -0 -0 -0 -0 +0 +0 +0 +0 NaN NaN", "+denorm NaN -0 -0 -0 -0 +0 +0 +0 +0 NaN NaN",
       "+1 -inf src1 -1 -0 -0 +0 +0 +1 src1 +inf NaN", "+F -inf -F -src0 -0 -0 +0 +0 src0 +F +inf NaN",
       "+inf -inf -inf -inf NaN NaN NaN NaN +inf +inf +inf NaN", "NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN"});
}

TEST(SpecialValueTable, OfMinAndMax) {
  expect_table(Operation::max, {"-inf F +inf NaN", "-inf -inf src1 +inf -inf", "F src0 src0/src1 +inf src0",
                                "+inf +inf +inf +inf +inf", "NaN -inf src1 +inf NaN"});
  expect_table(Operation::min, {"-inf F +inf NaN", "-inf -inf -inf -inf -inf", "F -inf src0/src1 src0 src0",
                                "+inf -inf src1 +inf +inf", "NaN -inf src1 +inf NaN"});
}

TEST(SpecialValueTable, OfOneOperand) {
  const std::string classes = "-inf -F -denorm -0 +0 +denorm +F +inf NaN";
  expect_row(Operation::exp2, "-inf -denorm -0 +0 +denorm +inf NaN", "+0 +1 +1 +1 +1 +inf NaN");
  expect_row(Operation::frc, classes, "NaN [0,1) +0 +0 +0 +0 [0,1) NaN NaN");
  expect_row(Operation::log2, classes, "NaN NaN -inf -inf -inf -inf F +inf NaN");
  expect_row(Operation::round_ne, classes, "-inf F -0 -0 +0 +0 F +inf NaN");
  expect_row(Operation::round_ni, classes, "-inf F -0 -0 +0 +0 F +inf NaN");
  expect_row(Operation::round_pi, classes, "-inf F -0 -0 +0 +0 F +inf NaN");
  expect_row(Operation::round_z, classes, "-inf F -0 -0 +0 +0 F +inf NaN");
  expect_row(Operation::rcp, classes, "-0 -F -inf -inf +inf +inf +F +0 NaN");
  expect_row(Operation::reciprocal, classes, "-0 -F -inf -inf +inf +inf +F +0 NaN");
  expect_row(Operation::rsq, classes, "NaN NaN -inf -inf +inf +inf +F +0 NaN");
  expect_row(Operation::sin, classes, "NaN [-1,1] -0 -0 +0 +0 [-1,1] NaN NaN");
  expect_row(Operation::cos, classes, "NaN [-1,1] +1 +1 +1 +1 [-1,1] NaN NaN");
  expect_row(Operation::sqrt, classes, "NaN NaN -0 -0 +0 +0 +F +inf NaN");
}

}  // namespace
}  // namespace halfulp
