// SPDX-License-Identifier: Apache-2.0
#include "report/gate/baseline.hpp"

#include <gtest/gtest.h>

#include "failing_reports.hpp"
#include "halfulp/error.hpp"
#include "report/gate/gate.hpp"
#include "report/gate/gate_text.hpp"

namespace halfulp::report {
namespace {

constexpr std::string_view kHead =
    "# halfulp baseline 1\n"
    "# The failures that are known, a line for each: check --baseline fails for others. Reports have more of each.\n"
    "halfulp: 0.1.0\n"
    "device: vulkan:0\n"
    "kind: vulkan\n"
    "title: A GPU\n"
    "suite: quick\n"
    "seed: 1\n"
    "rulebook: d3d11 00000000000000aa\n";
constexpr std::string_view kColumns =
    "\n# rulebook | rule | operation | format | way | causes | failures | first case\n";

/// add fails in 7 cases and more if asked for, rsq in one.
Json failing(std::uint64_t count = 7, const std::string& x = "0x00000001") {
  Json report = written_report();
  let_break(report["results"][1], "D3D-RSQ", 1, "0x40000000", "0x40000000");
  let_break(report["results"][0], "D3D-FLUSH-OPERANDS", count, x, "0x00000002");
  return report;
}

/// The report held to the baseline that is written of another.
Gate gated(const Json& report, const Json& before) {
  GateTerms terms;
  terms.baseline = read_baseline(baseline_text(read(before)), "base.txt", "0.1.0");
  terms.lists_failures = true;
  terms.baseline_file = "base.txt";
  const std::vector<Rulebook> books = {Rulebook::open("d3d11")};
  return gate_of(read(report), terms, books);
}

Change only(const Gate& gate) {
  EXPECT_EQ(gate.failures.size(), 1U);
  return gate.failures.at(0).since.value();
}

/// How read_baseline() refuses a text.
std::string refusal(const std::string& text) {
  try {
    static_cast<void>(read_baseline(text, "base.txt", "0.1.0"));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kInput);
    return error.what();
  }
  return "none";
}

TEST(BaselineText, HasASortedLineForEachFailure) {
  Json report = failing();
  report["variants"].push_back(report["results"][0]);
  Json& shown = report["variants"][0];
  shown["principal"] = shown["counts"] = false;
  shown["variant"] = "shown | only";
  EXPECT_EQ(
      baseline_text(read(report)),
      std::string(kHead) + std::string(kColumns) +
          "d3d11 | D3D-FLUSH-OPERANDS | add | binary32 | - | - | 7 of 1000 | 0x00000001 0x00000001 -> 0x00000002\n"
          "d3d11 | D3D-RSQ | rsq | binary32 | - | - | 1 of 1000 | 0x40000000 -> 0x40000000\n");
  EXPECT_TRUE(is_baseline(kHead));
  EXPECT_FALSE(is_baseline(written_report().dump()));
}

TEST(BaselineText, NamesTheCause) {
  EXPECT_NE(
      baseline_text(read(with_cause("keeps_denormals.binary32", 7))).find("| keeps_denormals.binary32 | 7 of 1000"),
      std::string::npos);
}

TEST(BaselineText, HasPassesUnderReadingsWhereTheyFail) {
  Json report = written_report();
  let_need(report["results"][0], "tie=away", 2, "0x3f800001", "0x40000001");
  EXPECT_EQ(baseline_text(read(report)).find("tie=away"), std::string::npos);
  report["strict"] = true;
  EXPECT_NE(baseline_text(read(report)).find("\nd3d11 | tie=away | add | binary32 | - | - | 2 of 1000 | "),
            std::string::npos);
}

TEST(Baseline, KnowsWhatItLists) {
  EXPECT_TRUE(passes(gated(failing(), failing())));
  EXPECT_TRUE(passes(gated(failing(6), failing(7))));
  EXPECT_TRUE(gated(failing(), failing()).mismatches.empty());
}

TEST(Baseline, FailsWhatItDoesNotList) {
  Json report = written_report();
  let_break(report["results"][0], "D3D-FLUSH-OPERANDS", 7, "0x00000001", "0x00000002");
  EXPECT_EQ(only(gated(report, written_report())), Change::broke);
  EXPECT_FALSE(passes(gated(report, written_report())));
}

TEST(Baseline, FailsMoreOfTheSameCasesAndOtherOnes) {
  EXPECT_EQ(gated(failing(8), failing(7)).failures[0].since, Change::more_often);
  EXPECT_EQ(gated(failing(7, "0x00000003"), failing(7)).failures[0].since, Change::other_cases);
  Json other = failing(7);
  other["seed"] = 2;
  EXPECT_TRUE(passes(gated(failing(8), other)));
  EXPECT_EQ(gated(failing(8), other).mismatches.at(0).what, "seed");
  other["device"]["title"] = "Another GPU";
  EXPECT_EQ(gated(failing(8), other).mismatches.at(1).what, "device");
}

TEST(Baseline, OfARunOutOfTimeComparesNoCounts) {
  Json part = failing(7);
  part["out_of_time"] = true;
  part["complete"] = false;
  EXPECT_TRUE(passes(gated(failing(8), part)));
  EXPECT_EQ(gated(failing(8), part).mismatches.at(0).what, "extent");
}

TEST(Baseline, SaysWhatIsGone) {
  const Gate healed = gated(written_report(), failing());
  ASSERT_EQ(healed.healed.size(), 2U);
  EXPECT_TRUE(passes(healed));
  EXPECT_NE(gate_news(healed, false).find("  healed since the baseline:\n    D3D-FLUSH-OPERANDS in d3d11: add 7\n"),
            std::string::npos)
      << gate_news(healed, false);
  Json less = failing();
  less["results"].erase(1);
  less["not_offered"] = Json::array({{{"operation", "rsq"}, {"format", "binary32"}}});
  EXPECT_EQ(gated(less, failing()).no_longer.at(0).row.operation, Operation::rsq);
  EXPECT_NE(gate_news(gated(less, failing()), false).find("offered no more since the baseline: rsq in d3d11"),
            std::string::npos);
}

TEST(Baseline, KnowsWhatTheWholeRunBreaks) {
  Json report = written_report();
  report["completeness"] = Json::array({{{"rulebook", "d3d11"},
                                         {"rule", "ALL"},
                                         {"broken", true},
                                         {"offered", Json::array({{{"operation", "add"}, {"format", "binary64"}}})},
                                         {"lacking", Json::array({{{"operation", "mul"}, {"format", "binary64"}}})}}});
  report["properties"] = Json::array({{{"rulebook", "d3d11"},
                                       {"rule", "NON-DECREASING"},
                                       {"operation", "binary32_to_unorm8"},
                                       {"format", "binary32"},
                                       {"variant", "a | b"},
                                       {"counts", true},
                                       {"broken", true},
                                       {"tried", "all"},
                                       {"found", "here"}}});
  EXPECT_NE(baseline_text(read(report))
                .find("\nd3d11 | NON-DECREASING | binary32_to_unorm8 | binary32 | a | b | - | "
                      "property | -\n"),
            std::string::npos);
  const Gate gate = gated(report, report);
  ASSERT_EQ(gate.failures.size(), 2U);
  EXPECT_TRUE(passes(gate));
  EXPECT_FALSE(passes(gated(report, written_report())));
  EXPECT_EQ(gated(written_report(), report).healed.size(), 0U) << "the run did not look at them";
}

TEST(Baseline, CountsReadingsAsItsRunDid) {
  Json report = written_report();
  let_need(report["results"][0], "tie=away", 2, "0x3f800001", "0x40000001");
  Json strict = report;
  strict["strict"] = true;
  EXPECT_TRUE(passes(gated(strict, strict)));
  const Gate gate = gated(strict, report);
  EXPECT_FALSE(passes(gate));
  EXPECT_EQ(gate.mismatches.at(0).what, "strict");
  EXPECT_TRUE(gated(report, strict).mismatches.empty());
}

TEST(Baseline, MayHaveCommentsAndLinesOfWindows) {
  std::string text = baseline_text(read(failing()));
  text.replace(text.find("d3d11 | D3D-RSQ"), 0, "# as agreed\n\n");
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.replace(at, 1, "\r\n");
  const Report report = read_baseline(text, "base.txt", "0.1.0");
  EXPECT_EQ(report.results.size(), 2U);
  EXPECT_EQ(report.device.title, "A GPU");
}

TEST(Baseline, IsRefusedWithItsLine) {
  const std::string head(kHead);
  const std::string line = "d3d11 | R | add | binary32 | - | - | 7 of 1000 | 0x00000001 0x00000001 -> 0x00000002\n";
  EXPECT_EQ(refusal(head + line), "none");
  const auto with = [&](const std::string& what, const std::string& by) {
    std::string text = line;
    text.replace(text.find(what), what.size(), by);
    return refusal(head + text);
  };
  EXPECT_EQ(with("add", "ad").substr(0, 51), "base.txt:10: unknown operation 'ad' (did you mean '")
      << with("add", "ad");
  EXPECT_EQ(with("7 of 1000", "7"), "base.txt:10: '7' is not how many of how many cases: '482 of 262144'");
  EXPECT_EQ(with("7 of", "x of"), "base.txt:10: 'x' is no number");
  EXPECT_EQ(with("7 of", "0 of"), "base.txt:10: 0 failures of 1000 cases that may fail");
  EXPECT_EQ(with(" -> 0x00000002", ""), "base.txt:10: the first case has no result: '0x00000001 -> 0xc2fe0000'");
  EXPECT_EQ(with("0x00000002", "0x2").substr(0, 41), "base.txt:10: 'observed': '0x2' is not the");
  EXPECT_EQ(with("d3d11", "d3d10"), "base.txt:10: rulebook 'd3d10' has no line 'rulebook: d3d10 HASH' above");
  EXPECT_EQ(with("R | ", "").substr(0, 22), "base.txt:10: has 7 of ");
  EXPECT_EQ(refusal(head + line + line), "base.txt:11: the failure has a line already");
  EXPECT_EQ(refusal(head + "sede: 1\n"), "base.txt:10: halfulp 0.1.0 has no key 'sede' (did you mean 'seed'?)");
  EXPECT_EQ(refusal(head + "nonsense\n"), "base.txt:10: 'nonsense' is neither 'KEY: VALUE' nor a failure");
  EXPECT_EQ(refusal("# halfulp baseline 2\n").substr(0, 43), "base.txt:1: a baseline of another version; ");
  EXPECT_EQ(refusal("# halfulp baseline 1\n").substr(0, 51), "base.txt: a baseline without its lines 'suite:' and");
}

}  // namespace
}  // namespace halfulp::report
