// SPDX-License-Identifier: Apache-2.0
#include "golden/golden.hpp"

#include <fmt/format.h>

#include "judge/definition/permitted.hpp"
#include "judge/verdict/judge_case.hpp"
#include "number/checksum.hpp"
#include "number/float_environment.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::golden {
namespace {

/// The number of operand tuples: fewer where the definition takes longer for one, or formats have few values.
std::uint64_t tuples(const Rulebook& rulebook, const Subject& subject) {
  const OperationInfo& row = info(subject.operation);
  if (rulebook::is_composed(rulebook.model(), subject.operation, subject.format)) return 40;
  if (row.arity > 4 || row.family == OperationFamily::pixel || row.family == OperationFamily::conversion) return 120;
  return 400;
}

std::string text(const PermittedSet& set) {
  std::string words(set.anything ? "anything " : set.nan == NanKind::any ? "nan " : "");
  for (const auto& [first, last] : set.ranges) words += fmt::format("[{:x} {:x}]", first, last);
  return words + fmt::format("[{:x}]", fmt::join(set.nan_patterns, " "));
}

std::string text(const Judgement& judgement) {
  std::string words = fmt::format("{} {}", name(judgement.verdict), judgement.rule);
  for (const auto& [reading, option] : judgement.under) words += fmt::format(" {}={}", reading, option);
  return judgement.rounding ? words + fmt::format(" by {}", name(*judgement.rounding)) : words;
}

}  // namespace

std::vector<Subject> subjects(const Rulebook& rulebook) {
  std::vector<Subject> list;
  for (const OperationInfo& row : operations()) {
    for (const FormatInfo& format : formats()) {
      if (rulebook.has(row.operation, format.format)) list.push_back({row.operation, format.format});
    }
  }
  return list;
}

std::string stream(const Rulebook& rulebook, const Subject& subject, const Readings& chosen, std::uint64_t& verdicts) {
  const number::DefaultFloatEnvironment environment;
  const auto [operation, format] = subject;
  const judge::Ruling ruling = judge::Ruling::of(rulebook, operation, format, chosen);
  const judge::OtherReadings others(rulebook, operation, format, chosen);
  std::vector<std::pair<std::string, judge::Ruling>> options;  // each alone
  for (const Reading* reading : rulebook::readings_for(rulebook.model(), operation, format)) {
    for (const ReadingOption& option : reading->options) {
      Readings changed = chosen;
      changed[reading->id] = option.name;
      options.emplace_back(reading->id + "=" + option.name, judge::Ruling::of(rulebook, operation, format, changed));
    }
  }
  const std::uint64_t key =
      number::checksum(fmt::format("{} {} {}", rulebook.id(), info(operation).name, info(format).name));
  std::string lines;
  verdicts = 0;
  for (std::uint64_t i = 0; i < tuples(rulebook, subject); ++i) {
    Random random{key + i};
    const std::vector<Bits> given = operands(operation, format, static_cast<Stratum>((key + i) % kStrata), random);
    const std::string words = fmt::format("{:x}", fmt::join(given, " "));
    const judge::Permitted decision = judge::permitted(ruling, given, ruling.policies);
    std::vector<PermittedSet> sets = {decision.set.permitted()};
    lines += fmt::format("{}: {} {}\n", words, text(sets.front()), fmt::join(decision.rules, " "));
    for (const auto& [option, other] : options) {
      PermittedSet set = judge::permitted(other, given, other.policies).set.permitted();
      if (set == sets.front()) continue;
      lines += fmt::format("{}: {} {}\n", words, text(set), option);
      sets.push_back(std::move(set));
    }
    for (const Bits result : results(operation, format, given, sets, random)) {
      const Judgement judgement = judge::judge_case(ruling, others, given, result, judge::RuleOfReadings::named);
      lines += fmt::format("{} -> {:x} {}\n", words, result, text(judgement));
      ++verdicts;
    }
  }
  return lines;
}

std::string golden_line(const Rulebook& rulebook, const Subject& subject, const Readings& chosen) {
  std::uint64_t verdicts = 0;
  const std::uint64_t sum = number::checksum(stream(rulebook, subject, chosen, verdicts));
  const std::string_view operation = name(subject.operation, rulebook.naming());
  return fmt::format("{} {} {} {:016x}", operation, info(subject.format).name, verdicts, sum);
}

}  // namespace halfulp::golden
