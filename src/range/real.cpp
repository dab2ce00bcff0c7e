// SPDX-License-Identifier: Apache-2.0
#include "range/real.hpp"

#include <algorithm>

#include "exact/real.hpp"
#include "exact/value.hpp"
#include "number/layout.hpp"
#include "range/steps/extremes.hpp"
#include "range/steps/sets.hpp"

namespace halfulp::range {
namespace {

using exact::Rational;
using exact::Real;
using Reals = std::span<const RealEnclosure>;

constexpr int kBits = 180;

/// The number rounded down to kBits bits.
Rational rounded_down(const Rational& value) {
  if (value.sign() == 0) return value;
  const int exponent = value.floor_log2() - kBits;
  return value.scaled(-exponent).floor().scaled(exponent);
}

RealEnclosure rounded(const Rational& low, const Rational& high) { return {rounded_down(low), -rounded_down(-high)}; }

RealEnclosure negative(const RealEnclosure& x) { return {-x.high, -x.low}; }
RealEnclosure sum(const RealEnclosure& x, const RealEnclosure& y) { return rounded(x.low + y.low, x.high + y.high); }
RealEnclosure product(const RealEnclosure& x, const RealEnclosure& y) {
  const auto [low, high] = std::minmax({x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high});
  return rounded(low, high);
}
std::optional<RealEnclosure> inverse(const RealEnclosure& x) {
  if (x.low.sign() * x.high.sign() <= 0) return std::nullopt;
  return rounded(Rational(1) / x.high, Rational(1) / x.low);
}

/// Both ends of an enclosure of a function at a number, narrow as kBits ask.
RealEnclosure narrow(const Real& value) {
  while (!value.is_rational() && value.upper() - value.lower() > value.upper().abs().scaled(-kBits)) value.narrow();
  return rounded(value.lower(), value.upper());
}

/// A function that is monotone over the enclosure, from its values at both ends.
template <class Function>
RealEnclosure by_ends(const RealEnclosure& x, Function at) {
  RealEnclosure first = narrow(at(x.low));
  if (x.low == x.high) return first;
  const RealEnclosure last = narrow(at(x.high));
  return {std::min(first.low, last.low), std::max(first.high, last.high)};
}

/// The same of a function whose slope is at most 1.
RealEnclosure by_slope(Operation function, const RealEnclosure& x) {
  const RealEnclosure hull = by_ends(x, [&](const Rational& at) { return Real::of(function, at); });
  const Rational width = x.high - x.low;
  return {hull.low - width, hull.high + width};
}

/// Whether every number of the enclosure is in the open domain of a function; MPFR knows the ends.
bool is_in_domain(Operation function, const RealEnclosure& x) {
  using enum Operation;
  switch (function) {
    case rsq:
    case log:
    case log2:
    case log10:
      return x.low.sign() > 0;
    case sqrt:
      return x.low.sign() >= 0;
    case asin:
    case acos:
      return x.low >= Rational(-1) && x.high <= Rational(1);
    case atanh:
      return x.low > Rational(-1) && x.high < Rational(1);
    case acosh:
      return x.low >= Rational(1);
    case exp:
    case exp2:
    case exp10:
    case sinh:
    case cosh: {
      const Rational most(16384);  // a rational of more bits is of no use
      return x.low > -most && x.high < most;
    }
    default:
      return true;
  }
}

bool is_monotone_function(Operation operation) {
  using enum Operation;
  constexpr std::array kFunctions = {rsq,  sqrt, exp,  exp2,  exp10, log,   log2, log10,
                                     asin, acos, atan, asinh, acosh, atanh, sinh, tanh};
  return std::ranges::find(kFunctions, operation) != kFunctions.end();
}

/// The function that an operation is, where it has another name.
Operation function_of(Operation operation) {
  if (operation == Operation::sincos_sin) return Operation::sin;
  return operation == Operation::sincos_cos ? Operation::cos : operation;
}

std::optional<RealEnclosure> whole(Operation operation, const RealEnclosure& x) {
  const auto at = [&](const Rational& value) -> Rational {
    switch (operation) {
      case Operation::round_pi:
        return -(-value).floor();
      case Operation::round_z:
        return value.sign() < 0 ? -(-value).floor() : value.floor();
      case Operation::round_ne: {
        const Rational below = value.floor();
        const Rational part = value - below;
        const Rational half(1, 2);
        const bool is_odd = below.scaled(-1).floor() != below.scaled(-1);
        return part > half || (part == half && is_odd) ? below + Rational(1) : below;
      }
      default:
        return value.floor();
    }
  };
  const Rational low = at(x.low);
  if (low != at(x.high)) return std::nullopt;  // not known to these bits
  if (operation == Operation::frc) return RealEnclosure{x.low - low, x.high - low};
  return RealEnclosure{low, low};
}

/// What a conversion that does not round makes of a number: itself, inside the target's range.
std::optional<RealEnclosure> converted(Operation conversion, const RealEnclosure& x) {
  const OperationInfo& row = info(conversion);
  const auto kind = [](std::optional<Format> format) { return format ? info(*format).kind : FormatKind::floating; };
  const auto is_on_other_scale = [](FormatKind one) {
    return one == FormatKind::srgb || one == FormatKind::shared_exponent || one == FormatKind::boolean;
  };
  const FormatKind to = kind(row.result_format);
  if (!is_conversion(conversion) || is_on_other_scale(kind(row.operand_formats[0]))) return std::nullopt;
  if (to == FormatKind::floating) return x;
  if (to != FormatKind::unorm && to != FormatKind::snorm) return std::nullopt;
  const auto inside = [&](const Rational& value) {
    return std::clamp(value, Rational(to == FormatKind::unorm ? 0 : -1), Rational(1));
  };
  return RealEnclosure{inside(x.low), inside(x.high)};
}

std::optional<RealEnclosure> power(const RealEnclosure& x, const RealEnclosure& y) {
  if (x.low.sign() <= 0) return std::nullopt;
  const auto exponent = real_result(Operation::log2, std::array{x});
  return real_result(Operation::exp2, std::array{product(*exponent, y)});
}

/// Whether a comparison holds; nothing where the enclosures do not decide.
std::optional<bool> is_so(Operation comparison, const RealEnclosure& x, const RealEnclosure& y) {
  const bool is_less = x.high < y.low;
  const bool is_more = x.low > y.high;
  const bool is_equal = x.low == x.high && y.low == y.high && x.low == y.low;
  if (!is_less && !is_more && !is_equal) return std::nullopt;
  switch (comparison) {
    case Operation::lt:
      return is_less;
    case Operation::le:
      return !is_more;
    case Operation::gt:
      return is_more;
    case Operation::ge:
      return !is_less;
    case Operation::eq:
      return is_equal;
    default:
      return !is_equal;
  }
}

}  // namespace

std::optional<RealEnclosure> real_result(Operation operation, Reals operands) {
  using enum Operation;
  const Operation function = function_of(operation);
  const RealEnclosure& x = operands[0];
  if (is_monotone_function(function)) {
    if (!is_in_domain(function, x)) return std::nullopt;
    return by_ends(x, [&](const Rational& at) { return Real::of(function, at); });
  }
  switch (function) {
    case add:
      return sum(x, operands[1]);
    case sub:
      return sum(x, negative(operands[1]));
    case mul:
      return product(x, operands[1]);
    case div: {
      const auto of_divisor = inverse(operands[1]);
      return of_divisor ? std::optional(product(x, *of_divisor)) : std::nullopt;
    }
    case rcp:
    case reciprocal:
      return inverse(x);
    case mad:
    case fma:
      return sum(product(x, operands[1]), operands[2]);
    case dp2:
    case dp3:
    case dp4: {
      const std::size_t count = operands.size() / 2;
      RealEnclosure total{0, 0};
      for (std::size_t i = 0; i < count; ++i) total = sum(total, product(operands[i], operands[count + i]));
      return total;
    }
    case lerp:
      return sum(x, product(operands[2], sum(operands[1], negative(x))));
    case cross:
      return sum(product(x, operands[3]), negative(product(operands[1], operands[2])));
    case length2:
    case length3:
    case length4: {
      RealEnclosure total{0, 0};
      for (const RealEnclosure& component : operands) total = sum(total, product(component, component));
      return real_result(sqrt, std::array{total});
    }
    case distance2:
    case distance3:
    case distance4: {
      const std::size_t count = operands.size() / 2;
      std::vector<RealEnclosure> apart;
      for (std::size_t i = 0; i < count; ++i) apart.push_back(sum(operands[i], negative(operands[count + i])));
      return real_result(length2, apart);
    }
    case normalize3: {
      const auto size = real_result(length3, operands);
      const auto of_size = size ? inverse(*size) : std::nullopt;
      return of_size ? std::optional(product(x, *of_size)) : std::nullopt;
    }
    case clamp: {
      const auto least = real_result(max, std::array{x, operands[1]});
      return real_result(min, std::array{*least, operands[2]});
    }
    case min:
      return RealEnclosure{std::min(x.low, operands[1].low), std::min(x.high, operands[1].high)};
    case max:
      return RealEnclosure{std::max(x.low, operands[1].low), std::max(x.high, operands[1].high)};
    case sat: {
      const auto at = [](const Rational& value) { return std::clamp(value, Rational(0), Rational(1)); };
      return RealEnclosure{at(x.low), at(x.high)};
    }
    case abs:
      if (x.low.sign() >= 0) return x;
      if (x.high.sign() <= 0) return negative(x);
      return RealEnclosure{0, std::max(-x.low, x.high)};
    case neg:
      return negative(x);
    case sin:
    case cos:
      return by_slope(function, x);
    case tan: {
      const auto of_cosine = inverse(by_slope(cos, x));
      return of_cosine ? std::optional(product(by_slope(sin, x), *of_cosine)) : std::nullopt;
    }
    case cosh: {
      if (!is_in_domain(cosh, x)) return std::nullopt;
      const RealEnclosure ends = by_ends(x, [](const Rational& at) { return Real::of(cosh, at); });
      return x.low.sign() * x.high.sign() < 0 ? RealEnclosure{1, ends.high} : ends;
    }
    case pow:
    case powr:
      return power(x, operands[1]);
    case atan2:
      // Where x > 0 the angle grows with y and is monotone in x.
      if (operands[1].low.sign() <= 0) return std::nullopt;
      return real_result(atan, std::array{product(x, *inverse(operands[1]))});
    case frc:
    case round_ne:
    case round_ni:
    case round_pi:
    case round_z:
      return whole(function, x);
    case ftoi:
    case ftou:
      return whole(round_z, x);
    default:
      return converted(function, x);
  }
}

std::optional<std::vector<RealEnclosure>> real_results(const Program& program, std::span<const Bits> operands) {
  std::vector<RealEnclosure> values;
  for (const Node& node : program.nodes) {
    std::optional<RealEnclosure> value;
    if (node.kind == Node::Kind::operand || node.kind == Node::Kind::constant) {
      const Bits bits = node.kind == Node::Kind::operand ? operands[node.of] : node.constant;
      const FormatInfo& row = info(node.format);
      if (is_floating(node.format) && !number::Layout(row).is_finite(bits)) return std::nullopt;
      const exact::Rational number = exact::value_of(row, bits);
      value = node.number ? *node.number : RealEnclosure{number, number};
    } else if (node.kind == Node::Kind::negate) {
      value = negative(values[node.of]);
    } else if (node.kind == Node::Kind::select) {
      const Step& comparison = node.ways.front();
      // Of a number isnan and the like are not asked here.
      if (comparison.arguments.size() != 2) return std::nullopt;
      const auto holds =
          is_so(comparison.rule->operation, values[comparison.arguments[0]], values[comparison.arguments[1]]);
      if (holds) value = values[node.chosen[*holds ? 0 : 1]];
    } else {
      std::vector<RealEnclosure> given;
      for (const std::size_t argument : node.ways.front().arguments) given.push_back(values[argument]);
      value = real_result(node.ways.front().rule->operation, given);
    }
    if (!value) return std::nullopt;
    values.push_back(*std::move(value));
  }
  std::vector<RealEnclosure> results;
  for (const std::size_t result : program.results) results.push_back(values[result]);
  return results;
}

Bits nearest(const FormatInfo& row, const RealEnclosure& value) {
  return exact::round_to_nearest_even(row, (value.low + value.high).scaled(-1));
}

}  // namespace halfulp::range
