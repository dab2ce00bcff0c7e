// SPDX-License-Identifier: Apache-2.0
#include "judge/alike_cases.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "exact/certified.hpp"
#include "exact/real_domain.hpp"
#include "judge/quick/case.hpp"
#include "number/fmod.hpp"
#include "number/sum_to_odd.hpp"

namespace halfulp::judge {
namespace {

using Kind = Bound::Kind;

/// Whether all bounds of a body end on values of the format, or half-way between two, about each of them: they are so
/// many ULP; or at least about 1.
bool has_bounds_in_steps(const Quick& quick, bool in_ulp) {
  const auto is_multiple_of = [](double amount, double step) { return amount / step == std::trunc(amount / step); };
  return !quick.pieces().empty() && std::ranges::all_of(quick.pieces(), [&](const Quick::Piece& piece) {
    if (piece.kind == Kind::ulp) return piece.amount < 256 && is_multiple_of(piece.amount, 0.5);
    return !in_ulp && piece.kind == Kind::relative && piece.amount < 0x1p-8 && is_multiple_of(piece.amount, 0x1p-24);
  });
}

/// Whether no bound of a body depends on operands but by the exact result, and by domains that pieces have.
bool has_plain_bounds(const Quick& quick) {
  if (quick.pieces().empty()) return quick.gives_rounded();
  return std::ranges::none_of(quick.pieces(), [](const Quick::Piece& piece) {
    const bool is_wide = piece.kind == Kind::relative && piece.amount > 0x1p-4;
    return piece.kind == Kind::composed || piece.kind == Kind::sequence || is_wide;
  });
}

/// Beside 1 what a bound of half ULP ends at are multiples of this, half the gap below 1; and how many of these parts
/// there are on either side, in which exact results are alike.
constexpr double kPart = 0x1p-25;
constexpr int kParts = 32;

/// Whether a value is in a binade's middle, or that of the denormals, and another some steps from it: where steps are
/// alike.
bool is_some_steps_from(float x, float observed) {
  constexpr std::uint32_t kMiddle = 1U << 12;
  constexpr std::int64_t kMostSteps = kMiddle / 2;
  const std::uint32_t place = plain::bits_of(x) & 0x007fffffU;
  const std::int64_t steps = std::int64_t{plain::bits_of(observed)} - plain::bits_of(x);
  return place - kMiddle < 0x00800000 - 2 * kMiddle && std::abs(steps) < kMostSteps;
}

bool is_exponential(Operation operation) {
  using enum Operation;
  return operation == exp || operation == exp2 || operation == exp10;
}
bool is_power(Operation operation) { return operation == Operation::pow || operation == Operation::powr; }

}  // namespace

AlikeCases::AlikeCases(const Ruling& ruling, const Alternatives& alternatives, const Quick& quick) : quick_(quick) {
  using enum Operation;
  const Operation operation = ruling.operation;
  const bool is_quotient = operation == mul || operation == div;
  if (ruling.format->format != Format::binary32) return;
  if (operation == fmod) {
    const auto takes_remainder = [](const Quick* one) {
      return one->remainder_steps() || (one->function() != nullptr && one->permits_exact_alone());
    };
    takes_denormal_remainder_ =
        takes_remainder(&quick) && std::ranges::all_of(alternatives.other_bodies(), takes_remainder);
  }
  if (quick.function() == nullptr) return;
  const auto all_bodies = [&](auto does) {
    return does(quick) && std::ranges::all_of(alternatives.other_bodies(), [&](const Quick* one) {
             return one->function() != nullptr && does(*one);
           });
  };
  const bool is_dot_product = operation == dp2 || operation == dp3 || operation == dp4;
  takes_overflows_ = is_dot_product && quick.permits_outcomes() && all_bodies([](const Quick& one) {
                       return one.flushes() && one.extends_steps() && one.saturates_steps();
                     });
  const bool is_sum = operation == fma || operation == mad;
  const bool is_sum_of_two = operation == add || operation == sub;
  if (!is_quotient && !is_sum && !is_sum_of_two && !exact::has_certified(operation) && !is_power(operation)) return;
  if (!all_bodies(has_plain_bounds)) return;
  takes_denormal_quotient_ = operation == div && all_bodies([](const Quick& one) {
                               return one.gives_rounded() || one.divides_by_steps() || has_bounds_in_steps(one, true);
                             });
  takes_term_ = (is_sum || is_sum_of_two) && all_bodies([](const Quick& one) {
                  return one.gives_rounded() || has_bounds_in_steps(one, true) || one.steps_in_halves();
                });
  if (is_sum_of_two) return;
  const bool is_hyperbolic = operation == sinh || operation == cosh;
  takes_zero_ = is_quotient || is_exponential(operation) || is_power(operation);
  takes_infinity_ = takes_zero_ || is_hyperbolic || is_sum;
  takes_one_ = exact::keeps_side_of_one(operation) &&
               all_bodies([](const Quick& one) { return has_bounds_in_steps(one, false); });
  divides_beside_one_ = takes_one_ && all_bodies([](const Quick& one) { return has_bounds_in_steps(one, true); });
  takes_operand_ =
      is_near_small_operand(operation) && all_bodies([](const Quick& one) { return has_bounds_in_steps(one, true); });
}

double AlikeCases::reference(const std::array<float, 3>& operands) const {
  const auto [x, y, z] = operands;
  const Operation operation = quick_.operation();
  const bool is_of_two = info(operation).arity == 2;
  constexpr float kNothing = 0x1p100F;  // less of a third operand is nothing beside the largest value
  if (operation == Operation::fma || operation == Operation::mad) {
    return std::fabs(z) < kNothing ? static_cast<double>(x) * y : 0;
  }
  if (operation == Operation::mul) return static_cast<double>(x) * y;
  if (operation == Operation::div) return static_cast<double>(x) / y;
  const double d = is_of_two ? exact::certified(operation, x, y) : exact::certified(operation, x);
  if (!takes_zero_ || d > 0x1p-149) return d;
  // That tells no more than that the result is below the denormals; its eighth root tells more, unless it is far below.
  const double root = is_of_two ? exact::certified(operation, x, static_cast<double>(y) / 8)
                                : exact::certified(operation, static_cast<double>(x) / 8);
  const double square = std::max(root, 0x1p-100) * std::max(root, 0x1p-100);
  return square * square * (square * square);
}

std::optional<AlikeCases::Near> AlikeCases::near(float x, double d, float observed) const {
  constexpr double kFar = 0x1p130;
  constexpr double kBeside = 0x1p-27;  // relative: 1/4 ULP or less
  const double size = std::fabs(d);
  if (takes_infinity_ && size > kFar) return Near::infinity;
  if (takes_zero_ && size < 0x1p-152) return Near::zero;
  const double from_one = std::fabs(size - 1);
  if (takes_one_ && from_one != 0 && from_one < kBeside) return Near::one;
  // A reference may be on the other side of the end of a part.
  const double in_parts = from_one / kPart;
  const bool is_inside = std::fabs(in_parts - std::round(in_parts)) > 0x1p-18;
  if (divides_beside_one_ && in_parts < kParts && is_inside) return Near::one;
  const bool is_of_a_size = plain::is_denormal(plain::bits_of(x)) || std::fabs(x) > 0x1p-120F;
  if (takes_operand_ && is_of_a_size && std::fabs(d - x) < std::fabs(d) * kBeside && is_some_steps_from(x, observed)) {
    return Near::operand;
  }
  return std::nullopt;
}

std::optional<AlikeCases::Operands> AlikeCases::read(std::span<const Bits> operands) {
  Operands given;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const auto bits = static_cast<std::uint32_t>(operands[k]);
    const bool is_denormal = plain::is_denormal(bits);
    if (!(plain::is_normal(bits) || is_denormal) || plain::magnitude(bits) == plain::kOne) return std::nullopt;
    given.values[k] = plain::value(bits);
    given.signs |= std::uint64_t{bits >> 31} << k;
    given.denormals |= std::uint64_t{is_denormal ? 1U : 0U} << k;
  }
  return given;
}

/// A denormal dividend of a larger divisor, which is the remainder, by whatever steps; its place does not matter to
/// other results. Or a denormal divisor: steps leave next to nothing of the dividend, or all of it.
std::optional<AlikeCases::Case> AlikeCases::find_remainder(const Operands& given, std::uint32_t observed) const {
  constexpr float kLeast = 0x1p-120F;
  const float seen = plain::value(observed);
  const bool is_no_flush = plain::is_normal(observed) && plain::magnitude(observed) != plain::kMinNormal;
  std::uint64_t key = static_cast<std::uint64_t>(Near::denormal) << 60 | (given.signs | observed >> 31 << 2) << 40;
  if (given.denormals == 1) {
    const bool is_other = plain::is_denormal(observed) && observed != plain::bits_of(given.values[0]);
    if (std::fabs(given.values[1]) < kLeast || !(is_no_flush || is_other)) return std::nullopt;
    key |= is_other ? std::uint64_t{1} << 50 : 0;
    return Case{key, plain::between(seen, given.values[0])};
  }
  if (given.denormals != 2 || !is_no_flush || !quick_.may_keep_denormals()) return std::nullopt;
  constexpr double kLittle = 0x1p-18;
  const double of_dividend = std::fabs(static_cast<double>(seen) / given.values[0]);
  const double quotient = std::fabs(static_cast<double>(given.values[0]) / given.values[1]);
  const bool overflows = quotient > 0x1.01p128;
  if (!(of_dividend > kLittle) || std::fabs(of_dividend - 1) < kLittle) return std::nullopt;
  if (!overflows && quotient > 0x1.fep127) return std::nullopt;
  key |= std::uint64_t{overflows ? 3U : 2U} << 50;
  return Case{key, plain::between(seen, number::fmod(given.values[0], given.values[1]))};
}

/// A quotient of normal values that is below these, and a denormal some thousand steps from it.
std::optional<AlikeCases::Case> AlikeCases::find_quotient(const Operands& given, std::uint32_t observed) {
  constexpr double kFar = 0x1p-149 * 2048;
  if (given.denormals != 0 || !plain::is_denormal(observed)) return std::nullopt;
  const float seen = plain::value(observed);
  const double divisor = given.values[1];
  const double exact = given.values[0] / divisor;
  const double size = std::fabs(exact);
  const bool is_vanishing = size < 0x1p-152;
  if (size > 0x1.fep-127 || (!is_vanishing && size < kFar) || std::fabs(seen - exact) < kFar) return std::nullopt;
  // A step may flush the divisor's reciprocal, where that is denormal.
  const double reciprocal = std::fabs(1 / divisor);
  const bool is_normal = reciprocal > 0x1p-125;
  if (!is_normal && reciprocal > 0x1p-127) return std::nullopt;
  const std::uint64_t signs = given.signs | observed >> 31 << 2;
  const std::uint64_t place = (is_normal ? 1U : 0U) | (is_vanishing ? 2U : 0U);
  return Case{static_cast<std::uint64_t>(Near::denormal) << 60 | place << 50 | signs << 40,
              plain::between(seen, exact)};
}

/// A denormal where products overflow on both sides: all finite values are as near as what some order gives, and
/// flushed if they are denormal; and some order gives NaN.
std::optional<AlikeCases::Case> AlikeCases::find_overflows(std::span<const Bits> operands, std::uint32_t observed) {
  if (!plain::is_denormal(observed)) return std::nullopt;
  constexpr double kBeyond = 0x1p131;  // more than the largest values that all other terms may be made
  const std::size_t n = operands.size() / 2;
  double sum = 0;
  bool are_beyond[2] = {};
  for (std::size_t k = 0; k < n; ++k) {
    const auto x = static_cast<std::uint32_t>(operands[k]);
    const auto y = static_cast<std::uint32_t>(operands[k + n]);
    if (!plain::is_normal(x) || !plain::is_normal(y)) return std::nullopt;
    const double product = static_cast<double>(plain::value(x)) * plain::value(y);
    sum += product;
    if (std::fabs(product) > kBeyond) are_beyond[std::signbit(product) ? 1 : 0] = true;
  }
  if (!are_beyond[0] || !are_beyond[1] || !(std::fabs(sum) > kBeyond)) return std::nullopt;
  const std::uint64_t signs = (std::signbit(sum) ? 1U : 0U) | observed >> 31 << 1;
  return Case{static_cast<std::uint64_t>(Near::overflows) << 60 | signs << 40, std::nullopt};
}

std::optional<AlikeCases::Case> AlikeCases::find_sum(const Operands& given, std::uint32_t observed) const {
  const auto [x, y, z] = given.values;
  const bool is_of_two = info(quick_.operation()).arity == 2;
  const float second = quick_.operation() == Operation::sub ? -y : y;
  const bool is_first = is_of_two && std::fabs(x) > std::fabs(y);
  const float term = !is_of_two ? z : is_first ? x : second;
  const double other = !is_of_two ? static_cast<double>(x) * y : is_first ? second : x;
  // So that all that a step may make of the other, if that is more than the denormals, is less than half a step beside
  // the term, and only its sign matters.
  constexpr double kLittle = 0x1p-27;
  const float seen = plain::value(observed);
  if (!(std::fabs(other) < std::fabs(term) * kLittle) || !is_some_steps_from(term, seen)) return std::nullopt;
  if (std::fabs(term) > 0x1p125F || std::fabs(term) < 0x1p-100F) return std::nullopt;
  // Of a product that is nearer to zero than to the least denormal a step may make a value of either sign.
  const double size = std::fabs(other);
  const bool is_vanishing = size < 0x1p-150;
  if (!is_of_two && !is_vanishing && size <= 0x1p-149) return std::nullopt;
  std::uint64_t key = static_cast<std::uint64_t>(Near::term) << 60 | given.denormals << 50 | given.signs << 40;
  key |= (is_first ? std::uint64_t{1} << 38 : 0) | (is_vanishing ? std::uint64_t{1} << 36 : 0);
  key |= observed - plain::bits_of(term);
  const bool is_flushed = given.denormals != 0 && quick_.flushes();
  const number::TwoSum exact = number::two_sum(term, is_flushed ? 0 : other);
  return Case{key, plain::between(seen - exact.error, exact.total)};
}

std::optional<AlikeCases::Case> AlikeCases::find(std::span<const Bits> operands, Bits observed) const {
  const auto bits = static_cast<std::uint32_t>(observed);
  if (takes_overflows_) return find_overflows(operands, bits);
  const bool takes_by_result = takes_infinity_ || takes_one_ || takes_operand_;  // or zero
  if (!takes_by_result && !takes_term_ && !takes_denormal_remainder_ && !takes_denormal_quotient_) return std::nullopt;
  const std::optional<Operands> given = read(operands);
  if (!given) return std::nullopt;
  if (takes_denormal_remainder_) return find_remainder(*given, bits);
  if (takes_denormal_quotient_) {
    if (const auto quotient = find_quotient(*given, bits)) return quotient;
  }
  if (takes_term_) {
    if (const auto sum = find_sum(*given, bits)) return sum;
  }
  if (!takes_by_result) return std::nullopt;
  if (given->denormals != 0 && !takes_operand_ && !takes_one_) return std::nullopt;
  const float x = given->values[0];
  const Operation operation = quick_.operation();
  if (is_power(operation) && x < 0) return std::nullopt;
  if (!exact::has_real_value(operation, x)) return std::nullopt;
  const std::size_t place = quick_.place_of(x);
  if (place >= std::max<std::size_t>(quick_.pieces().size(), 1)) return std::nullopt;
  const double d = reference(given->values);
  const float seen = plain::value(bits);
  const std::optional<Near> near_what = near(x, d, seen);
  const bool is_of_denormal = given->denormals != 0;
  if (!near_what || (is_of_denormal && near_what != Near::operand && near_what != Near::one)) return std::nullopt;
  // By all that rules ask of: the domain, signs, where beside 1 the result is, and whether a flush may matter.
  const auto part = near_what == Near::one ? static_cast<std::int64_t>(std::floor((std::fabs(d) - 1) / kPart)) : 0;
  std::uint64_t key = static_cast<std::uint64_t>(*near_what) << 60 | std::uint64_t{place} << 50 | given->signs << 40;
  key |= static_cast<std::uint64_t>(part + kParts) << 43 | (d < 0 ? std::uint64_t{1} << 36 : 0);
  key |= given->denormals << 38;
  key |= bits - (*near_what == Near::operand ? static_cast<std::uint32_t>(operands[0]) : 0U);
  if (is_of_denormal && near_what == Near::one) return Case{key, std::nullopt};
  Case found{key, Distance{}};
  const bool may_be_flushed = seen == 0 && quick_.may_flush_results();
  const bool is_measured = *near_what != Near::infinity && std::isfinite(seen) && !may_be_flushed;
  if (is_measured) found.distance = plain::between(seen, d);
  return found;
}

const Judgement* AlikeCases::known(std::uint64_t key) const {
  const std::scoped_lock lock(mutex_);
  const auto found = known_.find(key);
  return found == known_.end() ? nullptr : &found->second;
}

const Judgement* AlikeCases::keep(std::uint64_t key, const Judgement& judgement) const {
  constexpr std::size_t kMost = 1U << 16;
  const std::scoped_lock lock(mutex_);
  if (known_.size() >= kMost) return nullptr;
  return &known_.try_emplace(key, judgement).first->second;
}

}  // namespace halfulp::judge
