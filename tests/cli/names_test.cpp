// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

std::string output(const Words& arguments) {
  const Outcome outcome = run_command(arguments);
  EXPECT_EQ(outcome.diagnostics, "");
  return outcome.output;
}

/// What is said of a mistake in the command line.
std::string complaint(const Words& arguments) {
  const Outcome outcome = run_command(arguments);
  EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
  return outcome.diagnostics;
}

TEST(Names, AreTheRulebooksWhateverIsAsked) {
  for (const std::string name : {"rsq", "rsqrt"}) {
    EXPECT_TRUE(output({"explain", "metal1", name, "4"}).starts_with("rsqrt (")) << name;
    EXPECT_TRUE(output({"explain", "d3d11", name, "4"}).starts_with("rsq (")) << name;
    EXPECT_TRUE(contains(output({"explain", "metal1", name, "4", "--json"}), "\"operation\": \"rsqrt\""));
  }
  for (const std::string name : {"frc", "fract"}) {
    EXPECT_TRUE(output({"explain", "d3d11", name, "1.5"}).starts_with("frc (")) << name;
    EXPECT_TRUE(contains(output({"explain", "d3d11", name, "1.5", "--json"}), "\"operation\": \"frc\""));
  }
}

TEST(Names, AreTheRulebooksInJudgeAndEvaluate) {
  EXPECT_TRUE(contains(output({"judge", "metal1", "rsq", "4", "--result", "0.5"}), "\nrsqrt ("));
  EXPECT_TRUE(contains(output({"judge", "metal1", "rsq", "4", "--result", "0.5", "--json"}), "\"rsqrt\""));
  EXPECT_TRUE(output({"evaluate", "d3d11", "fract", "1.5"}).starts_with("frc ("));
  EXPECT_TRUE(contains(output({"evaluate", "d3d11", "fract", "1.5", "--json"}), "\"operation\": \"frc\""));
}

TEST(Names, AreTheRulebooksInRules) {
  EXPECT_TRUE(contains(output({"rules", "metal1"}), "operations: rsqrt\n"));
  EXPECT_TRUE(contains(output({"rules", "metal1", "--markdown"}), "\n| `rsqrt(x)` |"));
  const std::string json = output({"rules", "metal1", "--json"});
  EXPECT_TRUE(contains(json, "\"name\": \"rsqrt\""));
  EXPECT_EQ(json.find("\"rsq\""), std::string::npos);
}

TEST(Names, AreEachRulebooksInCheck) {
  const std::string json = temporary_path("report.json");
  const std::string junit = temporary_path("report.xml");
  const std::string text =
      output({"check", "--device", "reference", "--rulebook", "metal1,d3d11", "--operation", "fract,rsqrt", "--format",
              "binary32", "--json", json, "--junit", junit, "--verbose"});
  for (const char* line : {"\nrsqrt ", "\nrsq ", "\nfract ", "\nfrc "}) EXPECT_TRUE(contains(text, line));
  // Metal lets a device keep denormals, Direct3D 11 does not.
  EXPECT_TRUE(contains(text, "  halfulp try reference:metal1 d3d11 rsq 0x"));
  for (const char* name : {"\"rsqrt\"", "\"rsq\"", "\"fract\"", "\"frc\""}) {
    EXPECT_TRUE(contains(read_file(json), std::string("\"operation\": ") + name));
  }
  EXPECT_TRUE(contains(read_file(junit), "classname=\"metal1\" name=\"fract "));
  EXPECT_TRUE(contains(read_file(junit), "classname=\"d3d11\" name=\"frc "));
}

TEST(Names, AreTheRulebooksInMessages) {
  EXPECT_TRUE(contains(complaint({"explain", "metal1", "rsq"}), "OPERAND"));
  EXPECT_TRUE(contains(complaint({"explain", "metal1", "rsq", "1", "2"}), "rsqrt takes 1 operand (x), 2 given"));
  EXPECT_TRUE(contains(run_command({"explain", "d3d11", "fract", "1.z"}).diagnostics, "operand x of frc"));
  EXPECT_TRUE(contains(complaint({"explain", "metal1", "flor", "1"}), "did you mean 'floor'?"));
  EXPECT_TRUE(contains(complaint({"explain", "d3d11", "fma", "1", "2", "3"}), "no rule for 'fma'"));
}

TEST(Names, ExpAndLogAreNotThoseOfDirect3D) {
  const std::string hint = "Direct3D's exp and log are exp2 and log2 (base 2), use those";
  EXPECT_TRUE(contains(complaint({"explain", "d3d11", "exp", "1"}), hint));
  EXPECT_TRUE(contains(complaint({"evaluate", "d3d10", "log", "1"}), hint));
  EXPECT_TRUE(contains(complaint({"check", "--device", "reference", "--operation", "log"}), hint));
  EXPECT_TRUE(contains(complaint({"compare", "d3d11", "metal1", "exp"}), hint));
  EXPECT_TRUE(output({"explain", "metal1", "exp", "1"}).starts_with("exp ("));
}

TEST(Names, OfAnyApiStandInAUsersRulebook) {
  const std::string path = temporary_path("mine.toml");
  write_text_file(path,
                  "[rulebook]\nid = \"mine\"\ntitle = \"Mine\"\nextends = \"d3d11\"\n"
                  "[[rule]]\nid = \"MINE\"\noperations = [\"rsqrt\"]\naccuracy = { ulp = 1 }\n"
                  "source = { document = \"MINE\", clause = \"1\", says = \"rsq to 1 ULP\" }\nstatus = \"stated\"\n");
  EXPECT_TRUE(contains(output({"rules", path}), "operations: rsq\n"));
}

TEST(Names, AConversionIsAskedInTheFormatOfItsOperand) {
  const std::string path = temporary_path("mine.toml");
  write_text_file(path,
                  "[rulebook]\nid = \"mine\"\ntitle = \"Mine\"\nformats = [\"binary16\", \"binary32\"]\n"
                  "[[rule]]\nid = \"MINE\"\noperations = [\"binary16_to_binary32\"]\nformats = [\"binary16\"]\n"
                  "accuracy = { ulp = 1 }\n"
                  "source = { document = \"MINE\", clause = \"1\", says = \"to 1 ULP\" }\nstatus = \"stated\"\n");
  const std::string json = output({"explain", path, "binary16_to_binary32", "0x3c00", "--json"});
  EXPECT_TRUE(contains(json, "\"format\": \"binary16\""));
  EXPECT_TRUE(contains(json, "\"result_format\": \"binary32\""));
}

}  // namespace
}  // namespace halfulp::cli
