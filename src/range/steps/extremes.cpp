// SPDX-License-Identifier: Apache-2.0
#include "range/steps/extremes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "exact/value.hpp"
#include "lowering/functions.hpp"
#include "number/layout.hpp"
#include "range/steps/sets.hpp"

namespace halfulp::range {
namespace {

using exact::Rational;
using exact::Result;
using Results = std::optional<std::vector<Result>>;
using enum Operation;

/// Less than 1, and more than every other result that is.
Result below_one() {
  constexpr int kTiny = -1100;
  return Result::finite(Rational(1) - Rational::power_of_two(kTiny));
}

/// Extremes of sin(x), cos(x) or tan(x) between two operands, `quarter` being a quarter of the period.
Results of_periodic(Operation operation, double low, double high, double quarter) {
  constexpr double kSlack = 1e-6;    // more than doubles lose below kMost
  constexpr double kMost = 1 << 24;  // quarters
  const double from = low / quarter - kSlack;
  const double to = high / quarter + kSlack;
  const bool is_wide = !(std::fabs(from) < kMost && std::fabs(to) < kMost && to - from < 4);
  const auto passes = [&](int residue) {
    if (is_wide) return true;
    const double first = std::ceil((from - residue) / 4) * 4 + residue;
    return first <= to;
  };
  if (operation == tan || operation == tanpi) {
    if (passes(1) || passes(3)) return std::nullopt;
    return std::vector<Result>{};
  }
  const bool is_cosine = operation == cos || operation == cospi || operation == sincos_cos;
  std::vector<Result> result;
  if (passes(is_cosine ? 0 : 1)) result.push_back(Result::finite(Rational(1)));
  if (passes(is_cosine ? 2 : 3)) result.push_back(Result::finite(Rational(-1)));
  return result;
}

}  // namespace

bool is_conversion(Operation operation) {
  const OperationInfo& row = info(operation);
  const bool converts = row.family == OperationFamily::conversion || row.family == OperationFamily::pixel;
  const auto is_number = [](std::optional<Format> format) { return !format || is_floating(*format); };
  // Conversions between integers may wrap.
  return converts && row.arity == 1 && (is_number(row.operand_formats[0]) || is_number(row.result_format));
}

bool is_linear_in_each(Operation operation) {
  static constexpr std::array kLinear = {add, sub, mul, mad, fma, dp2, dp3, dp4, lerp, cross};
  return std::ranges::find(kLinear, operation) != kLinear.end();
}

Results extremes_inside(const judge::Ruling& rule, std::span<const Part> box) {
  const Operation operation = rule.operation;
  const FormatInfo& row = rule.operand_row(0);
  static constexpr std::array kOfSeveral = {div,   min,     max,     fdim,    atan2,     copysign,
                                            clamp, length2, length3, length4, normalize3};
  const std::vector<Result> none;
  if (is_linear_in_each(operation) || std::ranges::find(kOfSeveral, operation) != kOfSeveral.end()) return none;
  const auto value = [&](std::int64_t at) { return exact::value_of(row, number::from_ordinal(row, at)); };
  if (operation == pow || operation == powr) return box[0].first >= 0 ? Results(none) : std::nullopt;
  if (operation == fmod) {
    // A remainder has the sign of the first operand and is no larger than either.
    const auto most_of = [&](const Part& part) { return std::max(value(part.first).abs(), value(part.last).abs()); };
    const Rational most = std::min(most_of(box[0]), most_of(box[1]));
    std::vector<Result> result;
    for (const bool negative : {false, true}) {
      if (negative ? box[0].first >= 0 : box[0].last < 0) continue;
      result.push_back(Result::zero(negative));
      if (most.sign() != 0) result.push_back(Result::finite(negative ? -most : most));
    }
    return result;
  }
  if (box.size() != 1) return std::nullopt;
  // Conversions grow with their operand.
  if (is_conversion(operation)) return none;
  const Bits first = box[0].first_bits(row);
  const Bits last = box[0].last_bits(row);
  switch (operation) {
    case frc:
      if (lowering::is_monotone(frc, row, first, last)) return none;
      return std::vector{Result::zero(false), below_one()};
    case sin:
    case cos:
    case tan:
    case sincos_sin:
    case sincos_cos:
      return of_periodic(operation, value(box[0].first).to_double(), value(box[0].last).to_double(),
                         std::numbers::pi / 2);
    case sinpi:
    case cospi:
    case tanpi:
      return of_periodic(operation, value(box[0].first).to_double(), value(box[0].last).to_double(), 0.5);
    default:
      if (info(operation).family == OperationFamily::exact) return std::nullopt;
      return lowering::is_monotone(operation, row, first, last) ? Results(none) : std::nullopt;
  }
}

}  // namespace halfulp::range
