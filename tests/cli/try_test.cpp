// SPDX-License-Identifier: Apache-2.0
// try: a device is asked for given operands, and its results are judged.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

using Json = nlohmann::ordered_json;

Outcome tried(const Words& words, const CommandOptions& options = {}) {
  return run_command(Words{"try"} + words, options);
}

TEST(Try, JudgesWhatTheDeviceComputes) {
  const Outcome passes = tried({"reference", "d3d11", "mul", "0x00800000", "0.5"});
  EXPECT_EQ(passes.exit_code, 0);
  EXPECT_TRUE(contains(passes.output, "pass\n\nmul (x * y)"));
  const Outcome fails = tried({"host", "d3d11", "mul", "0x00800000", "0.5"});
  EXPECT_EQ(fails.exit_code, 1);
  EXPECT_TRUE(contains(fails.output, "fail: breaks D3D-FLUSH-RESULTS\n\nmul (x * y)"));
  EXPECT_TRUE(contains(fails.output, "0x00400000   fail: breaks D3D-FLUSH-RESULTS\n"));
  EXPECT_TRUE(contains(fails.output, "\npermitted: {0}\nnearest permitted: 0 (0x00000000)"));
  EXPECT_TRUE(contains(fails.output, "\n  D3D-FLUSH-RESULTS:\n    denormals are flushed"));
}

TEST(Try, SaysThatAnOperandWasRounded) {
  EXPECT_TRUE(contains(tried({"host", "d3d11", "mul", "0.3", "1"}).output, "(0.3 rounded to nearest-even)\n"));
}

TEST(Try, FailsWhatPassesByAnotherReadingOnlyWhenStrict) {
  const Words words = {"host", "d3d11", "binary32_to_binary16", "0x33000001"};
  const Outcome lenient = tried(words);
  ASSERT_TRUE(contains(lenient.output, "reading: breaks ")) << lenient.output;
  EXPECT_EQ(lenient.exit_code, 0);
  EXPECT_EQ(tried(words + Words{"--strict"}).exit_code, 1);
}

TEST(Try, TakesTheCasesOfAFile) {
  const std::string path = temporary_path("cases.txt");
  write_text_file(path, "# two numbers a line\n1 2\n0x00000001,0 # a denormal\n\n-0\t-0\n");
  const Outcome outcome = tried({"host", "d3d11", "add", "--operands", path});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.output, "fail: 1 of 3 results\n"));
  EXPECT_TRUE(
      contains(outcome.output, "  add(1e-45, 0) = 1e-45 (0x00000001)  result: fail: breaks D3D-FLUSH-OPERANDS\n"));
  const Outcome piped = tried({"host", "d3d11", "add", "--operands", "-"}, {.input = "1 2\n"});
  EXPECT_EQ(piped.exit_code, 0) << piped.diagnostics;
}

TEST(Try, SkipsAByteOrderMark) {
  const std::string path = temporary_path("cases.txt");
  write_text_file(path, "\xef\xbb\xbf# from Windows\r\n1 2\r\n");
  EXPECT_EQ(tried({"host", "d3d11", "add", "--operands", path}).exit_code, 0);
}

TEST(Try, NamesTheLineOfAFileThatCannotBeRead) {
  const std::string path = temporary_path("cases.txt");
  write_text_file(path, "1 2\n1 two\n");
  const Outcome outcome = tried({"host", "d3d11", "add", "--operands", path});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_TRUE(contains(outcome.diagnostics, path + ":2: operand y of add: ")) << outcome.diagnostics;
  write_text_file(path, "1 2\n1\n");
  EXPECT_TRUE(
      contains(tried({"host", "d3d11", "add", "--operands", path}).diagnostics, path + ":2: add takes 2 operands"));
  write_text_file(path, "# nothing\n");
  EXPECT_TRUE(contains(tried({"host", "d3d11", "add", "--operands", path}).diagnostics, "it has no case"));
  EXPECT_EQ(tried({"host", "d3d11", "add", "1", "2", "--operands", path}).exit_code, 2);
}

TEST(Try, NamesALineWithANul) {
  const std::string path = temporary_path("cases.txt");
  write_text_file(path, std::string("1 2\n1") + '\0' + "x 2\n");
  const Outcome outcome = tried({"host", "d3d11", "add", "--operands", path});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_TRUE(contains(outcome.diagnostics, path + ":2: operand x of add: '1?x' is no binary32 value: "));
  EXPECT_TRUE(contains(outcome.diagnostics, "(0x00000000)")) << "the end of the message";
}

TEST(Try, SaysWhatADeviceDoesNotOffer) {
  const Outcome outcome = tried({"host", "metal1.2", "cospi", "1"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.diagnostics, "the device host does not offer 'cospi' in binary32"));
  // Whatever the operands are.
  EXPECT_EQ(tried({"host", "metal1.2", "cospi"}).diagnostics, outcome.diagnostics);
}

TEST(Try, NamesNumbersAsTheyWereGiven) {
  const Outcome outcome = tried({"host", "d3d11", "add", "1", "2", "--device-timeout", "-1"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.diagnostics, "--device-timeout: '-1' is not a whole number;")) << outcome.diagnostics;
  const Outcome unexpected = run_command({"explain", "d3d11", "add", "1", "2", "--format", "binary32", "--json", "-3"});
  EXPECT_EQ(unexpected.diagnostics.find('\x1f'), std::string::npos);
}

TEST(Try, EndsWith4WhereTheDeviceIsLost) {
  const std::string dies = "exec:printf 'halfulp-device 1\\noffer add binary32\\nready\\n'; sleep 0.1; exit 1";
  const Outcome outcome = tried({dies, "d3d11", "add", "1", "2"});
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_TRUE(contains(outcome.output, "\nresult: the device was lost: ")) << outcome.output;
  // An option of check.
  EXPECT_FALSE(contains(outcome.output, "--operation")) << outcome.output;
  const Json json = Json::parse(tried({dies, "d3d11", "add", "1", "2", "--json"}).output);
  EXPECT_TRUE(json["conforms"].is_null());
  EXPECT_EQ(json["lost"].size(), 1U);
  EXPECT_EQ(tried({"exec:false", "d3d11", "add", "1", "2"}).exit_code, 4);
}

TEST(Try, WritesWhatJudgeWritesOfEachResult) {
  const Outcome outcome = tried({"host", "d3d11", "mul", "0x00800000", "0.5", "--json"});
  const Json json = Json::parse(outcome.output);
  EXPECT_EQ(json["conforms"], false);
  ASSERT_EQ(json["results"].size(), 1U);
  const Outcome judged =
      run_command({"judge", "d3d11", "mul", "0x00800000", "0.5", "--result", "0x00400000", "--json"});
  EXPECT_EQ(json["results"][0]["judgement"], Json::parse(judged.output));
}

TEST(Try, ComputesAnExpressionStepByStep) {
  const Outcome passes = tried({"host", "d3d11", "sqrt(x * x + y * y)", "3", "4"});
  EXPECT_EQ(passes.exit_code, 0) << passes.diagnostics;
  EXPECT_TRUE(contains(passes.output, "5 (0x1.4p+2): permitted\n\nsqrt(x * x + y * y) in binary32\non "));
  EXPECT_TRUE(contains(passes.output, "t3   = add(t1, t2)              {0x1.9p+4}; gave 25 (0x1.9p+4)\n"));
  // The host keeps the denormal, which Direct3D flushes.
  EXPECT_EQ(tried({"host", "d3d11", "x * y * 0x1p100", "0x1p-100", "0x1p-40"}).exit_code, 1);
  EXPECT_EQ(tried({"reference", "d3d11", "x * y * 0x1p100", "0x1p-100", "0x1p-40"}).exit_code, 0);
  const Words selection = {"host", "ieee754", "x < y ? -n.y : normalize(n).x"};
  EXPECT_TRUE(contains(tried(selection + Words{"1", "2", "(3, 4)"}).output, "-4 (-0x1p+2): permitted"));
  EXPECT_TRUE(contains(tried(selection + Words{"2", "1", "(3, 4)"}).output, "0.6 (0x1.333334p-1): permitted"));
}

TEST(Try, RefusesWhatAnExpressionCannotHave) {
  const auto refused = [](const Words& words) {
    const Outcome outcome = tried(words);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
    return outcome.diagnostics;
  };
  EXPECT_TRUE(contains(refused({"host", "d3d11", "x * y", "1"}), "'x * y' has the operands x, y: 2 values, not 1"));
  EXPECT_TRUE(contains(refused({"host", "d3d11", "x * y", "--operands", "-"}), "'halfulp verify' judges a table"));
  EXPECT_TRUE(contains(
      refused({"exec:printf 'halfulp-device 1\\noffer add binary32\\nready\\n'; sleep 1", "d3d11", "x * y", "1", "2"}),
      "does not offer 'mul' in binary32, a step of the expression"));
}

}  // namespace
}  // namespace halfulp::cli
