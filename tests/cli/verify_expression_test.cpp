// SPDX-License-Identifier: Apache-2.0
// Tables of results of an expression, as verify and judge --file take them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

using Json = nlohmann::ordered_json;

Outcome verified(const Words& options, const std::string& table) {
  return run_command(Words{"verify", "-"} + options, {.input = table});
}

const Words kLength = {"--operation", "sqrt(x * x + y * y)"};

TEST(VerifyExpression, JudgesEachLineByEachRulebook) {
  const Outcome outcome =
      verified(kLength + Words{"--rulebook", "d3d11,metal4-fast"}, "x,y,result\n3,4,5\n3,4,0x40a00002\n3,4,5.0001\n");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.output,
                       "does not conform to d3d11 (Direct3D 11): fail: 1 of 3 results, "
                       "1 permitted under another reading only"))
      << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "does not conform to metal4-fast (Metal 4, fast math): fail: 1 of 3 results\n"));
  EXPECT_TRUE(
      contains(outcome.output,
               "line 4: x = 3, y = 4 gives 5.0001 (0x40a000d2); nearest permitted: 5.0000005 (0x40a00001), "
               "209 values away\n    decided by t4 = sqrt(t3), {[0x1.3ffffep+2, 0x1.400002p+2]} by D3D-SQRT\n"));
  EXPECT_EQ(verified(kLength, "x,y,result\n3,4,0x40a00002\n").exit_code, 0);
  EXPECT_EQ(verified(kLength + Words{"--strict"}, "x,y,result\n3,4,0x40a00002\n").exit_code, 1);
}

TEST(VerifyExpression, FindsTheExpressionInTheHeader) {
  const Outcome outcome =
      verified({}, "l.x,n.y,n.x,l.y,note,\"dot(n, l) * 0.5 + 0.5\"\n0,0.8,0.6,1,a,0.9\n0,0.8,0.6,1,b,0.91\n");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.output, "dot(n, l) * 0.5 + 0.5 in binary32: results in standard input"))
      << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "fail: 1 of 2 results\n  line 3: n.x = 0.6, n.y = 0.8, l.x = 0, l.y = 1"));
  // A table of operations may have columns of any name.
  const Outcome operations = verified({}, "operation,x,y,result,time (ms)\nadd,1,2,3,4\n");
  EXPECT_TRUE(contains(operations.output, "conforms to d3d11: no failure in 1 operation"));
  EXPECT_EQ(verified({}, "op,x,y,output,time (ms)\nadd,1,2,4,4\n").exit_code, 1);
}

TEST(VerifyExpression, NamesTheColumnsThatItDoesNotRead) {
  const std::string table = "x,y,result,expected,tolerance\n3,4,5,5,1 ulp\n";
  const std::string note = "halfulp: standard input: not read: the columns 'expected', 'tolerance'\n";
  EXPECT_EQ(verified(kLength, table).diagnostics, note);
  EXPECT_EQ(run_command({"judge", "d3d11", kLength.back(), "--file", "-"}, {.input = table}).diagnostics,
            "halfulp: -: not read: the columns 'expected', 'tolerance'\n");
  EXPECT_EQ(verified(kLength, "x,y,result\n3,4,5\n").diagnostics, "");
}

TEST(VerifyExpression, NamesNoRuleOfAComparisonForWhatItChooses) {
  const Outcome outcome = verified({"--operation", "x <= 1 ? x / 3 : x"}, "x,result\n1,0.5\n");
  EXPECT_TRUE(contains(outcome.output, "decided by t2 = le(x, 1) ? t1 : x, {")) << outcome.output;
  EXPECT_FALSE(contains(outcome.output, "by D3D-COMPARE")) << outcome.output;
}

TEST(VerifyExpression, JudgesVectorsByComponent) {
  const Words normal = {"--operation", "normalize(n)"};
  const Outcome outcome = verified(normal, "n.x,n.y,result.x,result.y\n3,4,0.6,0.8\n3,4,0.6,0.81\n");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.output,
                       "line 3: n.x = 3, n.y = 4 gives 0.6 (0x3f19999a), 0.81 (0x3f4f5c29); "
                       "y: nearest permitted: "));
  EXPECT_TRUE(contains(outcome.output, "decided by t4 = mul(n.y, t2)"));
  const Outcome scalar = verified(normal, "n.x,n.y,result\n3,4,0.6\n");
  EXPECT_EQ(scalar.exit_code, 2);
  EXPECT_TRUE(
      contains(scalar.diagnostics, "'normalize(n)' has 2 components, and standard input has 1 column of results"));
}

TEST(VerifyExpression, JudgesATornTableAsFarAsItGoes) {
  const Outcome torn = verified(kLength, "x,y,result\n3,4,5\n3,4,0x40a00\n");
  EXPECT_EQ(torn.exit_code, 3);
  EXPECT_TRUE(contains(torn.output, "pass: 1 of 1 results\n\nincomplete: 1 line could not be read"));
  EXPECT_TRUE(contains(torn.diagnostics, "standard input:3: '0x40a00' is no binary32 value"));
  EXPECT_EQ(verified(kLength, "x,y,result\n3,4\n").exit_code, 3);
  EXPECT_TRUE(contains(verified(kLength, "").diagnostics, "no header line; write one: x, y, result"));
}

TEST(VerifyExpression, LearnsHowAColumnIsWritten) {
  // 40000000 is 2 where a value of the column can be nothing but bits, and in doubt where none is.
  EXPECT_EQ(verified({"--operation", "x * 2 + 0"}, "x,result\n3F800000,2\n40000000,4\n").exit_code, 0);
  EXPECT_EQ(verified({"--operation", "x * 2 + 0"}, "x,result\n40000000,4\n").exit_code, 3);
  EXPECT_EQ(verified({"--operation", "x * 2 + 0"}, "x;result\n0,5;1\n1,125;2,25\n").exit_code, 0);
}

TEST(VerifyExpression, JudgesManyLinesInTheirOrder) {
  std::string table = "x,result\n";
  for (int i = 0; i < 10000; ++i) table += i % 4000 == 3999 ? "1,3\n" : "1,2\n";
  const Outcome outcome = verified({"--operation", "x + x"}, table);
  EXPECT_TRUE(contains(outcome.output, "fail: 2 of 10,000 results\n  line 4001: "));
  EXPECT_LT(outcome.output.find("line 4001: "), outcome.output.find("line 8001: "));
}

TEST(VerifyExpression, TakesFormatsReadingsAndFreedoms) {
  const std::string table = "x,y,z,result\n1.1,1.1,-1.21,0x1.eb852p-27\n";
  const Words fused = {"--operation", "x * y + z", "--rulebook", "metal4"};
  EXPECT_EQ(verified(fused, table).exit_code, 1);
  EXPECT_EQ(verified(fused + Words{"--contract"}, table).exit_code, 0);
  EXPECT_EQ(verified({"--operation", "x + x", "--format", "binary16"}, "x,result\n3c00,0x4000\n").exit_code, 0);
  const Words inverse = {"--operation", "1 / x * 1", "--rulebook", "d3d10", "--strict"};
  EXPECT_EQ(verified(inverse, "x,result\n3,0x3eaaaaac\n").exit_code, 1);
  EXPECT_EQ(verified(inverse + Words{"--reading", "ulp_def=bit_steps"}, "x,result\n3,0x3eaaaaac\n").exit_code, 0);
}

TEST(VerifyExpression, RefusesWhatIsOfOperations) {
  for (const char* const option : {"--html", "--junit", "--failures", "--baseline"}) {
    const Outcome outcome = verified(kLength + Words{option, "file.csv"}, "x,y,result\n3,4,5\n");
    EXPECT_EQ(outcome.exit_code, 2) << option;
    EXPECT_TRUE(contains(outcome.diagnostics, std::string(option) + " is of operations"));
  }
  EXPECT_EQ(verified({"--operation", "add", "--contract"}, "x,y,result\n3,4,7\n").exit_code, 2);
  EXPECT_EQ(verified(kLength + Words{"--operation", "add"}, "x,y,result\n3,4,7\n").exit_code, 2);
  EXPECT_EQ(run_command(Words{"verify", "/"} + kLength).exit_code, 2);
  // x+y is a name of add.
  EXPECT_TRUE(contains(verified({"--operation", "mul,x+y"}, "operation,x,y,result\nadd,1,2,3\n").output,
                       "conforms to d3d11: no"));
}

TEST(VerifyExpression, WritesJson) {
  const std::string path = temporary_path("expression.json");
  const std::string table = "x,y,result\n3,4,5\n3,4,5.0001\n";
  EXPECT_EQ(verified(kLength + Words{"--json", path}, table).exit_code, 1);
  const Json json = Json::parse(read_file(path));
  const Json& book = json["rulebooks"][0];
  EXPECT_EQ(book["conforms"], false);
  EXPECT_EQ(book["permitted"], 1);
  EXPECT_EQ(book["forbidden"], 1);
  EXPECT_EQ(book["failures"][0]["line"], 3);
  EXPECT_EQ(book["failures"][0]["decided_by"]["rule"], "D3D-SQRT");
  Json judged = Json::parse(
      run_command({"judge", "d3d11", "sqrt(x * x + y * y)", "--file", "-", "--json"}, {.input = table}).output);
  judged["table"] = json["table"];
  EXPECT_EQ(judged, json);
}

}  // namespace
}  // namespace halfulp::cli
