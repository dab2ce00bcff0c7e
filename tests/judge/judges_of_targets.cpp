// SPDX-License-Identifier: Apache-2.0
#include "judge/judges_of_targets.hpp"

#include <fmt/format.h>

#include <span>
#include <sstream>

#include "judge/judged.hpp"
#include "number/targets.hpp"

namespace halfulp::test {
namespace {

std::string verdicts(const Tally& tally) {
  std::ostringstream text;
  text << tally.passed << ' ' << tally.failed << ' ' << tally.reading << ' ' << tally.unconstrained << ' '
       << tally.to_nearest.count << ' ' << tally.toward_zero.count << '\n';
  for (const auto* groups : {&tally.broken, &tally.under}) {
    for (const auto& [id, group] : *groups) text << id << ' ' << group.count << ' ' << group.example.index << '\n';
  }
  return text.str();
}

std::string verdicts_and_errors(const Tally& tally) {
  std::ostringstream text;
  text << std::hexfloat;
  const auto tell_peaks = [&](const std::vector<ErrorProfile::Peak>& peaks) {
    for (const auto& peak : peaks) {
      if (peak.amount >= 0) text << ' ' << peak.index << ':' << peak.amount;
    }
    text << '\n';
  };
  if (tally.worst) text << "worst " << tally.worst->index << ' ' << *tally.worst->error_ulp << '\n';
  tell_peaks(tally.errors.by_binade);
  tell_peaks(tally.errors.by_piece);
  for (std::size_t bin = 0; bin < tally.errors.histogram.size(); ++bin) {
    if (tally.errors.histogram[bin] != 0) text << ' ' << bin << 'x' << tally.errors.histogram[bin];
  }
  return verdicts(tally) + text.str();
}

std::vector<Failure> judged(const SpanJudge& judge, const Cases& cases, std::size_t first, std::size_t count,
                            Tally& tally) {
  std::vector<ConstLane> lanes;
  for (const auto& lane : cases.operands) lanes.push_back(std::as_bytes(std::span(lane).subspan(first, count)));
  std::vector<Failure> failures;
  judge.judge(first, lanes, std::as_bytes(std::span(cases.observed).subspan(first, count)), tally, &failures);
  return failures;
}

/// All failures, one by one, of so many at once, and what `text` says of a tally with what it had before.
std::string told(std::string (*text)(const Tally&), const SpanJudge& judge, Tally tally, const Cases& cases,
                 std::size_t at_once) {
  std::ostringstream positions;
  for (std::size_t first = 0; first < cases.size(); first += at_once) {
    for (const Failure& failure : judged(judge, cases, first, at_once, tally)) {
      positions << ' ' << first + failure.position << failure.rule;
    }
  }
  return text(tally) + positions.str();
}

}  // namespace

JudgesOfTargets::JudgesOfTargets(const std::string& rulebook, Operation operation) {
  for (const std::int64_t target : targets()) {
    const Target chosen(target);
    judges_.push_back({target, SpanJudge(book(rulebook), operation, Format::binary32), {}});
  }
}

std::string JudgesOfTargets::failure_beside(std::size_t every, const Cases& cases) const {
  for (const auto& [target, judge, begun] : std::span(judges_).subspan(1)) {
    const Target chosen(target);
    Tally tally = begun;
    for (const Failure& failure : judged(judge, cases, 0, cases.size(), tally)) {
      if (failure.position % every == 0) continue;
      const std::uint32_t operand = cases.operands[0][failure.position];
      return fmt::format("{}: {} of {:#x}", target_name(target), failure.rule, operand);
    }
  }
  return {};
}

void JudgesOfTargets::begin_with(const Cases& cases) {
  for (auto& [target, judge, begun] : judges_) {
    const Target chosen(target);
    judged(judge, cases, 0, cases.size(), begun);
  }
}

std::string JudgesOfTargets::difference(const Cases& cases) const {
  std::string of_first;
  for (const auto& [target, judge, begun] : judges_) {
    const Target chosen(target);
    const std::string together = told(verdicts_and_errors, judge, begun, cases, cases.size());
    if (of_first.empty()) of_first = together;
    if (together != of_first) return fmt::format("{}\n{}\nno target\n{}", target_name(target), together, of_first);
  }
  return difference_of_verdicts(cases);
}

std::string JudgesOfTargets::difference_of_verdicts(const Cases& cases) const {
  std::string alone;
  for (const auto& [target, judge, begun] : judges_) {
    const Target chosen(target);
    if (alone.empty()) alone = told(verdicts, judge, begun, cases, 1);
    const std::string together = told(verdicts, judge, begun, cases, cases.size());
    if (together != alone) return fmt::format("{}\n{}\nalone\n{}", target_name(target), together, alone);
  }
  return {};
}

std::vector<bool> JudgesOfTargets::failures(const Cases& cases) const {
  const auto& [target, judge, begun] = judges_.front();
  const Target chosen(target);
  Tally tally;
  std::vector<bool> fails(cases.size());
  for (const Failure& failure : judged(judge, cases, 0, cases.size(), tally)) fails[failure.position] = true;
  return fails;
}

}  // namespace halfulp::test
