// SPDX-License-Identifier: Apache-2.0
#pragma once

// Fused operations and division of the oracle: every value that every step may give, in every order.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "judge/oracle.hpp"

namespace halfulp::oracle {

/// One value that a step may give.
struct Outcome {
  enum class Kind : std::uint8_t { nan, infinity, zero, finite };
  Kind kind = Kind::nan;
  bool negative = false;
  bool by_flush = false;  ///< a zero that a flush made
  mpq_class v;            ///< of such a zero the denormal that it was, of infinity the largest finite value

  bool open = false;  ///< the documents do not settle whether a step may give it

  static Outcome of(Pattern bits) {
    if (is_nan(bits)) return {};
    if (is_infinite(bits)) return infinite(is_negative(bits));
    if (is_zero(bits)) return zero(is_negative(bits), false);
    return finite(value(bits));
  }
  static Outcome zero(bool negative, bool by_flush) { return {Kind::zero, negative, by_flush, 0, false}; }
  /// The zero that a denormal is flushed to.
  static Outcome flushed(const mpq_class& denormal) { return {Kind::zero, denormal < 0, true, denormal, false}; }
  static Outcome infinite(bool negative) {
    return {Kind::infinity, negative, false, value(kMaxFinite | oracle::zero(negative)), false};
  }
  static Outcome finite(mpq_class value) {
    const bool negative = value < 0;
    return {Kind::finite, negative, false, std::move(value), false};
  }
};
using Outcomes = std::vector<Outcome>;

enum class Flush : std::uint8_t { must, may, never };

struct Step {
  Bound bound;
  bool saturate = false;  ///< an overflow may give the largest finite value
  bool extend = false;    ///< an intermediate may have more exponents
  Flush flush = Flush::must;
};

/// Every value that a step may give for the exact finite, non-zero v.
inline void add_outcomes(const mpq_class& v, const Step& step, Outcomes& out) {
  const bool negative = v < 0;
  // Values inside the bound form a run around v (relative, ULP and nearest bounds): walk it from the value below v.
  const auto take = [&](Pattern r) {
    if (is_zero(r)) {
      out.push_back(Outcome::zero(negative, true));
    } else if (!is_denormal(r)) {
      out.push_back(Outcome::finite(value(r)));
    } else {
      if (step.flush != Flush::never) out.push_back(Outcome::flushed(value(r)));
      if (step.flush == Flush::must) return;
      // Whether extra range may be that of the format's own denormals, with their fewer bits, is open.
      out.push_back(Outcome::finite(value(r)));
      out.back().open = step.extend;
    }
  };
  const Pattern start = at_or_below(v);
  for (std::int64_t p = place(start); p >= place(kMaxFinite | kSign) && inside(at_place(p), v, step.bound); --p) {
    take(at_place(p));
  }
  for (std::int64_t p = place(start) + 1; p <= place(kMaxFinite) && inside(at_place(p), v, step.bound); ++p) {
    take(at_place(p));
  }
  if (abs(v) < power(-126) && step.flush != Flush::never) out.push_back(Outcome::zero(negative, true));
  const mpq_class max = negative ? mpq_class(-value(kMaxFinite)) : value(kMaxFinite);
  const bool infinite = infinity_permitted(negative, v, step.bound);
  if (infinite) out.push_back(Outcome::infinite(negative));
  const bool beyond = abs(v) > abs(max);
  if ((infinite && step.saturate) || (beyond && step.bound.kind != Bound::Kind::nearest)) {
    out.push_back(Outcome::finite(max));
  }
  if (step.extend && (infinite || beyond || abs(v) < power(-120))) {
    // The same precision with more exponents: scale, round, scale back.
    const mpq_class scale = infinite || beyond ? power(-200) : power(200);
    const mpq_class scaled = v * scale;
    const Pattern near = at_or_below(scaled);
    for (std::int64_t p = place(near) - 3; p <= place(near) + 3; ++p) {
      const mpq_class candidate = value(at_place(p)) / scale;
      const bool new_to_format = abs(candidate) > abs(max) || abs(candidate) < power(-126);
      if (!new_to_format || !inside(at_place(p), scaled, step.bound)) continue;
      out.push_back(Outcome::finite(candidate));
      // Where the exact result does not underflow, whether its error may use exponents below the format's is open.
      out.back().open = abs(candidate) < power(-126) && abs(v) >= power(-126);
    }
  }
}

inline void multiply(const Outcome& a, const Outcome& b, const Step& step, Outcomes& out) {
  using Kind = Outcome::Kind;
  const bool negative = a.negative != b.negative;
  if (a.kind == Kind::nan || b.kind == Kind::nan) return out.push_back({});
  if (a.kind == Kind::infinity || b.kind == Kind::infinity) {
    if (a.kind == Kind::zero || b.kind == Kind::zero) return out.push_back({});
    return out.push_back(Outcome::infinite(negative));
  }
  if (a.kind == Kind::zero || b.kind == Kind::zero) {
    return out.push_back(Outcome::zero(negative, a.by_flush || b.by_flush));
  }
  if (abs(a.v) == 1 || abs(b.v) == 1) return out.push_back(Outcome::finite(a.v * b.v));  // x * 1 is x
  add_outcomes(a.v * b.v, step, out);
}

inline void sum(const Outcome& a, const Outcome& b, const Step& step, Outcomes& out) {
  using Kind = Outcome::Kind;
  if (a.kind == Kind::nan || b.kind == Kind::nan) return out.push_back({});
  if (a.kind == Kind::infinity && b.kind == Kind::infinity) {
    return out.push_back(a.negative == b.negative ? a : Outcome{});
  }
  if (a.kind == Kind::infinity) return out.push_back(a);
  if (b.kind == Kind::infinity) return out.push_back(b);
  if (a.kind == Kind::zero && b.kind == Kind::zero) {
    return out.push_back(Outcome::zero(a.negative && b.negative, a.by_flush || b.by_flush));
  }
  // x + 0 is x, except that the step flushes, overflows and has only values of its format, as any other.
  if (a.kind == Kind::zero || b.kind == Kind::zero) {
    const Outcome& other = a.kind == Kind::zero ? b : a;
    if (abs(other.v) >= power(-126) && abs(other.v) <= value(kMaxFinite)) return out.push_back(other);
    if (!step.extend) {
      Step as_it_is = step;
      as_it_is.bound = Bound::nearest();
      return add_outcomes(other.v, as_it_is, out);
    }
    out.push_back(other);
    if (abs(other.v) >= 1) return;
    // It was kept once; whether it may be flushed after all is open.
    out.push_back(Outcome::flushed(other.v));
    out.back().open = true;
    return;
  }
  const mpq_class v = a.v + b.v;
  if (v == 0) {  // cancelled: either zero
    out.push_back(Outcome::zero(false, false));
    return out.push_back(Outcome::zero(true, false));
  }
  add_outcomes(v, step, out);
}

/// What an inherited bound gives: the largest error of the finite outcomes, and the members that stand alone. Two
/// answers where the documents leave the question open: the narrow one counts outcomes that are settled, finite and not
/// flushed; the wide one the hull around all of them, flushed denormals as the denormals they were and infinities as
/// the largest finite value (between a saturated and an extended intermediate lie values that an enumeration does not
/// visit).
class Inherited {
 public:
  enum class Width : std::uint8_t { narrow, wide };

  /// `exact`: the exact result, or nothing where it is not finite.
  Inherited(Width width, std::span<const Outcome> outcomes, const mpq_class* exact) : exact_(exact) {
    for (const Outcome& outcome : outcomes) {
      if (width == Width::wide || !outcome.open) take(outcome, width);
    }
  }
  /// A member by a rule of its own.
  void add_zero(bool negative) { zero_[negative ? 1 : 0] = true; }
  [[nodiscard]] const mpq_class& error() const { return error_; }

  [[nodiscard]] bool permits(Pattern r) const {
    if (is_nan(r)) return nan_;
    if (is_denormal(r)) return false;
    const std::size_t side = is_negative(r) ? 1 : 0;
    if (is_infinite(r) && infinite_[side]) return true;
    if (is_zero(r) && zero_[side]) return true;
    if (exact_ == nullptr) return false;
    if (*exact_ == 0) {
      // The zeros that some order gives are members; others only as flushed denormals.
      if (is_zero(r)) return error_ >= power(-149);
      if (is_infinite(r)) return error_ >= power(128);
      return abs(value(r)) <= error_;
    }
    // Without finite outcomes the bound has no width; overflow and flush hold for it as for any other.
    return permitted_by_bound(r, *exact_, {Bound::Kind::error, error_});
  }

 private:
  void take(const Outcome& outcome, Width width) {
    using Kind = Outcome::Kind;
    const std::size_t side = outcome.negative ? 1 : 0;
    if (outcome.kind == Kind::nan) nan_ = true;
    if (outcome.kind == Kind::infinity) infinite_[side] = true;
    if (outcome.kind == Kind::zero) zero_[side] = true;
    if (outcome.kind == Kind::nan || exact_ == nullptr || (outcome.by_flush && outcome.v == 0)) return;
    if (width == Width::narrow && (outcome.kind == Kind::infinity || outcome.by_flush)) return;
    error_ = std::max(error_, mpq_class(abs(outcome.v - *exact_)));
  }

  const mpq_class* exact_;
  mpq_class error_;
  bool nan_ = false;
  bool infinite_[2] = {false, false};
  bool zero_[2] = {false, false};
};

/// How a sum may be ordered: any binary tree; chains, each step adding one term; the chain as it is written.
enum class Orders : std::uint8_t { trees, chains, left_to_right };

/// Whether the sum of all terms of both parts may be made as left + right.
inline bool allowed(Orders orders, unsigned left, unsigned right) {
  if (orders == Orders::trees) return true;
  if (orders == Orders::chains) return std::has_single_bit(left) || std::has_single_bit(right);
  const unsigned later = std::max(left, right);  // the last term alone, and all those before it
  return std::has_single_bit(later) && std::min(left, right) == later - 1;
}

/// Removes what occurs twice; of two that differ in being open only, the settled one stays.
inline void remove_twins(Outcomes& outcomes) {
  const auto same = [](const Outcome& a, const Outcome& b) {
    return a.kind == b.kind && a.negative == b.negative && a.by_flush == b.by_flush && a.v == b.v;
  };
  std::ranges::sort(outcomes, [](const Outcome& a, const Outcome& b) {
    if (a.kind != b.kind) return a.kind < b.kind;
    if (a.negative != b.negative) return b.negative;
    if (a.by_flush != b.by_flush) return b.by_flush;
    if (a.v != b.v) return a.v < b.v;
    return !a.open && b.open;
  });
  outcomes.erase(std::unique(outcomes.begin(), outcomes.end(), same), outcomes.end());
}

/// Everything that a sum of terms gives in the orders allowed.
inline Outcomes all_sums(const std::vector<Outcomes>& terms, Orders orders, const Step& inner, const Step& last) {
  // Split the terms in two non-empty parts in every way (the first term stays left, addition being commutative).
  const auto sums = [&](const auto& self, unsigned subset, const Step& step) -> Outcomes {
    if (std::has_single_bit(subset)) return terms[static_cast<std::size_t>(std::countr_zero(subset))];
    Outcomes out;
    const unsigned lowest = subset & (~subset + 1);
    for (unsigned left = (subset - 1) & subset; left != 0; left = (left - 1) & subset) {
      if ((left & lowest) == 0 || !allowed(orders, left, subset & ~left)) continue;
      const Outcomes a = self(self, left, inner);
      const Outcomes b = self(self, subset & ~left, inner);
      for (const Outcome& u : a) {
        for (const Outcome& v : b) {
          const std::size_t first = out.size();
          sum(u, v, step, out);
          for (std::size_t i = first; i < out.size(); ++i) out[i].open = out[i].open || u.open || v.open;
        }
      }
    }
    remove_twins(out);
    return out;
  };
  return sums(sums, (1U << terms.size()) - 1U, last);
}

/// x0 * y0 + x1 * y1 + ... (+ addend), each step within `bound`. Operands are flushed already.
struct Fused {
  bool nan_operand = false;
  bool exact_is_finite = true;
  mpq_class exact;
  Outcomes outcomes;

  Fused(std::span<const Pattern> factors, const Pattern* addend, const Bound& bound, Orders orders = Orders::trees) {
    const Step inner{bound, true, true, Flush::may};
    const Step last{bound, false, false, Flush::must};
    std::vector<Outcomes> terms;
    for (std::size_t i = 0; i < factors.size(); i += 2) {
      if (finite_operand(factors[i]) && finite_operand(factors[i + 1]))
        exact += value(factors[i]) * value(factors[i + 1]);
      terms.emplace_back();
      multiply(Outcome::of(factors[i]), Outcome::of(factors[i + 1]), inner, terms.back());
    }
    if (addend != nullptr) {
      if (finite_operand(*addend)) exact += value(*addend);
      terms.push_back({Outcome::of(*addend)});
    }
    if (!nan_operand) outcomes = all_sums(terms, orders, inner, last);
  }

  [[nodiscard]] Inherited inherited(Inherited::Width width) const {
    return {width, outcomes, exact_is_finite ? &exact : nullptr};
  }

 private:
  bool finite_operand(Pattern bits) {
    nan_operand = nan_operand || is_nan(bits);
    const bool finite = magnitude(bits) < kInfinity;
    exact_is_finite = exact_is_finite && finite;
    return finite;
  }
};

/// x / y as x * k, k within 1 ULP of 1 / y and the product the nearest. Finite, non-zero, flushed operands.
struct Division {
  mpq_class exact;
  Outcomes outcomes;
  bool large_divisor;
  bool negative;

  Division(Pattern x, Pattern y)
      : exact(value(x) / value(y)),
        large_divisor(abs(value(y)) > power(126)),
        negative(is_negative(x) != is_negative(y)) {
    const Step reciprocal{Bound::ulps(1), false, false, Flush::never};
    const Step product{Bound::nearest(), false, false, Flush::must};
    Outcomes k;
    add_outcomes(1 / value(y), reciprocal, k);
    for (const Outcome& outcome : k) multiply(Outcome::of(x), outcome, product, outcomes);
  }

  [[nodiscard]] Inherited inherited(Inherited::Width width) const {
    Inherited result(width, outcomes, &exact);
    if (large_divisor) result.add_zero(negative);
    return result;
  }
};

}  // namespace halfulp::oracle
