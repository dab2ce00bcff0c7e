// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "judge/definition/ruling.hpp"
#include "judge/definition/value_set.hpp"

namespace halfulp::range {

/// All values of a format between two ordinals (number/layout.hpp), or a NaN.
struct Part {
  std::int64_t first = 0;
  std::int64_t last = 0;
  Bits nan = 0;  ///< 0: it is no NaN

  [[nodiscard]] bool is_point() const { return nan != 0 || first == last; }
  [[nodiscard]] bool is_finite(const FormatInfo& row) const;
  [[nodiscard]] Bits first_bits(const FormatInfo& row) const;
  [[nodiscard]] Bits last_bits(const FormatInfo& row) const;
};

/// A set as an operation's operand takes it, denormals flushed as its policies say, in parts. `is_whole`: all finite
/// values are one part; else zeros, ones and denormals of each sign are parts of their own, as are the numbers between
/// them, so that special-value tables have one cell for a part. Codes are one part.
[[nodiscard]] std::vector<Part> parts_of(const judge::ValueSet& set, const judge::Policies& policies, bool is_whole);

/// The numbers below zero, each zero and the numbers above zero of a part.
[[nodiscard]] std::vector<Part> parts_by_sign(const Part& part);

/// Calls a function with the operands of a rule at every vertex of a box, each once.
template <class Function>
void for_each_vertex(const judge::Ruling& rule, std::span<const Part> box, Function function) {
  std::vector<Bits> vertex(box.size());
  const auto each = [&](const auto& self, std::size_t at) -> void {
    if (at == box.size()) return function(std::span<const Bits>(vertex));
    vertex[at] = box[at].first_bits(rule.operand_row(at));
    self(self, at + 1);
    if (box[at].is_point()) return;
    vertex[at] = box[at].last_bits(rule.operand_row(at));
    self(self, at + 1);
  };
  each(each, 0);
}

}  // namespace halfulp::range
