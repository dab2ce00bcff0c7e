// SPDX-License-Identifier: Apache-2.0
#include "lowering/question.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "lowering/differences.hpp"
#include "lowering/intervals.hpp"
#include "lowering/stricter.hpp"
#include "number/layout.hpp"
#include "number/side_by_side.hpp"

namespace halfulp::lowering {
namespace {

constexpr int kMostBits = 32;
constexpr std::int64_t kMostAlone = std::int64_t{1} << 25;
// Windows of operands by which that is foreseen, one in each of as many parts.
constexpr std::size_t kWindows = 256;
constexpr Bits kWindow = 256;

Census census_of(Extent extent, const std::vector<Differences>& parts) {
  Differences all;
  for (const Differences& part : parts) all.add(part);
  return {extent, all.cases, all.sorted()};
}

/// Whether few enough operands of 32 bits seem to be decided one by one.
bool seems_feasible(const IntervalAnswers& answers) {
  std::atomic<std::int64_t> budget = INT64_MAX;
  std::vector<Differences> parts(kWindows);
  constexpr Bits kPart = (Bits{1} << kMostBits) / kWindows;
  number::side_by_side(kWindows, 0, [&](std::size_t i) {
    const Bits first = kPart * i + kPart / 3;
    answers.count(first, first + kWindow - 1, budget, parts[i]);
  });
  std::uint64_t alone = 0;
  for (const Differences& part : parts) alone += part.alone;
  return alone * (kPart / kWindow) <= static_cast<std::uint64_t>(kMostAlone);
}

/// All operands of an operation of one operand; nothing where that takes too many evaluations.
std::optional<Census> of_all_operands(const Question& question) {
  const FormatInfo& row = question.b.ruling.operand_row(0);
  constexpr int kPartBits = 20;
  const int part_bits = std::min(row.bits - (row.has_sign ? 1 : 0), kPartBits);
  const std::size_t count = std::size_t{1} << (row.bits - part_bits);
  const IntervalAnswers answers(question);
  if (row.bits == kMostBits && !seems_feasible(answers)) return std::nullopt;
  std::atomic<std::int64_t> budget = kMostAlone;
  std::vector<Differences> parts(count);
  std::atomic<bool> is_complete = true;
  number::side_by_side(count, 0, [&](std::size_t i) {
    const Bits first = Bits{i} << part_bits;
    if (is_complete && !answers.count(first, first + (Bits{1} << part_bits) - 1, budget, parts[i])) is_complete = false;
  });
  if (!is_complete) return std::nullopt;
  return census_of(Extent::operands, parts);
}

std::vector<Bits> operands_of(const Suite& suite, std::uint64_t number, const judge::Ruling& ruling) {
  std::vector<Bits> operands(static_cast<std::size_t>(info(ruling.operation).arity));
  std::vector<std::vector<std::byte>> memory;
  memory.reserve(operands.size());
  for (std::size_t i = 0; i < operands.size(); ++i) {
    memory.emplace_back(static_cast<std::size_t>(ruling.operand_row(i).bytes));
  }
  const std::vector<Lane> lanes(memory.begin(), memory.end());
  suite.fill(number, lanes);
  for (std::size_t i = 0; i < operands.size(); ++i) std::memcpy(&operands[i], memory[i].data(), memory[i].size());
  return operands;
}

Census of_suite(const Question& question, std::uint64_t seed) {
  const judge::Ruling& ruling = question.b.ruling;
  const Suite suite(SuiteSize::quick, seed, ruling.operation, ruling.format->format);
  constexpr std::uint64_t kPart = 512;
  std::vector<Differences> parts(static_cast<std::size_t>((suite.cases() + kPart - 1) / kPart));
  number::side_by_side(parts.size(), 0, [&](std::size_t i) {
    const std::uint64_t last = std::min(suite.cases(), kPart * (i + 1));
    for (std::uint64_t number = kPart * i; number < last; ++number) {
      const DecidedCase one = decide(question, operands_of(suite, number, ruling));
      if (!is_within(one.a.set, one.b.set)) ++parts[i].of(one).cases;
    }
    parts[i].cases += last - kPart * i;
  });
  return census_of(Extent::cases, parts);
}

/// How many combinations of operands there are; nothing if more than 2^32.
std::optional<std::uint64_t> combinations(const judge::Ruling& ruling) {
  int bits = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(info(ruling.operation).arity); ++i) {
    bits += ruling.operand_row(i).bits;
  }
  if (bits > kMostBits) return std::nullopt;
  return std::uint64_t{1} << bits;
}

}  // namespace

std::uint64_t Census::forbidden() const {
  std::uint64_t total = 0;
  for (const Difference& difference : differences) total += difference.cases;
  return total;
}

Census answer(const Question& question, std::uint64_t seed) {
  const std::optional<std::uint64_t> all = combinations(question.b.ruling);
  if (!question.a.is_expression() && is_no_wider(question.a.ruling, question.b.ruling)) {
    return {Extent::rule, all.value_or(0), {}};
  }
  if (all && info(question.b.ruling.operation).arity == 1) {
    if (std::optional<Census> census = of_all_operands(question)) return *std::move(census);
  }
  return of_suite(question, seed);
}

}  // namespace halfulp::lowering
