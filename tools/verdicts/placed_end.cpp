// SPDX-License-Identifier: Apache-2.0
#include "verdicts/placed_end.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "halfulp/error.hpp"
#include "number/binade.hpp"

namespace halfulp::verdicts {
namespace {

constexpr int kFractionBits = 23;
constexpr int kBias = 127;
constexpr std::int64_t kFraction = (std::int64_t{1} << kFractionBits) - 1;

/// Sign and exponent of the value of an ordinal. Negative ones are mirrored: -1 is -0.
std::int64_t binade_of(std::int64_t ordinal) { return ordinal >> kFractionBits; }

/// The exponent of the gap between a binade's values.
int gap_exponent(std::int64_t binade) {
  const auto biased = static_cast<int>(binade < 0 ? -binade - 1 : binade);
  return biased - kBias - kFractionBits;
}

/// Whether it is a normal value that no power of two is near: there the gap changes, and tables end their ranges.
bool is_inside(std::int64_t ordinal) {
  constexpr std::int64_t kNear = 4;
  constexpr std::int64_t kMostBiased = 0xfe;
  const std::int64_t size = ordinal < 0 ? -ordinal - 1 : ordinal;
  const std::int64_t biased = size >> kFractionBits;
  const std::int64_t fraction = size & kFraction;
  return biased > 0 && biased <= kMostBiased && fraction >= kNear && fraction <= kFraction - kNear;
}

}  // namespace

/// Where an exact result lies between even multiples of the larger gap, its own or the end's.
struct PlacedEnd::Place {
  Point first;          ///< it lies from here
  Point last;           ///< to here
  std::int64_t origin;  ///< the multiple below, in gaps of the end
};

PlacedEnd::Point PlacedEnd::at_least(const Near& exact, double value) {
  return exact.rest == 0 ? Point{value - exact.slack, 0} : Point{value, exact.rest - exact.slack};
}
PlacedEnd::Point PlacedEnd::at_most(const Near& exact, double value) {
  return exact.rest == 0 ? Point{value + exact.slack, 0} : Point{value, exact.rest + exact.slack};
}

std::optional<PlacedEnd::Place> PlacedEnd::place_of(const Near& exact, std::int64_t binade) const {
  const int end_gap = gap_exponent(binade);
  const int period = std::max(end_gap, exponent_ - kFractionBits) + 1;
  if (period - end_gap > kFractionBits) return std::nullopt;  // an end next to zero
  const double periods = std::floor(exact.value * number::power_of_two(-period));
  const double place = exact.value - periods * number::power_of_two(period);  // exact
  // Of a value that is a multiple, a rest below 0 has a place below 0.
  const Place found{at_least(exact, place), at_most(exact, place),
                    static_cast<std::int64_t>(periods) << (period - end_gap)};
  if (found.first.value < 0 || found.last.value >= number::power_of_two(period)) return std::nullopt;
  return found;
}

std::optional<std::int64_t> PlacedEnd::known(const Near& exact) const {
  for (const Region& region : regions_) {
    if (at_least(exact, exact.value) < region.least || at_most(exact, exact.value) > region.most) continue;
    const auto place = place_of(exact, region.binade);
    if (!place) return std::nullopt;
    for (const Run& run : region.runs) {
      if (place->first < run.first || place->last > run.last) continue;
      const std::int64_t end = place->origin + run.end;
      if (is_inside(end) && binade_of(end) == region.binade) return end;
    }
    return std::nullopt;
  }
  return std::nullopt;
}

void PlacedEnd::learn(const Near& exact, std::int64_t end) {
  if (!is_inside(end)) return;
  // The exact result lies somewhere about the double: only what is between two of them is known for certain.
  const Point least = at_most(exact, exact.value);
  const Point most = at_least(exact, exact.value);
  auto region = std::ranges::find(regions_, binade_of(end), &Region::binade);
  if (region == regions_.end()) region = regions_.insert(regions_.end(), {binade_of(end), least, most, {}});
  region->least = std::min(region->least, least);
  region->most = std::max(region->most, most);
  const auto place = place_of(exact, region->binade);
  if (!place) return;
  const std::int64_t relative = end - place->origin;
  auto run = std::ranges::lower_bound(region->runs, relative, {}, &Run::end);
  if (run == region->runs.end() || run->end != relative) {
    run = region->runs.insert(run, {relative, place->last, place->first});
  } else {
    run->first = std::min(run->first, place->last);
    run->last = std::max(run->last, place->first);
  }
  const bool before = run == region->runs.begin() || std::prev(run)->last < run->last;
  const bool after = std::next(run) == region->runs.end() || run->first < std::next(run)->first;
  if (before && after) return;
  throw Error(
      Error::Kind::kInternal,
      fmt::format("an end of the permitted sets moves down near {:a}: sets do not follow from places", exact.value));
}

}  // namespace halfulp::verdicts
