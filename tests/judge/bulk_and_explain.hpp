// SPDX-License-Identifier: Apache-2.0
// The bulk path's answer beside the explain path's.
#pragma once

#include <string>
#include <vector>

#include "halfulp/judge.hpp"

namespace halfulp::test {

/// Cases and observed results of one operation.
struct Observations {
  Operation operation;
  std::vector<std::vector<Bits>> operands;
  std::vector<Bits> results;
  Format format = Format::binary32;

  [[nodiscard]] std::size_t size() const { return results.size(); }
  [[nodiscard]] std::vector<Bits> at(std::size_t i) const;
  /// Adds the bulk path's answer for cases first ... first + count - 1.
  void judge(const SpanJudge& judge, std::size_t first, std::size_t count, Tally& tally,
             std::vector<Failure>* failures = nullptr) const;
};

/// Adds the judgement of a case after all that the tally has.
void add(Tally& tally, const Judgement& judgement, const Witness& witness);

/// Counts, rules and readings: all but the error, whose last bits a fast path may round otherwise.
[[nodiscard]] std::string told(const Tally& tally);

/// "add 0x3f800000 0x3f800000 -> 0x40000000"
[[nodiscard]] std::string case_text(const Observations& seen, std::size_t i);

/// Expects the same of both paths, for each case and for all of them together.
void expect_same_verdicts(const Rulebook& rulebook, const Observations& seen, const Readings& readings = {});

}  // namespace halfulp::test
