// SPDX-License-Identifier: Apache-2.0
#include "report/gate/gate.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "report/gate/gate_text.hpp"
#include "report/junit.hpp"
#include "written_report.hpp"

namespace halfulp::report {
namespace {

constexpr std::string_view kBook = R"([rulebook]
id = "mine"
title = "Mine"
formats = ["binary32"]
[[reading]]
id = "tie"
question = "Which?"
default = "even"
options = { even = "even", away = "away" }
[[rule]]
id = "MINE-ADD"
operations = ["add"]
accuracy = { ulp = 1 }
source = { document = "house rules", clause = "1", says = "add is within 1 ULP" }
status = "stated"
[[rule]]
id = "MINE-RSQ"
operations = ["rsq"]
accuracy = { ulp = 1 }
source = { document = "house rules", clause = "2", says = "rsq is within 1 ULP" }
status = "stated"
)";

/// Reports under a rulebook that has rules for add and rsq only, so that the written report is of all of it.
Json mine() {
  Json report = written_report();
  report["versions"]["rulebooks"] = {{"mine", "aa"}};
  for (Json& result : report["results"]) result["rulebook"] = "mine";
  return report;
}

/// add fails `count` times.
Json broken(std::uint64_t count, const std::string& x = "0x00000001") {
  Json report = mine();
  let_break(report["results"][0], "MINE-ADD", count, x, "0x00000002");
  return report;
}

Gate gated(const Json& report, const std::optional<Json>& baseline, const std::string& waivers = "",
           const std::string& today = "2026-06-01") {
  GateTerms terms;
  if (baseline) terms.baseline = read(*baseline);
  terms.baseline_file = baseline ? "base.json" : "";
  terms.waivers_file = "w.toml";
  terms.waivers = read_waivers(waivers, "w.toml");
  terms.today = today;
  const std::vector<Rulebook> books = {Rulebook::parse(kBook, "mine.toml")};
  return gate_of(read(report), terms, books);
}

Standing only(const Gate& gate) {
  EXPECT_EQ(gate.failures.size(), 1U);
  return gate.failures.at(0).standing;
}

std::string waiver_of(const std::string& rule, const std::string& more = "") {
  return "[[waiver]]\nrule = \"" + rule + "\"\nreason = \"bug 7\"\n" + more;
}

TEST(Gate, WithoutBaselineAndWaiversPassesWhatConforms) {
  EXPECT_TRUE(passes(gated(mine(), std::nullopt)));
  const Gate gate = gated(broken(1), std::nullopt);
  EXPECT_EQ(only(gate), Standing::fails);
  EXPECT_FALSE(gate.failures[0].since);
  EXPECT_FALSE(passes(gate));
}

TEST(Gate, KnowsWhatTheBaselineHas) {
  const Gate gate = gated(broken(7), broken(7));
  EXPECT_EQ(only(gate), Standing::known);
  EXPECT_EQ(gate.failures[0].since, Change::still);
  EXPECT_TRUE(passes(gate));
  EXPECT_TRUE(passes(gated(broken(6), broken(7))));
}

TEST(Gate, FailsWhatIsNew) {
  EXPECT_FALSE(passes(gated(broken(7), mine())));
  Json more = broken(7);
  let_break(more["results"][1], "MINE-RSQ", 1, "0x40000000", "0x40000000");
  const Gate gate = gated(more, broken(7));
  ASSERT_EQ(gate.failures.size(), 2U);
  EXPECT_EQ(gate.failures[0].standing, Standing::known);
  EXPECT_EQ(gate.failures[1].standing, Standing::fails);
  EXPECT_EQ(gate.failures[1].since, Change::broke);
  EXPECT_FALSE(passes(gate));
}

TEST(Gate, FailsWhatTheBaselineDidNotJudge) {
  Json without_add = mine();
  without_add["results"].erase(0);
  const Gate gate = gated(broken(7), without_add);
  EXPECT_EQ(only(gate), Standing::fails);
  EXPECT_EQ(gate.failures[0].since, Change::first_judged);
  EXPECT_FALSE(passes(gate));
  EXPECT_NE(gate_text(gate, false).find("first judged  mine add   MINE-ADD         -    7\n"), std::string::npos)
      << gate_text(gate, false);
}

TEST(Gate, FailsMoreOfTheSameCasesAndOtherOnes) {
  EXPECT_EQ(gated(broken(8), broken(7)).failures[0].since, Change::more_often);
  EXPECT_FALSE(passes(gated(broken(8), broken(7))));
  EXPECT_EQ(gated(broken(7, "0x00000003"), broken(7)).failures[0].since, Change::other_cases);
  EXPECT_FALSE(passes(gated(broken(7, "0x00000003"), broken(7))));
}

TEST(Gate, KnowsAFailureOfOtherCasesWhateverItsCount) {
  Json baseline = broken(7);
  baseline["seed"] = 2;
  const Gate gate = gated(broken(8), baseline);
  EXPECT_EQ(only(gate), Standing::known);
  EXPECT_EQ(gate.mismatches.at(0).what, "seed");
  EXPECT_TRUE(passes(gate));
}

TEST(Gate, TellsThatTheBaselineIsOfAnotherDevice) {
  Json other = broken(7);
  other["device"]["title"] = "Another GPU";
  const Gate gate = gated(broken(7), other);
  EXPECT_EQ(gate.mismatches.at(0).what, "device");
  EXPECT_EQ(gate.mismatches.at(0).values[0], "Another GPU (vulkan:0)");
  EXPECT_TRUE(passes(gate));
  EXPECT_FALSE(passes(gated(broken(8), other)));
  Json newer = broken(7);
  newer["device"]["facts"]["driver version"] = "0.9";
  EXPECT_TRUE(gated(broken(7), newer).mismatches.empty());
}

TEST(Gate, TellsWhatHealed) {
  const Gate gate = gated(mine(), broken(7));
  EXPECT_TRUE(passes(gate));
  EXPECT_EQ(gate.healed.at(0).breach().rule, "MINE-ADD");
  EXPECT_TRUE(gated(broken(7), broken(7)).healed.empty());
}

TEST(Gate, TellsWhatIsOfferedNoMoreWhichFailsWhenStrict) {
  Json less = mine();
  less["results"].erase(1);
  less["not_offered"] = Json::array({{{"operation", "rsq"}, {"format", "binary32"}}});
  const Gate gate = gated(less, mine());
  EXPECT_EQ(gate.no_longer.at(0).row.operation, Operation::rsq);
  EXPECT_TRUE(passes(gate));
  less["strict"] = true;
  EXPECT_FALSE(passes(gated(less, mine())));
}

TEST(Gate, CountsReadingsOnlyWhenStrict) {
  Json report = mine();
  let_need(report["results"][0], "tie=away", 2, "0x3f800001", "0x40000001");
  EXPECT_TRUE(gated(report, mine()).failures.empty());
  report["strict"] = true;
  EXPECT_FALSE(passes(gated(report, mine())));
  EXPECT_TRUE(passes(gated(report, report)));
  EXPECT_TRUE(passes(gated(report, std::nullopt, waiver_of("tie=away"))));
}

TEST(Gate, ExcusesWhatIsWaived) {
  const Gate gate = gated(broken(7), std::nullopt, waiver_of("MINE-ADD"));
  EXPECT_EQ(only(gate), Standing::waived);
  EXPECT_EQ(gate.failures[0].waiver->reason, "bug 7");
  EXPECT_TRUE(passes(gate));
  EXPECT_FALSE(passes(gated(broken(7), std::nullopt, waiver_of("MINE-RSQ"))));
  EXPECT_FALSE(passes(gated(broken(7), std::nullopt, waiver_of("MINE-ADD", "operation = \"rsq\"\n"))));
}

TEST(Gate, ExcusesWhatIsWaivedThoughItIsNewToTheBaseline) {
  EXPECT_TRUE(passes(gated(broken(7), mine(), waiver_of("MINE-ADD"))));
  EXPECT_EQ(only(gated(broken(7), broken(7), waiver_of("MINE-ADD"))), Standing::waived);
}

TEST(Gate, CountsAnExpiredWaiverNoMore) {
  const std::string waiver = waiver_of("MINE-ADD", "expires = 2026-06-01\n");
  EXPECT_TRUE(passes(gated(broken(7), std::nullopt, waiver, "2026-06-01")));
  const Gate gate = gated(broken(7), std::nullopt, waiver, "2026-06-02");
  EXPECT_EQ(only(gate), Standing::fails);
  EXPECT_EQ(gate.failures[0].expired->expires, "2026-06-01");
  EXPECT_EQ(gate.idle.at(0).why, Idleness::expired);
  EXPECT_FALSE(passes(gate));
}

TEST(Gate, TellsNeedlessWaiversWhichFailWhenStrict) {
  Json report = mine();
  const Gate gate = gated(report, std::nullopt, waiver_of("MINE-ADD"));
  EXPECT_EQ(gate.idle.at(0).why, Idleness::needless);
  EXPECT_TRUE(passes(gate));
  report["strict"] = true;
  EXPECT_FALSE(passes(gated(report, std::nullopt, waiver_of("MINE-ADD"))));
  Json failing = broken(7);
  failing["strict"] = true;
  const Gate used = gated(failing, std::nullopt, waiver_of("MINE-ADD"));
  EXPECT_TRUE(used.idle.empty());
  EXPECT_TRUE(passes(used));
}

TEST(Gate, TellsAWaiverOfAnUnknownRule) {
  Json report = mine();
  const Gate gate = gated(report, std::nullopt, waiver_of("MINE-AD"));
  EXPECT_EQ(gate.idle.at(0).why, Idleness::unknown_rule);
  EXPECT_EQ(gate.idle.at(0).nearest, "MINE-ADD");
  EXPECT_TRUE(passes(gate));
  report["strict"] = true;
  EXPECT_FALSE(passes(gated(report, std::nullopt, waiver_of("MINE-AD"))));
}

TEST(Gate, SaysNothingOfWaiversThatTheRunCouldNotUse) {
  const auto why = [](const Json& report, const std::string& waivers) {
    Json strict = report;
    strict["strict"] = true;
    const Gate gate = gated(strict, std::nullopt, waivers);
    EXPECT_TRUE(passes(gate));
    return gate.idle.at(0).why;
  };
  // A rule of another rulebook; another rulebook's failures of a rule; an operation that was not judged; not in full.
  EXPECT_EQ(why(mine(), waiver_of("D3D-RSQ")), Idleness::not_judged);
  EXPECT_EQ(why(mine(), waiver_of("MINE-ADD", "rulebook = \"d3d11\"\n")), Idleness::not_judged);
  EXPECT_EQ(why(mine(), waiver_of("THEIRS", "rulebook = \"theirs\"\n")), Idleness::not_judged);
  Json less = mine();
  less["results"].erase(1);
  EXPECT_EQ(why(less, waiver_of("MINE-RSQ")), Idleness::not_judged);
  Json part = mine();
  part["complete"] = false;
  part["results"][0]["cases"] = 900;
  part["results"][0]["passed"] = 900;
  EXPECT_EQ(why(part, waiver_of("MINE-ADD")), Idleness::not_judged);
}

TEST(GateText, TellsEachStanding) {
  Json report = broken(234);
  let_break(report["results"][1], "MINE-RSQ", 1, "0x40000000", "0x40000000");
  const auto text = [](const Gate& gate) { return gate_text(gate, false) + gate_verdict(gate, false); };
  const auto expect = [](const std::string& printed, const std::string& part) {
    EXPECT_NE(printed.find(part), std::string::npos) << "no '" << part << "' in:\n" << printed;
  };
  const std::string printed = text(gated(report, broken(234), waiver_of("MINE-RSQ")));
  expect(printed, "GATE: baseline base.json, waivers w.toml on 2026-06-01\n");
  expect(printed, "  known from the baseline:\n    MINE-ADD in mine: add 234\n");
  expect(printed, "  waived (w.toml:1): bug 7\n    MINE-RSQ in mine: rsq 1\n");
  expect(printed, "gate: passes: 1 known, 1 waived\n");
  const std::string fails = text(gated(report, broken(7), waiver_of("MINE-RSQ", "expires = 2026-01-31\n")));
  expect(fails, "more often  mine add   MINE-ADD         7  234\n");
  expect(fails, "broke       mine rsq   MINE-RSQ         0    1  waiver expired 2026-01-31\n");
  expect(fails, "  waiver w.toml:1 MINE-RSQ counts no more: it expired after 2026-01-31\n");
  expect(fails, "gate: does not pass: 2 new, 1 waiver expired\n");
  const std::string healed = text(gated(mine(), broken(7), waiver_of("MINE-RSQ") + waiver_of("MINE-AD")));
  expect(healed, "  healed since the baseline:\n    MINE-ADD in mine: add 7\n");
  expect(healed, "waiver w.toml:1 MINE-RSQ is needless: what it excuses was judged and does not fail; remove it\n");
  expect(healed, "waiver w.toml:4 MINE-AD is of a rule that no rulebook has (did you mean 'MINE-ADD'?)\n");
}

TEST(GateShape, TellsWhatWasWaived) {
  const Json json = Json::parse(json_text(gate_shape(gated(broken(7), mine(), waiver_of("MINE-ADD")))));
  EXPECT_EQ(json["passes"], true);
  EXPECT_EQ(json["baseline"], "base.json");
  const Json& failure = json["failures"][0];
  EXPECT_EQ(failure["standing"], "waived");
  EXPECT_EQ(failure["since"], "broke");
  EXPECT_EQ(failure["count"], 7);
  EXPECT_TRUE(failure["baseline_count"].is_null());
  EXPECT_EQ(failure["waiver"]["reason"], "bug 7");
  EXPECT_EQ(failure["waiver"]["line"], 1);
}

/// JUnit of a gated report.
std::string junit(const Json& written, const std::optional<Json>& baseline, const std::string& waivers) {
  Report report = read(written);
  report.gate = std::make_shared<const Gate>(gated(written, baseline, waivers));
  return junit_text(report);
}

TEST(GateJunit, SkipsWhatIsWaivedOrKnown) {
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  const std::string waived = junit(broken(7), std::nullopt, waiver_of("MINE-ADD"));
  EXPECT_TRUE(has(waived, "failures=\"0\" errors=\"0\" skipped=\"1\"")) << waived;
  EXPECT_TRUE(has(waived, "<skipped message=\"MINE-ADD waived: bug 7\">7 of 1,000 results fail")) << waived;
  const std::string known = junit(broken(7), broken(7), "");
  EXPECT_TRUE(has(known, "<skipped message=\"MINE-ADD known from base.json\">")) << known;
  const std::string fails = junit(broken(8), broken(7), "");
  EXPECT_TRUE(has(fails, "failures=\"1\" errors=\"0\" skipped=\"0\"")) << fails;
  // One of two failures of a test is not excused.
  Json two = broken(7);
  let_break(two["results"][0], "MINE-OTHER", 1, "0x00000005", "0x00000002");
  EXPECT_TRUE(has(junit(two, std::nullopt, waiver_of("MINE-ADD")), "failures=\"1\""));
}

TEST(GateJunit, DoesNotHideALostDevice) {
  Json report = broken(7);
  Json& add = report["results"][0];
  add["cases"] = 600;
  add["passed"] = 593;
  add["lost"] = 400;
  add["lost_because"] = "it hung";
  report["complete"] = false;
  const std::string text = junit(report, std::nullopt, waiver_of("MINE-ADD"));
  EXPECT_NE(text.find("<error message=\"it hung\">"), std::string::npos) << text;
  EXPECT_NE(text.find("failures=\"0\" errors=\"1\" skipped=\"0\""), std::string::npos) << text;
}

TEST(GateJunit, SkipsWhatTheWholeRunBreaksWhenItIsWaived) {
  Json report = mine();
  report["completeness"] = Json::array({{{"rulebook", "mine"},
                                         {"rule", "MINE-ALL"},
                                         {"broken", true},
                                         {"offered", Json::array({{{"operation", "add"}, {"format", "binary64"}}})},
                                         {"lacking", Json::array({{{"operation", "mul"}, {"format", "binary64"}}})}}});
  EXPECT_NE(junit(report, std::nullopt, "").find("failures=\"1\" errors=\"0\" skipped=\"0\""), std::string::npos);
  const std::string text = junit(report, std::nullopt, waiver_of("MINE-ALL"));
  EXPECT_NE(text.find("failures=\"0\" errors=\"0\" skipped=\"1\""), std::string::npos) << text;
  EXPECT_NE(text.find("<skipped message=\"MINE-ALL waived: bug 7\">"), std::string::npos) << text;
}

}  // namespace
}  // namespace halfulp::report
