// SPDX-License-Identifier: Apache-2.0
#include "lowering/windows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "lowering/intervals.hpp"
#include "number/layout.hpp"

namespace halfulp::test {
namespace {

constexpr Bits kMostOperands = 96;

/// A window of operands of one sign.
lowering::OperandRange drawn_window(const FormatInfo& row, suite::Random& random) {
  const int magnitude_bits = row.bits - (row.has_sign ? 1 : 0);
  const Bits most = (Bits{1} << magnitude_bits) - 1;
  Bits middle = random.below(most + 1);
  if (row.kind == FormatKind::floating) {
    const number::Layout layout(row);
    // The end of a binade, of the denormals or of the finite values.
    const Bits exponents = (Bits{1} << row.exponent_bits) + 1;
    if (random.below(2) == 0) middle = random.below(exponents) << row.fraction_bits;
    if (random.below(8) == 0) middle = layout.one();
    if (random.below(8) == 0) middle = random.below(2) == 0 ? 0 : layout.infinity();
  }
  const Bits size = 1 + random.below(kMostOperands);
  const Bits before = random.below(size);
  const Bits first = middle > before ? middle - before : 0;
  const Bits last = std::min(most, first + size - 1);
  const Bits sign = row.has_sign && random.below(2) == 0 ? most + 1 : 0;
  return {std::min(first, last) | sign, last | sign};
}

}  // namespace

std::string differing_window(const lowering::Question& question, std::size_t windows, suite::Random& random) {
  const FormatInfo& row = question.b.ruling.operand_row(0);
  const lowering::IntervalAnswers answers(question);
  for (std::size_t n = 0; n < windows; ++n) {
    const lowering::OperandRange window = drawn_window(row, random);
    std::atomic<std::int64_t> budget = INT64_MAX;
    lowering::Differences counted;
    answers.count(window.first, window.last, budget, counted);
    std::uint64_t forbidden = 0;
    for (const lowering::Difference& difference : counted.sorted()) forbidden += difference.cases;
    std::uint64_t by_definition = 0;
    for (Bits operand = window.first; operand <= window.last; ++operand) {
      const lowering::DecidedCase one = lowering::decide(question, {operand});
      if (!lowering::is_within(one.a.set, one.b.set)) ++by_definition;
    }
    const std::uint64_t size = window.last - window.first + 1;
    if (counted.cases == size && forbidden == by_definition) continue;
    return fmt::format("{} of {} operands from {}: {} forbidden, by the definition {}", counted.cases, size,
                       bits_text(row.format, window.first), forbidden, by_definition);
  }
  return "";
}

}  // namespace halfulp::test
