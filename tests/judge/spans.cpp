// SPDX-License-Identifier: Apache-2.0
#include "judge/spans.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "halfulp/error.hpp"
#include "number/lane.hpp"
#include "number/layout.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::test {
namespace {

/// Verdicts on the cases of a span.
struct Outcome {
  std::map<std::string, std::uint64_t> counts;                ///< of verdicts, options and roundings
  std::vector<std::pair<std::size_t, std::string>> failures;  ///< positions and rules
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

Outcome by_definition(std::span<const JudgedCase> cases) {
  Outcome outcome;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Judgement& judgement = *cases[i].expected;
    if (judgement.verdict == Verdict::fail) outcome.failures.emplace_back(i, judgement.rule);
    std::string option;
    for (const auto& [id, chosen] : judgement.under)
      option += fmt::format("{}{}={}", option.empty() ? "" : ", ", id, chosen);
    if (judgement.verdict == Verdict::reading) outcome.failures.emplace_back(i, option);
    ++outcome.counts[option.empty() ? std::string(name(judgement.verdict)) : option];
    if (judgement.rounding) ++outcome.counts[std::string(name(*judgement.rounding))];
  }
  return outcome;
}

Outcome by_spans(const SpanJudge& judge, const judge::Ruling& ruling, std::uint64_t first_index,
                 std::span<const JudgedCase> cases) {
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
  judge.judge(first_index, std::vector<ConstLane>(memory.begin(), memory.end()), observed, tally, &failures);
  Outcome outcome{{{"pass", tally.passed},
                   {"fail", tally.failed},
                   {"unconstrained", tally.unconstrained},
                   {"invalid_operand", tally.invalid_operand},
                   {"nearest", tally.to_nearest.count},
                   {"toward_zero", tally.toward_zero.count}},
                  {}};
  for (const auto& [option, group] : tally.under) outcome.counts[option] = group.count;
  std::erase_if(outcome.counts, [](const auto& entry) { return entry.second == 0; });
  for (const Failure& failure : failures) {
    outcome.failures.emplace_back(failure.position, failure.under.empty() ? failure.rule : failure.under);
  }
  return outcome;
}

std::string text_of(const Outcome& outcome) {
  std::string text;
  for (const auto& [what, count] : outcome.counts) text += fmt::format(" {} {}", count, what);
  for (const auto& [position, rule] : outcome.failures) text += fmt::format(" {}:{}", position, rule);
  return text;
}

/// Those under the chosen readings, and those whose sets bound zones.
std::vector<judge::Ruling> rulings_of(const Rulebook& rulebook, Operation operation, Format format,
                                      const Readings& chosen) {
  std::vector<judge::Ruling> rulings{judge::Ruling::of(rulebook, operation, format, chosen)};
  for (const Reading* reading : rulebook::readings_for(rulebook.model(), operation, format)) {
    for (const ReadingOption& option : reading->options) {
      Readings changed = chosen;
      changed[reading->id] = option.name;
      rulings.push_back(judge::Ruling::of(rulebook, operation, format, changed));
    }
  }
  // The rule that a denormal breaks depends on what it might be.
  rulings.push_back(judge::Ruling(rulings[0]));
  rulings.back().policies.operands = rulings.back().policies.results = judge::Denormals::may_flush;
  for (const auto& one : {rulings[0].to_nearest, rulings[0].toward_zero}) {
    if (one != nullptr) rulings.push_back(judge::Ruling(*one));
  }
  return rulings;
}

}  // namespace

std::string difference(const std::string& rulebook, const SpanJudge& judge, const judge::Ruling& ruling,
                       const Readings& chosen, std::span<const JudgedCase> cases) {
  // Correctly rounded results take another path from kAllMeasured on.
  std::uint64_t first_index = 0;
  const auto differ = [&](std::span<const JudgedCase> some) {
    return by_spans(judge, ruling, first_index, some) != by_definition(some);
  };
  if (!differ(cases)) first_index = ErrorProfile::kAllMeasured;
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
                     text_of(by_spans(judge, ruling, first_index, cases)), text_of(by_definition(cases)));
}

Readings some_options(const Rulebook& rulebook, Operation operation, Format format, suite::Random& random) {
  Readings chosen;
  for (const Reading* reading : rulebook::readings_for(rulebook.model(), operation, format)) {
    if (random.below(4) == 0) chosen[reading->id] = reading->options[random.below(reading->options.size())].name;
  }
  return chosen;
}

DrawnCases::DrawnCases(std::string name, const Rulebook& rulebook, Operation operation, Format format, Readings chosen,
                       suite::Random& random)
    : name_(std::move(name)),
      chosen_(std::move(chosen)),
      random_(random),
      rulings_(rulings_of(rulebook, operation, format, chosen_)),
      others_(rulebook, operation, format, chosen_),
      draw_(rulebook, rulings_[0], random) {}

std::shared_ptr<const Judgement> DrawnCases::judged(const std::vector<Bits>& operands, Bits observed) {
  ++asked_;
  constexpr auto kLeftOut = judge::RuleOfReadings::left_out;
  return std::make_shared<const Judgement>(judge::judge_case(rulings_[0], others_, operands, observed, kLeftOut));
}

bool DrawnCases::add_tuple(std::size_t results, Ask ask) try {
  const std::vector<Bits> operands = draw_.operands();
  const FormatInfo& row = *rulings_[0].result_format;
  const number::Layout layout(row);
  std::vector<std::int64_t> ends;
  std::vector<std::int64_t> zones;  // where they begin
  for (const judge::Ruling& ruling : rulings_) {
    const judge::ValueSet set = judge::permitted(ruling, operands, ruling.policies).set;
    for (const auto& [first, last] : set.intervals()) {
      ends.insert(ends.end(), {first, last});
      zones.insert(zones.end(), {first, last + 1});
    }
  }
  const bool is_float = row.kind == FormatKind::floating;
  if (is_float) {
    for (const Bits end : {Bits{0}, Bits{1}, layout.min_normal(), layout.max_finite(), layout.infinity()}) {
      zones.insert(zones.end(), {number::ordinal(row, end), number::mirrored(number::ordinal(row, end)) + 1});
    }
  }
  std::ranges::sort(zones);
  std::map<std::pair<bool, std::int64_t>, std::shared_ptr<const Judgement>> known;
  std::vector<JudgedCase> added;
  for (const Bits observed : draw_.results(operands, ends, results)) {
    const auto zone = std::ranges::upper_bound(zones, number::ordinal(row, observed)) - zones.begin();
    const bool is_alone = ask == Ask::each_case || (is_float && layout.is_nan(observed));
    auto& judgement = known[{is_alone, is_alone ? static_cast<std::int64_t>(observed) : zone}];
    if (judgement == nullptr) judgement = judged(operands, observed);
    added.push_back({operands, observed, judgement});
  }
  cases_.insert(cases_.end(), added.begin(), added.end());
  return true;
} catch (const Error&) {
  return false;
}

void DrawnCases::repeat_to(std::size_t count) {
  const std::size_t distinct = cases_.size();
  while (distinct != 0 && cases_.size() < count) cases_.push_back(JudgedCase(cases_[random_.below(distinct)]));
}

std::string DrawnCases::difference(const SpanJudge& judge) {
  for (std::size_t i = cases_.size(); i > 1; --i) std::swap(cases_[i - 1], cases_[random_.below(i)]);
  for (std::size_t first = 0, size = 0; first < cases_.size(); first += size) {
    const std::size_t length = random_.below(8) == 0 ? 2100 : 1 + random_.below(std::size_t{1} << random_.below(12));
    size = std::min(length, cases_.size() - first);
    const auto span = std::span(cases_).subspan(first, size);
    if (test::difference(name_, judge, rulings_[0], chosen_, span).empty()) continue;
    for (JudgedCase& one : span) one.expected = judged(one.operands, one.observed);
    const std::string found = test::difference(name_, judge, rulings_[0], chosen_, span);
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace halfulp::test
