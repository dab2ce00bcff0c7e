// SPDX-License-Identifier: Apache-2.0
#include "judge/quick/remainder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include "judge/quick/case.hpp"
#include "number/binade.hpp"
#include "number/fmod.hpp"
#include "number/strict_floating_point.hpp"

namespace halfulp::judge {
namespace {

using Kind = Bound::Kind;
using Roundings = RemainderSteps::Roundings;

/// The part's one bound, where it has no conditions.
const Bound* bound_of(const Ruling& ruling, Operation part) {
  const auto found = ruling.parts.find(part);
  if (found == ruling.parts.end() || found->second->accuracy.size() != 1) return nullptr;
  const Ruling::Piece& piece = found->second->accuracy.front();
  return piece.where == nullptr ? &piece.bound : nullptr;
}

/// Adds what a bound of roundings alone admits; false of other bounds.
bool add_roundings(const Bound& bound, Roundings& roundings) {
  switch (bound.kind) {
    case Kind::nearest_even:
      roundings.to_nearest = true;
      return true;
    case Kind::toward_zero:
      roundings.toward_zero = true;
      return true;
    case Kind::any_of:
      return std::ranges::all_of(bound.parts, [&](const Bound& part) { return add_roundings(part, roundings); });
    default:
      return false;
  }
}

}  // namespace

std::optional<RemainderSteps> steps_of_remainder(const Ruling& ruling) {
  if (ruling.operation != Operation::fmod || ruling.format->format != Format::binary32) return std::nullopt;
  if (ruling.policies.ulp != Ulp::muller_a || ruling.accuracy.size() != 1) return std::nullopt;
  const Bound& bound = ruling.accuracy.front().bound;
  if (bound.kind != Kind::sequence || !bound.source->with.empty()) return std::nullopt;
  static const std::string kFormula = rulebook::text_of(rulebook::parse_expression("x - y * trunc(x / y)"));
  if (rulebook::text_of(bound.source->expansion) != kFormula) return std::nullopt;
  const Bound* const quotient = bound_of(ruling, Operation::div);
  const Bound* const product = bound_of(ruling, Operation::mul);
  const Bound* const difference = bound_of(ruling, Operation::sub);
  if (quotient == nullptr || product == nullptr || difference == nullptr) return std::nullopt;
  RemainderSteps steps;
  Roundings of_product;
  if (!add_roundings(*product, of_product) || !add_roundings(*difference, steps.of_others) ||
      of_product != steps.of_others) {
    return std::nullopt;
  }
  if (!add_roundings(*quotient, steps.of_quotient)) {
    constexpr double kMostUlp = 8;
    if (quotient->kind != Kind::ulp || !quotient->constant) return std::nullopt;
    steps.quotient_ulp = quotient->amount.to_double();
    if (!(steps.quotient_ulp >= 1) || !(steps.quotient_ulp <= kMostUlp)) return std::nullopt;
  }
  constexpr std::array<std::array<float, 2>, 3> kOverflowing = {
      {{0x1p100F, 0x1p-100F}, {-0x1.8p20F, 0x1.5p-120F}, {0x1.8p127F, -0x1p-5F}}};
  steps.overflow_is_open = std::ranges::all_of(kOverflowing, [&](const std::array<float, 2>& operands) {
    const std::array bits = {Bits{plain::bits_of(operands[0])}, Bits{plain::bits_of(operands[1])}};
    return permit(ruling, bits, ruling.policies).set.anything();
  });
  const Ruling& subtraction = *ruling.parts.at(Operation::sub);
  for (const bool negative : {false, true}) {
    for (const bool minus : {false, true}) {
      const Bits value = plain::bits_of(negative ? -1.5F : 1.5F);
      steps.zeros[negative ? 1U : 0U][minus ? 1U : 0U] =
          permits(subtraction, std::array{value, value}, plain::bits_of(minus ? -0.0F : 0.0F));
    }
  }
  return steps;
}

namespace plain {
namespace {

/// The next larger value, of one that is not zero.
float next_up(float v) {
  const std::uint32_t bits = bits_of(v);
  return value((bits & kSign) != 0 ? bits - 1 : bits + 1);
}

/// The least value that is not below x, far from both ends of the range.
float least_from(double x) {
  const auto near = static_cast<float>(x);
  return near < x ? next_up(near) : near;
}

/// The steps in sizes, of operands that are not zero.
class Steps {
 public:
  Steps(const RemainderSteps& rule, float x, float y)
      : rule_(rule), x_(std::fabs(x)), y_(std::fabs(y)), quotient_(static_cast<double>(x_) / y_) {}

  [[nodiscard]] bool overflow() const { return quotient_ >= 0x1p128; }
  /// Or a value that some rounding of it may give.
  [[nodiscard]] bool may_overflow() const { return !(quotient_ < 0x1.ffff8p127); }

  /// Whether a product may be infinite.
  [[nodiscard]] bool may_pass_overflow() const { return x_ >= 0x1p126F; }

  /// Whether x less a product may be that, no zero; and whether it may be a zero by no flush: what is told to may.
  struct Left {
    bool observed = false;
    bool zero = false;
  };
  [[nodiscard]] Left left(double observed) const {
    Left left;
    // An ULP of the quotient, near the end of a binade, is one of two.
    each_product(quotients(ulp(1 - 0x1p-18) * (1 - kSlack)), rule_.of_others, [&](float product) {
      const double rest = rest_of(product);
      left.zero = left.zero || rest == 0;
      left.observed = left.observed || (rule_.of_others.to_nearest && static_cast<float>(rest) == observed) ||
                      (rule_.of_others.toward_zero && truncated(rest) == observed);
    });
    return left;
  }

  /// Whether it, which is finite and no zero, is none that any definition of an ULP and any rounding may leave.
  [[nodiscard]] bool is_beyond(double observed) const {
    const double apart = (2 * rule_.quotient_ulp + 1) * ulp(1 + 0x1p-18) * (1 + kSlack);
    bool is_met = false;
    each_product(quotients_within(apart), {.to_nearest = true, .toward_zero = true}, [&](float product) {
      const double rest = rest_of(product);
      const bool is_result = static_cast<float>(rest) == observed || truncated(rest) == observed;
      is_met = is_met || is_result || std::isinf(product);
    });
    return !is_met;
  }

 private:
  static constexpr double kSlack = 0x1p-20;

  /// The gap between values about the quotient, times a factor near 1.
  [[nodiscard]] double ulp(double factor) const {
    return number::power_of_two(number::exponent_of(quotient_ * factor) - 23);
  }

  /// Values that the quotient may be, from one to another.
  struct Quotients {
    float least;
    float most;
  };
  [[nodiscard]] Quotients quotients_within(double apart) const {
    return {least_from(quotient_ - apart), -least_from(-quotient_ - apart)};
  }
  /// By the rule, with ULP of that size.
  [[nodiscard]] Quotients quotients(double ulp) const {
    if (rule_.quotient_ulp > 0) return quotients_within(rule_.quotient_ulp * ulp);
    // Of doubles, which are nearer to the quotient than it is to any value or the middle of two but to itself.
    const auto nearest = static_cast<float>(quotient_);
    const float shorter = truncated(quotient_);
    return {rule_.of_quotient.toward_zero ? shorter : nearest, rule_.of_quotient.to_nearest ? nearest : shorter};
  }

  /// Calls `take` for what |y| times the integer below each of the quotients rounds to: 0, a value or infinity.
  template <class Take>
  void each_product(const Quotients& quotients, const Roundings& roundings, Take take) const {
    const float last = std::floor(quotients.most);
    float whole = std::floor(quotients.least);
    while (whole <= last) {
      const double product = static_cast<double>(y_) * whole;
      const auto nearest = static_cast<float>(product);
      if (roundings.to_nearest) take(nearest);
      if (roundings.toward_zero && (nearest > product || !roundings.to_nearest)) take(truncated(product));
      // From 2^23 on every value is an integer, and the next one may be more than 1 away.
      whole = whole < 0x1p23F ? whole + 1 : next_up(whole);
    }
  }

  /// Exactly: no product but 0 is less than a third of x, nor more than twice it.
  [[nodiscard]] double rest_of(float product) const { return static_cast<double>(x_) - product; }

  const RemainderSteps& rule_;
  float x_;
  float y_;
  double quotient_;
};

}  // namespace

Answer remainder_by_steps(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed,
                          Distance& distance) {
  if (!is_normal(operands[0])) return Answer::undecided;
  const RemainderSteps& rule = *quick.remainder_steps();
  const Steps steps(rule, value(operands[0]), value(operands[1]));
  const bool is_divisor = is_normal(operands[1]) || (is_denormal(operands[1]) && quick.may_keep_denormals());
  if (is_divisor && rule.overflow_is_open && steps.overflow()) return Answer::unconstrained;
  if (!is_normal(operands[1]) || steps.may_overflow()) return Answer::undecided;
  const float exact = number::fmod(value(operands[0]), value(operands[1]));
  // A result that is denormal, or next to it, may be flushed.
  if (is_denormal(bits_of(exact)) && magnitude(observed) == 0) return Answer::undecided;
  if (magnitude(observed) == kMinNormal) return Answer::undecided;
  const auto told = [&](Answer answer) {
    distance = from_value(value(observed), exact);
    return answer;
  };
  const bool negative = (operands[0] & kSign) != 0;
  const double seen = negative ? -value(observed) : value(observed);
  if (!std::isfinite(seen)) return steps.may_pass_overflow() ? Answer::undecided : Answer::fails;
  const Steps::Left left = steps.left(seen);
  if (seen != 0 && left.observed) return is_normal(observed) ? told(Answer::pass) : Answer::undecided;
  if (seen == 0 && left.zero && rule.zeros[negative ? 1U : 0U][(observed & kSign) != 0 ? 1U : 0U]) {
    return told(Answer::pass);
  }
  return seen != 0 && steps.is_beyond(seen) ? told(Answer::fails) : Answer::undecided;
}

}  // namespace plain
}  // namespace halfulp::judge
