// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "exact/near_result.hpp"
#include "exact/value.hpp"
#include "judge/quick/quick.hpp"
#include "number/as_double.hpp"
#include "number/binade.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

using exact::Rational;

/// Operands and their exact result.
struct Example {
  std::vector<Bits> operands;
  double exact;
};

/// Normal values of all sizes, or integers.
std::vector<Bits> values_of(const FormatInfo& row, std::span<const int> more_exponents) {
  std::vector<Bits> values;
  const auto add = [&](double size) {
    values.push_back(exact::round_to_nearest_even(row, Rational::from_double(size)));
    if (row.has_sign) values.push_back(exact::round_to_nearest_even(row, Rational::from_double(-size)));
  };
  if (row.kind != FormatKind::floating) {
    const Bits mask = row.bits < 64 ? (Bits{1} << row.bits) - 1 : ~Bits{0};
    for (Bits size = 5; size <= mask / 2; size <<= 7) {
      values.push_back(size);
      if (row.has_sign) values.push_back((~size + 1) & mask);
    }
    return values;
  }
  std::vector<int> exponents = {row.min_exponent(),     row.min_exponent() / 2, -2, 1,
                                row.max_exponent() / 2, row.max_exponent()};
  exponents.insert(exponents.end(), more_exponents.begin(), more_exponents.end());
  for (const int exponent : exponents) {
    for (const double significand : {1.25, 1.75}) add(significand * number::power_of_two(exponent));
  }
  return values;
}

std::vector<Example> examples(Operation operation, Format format, std::span<const int> more_exponents) {
  const OperationInfo& row = info(operation);
  std::vector<Example> examples;
  Example example{std::vector<Bits>(static_cast<std::size_t>(row.arity)), 0};
  std::array<double, kMaxArity> values{};
  const auto extend = [&](auto self, int operand) -> void {
    if (operand == row.arity) {
      example.exact = exact::near_result(operation, values).d;
      examples.push_back(example);
      return;
    }
    const FormatInfo& from = info(row.operand_format(operand, format));
    const auto at = static_cast<std::size_t>(operand);
    std::vector<Bits> all = values_of(from, more_exponents);
    if (operand == 2) all.resize(1);  // what is added to a product
    for (const Bits bits : all) {
      example.operands[at] = bits;
      values[at] = number::as_double(from, bits);
      self(self, operand + 1);
    }
  };
  extend(extend, 0);
  return examples;
}

}  // namespace

/// Beyond overflow, below the least value, and below zero where the result has no sign, by whatever way is rounded.
/// That results far apart are permitted the same is looked up.
void Quick::find_alike(const Ruling& ruling) {
  const FormatInfo& to = *result_format_;
  const bool converts = info(operation_).family == OperationFamily::conversion && info(operation_).arity == 1;
  const bool scales = operation_ == Operation::mul || operation_ == Operation::div || operation_ == Operation::ldexp ||
                      operation_ == Operation::fma;
  if (!(converts || scales) || to.kind != FormatKind::floating || to.format == Format::binary64 || !gives_rounded_ ||
      ruling.accuracy.size() != 1) {
    return;
  }
  // Of conversions, whose results are known exactly, up to where one of the roundings gives another value.
  const bool narrows = converts && format_->kind == FormatKind::floating && format_->fraction_bits > to.fraction_bits &&
                       format_->max_exponent() > to.max_exponent() + 1;
  const int first_beyond = to.max_exponent() + (narrows ? 1 : 2);
  const int least_exponent = to.min_exponent() - to.fraction_bits;
  const int first_below = least_exponent - (!narrows ? 2 : truncates_ ? 0 : 1);
  std::vector<int> more_exponents;
  if (narrows) more_exponents = {first_beyond, first_below - 1};
  std::vector<Example> all = examples(operation_, format_->format, more_exponents);
  std::ranges::sort(all, {}, [](const Example& example) { return std::fabs(example.exact); });
  const auto add = [&](double least, double most, bool negative) {
    Alike alike{.least = least, .most = most, .negative = negative, .is_measured = false, .results = {}};
    std::vector<const Example*> inside;
    for (const Example& example : all) {
      const double size = std::fabs(example.exact);
      if ((example.exact < 0) == negative && size > least && size < most) inside.push_back(&example);
    }
    if (inside.size() < 2) return;
    const std::array few = {inside.front(), inside[inside.size() / 2], inside.back()};
    for (const Example* example : few) {
      const Decision decision = permit(ruling, example->operands, ruling.policies);
      if (decision.set.anything() || decision.set.has_nan()) return;
      decltype(alike.results) results;
      for (const OrdinalSet::Interval& interval : decision.set.intervals()) {
        constexpr std::int64_t kMostResults = 4;
        if (interval.last >= interval.first + kMostResults) return;
        for (std::int64_t at = interval.first; at <= interval.last; ++at) {
          const Bits result = number::from_ordinal(to, at);
          results.emplace_back(result, rounding_of(ruling, example->operands, decision, result));
          if (results.back().second == Rounding::toward_zero) continue;
          const bool is_measured = distance_of(ruling, decision, result).ulp >= 0;
          if (example != few.front() && is_measured != alike.is_measured) return;
          alike.is_measured = is_measured;
        }
      }
      if (example != few.front() && alike.results != results) return;
      alike.results = std::move(results);
    }
    alike_.push_back(std::move(alike));
  };
  constexpr double kAny = std::numeric_limits<double>::infinity();
  for (const bool negative : {false, true}) {
    if (negative && !to.has_sign) {
      add(0, kAny, negative);
      continue;
    }
    add(number::power_of_two(first_beyond), kAny, negative);
    add(0, number::power_of_two(first_below), negative);
  }
}

}  // namespace halfulp::judge
