// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "judge/definition/ruling.hpp"
#include "judge/definition/value_set.hpp"

namespace halfulp::range {

/// What a comparison may say.
struct Truths {
  bool may_hold = false;
  bool may_fail = false;

  void unite(const Truths& others) {
    may_hold = may_hold || others.may_hold;
    may_fail = may_fail || others.may_fail;
  }
};

/// What the rule of eq, ne, lt, le, gt or ge permits of two operands, or that of isnan and the like of one.
[[nodiscard]] Truths truths_of(const judge::Ruling& rule, std::span<const Bits> operands);

/// The same of operands in sets: each answer that some of their values permit, and perhaps the other.
[[nodiscard]] Truths truths_over(const judge::Ruling& rule, std::span<const judge::ValueSet> sets);

}  // namespace halfulp::range
