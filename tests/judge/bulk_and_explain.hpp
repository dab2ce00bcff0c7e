// SPDX-License-Identifier: Apache-2.0
// The bulk path's answer compared with the explain path's.
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
  void add(const std::vector<Bits>& given, Bits result);
  /// Adds the bulk path's answer for cases first ... first + count - 1, as if `before` cases came before them.
  void judge(const SpanJudge& judge, std::size_t first, std::size_t count, Tally& tally,
             std::uint64_t before = 0) const;
  /// The bulk path's answer for all cases.
  [[nodiscard]] Tally judged_by(const SpanJudge& judge, std::uint64_t before = 0) const;
};

/// Counts, rules, readings and witnesses of a tally as text, without its errors: a filter may round their last bits.
[[nodiscard]] std::string counts_text(const Tally& tally);

/// "add 0x3f800000 0x3f800000 -> 0x40000000"
[[nodiscard]] std::string case_text(const Observations& seen, std::size_t i);

/// Expects the same of both paths on every SIMD target, for each case and for all of them together.
void expect_same_verdicts(const Rulebook& rulebook, const Observations& seen, const Readings& readings = {});

}  // namespace halfulp::test
