// SPDX-License-Identifier: Apache-2.0
#include "rulebook/resolve.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "halfulp/error.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp::rulebook {
namespace {

std::string policy(const std::string& id, const std::string& formats, const std::string& body) {
  return "[[rule]]\nid = \"" + id + "\"\nformats = [" + formats + "]\npolicy = { " + body +
         " }\nsource = { document = \"ME\", clause = \"1\", says = \"so\" }\nstatus = \"stated\"\n";
}

TEST(FloatControls, FlushDenormalsInTheFormatsWhoseRulesDo) {
  const FloatControls always{.preserve_signed_zero_inf_nan = true, .round_to_nearest_even = true};
  FloatControls flushed = always;
  flushed.flush_denormals = true;
  FloatControls preserved = always;
  preserved.preserve_denormals = true;

  const Rulebook three = Rulebook::parse(
      "[rulebook]\nid = \"mine\"\ntitle = \"Mine\"\nformats = [\"binary16\", \"binary32\", \"binary64\"]\n" +
          policy("KEEP", "\"binary16\"", "denormal_operands = \"keep\", denormal_results = \"keep\"") +
          policy("FLUSH", "\"binary32\"", "denormal_operands = \"flush\", denormal_results = \"flush\"") +
          policy("MAY", "\"binary64\"", "denormal_operands = \"may-flush\", denormal_results = \"may-flush\""),
      "mine.toml");
  const FormatControls controls = float_controls(three.model());
  EXPECT_EQ(controls.binary16, preserved);
  EXPECT_EQ(controls.binary32, flushed);
  EXPECT_EQ(controls.binary64, always) << "either is allowed";

  const Rulebook one = Rulebook::parse(
      "[rulebook]\nid = \"mine\"\ntitle = \"Mine\"\nformats = [\"binary32\"]\n" +
          policy("FLUSH", "\"binary32\"", "denormal_operands = \"flush\", denormal_results = \"flush\""),
      "mine.toml");
  EXPECT_EQ(float_controls(one.model()).binary32, flushed);
  EXPECT_EQ(float_controls(one.model()).binary16, always) << "it has no rules for binary16";
}

TEST(RulesForAnOperation, AreThoseToWhichALaterRuleGivesWayUnderAnOption) {
  const std::string source = "source = { document = \"ME\", clause = \"1\", says = \"so\" }\nstatus = \"stated\"\n";
  const auto rule = [&](const std::string& id, const std::string& body) {
    return "[[rule]]\nid = \"" + id + "\"\noperations = [\"add\"]\n" + body + "\n" + source;
  };
  const auto reading = [](const std::string& id) {
    return "[[reading]]\nid = \"" + id + "\"\nquestion = \"?\"\ndefault = \"a\"\noptions = { a = \"-\", b = \"-\" }\n";
  };
  const Rulebook book =
      Rulebook::parse("[rulebook]\nid = \"mine\"\ntitle = \"Mine\"\nformats = [\"binary32\"]\n" + reading("m") +
                          reading("n") + rule("NEVER", "accuracy = { ulp = 4 }") +
                          rule("FIRST", "accuracy = { ulp = 1 }\nunder.n = { b = { accuracy = { ulp = 3 } } }") +
                          rule("LAST", "accuracy = { ulp = 2 }\nunder.m = { b = \"omit\" }"),
                      "mine.toml");
  std::vector<std::string> ids;
  for (const Rule* used : rules_for(book.model(), Operation::add, Format::binary32)) ids.push_back(used->id);
  EXPECT_EQ(ids, (std::vector<std::string>{"FIRST", "LAST"}));
  std::vector<std::string> readings;
  for (const Reading* one : readings_for(book.model(), Operation::add, Format::binary32)) readings.push_back(one->id);
  EXPECT_EQ(readings, (std::vector<std::string>{"m", "n"}));
}

TEST(Resolve, AnOperationNeedsTheFormatThatItIsEvaluatedIn) {
  const auto mine = [](const std::string& formats, const std::string& rules = "") {
    return Rulebook::parse(
        "[rulebook]\nid = \"mine\"\ntitle = \"Mine\"\nextends = \"d3d11\"\nformats = " + formats + "\n" + rules,
        "mine");
  };
  const auto has = [&](const std::string& formats) {
    return mine(formats).has(Operation::blend_binary16, Format::binary32);
  };
  EXPECT_TRUE(has(R"(["binary16", "binary32"])"));
  EXPECT_FALSE(has(R"(["binary32"])"));
  const std::string rule =
      "[[rule]]\nid = \"M-1\"\noperations = [\"blend_binary16\"]\naccuracy = { ulp = 1 }\n"
      "source = { document = \"M\", clause = \"1\", says = \"-\" }\nstatus = \"stated\"\n";
  EXPECT_TRUE(mine(R"(["binary32"])", rule).has(Operation::blend_binary16, Format::binary32));
  try {
    (void)mine(R"(["binary32"])", rule + "under.\"blend.precision\" = { conversion = \"omit\" }\n");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kInput);
    EXPECT_NE(std::string(error.what())
                  .find("blend_binary16 is evaluated in binary16, under blend.precision=conversion, "
                        "which 'formats' leaves out: add it"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace halfulp::rulebook
