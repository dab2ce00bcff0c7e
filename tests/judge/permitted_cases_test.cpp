// SPDX-License-Identifier: Apache-2.0
// The cases of permitted_cases.txt, and that every rule of Metal is charged with a result in one of them.
#include "judge/permitted_cases.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "judge/judged.hpp"

namespace halfulp {
namespace {

using test::book;
using test::PermittedCase;

/// "READING=OPTION" of each, or "none".
std::vector<std::string> options_text(const Readings& readings) {
  std::vector<std::string> texts;
  for (const auto& [reading, option] : readings) texts.push_back(reading + '=' + option);
  if (texts.empty()) texts.emplace_back("none");
  return texts;
}

void expect_case(const std::string& rulebook, const PermittedCase& one) {
  SCOPED_TRACE(rulebook + ": " + one.line);
  const PermittedSet set = test::permitted(rulebook, one.operation, one.operands, one.readings, one.format);
  if (one.expected.starts_with("= ")) {
    EXPECT_EQ(set.text(), one.expected.substr(2));
    return;
  }
  std::map<std::string, std::vector<std::string>> words;  // by the word that they follow
  std::string key = "->";
  for (const std::string& word : test::words_of(one.expected)) {
    if (word == "not" || word == "by" || word == "under") {
      words[key = word];
    } else {
      words[key].push_back(word);
    }
  }
  const auto judged = [&](const std::string& result) {
    return judge_result(book(rulebook), one.operation, one.format, one.operands, one.result(result), one.readings);
  };
  for (const std::string& word : words["->"]) {
    if (word == "anything") {
      EXPECT_TRUE(set.anything);
      continue;
    }
    EXPECT_TRUE(set.contains(one.result(word))) << word << ' ' << set.text();
    EXPECT_EQ(name(judged(word).verdict), name(set.anything ? Verdict::unconstrained : Verdict::pass)) << word;
  }
  for (const std::string& word : words["not"]) {
    if (word == "anything") {
      EXPECT_FALSE(set.anything);
      continue;
    }
    EXPECT_FALSE(set.contains(one.result(word))) << word << ' ' << set.text();
    const Judgement judgement = judged(word);
    EXPECT_TRUE(judgement.verdict == Verdict::fail || judgement.verdict == Verdict::reading) << word;
    if (words.contains("by")) {
      EXPECT_EQ(judgement.rule, words["by"].at(0)) << word << ' ' << set.text();
    }
    if (words.contains("under")) {
      EXPECT_EQ(options_text(judgement.under), words["under"]) << word;
    }
  }
}

class PermittedCases : public testing::TestWithParam<std::string> {};

TEST_P(PermittedCases, HaveTheSetsAndRulesOfTheirLines) {
  int found = 0;
  for (const PermittedCase& one : test::cases_of("permitted_cases.txt")) {
    if (std::ranges::find(one.rulebooks, GetParam()) == one.rulebooks.end()) continue;
    expect_case(GetParam(), one);
    ++found;
  }
  EXPECT_GT(found, 5);
}

INSTANTIATE_TEST_SUITE_P(OfTheDocuments, PermittedCases, testing::ValuesIn(Rulebook::embedded()),
                         [](const auto& tested) { return test::word_of(tested.param); });

/// Rules that leave results open, and fract's range, at whose end METAL-FRACT-EDGE decides.
const std::set<std::string> kOpen = {"METAL-TEXTURE",     "METAL-FRACT-RANGE", "METAL-FAST-NAN",
                                     "METAL1.2-FAST-INF", "METAL4-FAST-FMOD",  "METAL4-HALF-POW"};
/// Rules about operands.
const std::set<std::string> kRequirements = {"METAL-TEXTURE-FINITE", "METAL-TEXTURE-INSIDE"};

TEST(MetalRules, EachHaveAResultThatBreaksThemUnlessTheyLeaveResultsOpen) {
  const std::set<std::string> charged = test::charged_rules();
  for (const std::string& name : Rulebook::embedded()) {
    if (book(name).naming() != Naming::metal) continue;  // broken_devices_test.cpp has those of Direct3D
    for (const RuleInfo& rule : book(name).rules()) {
      EXPECT_NE(charged.contains(rule.id), kOpen.contains(rule.id) || kRequirements.contains(rule.id)) << rule.id;
    }
  }
}

}  // namespace
}  // namespace halfulp
