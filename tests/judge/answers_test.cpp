// SPDX-License-Identifier: Apache-2.0

// What the filter decides is the same on every SIMD target, and it decides nearly all right results.

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "attack/cases.hpp"
#include "halfulp/evaluate.hpp"
#include "judge/filter/filter.hpp"
#include "judge/judged.hpp"
#include "number/targets.hpp"

namespace halfulp {
namespace {

struct Cases {
  std::vector<std::vector<std::uint32_t>> operands;
  std::vector<std::uint32_t> observed;
};

/// Results that the evaluator gives, a fourth of them up to 4 values off.
Cases cases_of(const Rulebook& rulebook, const judge::Ruling& ruling, std::size_t count) {
  const Evaluator evaluator(rulebook, ruling.operation, Format::binary32);
  suite::Random random(21);
  attack::Cases drawn(rulebook, ruling, random);
  Cases cases;
  cases.operands.resize(static_cast<std::size_t>(info(ruling.operation).arity));
  for (std::size_t i = 0; i < count; ++i) {
    const std::vector<Bits> operands = drawn.operands();
    for (std::size_t k = 0; k < operands.size(); ++k) {
      cases.operands[k].push_back(static_cast<std::uint32_t>(operands[k]));
    }
    const std::uint64_t off = random.below(4) == 0 ? random.below(9) - 4 : 0;
    cases.observed.push_back(static_cast<std::uint32_t>(evaluator.evaluate(operands) + off));
  }
  return cases;
}

judge::FilteredBlock judged(const judge::Plan& plan, const Cases& cases, std::span<const double> most_used) {
  judge::FilteredBlock block{};
  block.all.count = cases.observed.size();
  block.rest.most_used = most_used;
  std::vector<ConstLane> lanes;
  for (const auto& lane : cases.operands) lanes.push_back(std::as_bytes(std::span(lane)));
  const judge::CaseSet sample = {0x1111111111111111};
  judge::filter_block(plan, lanes, std::as_bytes(std::span(cases.observed)), 0, sample, block);
  return block;
}

std::vector<judge::CaseSet> sets_of(judge::FilteredBlock& block) {
  const auto& [rest, by_nearest_only, permitted, nearest, open] = block.passed;
  std::vector<judge::CaseSet> sets = {rest, by_nearest_only, {permitted, nearest, open}};
  block.answers.for_each_set([&](judge::CaseSet& set) { sets.push_back(set); });
  return sets;
}

std::string difference(judge::FilteredBlock& a, judge::FilteredBlock& b) {
  const std::vector<judge::CaseSet> first = sets_of(a);
  const std::vector<judge::CaseSet> second = sets_of(b);
  std::string text;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i] != second[i]) text += " set " + std::to_string(i);
  }
  for (std::size_t i = 0; i < a.rest.count; ++i) {
    if (judge::contains(a.answers.measured, i) && a.answers.errors[i] != b.answers.errors[i]) {
      text += " error of " + std::to_string(a.places[i]) + ": " + std::to_string(a.answers.errors[i]) + ", " +
              std::to_string(b.answers.errors[i]);
    }
  }
  return text;
}

TEST(Answers, AreTheSameOnEveryTarget) {
  for (const std::string name : {"d3d10", "d3d11", "metal1", "metal1.2-fast", "metal4"}) {
    for (const OperationInfo& row : operations()) {
      const Rulebook& rulebook = test::book(name);
      if (row.family == OperationFamily::pixel || !rulebook.has(row.operation, Format::binary32)) continue;
      if (row.result_format && info(*row.result_format).bytes != 4) continue;
      if (info(row.operand_format(0, Format::binary32)).bytes != 4) continue;
      const judge::Ruling ruling = judge::Ruling::of(rulebook, row.operation, Format::binary32, {});
      const judge::OtherReadings others(rulebook, row.operation, Format::binary32, {});
      const std::optional<judge::Plan> plan = judge::Plan::of(ruling, others);
      if (!plan) continue;
      const std::vector<double> most_used(ruling.accuracy.size(), 0.25);
      const Cases cases = cases_of(rulebook, ruling, 200);
      std::optional<judge::FilteredBlock> first;
      for (const std::int64_t target : test::targets()) {
        const test::Target chosen(target);
        judge::FilteredBlock one = judged(*plan, cases, most_used);
        if (!first) first = one;
        EXPECT_EQ(difference(*first, one), "") << name << ' ' << row.name << ' ' << test::target_name(target);
      }
    }
  }
}

}  // namespace
}  // namespace halfulp
