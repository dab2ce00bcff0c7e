// SPDX-License-Identifier: Apache-2.0
#include "range/profile.hpp"

#include <algorithm>

#include "exact/grid.hpp"
#include "exact/value.hpp"
#include "number/layout.hpp"

namespace halfulp::range {
namespace {

using exact::Rational;
using judge::ValueSet;

/// Places of operands, ascending, each once.
std::vector<std::int64_t> places_in(const ValueSet& set, std::size_t points) {
  const FormatInfo& row = info(set.format());
  const std::int64_t first = set.intervals().front().first;
  const std::int64_t last = set.intervals().back().last;
  const auto value = [&](std::int64_t at) { return exact::value_of(row, number::from_ordinal(row, at)); };
  const Rational low = value(first);
  const Rational high = value(last);
  const auto exponent = [](const Rational& x) { return x.sign() == 0 ? -4 : x.floor_log2(); };
  constexpr int kBinades = 8;
  // Across zero the numbers around it are few of those that are drawn evenly.
  const bool is_even = low.sign() * high.sign() <= 0
                           ? exponent(low) < kBinades && exponent(high) < kBinades
                           : exponent(high) - exponent(low) < kBinades && exponent(low) - exponent(high) < kBinades;
  std::vector<std::int64_t> places;
  places.reserve(points);
  for (std::size_t i = 0; i < points; ++i) {
    const auto part = static_cast<std::int64_t>(i);
    const auto count = static_cast<std::int64_t>(std::max<std::size_t>(points, 2) - 1);
    if (is_even) {
      const Rational at = low + (high - low) * Rational(part, count);
      places.push_back(std::clamp(number::ordinal(row, exact::round_to_nearest_even(row, at)), first, last));
    } else {
      places.push_back(first + static_cast<std::int64_t>(static_cast<double>(last - first) *
                                                         (static_cast<double>(part) / static_cast<double>(count))));
    }
  }
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

bool are_numbers(const ValueSet& set) {
  const auto infinity = static_cast<std::int64_t>(number::Layout(info(set.format())).infinity());
  return !set.anything() && !set.has_nan() && !set.meets(infinity, infinity) &&
         !set.meets(number::mirrored(infinity), number::mirrored(infinity));
}

}  // namespace

std::optional<std::size_t> ranging_operand(std::span<const ValueSet> operands) {
  const auto found = std::ranges::find_if_not(operands, is_one_value);
  if (found == operands.end() || !std::all_of(found + 1, operands.end(), is_one_value)) return std::nullopt;
  return are_numbers(*found) ? std::optional(static_cast<std::size_t>(found - operands.begin())) : std::nullopt;
}

std::vector<ProfilePoint> profile_of(const Program& program, std::span<const ValueSet> operands, std::size_t ranging,
                                     std::size_t points) {
  const FormatInfo& row = *program.format;
  Evaluator evaluator(program);
  std::vector<ProfilePoint> profile;
  for (const std::int64_t place : places_in(operands[ranging], points)) {
    ProfilePoint point{number::from_ordinal(row, place), {}, {}};
    std::vector<ValueSet> sets(operands.begin(), operands.end());
    sets[ranging] = set_of(row.format, point.operand);
    std::vector<Bits> bits;
    bits.reserve(sets.size());
    for (const ValueSet& set : sets) bits.push_back(given_bits(set));
    const auto real = real_results(program, bits);
    const ValueSet permitted = evaluator.outer(sets)[program.results.front()];
    const auto hull = finite_of(permitted);
    if (real && hull && !permitted.anything()) {
      const Rational middle = (real->front().low + real->front().high).scaled(-1);
      const Rational unit = exact::Grid::of(row).ulp(exact::Real(middle), exact::Muller::a);
      const auto at = [&](std::int64_t end) { return exact::value_of(row, number::from_ordinal(row, end)); };
      point.below = std::max(0.0, ((middle - at(hull->first)) / unit).to_double());
      point.above = std::max(0.0, ((at(hull->last) - middle) / unit).to_double());
    }
    profile.push_back(point);
  }
  return profile;
}

}  // namespace halfulp::range
