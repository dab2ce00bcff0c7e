// SPDX-License-Identifier: Apache-2.0
// All operands of an operation in 16 bits, with results of which most are right and some are not.
#pragma once

#include <random>

#include "halfulp/evaluate.hpp"
#include "judge/bulk_and_explain.hpp"

namespace halfulp::test {

/// Each value of the last operand, in order, after `first`: the right result, and for four cases in 256 its neighbours,
/// its negative or any bits.
inline Observations all_binary16(const Rulebook& rulebook, Operation operation, const std::vector<Bits>& first = {}) {
  const Evaluator evaluator(rulebook, operation, Format::binary16);
  const bool is_narrow = info(info(operation).result(Format::binary16)).bits == 16;
  std::mt19937_64 random(static_cast<std::uint64_t>(operation) << 16 | (first.empty() ? 0 : first[0]));
  Observations seen{operation, std::vector<std::vector<Bits>>(first.size() + 1), {}, Format::binary16};
  std::vector<Bits> operands = first;
  operands.push_back(0);
  for (; operands.back() < 65536; ++operands.back()) {
    const Bits right = evaluator.evaluate(operands);
    const Bits others[] = {right + 1, right - 1, right ^ 0x8000, random()};
    const std::uint64_t drawn = is_narrow ? random() % 256 : 255;
    seen.add(operands, drawn < 4 ? others[drawn] % 65536 : right);
  }
  return seen;
}

}  // namespace halfulp::test
