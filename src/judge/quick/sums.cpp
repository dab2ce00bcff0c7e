// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "judge/quick/case.hpp"
#include "judge/quick/outcomes.hpp"
#include "number/binade.hpp"
#include "number/strict_floating_point.hpp"
#include "number/sum_to_odd.hpp"

namespace halfulp::judge::plain {
namespace {

/// One way to evaluate a sum of products: each step rounded to nearest, flushed or not.
template <std::size_t n, bool flush>
class Serial {
 public:
  explicit Serial(const std::array<float, 2 * n>& operands) {
    for (std::size_t i = 0; i < n; ++i) terms_[i] = step(operands[i] * operands[i + n]);
  }
  explicit Serial(const std::array<float, 3>& operands)  // mad
      requires(n == 2)
      : terms_{step(operands[0] * operands[1]), operands[2]} {}

  [[nodiscard]] float forward() const {
    float sum = terms_[0];
    for (std::size_t i = 1; i < n; ++i) sum = step(sum + terms_[i]);
    return sum;
  }
  [[nodiscard]] float backward() const {
    float sum = terms_[n - 1];
    for (std::size_t i = n - 1; i > 0; --i) sum = step(sum + terms_[i - 1]);
    return sum;
  }

 private:
  static float step(float v) { return flush ? flushed(v) : v; }
  std::array<float, n> terms_{};
};

/// Whether the serial orderings that devices use give the observed result. Each is an ordering of the unfused
/// expansion, so that its result is permitted whatever it passes through; the last step is flushed as every result is.
template <std::size_t n, class Operands>
bool is_serial(const Operands& operands, std::uint32_t observed, bool flushes) {
  const auto last = [&](float v) { return bits_of(flushes ? flushed(v) : v); };
  const Serial<n, false> kept(operands);
  if (same(observed, last(kept.forward())) || same(observed, last(kept.backward()))) return true;
  if (!flushes) return false;
  const Serial<n, true> flush(operands);
  return same(observed, last(flush.forward())) || same(observed, last(flush.backward()));
}

constexpr double kLargest = 0x1.fffffep127;

/// A sum of exact double terms as s + c, within error() of the exact sum.
struct Sum {
  double s = 0;
  double c = 0;
  double magnitudes = 0;  ///< the sum of the terms' magnitudes
  bool is_exact = true;

  /// Few exact errors, each at most 2^-53 of the magnitudes, summed with relative error 2^-53 a step.
  [[nodiscard]] double error() const { return is_exact ? 0 : magnitudes * 0x1p-100; }
  /// No sum of some of the terms is larger.
  [[nodiscard]] double most() const { return (magnitudes + std::fabs(s)) / 2; }
  /// Whether that is little beside the sum, which is not zero then.
  [[nodiscard]] bool is_precise() const { return s != 0 && error() <= std::fabs(s) * 0x1p-60; }
};

template <std::size_t n>
Sum compensated(const std::array<double, n>& terms) {
  Sum sum;
  for (const double t : terms) {
    const number::TwoSum step = number::two_sum(sum.s, t);
    sum.s = step.total;
    sum.is_exact = sum.is_exact && (sum.c == 0 || step.error == 0);
    sum.c += step.error;
    sum.magnitudes += std::fabs(t);
  }
  // So that c is the rest beside the nearest double, whatever cancelled.
  const double nearest = sum.s + sum.c;
  sum.c -= nearest - sum.s;
  sum.s = nearest;
  return sum;
}

/// Whether `observed` is the result of one correct rounding, flushed as results are: permitted by every inherited
/// bound.
bool is_nearest(const Sum& sum, std::uint32_t observed, bool flushes) {
  if (!std::isfinite(sum.s) || std::fabs(sum.s) < 0x1p-400) return false;
  const double size = std::fabs(sum.s);
  const bool same_sign = std::signbit(sum.s) == ((observed & kSign) != 0);
  if (sum.error() > size * 0x1p-60) return false;
  if (magnitude(observed) == kInfinity) return same_sign && size > 0x1p128;
  if (magnitude(observed) == 0) return flushes && same_sign && size < 0x1p-127;
  if (!is_normal(observed) || magnitude(observed) == kMinNormal) return false;
  const double r = value(observed);
  const int exponent = number::exponent_of(r);
  const bool power = (observed & 0x007fffff) == 0;
  const double half_gap = number::power_of_two(exponent - (power ? 25 : 24));
  return std::fabs((r - sum.s) - sum.c) < half_gap * (1 - 0x1p-20);
}

/// A normal value as a neighbour of a sum of two terms, which s + c is exactly.
struct Neighbour {
  Neighbour(const Sum& sum, std::uint32_t observed) {
    const double size = std::fabs(sum.s);
    const bool is_plain = is_normal(observed) && magnitude(observed) != kMinNormal && size < 0x1.ffp127;
    if (!is_plain || !sum.is_precise() || std::signbit(sum.s) != ((observed & kSign) != 0)) return;
    const double seen = std::fabs(value(observed));
    const double rest = std::signbit(sum.s) ? -sum.c : sum.c;
    const double above = number::power_of_two(number::exponent_of(seen) - 23);
    const double below = (observed & 0x007fffff) == 0 ? above / 2 : above;
    // What is less than a gap, or half of it, is so however this is rounded.
    const auto is_less = [&](double gap) { return (size - seen - gap) + rest < 0; };
    const auto is_more = [&](double gap) { return (size - seen - gap) + rest > 0; };
    is_next = is_less(above) && is_more(-below);
    is_apart = !is_next && size > 0x1p-125;
    is_truncated = is_next && is_more(above / 2);
  }
  bool is_next = false;       ///< or the sum itself
  bool is_apart = false;      ///< what no rounding gives
  bool is_truncated = false;  ///< next to it on the side of zero, and not nearest
};

/// The most that may be flushed of a sum of some of the terms but not all, within a relative error. Of those that may
/// be flushed themselves nothing more is lost.
template <std::size_t n>
double most_flushed_of_some(const std::array<double, n>& terms, double error) {
  struct Some {
    double sum = 0;
    double magnitudes = 0;
    bool are_flushed = true;
  };
  constexpr unsigned kAll = (1U << n) - 1;
  std::array<Some, kAll> subsets{};
  double most = 0;
  for (unsigned subset = 1; subset < kAll; ++subset) {
    const Some& others = subsets[subset & (subset - 1)];
    const double term = terms[static_cast<std::size_t>(std::countr_zero(subset))];
    const Some some{others.sum + term, others.magnitudes + std::fabs(term),
                    others.are_flushed && std::fabs(term) < kMayBeFlushed};
    subsets[subset] = some;
    const double least = std::fabs(some.sum) - error * some.magnitudes;
    if (some.are_flushed || std::has_single_bit(subset) || !(least < kMayBeFlushed)) continue;
    most = std::max(most, std::min(std::fabs(some.sum) + error * some.magnitudes, kMayBeFlushed));
  }
  return most;
}

/// How far from `sum`, the terms' sum, any order of steps of that relative error may come, where nothing is flushed.
template <std::size_t n>
double reach_of_orders(const std::array<double, n>& terms, double sum, double error) {
  struct Between {
    double low = 0;
    double high = 0;
  };
  constexpr unsigned kAll = (1U << n) - 1;
  const auto step = [&](double low, double high) {
    return Between{low - error * std::fabs(low), high + error * std::fabs(high)};
  };
  std::array<Between, kAll + 1> subsets{};
  for (unsigned subset = 1; subset <= kAll; ++subset) {
    if (std::has_single_bit(subset)) {
      const double term = terms[static_cast<std::size_t>(std::countr_zero(subset))];
      subsets[subset] = step(term, term);
      continue;
    }
    Between exact{HUGE_VAL, -HUGE_VAL};
    for (unsigned left = (subset - 1) & subset; left > (subset ^ left); left = (left - 1) & subset) {
      const Between& a = subsets[left];
      const Between& b = subsets[subset ^ left];
      exact = {std::min(exact.low, a.low + b.low), std::max(exact.high, a.high + b.high)};
    }
    subsets[subset] = step(exact.low, exact.high);
  }
  return std::max(sum - subsets[kAll].low, subsets[kAll].high - sum);
}

/// How far steps within 1 ULP may come from the sum of terms, of which the first ones are products, in any order: by
/// any definition an ULP is at most two of the binade's, and no sum of some terms is larger than their magnitudes.
template <std::size_t n, std::size_t products>
double reach_by_ulp(const std::array<double, n>& terms, const Sum& sum) {
  const auto binade = [](double x) { return number::power_of_two(number::exponent_of(x * (1 + kMostAdded))); };
  double binades = binade(std::fabs(sum.s) + sum.magnitudes * kMostAdded) + (n - 2) * binade(sum.magnitudes);
  for (std::size_t i = 0; i < products; ++i) binades += terms[i] == 0 ? 0 : binade(terms[i]);
  return binades * 0x1p-22 * (1 + 0x1p-10);
}

/// Whether a finite `observed` is so far from the sum that no order of steps explains it: no step overflows, and few
/// may come near denormals.
template <std::size_t n, std::size_t products>
bool is_far_from_sum(const Quick& quick, const std::array<double, n>& terms, const Sum& sum, std::uint32_t observed) {
  if (!quick.denies() || !(quick.reach_of_steps(1) > 0)) return false;
  if (!(sum.most() < kMostSummed) || magnitude(observed) >= kInfinity) return false;
  const bool has_one_ulp = !is_power_of_two(sum.s) || std::fabs(sum.s) <= 0x1p-126;
  if (sum.magnitudes < 0x1p-122 && has_one_ulp && std::fabs(value(observed)) > 0x1p-118F) return true;  // in any order
  // A result that is flushed is a zero.
  const double least = is_normal(observed) ? kMayBeFlushed : kFlushed;
  if (!sum.is_precise() || is_power_of_two(sum.s) || !(std::fabs(sum.s) > least)) return false;
  // What is flushed, of terms and of sums of some of them, and what steps of denormals err by.
  double small = 0;
  for (const double term : terms) small += std::fabs(term) < kMayBeFlushed ? std::fabs(term) : 0;
  small += (n - 2) * most_flushed_of_some(terms, quick.reach_of_steps(static_cast<int>(n)));
  small += quick.reach_of_steps(static_cast<int>(2 * n)) * 0x1p-126;
  const double apart = std::fabs(static_cast<double>(value(observed)) - sum.s);
  if (apart > quick.reach_of_steps(static_cast<int>(n)) * sum.magnitudes + small) return true;
  if (quick.steps_within_one_ulp() && apart > reach_by_ulp<n, products>(terms, sum) + small) return true;
  return n > 2 && apart > small && apart - small > reach_of_orders(terms, sum.s, quick.reach_of_steps(1));
}

/// So far from zero a step gives normal values, and the values next to those are normal too.
bool is_far_from_zero(double x) { return std::fabs(x) >= 0x1p-120; }

/// Whether `observed` is next to the sum, as what each order may give is on both sides of it.
bool is_beside_sum(const Quick& quick, const Sum& sum, std::uint32_t observed) {
  if (!quick.permits_outcomes() || !(sum.most() < kMostSummed) || !is_far_from_zero(sum.s)) return false;
  return Neighbour(sum, observed).is_next;
}

/// Whether `observed` is nearer to the sum than what some order gives whose products are flushed that are denormal, all
/// of one sign: the sum of the other terms or, within the steps' bounds, what is further.
template <std::size_t n>
bool is_within_flush(const Quick& quick, const std::array<double, n>& terms, const Sum& sum, std::uint32_t observed) {
  if (!quick.permits_outcomes() || !quick.may_flush_results() || !is_normal(observed)) return false;
  if (!(sum.most() < kMostSummed) || !sum.is_precise()) return false;
  double positive = 0;
  double negative = 0;
  for (const double term : terms) {
    if (!(std::fabs(term) < 0x1p-126)) continue;
    (term < 0 ? negative : positive) += term;
  }
  const double flushed = positive > -negative ? positive : negative;
  const double left = std::fabs(sum.s - flushed);
  return left > kFlushed && std::fabs((value(observed) - sum.s) - sum.c) < std::fabs(flushed) * (1 - 0x1p-20);
}

/// What the terms of a sign come to.
template <std::size_t n>
double magnitudes_of_sign(const std::array<double, n>& terms, bool negative) {
  double sum = 0;
  for (const double term : terms) sum += std::signbit(term) == negative ? std::fabs(term) : 0;
  return sum;
}

/// Whether the terms of one sign come next to overflow, or past it, and those of the other do not, so that each order
/// of steps ends at its infinity or at their sum or, beyond it, at the largest value, less the other terms and some
/// ULP, or above, and `observed` is smaller.
template <std::size_t n>
bool is_no_overflow(const Quick& quick, const std::array<double, n>& terms, std::uint32_t observed) {
  if (!quick.denies() || quick.infinity_undefined()) return false;
  constexpr double kSlack = 0x1p-18;
  const double largest = *std::ranges::max_element(terms, {}, [](double term) { return std::fabs(term); });
  const bool negative = std::signbit(largest);
  const double of_its_sign = magnitudes_of_sign(terms, negative);
  const bool is_past = std::fabs(largest) > 0x1.0001p128;
  const double top = is_past ? kLargest : std::min(kLargest, of_its_sign * (1 - kSlack));
  const double least = top - (1 + kSlack) * magnitudes_of_sign(terms, !negative) - 0x1p110;
  if (!(of_its_sign > 0x1p127 && least > 0x1p120)) return false;
  // Where the exact sum is no larger, as far from it on its other side as the largest value may be.
  const double bound = is_past ? least : least - (kLargest - least);
  const double seen = negative ? -value(observed) : value(observed);
  return is_nan(observed) || seen < bound;
}

/// Whether `observed` is no further from the sum than the order that keeps products of its sign at the largest value,
/// where they are beyond it: that ends at what the terms of the other sign leave, or below.
template <std::size_t n>
bool is_within_saturated(const Quick& quick, const std::array<double, n>& terms, const Sum& sum,
                         std::uint32_t observed) {
  constexpr double kBeyond = 0x1.01p128;
  const bool may_saturate = quick.permits_outcomes() && quick.extends_steps() && quick.saturates_steps();
  if (!may_saturate || !is_normal(observed) || !std::isfinite(sum.magnitudes)) return false;
  const double size_of_sum = std::fabs(sum.s);
  if (!(size_of_sum > kBeyond) && !(sum.is_precise() && size_of_sum > 0x1p100)) return false;
  double end = 0;
  for (const double term : terms) {
    const double size = std::fabs(term);
    const bool same_sign = std::signbit(term) == std::signbit(sum.s);
    end += same_sign ? (size > kBeyond ? kLargest : size) : -size;
  }
  const double seen = std::signbit(sum.s) ? -value(observed) : value(observed);
  constexpr double kRounded = 0x1p90;
  return std::fabs(end) > 0x1p100 && seen > std::max(end, -kLargest) + kRounded &&
         seen < 2 * size_of_sum - end - kRounded;
}

/// Whether `observed` is what overflow may give: the infinity of a product, which the other steps, kept in range, leave
/// as it is; beside a sum beyond it the largest value, and what is left of that where the terms of the sum's sign come
/// first and stop there, and those of the other, which may stop too, are added by steps of 1 ULP.
template <std::size_t n>
bool is_overflow(const Quick& quick, const std::array<double, n>& terms, const Sum& sum, std::uint32_t observed) {
  if (!quick.extends_steps() || !std::isfinite(sum.magnitudes)) return false;
  const auto is_beyond = [](double v, bool negative) {
    constexpr double kBeyond = 0x1.00001p128;  // whatever an ULP is
    return std::fabs(v) > kBeyond && std::signbit(v) == negative;
  };
  const bool any_beyond[] = {std::ranges::any_of(terms, [&](double term) { return is_beyond(term, false); }),
                             std::ranges::any_of(terms, [&](double term) { return is_beyond(term, true); })};
  const bool negative = (observed & kSign) != 0;
  if (magnitude(observed) == kInfinity) return any_beyond[negative ? 1 : 0];
  if (!quick.permits_outcomes() || !sum.is_precise()) return false;
  if (observed == 0) return any_beyond[0] && any_beyond[1] && std::fabs(sum.s) > 0x1p128;
  if (!is_normal(observed) || !is_beyond(sum.s, negative)) return false;
  const double against = magnitudes_of_sign(terms, !negative);
  const double below = kLargest - std::fabs(static_cast<double>(value(observed)));
  return below == 0 || (is_far_from_zero(against) && below <= std::max(against * (1 - 0x1p-20), 0x1p104));
}

/// The factors of term i of a sum of n; mad's third operand is taken once.
template <std::size_t n, std::size_t arity, class Value>
std::pair<Value, Value> factors(const Value* operands, Value one, std::size_t i) {
  if constexpr (arity == 2 * n) return {operands[i], operands[i + n]};
  return i == 0 ? std::pair(operands[0], operands[1]) : std::pair(operands[2], one);
}

/// What the terms come to that have a denormal operand, which may be a zero.
template <std::size_t n, std::size_t arity>
double magnitudes_of_denormals(const std::uint32_t* operands) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto [x, y] = factors<n, arity>(operands, kOne, i);
    if (is_denormal(x) || is_denormal(y)) {
      sum += std::fabs(static_cast<double>(value(x)) * static_cast<double>(value(y)));
    }
  }
  return sum;
}

/// Whether something holds of the terms and their sum whichever of those with a denormal operand are zero.
template <std::size_t n, std::size_t arity, class Holds>
bool whatever_is_flushed(const std::uint32_t* operands, const Holds& holds) {
  std::array<double, n> kept{};
  unsigned flushable = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto [x, y] = factors<n, arity>(operands, kOne, i);
    kept[i] = static_cast<double>(value(x)) * static_cast<double>(value(y));
    flushable |= is_denormal(x) || is_denormal(y) ? 1U << i : 0;
  }
  for (unsigned flushed = flushable;; flushed = (flushed - 1) & flushable) {
    std::array<double, n> terms = kept;
    for (std::size_t i = 0; i < n; ++i) {
      if ((flushed >> i & 1) != 0) terms[i] = 0;
    }
    if (!holds(terms, compensated(terms))) return false;
    if (flushed == 0) return true;
  }
}

/// Whether `observed` is the denormal that one rounding gives.
bool is_nearest_denormal(const Sum& sum, std::uint32_t observed) {
  if (!is_denormal(observed) || sum.error() > std::fabs(sum.s) * 0x1p-60) return false;
  return std::fabs((value(observed) - sum.s) - sum.c) < 0x1p-150 * (1 - 0x1p-20);
}

/// How far a value is from the sum of terms, beside how far others are.
template <std::size_t n>
class FromSum {
 public:
  FromSum(const std::array<double, n>& terms, const Sum& sum, float seen)
      : terms_(terms), sum_(sum), seen_(seen), from_sum_(seen - sum.s) {}

  /// Whether another value is no nearer.
  [[nodiscard]] bool reaches(double end) const { return compared_with(end) <= 0; }
  [[nodiscard]] bool may_be_nearest() const {
    const double most = std::max(std::fabs(seen_), std::fabs(sum_.s));
    const double half_gap = number::power_of_two(number::exponent_of(most) - 24);
    return std::fabs(from_sum_ - sum_.c) <= half_gap * (1 + kSlack);
  }

 private:
  /// Below 0 where the other is further, by the sign of (seen - end) * (seen + end - 2 * sum).
  [[nodiscard]] int compared_with(double end) const {
    const double end_from_sum = end - sum_.s;
    const double size = std::max(std::fabs(from_sum_), std::fabs(end_from_sum));
    double beyond = from_sum_ + end_from_sum;
    if (!(std::fabs(beyond) > kSlack * size + 4 * std::fabs(sum_.c))) {
      std::array<double, n + 2> all{seen_, end};
      std::transform(terms_.begin(), terms_.end(), all.begin() + 2, [](double term) { return -2 * term; });
      beyond = number::sum_to_odd(all);
    }
    if (seen_ == end || beyond == 0) return 0;
    return (seen_ < end) == (beyond < 0) ? 1 : -1;
  }

  static constexpr double kSlack = 0x1p-30;  ///< far more than doubles lose
  const std::array<double, n>& terms_;
  const Sum& sum_;
  double seen_;
  double from_sum_;
};

/// By the outcomes of all steps in all orders: what is no further from the sum than the furthest of them is permitted.
/// Other orders and smaller steps permit less. Terms that are zero, as those of flushed operands, leave the others as
/// they are.
template <std::size_t n, std::size_t arity>
Answer by_outcomes(const Quick& quick, const std::array<float, arity>& operands, const std::array<double, n>& terms,
                   const Sum& sum, std::uint32_t observed) {
  if (!quick.steps_within_one_ulp() || !is_normal(observed) || !(sum.most() < kMostSummed)) return Answer::undecided;
  if (!(std::fabs(sum.s) >= kLeastNormal) || !sum.is_precise() || is_power_of_two(sum.s)) return Answer::undecided;
  const auto outcomes_of_terms = [&](const Steps& steps) {
    std::array<Outcomes, n> outcomes;
    for (std::size_t i = 0; i < n; ++i) {
      const auto [x, y] = factors<n, arity>(operands.data(), 1.0F, i);
      outcomes[i] = terms[i] == 0 ? Outcomes{.may_be_zero = true} : steps.of_product(x, y);
    }
    return outcomes;
  };
  const FromSum from_sum(terms, sum, value(observed));
  // Whether a result that would be smaller is flushed, and how it is rounded, is left open.
  const auto permit = [&](const Outcomes& outcomes) {
    const auto reaches = [&](double end) { return std::fabs(end) > kLeastNormal && from_sum.reaches(end); };
    return outcomes.has_values() && (reaches(outcomes.low) || reaches(outcomes.high));
  };
  const Steps steps{quick.ulp(), quick.extends_steps(), quick.may_flush_results()};
  const std::array<Outcomes, n> of_terms = outcomes_of_terms(steps);
  if (n > 2 && quick.permits_outcomes() && permit(outcomes_in_turn(steps, of_terms)))
    return Answer::pass;  // sooner known
  const Outcomes all = outcomes_in_all_orders(steps, of_terms);
  if (quick.permits_outcomes() && permit(all)) return Answer::pass;
  // Whatever the policies are.
  const auto forbid = [&](const Outcomes& outcomes) {
    return !from_sum.reaches(outcomes.low) && !from_sum.reaches(outcomes.high);
  };
  // The nearest value is permitted though no order may give it.
  if (!forbid(all) || from_sum.may_be_nearest()) return Answer::undecided;
  const Steps flushing{quick.ulp(), true, true};
  const bool is_widest = steps.extend && steps.flush;
  if (!is_widest && !forbid(outcomes_in_all_orders(flushing, outcomes_of_terms(flushing)))) return Answer::undecided;
  return Answer::forbidden_by_ulp;
}

/// What follows for a result that the outcomes forbid of denormal operands as the ruling has them.
template <std::size_t n, std::size_t arity>
Answer forbidden_beside_denormals(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed) {
  if (quick.flushes() && !quick.tells_kept_operands()) return Answer::forbidden_flushed;
  std::array<float, arity> kept{};
  std::transform(operands, operands + arity, kept.begin(), value);
  bool permits = false;
  bool is_known = quick.flushes();  // of the first, of which all are flushed
  const bool all_forbid = whatever_is_flushed<n, arity>(operands, [&](const auto& terms, const Sum& sum) {
    if (std::exchange(is_known, false)) return true;
    const Answer answer = by_outcomes<n, arity>(quick, kept, terms, sum, observed);
    permits = answer == Answer::pass;
    return answer == Answer::forbidden_by_ulp;
  });
  if (all_forbid) return Answer::forbidden_by_ulp;
  if (quick.flushes()) return permits ? Answer::forbidden_unless_kept : Answer::forbidden_flushed;
  return permits && quick.may_flush_operands() ? Answer::pass : Answer::undecided;
}

/// mad and dot products: a correctly rounded result and every serial ordering's are permitted.
template <std::size_t n, std::size_t arity>
Answer fused(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed, Distance& distance) {
  constexpr std::size_t kProducts = arity == 2 * n ? n : 1;
  std::array<float, arity> values{};
  bool denormal_operand = false;
  for (std::size_t i = 0; i < arity; ++i) {
    denormal_operand = denormal_operand || is_denormal(operands[i]);
    values[i] = quick.flushes() ? flushed(value(operands[i])) : value(operands[i]);
  }
  std::array<double, n> terms{};
  for (std::size_t i = 0; i < n; ++i) {
    const auto [x, y] = factors<n, arity>(values.data(), 1.0F, i);
    terms[i] = static_cast<double>(x) * static_cast<double>(y);
  }
  const Sum sum = compensated(terms);
  const bool are_terms_plain = quick.flushes() || !denormal_operand;
  const bool passes = is_nearest(sum, observed, quick.flushes()) || is_overflow(quick, terms, sum, observed) ||
                      (n == 2 && are_terms_plain && is_beside_sum(quick, sum, observed)) ||
                      (n > 2 && are_terms_plain && is_within_saturated(quick, terms, sum, observed)) ||
                      (quick.tolerates() && is_serial<n>(values, observed, quick.flushes())) ||
                      (are_terms_plain && is_within_flush(quick, terms, sum, observed));
  if (!passes) {
    if (quick.flushes() && is_denormal(observed) && !denormal_operand && is_serial<n>(values, observed, false)) {
      return Answer::kept_denormal_result;
    }
    if (!std::all_of(operands, operands + arity, is_number)) return Answer::undecided;
    const double flushed = denormal_operand ? magnitudes_of_denormals<n, arity>(operands) : 0;
    const bool is_special = magnitude(observed) >= kInfinity;
    if (is_special && sum.most() + flushed < kMostSummed) return Answer::breaks_fused_nan;
    if (flushed < 0x1p100 && is_no_overflow(quick, terms, observed)) {
      if (is_special) return Answer::breaks_fused_nan;
      const bool is_measured = std::fabs(sum.s) <= 0x1p128;
      if (is_measured && (is_power_of_two(sum.s) || !sum.is_precise())) return Answer::undecided;
      if (is_measured) distance = between(value(observed) - sum.c, sum.s);
      return Answer::fails;
    }
    const bool is_far = whatever_is_flushed<n, arity>(operands, [&](const auto& some, const Sum& of_some) {
      return is_far_from_sum<n, kProducts>(quick, some, of_some, observed);
    });
    Answer answer = is_far ? Answer::fails : by_outcomes<n, arity>(quick, values, terms, sum, observed);
    if (answer == Answer::forbidden_by_ulp && flushed > 0) {
      answer = forbidden_beside_denormals<n, arity>(quick, operands, observed);
    }
    if (answer != Answer::undecided) distance = between(value(observed) - sum.c, sum.s);
    return answer;
  }
  if (is_power_of_two(sum.s) && (sum.c != 0 || static_cast<double>(value(observed)) != sum.s)) return Answer::undecided;
  const double size = std::fabs(sum.s);
  const bool is_value = is_normal(observed);
  // What cancels to next to nothing is to be known well enough for an ULP of it.
  const bool is_known = size > 0x1p-127 || sum.is_precise() || (size == 0 && sum.is_exact);
  if (is_value && !is_known) return Answer::undecided;
  const bool is_measured = is_value || (magnitude(observed) == 0 && size > 0x1p-125);  // a flushed one has no error
  if (is_measured && size < 0x1p128) distance = between(value(observed) - sum.c, sum.s);
  return Answer::pass;
}

/// fma, rounded once. The sum of its two terms is exact.
Answer fused_once(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed, Distance& distance) {
  if (std::any_of(operands, operands + 3, is_nan)) return of_nan(quick, observed);
  if (!std::all_of(operands, operands + 3, [&](std::uint32_t bits) { return is_taken(quick, bits); })) {
    return Answer::undecided;
  }
  const auto term = [&](std::size_t i) { return static_cast<double>(value(operands[i])); };
  const Sum sum = compensated(std::array{term(0) * term(1), term(2)});
  if (quick.leaves_open(sum.s) || is_power_of_two(sum.s)) return Answer::undecided;
  const auto failed = [&] {
    const bool is_far = whatever_is_flushed<2, 3>(operands, [&](const auto& /*terms*/, const Sum& any) {
      return any.is_precise() && quick.is_beyond(term(0), any.s, value(observed));
    });
    if (!is_far) return Answer::undecided;
    return failed_by_distance(quick, {.x = term(0), .d = sum.s, .normal = true}, observed, distance);
  };
  // A flushed factor leaves the third operand, that flushed the product, rounded.
  const auto is_flushed = [&](float product) {
    return ((is_denormal(operands[0]) || is_denormal(operands[1])) && observed == operands[2]) ||
           (is_denormal(operands[2]) && value(observed) == product);
  };
  const Neighbour neighbour(sum, observed);
  const bool are_normal = std::all_of(operands, operands + 3, is_normal);
  if (neighbour.is_apart && are_normal && quick.permits_roundings_alone()) {
    distance = between(value(observed) - sum.c, sum.s);
    return Answer::fails;
  }
  if (quick.truncates()) return failed();
  const bool is_kept = quick.may_keep_denormals() && is_nearest_denormal(sum, observed);
  if (!is_kept && (magnitude(observed) == 0 || !is_nearest(sum, observed, false))) {
    if (!neighbour.is_truncated || !quick.rounds_either_way()) return failed();
    distance = between(value(observed) - sum.c, sum.s);
    const bool flush_explains = quick.may_flush_operands() && is_flushed(static_cast<float>(term(0) * term(1)));
    return flush_explains ? Answer::pass : Answer::pass_toward_zero;
  }
  if (magnitude(observed) != kInfinity) distance = between(value(observed) - sum.c, sum.s);
  const double beyond = (value(observed) - sum.s) - sum.c;
  const bool away = (observed & kSign) != 0 ? beyond < 0 : beyond > 0;
  if (!quick.rounds_either_way() || !away) return Answer::pass;
  if (!quick.may_flush_operands()) return Answer::pass_to_nearest;
  return is_flushed(truncated(term(0) * term(1))) ? Answer::pass : Answer::pass_to_nearest;
}

}  // namespace

Quick::Function function_of_sum(Operation operation) {
  using enum Operation;
  switch (operation) {
    case fma:
      return fused_once;
    case mad:
      return fused<2, 3>;
    case dp2:
      return fused<2, 4>;
    case dp3:
      return fused<3, 6>;
    case dp4:
      return fused<4, 8>;
    default:
      return nullptr;
  }
}

}  // namespace halfulp::judge::plain
