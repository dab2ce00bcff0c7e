// SPDX-License-Identifier: Apache-2.0
#include "judge/filter/filter.hpp"

#include <array>
#include <bit>
#include <cmath>

#include "number/binade.hpp"

namespace halfulp::judge {
namespace {

/// The result that a table or an identity asks for in one case, operands flushed.
struct Override {
  enum class Kind : std::uint8_t { none, value, nan, unknown };
  Kind kind = Kind::none;
  double value = 0;
};

Override of_value(double value) {
  if (std::isnan(value)) return {Override::Kind::unknown};  // an operand: its very bits
  return {Override::Kind::value, value};
}

Override by_identity(const Plan& plan, const Block& block, const Answers& answers, std::size_t i) {
  bool any_nan = false;
  for (std::size_t k = 0; k < plan.arity; ++k) any_nan = any_nan || std::isnan(block.operands[k][i]);
  for (std::size_t n = 0; n < plan.identities.size(); ++n) {
    const Ruling::Identity& identity = plan.identities[n];
    if (identity.condition) {
      if (contains(answers.identity_holds[n], i)) return of_value(block.operands[identity.operand][i]);
    } else if (any_nan) {
      const bool gives_nan = identity.gives == Ruling::Identity::Gives::nan && !identity.of_negative_nan;
      return {gives_nan ? Override::Kind::nan : Override::Kind::unknown};
    }
  }
  return {};
}

Override by_table(const Plan& plan, const Block& block, std::size_t i) {
  if (plan.table == nullptr) return {};
  const double first = block.operands[0][i];
  const double last = block.operands[plan.arity - 1][i];
  const TableCell& cell = plan.table->cell(class_of(first), class_of(last));
  // The cell leaves the result to the accuracy rule, which judged the case within the range of regular operands, but
  // took -1 for a negative operand that gives NaN.
  if (!cell.decides()) {
    const bool is_judged = cell.range == plan.range && !(plan.negative_is_nan && first < 0);
    return {is_judged ? Override::Kind::none : Override::Kind::unknown};
  }
  // The definition chooses among several results, and knows the exact one.
  if (!std::has_single_bit(cell.results) || cell.has(TableCell::Result::exact) || cell.range != TableCell::Range::none)
    return {Override::Kind::unknown};
  const auto result = static_cast<std::size_t>(std::countr_zero(cell.results));
  // In the order of TableCell::Result, of which the first is any NaN.
  if (result == 0) return {Override::Kind::nan};
  return of_value(std::array{0.0, -HUGE_VAL, HUGE_VAL, -0.0, 0.0, 0.0, -1.0, 1.0, first, -first, last, -last}[result]);
}

/// Whether step (c) keeps a decided value, so that it is permitted.
bool is_kept(const Plan& plan, double value) {
  const double size = std::fabs(value);
  if (!plan.result_is_float) return false;
  if (size != 0 && size < plan.limits.least_normal && plan.policies.results != Denormals::keep) return false;
  if (std::isinf(value) && plan.policies.infinity_undefined) return false;
  return !std::signbit(value) || plan.result_row->has_sign;
}

/// Whether the case may be open: its exact result is not known, or an operand is a denormal that may be flushed.
bool may_be_open(const Plan& plan, const Block& block, std::size_t i) {
  if ((plan.policies.nan_undefined || plan.policies.infinity_undefined) && std::isinf(block.slack[i])) return true;
  if (plan.policies.operands != Denormals::may_flush) return false;
  bool any_denormal = false;
  for (std::size_t k = 0; k < plan.arity; ++k) {
    const double size = std::fabs(block.operands[k][i]);
    any_denormal |= size != 0 && size < number::power_of_two(plan.operand_rows[k]->min_exponent());
  }
  return any_denormal;
}

/// Whether an operand or the exact result is NaN or infinite.
bool has_special(const Plan& plan, const Block& block, std::size_t i) {
  bool is_special = !std::isfinite(block.exact[i]);
  for (std::size_t k = 0; k < plan.arity; ++k) is_special = is_special || !std::isfinite(block.operands[k][i]);
  return is_special;
}

void override_case(const Plan& plan, const Block& block, Answers& answers, std::size_t i) {
  if (contains(answers.open, i)) return;
  Override decided = by_table(plan, block, i);
  if (decided.kind == Override::Kind::none && contains(answers.identity_unknown, i))
    decided = {Override::Kind::unknown};
  if (decided.kind == Override::Kind::none) {
    decided = by_identity(plan, block, answers, i);
    // A policy may leave the case open before identities count.
    const bool is_advisory = plan.policies.special_advisory && has_special(plan, block, i);
    if (decided.kind != Override::Kind::none && is_advisory) decided = {Override::Kind::unknown};
  }
  if (decided.kind == Override::Kind::none) return;
  for (CaseSet* set : {&answers.permitted, &answers.by_nearest_only, &answers.by_truncation_only, &answers.fails,
                       &answers.unconstrained}) {
    erase(*set, i);
  }
  if (decided.kind == Override::Kind::unknown || may_be_open(plan, block, i)) return;
  const double observed = block.observed[i];
  const bool permitted = decided.kind == Override::Kind::nan
                             ? std::isnan(observed) && plan.result_is_float
                             : is_kept(plan, decided.value) && observed == decided.value &&
                                   std::signbit(observed) == std::signbit(decided.value);
  if (permitted) insert(answers.permitted, i);
}

}  // namespace

void filter_block(const Plan& plan, std::span<const ConstLane> operands, ConstLane results, std::size_t first,
                  const CaseSet& sample, FilteredBlock& block) {
  judge_block(plan, operands, results, first, sample, block);
  if (!plan.has_overrides()) return;
  for (std::size_t word = 0; word < block.answers.overridable.size(); ++word) {
    for (std::uint64_t rest = block.answers.overridable[word]; rest != 0; rest &= rest - 1) {
      override_case(plan, block.rest, block.answers, 64 * word + static_cast<std::size_t>(std::countr_zero(rest)));
    }
  }
}

}  // namespace halfulp::judge
