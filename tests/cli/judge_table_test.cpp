// SPDX-License-Identifier: Apache-2.0
// judge --file: the lines of a table, and what their author expects.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

using Json = nlohmann::ordered_json;

Outcome judge_file(const std::string& table, const Words& more = {}) {
  return run_command(Words{"judge", "d3d11"} + more + Words{"--file", "-"}, {.input = table});
}

/// What is said of one expectation under d3d11, or another rulebook.
Json expectation(const std::string& line, const std::string& book = "d3d11",
                 const std::string& header = "operation,x,y,z,expected,tolerance") {
  const Outcome outcome = run_command({"judge", book, "--json", "--file", "-"}, {.input = header + "\n" + line + "\n"});
  const Json json = Json::parse(outcome.output, nullptr, false);
  if (!json.is_object() || json["expectations"]["lines"].empty()) {
    ADD_FAILURE() << line << ": " << outcome.diagnostics << outcome.output;
    return {};
  }
  Json one = json["expectations"]["lines"][0];
  EXPECT_EQ(outcome.exit_code, one["fit"] == "right" ? 0 : 1) << line;
  return one;
}

std::string fit(const std::string& line, const std::string& book = "d3d11") {
  return expectation(line, book).value("fit", "");
}

TEST(JudgeTable, JudgesEachResult) {
  const Outcome outcome = judge_file("operation,x,y,result\nrcp,2,,0.5\nrsq,4,,0.4\nadd,1,2,3\n");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.output, "fail: 1 of 3 results\n\nstandard input under d3d11 (Direct3D 11)\n"));
  EXPECT_TRUE(contains(outcome.output,
                       "  line 3: rsq(4) = 0.4 (0x3ecccccd): fail: breaks D3D-RSQ; nearest permitted: 0.49999976 "
                       "(0x3efffff8), 3,355,435 values away\n"));
  EXPECT_TRUE(contains(outcome.output, "\n  D3D-RSQ:\n    the largest relative error of rsq is 2^-21\n"));
  const Outcome passes = judge_file("1,2,3\n", {"add"});
  EXPECT_EQ(passes.exit_code, 0) << passes.diagnostics;
  EXPECT_TRUE(contains(passes.output, "pass: 1 of 1 results\n"));
}

TEST(JudgeTable, SaysWhereADecimalOfFewDigitsMayStandForAPermittedResult) {
  const Outcome outcome = judge_file("operation,x,result\nrcp,3,0.33\nrcp,3,0.34\n");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(
      contains(outcome.output, "111,843 values away\n    '0.33' may stand for 0.3333332 (0x3eaaaaa6), which is"));
  EXPECT_EQ(outcome.output.find("'0.34' may stand"), std::string::npos);
}

TEST(JudgeTable, NamesLinesThatPassByAnotherReading) {
  std::string table = "operation,x,result\n";
  for (int i = 0; i < 200; ++i) {
    table += i % 100 == 50 ? "binary32_to_binary16,0x33000001,0x0001\n" : "binary32_to_binary16,1,1\n";
  }
  const Outcome outcome = judge_file(table);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "pass: 198 of 200 results, 2 under another reading only\n"));
  EXPECT_TRUE(contains(outcome.output, "  line 52: "));
  EXPECT_TRUE(contains(outcome.output, "  line 152: "));
  EXPECT_EQ(judge_file(table, {"--strict"}).exit_code, 1);
}

TEST(JudgeTable, FindsWhatAnAuthorExpectsRightOrNot) {
  EXPECT_EQ(fit("rcp,0,,,inf,"), "right");
  EXPECT_EQ(fit("ftoi,3.7,,,3,"), "right");
  EXPECT_EQ(fit("lt,1,2,,true,"), "right");
  EXPECT_EQ(fit("binary32_to_unorm8,2,,,255/255,"), "right");
  EXPECT_EQ(fit("max,nan,nan,,nan,"), "right");
  const Json strict = expectation("rsq,4,,,0.5,");
  EXPECT_EQ(strict["fit"], "too_strict");
  EXPECT_EQ(strict["rejects"], "0x3effffff");
  EXPECT_TRUE(strict["accepts"].is_null());
  const Json lax = expectation("rsq,4,,,0.5,0.1%");
  EXPECT_EQ(lax["fit"], "too_lax");
  EXPECT_TRUE(lax["rejects"].is_null());
  EXPECT_EQ(lax["accepts"], "0x3f000005");
  const Json both = expectation("rsq,4,,,0.5000001,4 ulp");
  EXPECT_EQ(both["fit"], "too_strict_and_too_lax");
  EXPECT_EQ(both["rejects"], "0x3efffffb");
  EXPECT_EQ(both["accepts"], "0x3f000005");
  EXPECT_EQ(fit("rcp,0,,,nan,"), "wrong");
  EXPECT_EQ(fit("min,nan,1,,nan,"), "wrong");
  EXPECT_EQ(fit("add,1,2,,4,0.5"), "wrong");
  EXPECT_EQ(fit("exp,nan,,,nan,", "metal1-fast"), "too_strict") << "anything is permitted";
}

// Each form by its ends: what is accepted last, in the table of docs/howto/tables.md.
TEST(JudgeTable, ReadsEachFormOfTolerance) {
  struct Row {
    const char* expected;
    const char* tolerance;
    const char* first;
    const char* last;
  };
  for (const Row& row : {
           Row{"1.5", "", "0x3fc00000", "0x3fc00000"},
           Row{"1.5", "exact", "0x3fc00000", "0x3fc00000"},
           Row{"1.5", "0", "0x3fc00000", "0x3fc00000"},
           Row{"0", "", "0x00000000", "0x00000000"},
           Row{"0", "0", "0x80000000", "0x00000000"},
           Row{"-0", "0 ulp", "0x80000000", "0x00000000"},
           Row{"1.5", "2 ulp", "0x3fbffffe", "0x3fc00002"},
           Row{"1.5", "2.5ulps", "0x3fbffffe", "0x3fc00002"},
           Row{"1", "1 ULP", "0x3f7ffffe", "0x3f800001"},
           Row{"0", "1 ulp", "0x80000001", "0x00000001"},
           Row{"1.5", "0.25", "0x3fa00000", "0x3fe00000"},
           Row{"1.5", "0.25 abs", "0x3fa00000", "0x3fe00000"},
           Row{"2", "0.25 rel", "0x3fc00000", "0x40200000"},
           Row{"2", "25%", "0x3fc00000", "0x40200000"},
           Row{"2", "\xc2\xb1 25 %", "0x3fc00000", "0x40200000"},
           Row{"-2", "25%", "0xc0200000", "0xbfc00000"},
           Row{"inf", "1e9", "0x7f800000", "0x7f800000"},
           Row{"3e38", "1e39", "0xff7fffff", "0x7f7fffff"},
       }) {
    const Json one = expectation(fmt::format("add,1,1,,{},{}", row.expected, row.tolerance));
    if (one.empty()) continue;
    EXPECT_EQ(one["accepted"]["ranges"], Json::array({Json::array({row.first, row.last})}))
        << row.expected << " within " << row.tolerance;
    EXPECT_EQ(one["accepted"]["nan"], "none");
  }
  EXPECT_EQ(expectation("add,1,1,,nan,")["accepted"]["nan"], "any");
  EXPECT_EQ(expectation("add,1,1,,0x7fc00001,")["accepted"]["nan"], Json::array({"0x7fc00001"}));
  EXPECT_EQ(expectation("add,1,1,,0x7fc00001,1e-3")["accepted"]["nan"], "any");
  const Json codes = expectation("binary32_to_unorm8,1,,,254/255,1 ulp");
  EXPECT_EQ(codes["accepted"]["ranges"], Json::array({Json::array({"0xfd", "0xff"})}));
  EXPECT_EQ(expectation("binary32_to_snorm8,-1,,,-127/127,0")["accepted"]["ranges"],
            Json::array({Json::array({"0x80", "0x81"})}))
      << "two codes of one value";
  EXPECT_EQ(expectation("ftoi,1,,,1,2")["accepted"]["ranges"],
            Json::array({Json::array({"0xffffffff", "0x00000003"})}));
  const Json column = expectation("add,1,1,2,1", "d3d11", "operation,x,y,expected,ulp");
  EXPECT_EQ(column["tolerance"], "1 ulp");
  EXPECT_EQ(expectation("add,1,1,2,0.5", "d3d11", "operation,x,y,expected,rtol")["tolerance"], "0.5 rel");
  for (const char* text : {"two", "-1", "1e-5 foo", "ulp", "nan", "0x3f800000"}) {
    const Outcome outcome = judge_file(fmt::format("operation,x,y,expected,tolerance\nadd,1,1,2,{}\n", text));
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_TRUE(contains(outcome.diagnostics,
                         fmt::format(":2:11: expected of add: '{}' is no tolerance: write '2 ulp'", text)));
  }
}

TEST(JudgeTable, SaysWhichValueAnExpectationRejectsOrAccepts) {
  const Outcome outcome = judge_file(
      "operation,x,y,expected,tolerance\n"
      "rsq,4,,0.5,\n"
      "mul,0x00000001,1,0,0\n"
      "frc,2.718280,,0.718280,\n"
      "add,1,2,3,\n");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.output, "expectations: 1 of 4 right, 1 too strict, 1 too lax, 1 wrong\n"));
  EXPECT_TRUE(
      contains(outcome.output,
               "  line 2: rsq(4), expected 0.5 (0x3f000000): too strict: rejects 0.49999997 (0x3effffff), which "
               "is permitted; right under exact_if_representable=on\n"));
  EXPECT_TRUE(contains(outcome.output,
                       "  line 3: mul(1e-45, 1), expected 0 (0x00000000), tolerance 0: too lax: accepts -0 "
                       "(0x80000000), which D3D-IDENTITY-MUL-ONE forbids"));
  EXPECT_TRUE(contains(outcome.output, "    '0.718280' may stand for 0.7182801 (0x3f37e134), which is permitted"));
  EXPECT_FALSE(contains(outcome.output, "line 5")) << "it is right";
}

TEST(JudgeTable, MakesNoRightExpectationOfWhatNarrowsIt) {
  // The permitted set itself, as a tolerance around its middle, is right; a value less or more on either side is not.
  const std::string line = "rsq,4,,,0.5,";
  EXPECT_EQ(fit(line + "0x1p-22 abs"), "right");
  EXPECT_EQ(fit(line + "0x1.fp-23 abs"), "too_strict");
  EXPECT_EQ(fit(line + "0x1.6p-22 abs"), "too_lax");
}

TEST(JudgeTable, CountsLinesWithoutRulesAndLinesThatCannotBeRead) {
  const Outcome outcome = judge_file("operation,x,result,expected\nsinpi,1,0,\nrcp,2,0.5,0.5\nrcp,2,,\n", {"--json"});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_TRUE(contains(outcome.diagnostics, "halfulp: no rules for sinpi in binary32 in d3d11: 1 line is not judged"));
  const Json json = Json::parse(outcome.output);
  EXPECT_EQ(json["without_rules"][0]["lines"], 1);
  EXPECT_EQ(json["unread"], 1);
  EXPECT_EQ(json["results"]["cases"], 1);
  EXPECT_FALSE(json["conforms"].get<bool>()) << "0.5 alone is too strict for rcp(2)";
  const Outcome both = judge_file("operation,x,result,expected\nsinpi,1,0,0\nsinpi,1,,0\nsinpi,1,0,\nrcp,2,0.5,\n");
  EXPECT_TRUE(contains(both.diagnostics, "in d3d11: 3 lines are not judged"))
      << "a line counts once: " << both.diagnostics;
  const Outcome namesake = judge_file("operation,x,result\nround,2.5,2\nrcp,2,0.5\n");
  EXPECT_TRUE(contains(namesake.diagnostics,
                       "1 line is not judged\n  'round' is the nearest integer, ties away from "
                       "zero here; hlsl:round is round_ne"))
      << namesake.diagnostics;
  const Outcome unread = judge_file("operation,x,result\nrcp,2,0.5\nrcp,2,\n", {"--json"});
  EXPECT_TRUE(Json::parse(unread.output)["conforms"].is_null());
  const Outcome none = judge_file("operation,x,result\nsinpi,2,0.5\n");
  EXPECT_EQ(none.exit_code, 3);
  EXPECT_TRUE(contains(none.diagnostics, "no line could be judged"));
}

TEST(JudgeTable, KeepsItsListsShort) {
  std::string table = "operation,x,result,expected\n";
  for (int i = 0; i < 10100; ++i) table += "rcp,2,0.4,0.5\n";
  const Outcome text = judge_file(table);
  EXPECT_TRUE(contains(text.output, "\n  10,000 more; --json has the first 10,000\n"));
  EXPECT_LT(std::ranges::count(text.output, '\n'), 250);
  const Json json = Json::parse(judge_file(table, {"--json"}).output);
  EXPECT_EQ(json["results"]["failed"], 10100);
  EXPECT_EQ(json["results"]["lines"].size(), 10000U);
  EXPECT_EQ(json["expectations"]["too_strict"], 10100);
  EXPECT_EQ(json["expectations"]["lines"].size(), 10000U);
}

TEST(JudgeTable, WantsAFileOrACase) {
  EXPECT_TRUE(contains(run_command({"judge", "d3d11"}).diagnostics, "OPERATION is missing; give BOOK OPERATION"));
  const Outcome no_result = run_command({"judge", "d3d11", "rsq", "1"});
  EXPECT_EQ(no_result.exit_code, 2);
  EXPECT_TRUE(contains(no_result.diagnostics,
                       "--result is missing; give BOOK OPERATION OPERAND... --result VALUE, or "
                       "BOOK --file FILE"));
  EXPECT_EQ(judge_file("1,2,3\n", {"add", "--result", "3"}).exit_code, 2);
  EXPECT_TRUE(contains(judge_file("1,2,3\n").diagnostics, "it has no header; write one as its first line"));
  EXPECT_EQ(run_command({"judge", "d3d11", "--file", "/nonexistent"}).exit_code, 3);
}

}  // namespace
}  // namespace halfulp::cli
