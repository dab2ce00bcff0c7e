// SPDX-License-Identifier: Apache-2.0
// Tables of cases, as verify reads them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

using Json = nlohmann::ordered_json;

/// A report of verify, and how it ended.
struct Verified {
  Outcome outcome;
  Json report;

  /// The passed cases of an operation in a format.
  [[nodiscard]] std::uint64_t passed(const std::string& operation, const std::string& format = "binary32") const {
    for (const Json& result : report.value("results", Json::array())) {
      if (result["operation"] == operation && result["format"] == format) return result["passed"];
    }
    return 0;
  }
};

Verified verify_table(const std::string& table, const Words& more = {}) {
  const std::string json = temporary_path("report.json");
  Verified verified{run_command(Words{"verify", "--json", json} + more, {.input = table}), {}};
  verified.report = Json::parse(read_file(json), nullptr, false);
  return verified;
}

/// Expects that a table of one line, the sum of x and y, passes.
void expect_sum(const std::string& line, const std::string& header = "x,y,result") {
  const Verified verified = verify_table(header + "\n" + line + "\n", {"--operation", "add"});
  EXPECT_EQ(verified.outcome.exit_code, 0) << line << ": " << verified.outcome.diagnostics;
  EXPECT_EQ(verified.passed("add"), 1U) << line;
}

/// The error of a table whose line 2 cannot be read.
std::string problem_of(const std::string& line, const std::string& header = "x,y,result") {
  const Verified verified = verify_table(header + "\n" + line + "\n", {"--operation", "add"});
  EXPECT_EQ(verified.outcome.exit_code, 3) << line;
  const std::string& text = verified.outcome.diagnostics;
  EXPECT_TRUE(contains(text, "halfulp: standard input:2:")) << text;
  return text;
}

TEST(Table, HasSeveralOperationsAndFormats) {
  const Verified verified = verify_table(
      "# recorded today\n"
      "operation,format,x,y,z,result\n"
      "add,,1,2,,3\n"
      "add,half,0x3c00,2,,0x1.8p1\n"
      "\n"
      "mad,,1,2,3,5\n"
      "rcp,float,2,,,0.5\n"
      "lt,,1,2,,true\n"
      "lt,,2,1,,0\n"
      "ftoi,,-3.7,,,-3\n"
      "binary32_to_unorm8,,0.5,,,128/255\n"
      "min,,nan,1,,1 # the number\n"
      "rcp,,-0,,,-inf\n"
      "add,,1,1,,2\n");
  EXPECT_EQ(verified.outcome.exit_code, 0) << verified.outcome.diagnostics;
  EXPECT_EQ(verified.outcome.diagnostics, "");
  EXPECT_EQ(verified.passed("add"), 2U);
  EXPECT_EQ(verified.passed("add", "binary16"), 1U);
  EXPECT_EQ(verified.passed("mad"), 1U);
  EXPECT_EQ(verified.passed("rcp"), 2U);
  EXPECT_EQ(verified.passed("lt"), 2U);
  EXPECT_EQ(verified.passed("ftoi"), 1U);
  EXPECT_EQ(verified.passed("binary32_to_unorm8"), 1U);
  EXPECT_EQ(verified.passed("min"), 1U);
}

TEST(Table, FailsWhereAResultIsForbidden) {
  const Verified verified = verify_table("result,operation,a\n0.4,rcp,2\n0.5,rcp,2\n");
  EXPECT_EQ(verified.outcome.exit_code, 1);
  EXPECT_TRUE(contains(verified.outcome.output, "rcp  1 of 2  D3D10.1-RCP, as rcp(2)"));
}

TEST(Table, HasColumnsInAnyOrderByAnyName) {
  for (const char* header : {"x,y,result", "a,b,output", "src0,src1,actual", "src1,src2,dst", "X, Y, Result (GPU)",
                             "\"Input 0\",\"Input 1\",Actual Result", "arg1,arg2,got", "operand_1,operand_2,out",
                             "lhs,rhs,res", "op1,op2,computed", "Input A,Input B,Output"}) {
    expect_sum("1,2,3", header);
  }
  expect_sum("3,2,1", "result,b,a");
  expect_sum("1\t2\t3", "x\ty\tresult");
  expect_sum("1  2   3", "x y result");
  expect_sum("1;2;3;", "x;y;result");
  const Verified dots = verify_table("operation,x0,x1,y0,y1,result\ndp2,1,2,3,4,11\n");
  EXPECT_EQ(dots.passed("dp2"), 1U) << dots.outcome.diagnostics;
  const Verified by_name = verify_table("operation,y,x,c,result\nmovc,5,6,0,5\n");
  EXPECT_EQ(by_name.passed("movc"), 1U) << by_name.outcome.diagnostics;
  const Verified by_order = verify_table("operation,x,y,z,result\nmovc,1,6,5,6\n");
  EXPECT_EQ(by_order.passed("movc"), 1U) << by_order.outcome.diagnostics;
}

TEST(Table, RefusesColumnsOfWhichTwoMayHoldTheSame) {
  const Verified twice = verify_table("operation,x,result,output\nrcp,2,0.5,0.5\n");
  EXPECT_EQ(twice.outcome.exit_code, 3);
  EXPECT_TRUE(contains(twice.outcome.diagnostics,
                       "standard input:1:20: the columns 'result' and 'output' may both be the result; rename the one"))
      << twice.outcome.diagnostics;
  EXPECT_TRUE(contains(verify_table("x,x,result\n1,2,3\n", {"--operation", "add"}).outcome.diagnostics,
                       "standard input:1:3: the columns 'x' and 'x' may both be the operand"));
  EXPECT_TRUE(contains(problem_of("1,2,3", "a,x,result"), "the columns 'a' and 'x' may both hold operands of add"));
}

TEST(Table, SaysOnceWhichColumnsItDoesNotRead) {
  const Verified verified = verify_table("id,operation,x,result,driver\n1,rcp,2,0.5,one\n2,rcp,4,0.25,\n");
  EXPECT_EQ(verified.outcome.exit_code, 0);
  EXPECT_EQ(verified.outcome.diagnostics, "halfulp: standard input: not read: the columns 'id', 'driver'\n");
}

TEST(Table, ShowsNoControlCharacterOfAColumnsName) {
  const Verified verified = verify_table("\x1b[31mid,operation,x,result\n1,rcp,2,0.5\n");
  EXPECT_EQ(verified.outcome.diagnostics, "halfulp: standard input: not read: the column '?[31mid'\n");
}

TEST(Table, HasQuotesByRfc4180) {
  expect_sum(R"("1","2","3")");
  expect_sum(R"("1" , "2", 3)");
  const Verified verified = verify_table(
      "x,y,note,result\n"
      "1,2,\"two\nlines, a comma, \"\"quotes\"\"\",3\n"
      "1,2,six inches: 6\",3\n"
      "1,two,\"a\nb\",3\n",
      {"--operation", "add"});
  EXPECT_EQ(verified.passed("add"), 2U);
  EXPECT_TRUE(contains(verified.outcome.diagnostics, "standard input:5:3: y of add: 'two' is no binary32 value"))
      << verified.outcome.diagnostics;
  EXPECT_TRUE(contains(problem_of("\"1\"2,2,3"), ":2:1: text follows a quoted field"));
  EXPECT_TRUE(contains(problem_of("1,\"2,3"), ":2:3: the quote that begins here has no end"));
}

TEST(Table, ComesFromWindowsAndFromSpreadsheets) {
  expect_sum("1,2,3\r", "\xef\xbb\xbfx,y,result\r");
  expect_sum("0,5;1,25;1,75", "x;y;result");
  expect_sum("1,2,3", "sep=,\nx,y,result");
  expect_sum(R"("=""0x3f800000""",="0x40000000",'0x40400000)");
  expect_sum("1.#INF,-1.#INF,-1.#IND");
  expect_sum("1.#INF00,1,INF");
  expect_sum("1,1.#QNAN,NaN");
  EXPECT_TRUE(contains(problem_of("1,125;1;2,125", "x;y;result"),
                       ":2:1: x of add: '1,125' may be 1.125 and may be 1125; write one of these"));
  const Verified clear =
      verify_table("x;y;result\n1,125;1;2,125\n0,5;0,5;1,0\n", {"--operation", "add"});  // 0,5 shows what 1,125 is
  EXPECT_EQ(clear.passed("add"), 2U) << clear.outcome.diagnostics;
  const Verified wide = verify_table(std::string("\xff\xfex\0,\0", 6));
  EXPECT_EQ(wide.outcome.exit_code, 3);
  EXPECT_TRUE(contains(wide.outcome.diagnostics, "the file is UTF-16; save it as UTF-8 (in Excel: CSV UTF-8)"));
}

TEST(Table, TakesDigitsForBitsWhereTheColumnShowsIt) {
  EXPECT_TRUE(contains(problem_of("40000000,0,0x4c18967f"),
                       ":2:1: x of add: '40000000' may be a number and may be bits; write +40000000 for the number, "
                       "0x40000000 for the bits"));
  expect_sum("+40000000,0,4e7");
  const std::string bits = "3F800000,40000000,40400000\n40000000,3F800000,40400000\n00000000,7f8aBCde,7fc00000\n";
  const Verified mixed = verify_table("x,y,result\n40000000,1,0x40400000\n3F8A0000,1,0x40050000\n0.5,1,0x3fc00000\n",
                                      {"--operation", "add"});
  EXPECT_TRUE(contains(mixed.outcome.diagnostics, "'40000000' may be a number and may be bits")) << "it has both";
  EXPECT_EQ(verify_table("x,y,result\n" + bits, {"--operation", "mul"}).outcome.exit_code, 1);
  const Verified sums = verify_table("x,y,result\n" + bits + "80000000,40000000,4000000F\n", {"--operation", "add"});
  EXPECT_EQ(sums.passed("add"), 3U) << sums.outcome.diagnostics;
  const Verified decimals = verify_table("x,y,result\n0.5,0.5,1.0\n16777216,1.0,16777216.0\n", {"--operation", "add"});
  EXPECT_EQ(decimals.passed("add"), 2U) << decimals.outcome.diagnostics;
}

TEST(Table, TakesDigitsForBitsWhereTheHeaderSaysIt) {
  for (const char* header :
       {"x_bits,y_bits,result_bits", "X (hex),Y (hex),Result (hex)", "lhs hex,rhs hex,out [bits]"}) {
    expect_sum("40000000,40000000,40800000", header);
    expect_sum("0x40000000,0,40000000", header);
    expect_sum("40000000,0.5,40200000", header);
  }
  EXPECT_TRUE(contains(problem_of("40000000,1,40400000", "x_hex,y_hex,out_hex"),
                       ":2:10: y of add: '1' is in a column of bits: write exactly 8 hex digits"));
  // The bits are exact, and the decimals stand for them.
  const Verified both = verify_table("op,x,x_hex,result,result_hex\nrcp,3,40400000,0.333333,3eaaaaab\n");
  EXPECT_EQ(both.passed("rcp"), 1U) << both.outcome.diagnostics;
  EXPECT_EQ(both.outcome.diagnostics, "halfulp: standard input: not read: the columns 'x', 'result'\n");
}

TEST(Table, JudgesTheOtherLinesWhereSomeCannotBeRead) {
  const Verified verified = verify_table(
      "operation,x,y,result\n"
      "add,1,2,3\n"
      "faceforward,1,2,3\n"
      "faceforward,1,2,3\n"
      "add,1,1e39,3\n"
      "add,1,,3\n"
      "rcp,1,2,3\n"
      "add,1,2,\n"
      "add,1,2,3,4\n"
      "add,1,2,3\n");
  EXPECT_EQ(verified.outcome.exit_code, 3);
  EXPECT_EQ(verified.passed("add"), 2U);
  EXPECT_TRUE(verified.report["conforms"].is_null());
  const std::string& text = verified.outcome.diagnostics;
  EXPECT_TRUE(contains(text, "standard input:3:1: 'faceforward' (HLSL) is no operation with a rule of its own"))
      << text;
  EXPECT_FALSE(contains(text, "standard input:4:")) << "the same again";
  EXPECT_TRUE(contains(text, "standard input:5:7: y of add: '1e39' is no binary32 value: it is beyond the largest"));
  EXPECT_TRUE(contains(text, "standard input:6:7: y of add: it is missing"));
  EXPECT_TRUE(contains(text, "standard input:7:7: rcp takes 1 operand, and '2' would be one more; leave it empty"));
  EXPECT_TRUE(contains(text, "standard input:8:9: result of add: it is missing"));
  EXPECT_TRUE(contains(text, "halfulp: 7 lines could not be read; the others were judged"));
  EXPECT_TRUE(contains(verified.outcome.output, "not all was read: standard input:3:1: "));
}

TEST(Table, NeedsNoHeaderForOneOperation) {
  const Verified verified = verify_table("1,2,3\n0x3f800000,1.5,2.5\n", {"--operation", "add"});
  EXPECT_EQ(verified.outcome.exit_code, 0) << verified.outcome.diagnostics;
  EXPECT_EQ(verified.passed("add"), 2U);
  EXPECT_TRUE(contains(verify_table("left,right,sum\n1,2,3\n", {"--operation", "add"}).outcome.diagnostics,
                       "standard input:1:1: x of add: 'left' is no binary32 value"));
  EXPECT_TRUE(contains(verify_table("left,right,sum\n1,2,3\n", {"--operation", "add"}).outcome.diagnostics,
                       "; a header names its columns operation, x, y, z, result"));
  const Verified no_operation = verify_table("x,y,result\n1,2,3\n");
  EXPECT_EQ(no_operation.outcome.exit_code, 2);
  EXPECT_TRUE(contains(no_operation.outcome.diagnostics, "say which: --operation add"));
}

TEST(Table, IsReadAsFarAsOperationAndFormatAskForIt) {
  const std::string table = "operation,x,y,result\nadd,1,2,3\nmul,1,2,2\nrcp,2,,0.4\n";
  const Verified two = verify_table(table, {"--operation", "add,mul"});
  EXPECT_EQ(two.outcome.exit_code, 0) << two.outcome.diagnostics;
  EXPECT_EQ(two.report["results"].size(), 2U);
  const Verified half = verify_table(table, {"--operation", "add,mul", "--format", "binary16"});
  EXPECT_EQ(half.passed("mul", "binary16"), 1U) << half.outcome.diagnostics;
  EXPECT_EQ(verify_table(table, {"--format", "binary16,binary32"}).outcome.exit_code, 2);
  const Verified column =
      verify_table("format,x,y,result\nhalf,1,2,3\nfloat,1,2,3\n", {"--operation", "add", "--format", "binary16"});
  EXPECT_EQ(column.report["results"].size(), 1U) << column.outcome.diagnostics;
  EXPECT_TRUE(contains(verify_table("operation,format,x,result\nrcp,float17,2,0.5\n").outcome.diagnostics,
                       "standard input:2:5: unknown format 'float17'"));
}

TEST(Table, SaysWhereAnExpectationIsJudged) {
  const Verified both = verify_table("operation,x,result,expected\nrcp,2,0.5,0.25\n");
  EXPECT_EQ(both.outcome.exit_code, 0);
  EXPECT_TRUE(contains(both.outcome.diagnostics, "is judged by 'halfulp judge d3d11 --file"));
  const Verified alone = verify_table("operation,x,expected\nrcp,2,0.25\n");
  EXPECT_EQ(alone.outcome.exit_code, 2);
  EXPECT_TRUE(contains(alone.outcome.diagnostics, "it has no column 'result'"));
}

// More lines than a piece of the input holds, and than a block; those of two operations take turns.
TEST(Table, OfAnyLengthGivesTheVerdictsOfEachLine) {
  std::string table = "operation,x,y,result,note\n";
  constexpr int kPairs = 30000;
  for (int i = 0; i < kPairs; ++i) {
    table += fmt::format("add,{},1,{},\"line {}\"\nmul,{},2,{},\n", i, i + (i % 1000 == 0 ? 2 : 1), i, i, 2 * i);
  }
  ASSERT_GT(table.size(), std::size_t{1} << 20);
  const Verified verified = verify_table(table);
  EXPECT_EQ(verified.outcome.exit_code, 1);
  EXPECT_EQ(verified.passed("add"), kPairs - kPairs / 1000);
  EXPECT_EQ(verified.passed("mul"), kPairs);
}

}  // namespace
}  // namespace halfulp::cli
