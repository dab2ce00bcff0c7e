// SPDX-License-Identifier: Apache-2.0
#include "report/found_causes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace halfulp::report {
namespace {

using diagnosis::hypotheses;
using diagnosis::Hypothesis;
using diagnosis::HypothesisCounts;
using diagnosis::HypothesisSet;

HypothesisSet hypotheses_of(const std::vector<std::string>& ids) {
  HypothesisSet set = 0;
  for (const std::string& id : ids) {
    const auto place = std::ranges::find(hypotheses(), id, &Hypothesis::id) - hypotheses().begin();
    set |= HypothesisSet{1} << place;
  }
  return set;
}

/// Adds `count` failures of a rule that these hypotheses explain, the first of index `first`.
void note(HypothesisCounts& counts, const std::string& rule, std::uint64_t count, const std::vector<std::string>& ids,
          std::uint64_t first = 0) {
  for (std::uint64_t i = 0; i < count; ++i) {
    Witness witness;
    witness.index = first + i;
    counts.note(rule, witness, [&] { return hypotheses_of(ids); });
  }
}

/// "keeps_denormals.binary32 R0 12, R1 3": each charge by its result's place.
std::vector<std::string> texts(const FoundCauses& found) {
  std::vector<std::string> lines;
  const auto line = [&](std::string text, const std::vector<Charge>& charges) {
    for (const Charge& charge : charges) {
      text += " R" + std::to_string(charge.result) + ' ' + std::to_string(charge.count);
    }
    lines.push_back(text);
  };
  for (const FoundCause& cause : found.causes) line(cause.id(), cause.charges);
  if (!found.unexplained.empty()) line("unexplained", found.unexplained);
  return lines;
}

using Lines = std::vector<std::string>;

TEST(Causes, OneExplainsOperationsThatShareAHypothesis) {
  HypothesisCounts add;
  note(add, "FLUSH", 5, {"keeps_denormal_operands", "keeps_denormals"});
  note(add, "FLUSH", 5, {"keeps_denormal_results", "keeps_denormals"}, 5);
  HypothesisCounts eq;
  note(eq, "FLUSH", 3, {"keeps_denormal_operands", "keeps_denormals", "gives_zero"});
  const std::vector<FailingResult> results = {{Operation::add, Format::binary32, true, add},
                                              {Operation::eq, Format::binary32, true, eq}};
  EXPECT_EQ(texts(causes_of(results)), Lines{"keeps_denormals.binary32 R0 10 R1 3"});
  EXPECT_EQ(causes_of(results).causes.front().statement(), "keeps binary32 denormals, operands and results");
}

TEST(Causes, DenormalsOfEachFormatAreACauseOfTheirOwn) {
  HypothesisCounts counts;
  note(counts, "FLUSH", 5, {"keeps_denormals"});
  HypothesisCounts more;
  note(more, "FLUSH", 6, {"keeps_denormals"});
  const std::vector<FailingResult> results = {{Operation::add, Format::binary32, true, more},
                                              {Operation::add, Format::binary16, true, counts}};
  EXPECT_EQ(texts(causes_of(results)), (Lines{"keeps_denormals.binary32 R0 6", "keeps_denormals.binary16 R1 5"}));
}

TEST(Causes, DenormalsOfOneFormatAreOneCause) {
  HypothesisCounts widening;
  note(widening, "FLUSH", 5, {"flushes_denormal_operands", "flushes_denormals"});
  HypothesisCounts narrowing;
  note(narrowing, "FLUSH", 6, {"flushes_denormal_results"});
  const std::vector<FailingResult> results = {{Operation::binary16_to_binary32, Format::binary16, true, widening},
                                              {Operation::binary32_to_binary16, Format::binary32, true, narrowing}};
  EXPECT_EQ(texts(causes_of(results)), Lines{"flushes_denormals.binary16 R0 5 R1 6"});
  EXPECT_EQ(texts(causes_of(std::span(results).first(1))), Lines{"flushes_denormal_operands.binary16 R0 5"});
}

TEST(Causes, FewestExplainMostAndVagueHypothesesComeLast) {
  HypothesisCounts first;
  note(first, "A", 60, {"zero_for_nan"});
  note(first, "A", 40, {"wraps", "one_step_off"}, 60);
  note(first, "A", 30, {"one_step_off"}, 100);
  note(first, "A", 7, {}, 130);
  HypothesisCounts second;
  note(second, "B", 10, {"wraps", "zero_for_nan"});
  const std::vector<FailingResult> results = {{Operation::add, Format::binary32, true, first},
                                              {Operation::mul, Format::binary32, true, second}};
  EXPECT_EQ(texts(causes_of(results)),
            (Lines{"zero_for_nan R0 60 R1 10", "wraps R0 40", "one_step_off R0 30", "unexplained R0 7"}));
}

TEST(Causes, WaysThatCountDecideFirst) {
  HypothesisCounts composed;
  note(composed, "A", 100, {"toward_zero"});
  HypothesisCounts counting;
  note(counting, "A", 10, {"down"});
  const std::vector<FailingResult> results = {{Operation::tan, Format::binary32, false, composed},
                                              {Operation::mul, Format::binary32, true, counting}};
  EXPECT_EQ(texts(causes_of(results)), (Lines{"down R1 10", "toward_zero R0 100"}));
}

TEST(Causes, AHypothesisThatExplainsOneInTwentyAtMostFitsByChance) {
  HypothesisCounts counts;
  note(counts, "A", 4, {"wraps"});
  note(counts, "A", 96, {}, 4);
  note(counts, "B", 4, {"zero_for_nan"}, 100);
  const std::vector<FailingResult> results = {{Operation::mul, Format::binary32, true, counts}};
  EXPECT_EQ(texts(causes_of(results)), (Lines{"zero_for_nan R0 4", "unexplained R0 100"}));
}

TEST(Causes, AHypothesisThatAnotherRuleEstablishesMayExplainFew) {
  HypothesisCounts logarithm;
  note(logarithm, "A", 97, {"absolute_operand"});
  note(logarithm, "A", 3, {"largest_for_infinity"}, 97);
  HypothesisCounts reciprocal;
  note(reciprocal, "B", 4, {"largest_for_infinity"});
  const std::vector<FailingResult> both = {{Operation::log2, Format::binary32, true, logarithm},
                                           {Operation::rcp, Format::binary32, true, reciprocal}};
  EXPECT_EQ(texts(causes_of(both)), (Lines{"absolute_operand R0 97", "largest_for_infinity R0 3 R1 4"}));
}

TEST(Causes, TheNarrowerOfTwoThatExplainTheSameIsTheCause) {
  HypothesisCounts selecting;
  note(selecting, "A", 8, {"selects_second_unordered", "propagates_nan"});
  HypothesisCounts saturating;
  note(saturating, "B", 9, {"propagates_nan"});
  HypothesisCounts propagating;
  note(propagating, "C", 5, {"selects_second_unordered", "propagates_nan"});
  note(propagating, "C", 5, {"selects_first_unordered", "propagates_nan"}, 5);
  const std::vector<FailingResult> results = {{Operation::min, Format::binary32, true, selecting},
                                              {Operation::sat, Format::binary32, true, saturating},
                                              {Operation::max, Format::binary32, true, propagating}};
  EXPECT_EQ(texts(causes_of(results)), (Lines{"propagates_nan R1 9 R2 10", "selects_second_unordered R0 8"}));
}

TEST(Causes, ARoundingExplainsWhatOthersLeave) {
  HypothesisCounts counts;
  note(counts, "A", 50, {"nearest_even"});
  note(counts, "A", 50, {"wraps"}, 50);
  note(counts, "B", 50, {"up", "undefined_integer"}, 100);
  note(counts, "B", 50, {"undefined_integer"}, 150);
  const std::vector<FailingResult> results = {{Operation::ftoi, Format::binary32, true, counts}};
  EXPECT_EQ(texts(causes_of(results)), (Lines{"nearest_even R0 50", "wraps R0 50", "undefined_integer R0 100"}))
      << "a broad hypothesis explains the rest of B";
}

TEST(Causes, ARoundingExplainsAllFailuresOfARuleOrNone) {
  HypothesisCounts counts;
  note(counts, "A", 50, {"up", "one_step_off"});
  note(counts, "A", 50, {"down", "one_step_off"}, 50);
  note(counts, "B", 7, {"up", "one_step_off"}, 100);
  const std::vector<FailingResult> results = {{Operation::mul, Format::binary32, true, counts}};
  EXPECT_EQ(texts(causes_of(results)), (Lines{"up R0 7", "one_step_off R0 100"}));
}

TEST(Causes, OfASampleTheCountsAreScaledToAllFailures) {
  HypothesisCounts counts;
  constexpr std::uint64_t kFailures = 2 * HypothesisCounts::kMostTried;
  for (std::uint64_t i = 0; i < kFailures; ++i) {
    Witness witness;
    witness.index = i;
    counts.note("A", witness, [&] { return hypotheses_of({i % 4 == 0 ? "wraps" : "zero_for_nan"}); });
  }
  const std::vector<FailingResult> results = {{Operation::mul, Format::binary32, true, counts}};
  const FoundCauses found = causes_of(results);
  ASSERT_EQ(found.causes.size(), 2U);
  EXPECT_EQ(found.causes[0].id(), "zero_for_nan");
  EXPECT_EQ(found.causes[0].charges.front().count + found.causes[1].charges.front().count, kFailures);
  EXPECT_NEAR(static_cast<double>(found.causes[1].charges.front().count) / kFailures, 0.25, 0.005);
}

TEST(Causes, ThatOfAnOperationIsFoundByAHypothesis) {
  HypothesisCounts counts;
  note(counts, "A", 4, {"down"});
  note(counts, "B", 4, {"one_step_off"}, 4);
  const HypothesisCounts none;
  const std::vector<FailingResult> results = {{Operation::mul, Format::binary32, true, counts},
                                              {Operation::mul, Format::binary32, true, none},
                                              {Operation::add, Format::binary32, true, none}};
  const FoundCauses found = causes_of(results);
  EXPECT_EQ(cause_in(found, results, 0, hypotheses_of({"up", "down"})), 0U);
  EXPECT_EQ(cause_in(found, results, 1, hypotheses_of({"down"})), 0U) << "another way of computing";
  EXPECT_EQ(cause_in(found, results, 0, hypotheses_of({"up"})), std::nullopt);
  EXPECT_EQ(cause_in(found, results, 0, hypotheses_of({"one_step_off"})), std::nullopt) << "vague";
  EXPECT_EQ(cause_in(found, results, 2, hypotheses_of({"down"})), std::nullopt) << "no failure of add has the cause";
}

}  // namespace
}  // namespace halfulp::report
