// SPDX-License-Identifier: Apache-2.0
#include "judge/error_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "judge/error_places.hpp"

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
  largest_.fill(-1);
  std::ranges::transform(profile.by_binade, largest_.begin(),
                         [](const ErrorProfile::Peak& peak) { return static_cast<float>(peak.amount); });
  most_used_.assign(scale.bounds.size(), HUGE_VAL);
  if (!scale.states_distances()) return;
  profile.by_piece.resize(scale.bounds.size());
  for (std::size_t i = 0; i < scale.bounds.size(); ++i) {
    if (scale.bounds[i].states_distance) most_used_[i] = profile.by_piece[i].amount;
  }
}

bool ErrorStatistics::add(std::uint64_t index, Bits key, const Distance& distance, std::size_t bound_index) {
  if (distance.ulp < 0) return false;
  ++profile_.histogram[ErrorProfile::bin_of(distance.ulp)];
  note_used(index, distance, bound_index);
  return note(index, scale_.axis.axis.of(key), distance.ulp);
}

void ErrorStatistics::count(std::span<const float> errors) {
  constexpr std::size_t kMost = 256;
  std::array<std::uint8_t, kMost + 64> places;
  for (; !errors.empty(); errors = errors.subspan(std::min(kMost, errors.size()))) {
    const std::size_t count = std::min(kMost, errors.size());
    find_places(errors.first(count), places.data());
    std::size_t i = 0;
    for (; i + sizeof(std::uint64_t) <= count; i += sizeof(std::uint64_t)) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, places.data() + i, sizeof(eight));
      for (std::size_t k = 0; k < sizeof(eight); ++k) ++counts_[k % kHistograms][eight >> 8 * k & 0xff];
    }
    for (; i < count; ++i) ++counts_[0][places[i]];
  }
}

void ErrorStatistics::finish() {
  for (auto& counts : counts_) {
    for (std::size_t bin = 0; bin < ErrorProfile::kBins; ++bin) profile_.histogram[bin] += counts[bin + 1];
    counts.fill(0);
  }
}

bool ErrorStatistics::may_be_larger(std::span<const float> errors, const std::byte* keys, int bytes) const {
  const float largest = largest_of(errors);
  if (largest < 0) return false;
  // Neighbouring operands are in one binade.
  if (bytes != 4 || !are_in_one_binade(keys, errors.size(), scale_.axis.axis.shift())) return true;
  std::uint32_t key = 0;
  std::memcpy(&key, keys, sizeof(key));
  return is_larger(scale_.axis.axis.of(key), largest);
}

bool ErrorStatistics::note(std::uint64_t index, std::size_t binade, double error_ulp) {
  ErrorProfile::Peak& peak = profile_.by_binade[binade];
  const double before = peak.amount;
  peak.note(index, counted(error_ulp, ErrorProfile::kLeastError));
  // An error that counts as none is no larger than none.
  largest_[binade] =
      static_cast<float>(peak.amount == 0 ? std::nextafter(ErrorProfile::kLeastError, 0.0) : peak.amount);
  return peak.amount > before;
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
