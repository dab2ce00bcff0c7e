// SPDX-License-Identifier: Apache-2.0
#include "cli/failures/recorder.hpp"

#include <algorithm>
#include <map>

#include "judge/definition/permitted.hpp"
#include "judge/verdict/judge_case.hpp"
#include "number/float_environment.hpp"
#include "number/lane.hpp"
#include "number/layout.hpp"

namespace halfulp::cli {
namespace {

/// Nothing where the set has several values and none is nearest: of a NaN, and where anything is permitted.
std::optional<Bits> nearest_of(const PermittedSet& permitted, Bits observed) {
  if (const auto nearest = permitted.nearest(observed)) return nearest->bits;
  if (permitted.anything || permitted.ranges.size() > 1) return std::nullopt;
  if (permitted.ranges.empty()) {
    if (permitted.nan == NanKind::listed) return permitted.nan_patterns.front();
    return number::Layout(info(permitted.format)).canonical_nan();
  }
  const Range& range = permitted.ranges.front();
  return range.first == range.last ? std::optional(range.first) : std::nullopt;
}

}  // namespace

FailureRecorder::FailureRecorder(const BookToJudgeBy& book, Operation operation, Format format, FailureSpool& spool)
    : ruling_(judge::Ruling::of(book.book, operation, format, book.readings)),
      others_(book.book, operation, format, book.readings),
      layout_(operation, format),
      spool_(spool) {}

std::vector<std::byte> FailureRecorder::records(std::uint64_t first_number, std::span<const ConstLane> operands,
                                                ConstLane results, std::span<const Failure> failures,
                                                const diagnosis::HypothesisTest& test,
                                                const diagnosis::HypothesisCounts& counts,
                                                const std::function<void()>& check) const {
  const number::DefaultFloatEnvironment environment;
  std::vector<std::byte> records;
  struct OfRule {
    std::uint16_t number = 0;
    std::uint64_t kept = 0;
    std::size_t least = 0;  ///< level of a failure whose hypotheses count
  };
  std::map<std::pair<std::string, std::string_view>, OfRule> rules;  // by rule and readings
  for (const Failure& failure : failures) {
    const bool fails = failure.under.empty();
    check();
    FailureRecord record;
    record.index = first_number + failure.position;
    for (std::size_t k = 0; k < operands.size(); ++k) {
      record.operands[k] = number::load(operands[k], ruling_.operand_row(k).bytes, failure.position);
    }
    record.observed = number::load(results, ruling_.result_format->bytes, failure.position);
    const std::span<const Bits> given(record.operands.data(), operands.size());
    // In bulk it is left open which rule a case breaks that passes under another reading.
    std::string rule(failure.rule);
    if (!fails) rule = judge::judge_case(ruling_, others_, given, record.observed, judge::RuleOfReadings::named).rule;
    const auto [known, is_new] = rules.try_emplace({rule, failure.under});
    OfRule& of_rule = known->second;
    if (is_new) {
      of_rule.number = spool_.number_of(rule, failure.under);
      if (const auto counted = counts.broken.find(rule); counted != counts.broken.end()) {
        of_rule.least = counted->second.least;
      }
    }
    if (++of_rule.kept > spool_.most()) continue;
    record.broken = of_rule.number;
    const judge::Permitted permitted = judge::permitted(ruling_, given, ruling_.policies);
    record.nearest = nearest_of(permitted.set.permitted(), record.observed);
    record.error_ulp = failure.error_ulp.value_or(-1);
    if (fails && diagnosis::HypothesisCounts::level(record.index) >= of_rule.least) {
      record.set = spool_.number_of(test.explaining(given, record.observed));
    }
    layout_.append(record, first_number, records);
  }
  return records;
}

}  // namespace halfulp::cli
