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

struct Answer {
  int exit_code;
  Json json;
};

Answer judged(Words arguments) {
  arguments.insert(arguments.begin(), "judge");
  arguments.emplace_back("--json");
  const Outcome outcome = run_command(arguments);
  return {outcome.exit_code, Json::parse(outcome.output, nullptr, false)};
}

TEST(Judge, PassesWhatIsPermitted) {
  const auto [exit_code, json] = judged({"d3d11", "add", "1", "1", "--result", "2"});
  EXPECT_EQ(exit_code, 0);
  EXPECT_EQ(json["verdict"], "pass");
  EXPECT_TRUE(json["rule"].is_null());
  EXPECT_EQ(json["error_ulp"], 0.0);
  EXPECT_EQ(json["result"], "0x40000000");
  EXPECT_EQ(json["permitted"]["ranges"], Json::array({Json::array({"0x40000000", "0x40000000"})}));
}

TEST(Judge, FailsADenormalUnderAFlushRule) {
  const auto [exit_code, json] = judged({"d3d11", "add", "0x00000001", "0", "--result", "0x00000001"});
  EXPECT_EQ(exit_code, 1);
  EXPECT_EQ(json["verdict"], "fail");
  EXPECT_TRUE(contains(json["rule"].get<std::string>(), "FLUSH"));
}

TEST(Judge, SaysHowFarAResultIsFromWhatIsPermitted) {
  const Words words = {"d3d11", "ftoi", "0x4f000000", "--result", "5"};
  EXPECT_EQ(judged(words).json["nearest_permitted"], Json({{"bits", "0x7fffffff"}, {"values", 2147483642}}));
  const std::string text = run_command(Words{"judge"} + words).output;
  EXPECT_TRUE(contains(text, "  2147483648   0x1p+31 "));
  EXPECT_TRUE(contains(text, "\nexact result (clamped): 2147483647\n"));
  EXPECT_TRUE(contains(text, "\nnearest permitted: 2147483647 (0x7fffffff), 2,147,483,642 values away\n"));
  EXPECT_TRUE(judged({"d3d11", "rsq", "4", "--result", "nan"}).json["nearest_permitted"].is_null());
  EXPECT_EQ(judged({"d3d11", "add", "1", "1", "--result", "2"}).json["nearest_permitted"]["values"], 0);
}

TEST(Judge, SaysThatShortDigitsMayStandForAPermittedValue) {
  // Values of binary32 near 0.71828 are 2^-24 apart: 0x3f37e134 is 0.71828008, 0x3f37e133 the nearest to 0.71828.
  const Outcome shortened = run_command({"judge", "d3d11", "frc", "2.71828", "--result", "0.71828"});
  EXPECT_EQ(shortened.exit_code, 1);
  EXPECT_TRUE(contains(shortened.output, "'0.71828' may stand for 0.7182801 (0x3f37e134), which is permitted;"))
      << shortened.output;
  for (const char* result : {"0.7182800", "0.71827", "0x1.6fc266p-1", "0x3f37e133"}) {
    EXPECT_FALSE(
        contains(run_command({"judge", "d3d11", "frc", "2.71828", "--result", result}).output, "may stand for"))
        << result;
  }
}

TEST(Judge, SaysNothingOfDigitsWhereTheSignIsWrong) {
  for (const Words& words : {Words{"add", "0", "-0", "--result", "-0"}, Words{"mul", "0.3", "1", "--result", "-0"}}) {
    EXPECT_FALSE(contains(run_command(Words{"judge", "d3d11"} + words).output, "may stand for"));
  }
}

TEST(Judge, RefusesANumberBeyondTheFormat) {
  for (const Words& words : {Words{"judge", "metal4", "binary32_to_binary16", "65536", "--result", "65536"},
                             Words{"judge", "d3d11", "add", "1e39", "0", "--result", "inf"}}) {
    const Outcome outcome = run_command(words);
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_TRUE(contains(outcome.diagnostics, "it is beyond the largest, ")) << outcome.diagnostics;
  }
}

TEST(Judge, RefusesDigitsInDoubtWhereOthersAreBits) {
  for (const Words& words :
       {Words{"3F800000", "40000000", "--result", "3"}, Words{"1", "3F800000", "--result", "40000000"}}) {
    const Outcome doubtful = run_command(Words{"judge", "d3d11", "add"} + words);
    EXPECT_EQ(doubtful.exit_code, 3);
    EXPECT_TRUE(contains(doubtful.diagnostics,
                         "'40000000' may be a number and may be bits, as others here are; write +40000000 for the "
                         "number, 0x40000000 for the bits"))
        << doubtful.diagnostics;
  }
  EXPECT_EQ(run_command({"judge", "d3d11", "add", "3F800000", "+40000000", "--result", "4e7"}).exit_code, 0);
  EXPECT_EQ(run_command({"judge", "d3d11", "add", "16777216", "1", "--result", "16777216"}).exit_code, 0);
}

TEST(Judge, SaysOfNoBitsThatTheyWereRounded) {
  EXPECT_FALSE(contains(run_command({"judge", "d3d11", "mov", "3E800000", "--result", "0.25"}).output, "rounded"));
  EXPECT_TRUE(contains(run_command({"judge", "d3d11", "mov", "0.1", "--result", "0.1"}).output, "(0.1 rounded"));
}

TEST(Judge, TakesFormatsByTheirNamesInLanguages) {
  EXPECT_EQ(run_command({"judge", "d3d11", "add", "1", "2", "--format", "half", "--result", "0x4200"}).exit_code, 0);
  EXPECT_EQ(run_command({"judge", "d3d11", "add", "1", "2", "--format", "f64", "--result", "3"}).exit_code, 0);
}

TEST(Judge, TakesANegativeResult) {
  EXPECT_EQ(judged({"d3d11", "rsq", "-0", "--result", "-inf"}).json["verdict"], "pass");
  EXPECT_EQ(judged({"d3d11", "rsq", "-0", "--result", "inf"}).json["verdict"], "fail");
  EXPECT_EQ(judged({"d3d11", "mov", "-0", "--result", "-0"}).json["verdict"], "pass");
}

TEST(Judge, NamesTheReadingUnderWhichAResultPasses) {
  const Words truncated = {"d3d11", "add", "1", "0x1.8p-24", "--result", "1"};
  const auto [exit_code, json] = judged(truncated);
  EXPECT_EQ(exit_code, 0);
  EXPECT_EQ(json["verdict"], "reading");
  EXPECT_EQ(json["under"], Json({{"d3d11.addsubmul", "learn_page_truncate"}}));
  EXPECT_FALSE(json["rule"].is_null());

  Words strict = truncated;
  strict.emplace_back("--strict");
  EXPECT_EQ(judged(strict).exit_code, 1);

  Words chosen = truncated;
  chosen.insert(chosen.end(), {"--reading", "d3d11.addsubmul=learn_page_truncate"});
  EXPECT_EQ(judged(chosen).json["verdict"], "pass");
  EXPECT_EQ(judged(chosen).json["readings"], Json({{"d3d11.addsubmul", "learn_page_truncate"}}));
}

TEST(Judge, SaysTheVerdictInItsFirstLine) {
  EXPECT_TRUE(run_command({"judge", "d3d11", "add", "1", "1", "--result", "2"}).output.starts_with("pass\n"));
  const std::string fail = run_command({"judge", "d3d11", "add", "1", "1", "--result", "3"}).output;
  EXPECT_TRUE(fail.starts_with("fail: breaks D3D")) << fail;
  EXPECT_TRUE(contains(fail, "permitted: "));
  EXPECT_TRUE(contains(fail, "    [FS 3.1.3.1 (Direct3D 11.3 Functional Specification), ambiguous]\n")) << fail;
}

TEST(Judge, ReadsTheResultInItsOwnFormat) {
  EXPECT_EQ(judged({"d3d11", "ftoi", "-1.5", "--result", "-1"}).json["result"], "0xffffffff");
  EXPECT_EQ(judged({"d3d11", "ftoi", "-1.5", "--result", "-1"}).json["verdict"], "pass");
  EXPECT_EQ(judged({"d3d11", "eq", "1", "1", "--result", "0xffffffff"}).json["verdict"], "pass");
  EXPECT_EQ(judged({"d3d11", "eq", "1", "1", "--result", "0x00000001"}).json["verdict"], "fail");
}

TEST(Judge, ShowsTheErrorThatAReportShows) {
  // An unsigned integer has none.
  const std::string path = temporary_path("report.json");
  const Outcome outcome =
      run_command({"verify", "--operation", "ftou", "--json", path}, {.input = "3fc00000 00000005\n"});
  ASSERT_EQ(outcome.exit_code, 1) << outcome.diagnostics;
  const Json report = Json::parse(read_file(path));
  EXPECT_EQ(report["results"][0]["broken"][0]["example"]["error_ulp"],
            judged({"d3d11", "ftou", "1.5", "--result", "5"}).json["error_ulp"]);
}

TEST(Judge, NamesTheReadingThatDecidesWhatIsUnconstrained) {
  const std::string three = run_command({"judge", "metal4", "sin", "inf", "--result", "3"}).output;
  EXPECT_TRUE(contains(three, "unconstrained: the rulebook allows any result here\n"));
  EXPECT_TRUE(contains(
      three, "another reading decides it:\n  msl.special=c99_required permits {any NaN}, and not this result\n"));
  const std::string nan = run_command({"judge", "metal4", "sin", "inf", "--result", "nan"}).output;
  EXPECT_TRUE(contains(nan, "  msl.special=c99_required permits {any NaN}\n"));
  const Json deciding = judged({"metal4", "sin", "inf", "--result", "3"}).json["deciding"];
  ASSERT_FALSE(deciding.empty());
  EXPECT_EQ(deciding[0]["reading"], "msl.special");
  EXPECT_EQ(deciding[0]["permitted"]["nan"], "any");
  EXPECT_EQ(run_command({"judge", "metal4", "sin", "1", "--result", "3"}).output.find("another reading"),
            std::string::npos);
}

}  // namespace
}  // namespace halfulp::cli
