// SPDX-License-Identifier: Apache-2.0
// The cases of permitted_cases.txt, by the definition and in spans, and that every rule is charged with a result in one
// of them.
#include "judge/permitted_cases.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <tuple>

#include "judge/judged.hpp"
#include "judge/spans.hpp"
#include "number/targets.hpp"

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

/// Cases of one operation in one format under the same readings, as the definition judges them.
using Asked = std::tuple<Operation, Format, Readings>;
using Judged = std::map<Asked, std::vector<test::JudgedCase>>;

/// Expects what a line says; adds its results to `all`.
void expect_case(const std::string& rulebook, const PermittedCase& one, Judged& all) {
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
  const auto judged = [&](const std::string& word) -> const Judgement& {
    const Bits result = one.result(word);
    const auto judgement = std::make_shared<const Judgement>(
        judge_result(book(rulebook), one.operation, one.format, one.operands, result, one.readings));
    auto& cases = all[{one.operation, one.format, one.readings}];
    cases.push_back({one.operands, result, judgement});
    return *cases.back().expected;
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
    const Judgement& judgement = judged(word);
    EXPECT_TRUE(judgement.verdict == Verdict::fail || judgement.verdict == Verdict::reading) << word;
    if (words.contains("by")) {
      EXPECT_EQ(judgement.rule, words["by"].at(0)) << word << ' ' << set.text();
    }
    if (words.contains("under")) {
      EXPECT_EQ(options_text(judgement.under), words["under"]) << word;
    }
  }
}

/// Expects that spans have the verdicts of the definition: each case alone, all together and, where vectors judge,
/// often.
void expect_spans(const std::string& rulebook, const Asked& asked, std::vector<test::JudgedCase> cases) {
  const auto& [operation, format, readings] = asked;
  const auto ruling = judge::Ruling::of(book(rulebook), operation, format, readings);
  const std::size_t distinct = cases.size();
  const bool takes_steps = rulebook::is_composed(book(rulebook).model(), operation, format);
  while (!takes_steps && cases.size() < 160) cases.push_back(test::JudgedCase(cases[cases.size() % distinct]));
  for (const std::int64_t target : takes_steps ? test::first_targets() : test::targets()) {
    const test::Target chosen(target);
    const SpanJudge judge(book(rulebook), operation, format, readings);
    for (const std::size_t length : {std::size_t{1}, distinct, cases.size()}) {
      for (std::size_t first = 0; first < distinct; first += length) {
        EXPECT_EQ(test::difference(rulebook, judge, ruling, readings, std::span(cases).subspan(first, length)), "")
            << test::target_name(target);
      }
    }
  }
}

/// The embedded rulebooks, and the user's that some line names.
std::vector<std::string> rulebooks() {
  std::vector<std::string> names = Rulebook::embedded();
  for (const PermittedCase& one : test::cases_of("permitted_cases.txt")) {
    const std::string& name = one.rulebooks[0];
    if (name.starts_with("user/") && std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

class PermittedCases : public testing::TestWithParam<std::string> {};

TEST_P(PermittedCases, HaveTheSetsAndRulesOfTheirLines) {
  Judged all;
  for (const PermittedCase& one : test::cases_of("permitted_cases.txt")) {
    if (std::ranges::find(one.rulebooks, GetParam()) != one.rulebooks.end()) expect_case(GetParam(), one, all);
  }
  EXPECT_FALSE(all.empty());
  for (const auto& [asked, cases] : all) expect_spans(GetParam(), asked, cases);
}

INSTANTIATE_TEST_SUITE_P(OfTheDocuments, PermittedCases, testing::ValuesIn(rulebooks()),
                         [](const auto& tested) { return test::word_of(tested.param); });

/// Rules that no result breaks: the lines of unbroken_rules.txt.
std::set<std::string> unbroken_rules() {
  std::ifstream file(HALFULP_SOURCE_DIR "/tests/judge/unbroken_rules.txt");
  std::set<std::string> ids;
  for (std::string line; std::getline(file, line);) ids.insert(line);
  return ids;
}

TEST(EveryRule, HasAResultThatBreaksItUnlessItIsOneOfThoseThatNoResultBreaks) {
  const std::set<std::string> charged = test::charged_rules();
  const std::set<std::string> unbroken = unbroken_rules();
  for (const std::string& name : Rulebook::embedded()) {
    for (const RuleInfo& rule : book(name).rules()) {
      // About the device or all results, not a single one: tests/cli/whole_run_test.cpp, properties_test.cpp.
      if (rule.kind == "completeness" || rule.kind == "property") continue;
      EXPECT_NE(charged.contains(rule.id), unbroken.contains(rule.id)) << rule.id;
    }
  }
}

}  // namespace
}  // namespace halfulp
