// SPDX-License-Identifier: Apache-2.0
#include "report/difference.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "report/difference_text.hpp"
#include "written_report.hpp"

namespace halfulp::report {
namespace {

Difference compared(const Json& before, const Json& after, bool strict = false) {
  return difference({"before.json", read(before)}, {"after.json", read(after)}, strict);
}

/// The only change of a broken rule that is reported.
BreachChange only_change(const Difference& difference) {
  EXPECT_EQ(difference.breaches.size(), 1U);
  return difference.breaches.at(0);
}

/// add(x, x) = 0x00000001 breaks a flush rule `count` times.
Json broken(std::uint64_t count, const std::string& x = "0x00000001") {
  Json report = written_report();
  let_break(report["results"][0], "D3D-FLUSH-OPERANDS", count, x, "0x00000002");
  return report;
}

bool has_mismatch(const Difference& difference, const std::string& what) {
  return std::ranges::find(difference.mismatches, what, &Mismatch::what) != difference.mismatches.end();
}

TEST(Difference, OfEqualReportsIsNothing) {
  const Difference nothing = compared(written_report(), written_report(), true);
  EXPECT_TRUE(nothing.breaches.empty() && nothing.errors.empty() && nothing.rows.empty());
  EXPECT_TRUE(nothing.mismatches.empty() && nothing.facts.empty());
  EXPECT_FALSE(is_worse(nothing));
  const Difference still = compared(broken(7), broken(7), true);
  EXPECT_EQ(only_change(still).change, Change::still);
  EXPECT_FALSE(is_worse(still));
}

TEST(Difference, TellsWhatBroke) {
  const Difference found = compared(written_report(), broken(7));
  const BreachChange change = only_change(found);
  EXPECT_EQ(change.change, Change::broke);
  EXPECT_TRUE(change.worse);
  EXPECT_TRUE(is_worse(found));
  EXPECT_FALSE(change.breaches[0]);
  EXPECT_EQ(change.breaches[1]->count, 7U);
  EXPECT_EQ(change.breaches[1]->rule, "D3D-FLUSH-OPERANDS");
  EXPECT_EQ(change.breaches[1]->operation, Operation::add);
  EXPECT_EQ(change.witness->operands[1], 0x00000001U);
  EXPECT_FALSE(change.observed[0]);
  EXPECT_EQ(change.observed[1], 0x00000002U);
  EXPECT_EQ(change.command, "halfulp judge d3d11 add 0x00000001 0x00000001 --result 0x00000002");
}

TEST(Difference, TellsWhatHealed) {
  const Difference found = compared(broken(7), written_report());
  const BreachChange change = only_change(found);
  EXPECT_EQ(change.change, Change::healed);
  EXPECT_FALSE(is_worse(found));
  EXPECT_EQ(change.observed[0], 0x00000002U);
  EXPECT_FALSE(change.observed[1]);
  EXPECT_EQ(change.command, "halfulp judge d3d11 add 0x00000001 0x00000001 --result 0x00000002");
}

TEST(Difference, ShowsBothResultsWhereBothReportsKeepThem) {
  Json before = written_report();
  before["results"][0]["worst"] = {
      {"operands", {"0x00000001", "0x00000001"}}, {"observed", "0x00000000"}, {"error_ulp", 0.25}};
  const BreachChange change = only_change(compared(before, broken(7)));
  EXPECT_EQ(change.observed[0], 0x00000000U);
  EXPECT_EQ(change.observed[1], 0x00000002U);
}

TEST(Difference, ComparesCountsOfTheSameCases) {
  EXPECT_EQ(only_change(compared(broken(7), broken(8))).change, Change::more_often);
  EXPECT_TRUE(is_worse(compared(broken(7), broken(8))));
  EXPECT_EQ(only_change(compared(broken(8), broken(7))).change, Change::less_often);
  EXPECT_FALSE(is_worse(compared(broken(8), broken(7))));
}

TEST(Difference, TellsThatAsManyOtherCasesBreakARule) {
  const Difference found = compared(broken(7), broken(7, "0x00000003"));
  EXPECT_EQ(only_change(found).change, Change::other_cases);
  EXPECT_TRUE(is_worse(found));
}

TEST(Difference, DoesNotCompareCountsOfOtherCases) {
  const auto expect_not_compared = [](const std::string& what, const auto& change) {
    Json after = broken(8);
    after["results"][1]["worst"]["error_ulp"] = 0.75;
    const Json before = broken(7);
    const Difference same = compared(before, after);
    EXPECT_EQ(only_change(same).change, Change::more_often);
    EXPECT_EQ(same.errors.size(), 1U);
    change(after);
    const Difference found = compared(before, after);
    EXPECT_TRUE(what.empty() || has_mismatch(found, what)) << what;
    EXPECT_EQ(only_change(found).change, Change::still) << what;
    EXPECT_TRUE(found.errors.empty()) << what;
    EXPECT_FALSE(is_worse(found)) << what;
    // What is newly broken is reported all the same.
    let_break(after["results"][1], "D3D-RSQ", 1, "0x3f800000", "0x3f000000");
    EXPECT_TRUE(is_worse(compared(before, after))) << what;
  };
  expect_not_compared("suite", [](Json& after) { after["suite"] = "standard"; });
  expect_not_compared("seed", [](Json& after) { after["seed"] = 2; });
  expect_not_compared("cases of each operation", [](Json& after) { after["asked_cases"] = 1000; });
  expect_not_compared("rulebook d3d11", [](Json& after) { after["versions"]["rulebooks"]["d3d11"] = "bb"; });
  expect_not_compared("readings", [](Json& after) { after["readings"] = {{"tie", "even"}}; });
  // Of one row only: a sample and all, or more cases.
  expect_not_compared("", [](Json& after) {
    for (Json& result : after["results"]) result["sampled"] = true;
  });
  expect_not_compared("", [](Json& after) {
    for (Json& result : after["results"]) {
      for (const char* member : {"planned", "cases", "passed"}) {
        result[member] = result[member].get<std::uint64_t>() + 1;
      }
    }
  });
}

TEST(Difference, DoesNotCompareCountsOfOtherVersionsOfHalfulp) {
  Json after = broken(8);
  Json before = broken(7);
  before["versions"]["halfulp"] = "0.0.9";
  const Difference found = compared(before, after);
  EXPECT_TRUE(has_mismatch(found, "halfulp"));
  EXPECT_EQ(only_change(found).change, Change::still);
}

TEST(Difference, DoesNotCompareCountsOfGivenOperands) {
  Json before = broken(7);
  Json after = broken(8);
  for (Json* report : {&before, &after}) (*report)["suite"] = "given";
  const Difference found = compared(before, after);
  EXPECT_TRUE(has_mismatch(found, "suite"));
  EXPECT_EQ(only_change(found).change, Change::still);
}

TEST(Difference, TellsErrorsThatGrewWhichFailOnlyWhenStrict) {
  Json after = written_report();
  after["results"][1]["worst"] = {{"operands", {"0x3e000000"}}, {"observed", "0x40000001"}, {"error_ulp", 0.75}};
  const Difference found = compared(written_report(), after);
  ASSERT_EQ(found.errors.size(), 1U);
  EXPECT_TRUE(found.errors[0].grew());
  EXPECT_EQ(found.errors[0].worst[0].error_ulp, 0.5);
  EXPECT_EQ(found.errors[0].worst[1].error_ulp, 0.75);
  EXPECT_EQ(found.errors[0].command, "halfulp judge d3d11 rsq 0x3e000000 --result 0x40000001");
  EXPECT_FALSE(is_worse(found));
  EXPECT_TRUE(is_worse(compared(written_report(), after, true)));
  const Difference shrank = compared(after, written_report(), true);
  EXPECT_FALSE(shrank.errors.at(0).grew());
  EXPECT_FALSE(is_worse(shrank));
}

TEST(Difference, TakesReadingsForFailuresOnlyWhenStrict) {
  Json after = written_report();
  let_need(after["results"][0], "tie=even", 2, "0x3f800001", "0x40000001");
  const Difference found = compared(written_report(), after);
  EXPECT_EQ(only_change(found).change, Change::broke);
  EXPECT_EQ(only_change(found).breach().kind, BreachKind::reading);
  EXPECT_FALSE(is_worse(found));
  EXPECT_TRUE(is_worse(compared(written_report(), after, true)));
  after["strict"] = true;
  EXPECT_TRUE(is_worse(compared(written_report(), after)));
}

TEST(Difference, OfVariantsShownForComparisonMakesNothingWorse) {
  Json before = written_report();
  Json after = broken(7);
  for (Json* report : {&before, &after}) (*report)["results"][0]["counts"] = false;
  const Difference found = compared(before, after);
  EXPECT_EQ(only_change(found).change, Change::broke);
  EXPECT_FALSE(is_worse(found));
}

TEST(Difference, TellsApartFormatsVariantsAndRulebooks) {
  const auto expect_apart = [](const auto& change) {
    Json before = broken(7);
    change(before);
    const Difference found = compared(before, broken(7));
    EXPECT_EQ(std::ranges::count(found.breaches, Change::first_judged, &BreachChange::change), 1);
    EXPECT_EQ(found.rows.size(), 2U);  // came and went
  };
  expect_apart([](Json& report) {
    report["results"][0]["variant"] = "FMin";
    report["results"][0]["principal"] = false;
  });
  expect_apart([](Json& report) {
    Json& add = report["results"][0];
    add["format"] = "binary16";
    for (Json* example : {&add["worst"], &add["broken"][0]["example"]}) {
      (*example)["operands"] = {"0x0001", "0x0001"};
      (*example)["observed"] = "0x0002";
    }
  });
}

TEST(Difference, TellsOperationsThatCameAndWent) {
  Json less = written_report();
  less["results"].erase(1);
  const Difference not_judged = compared(written_report(), less);
  ASSERT_EQ(not_judged.rows.size(), 1U);
  EXPECT_EQ(not_judged.rows[0].fate, RowFate::not_judged);
  EXPECT_EQ(not_judged.rows[0].row.operation, Operation::rsq);
  EXPECT_FALSE(is_worse(not_judged));
  EXPECT_TRUE(is_worse(compared(written_report(), less, true)));
  EXPECT_EQ(compared(less, written_report()).rows.at(0).fate, RowFate::not_judged_before);

  less["not_offered"] = Json::array({{{"operation", "rsq"}, {"format", "binary32"}}});
  const Difference gone = compared(written_report(), less);
  EXPECT_EQ(gone.rows.at(0).fate, RowFate::no_longer);
  EXPECT_FALSE(is_worse(gone));
  EXPECT_TRUE(is_worse(compared(written_report(), less, true)));
  const Difference came = compared(less, written_report(), true);
  EXPECT_EQ(came.rows.at(0).fate, RowFate::offered);
  EXPECT_FALSE(is_worse(came));
}

TEST(Difference, TellsWhatFailsAndWasNotJudgedBeforeApart) {
  Json before = written_report();
  before["results"].erase(0);
  const Difference found = compared(before, broken(7));
  EXPECT_EQ(only_change(found).change, Change::first_judged);
  EXPECT_TRUE(is_worse(found));
  EXPECT_EQ(only_change(compared(written_report(), broken(7))).change, Change::broke);
  const std::string text = difference_text(found, false);
  EXPECT_NE(text.find("D3D-FLUSH-OPERANDS       -      7\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\nBROKEN WHERE NOTHING WAS JUDGED BEFORE\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("does not keep the result before"), std::string::npos) << text;
}

TEST(Difference, PairsThePrincipalWaysOfTwoDevices) {
  Json before = broken(7);
  Json after = broken(8);
  before["results"][0]["variant"] = "their way";
  after["results"][0]["variant"] = "our way";
  const Difference found = compared(before, after);
  EXPECT_TRUE(found.rows.empty());
  EXPECT_EQ(only_change(found).change, Change::more_often);
  EXPECT_EQ(only_change(found).observed[0], 0x00000002U);
  ASSERT_EQ(found.paired.size(), 1U);
  EXPECT_EQ(found.paired[0][0].variant.name, "their way");
  EXPECT_EQ(found.paired[0][1].variant.name, "our way");
  Json healed = written_report();
  healed["results"][0]["variant"] = "our way";
  EXPECT_EQ(only_change(compared(before, healed)).change, Change::healed);
  // Not where they have a way in common, nor with what is no principal way.
  Json common = after;
  common["variants"].push_back(written_result("d3d11", "add", {"0x3f800000", "0x3f800000"}));
  common["variants"][0]["variant"] = "their way";
  common["variants"][0]["principal"] = false;
  EXPECT_TRUE(compared(before, common).paired.empty());
  EXPECT_EQ(compared(before, common).rows.size(), 1U);
  after["results"][0]["principal"] = false;
  EXPECT_TRUE(compared(before, after).paired.empty());
}

TEST(Difference, TellsNothingHealedThatIsNotJudgedAnyMore) {
  Json before = written_report();
  let_break(before["results"][1], "D3D-RSQ", 3, "0x00000001", "0x64b504f3");
  Json gone = written_report();
  gone["results"].erase(1);
  EXPECT_TRUE(compared(before, gone).breaches.empty());
  Json cut = written_report();
  cut["complete"] = false;
  cut["results"][1]["cases"] = 900;
  cut["results"][1]["passed"] = 900;
  const Difference found = compared(before, cut);
  EXPECT_EQ(only_change(found).change, Change::not_seen);
  EXPECT_TRUE(has_mismatch(found, "extent"));
  EXPECT_EQ(found.rows.at(0).fate, RowFate::not_judged);
}

TEST(Difference, IsWorseWhereTheDeviceIsLost) {
  Json after = written_report();
  Json& rsq = after["results"][1];
  rsq["cases"] = 600;
  rsq["passed"] = 600;
  rsq["lost"] = 400;
  rsq["lost_because"] = "it hung";
  after["complete"] = false;
  const Difference found = compared(written_report(), after);
  EXPECT_EQ(found.rows.at(0).fate, RowFate::lost);
  EXPECT_EQ(found.rows.at(0).because, "it hung");
  EXPECT_TRUE(is_worse(found));
  EXPECT_FALSE(is_worse(compared(after, written_report())));
}

TEST(Difference, TellsWhatTheRunAsAWholeBreaks) {
  Json kept = written_report();
  kept["completeness"] = Json::array({{{"rulebook", "d3d11"},
                                       {"rule", "D3D11-DOUBLE-COMPLETE"},
                                       {"broken", false},
                                       {"offered", Json::array()},
                                       {"lacking", Json::array({{{"operation", "add"}, {"format", "binary64"}},
                                                                {{"operation", "mul"}, {"format", "binary64"}}})}}});
  kept["properties"] = Json::array({{{"rulebook", "d3d11"},
                                     {"rule", "D3D-ENCODING-NON-DECREASING"},
                                     {"operation", "binary32_to_unorm8"},
                                     {"format", "binary32"},
                                     {"variant", ""},
                                     {"counts", true},
                                     {"broken", false},
                                     {"tried", "9 operands"},
                                     {"found", nullptr}}});
  Json broke = kept;
  broke["completeness"][0]["offered"].push_back(broke["completeness"][0]["lacking"][0]);
  broke["completeness"][0]["lacking"].erase(0);
  broke["properties"][0]["broken"] = true;
  broke["properties"][0]["found"] = "0.5 gives 128, 0.6 gives 127";
  const Difference found = compared(kept, broke);
  ASSERT_EQ(found.breaches.size(), 2U);
  EXPECT_EQ(found.breaches[0].breach().rule, "D3D11-DOUBLE-COMPLETE");
  EXPECT_EQ(found.breaches[0].breach().found, "offered: add in binary64; lacking: mul in binary64");
  EXPECT_EQ(found.breaches[1].breach().rule, "D3D-ENCODING-NON-DECREASING");
  EXPECT_EQ(found.breaches[1].breach().operation, Operation::binary32_to_unorm8);
  EXPECT_TRUE(found.breaches[0].worse && found.breaches[1].worse);
  for (const BreachChange& change : compared(broke, kept).breaches) EXPECT_EQ(change.change, Change::healed);
  for (const BreachChange& change : compared(broke, broke).breaches) EXPECT_EQ(change.change, Change::still);
  // A later run that does not speak of them says nothing of them.
  for (const BreachChange& change : compared(broke, written_report()).breaches) {
    EXPECT_EQ(change.change, Change::not_seen);
  }
}

TEST(Difference, TellsARoundingThatIsMixedNow) {
  const Json side = {{"count", 3},
                     {"operations", {{"rsqrt", 3}}},
                     {"example",
                      {{"operation", "rsqrt"},
                       {"format", "binary32"},
                       {"variant", ""},
                       {"operands", {"0x3e800000"}},
                       {"observed", "0x40000000"}}}};
  const Json none = {{"count", 0}, {"operations", Json::object()}, {"example", nullptr}};
  Json kept = written_report();
  kept["versions"]["rulebooks"] = {{"metal1", "aa"}};
  for (Json& result : kept["results"]) result["rulebook"] = "metal1";
  kept["results"][1]["operation"] = "rsqrt";
  kept["roundings"] = Json::array({{{"rulebook", "metal1"},
                                    {"rule", "METAL-ROUND"},
                                    {"mode", "nearest"},
                                    {"demanded", true},
                                    {"demanded_under", nullptr},
                                    {"broken", false},
                                    {"nearest", side},
                                    {"toward_zero", none}}});
  Json mixed = kept;
  mixed["roundings"][0]["toward_zero"] = side;
  const BreachChange change = only_change(compared(kept, mixed));
  EXPECT_EQ(change.change, Change::broke);
  EXPECT_EQ(change.breach().kind, BreachKind::rounding);
  EXPECT_TRUE(change.worse);
  EXPECT_EQ(only_change(compared(mixed, kept)).change, Change::healed);
  mixed["roundings"][0]["demanded"] = false;
  EXPECT_TRUE(compared(kept, mixed).breaches.empty());
}

TEST(Difference, LeavesOutRulebooksThatOnlyOneHas) {
  Json both = broken(7);
  both["versions"]["rulebooks"]["d3d10"] = "cc";
  Json result = both["results"][0];
  result["rulebook"] = "d3d10";
  both["results"].push_back(result);
  const Difference found = compared(broken(7), both);
  EXPECT_TRUE(has_mismatch(found, "rulebook d3d10"));
  EXPECT_EQ(only_change(found).change, Change::still);
  EXPECT_TRUE(found.rows.empty());
  EXPECT_TRUE(has_mismatch(compared(both, broken(7)), "rulebook d3d10"));
}

TEST(Difference, TellsTheDevicesFactsThatDiffer) {
  Json after = written_report();
  after["device"]["facts"] = {{"driver version", "2.0"}, {"api", "1.3"}};
  const Difference found = compared(written_report(), after);
  ASSERT_EQ(found.facts.size(), 2U);
  EXPECT_EQ(found.facts[0].what, "driver version");
  EXPECT_EQ(found.facts[0].values[1], "2.0");
  EXPECT_EQ(found.facts[1].what, "api");
  EXPECT_EQ(found.facts[1].values[0], "");
}

TEST(Difference, CommandsHaveTheReadingsThatTheRulebookHas) {
  Json after = broken(7);
  after["readings"] = {{"d3d11.addsubmul", "learn_page_truncate"}, {"metal.round", "consistent_either"}};
  EXPECT_EQ(only_change(compared(written_report(), after)).command,
            "halfulp judge d3d11 add 0x00000001 0x00000001 --result 0x00000002 --reading "
            "d3d11.addsubmul=learn_page_truncate");
}

TEST(Difference, CommandsOfAnUnknownRulebookAskForItsFile) {
  Json before = written_report();
  Json after = broken(7);
  for (Json* report : {&before, &after}) {
    (*report)["versions"]["rulebooks"] = {{"mine", "aa"}};
    for (Json& result : (*report)["results"]) result["rulebook"] = "mine";
  }
  EXPECT_EQ(only_change(compared(before, after)).command,
            "halfulp judge 'the .toml file of mine' add 0x00000001 0x00000001 --result 0x00000002");
}

TEST(DifferenceText, ShowsTheTableAWitnessAndTheVerdict) {
  Json after = broken(200);
  after["seed"] = 2;
  const std::string text = difference_text(compared(written_report(), after), false);
  const auto expect = [&](const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << "no '" << part << "' in:\n" << text;
  };
  expect("before A GPU (vulkan:0): before.json\n");
  expect("THE RUNS DIFFER (before / after)\n  seed: 1 / 2\n");
  expect("counts and errors are not compared");
  expect("\nd3d11: Direct3D 11\n");
  expect("broke   add        the instruction of add  buffer    D3D-FLUSH-OPERANDS       0    200\n");
  expect("\nBROKE\n\nD3D-FLUSH-OPERANDS\n  in d3d11: add\n  add(1e-45, 1e-45) by the instruction of add:\n");
  expect("  after   3e-45   0x1p-148   0x00000002\n");
  expect("(before.json does not keep the result before)");
  expect("\n  halfulp judge d3d11 add 0x00000001 0x00000001 --result 0x00000002\n");
  expect("\nworse: broke 1\n");
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(difference_text(compared(written_report(), after), true).find("\x1b[31m"), std::string::npos);
}

TEST(DifferenceText, OfNothingSaysSo) {
  const std::string text = difference_text(compared(written_report(), written_report()), false);
  EXPECT_NE(text.find("\nnot worse\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("DIFFER"), std::string::npos) << text;
}

TEST(DifferenceShape, HasBitsAsTextAndCountsAsNumbers) {
  const Json json = Json::parse(json_text(difference_shape(compared(broken(7), broken(8)))));
  EXPECT_EQ(json["worse"], true);
  EXPECT_EQ(json["before"]["file"], "before.json");
  const Json& change = json["rules"][0];
  EXPECT_EQ(change["change"], "more often");
  EXPECT_EQ(change["rule"], "D3D-FLUSH-OPERANDS");
  EXPECT_EQ(change["operation"], "add");
  EXPECT_EQ(change["before"]["count"], 7);
  EXPECT_EQ(change["after"]["count"], 8);
  EXPECT_EQ(change["witness"]["operands"], (Json{"0x00000001", "0x00000001"}));
  EXPECT_EQ(change["witness"]["before"], "0x00000002");
  const Json healed = Json::parse(json_text(difference_shape(compared(broken(7), written_report()))));
  EXPECT_EQ(healed["worse"], false);
  EXPECT_EQ(healed["rules"][0]["change"], "healed");
  EXPECT_TRUE(healed["rules"][0]["after"].is_null());
  EXPECT_TRUE(healed["rules"][0]["witness"]["after"].is_null());
}

}  // namespace
}  // namespace halfulp::report
