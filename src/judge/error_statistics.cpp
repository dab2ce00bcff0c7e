// SPDX-License-Identifier: Apache-2.0
#include "judge/error_statistics.hpp"

#include <algorithm>

namespace halfulp::judge {
namespace {

/// An error below `least` counts as none.
double counted(double error, double least) { return error > 0 && error < least ? 0 : error; }

bool states_distance(const Bound& bound) {
  return bound.constant && Distance{.ulp = 1, .absolute = 1, .exact = 1}.in_unit_of(bound.kind) >= 0;
}

}  // namespace

ErrorScale::ErrorScale(const Ruling& ruling) : axis(ruling.operation, ruling.format->format) {
  for (const Ruling::Piece& piece : ruling.accuracy) {
    const double amount = piece.bound.amount.to_double();
    bounds.push_back({piece.bound.kind, states_distance(piece.bound), ErrorProfile::kLeastError * amount});
  }
}

bool ErrorScale::states_distances() const { return std::ranges::any_of(bounds, &Bound::states_distance); }

ErrorStatistics::ErrorStatistics(const ErrorScale& scale, ErrorProfile& profile) : scale_(scale), profile_(profile) {
  profile.by_binade.resize(scale.axis.axis.size());
  profile.histogram.resize(ErrorProfile::kBins);
  if (scale.states_distances()) profile.by_piece.resize(scale.bounds.size());
}

bool ErrorStatistics::add(std::uint64_t index, Bits key, const Distance& distance, std::size_t bound_index) {
  if (distance.ulp < 0) return false;
  const double error = counted(distance.ulp, ErrorProfile::kLeastError);
  ++profile_.histogram[ErrorProfile::bin_of(error)];
  if (!profile_.by_piece.empty()) {
    const ErrorScale::Bound& bound = scale_.bounds[bound_index];
    const double used = counted(distance.in_unit_of(bound.kind), bound.least);
    if (bound.states_distance && used >= 0) profile_.by_piece[bound_index].note(index, used);
  }
  ErrorProfile::Peak& peak = profile_.by_binade[scale_.axis.axis.of(key)];
  const double before = peak.amount;
  peak.note(index, error);
  return peak.amount > before;
}

}  // namespace halfulp::judge
