// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "judge/permit/policies.hpp"
#include "judge/quick/case.hpp"
#include "number/binade.hpp"
#include "number/sum_to_odd.hpp"

namespace halfulp::judge::plain {

/// What the steps of a sum of products may give, as judge/permit/inherited.hpp has it, in doubles, which hold it all
/// exactly: every step within 1 ULP, in any order, no sum of some terms as large as kMostSummed.

/// A number, total + error: `total` is the double nearest to it.
using Number = number::TwoSum;
inline Number negated(Number x) { return {-x.total, -x.error}; }

/// Values of 24 bits: those of binary32, denormals among them, or with exponents without end.
enum class Range : std::uint8_t { format, extended };

constexpr double kLeastNormal = 0x1p-126;

/// From there on, in size, a step gives the same values in both ranges, none of them flushed.
constexpr double kPlainFrom = 0x1p-125;

constexpr int least_exponent(Range range) { return range == Range::format ? -126 : -900; }

/// Whether the next value is half as far toward zero as away from it.
inline bool begins_a_binade(double v, Range range) {
  return is_power_of_two(v) && number::exponent_of(v) > least_exponent(range);
}
inline double next_up(double v, Range range) {
  const double gap = number::power_of_two(std::max(number::exponent_of(v), least_exponent(range)) - 23);
  return v + (v < 0 && begins_a_binade(v, range) ? gap / 2 : gap);
}
inline double next_down(double v, Range range) { return -next_up(-v, range); }

/// The value nearest to x, which is not zero.
inline double nearest_value(double x, Range range) {
  if (range == Range::format || std::fabs(x) >= kLeastNormal) return static_cast<float>(x);
  const double unit = number::power_of_two(number::exponent_of(x));
  return static_cast<float>(x / unit) * unit;
}

/// A number, which is not zero, and the values about it.
class Between {
 public:
  Between(Number x, Range range) : x_(x), range_(range) {
    const double near = nearest_value(x.total, range);
    is_value_ = near == x.total && x.error == 0;
    const bool is_below = near < x.total || (near == x.total && x.error > 0);
    below_ = is_value_ || is_below ? near : next_down(near, range);
    above_ = is_value_ || !is_below ? near : next_up(near, range);
  }

  /// The lowest value within 1 ULP of the number or, where the exact results go on to `highest`, of one of them.
  [[nodiscard]] double lowest(Ulp definition, Number highest) const {
    switch (definition) {
      case Ulp::muller_a:
        return lowest_by_gap();
      case Ulp::muller_b: {
        const double lowest = is_value_ ? below_two_gaps(below_) : lowest_by_gap();
        const bool is_above_in =
            above_ != 0 && (above_ < highest.total || (above_ == highest.total && highest.error >= 0));
        return is_above_in ? std::min(lowest, below_two_gaps(above_)) : lowest;
      }
      case Ulp::goldberg_of_result: {
        // A gap of the result is that behind it: two of those before a negative power of two.
        const double first = is_value_ ? next_down(below_, range_) : below_;
        const double next = next_down(first, range_);
        return is_in_reach(next) ? next : first;
      }
      case Ulp::bit_steps:
        break;
    }
    return is_value_ || is_in_lower_half() ? next_down(below_, range_) : below_;
  }

  /// The nearest one, of two the lower.
  [[nodiscard]] double nearest() const { return is_in_lower_half() ? below_ : above_; }

 private:
  /// By the distance of the two values that are nearest to the number.
  [[nodiscard]] double lowest_by_gap() const {
    // The value below a negative power of two is two of these away.
    if (is_value_) return below_ < 0 && begins_a_binade(below_, range_) ? below_ : next_down(below_, range_);
    // Below a power of two values are half as far apart.
    const bool begins = below_ > 0 && begins_a_binade(below_, range_);
    return begins && is_in_lower_half() ? next_down(below_, range_) : below_;
  }

  /// By the distance of the neighbours of a value.
  [[nodiscard]] double below_two_gaps(double v) const {
    const double end = v - (next_up(v, range_) - next_down(v, range_));
    if (end == 0) return end;
    const double near = nearest_value(end, range_);
    return near < end ? next_up(near, range_) : near;
  }

  /// Whether a value below is within the gap behind it. Only of one whose gap is twice that before it, it may be.
  [[nodiscard]] bool is_in_reach(double v) const {
    if (v >= 0 || !begins_a_binade(v, range_)) return false;
    const double limit = v + (v - next_down(v, range_));
    return x_.total < limit || (x_.total == limit && x_.error <= 0);
  }

  /// Not above the middle of the two values.
  [[nodiscard]] bool is_in_lower_half() const {
    const double middle = (below_ + above_) / 2;
    return x_.total < middle || (x_.total == middle && x_.error <= 0);
  }

  Number x_;
  Range range_;
  bool is_value_;
  double below_;
  double above_;
};

/// Values, of which the least and the greatest are known, and whether zero, of whichever sign, is among them.
struct Outcomes {
  double low = HUGE_VAL;  ///< above `high`: none but zero
  double high = -HUGE_VAL;
  bool may_be_zero = false;

  [[nodiscard]] bool has_values() const { return low <= high; }
  void include(double from, double to) {
    if (from > to) return;
    low = std::min(low, from);
    high = std::max(high, to);
  }
  void include(const Outcomes& others) {
    include(others.low, others.high);
    may_be_zero = may_be_zero || others.may_be_zero;
  }
};

/// Steps of 1 ULP, whether they may keep extra range, and whether that may be flushed.
struct Steps {
  Ulp ulp = Ulp::muller_a;
  bool extend = false;
  bool flush = false;

  /// For exact results from `low` to `high`. `is_last`: the result is a value of binary32; none is flushed here.
  [[nodiscard]] Outcomes after(Number low, Number high, bool is_last) const {
    Outcomes outcomes;
    const bool cancels = low.total <= 0 && high.total >= 0;
    outcomes.may_be_zero = cancels;
    if (low.total == 0 && high.total == 0) return outcomes;
    const bool are_plain = std::min(std::fabs(low.total), std::fabs(high.total)) >= kPlainFrom;
    double first = end(low, high, Range::format);
    double last = -end(negated(high), negated(low), Range::format);
    if (are_plain || is_last) {
      outcomes.include(first, last);
      return outcomes;
    }
    if (extend) {
      const double first_extended = end(low, high, Range::extended);
      const double last_extended = -end(negated(high), negated(low), Range::extended);
      if (first_extended != 0 || last_extended != 0) outcomes.include(first_extended, last_extended);
      const bool has_small = std::min(first, low.total) < kLeastNormal && std::max(last, high.total) > -kLeastNormal;
      outcomes.may_be_zero = outcomes.may_be_zero || (flush && has_small);
    }
    // Zero is known apart.
    outcomes.may_be_zero = outcomes.may_be_zero || first == 0 || last == 0;
    if (first == 0) first = 0x1p-149;
    if (last == 0) last = -0x1p-149;
    outcomes.include(first, last);
    return outcomes;
  }

  /// Of the product of two values, by one step but for 1 and -1, which leave the other factor as it is.
  [[nodiscard]] Outcomes of_product(float x, float y) const {
    const double exact = static_cast<double>(x) * static_cast<double>(y);
    if (exact == 0) return {.may_be_zero = true};
    if (std::fabs(x) == 1 || std::fabs(y) == 1) return {exact, exact};
    return after({exact, 0}, {exact, 0}, false);
  }

  /// Of the sum of two, of which a zero leaves the other as it is.
  [[nodiscard]] Outcomes of_sum(const Outcomes& x, const Outcomes& y, bool is_last) const {
    Outcomes outcomes;
    if (x.has_values() && y.has_values()) {
      outcomes = after(number::two_sum(x.low, y.low), number::two_sum(x.high, y.high), is_last);
    }
    if (x.may_be_zero && y.has_values()) include_kept(outcomes, y, is_last);
    if (y.may_be_zero && x.has_values()) include_kept(outcomes, x, is_last);
    outcomes.may_be_zero = outcomes.may_be_zero || (x.may_be_zero && y.may_be_zero);
    return outcomes;
  }

 private:
  [[nodiscard]] double end(Number low, Number high, Range range) const {
    return low.total == 0 ? 0 : Between(low, range).lowest(ulp, high);
  }

  static void include_kept(Outcomes& outcomes, const Outcomes& kept, bool is_last) {
    const auto in_format = [](double v) {
      return v == 0 || std::fabs(v) >= kPlainFrom ? v : Between({v, 0}, Range::format).nearest();
    };
    const double low = is_last ? in_format(kept.low) : kept.low;
    const double high = is_last ? -in_format(-kept.high) : kept.high;
    outcomes.include(low, high);
  }
};

/// What one order may give, term after term.
template <std::size_t n>
Outcomes outcomes_in_turn(const Steps& steps, const std::array<Outcomes, n>& terms) {
  Outcomes sum = terms[0];
  for (std::size_t i = 1; i < n; ++i) sum = steps.of_sum(sum, terms[i], i + 1 == n);
  return sum;
}

/// What all orders may give.
template <std::size_t n>
Outcomes outcomes_in_all_orders(const Steps& steps, const std::array<Outcomes, n>& terms) {
  constexpr unsigned kAll = (1U << n) - 1;
  std::array<Outcomes, kAll + 1> of_subset;
  for (unsigned subset = 1; subset <= kAll; ++subset) {
    if (std::has_single_bit(subset)) {
      of_subset[subset] = terms[static_cast<std::size_t>(std::countr_zero(subset))];
      continue;
    }
    for (unsigned left = (subset - 1) & subset; left > (subset ^ left); left = (left - 1) & subset) {
      of_subset[subset].include(steps.of_sum(of_subset[left], of_subset[subset ^ left], subset == kAll));
    }
  }
  return of_subset[kAll];
}

}  // namespace halfulp::judge::plain
