// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

std::string compared(Words arguments) {
  arguments.insert(arguments.begin(), "compare");
  const Outcome outcome = run_command(arguments);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.diagnostics;
  return outcome.output;
}

testing::AssertionResult lacks(const std::string& text, const std::string& part) {
  if (text.find(part) == std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "'" << part << "' in:\n" << text;
}

TEST(Compare, TellsTheDirectionOfADifference) {
  // [FS 3.1.3.2]: from Direct3D 10.1 on add is rounded to nearest; Direct3D 10 lets it be 1 ULP off.
  const std::string text = compared({"d3d10", "d3d11", "add"});
  EXPECT_TRUE(contains(text, "d3d10 permits what d3d11 forbids in "));
  EXPECT_TRUE(lacks(text, "d3d11 permits what d3d10 forbids"));
  EXPECT_TRUE(contains(text, " by D3D10-ADD-SUB-MUL"));
  EXPECT_TRUE(contains(text, " by D3D10.1-ADD-SUB-MUL"));
  EXPECT_TRUE(contains(text, "1 of 1 operations differ\n"));
  // The other way round it is the other direction.
  EXPECT_TRUE(contains(compared({"d3d11", "d3d10", "add"}), "d3d10 permits what d3d11 forbids in "));
}

TEST(Compare, AWitnessIsJudgedAsItSays) {
  const std::string text = compared({"d3d10", "d3d11", "mul", "--json"});
  const auto bits_after = [&](const std::string& key) {
    return text.substr(text.find("0x", text.find("\"" + key + "\"")), 10);
  };
  const std::string x = bits_after("operands");
  const std::string y = text.substr(text.find("0x", text.find(x) + 1), 10);
  const std::string result = bits_after("result");
  EXPECT_EQ(run_command({"judge", "d3d10", "mul", x, y, "--result", result}).exit_code, 0) << text;
  EXPECT_EQ(run_command({"judge", "d3d11", "mul", x, y, "--result", result, "--strict"}).exit_code, 1) << text;
}

TEST(Compare, ARulebookAgreesWithItselfOnTheCasesTried) {
  for (const std::string book : {"d3d10", "d3d11", "metal1"}) {
    for (const std::string operation : {"add", "mul", "min", "rsq", "sqrt", "exp2", "round_ne"}) {
      const std::string text = compared({book, book, operation});
      EXPECT_TRUE(lacks(text, "permits"));
      EXPECT_TRUE(lacks(text, "equal"));
      EXPECT_TRUE(contains(text, "\nagree on "));
      EXPECT_TRUE(contains(text, "\n0 of 1 operations differ\n"));
    }
  }
}

TEST(Compare, TellsOperationsByTheNamesOfBoth) {
  const std::string text = compared({"d3d11", "metal1", "rsqrt"});
  EXPECT_TRUE(contains(text, "\nrsq (rsqrt in metal1)\n"));
  // Metal may flush a denormal operand, Direct3D must.
  EXPECT_TRUE(contains(text, "rsq(1e-45) = "));
  EXPECT_TRUE(contains(text, "D3D-FLUSH-OPERANDS"));
  EXPECT_TRUE(contains(text, "METAL-FLUSH-OPERANDS"));
  EXPECT_TRUE(contains(compared({"metal1", "d3d11", "rsq"}), "\nrsqrt (rsq in d3d11)\n"));
}

TEST(Compare, PairsWhatStandsForAnother) {
  EXPECT_TRUE(contains(compared({"d3d11", "metal1", "mad"}), "\nmad (fma in metal1)\n"));
  EXPECT_TRUE(contains(compared({"metal1", "d3d11", "fma"}), "\nfma (mad in d3d11)\n"));
  const std::string reciprocals = compared({"d3d11", "metal1", "reciprocal"});
  EXPECT_TRUE(contains(reciprocals, "\nreciprocal\n"));
  EXPECT_TRUE(contains(reciprocals, "\nrcp (reciprocal in metal1)\n"));
}

TEST(Compare, ComparesAllThatBothHave) {
  const std::string text = compared({"d3d10", "d3d11"});
  for (const char* operation :
       {"\nadd\n", "\nsub\n", "\nmul\n", "\ndiv\n", "\nfrc\n", "\nbinary32_to_fixed16_8\n", "\nblend_binary16\n"}) {
    EXPECT_TRUE(contains(text, operation));
  }
  EXPECT_TRUE(contains(text, ": rsq, sqrt"));
  EXPECT_TRUE(contains(text, "\nonly d3d11 has in binary32: rcp, binary32_to_binary64\n"));
  EXPECT_TRUE(lacks(text, "only d3d10 has"));
  // 41 operations of floats, the conversions to 16, 11 and 10 bits, 15 to the components of pixels, and 11 fixed
  // functions, of which the blends into 16, 11 and 10 bits differ.
  EXPECT_TRUE(contains(text, "\n9 of 71 operations differ\n"));
}

TEST(Compare, TellsOfOneFormat) {
  const std::string text = compared({"d3d10", "d3d11", "--format", "ufloat10"});
  EXPECT_TRUE(text.starts_with("d3d10 (Direct3D 10) and d3d11 (Direct3D 11) in ufloat10\n"));
  EXPECT_TRUE(contains(text, "ufloat10_to_binary16"));
  EXPECT_TRUE(contains(text, "\nonly d3d11 has in ufloat10: rcp, ufloat10_to_binary64\n"));
  EXPECT_TRUE(lacks(text, "binary32_to_")) << "asked in binary32";
  // Direct3D 10 has no 64-bit numbers.
  const std::string doubles = compared({"d3d10", "d3d11", "--format", "binary64"});
  EXPECT_TRUE(contains(doubles, "\nonly d3d11 has in binary64: add, sub, mul, div, "));
  EXPECT_TRUE(contains(doubles, "\n0 of 0 operations differ\n"));
  // A conversion asked for by name is asked in its operand's format.
  EXPECT_TRUE(contains(compared({"d3d10", "d3d11", "binary16_to_ufloat10"}), "1 operations differ"));
}

TEST(Compare, TakesRulebooksOfOneNameApart) {
  const std::string head = "[rulebook]\nid = \"mine\"\ntitle = \"Mine\"\nextends = \"d3d11\"\n";
  const std::string older = temporary_path("older.toml");
  const std::string newer = temporary_path("newer.toml");
  write_text_file(older, head);
  write_text_file(newer, head +
                             "[[rule]]\nid = \"MINE\"\noperations = [\"rsq\"]\naccuracy = { ulp = 1 }\n"
                             "source = { document = \"MINE\", clause = \"1\", says = \"rsq to 1 ULP\" }\n"
                             "status = \"stated\"\n");
  const std::string text = compared({older, newer, "rsq"});
  EXPECT_TRUE(contains(text, older + " permits what " + newer + " forbids in "));
  EXPECT_TRUE(lacks(text, newer + " permits what "));
}

TEST(Compare, WritesJson) {
  const std::string json = compared({"d3d11", "metal1", "rsq", "--json"});
  for (const char* member :
       {"\"argument\": \"d3d11\"", "\"argument\": \"metal1\"", "\"suite\": \"quick\"", "\"seed\": 1",
        "\"most_special\"", "\"most_other\"", "\"permitted_by\": \"d3d11\"", "\"forbidden_by\": \"d3d11\"",
        "\"witnesses\"", "\"alike\"", "\"METAL-RSQRT\"", "\"untried\": []"}) {
    EXPECT_TRUE(contains(json, member));
  }
}

TEST(Compare, RefusesWhatDoesNotExist) {
  const auto complaint = [](const Words& arguments) {
    const Outcome outcome = run_command(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
    return outcome.diagnostics;
  };
  EXPECT_TRUE(contains(complaint({"compare", "d3d10", "d3d11", "rsqt"}), "unknown operation 'rsqt'"));
  EXPECT_TRUE(contains(complaint({"compare", "d3d11", "metal1", "movc"}), "rulebook metal1 has no rule for 'movc'"));
  EXPECT_TRUE(contains(complaint({"compare", "d3d11", "metal2000"}), "metal2000"));
  EXPECT_TRUE(contains(complaint({"compare", "d3d11"}), "OTHER"));
  EXPECT_TRUE(contains(complaint({"compare", "d3d10", "d3d11", "add", "--format", "binary33"}), "binary33"));
  EXPECT_TRUE(contains(complaint({"compare", "d3d11", "d3d11", "dadd", "--format", "binary16"}),
                       "--format binary16: dadd is asked in binary64 alone; leave the option out"));
  EXPECT_TRUE(contains(complaint({"compare", "d3d10", "metal1", "--format", "binary64"}),
                       "neither d3d10 nor metal1 has rules in binary64"));
}

}  // namespace
}  // namespace halfulp::cli
