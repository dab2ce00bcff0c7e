// SPDX-License-Identifier: Apache-2.0
#include "attack/span_outcome.hpp"

#include <fmt/format.h>

#include "number/lane.hpp"

namespace halfulp::attack {

SpanOutcome SpanOutcome::by_definition(std::span<const JudgedCase> cases) {
  SpanOutcome outcome;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Judgement& judgement = *cases[i].expected;
    if (judgement.verdict == Verdict::fail) outcome.failures.emplace_back(i, judgement.rule);
    std::string option;
    for (const auto& [id, chosen] : judgement.under)
      option += fmt::format("{}{}={}", option.empty() ? "" : ", ", id, chosen);
    ++outcome.counts[option.empty() ? std::string(name(judgement.verdict)) : option];
    if (judgement.rounding) ++outcome.counts[std::string(name(*judgement.rounding))];
  }
  return outcome;
}

SpanOutcome SpanOutcome::by(const SpanJudge& judge, const judge::Ruling& ruling, std::span<const JudgedCase> cases) {
  const auto lane = [&](const FormatInfo& row, auto value) {
    std::vector<std::byte> bytes(cases.size() * static_cast<std::size_t>(row.bytes));
    for (std::size_t i = 0; i < cases.size(); ++i) number::store(bytes, row.bytes, i, value(cases[i]));
    return bytes;
  };
  std::vector<std::vector<std::byte>> memory;
  for (std::size_t k = 0; k < cases[0].operands.size(); ++k) {
    memory.push_back(lane(ruling.operand_row(k), [&](const JudgedCase& one) { return one.operands[k]; }));
  }
  const auto observed = lane(*ruling.result_format, [](const JudgedCase& one) { return one.observed; });
  Tally tally;
  std::vector<Failure> failures;
  judge.judge(0, std::vector<ConstLane>(memory.begin(), memory.end()), observed, tally, &failures);
  SpanOutcome outcome{{{"pass", tally.passed},
                       {"fail", tally.failed},
                       {"unconstrained", tally.unconstrained},
                       {"invalid_operand", tally.invalid_operand},
                       {"nearest", tally.to_nearest.count},
                       {"toward_zero", tally.toward_zero.count}},
                      {}};
  for (const auto& [option, group] : tally.under) outcome.counts[option] = group.count;
  std::erase_if(outcome.counts, [](const auto& entry) { return entry.second == 0; });
  for (const Failure& failure : failures) outcome.failures.emplace_back(failure.position, failure.rule);
  return outcome;
}

std::string SpanOutcome::text() const {
  std::string text;
  for (const auto& [what, count] : counts) text += fmt::format(" {} {}", count, what);
  for (const auto& [position, rule] : failures) text += fmt::format(" {}:{}", position, rule);
  return text;
}

std::string difference(const std::string& rulebook, const SpanJudge& judge, const judge::Ruling& ruling,
                       const Readings& chosen, std::span<const JudgedCase> cases) {
  const auto differ = [&](std::span<const JudgedCase> some) {
    return SpanOutcome::by(judge, ruling, some) != SpanOutcome::by_definition(some);
  };
  if (!differ(cases)) return {};
  std::size_t size = 1;
  while (!differ(cases.first(size))) ++size;
  cases = cases.first(size);
  if (differ(cases.last(1))) cases = cases.last(1);
  std::string text = fmt::format("halfulp judge {} {}", rulebook, info(ruling.operation).name);
  for (std::size_t k = 0; k < cases.back().operands.size(); ++k) {
    text += ' ' + bits_text(ruling.operand_row(k).format, cases.back().operands[k]);
  }
  text += fmt::format(" --result {} --format {}", bits_text(ruling.result_format->format, cases.back().observed),
                      ruling.format->name);
  for (const auto& [id, option] : chosen) text += fmt::format(" --reading {}={}", id, option);
  return fmt::format("{}\n  the last of {} cases\n  SpanJudge: {}\n  definition:{}\n", text, cases.size(),
                     SpanOutcome::by(judge, ruling, cases).text(), SpanOutcome::by_definition(cases).text());
}

}  // namespace halfulp::attack
