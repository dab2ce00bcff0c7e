// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "arithmetic/kernel.hpp"
#include "halfulp/suite.hpp"
#include "number/float_environment.hpp"

namespace halfulp::test {

using arithmetic::Flush;
using arithmetic::Word;
using Operands = std::array<Word, kMaxArity>;

inline constexpr Flush kFlush{.operands = true, .results = true};
inline constexpr Flush kKeep{};

/// One result, in the default environment.
inline Word evaluated(Operation operation, Flush flush, const Operands& operands) {
  const number::DefaultFloatEnvironment environment;
  return arithmetic::find_kernel(operation)->one(flush, operands.data());
}

/// Every `step`-th case of the quick suite.
inline std::vector<Operands> suite_operands(Operation operation, std::size_t step) {
  const Suite suite(SuiteSize::quick, 11, operation, Format::binary32);
  const auto arity = static_cast<std::size_t>(info(operation).arity);
  std::vector<std::vector<Word>> memory(arity, std::vector<Word>(suite.cases()));
  std::vector<Lane> lanes;
  for (std::vector<Word>& words : memory) lanes.push_back(std::as_writable_bytes(std::span(words)));
  suite.fill(0, lanes);
  std::vector<Operands> result;
  for (std::size_t i = 0; i < suite.cases(); i += step) {
    Operands operands{};
    for (std::size_t k = 0; k < arity; ++k) operands[k] = memory[k][i];
    result.push_back(operands);
  }
  return result;
}

inline std::string describe(Operation operation, Flush flush, const Operands& operands) {
  std::string text(info(operation).name);
  for (int i = 0; i < info(operation).arity; ++i) {
    text += ' ' + bits_text(Format::binary32, operands[static_cast<std::size_t>(i)]);
  }
  return text + (flush.operands ? " flushed" : " kept");
}

inline bool is_denormal(Word word) { return (word & 0x7fffffff) != 0 && (word & 0x7f800000) == 0; }
inline bool is_finite(Word word) { return (word & 0x7f800000) != 0x7f800000; }
inline Word flushed(Word word, bool flush) { return flush && is_denormal(word) ? word & 0x80000000 : word; }

}  // namespace halfulp::test
