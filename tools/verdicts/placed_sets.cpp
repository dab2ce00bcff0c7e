// SPDX-License-Identifier: Apache-2.0
#include "verdicts/placed_sets.hpp"

#include <array>
#include <cmath>

#include "judge/permit/expression_value.hpp"
#include "number/layout.hpp"

namespace halfulp::verdicts {
namespace {

using judge::Bound;

/// Whether the bound is the same, or that much of each result, wherever in its binade a result lies.
bool is_even(const Bound& bound) {
  switch (bound.kind) {
    case Bound::Kind::exact:
    case Bound::Kind::nearest:
    case Bound::Kind::nearest_even:
    case Bound::Kind::toward_zero:
    case Bound::Kind::either:
    case Bound::Kind::ulp:
    case Bound::Kind::absolute:
      return true;
    case Bound::Kind::any_of:
      for (const Bound& part : bound.parts) {
        if (!is_even(part) || part.formula != nullptr) return false;
      }
      return true;
    default:
      return false;
  }
}

}  // namespace

void PlacedSets::enter(Bits first, Bits last) {
  at_.reset();
  bound_ = nullptr;
  if (!number::Layout(*ruling_.format).is_finite(first)) return;
  const auto at = [&](Bits bits) {
    const std::array operands = {bits};
    const judge::Ruling::Piece& piece = ruling_.piece(operands);
    const Bound& bound = piece.bound;
    Key key{};
    key.piece = &piece - ruling_.accuracy.data();
    if (bound.formula != nullptr) {
      key.amount = judge::value_of(*bound.formula, ruling_.values(operands)).rational().to_double();
    }
    return key;
  };
  const Key key = at(first);
  const Key other = at(last);
  if (key.piece != other.piece) return;
  is_one_amount_ = key.amount == other.amount;
  bound_ = &ruling_.accuracy[static_cast<std::size_t>(key.piece)].bound;
  const Bound& bound = *bound_;
  const bool is_relative = bound.kind == Bound::Kind::relative && bound.constant;
  if (!is_one_amount_ || (!is_relative && !is_even(bound))) return;
  relative_ = is_relative ? bound.amount.to_double() : 0;
  at_ = key;
}

PlacedSets::Ends* PlacedSets::ends_of(const Near& exact) {
  // Beyond these, and at powers of two, sets have parts of their own: flushed, infinite, of another gap.
  constexpr double kLeast = 0x1p-120;
  constexpr double kMost = 0x1p+120;
  if (!at_ || !(std::fabs(exact.value) > kLeast) || !(std::fabs(exact.value) < kMost)) return nullptr;
  Key key = *at_;
  int exponent = 0;
  const double fraction = std::frexp(exact.value, &exponent);
  if (std::fabs(fraction) == 0.5) return nullptr;
  key.exponent = exponent - 1;
  key.negative = exact.value < 0;
  key.on_grid = exact.slack == 0 && static_cast<double>(static_cast<float>(exact.value)) == exact.value;
  if (last_ends_ == nullptr || key != last_) {
    last_ = key;
    last_ends_ = &ends_.try_emplace(key, Ends{PlacedEnd(key.exponent), PlacedEnd(key.exponent)}).first->second;
  }
  return last_ends_;
}

/// A multiple of the exact result near 1.
Near PlacedSets::scaled(const Near& exact, double factor) {
  const double value = exact.value * factor;
  return {value, 2 * (exact.slack + std::fabs(exact.rest)) + std::fabs(value) * 0x1p-52};
}

Near PlacedSets::low(const Near& exact) const {
  return relative_ == 0 ? exact : scaled(exact, exact.value < 0 ? 1 + relative_ : 1 - relative_);
}

Near PlacedSets::high(const Near& exact) const {
  return relative_ == 0 ? exact : scaled(exact, exact.value < 0 ? 1 - relative_ : 1 + relative_);
}

std::optional<Interval> PlacedSets::known(const Near& exact) {
  const Ends* ends = ends_of(exact);
  if (ends == nullptr) return std::nullopt;
  const auto first = ends->low.known(low(exact));
  if (!first) return std::nullopt;
  const auto last = ends->high.known(high(exact));
  if (!last) return std::nullopt;
  return Interval{*first, *last};
}

void PlacedSets::learn(const Near& exact, const judge::OrdinalSet& set) {
  if (set.anything() || set.has_nan() || set.intervals().size() != 1) return;
  Ends* ends = ends_of(exact);
  if (ends == nullptr) return;
  ends->low.learn(low(exact), set.intervals().front().first);
  ends->high.learn(high(exact), set.intervals().front().last);
}

}  // namespace halfulp::verdicts
