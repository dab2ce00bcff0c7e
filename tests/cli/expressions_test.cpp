// SPDX-License-Identifier: Apache-2.0
// Expressions, as range and judge take them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

using Json = nlohmann::ordered_json;

TEST(Range, PrintsWhatGivenOperandsReturn) {
  const Outcome outcome = run_command({"range", "metal4-fast", "let r = rsqrt(x); r * r * x", "--where", "x = 3"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output, R"(let r = rsqrt(x); r * r * x in binary32
  x = 3

metal4-fast (Metal 4, fast math):
  metal4-fast lets compilers transform expressions as if numbers were real; of that only --contract and
  --reassociate are tried
returns [0.99999964, 1.0000004]: 6 values, each of which some execution gives
  {0x1.fffff4p-1, 0x1.fffff8p-1, 0x1.fffffep-1, [0x1.000002p+0, 0x1.000006p+0]}
  without rounding 1; the nearest value is 1 (0x1p+0)

steps; in front how wide the result is where that step alone is not rounded to nearest:
   83.3 %  t1   = rsq(x)                   {[0x1.279a72p-1, 0x1.279a78p-1]}
           t2   = mul(t1, t1)              {[0x1.55554ep-2, 0x1.55555ep-2]}
           t3   = mul(t2, x)               {[0x1.fffff4p-1, 0x1.000006p+0]}
  by METAL-CORRECTLY-ROUNDED (mul); METAL1.2-FAST-RSQRT (rsq)
)");
}

TEST(Range, PrintsBoundsOfRangesAndWhereRulebooksPart) {
  const Outcome outcome =
      run_command({"range", "d3d11", "rsqrt(x)", "--where", "x in [1, 4]", "--against", "metal4-fast"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(contains(outcome.output, "returns [0.49999976, 1.0000005]"));
  EXPECT_TRUE(contains(outcome.output, "no result of metal4-fast was found that d3d11 forbids"));
}

TEST(Range, TakesConditionsBehindTheExpression) {
  const std::string with_option =
      run_command({"range", "d3d11", "x * y", "--where", "x = 3", "--where", "y = 2"}).output;
  EXPECT_EQ(run_command({"range", "d3d11", "x * y", "x = 3", "y=2"}).output, with_option);
  EXPECT_EQ(run_command({"range", "d3d11", "x * y", "x = 3", "--where", "y = 2"}).output, with_option);
  EXPECT_EQ(run_command({"range", "d3d11", "x * y", "x = 3", "2"}).exit_code, 2);
}

TEST(Range, JudgesAResult) {
  const Words asked = {"range", "d3d11", "sqrt(x * x + y * y)", "--where", "x = 3; y = 4", "--result"};
  EXPECT_EQ(run_command(asked + Words{"5"}).exit_code, 0);
  const Outcome forbidden = run_command(asked + Words{"5.0001"});
  EXPECT_EQ(forbidden.exit_code, 1);
  EXPECT_TRUE(contains(forbidden.output, "5.0001 (0x1.4001a4p+2): forbidden"));
}

TEST(Judge, TakesExpressions) {
  const Words asked = {"judge", "d3d11", "sqrt(x * x + y * y)"};
  EXPECT_EQ(run_command(asked + Words{"3", "4", "--result", "5"}).exit_code, 0);
  EXPECT_EQ(run_command(asked + Words{"3", "4", "--result", "5.0001"}).exit_code, 1);
  const Outcome outcome = run_command(asked + Words{"3", "--result", "5"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.diagnostics, "has the operands x, y: 2 values, not 1"));
}

TEST(Judge, TakesVectors) {
  const Words asked = {"judge", "d3d11", "n * dot(n, l)", "(1, 2)", "(1, 0)", "--result"};
  EXPECT_EQ(run_command(asked + Words{"(1, 2)"}).exit_code, 0);
  const Outcome forbidden = run_command(asked + Words{"(1, 2.5)"});
  EXPECT_EQ(forbidden.exit_code, 1);
  EXPECT_TRUE(contains(forbidden.output, "1 (0x1p+0), 2.5 (0x1.4p+1): forbidden"));
  const Outcome lacking = run_command(asked + Words{"2"});
  EXPECT_EQ(lacking.exit_code, 2);
  EXPECT_TRUE(contains(lacking.diagnostics, "--result has 1 value, 'n * dot(n, l)' has 2"));
  // A color's r is x.
  EXPECT_EQ(run_command({"judge", "d3d11", "-c.r * 2", "3", "--result", "-6"}).exit_code, 0);
}

TEST(Judge, KnowsOtherReadingsAndFreedomsOfExpressions) {
  const Words asked = {"judge", "d3d10", "1 / x * 1", "3", "--result", "0x3eaaaaac"};
  const Outcome other = run_command(asked);
  EXPECT_EQ(other.exit_code, 0);
  EXPECT_TRUE(contains(other.output, "forbidden, but permitted under ulp_def=bit_steps"));
  EXPECT_EQ(run_command(asked + Words{"--strict"}).exit_code, 1);
  EXPECT_EQ(run_command(asked + Words{"--strict", "--reading", "ulp_def=bit_steps"}).exit_code, 0);
  const Json json = Json::parse(run_command(asked + Words{"--json"}).output);
  EXPECT_EQ(json["verdict"], "reading");
  EXPECT_EQ(json["under"], Json({{"ulp_def", "bit_steps"}}));
  const Words table = {"judge", "d3d10", "1 / x * 1", "--file", "-"};
  const Outcome of_table = run_command(table, {.input = "x,result\n3,0x3eaaaaac\n3,0x3eaaaaab\n"});
  EXPECT_EQ(of_table.exit_code, 0);
  EXPECT_TRUE(contains(of_table.output, "pass: 1 of 2 results, 1 permitted under another reading only"));
  EXPECT_TRUE(contains(of_table.output, "1 value away; permitted under ulp_def=bit_steps"));
  EXPECT_EQ(run_command(table + Words{"--strict"}, {.input = "x,result\n3,0x3eaaaaac\n"}).exit_code, 1);

  const Words fused = {"judge", "metal4", "x * y + z", "1.1", "1.1", "-1.21", "--result", "0x1.eb852p-27"};
  EXPECT_EQ(run_command(fused).exit_code, 1);
  EXPECT_EQ(run_command(fused + Words{"--contract"}).exit_code, 0);
  EXPECT_EQ(run_command({"judge", "d3d11", "add", "1", "1", "--result", "2", "--contract"}).exit_code, 2);
}

TEST(Range, CountsNoValuesOfAnything) {
  // A denormal may be flushed, and Vulkan leaves 1 / inversesqrt(0) open.
  const Outcome open = run_command({"range", "vulkan1.3", "sqrt(x)", "x = 0x1p-140"});
  EXPECT_TRUE(contains(open.output, "\nreturns anything\n")) << open.output;
}

TEST(Judge, TakesTablesOfExpressions) {
  const Words asked = {"judge", "d3d11", "sqrt(x * x + y * y)", "--file", "-"};
  const Outcome passing = run_command(asked, {.input = "y,x,result\n4,3,5\n0x40800000,3,0x40A00001\n"});
  EXPECT_EQ(passing.exit_code, 0) << passing.output << passing.diagnostics;
  EXPECT_TRUE(contains(passing.output, "pass: 2 of 2 results"));
  const Outcome failing = run_command(asked, {.input = "x;y;note;result\n3;4;;5.0001\n3;4;;five\n3;4\n"});
  EXPECT_EQ(failing.exit_code, 1);
  EXPECT_TRUE(contains(failing.output, "fail: 1 of 1 results"));
  EXPECT_TRUE(contains(failing.output, "line 2: x = 3, y = 4 gives 5.0001 (0x40a000d2); nearest permitted: 5.0000005"));
  EXPECT_TRUE(contains(failing.diagnostics, "-:3: "));
  EXPECT_TRUE(contains(failing.diagnostics, "-:4: the line has too few fields; the line is not judged"));
  const Outcome lacking = run_command(asked, {.input = "x,result\n3,5\n"});
  EXPECT_EQ(lacking.exit_code, 3);
  EXPECT_TRUE(contains(lacking.diagnostics, "no column 'y'; 'sqrt(x * x + y * y)' needs x, y, result"));
  EXPECT_EQ(run_command(asked, {.input = "x,y,result\n3,4,five\n"}).exit_code, 3);
  const Words of_vectors = {"judge", "d3d11", "dot(n, l)", "--file", "-"};
  const Outcome vectors = run_command(of_vectors, {.input = "sep=;\nn.x;n.y;l.x;l.y;result\n1;2;3;4;11\n1;2;3;4;12\n"});
  EXPECT_TRUE(contains(vectors.output, "fail: 1 of 2 results"));
  EXPECT_TRUE(contains(vectors.output, "line 4: n.x = 1, n.y = 2, l.x = 3, l.y = 4 gives 12"));
  EXPECT_TRUE(contains(run_command(of_vectors, {.input = "n.x,n.y,result\n1,2,3\n"}).diagnostics, "no column 'l'"));
  // x+y is a name of add.
  EXPECT_TRUE(contains(run_command({"judge", "d3d11", "x+y", "1", "2", "--result", "3"}).output, "add (x + y)"));
}

TEST(Range, WritesJson) {
  const Outcome outcome =
      run_command({"range", "d3d11", "float2(x, rcp(x))", "--where", "x = 3", "--result", "(3, 0x3eaaaaab)", "--json"});
  EXPECT_EQ(outcome.exit_code, 0);
  const Json json = Json::parse(outcome.output);
  EXPECT_EQ(json["verdict"], "permitted");
  EXPECT_EQ(json["rulebooks"][0]["components"].size(), 2U);
  EXPECT_EQ(json["rulebooks"][0]["components"][1]["nearest"], "0x3eaaaaab");
  EXPECT_EQ(json["rulebooks"][0]["steps"][0]["step"], "rcp(x)");
}

TEST(Range, WritesAPageWithAFigureForEachRulebook) {
  const std::string page = temporary_path("range.html");
  const Words asked = {"range",       "d3d11",     "rsqrt(x) * x", "--where",
                       "x in [1, 4]", "--against", "metal4-fast",  "--html"};
  EXPECT_EQ(run_command(asked + Words{page}).exit_code, 0);
  const std::string html = read_file(page);
  EXPECT_TRUE(contains(html, "over x, under d3d11"));
  EXPECT_TRUE(contains(html, "over x, under metal4-fast"));
  const std::string book = temporary_path("mine.toml");
  write_text_file(book, "[rulebook]\nid = \"mine\"\ntitle = \"Mine\"\nextends = \"d3d11\"\n");
  EXPECT_EQ(run_command({"range", book, "x", "--where", "x = 1", "--html", book}).exit_code, 2);
  EXPECT_TRUE(contains(read_file(book), "id = \"mine\""));
}

TEST(Range, RefusesWhatHasNoAnswer) {
  const auto refused = [](const Words& more) {
    const Outcome outcome = run_command(Words{"range", "d3d11"} + more);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
    return outcome.diagnostics;
  };
  for (const char* const definition : {"static half2 f(half2 x) { return x; }", "fn f(x: f32) -> f32 { return x; }"}) {
    EXPECT_TRUE(contains(refused({definition, "x = 1"}), "a function's definition is not taken: give its body"));
  }
  EXPECT_TRUE(contains(refused({"x * y", "--where", "x = 1"}), "'y' has neither a value nor a range, y in [0, 1]"));
  EXPECT_TRUE(contains(refused({"x", "--where", "x = 1", "--where", "x = 2"}), "x = 2: x comes twice"));
  EXPECT_TRUE(
      contains(refused({"x", "--where", "x = 1", "--format", "unorm8"}), "expressions are of floating formats"));
  EXPECT_TRUE(contains(refused({"x", "--where", "x = 1", "--against", "d3d12x"}), "d3d12x"));
}

}  // namespace
}  // namespace halfulp::cli
