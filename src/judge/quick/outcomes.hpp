// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "judge/permit/policies.hpp"
#include "judge/quick/case.hpp"
#include "number/sum_to_odd.hpp"

namespace halfulp::judge::plain {

/// What the steps of a sum of products may give, as judge/permit/inherited.hpp has it, in doubles: every step within 1
/// ULP, in any order, all terms far from both ends of the range.

/// Values of binary32 and what is between them. `is_tiny`: of terms next to zero, of which mostly the sign matters;
/// `is_zero`: of such as leave others as they are.
struct Hull {
  float low;
  float high;
  bool is_tiny = false;
  bool is_zero = false;
};

/// A number, total + error: `total` is the double nearest to it.
using Number = number::TwoSum;

inline Number negated(Number x) { return {-x.total, -x.error}; }

/// So far from zero a step gives normal values, and the values next to those are normal too.
inline bool is_far_from_zero(double x) { return std::fabs(x) >= 0x1p-120; }

inline float next_up(float v) {
  const std::uint32_t bits = bits_of(v);
  return value((bits & kSign) != 0 ? bits - 1 : bits + 1);  // never from zero
}
inline float next_down(float v) { return -next_up(-v); }

inline bool begins_a_binade(float v) { return (bits_of(v) & 0x007fffff) == 0; }

/// The least value that is not below x, far from both ends of the range.
inline float least_from(double x) {
  const auto near = static_cast<float>(x);
  return near < x ? next_up(near) : near;
}

/// A number and the values about it.
class Between {
 public:
  explicit Between(Number x) : x_(x) {
    const auto near = static_cast<float>(x.total);
    is_value_ = near == x.total && x.error == 0;
    const bool is_below = near < x.total || (near == x.total && x.error > 0);
    below_ = is_value_ || is_below ? near : next_down(near);
    above_ = is_value_ || !is_below ? near : next_up(near);
  }

  /// The lowest value within 1 ULP of the number or, where the exact results go on to `highest`, of one of them.
  [[nodiscard]] float lowest(Ulp definition, Number highest) const {
    switch (definition) {
      case Ulp::muller_a:
        return lowest_by_gap();
      case Ulp::muller_b: {
        const float lowest = is_value_ ? below_two_gaps(below_) : lowest_by_gap();
        const bool is_above_in = above_ < highest.total || (above_ == highest.total && highest.error >= 0);
        return is_above_in ? std::min(lowest, below_two_gaps(above_)) : lowest;
      }
      case Ulp::goldberg_of_result: {
        // A gap of the result is that behind it: two of those before a negative power of two.
        const float first = is_value_ ? next_down(below_) : below_;
        const float next = next_down(first);
        return is_in_reach(next) ? next : first;
      }
      case Ulp::bit_steps:
        break;
    }
    return is_value_ || is_in_lower_half() ? next_down(below_) : below_;
  }

 private:
  /// By the distance of the two values that are nearest to the number.
  [[nodiscard]] float lowest_by_gap() const {
    // The value below a negative power of two is two of these away.
    if (is_value_) return below_ < 0 && begins_a_binade(below_) ? below_ : next_down(below_);
    // Below a power of two values are half as far apart.
    return below_ > 0 && begins_a_binade(below_) && is_in_lower_half() ? next_down(below_) : below_;
  }

  /// By the distance of the neighbours of a value.
  static float below_two_gaps(float v) {
    const double width = static_cast<double>(next_up(v)) - static_cast<double>(next_down(v));
    return least_from(v - width);
  }

  /// Whether a value below is within the gap behind it. Only of one whose gap is twice that before it, it may be.
  [[nodiscard]] bool is_in_reach(float v) const {
    if (v >= 0 || !begins_a_binade(v)) return false;
    const double gap = static_cast<double>(v) - static_cast<double>(next_down(v));
    const double limit = v + gap;  // exact
    return x_.total < limit || (x_.total == limit && x_.error <= 0);
  }

  /// Not above the middle of the two values.
  [[nodiscard]] bool is_in_lower_half() const {
    const double middle = (static_cast<double>(below_) + static_cast<double>(above_)) / 2;  // exact
    return x_.total < middle || (x_.total == middle && x_.error <= 0);
  }

  Number x_;
  bool is_value_;
  float below_;
  float above_;
};

/// What a step may give for exact results from `low` to `high`, which are not next to zero.
inline Hull step(Ulp definition, Number low, Number high) {
  return {Between(low).lowest(definition, high), -Between(negated(high)).lowest(definition, negated(low))};
}

/// What the sum of two may be; nothing where an end comes near zero. (A hull may have zero inside, which is no further
/// from the exact sum than one of its ends, and leaves other terms as they are.)
inline std::optional<Hull> outcomes_of_addition(Ulp definition, const Hull& a, const Hull& b) {
  if (a.is_zero) return b;
  if (b.is_zero) return a;
  if (a.is_tiny && b.is_tiny) {  // twice as wide, whatever is rounded or flushed
    const float low = std::min(a.low, b.low);
    const float high = std::max(a.high, b.high);
    return Hull{low < 0 ? 4 * low : low, high > 0 ? 4 * high : high, true};
  }
  const Number low = number::two_sum(a.low, b.low);
  const Number high = number::two_sum(a.high, b.high);
  if (!is_far_from_zero(low.total) || !is_far_from_zero(high.total)) return std::nullopt;
  return step(definition, low, high);
}

/// Terms of a sum of n, as bits.
using Subset = std::size_t;

/// What one order may give, term after term.
template <std::size_t n>
std::optional<Hull> outcomes_in_turn(Ulp definition, const std::array<Hull, n>& terms, Subset subset) {
  std::optional<Hull> sum;
  for (std::size_t i = 0; i < n; ++i) {
    if ((subset >> i & 1) == 0) continue;
    sum = sum ? outcomes_of_addition(definition, *sum, terms[i]) : terms[i];
    if (!sum) break;
  }
  return sum;
}

/// What all orders may give of the terms of each subset, which are finite.
template <std::size_t n>
std::optional<std::array<Hull, Subset{1} << n>> outcomes_of_sums(Ulp definition, const std::array<Hull, n>& terms) {
  std::array<Hull, Subset{1} << n> of_subset{};
  for (Subset subset = 1; subset < of_subset.size(); ++subset) {
    if (std::has_single_bit(subset)) {
      of_subset[subset] = terms[static_cast<std::size_t>(std::countr_zero(subset))];
      continue;
    }
    Hull all{HUGE_VALF, -HUGE_VALF};
    for (Subset left = (subset - 1) & subset; left != 0; left = (left - 1) & subset) {
      const Subset right = subset & ~left;
      if (left < right) continue;
      const std::optional<Hull> sum = outcomes_of_addition(definition, of_subset[left], of_subset[right]);
      if (!sum) return std::nullopt;
      all = {std::min(all.low, sum->low), std::max(all.high, sum->high), sum->is_tiny, sum->is_zero};
    }
    of_subset[subset] = all;
  }
  return of_subset;
}

/// A product of two values, by one step but for 1 and -1, which leave the other factor as it is.
inline Hull outcomes_of_product(Ulp definition, float x, float y) {
  const double exact = static_cast<double>(x) * static_cast<double>(y);
  if (std::fabs(x) == 1 || std::fabs(y) == 1) return {static_cast<float>(exact), static_cast<float>(exact)};
  return step(definition, {exact, 0}, {exact, 0});
}

}  // namespace halfulp::judge::plain
