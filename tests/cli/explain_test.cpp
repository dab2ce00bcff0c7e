// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

using Json = nlohmann::ordered_json;

Json explained(Words arguments) {
  arguments.insert(arguments.begin(), "explain");
  arguments.emplace_back("--json");
  const Outcome outcome = run_command(arguments);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.diagnostics;
  return Json::parse(outcome.output, nullptr, false);
}

Json only(const std::string& bits) { return Json::array({Json::array({bits, bits})}); }

TEST(Explain, TakesNegativeOperands) {
  // [D3D11.3 22.10.19]: rsq of -0 is -INF, of -INF and negative values NaN.
  EXPECT_EQ(explained({"d3d11", "rsq", "-0"})["permitted"]["ranges"], only("0xff800000"));
  for (const std::string operand : {"-inf", "-0x1p-3", "-1", "-.5"}) {
    const Json json = explained({"d3d11", "rsq", operand});
    EXPECT_EQ(json["permitted"]["nan"], "any") << operand;
    EXPECT_EQ(json["permitted"]["ranges"], Json::array()) << operand;
  }
}

TEST(Explain, DrawsThePermittedSet) {
  // 2^-21 of 0.57735 is 4 values and a part.
  const Outcome outcome = run_command({"explain", "d3d11", "rsq", "3", "--draw"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(contains(outcome.output, "\n  0.5773498 ....#########.... 0.57735074\n"));
}

TEST(Explain, JsonHasWhatIsDocumented) {
  const Json json = explained({"d3d11", "add", "1", "0x40000000"});
  EXPECT_EQ(json["rulebook"], "d3d11");
  EXPECT_EQ(json["operation"], "add");
  EXPECT_EQ(json["format"], "binary32");
  EXPECT_EQ(json["result_format"], "binary32");
  EXPECT_EQ(json["operands"], Json::array({"0x3f800000", "0x40000000"}));
  EXPECT_TRUE(json["exact"].is_string());
  EXPECT_EQ(json["permitted"]["ranges"], only("0x40400000"));
  EXPECT_EQ(json["permitted"]["nan"], "none");
  EXPECT_EQ(json["permitted"]["anything"], false);
  EXPECT_FALSE(json["rules"].empty());
  EXPECT_TRUE(json["readings"].is_array());
}

TEST(Explain, ReadsOperandsInTheirOwnFormats) {
  const Json json = explained({"d3d11", "itof", "-16777216"});
  EXPECT_EQ(json["operands"], Json::array({"0xff000000"}));
  EXPECT_EQ(json["permitted"]["ranges"], only("0xcb800000"));
  EXPECT_EQ(explained({"d3d11", "lt", "1", "2"})["permitted"]["ranges"], only("0xffffffff"));
}

TEST(Explain, AsksAConversionInItsOwnFormatAlone) {
  const Words conversion = {"explain", "d3d11", "binary64_to_binary32", "1", "--format"};
  const auto asked_in = [&](const std::string& format) {
    Words words = conversion;
    words.push_back(format);
    return run_command(words);
  };
  EXPECT_EQ(asked_in("binary64").exit_code, 0);
  for (const std::string format : {"binary16", "binary32"}) {
    const Outcome outcome = asked_in(format);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(
        contains(outcome.diagnostics, "--format " + format + ": binary64_to_binary32 is asked in binary64 alone"))
        << outcome.diagnostics;
  }
  EXPECT_EQ(explained({"d3d11", "binary64_to_binary32", "1"})["operands"], Json::array({"0x3ff0000000000000"}));
}

TEST(Explain, ShowsTheBitsThatADecimalBecame) {
  const Outcome outcome = run_command({"explain", "d3d11", "mov", "0.1"});
  EXPECT_TRUE(contains(outcome.output, "0x3dcccccd   (0.1 rounded to nearest-even)"));
  EXPECT_EQ(run_command({"explain", "d3d11", "mov", "0.5"}).output.find("rounded"), std::string::npos);
}

TEST(Explain, TellsRulesWithTheirSentences) {
  const Outcome outcome = run_command({"explain", "d3d11", "rsq", "-0"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(contains(outcome.output, "exact result: -inf"));
  EXPECT_TRUE(contains(outcome.output, "0xff800000"));
  EXPECT_TRUE(contains(outcome.output, "by these rules:\n  D3D"));
  EXPECT_TRUE(contains(outcome.output, "    [FS 22.10.19 (Direct3D 11.3 Functional Specification), stated]\n"))
      << outcome.output;
}

TEST(Explain, TellsWhatOtherReadingsWouldPermit) {
  // 1 + 1.5 * 2^-24 lies between 1 and the next value, nearer to the latter: truncation would give 1.
  const Outcome outcome = run_command({"explain", "d3d11", "add", "1", "0x1.8p-24"});
  EXPECT_TRUE(contains(outcome.output, "d3d11.addsubmul=learn_page_truncate permits"));
}

TEST(Explain, ShowsTheStepsOfAnExpression) {
  // exp(2 * 0.5) may err by 3 + floor(2) = 5 ulps.
  const Json json = explained({"metal1-fast", "tanh", "0.5"});
  std::vector<std::string> steps;
  for (const Json& step : json["steps"]) steps.push_back(step["expression"]);
  EXPECT_EQ(steps, (Words{"2 * x", "exp(2 * x)", "t - 1", "t + 1", "(t - 1) / (t + 1)"}));
  EXPECT_EQ(json["steps"][0]["permitted"]["ranges"], only("0x3f800000"));
  EXPECT_EQ(json["steps"][1]["permitted"]["ranges"], Json::array({Json::array({"0x402df850", "0x402df859"})}));
  EXPECT_TRUE(contains(run_command({"explain", "metal1-fast", "tanh", "0.5"}).output, "bounds the error:\n  2 * x "));
  EXPECT_TRUE(explained({"metal1", "tanh", "0.5"})["steps"].empty());
}

TEST(Explain, ShowsTheOrdersOfAFusedOperation) {
  const auto steps_of = [](Words arguments) {
    const Json json = explained(std::move(arguments));
    std::vector<std::string> steps;
    for (const Json& step : json["steps"]) steps.push_back(step["expression"]);
    return steps;
  };
  EXPECT_EQ(steps_of({"d3d11", "mad", "2", "3", "4"}), (Words{"x * y", "x * y + z"}));
  const Words dp3 = {"d3d11", "dp3", "1", "2", "3", "4", "5", "6"};
  EXPECT_EQ(steps_of(dp3).size(), 3U + 3U) << "three products, three orders";
  const Words dp4 = {"d3d11", "dp4", "1", "2", "3", "4", "5", "6", "7", "8"};
  EXPECT_EQ(steps_of(dp4).size(), 4U + 15U);
  Words chains = dp4;
  chains.insert(chains.end(), {"--reading", "fused.orders=serial_chains"});
  EXPECT_EQ(steps_of(chains).size(), 4U + 12U);
}

TEST(Explain, SaysWhereIntermediateResultsMayKeepRange) {
  const auto says = [](Words arguments) {
    arguments.insert(arguments.begin(), "explain");
    return contains(run_command(arguments).output, "\n  an intermediate result may keep range");
  };
  EXPECT_TRUE(says({"d3d11", "mad", "0x1.8p100", "0x1p28", "-0x1.8p127"})) << "2^128 and more";
  EXPECT_TRUE(says({"d3d11", "mad", "0x1p-70", "0x1.8p-58", "0x1p-126"})) << "a denormal product";
  EXPECT_FALSE(says({"d3d11", "mad", "2", "3", "4"}));
  EXPECT_FALSE(says({"metal1-fast", "tanh", "0"})) << "no fused operation";
}

TEST(Explain, SaysWhichReadingsCountOnlyWhenChosen) {
  const std::string text = run_command({"explain", "d3d11", "mul", "0x1p-126", "0.5"}).output;
  EXPECT_TRUE(contains(text, "\n  ftz.out (now must; another counts only when chosen)\n")) << text;
  const std::string of_mad = run_command({"explain", "d3d11", "mad", "0x1.8p100", "0x1p28", "-0x1.8p127"}).output;
  EXPECT_TRUE(contains(of_mad, "\n  ulp_def (now muller_A)\n")) << of_mad;
}

TEST(Explain, NamesNoFormatWhereTheOperationDoes) {
  const std::string text = run_command({"explain", "d3d11", "binary32_to_binary16", "1"}).output;
  EXPECT_TRUE(contains(text, "binary32_to_binary16 (x in binary16) under d3d11")) << text;
}

TEST(Explain, FollowsAChosenReading) {
  const Json json = explained({"d3d11", "add", "1", "0x1.8p-24", "--reading", "d3d11.addsubmul=learn_page_truncate"});
  EXPECT_EQ(json["permitted"]["ranges"], Json::array({Json::array({"0x3f800000", "0x3f800001"})}));
}

TEST(Explain, TakesAUsersRulebook) {
  const std::string path = temporary_path("mine.toml");
  write_text_file(path, "[rulebook]\nid = \"mine\"\ntitle = \"Mine\"\nextends = \"d3d11\"\n");
  EXPECT_EQ(explained({path, "add", "1", "1"})["rulebook"], "mine");
}

TEST(Explain, NamesFileLineAndColumnOfABrokenRulebook) {
  const std::string path = temporary_path("broken.toml");
  write_text_file(path, "[rulebook]\nid = \"broken\"\ntitle = \"Broken\"\nextneds = \"d3d11\"\n");
  const Outcome outcome = run_command({"explain", path, "add", "1", "1"});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_TRUE(contains(outcome.diagnostics, "broken.toml:4:"));
}

TEST(Explain, SaysHowKnownWaysFare) {
  // [FS 22.10.12]: mad is fused or not; a product rounded before the sum cancels here, a fused one does not.
  const std::string mad = run_command({"explain", "d3d11", "mad", "0x3f800001", "0x3f800001", "0xbf800002"}).output;
  EXPECT_TRUE(contains(mad, "\nknown ways:\n"));
  EXPECT_TRUE(contains(mad, "0x28800000  permitted\n"));
  EXPECT_TRUE(contains(mad, "0x00000000  permitted\n"));
  const std::string product = run_command({"explain", "metal1", "mul", "0x00800000", "0x3f000001"}).output;
  EXPECT_TRUE(contains(product, "rounded to nearest; denormals flushed"));
  // Double precision is rounded to nearest, so that 1 + 3/4 ULP truncated is wrong.
  const std::string sum = run_command({"explain", "d3d11", "add", "1", "0x1.8p-53", "--format", "binary64"}).output;
  EXPECT_TRUE(
      contains(sum, "0x3ff0000000000000  not permitted; nearest permitted: 1.0000000000000002, 1 value away\n"));
  const std::string rsq = run_command({"explain", "metal1", "rsqrt", "0x3f800003"}).output;
  EXPECT_TRUE(contains(rsq, "  1 / sqrt(x)"));
  EXPECT_EQ(run_command({"explain", "d3d11", "ftoi", "1.5"}).output.find("known ways"), std::string::npos);
}

TEST(Explain, SaysHowEachOrderOfADotProductFares) {
  // 1e8 + 1 is 1e8: only where the two that cancel come first is the third product left.
  const std::string three = run_command({"explain", "d3d11", "dp3", "1e8", "1", "-1e8", "1", "1", "1"}).output;
  EXPECT_TRUE(contains(three, "  first product first                          0            0x00000000  permitted\n"));
  EXPECT_TRUE(contains(three, "  last product first                           0            0x00000000  permitted\n"));
  EXPECT_TRUE(contains(three, "  first and last product first                 1            0x3f800000  permitted\n"));
  const std::string four = run_command({"explain", "d3d11", "dp4", "1e8", "1", "-1e8", "1", "1", "1", "1", "1"}).output;
  EXPECT_TRUE(contains(four, "  by pairs                                     0            0x00000000  permitted\n"));
  EXPECT_TRUE(contains(four, "  by pairs, first and third                    2            0x40000000  permitted\n"));
}

}  // namespace
}  // namespace halfulp::cli
