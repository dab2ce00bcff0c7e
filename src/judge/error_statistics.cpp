// SPDX-License-Identifier: Apache-2.0
#include "judge/error_statistics.hpp"

#include <algorithm>
#include <cmath>

namespace halfulp::judge {
namespace {

/// An error below `least` counts as none.
double counted(double error, double least) { return error > 0 && error < least ? 0 : error; }

bool states_distance(const Bound& bound) {
  return bound.is_constant() && Distance{.ulp = 1, .absolute = 1, .exact = 1}.in_unit_of(bound.kind) >= 0;
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
  most_used_.assign(scale.bounds.size(), HUGE_VAL);
  if (!scale.states_distances()) return;
  profile.by_piece.resize(scale.bounds.size());
  for (std::size_t i = 0; i < scale.bounds.size(); ++i) {
    if (scale.bounds[i].states_distance) most_used_[i] = profile.by_piece[i].amount;
  }
}

bool ErrorStatistics::add(std::uint64_t index, Bits key, const Distance& distance, std::size_t bound_index) {
  if (distance.ulp < 0) return false;
  if (distance.ulp <= ErrorProfile::kNearest && !is_sampled(index)) {
    count_nearest(1);
    return false;
  }
  note_used(index, distance, bound_index);
  return take(index, key, distance.ulp);
}

void ErrorStatistics::note_used(std::uint64_t index, const Distance& distance, std::size_t bound_index) {
  const ErrorScale::Bound& bound = scale_.bounds[bound_index];
  if (!bound.states_distance) return;
  const double used = counted(distance.in_unit_of(bound.kind), bound.least);
  if (used < 0) return;
  profile_.by_piece[bound_index].note(index, used);
  most_used_[bound_index] = std::max(profile_.by_piece[bound_index].amount, std::nextafter(bound.least, 0.0));
}

}  // namespace halfulp::judge
