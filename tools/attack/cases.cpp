// SPDX-License-Identifier: Apache-2.0
#include "attack/cases.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "exact/near_result.hpp"
#include "exact/value.hpp"
#include "golden/golden.hpp"
#include "number/as_double.hpp"
#include "number/layout.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::attack {
namespace {

using Kind = rulebook::Bound::Kind;

/// The value `steps` further in the format's order; the same where there is none.
Bits moved(const FormatInfo& row, Bits bits, std::int64_t steps) {
  const std::int64_t place = number::ordinal(row, bits) + steps;
  const Bits result = number::from_ordinal(row, place) & (~Bits{0} >> (64 - row.bits));
  return number::ordinal(row, result) == place ? result : bits;
}

}  // namespace

Cases::Cases(const Rulebook& rulebook, const judge::Ruling& ruling, suite::Random& random)
    : ruling_(ruling), random_(random) {
  const auto add_body = [&](const rulebook::Body& body) {
    for (const auto& piece : body.accuracy) {
      if (piece.where) add_numbers(*piece.where);
      add_widths(piece.bound);
    }
    for (const auto& identity : body.identities) {
      if (identity.condition) add_numbers(*identity.condition);
    }
    if (body.allowance && body.allowance->where) add_numbers(*body.allowance->where);
    if (body.requirement && body.requirement->condition) add_numbers(*body.requirement->condition);
  };
  for (const rulebook::Rule* rule : rulebook::rules_for(rulebook.model(), ruling.operation, ruling.format->format)) {
    add_body(rule->body);
    for (const auto& [option, body] : rule->under) add_body(body);
  }
}

void Cases::add_numbers(const rulebook::Expression& expression) {
  const auto names = rulebook::names_in(expression);
  const bool is_number = names.empty() || names == std::vector<std::string>{"pi"};
  if (is_number && expression.kind != rulebook::Expression::Kind::compare) {
    thresholds_.push_back(rulebook::approximate(expression));
  } else {
    for (const auto& argument : expression.arguments) add_numbers(argument);
  }
}

void Cases::add_widths(const rulebook::Bound& bound) {
  const bool is_width = bound.kind == Kind::ulp || bound.kind == Kind::absolute || bound.kind == Kind::relative;
  if (is_width && rulebook::names_in(bound.amount).empty()) {
    widths_.emplace_back(bound.kind, rulebook::approximate(bound.amount));
  }
  for (const rulebook::Bound& part : bound.parts) add_widths(part);
}

std::vector<Bits> Cases::operands() {
  golden::Random random{random_.next()};
  const auto stratum = static_cast<golden::Stratum>(below(golden::kStrata));
  std::vector<Bits> operands = golden::operands(ruling_.operation, ruling_.format->format, stratum, random);
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const FormatInfo& row = ruling_.operand_row(k);
    if (below(4) == 0) operands[k] = threshold(row, operands[k]);
    if (below(4) == 0) operands[k] = moved(row, operands[k], random_.between(-2, 2));
    if (k > 0 && below(8) == 0 && row.format == ruling_.operand_row(k - 1).format) operands[k] = operands[k - 1];
  }
  if (below(4) == 0) move_to_end_of_bound(operands);
  return operands;
}

std::vector<Bits> Cases::results(std::span<const Bits> operands, std::span<const std::int64_t> ends,
                                 std::size_t count) {
  const FormatInfo& row = *ruling_.result_format;
  golden::Random random{random_.next()};
  const std::vector<Bits> drawn = golden::results(ruling_.operation, ruling_.format->format, operands, {}, random);
  std::vector<Bits> results;
  while (results.size() < count) {
    const Bits one = drawn[below(drawn.size())];
    const auto steps = static_cast<std::int64_t>(Bits{1} << below(static_cast<std::uint64_t>(row.bits - 1)));
    const std::uint64_t kind = below(8);
    results.push_back(kind < 3 && !ends.empty()
                          ? moved(row, number::from_ordinal(row, ends[below(ends.size())]), random_.between(-2, 2))
                      : kind == 3 ? moved(row, one, below(2) == 0 ? steps : -steps)
                                  : one);
  }
  return results;
}

/// A number of some condition, times a simple factor, as a value of the format; `otherwise` where there is none.
Bits Cases::threshold(const FormatInfo& row, Bits otherwise) {
  if (thresholds_.empty()) return otherwise;
  constexpr std::array kFactors = {1.0, 1.0, 1.0, 1.0, -1.0, 0.5, 1 / 3.0, 10.0};
  double value = thresholds_[below(thresholds_.size())] * kFactors[below(kFactors.size())];
  if (below(8) == 0) value = std::sqrt(std::abs(value));
  if (!std::isfinite(value)) return otherwise;
  return exact::round_to_nearest_even(row, exact::Rational::from_double(value));
}

/// Of 2^4 to 2^20 values of one operand, one after the other, takes the one with the least distance.
void Cases::move_to_end_of_bound(std::vector<Bits>& operands) {
  double least = distance(operands);
  if (!std::isfinite(least)) return;
  std::int64_t count = 16;
  while (count < (1 << 20) && below(2) == 0) count *= 4;
  const std::size_t k = below(operands.size());
  std::vector<Bits> candidate = operands;
  for (std::int64_t i = 1; i < count; ++i) {
    candidate[k] = moved(ruling_.operand_row(k), candidate[k], 1);
    const double found = distance(candidate);
    if (found < least) least = found, operands[k] = candidate[k];
  }
}

/// How far, in ULP of the result, the end of some bound is from a value; infinite where that is unknown.
double Cases::distance(const std::vector<Bits>& operands) const {
  constexpr double kUnknown = std::numeric_limits<double>::infinity();
  const FormatInfo& result = *ruling_.result_format;
  std::array<double, kMaxArity> values{};
  for (std::size_t k = 0; k < operands.size(); ++k) {
    values[k] = number::as_double(ruling_.operand_row(k), operands[k]);
    if (!std::isfinite(values[k]) || ruling_.operand_row(k).bits > 32) return kUnknown;
  }
  const double size = std::abs(exact::near_result(ruling_.operation, values).d);
  if (!(size > 0) || !std::isfinite(size) || result.kind != FormatKind::floating) return kUnknown;
  const int ulp = std::max(std::ilogb(size), result.min_exponent()) - result.fraction_bits;
  const double scaled = std::ldexp(size, -ulp);
  double least = kUnknown;
  for (const auto& [kind, amount] : widths_) {
    const double width = kind == Kind::ulp        ? amount
                         : kind == Kind::absolute ? std::ldexp(amount, -ulp)
                                                  : amount * scaled;
    for (const double end : {scaled - width, scaled + width})
      least = std::min(least, std::abs(end - std::nearbyint(end)));
  }
  return least;
}

}  // namespace halfulp::attack
