// SPDX-License-Identifier: Apache-2.0
#include "judge/all_binary16.hpp"

#include <random>

#include "halfulp/evaluate.hpp"

namespace halfulp::test {
namespace {

constexpr Bits kValues = 65536;

/// The right result, for one case in 64 its neighbours, its negative, or any bits.
Bits returned(Bits right, std::mt19937_64& random) {
  switch (random() % 256) {
    case 0:
      return (right + 1) % kValues;
    case 1:
      return (right - 1) % kValues;
    case 2:
      return right ^ 0x8000;
    case 3:
      return random() % kValues;
    default:
      return right;
  }
}

}  // namespace

Observations all_operands_of_binary16(const Rulebook& rulebook, Operation operation) {
  const Evaluator evaluator(rulebook, operation, Format::binary16);
  const bool narrow = info(info(operation).result(Format::binary16)).bits == 16;
  std::mt19937_64 random(static_cast<std::uint64_t>(operation));
  Observations seen{operation, {{}}, {}, Format::binary16};
  for (Bits x = 0; x < kValues; ++x) {
    const Bits right = evaluator.evaluate(std::vector<Bits>{x});
    seen.operands[0].push_back(x);
    seen.results.push_back(narrow ? returned(right, random) : right);
  }
  return seen;
}

Observations all_pairs_of_binary16(const Rulebook& rulebook, Operation operation, Bits x) {
  const Evaluator evaluator(rulebook, operation, Format::binary16);
  const bool narrow = info(info(operation).result(Format::binary16)).bits == 16;
  std::mt19937_64 random(static_cast<std::uint64_t>(operation) << 16 | x);
  Observations seen{operation, {{}, {}}, {}, Format::binary16};
  for (Bits y = 0; y < kValues; ++y) {
    const Bits right = evaluator.evaluate(std::vector<Bits>{x, y});
    seen.operands[0].push_back(x);
    seen.operands[1].push_back(y);
    seen.results.push_back(narrow ? returned(right, random) : right);
  }
  return seen;
}

}  // namespace halfulp::test
