// SPDX-License-Identifier: Apache-2.0
// The plain cases of conversions of a pixel's components.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "exact/value.hpp"
#include "judge/quick/quick.hpp"
#include "number/as_double.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

using Answer = Quick::Answer;
using Kind = Bound::Kind;

float binary32_of(Bits bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }

/// A finite operand of binary32 or binary16; no denormal, which may have to be flushed first.
bool read(const FormatInfo& row, Bits bits, double& x) {
  const number::Layout layout(row);
  if (!layout.is_finite(bits) || layout.is_denormal(bits)) return false;
  x = number::as_double(row, bits);
  return true;
}

/// The exact code, at most `slack` off. Products of 24 bits by 24 are exact in a double; of the curve, whose pow is off
/// by an ULP at most, eight more bits than that are left out.
double exact_code(const FormatInfo& row, double x, double& slack) {
  const number::CodeRange codes = number::value_codes(row);
  const auto factor = static_cast<double>(number::denominator(row));
  slack = 0;
  if (row.kind != FormatKind::srgb) {
    return std::clamp(x * factor, static_cast<double>(codes.least), static_cast<double>(codes.most));
  }
  const double linear = std::clamp(x, 0.0, 1.0);
  if (linear == 1) return factor;
  slack = 0x1p-36;
  return factor * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055);
}

/// From here on operands are no nearer to -1 than to the code below it.
constexpr double kFarBelow = -1.25;

Answer encode(const Quick& quick, const Bits* operands, Bits observed, Distance& distance) {
  double x = 0;
  if (!read(quick.format(), operands[0], x)) return Answer::undecided;
  double slack = 0;
  const double code = exact_code(quick.result_format(), x, slack);
  const auto given = number::as_double(quick.result_format(), observed);
  // The distance is rounded: what is equal to the tolerance stays undecided.
  const double steps = std::fabs(given - code);
  const bool is_second = given < static_cast<double>(number::value_codes(quick.result_format()).least);
  const Answer of_second = x <= kFarBelow ? quick.second_code() : Answer::undecided;
  const bool passes = steps + slack < quick.steps() || (is_second && of_second == Answer::pass);
  // Of 0 and 1 a table may tell.
  const bool is_beyond = steps - slack > quick.denied_steps() * (1 + 0x1p-20) && x != 0 && std::fabs(x) != 1;
  const bool fails = is_beyond && quick.denies() && (!is_second || of_second == Answer::fails);
  if (passes || fails) distance.ulp = steps;
  return passes ? Answer::pass : fails ? Answer::fails : Answer::undecided;
}

/// What becomes of the code below that of -1 for operands far below that; `undecided` where that is not plain.
Answer answer_to_second_code(const Ruling& ruling) {
  const FormatInfo& to = *ruling.result_format;
  if (to.kind != FormatKind::snorm) return Answer::undecided;
  const Bits second = Bits{1} << (to.bits - 1);
  std::size_t permitted = 0;
  constexpr std::array kExamples = {kFarBelow, -2.0, -1000.0, -60000.0};
  for (const double x : kExamples) {
    const Bits operand = exact::round_to_nearest_even(*ruling.format, Rational::from_double(x));
    if (permits(ruling, std::array{operand}, second)) ++permitted;
  }
  return permitted == kExamples.size() ? Answer::pass : permitted == 0 ? Answer::fails : Answer::undecided;
}

/// Whether what the accuracy rule forbids fails, of operands that are neither 0 nor 1 in size.
bool denies_codes(const Ruling& ruling) {
  if (!ruling.rules.allowances.empty()) return false;
  return std::ranges::all_of(std::array{-1000.0, -1.25, -0.3, 0.001, 0.7, 1.75, 60000.0}, [&](double x) {
    const Bits operand = exact::round_to_nearest_even(*ruling.format, Rational::from_double(x));
    return permit(ruling, std::array{operand}, ruling.policies).rules.front() == ruling.rules.accuracy_rule;
  });
}

double nearest_even(double x) {
  const double below = std::floor(x);
  const double part = x - below;
  return part > 0.5 || (part == 0.5 && std::fmod(below, 2) != 0) ? below + 1 : below;
}

/// The value of a code that is not zero, correctly rounded: the quotient of integers of 24 bits rounds to 24 or 11 bits
/// alike from a double and from itself. Or within a tolerance.
Answer decode(const Quick& quick, const Bits* operands, Bits observed, Distance& distance) {
  const FormatInfo& row = quick.format();
  double x = 0;
  if (row.kind == FormatKind::shared_exponent) {
    constexpr int kFractionBits = 9;
    const int component = static_cast<int>(quick.operation()) - static_cast<int>(Operation::rgb9e5_to_binary32_red);
    const auto significand = static_cast<double>(operands[0] >> component * kFractionBits & 0x1ff);
    x = std::ldexp(significand, static_cast<int>(operands[0] >> 27) - 15 - kFractionBits);
  } else {
    const auto code = number::as_double(row, operands[0]);
    const auto divisor = static_cast<double>(number::denominator(row));
    x = code / divisor;
    if (row.kind == FormatKind::snorm) x = std::max(x, -1.0);
  }
  const FormatInfo& to = quick.result_format();
  double seen = 0;
  // Near the least normal value flushes have their say; those of binary32 are far below all codes.
  if (std::fabs(x) < std::ldexp(1.0, to.min_exponent() + 1) || !read(to, observed, seen)) return Answer::undecided;
  const int exponent = std::ilogb(x) - to.fraction_bits;
  const double scaled = std::ldexp(x, -exponent);
  const double off = std::fabs(std::ldexp(seen, -exponent) - scaled);
  const bool is_rounded = std::ldexp(seen, -exponent) == std::copysign(nearest_even(std::fabs(scaled)), x);
  // An ULP of a power of two differs from side to side.
  const bool measures = !is_power_of_two(x);
  const bool passes = is_rounded || (measures && off < quick.steps() * (1 - 0x1p-20));
  const bool normal = std::fabs(seen) >= std::ldexp(1.0, to.min_exponent() + 1);
  const bool fails = !passes && measures && normal && std::fabs(x) < 1 && quick.permits_one();
  if (passes || fails) distance.ulp = off;
  return passes ? Answer::pass : fails ? Answer::fails : Answer::undecided;
}

/// The mean of what two codes of srgb8 stand for, well inside the bound.
Answer filter(const Quick& quick, const Bits* operands, Bits observed, Distance& /*distance*/) {
  const auto linear = [](double code) {
    const double encoded = std::clamp(code, 0.0, 255.0) / 255;
    return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
  };
  const auto mean_at = [&](double distance) {
    return (linear(static_cast<double>(operands[0]) + distance) + linear(static_cast<double>(operands[1]) + distance)) /
           2;
  };
  constexpr double kSlack = 0x1p-20;  // the two parts of the curve are 7e-7 apart where they meet
  const float r = binary32_of(observed);
  const bool is_inside =
      std::isnormal(r) && mean_at(-quick.steps()) * (1 + kSlack) < r && r < mean_at(quick.steps()) * (1 - kSlack);
  return is_inside ? Answer::pass_unmeasured : Answer::undecided;
}

/// Each component the nearest of the largest one's exponent, ties to even: permitted by every rounding to nearest.
/// Exact: components are scaled by powers of two.
Answer share_exponent(const Quick& quick, const Bits* operands, Bits observed, Distance& /*distance*/) {
  constexpr int kFractionBits = 9;
  constexpr int kBias = 15;
  std::array<double, 3> components{};
  for (std::size_t i = 0; i < components.size(); ++i) {
    if (!read(quick.format(), operands[i], components[i])) return Answer::undecided;
    components[i] = std::clamp(components[i], 0.0, 65408.0);
  }
  const double largest = *std::ranges::max_element(components);
  int exponent = largest < 0x1p-16 ? 0 : std::ilogb(largest) + 1 + kBias;
  const auto significand = [&](double x) { return nearest_even(std::ldexp(x, kFractionBits + kBias - exponent)); };
  if (significand(largest) == 1 << kFractionBits) ++exponent;
  Bits code = static_cast<Bits>(exponent) << 3 * kFractionBits;
  for (std::size_t i = 0; i < components.size(); ++i) {
    code |= static_cast<Bits>(significand(components[i])) << kFractionBits * static_cast<int>(i);
  }
  return observed == code ? Answer::pass : Answer::undecided;
}

/// A value that is kept.
Answer keep(const Quick& quick, const Bits* operands, Bits observed, Distance& distance) {
  double x = 0;
  if (observed != operands[0] || !read(quick.format(), observed, x) || x == 0) return Answer::undecided;
  distance.ulp = 0;
  return Answer::pass;
}

Answer integer(const Quick& quick, const Bits* operands, Bits observed, Distance& /*distance*/) {
  const FormatInfo& to = quick.result_format();
  const std::int64_t value = number::ordinal(quick.format(), operands[0]);
  const std::int64_t clamped = std::clamp(value, number::least_code(to), number::most_code(to));
  return number::ordinal(to, observed) == clamped ? Answer::pass : Answer::undecided;
}

bool is_integer(const FormatInfo& row) {
  return row.kind == FormatKind::signed_integer || row.kind == FormatKind::unsigned_integer;
}

/// How near to the exact code a code is permitted whatever the case: the steps of a tolerance, half a step of a
/// rounding to nearest; 0 where no such distance is known.
double steps_of(const Bound& bound) {
  if (bound.kind == Kind::any_of) return steps_of(bound.parts.front());
  if (bound.source->factor != 0 || !bound.constant) return 0;
  switch (bound.kind) {
    case Kind::steps:
    case Kind::steps_below:
      return bound.amount.to_double();
    case Kind::nearest:
    case Kind::nearest_even:
    case Kind::nearest_away:
      return 0.5;
    default:
      return 0;
  }
}

/// Beyond how many steps none is permitted: of a product that is rounded to binary32 first, by half an ULP of that.
double most_steps_of(const Bound& bound, const FormatInfo& to) {
  if (bound.kind != Kind::any_of) {
    const double steps = steps_of(bound);
    const double rounded = bound.source->rounds_product ? static_cast<double>(number::denominator(to)) * 0x1p-24 : 0;
    return steps == 0 ? HUGE_VAL : steps + rounded;
  }
  double most = 0;
  for (const Bound& part : bound.parts) most = std::max(most, most_steps_of(part, to));
  return most;
}

}  // namespace

Quick::FormatFunction Quick::pixel_function(const Ruling& ruling) {
  if (!ruling.rules.requirements.empty() || ruling.accuracy.size() != 1) return nullptr;
  const FormatInfo& from = *ruling.format;
  const FormatInfo& to = *ruling.result_format;
  const Bound& bound = ruling.accuracy.front().bound;
  if (is_integer(from) && is_integer(to)) return bound.kind == Kind::exact ? integer : nullptr;
  if (to.kind == FormatKind::shared_exponent) {
    return bound.kind == Kind::nearest || bound.kind == Kind::nearest_even ? share_exponent : nullptr;
  }
  if (from.format == to.format) return bound.kind == Kind::exact ? keep : nullptr;
  if (ruling.operation == Operation::filter_srgb8) {
    steps_ = bound.amount.to_double();
    const bool decides = ruling.rules.special == nullptr && ruling.rules.identities.empty();
    return decides && bound.kind == Kind::recoded ? filter : nullptr;
  }
  if (from.kind == FormatKind::floating) {
    steps_ = steps_of(bound);
    if (steps_ == 0) return nullptr;
    second_code_ = answer_to_second_code(ruling);
    denied_steps_ = most_steps_of(bound, to);
    denies_ = denied_steps_ < HUGE_VAL && denies_codes(ruling);
    encodes_ = true;
    return encode;
  }
  const bool measured = ruling.policies.ulp == Ulp::muller_a && !ruling.policies.infinity_undefined;
  const bool rounds = bound.kind == Kind::exact || bound.kind == Kind::nearest || bound.kind == Kind::nearest_even ||
                      (bound.kind == Kind::ulp && bound.constant && bound.amount >= Rational(1, 2));
  // The ends of the codes have a table; between them the accuracy speaks.
  const auto is_end = [](const std::string& name) {
    return name == "+0" || name == "-0" || name == "+1" || name == "-1";
  };
  const rulebook::SpecialTable* table = ruling.rules.special;
  const bool between = table == nullptr || (table->rows.size() <= 1 && std::ranges::all_of(table->columns, is_end));
  permits_one_ = (bound.kind == Kind::nearest || bound.kind == Kind::nearest_even) && between &&
                 ruling.rules.identities.empty() && ruling.rules.allowances.empty();
  if (bound.kind == Kind::ulp) steps_ = bound.amount.to_double();
  const bool narrow = to.format == Format::binary16 && bound.kind != Kind::exact;
  return measured && rounds && (to.format == Format::binary32 || narrow) && from.kind != FormatKind::srgb ? decode
                                                                                                          : nullptr;
}

}  // namespace halfulp::judge
