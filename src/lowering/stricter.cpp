// SPDX-License-Identifier: Apache-2.0
#include "lowering/stricter.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace halfulp::lowering {
namespace {

using judge::Bound;
using judge::Policies;
using judge::Rational;
using judge::Ruling;
using BoundKind = judge::Bound::Kind;

std::string text_of(const std::optional<rulebook::Expression>& expression) {
  return expression ? rulebook::text_of(*expression) : "";
}

bool is_rounding(BoundKind kind) {
  constexpr std::array kRoundings = {BoundKind::exact,        BoundKind::nearest,     BoundKind::nearest_even,
                                     BoundKind::nearest_away, BoundKind::toward_zero, BoundKind::either};
  return std::ranges::find(kRoundings, kind) != kRoundings.end();
}

/// Whether all that one rounding gives another permits.
bool is_no_wider(BoundKind a, BoundKind b) {
  if (a == b || b == BoundKind::either) return true;
  const bool is_nearest = a == BoundKind::exact || a == BoundKind::nearest || a == BoundKind::nearest_even;
  // An exact result of a floating format is rounded to nearest, as policy `tie` says.
  return is_nearest && (b == BoundKind::nearest || b == BoundKind::exact) && (a != b);
}

bool same_expansion(const rulebook::Bound& a, const rulebook::Bound& b) {
  const auto same = [](const auto& x, const auto& y) {
    return x.first == y.first && rulebook::text_of(x.second) == rulebook::text_of(y.second);
  };
  return rulebook::text_of(a.expansion) == rulebook::text_of(b.expansion) && std::ranges::equal(a.with, b.with, same) &&
         a.saturate == b.saturate && a.extend == b.extend && a.exact_constants == b.exact_constants;
}

bool same_table(const rulebook::SpecialTable* a, const rulebook::SpecialTable* b) {
  if (a == nullptr || b == nullptr) return a == b;
  return a->rows == b->rows && a->columns == b->columns && a->cells == b->cells;
}

}  // namespace

bool is_no_wider(const Bound& a, const Policies& a_policies, const Bound& b, const Policies& b_policies) {
  const auto within = [&](const Bound& x, const Bound& y) { return is_no_wider(x, a_policies, y, b_policies); };
  if (b.kind == BoundKind::unconstrained) return true;
  if (a.kind == BoundKind::any_of)
    return std::ranges::all_of(a.parts, [&](const Bound& part) { return within(part, b); });
  if (b.kind == BoundKind::all_of)
    return std::ranges::all_of(b.parts, [&](const Bound& part) { return within(a, part); });
  if (b.kind == BoundKind::any_of)
    return std::ranges::any_of(b.parts, [&](const Bound& part) { return within(a, part); });
  if (a.kind == BoundKind::all_of)
    return std::ranges::any_of(a.parts, [&](const Bound& part) { return within(part, b); });
  if (a_policies.ulp != b_policies.ulp || a_policies.tie_to_even != b_policies.tie_to_even ||
      a_policies.exact_if_representable != b_policies.exact_if_representable) {
    return false;
  }
  if (a.source->factor != b.source->factor || a.source->integer_bits != b.source->integer_bits ||
      a.source->rounds_product != b.source->rounds_product) {
    return false;
  }
  if (a.kind == b.kind) {
    if (is_rounding(a.kind)) return true;
    if (a.is_by_steps()) {
      const auto step_within = [&](const auto& x, const auto& y) {
        return x.first == y.first && within(x.second, y.second);
      };
      return same_expansion(*a.source, *b.source) && std::ranges::equal(a.steps, b.steps, step_within);
    }
    if (a.is_constant() && b.is_constant()) return a.amount <= b.amount;
    return rulebook::text_of(a.source->amount) == rulebook::text_of(b.source->amount);
  }
  if (!is_rounding(a.kind)) return false;
  if (is_rounding(b.kind)) return is_no_wider(a.kind, b.kind);
  // Every rounding gives a neighbour of the exact result: less than one ULP away, by Muller's definitions.
  const bool is_muller = a_policies.ulp == judge::Ulp::muller_a || a_policies.ulp == judge::Ulp::muller_b;
  return is_muller && b.kind == BoundKind::ulp && b.is_constant() && b.amount >= Rational(1);
}

std::optional<Distances> distances_of(const Bound& bound, const Sizes& sizes) {
  const Rational half = sizes.gap.scaled(-1);
  switch (bound.kind) {
    case BoundKind::exact:
    case BoundKind::nearest:
    case BoundKind::nearest_even:
    case BoundKind::nearest_away:
      return Distances{0, half};
    case BoundKind::toward_zero:
    case BoundKind::either:
      return Distances{0, sizes.gap};
    case BoundKind::ulp:
    case BoundKind::absolute:
    case BoundKind::relative: {
      if (!bound.is_constant() || bound.source->ulp_format) return std::nullopt;
      const bool is_relative = bound.kind == BoundKind::relative;
      const Rational& unit = bound.kind == BoundKind::ulp ? sizes.gap : Rational(1);
      // Where no value is so near, the nearest one is permitted.
      return Distances{bound.amount * (is_relative ? sizes.least : unit),
                       std::max(half, bound.amount * (is_relative ? sizes.most : unit))};
    }
    case BoundKind::any_of:
    case BoundKind::all_of: {
      std::optional<Distances> result;
      for (const Bound& part : bound.parts) {
        const std::optional<Distances> one = distances_of(part, sizes);
        if (!one) return std::nullopt;
        if (!result) result = one;
        const bool is_any = bound.kind == BoundKind::any_of;
        const auto both = [&](const Rational& x, const Rational& y) {
          return is_any ? std::max(x, y) : std::min(x, y);
        };
        result = {both(result->all_within, one->all_within), both(result->farthest, one->farthest)};
      }
      return result;
    }
    default:
      return std::nullopt;
  }
}

bool is_no_wider(const Ruling& a, const Ruling& b) {
  constexpr judge::PolicySet kAll = (judge::PolicySet{1} << judge::kPolicies) - 1;
  if (!judge::is_as_wide(b.policies, a.policies, kAll) || !same_table(a.rules.special, b.rules.special)) return false;
  const auto same_identity = [](const auto& x, const auto& y) {
    return x.identity->where == y.identity->where && x.identity->result == y.identity->result;
  };
  const auto same_requirement = [](const auto& x, const auto& y) {
    return text_of(x.requirement->condition) == text_of(y.requirement->condition);
  };
  const auto same_allowance = [](const auto& x, const auto& y) {
    return text_of(x.allowance->where) == text_of(y.allowance->where) &&
           x.allowance->result_text == y.allowance->result_text;
  };
  if (!std::ranges::equal(a.rules.identities, b.rules.identities, same_identity) ||
      !std::ranges::equal(a.rules.requirements, b.rules.requirements, same_requirement)) {
    return false;
  }
  const auto is_granted = [&](const auto& one) {
    return std::ranges::any_of(b.rules.allowances, [&](const auto& other) { return same_allowance(one, other); });
  };
  if (!std::ranges::all_of(a.rules.allowances, is_granted)) return false;
  const auto part_within = [](const auto& x, const auto& y) {
    return x.first == y.first && is_no_wider(*x.second, *y.second);
  };
  if (!std::ranges::equal(a.parts, b.parts, part_within)) return false;
  const auto piece_within = [&](const Ruling::Piece& x, const Ruling::Piece& y) {
    const auto piece_of = [](const Ruling& ruling, const Ruling::Piece& piece) -> const rulebook::Piece& {
      return (*ruling.rules.accuracy)[static_cast<std::size_t>(&piece - ruling.accuracy.data())];
    };
    return text_of(piece_of(a, x).where) == text_of(piece_of(b, y).where) &&
           is_no_wider(x.bound, a.policies, y.bound, b.policies);
  };
  return std::ranges::equal(a.accuracy, b.accuracy, piece_within);
}

}  // namespace halfulp::lowering
