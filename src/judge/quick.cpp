// SPDX-License-Identifier: Apache-2.0
#include "judge/quick.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "exact/enclosure.hpp"
#include "number/strict_floating_point.hpp"

namespace halfulp::judge {
namespace {

using Answer = Quick::Answer;
using Kind = Bound::Kind;

constexpr std::uint32_t kSign = 0x80000000;
constexpr std::uint32_t kInfinity = 0x7f800000;
constexpr std::uint32_t kMinNormal = 0x00800000;
constexpr std::uint32_t kOne = 0x3f800000;

std::uint32_t magnitude(std::uint32_t bits) { return bits & ~kSign; }
bool is_normal(std::uint32_t bits) { return magnitude(bits) - kMinNormal < kInfinity - kMinNormal; }
bool is_denormal(std::uint32_t bits) { return magnitude(bits) - 1 < kMinNormal - 1; }
float value(std::uint32_t bits) { return std::bit_cast<float>(bits); }
std::uint32_t bits_of(float v) { return std::bit_cast<std::uint32_t>(v); }

/// |r - d| in ULP of d's binade.
double error_in_ulp(double r, double d) {
  const int exponent = std::max(std::ilogb(d), -126);
  return std::fabs(r - d) * std::ldexp(1.0, 23 - exponent);
}

/// At a power of two the ULP depends on the side on which the exact result lies, which a double near it does not tell.
bool is_power_of_two(double d) { return (std::bit_cast<std::uint64_t>(d) & 0x000fffffffffffff) == 0; }

/// The rounded result of one IEEE operation, and the same in double: exact, or within 2^-52 relative.
struct Computed {
  float rounded;
  double precise;
};

template <Operation op>
Computed compute(float x, float y) {
  const double dx = x;
  const double dy = y;
  if constexpr (op == Operation::add) return {x + y, dx + dy};
  if constexpr (op == Operation::sub) return {x - y, dx - dy};
  if constexpr (op == Operation::mul) return {x * y, dx * dy};
  if constexpr (op == Operation::div) return {x / y, dx / dy};
  if constexpr (op == Operation::rcp) return {1.0F / x, 1.0 / dx};
  if constexpr (op == Operation::sqrt) return {std::sqrt(x), std::sqrt(dx)};
}

/// add, sub, mul, div, rcp, reciprocal, sqrt on normal operands: the correctly rounded result, flushed as the rulebook
/// flushes, is permitted by every bound that the constructor lets through; so is what is plainly within the tolerance.
template <Operation op, int arity>
Answer arithmetic(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed, double& error) {
  const std::uint32_t y_bits = arity == 2 ? operands[1] : kOne;
  const bool denormal_operand = is_denormal(operands[0]) || (arity == 2 && is_denormal(y_bits));
  if (denormal_operand && quick.flushes() && is_denormal(observed)) {
    // Flushing an operand leaves zero, an infinity or the other operand: a denormal result kept the denormal operand.
    const bool ieee = observed == bits_of(compute<op>(value(operands[0]), value(y_bits)).rounded);
    return ieee ? Answer::kept_denormal_operand : Answer::undecided;
  }
  if (!is_normal(operands[0]) || (arity == 2 && !is_normal(y_bits))) return Answer::undecided;
  if (quick.ones_in_table() && (magnitude(operands[0]) == kOne || (arity == 2 && magnitude(y_bits) == kOne))) {
    return Answer::undecided;
  }
  const Computed result = compute<op>(value(operands[0]), value(y_bits));
  const std::uint32_t rounded = bits_of(result.rounded);
  if (op == Operation::sqrt && (operands[0] & kSign) != 0) return Answer::undecided;
  if (is_normal(rounded) && magnitude(rounded) > kMinNormal) {
    if (observed == rounded) {
      error = error_in_ulp(value(observed), result.precise);
      return Answer::pass;
    }
    if (!is_normal(observed)) return Answer::undecided;
    const Answer answer = quick.within(value(operands[0]), result.precise, value(observed));
    if (answer == Answer::pass) error = error_in_ulp(value(observed), result.precise);
    return answer;
  }
  if (magnitude(rounded) == kInfinity) return observed == rounded ? Answer::pass : Answer::undecided;
  // Below 2^-126 even before rounding (2^-126 - 2^-149 is the largest denormal; rounding to it excludes a tie with
  // 2^-126).
  if (quick.flushes() && is_denormal(rounded)) {
    if (observed == (rounded & kSign)) return Answer::pass;
    if (observed == rounded) return Answer::kept_denormal_result;
  }
  return Answer::undecided;
}

/// rsq and the functions: a double reference and the tolerance.
template <Operation op>
Answer function(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed, double& error) {
  const std::uint32_t bits = operands[0];
  if (!is_normal(bits)) return Answer::undecided;
  if ((op == Operation::log2 || op == Operation::rsq) && (bits & kSign) != 0) return Answer::undecided;
  const double x = value(bits);
  double d = 0;
  if constexpr (op == Operation::rsq) {
    d = 1.0 / std::sqrt(x);  // two roundings: within 2^-52
  } else {
    d = exact::nearest_double(op, x);
  }
  if constexpr (op == Operation::exp2) {
    // The bounds are relative and narrower than 2^-1, so that twice overflow or half the smallest normal value decides.
    if (d >= 0x1p129) return observed == kInfinity ? Answer::pass : Answer::undecided;
    if (d <= 0x1p-128) return observed == 0 && quick.flushes() ? Answer::pass : Answer::undecided;
  }
  // The smallest normal value may be what a denormal was rounded to: the flush test decides.
  if (!is_normal(observed) || magnitude(observed) == kMinNormal) return Answer::undecided;
  const Answer answer = quick.within(x, d, value(observed));
  if (answer == Answer::pass) error = error_in_ulp(value(observed), d);
  return answer;
}

/// frc and the rounding instructions on normal operands: exact but for frc's last rounding.
template <Operation op>
Answer rounding(const Quick& /*quick*/, const std::uint32_t* operands, std::uint32_t observed, double& error) {
  if (!is_normal(operands[0])) return Answer::undecided;
  const float x = value(operands[0]);
  float result = 0;
  if constexpr (op == Operation::frc) {
    const double exact = static_cast<double>(x) - std::floor(static_cast<double>(x));
    result = static_cast<float>(exact);
    if (result >= 1.0F || result < 0x1p-126F || result != exact) return Answer::undecided;
  } else if constexpr (op == Operation::round_ne) {
    result = std::nearbyint(x);
  } else if constexpr (op == Operation::round_ni) {
    result = std::floor(x);
  } else if constexpr (op == Operation::round_pi) {
    result = std::ceil(x);
  } else {
    result = std::trunc(x);
  }
  if (result == 0 || observed != bits_of(result)) return Answer::undecided;
  error = 0;
  return Answer::pass;
}

bool is_nan(std::uint32_t bits) { return magnitude(bits) > kInfinity; }
bool same(std::uint32_t observed, std::uint32_t expected) {
  return observed == expected || (is_nan(observed) && is_nan(expected));
}
float flushed(float v) { return is_denormal(bits_of(v)) ? value(bits_of(v) & kSign) : v; }

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

/// A sum of exact double terms as s + c, within `error` of the exact sum.
struct Sum {
  double s = 0;
  double c = 0;
  double error = 0;
};

template <std::size_t n>
Sum compensated(const std::array<double, n>& terms) {
  Sum sum;
  double magnitudes = 0;
  for (const double t : terms) {
    const double s = sum.s + t;
    const double part = s - sum.s;
    sum.c += (sum.s - (s - part)) + (t - part);  // TwoSum: exact error of this addition
    sum.s = s;
    magnitudes += std::fabs(t);
  }
  // n exact errors, each at most 2^-53 of the magnitudes, summed with relative error 2^-53 a step.
  sum.error = magnitudes * 0x1p-100;
  return sum;
}

/// Whether `observed` is the result of one correct rounding, flushed as results are: permitted by every inherited
/// bound.
bool is_nearest(const Sum& sum, std::uint32_t observed, bool flushes) {
  if (!std::isfinite(sum.s) || std::fabs(sum.s) < 0x1p-400) return false;
  const double size = std::fabs(sum.s);
  const bool same_sign = std::signbit(sum.s) == ((observed & kSign) != 0);
  if (sum.error > size * 0x1p-60) return false;
  if (magnitude(observed) == kInfinity) return same_sign && size > 0x1p128;
  if (magnitude(observed) == 0) return flushes && same_sign && size < 0x1p-127;
  if (!is_normal(observed) || magnitude(observed) == kMinNormal) return false;
  const double r = value(observed);
  const int exponent = std::ilogb(r);
  const bool power = (observed & 0x007fffff) == 0;
  const double half_gap = std::ldexp(1.0, exponent - (power ? 25 : 24));
  return std::fabs((r - sum.s) - sum.c) < half_gap * (1 - 0x1p-20);
}

/// mad and dot products: a correctly rounded result and every serial ordering's are permitted.
template <std::size_t n, std::size_t arity>
Answer fused(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed, double& error) {
  std::array<float, arity> values{};
  bool denormal_operand = false;
  for (std::size_t i = 0; i < arity; ++i) {
    denormal_operand = denormal_operand || is_denormal(operands[i]);
    values[i] = quick.flushes() ? flushed(value(operands[i])) : value(operands[i]);
  }
  std::array<double, n> terms{};
  if constexpr (arity == 3) {
    terms = {static_cast<double>(values[0]) * static_cast<double>(values[1]), static_cast<double>(values[2])};
  } else {
    for (std::size_t i = 0; i < n; ++i) terms[i] = static_cast<double>(values[i]) * static_cast<double>(values[i + n]);
  }
  const Sum sum = compensated(terms);
  if (!is_nearest(sum, observed, quick.flushes()) && !is_serial<n>(values, observed, quick.flushes())) {
    if (quick.flushes() && is_denormal(observed) && !denormal_operand && is_serial<n>(values, observed, false)) {
      return Answer::kept_denormal_result;
    }
    return Answer::undecided;
  }
  if (is_power_of_two(sum.s) && static_cast<double>(value(observed)) != sum.s) return Answer::undecided;
  // The statistics leave out what cancels to nothing in double.
  const bool finite = is_normal(observed) || magnitude(observed) == 0;
  const double least = magnitude(observed) == 0 ? 0x1p-125 : 0x1p-127;  // a flushed result has no error
  if (finite && std::fabs(sum.s) > least && std::fabs(sum.s) < 0x1p128) {
    error = error_in_ulp(value(observed) - sum.c, sum.s);
  }
  return Answer::pass;
}

/// min, max and comparisons of normal operands.
template <Operation op>
Answer selection(const Quick& /*quick*/, const std::uint32_t* operands, std::uint32_t observed, double& error) {
  if (!is_normal(operands[0]) || !is_normal(operands[1])) return Answer::undecided;
  const float x = value(operands[0]);
  const float y = value(operands[1]);
  std::uint32_t expected = 0;
  if constexpr (op == Operation::min) {
    expected = operands[x < y ? 0 : 1];
  } else if constexpr (op == Operation::max) {
    expected = operands[x > y ? 0 : 1];
  } else {
    const bool truth = op == Operation::eq   ? x == y
                       : op == Operation::ne ? x != y
                       : op == Operation::lt ? x < y
                       : op == Operation::le ? x <= y
                       : op == Operation::gt ? x > y
                                             : x >= y;
    expected = truth ? 0xffffffff : 0;
  }
  if (observed != expected) return Answer::undecided;
  if constexpr (op == Operation::min || op == Operation::max) error = 0;
  return Answer::pass;
}

/// Conversions where the value is plain: normal operands in the integer's range; integers that are format values.
template <Operation op>
Answer conversion(const Quick& /*quick*/, const std::uint32_t* operands, std::uint32_t observed, double& error) {
  if constexpr (op == Operation::ftoi || op == Operation::ftou) {
    error = -1;  // integers have no ULP
    if (!is_normal(operands[0])) return Answer::undecided;
    const double x = std::trunc(static_cast<double>(value(operands[0])));
    const bool in_range = op == Operation::ftoi ? std::fabs(x) < 0x1p31 : x >= 0 && x < 0x1p32;
    if (!in_range) return Answer::undecided;
    const auto expected = static_cast<std::uint32_t>(static_cast<std::int64_t>(x));
    return observed == expected ? Answer::pass : Answer::undecided;
  } else {
    const double x = op == Operation::itof ? static_cast<double>(static_cast<std::int32_t>(operands[0]))
                                           : static_cast<double>(operands[0]);
    const auto rounded = static_cast<float>(x);
    // The nearest value is a neighbour; ties go to even.
    if (x == 0 || observed != bits_of(rounded) || is_power_of_two(rounded)) return Answer::undecided;
    error = error_in_ulp(rounded, x);
    return Answer::pass;
  }
}

/// Movement and sign bits of patterns that are no denormals (movement: of all patterns).
template <Operation op>
Answer movement(const Quick& /*quick*/, const std::uint32_t* operands, std::uint32_t observed, double& /*error*/) {
  std::uint32_t expected = operands[0];
  if constexpr (op == Operation::movc) expected = operands[0] != 0 ? operands[1] : operands[2];
  if constexpr (op == Operation::abs) expected &= ~kSign;
  if constexpr (op == Operation::neg) expected ^= kSign;
  if ((op == Operation::abs || op == Operation::neg) && is_denormal(expected)) return Answer::undecided;
  return observed == expected ? Answer::pass : Answer::undecided;
}

Quick::Function function_of(Operation operation) {
  using enum Operation;
  switch (operation) {
    case add:
      return arithmetic<add, 2>;
    case sub:
      return arithmetic<sub, 2>;
    case mul:
      return arithmetic<mul, 2>;
    case div:
      return arithmetic<div, 2>;
    case reciprocal:
    case rcp:
      return arithmetic<rcp, 1>;
    case sqrt:
      return arithmetic<sqrt, 1>;
    case rsq:
      return function<rsq>;
    case exp2:
      return function<exp2>;
    case log2:
      return function<log2>;
    case sin:
      return function<sin>;
    case cos:
      return function<cos>;
    case frc:
      return rounding<frc>;
    case round_ne:
      return rounding<round_ne>;
    case round_ni:
      return rounding<round_ni>;
    case round_pi:
      return rounding<round_pi>;
    case round_z:
      return rounding<round_z>;
    case mad:
      return fused<2, 3>;
    case dp2:
      return fused<2, 4>;
    case dp3:
      return fused<3, 6>;
    case dp4:
      return fused<4, 8>;
    case min:
      return selection<min>;
    case max:
      return selection<max>;
    case eq:
      return selection<eq>;
    case ne:
      return selection<ne>;
    case lt:
      return selection<lt>;
    case le:
      return selection<le>;
    case gt:
      return selection<gt>;
    case ge:
      return selection<ge>;
    case ftoi:
      return conversion<ftoi>;
    case ftou:
      return conversion<ftou>;
    case itof:
      return conversion<itof>;
    case utof:
      return conversion<utof>;
    case mov:
    case load:
    case store:
      return movement<mov>;
    case movc:
      return movement<movc>;
    case abs:
      return movement<abs>;
    case neg:
      return movement<neg>;
    case sat:
    case state_value:
      return nullptr;
  }
  return nullptr;
}

/// Whether the correctly rounded result is inside a bound of that kind, whatever the exact result.
bool holds_nearest(const Bound& bound) {
  switch (bound.kind) {
    case Kind::nearest:
    case Kind::nearest_even:
    case Kind::either:
    case Kind::exact:
    case Kind::inherited:
      return true;
    case Kind::ulp:
      return bound.constant && bound.amount >= Rational(1, 2);
    case Kind::absolute:
      return true;  // a bound that holds no value permits the nearest; one that does holds it
    case Kind::relative:
      return bound.constant && bound.amount >= Rational::power_of_two(-24);
    case Kind::any_of:
      return std::ranges::any_of(bound.parts, holds_nearest);
    case Kind::toward_zero:
    case Kind::all_of:
    case Kind::unconstrained:
      return false;
  }
  return false;
}

/// Identities that the functions above respect: NaN, and operands that are 0 or 1.
bool plain_identity(const rulebook::Identity& identity) {
  if (!identity.condition) return true;
  const rulebook::Expression& condition = *identity.condition;
  using ExpressionKind = rulebook::Expression::Kind;
  return condition.kind == ExpressionKind::compare && condition.text == "==" && condition.arguments.size() == 2 &&
         condition.arguments[0].kind == ExpressionKind::name && condition.arguments[1].kind == ExpressionKind::number &&
         (condition.arguments[1].text == "0" || condition.arguments[1].text == "1");
}

/// Whether a table leaves finite operands that are neither zero nor one to the accuracy; `range` when it gives a range.
bool plain_table(const rulebook::SpecialTable& table, bool& range, bool& ones) {
  const auto is_finite = [](const std::string& name) { return name == "F" || name == "+F" || name == "-F"; };
  const auto is_one = [](const std::string& name) { return name.find('1') != std::string::npos; };
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    ones = ones || (!table.rows.empty() && is_one(table.rows[i]));
    if (!table.rows.empty() && !is_finite(table.rows[i])) continue;
    for (std::size_t j = 0; j < table.columns.size(); ++j) {
      ones = ones || is_one(table.columns[j]);
      if (!is_finite(table.columns[j])) continue;
      const std::string& cell = table.cells[i][j];
      if (cell.front() == '[') range = true;
      // Negative operands of sqrt, rsq and log2 are left to permit().
      if (cell.find('F') == std::string::npos && cell != "accuracy" && cell.front() != '[' && cell != "NaN")
        return false;
    }
  }
  return true;
}

}  // namespace

Quick::Quick(const Ruling& ruling) : operation_(ruling.operation) {
  const Policies& policies = ruling.policies;
  const OperationFamily family = info(operation_).family;
  const bool moves = family == OperationFamily::movement;
  bool ones_by_identity = false;
  bool supported = ruling.format->format == Format::binary32;
  // The arithmetic below flushes both operands and results, or keeps both.
  flushes_ =
      policies.operands == Denormals::flush && policies.results == Denormals::flush && !policies.any_flushed_sign;
  const bool keeps = policies.operands == Denormals::keep && policies.results == Denormals::keep;
  supported =
      supported && (flushes_ || keeps || family == OperationFamily::selection || family == OperationFamily::modifier);
  supported = supported && !(moves && !keeps);
  if (ruling.rules.special != nullptr)
    supported = supported && plain_table(*ruling.rules.special, range_, ones_in_table_);
  for (const auto& named : ruling.rules.identities) {
    supported = supported && plain_identity(*named.identity);
    ones_by_identity = ones_by_identity || named.identity->condition.has_value();
  }
  ones_in_table_ = ones_in_table_ || ones_by_identity;
  plain_ulp_ = policies.ulp == Ulp::muller_a || policies.ulp == Ulp::muller_b;
  for (const Ruling::Piece& piece : ruling.accuracy) {
    const Bound& bound = piece.bound;
    const bool sincos = bound.kind == Kind::unconstrained;
    supported = supported && (holds_nearest(bound) || (sincos && info(operation_).arity == 1));
    static const rulebook::Expression kAlways = rulebook::parse_expression("0 < 1");
    if (piece.where != nullptr) supported = supported && info(operation_).arity == 1;
    pieces_.push_back({piece.where != nullptr, ApproximateCondition(piece.where != nullptr ? *piece.where : kAlways),
                       bound.kind, bound.constant ? bound.amount.to_double() : 0});
  }
  if (policies.exact_if_representable) pieces_.clear();  // no tolerance is safe: only the rounded result is
  const bool fused = family == OperationFamily::fused;
  if (fused) {
    const Bound& bound = ruling.accuracy.front().bound;
    const auto admits_rounding = [](const auto& step) {
      return step.second.kind == Kind::nearest || step.second.kind == Kind::nearest_even ||
             (step.second.kind == Kind::ulp && step.second.constant && step.second.amount >= Rational(1, 2));
    };
    supported = supported && bound.kind == Kind::inherited && std::ranges::all_of(bound.steps, admits_rounding) &&
                policies.orders != Orders::left_to_right && !policies.reachable_set && !policies.fused_nan_is_anything;
  }
  function_ = supported ? function_of(operation_) : nullptr;
}

Quick::Answer Quick::within(double x, double d, float observed) const {
  // d is within 2^-48 of the exact result; every comparison leaves a margin of 2^-40.
  constexpr double kSafe = 1 - 0x1p-40;
  const double magnitude = std::fabs(d);
  const double distance = std::fabs(static_cast<double>(observed) - d);
  if (is_power_of_two(d) && distance != 0) return Answer::undecided;
  for (const Piece& piece : pieces_) {
    if (piece.conditional) {
      const auto holds = piece.condition.holds(x);
      if (holds == ApproximateCondition::Answer::unknown) return Answer::undecided;
      if (holds == ApproximateCondition::Answer::no) continue;
    }
    if (range_ && std::fabs(observed) > 1.0F) return Answer::undecided;
    double width = 0;
    switch (piece.kind) {
      case Kind::unconstrained:
        return range_ ? Answer::pass_unmeasured : Answer::unconstrained;
      case Kind::absolute:
        width = piece.amount;
        break;
      case Kind::relative:
        width = piece.amount * magnitude;
        break;
      case Kind::ulp: {
        // The smaller ULP of the two at a power of two: conservative.
        const double below = magnitude * kSafe;
        if (!plain_ulp_ || below < 0x1p-126 || below > 0x1p127) return Answer::undecided;
        width = piece.amount * std::ldexp(1.0, std::ilogb(below) - 23);
        break;
      }
      default:
        return Answer::undecided;
    }
    // The bound's own error is 2^-48 |d|: leave that out of it too.
    return distance <= width * kSafe - magnitude * 0x1p-46 && width < 0x1p120 ? Answer::pass : Answer::undecided;
  }
  return Answer::undecided;
}

}  // namespace halfulp::judge
