// SPDX-License-Identifier: Apache-2.0
#include "suite/pixel_cases.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "suite/value.hpp"

namespace halfulp::suite {
namespace {

constexpr int kNarrow = 10;  ///< formats up to that many bits have all their boundaries tried closely
constexpr std::uint64_t kCasesOfThresholds = 8;  ///< two on either side of 0.4, two of 0.6

/// Codes from `first` on, `count` of them, that operands become; and what divides a code.
struct Codes {
  std::int64_t first;
  std::uint64_t count;
  double divisor;

  explicit Codes(const FormatInfo& row)
      : first(number::value_codes(row).least),
        count(static_cast<std::uint64_t>(number::value_codes(row).most - first + 1)),
        divisor(static_cast<double>(number::denominator(row))) {}
};

/// The value of a code, or of a place between two codes, that operands are compared with.
double value_at(const Setting& setting, double code) {
  const double encoded = code / Codes(info(setting.result)).divisor;
  if (info(setting.result).kind != FormatKind::srgb) return encoded;
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

/// The operand `offset` steps from the smallest that is not below x.
Bits operand_near(double x, std::int64_t offset) {
  const FormatInfo& row = info(Format::binary32);
  auto nearest = static_cast<float>(x);
  if (static_cast<double>(nearest) < x) nearest = std::nextafter(nearest, HUGE_VALF);
  return number::from_ordinal(row, number::ordinal(row, std::bit_cast<std::uint32_t>(nearest)) + offset);
}

std::uint64_t boundaries(const Setting& setting) { return Codes(info(setting.result)).count - 1; }

/// Operands tried at a boundary, half of them on either side.
std::uint64_t width(const Setting& setting) { return info(setting.result).bits <= kNarrow ? 16 : 2; }

/// The code at the place's turn: all in order, or drawn where there are too many.
std::int64_t code_of(const Setting& setting, std::uint64_t turn, std::uint64_t count, const Place& place) {
  const Codes codes(info(setting.result));
  constexpr std::uint64_t kMostInTurn = std::uint64_t{1} << 17;
  const std::uint64_t code = count <= kMostInTurn ? turn % count : Random(place.key, turn).below(count);
  return codes.first + static_cast<std::int64_t>(code);
}

}  // namespace

bool encodes(const Setting& setting) {
  const FormatInfo& row = info(setting.result);
  return setting.all_floating && (number::is_normalised(row) || row.kind == FormatKind::fixed);
}

std::uint64_t code_boundary_count(const Setting& setting) { return boundaries(setting) * width(setting); }

void code_boundaries(const Setting& setting, const Place& place, Tuple& tuple) {
  const std::uint64_t sides = width(setting);
  const std::int64_t code = code_of(setting, place.index / sides, boundaries(setting), place);
  const auto offset = static_cast<std::int64_t>(place.index % sides) - static_cast<std::int64_t>(sides / 2);
  tuple[0] = operand_near(value_at(setting, static_cast<double>(code) + 0.5), offset);
}

std::uint64_t code_centre_count(const Setting& setting) { return Codes(info(setting.result)).count; }

void code_centres(const Setting& setting, const Place& place, Tuple& tuple) {
  const std::int64_t code = code_of(setting, place.index, code_centre_count(setting), place);
  const auto nearest = static_cast<float>(value_at(setting, static_cast<double>(code)));
  tuple[0] = std::bit_cast<std::uint32_t>(nearest);
}

bool has_all_code_thresholds(const Setting& setting) { return info(setting.result).bits <= kNarrow; }

std::uint64_t code_threshold_count(const Setting& setting) { return boundaries(setting) * kCasesOfThresholds; }

void code_thresholds(const Setting& setting, const Place& place, Tuple& tuple) {
  const std::uint64_t turn = place.index / kCasesOfThresholds;
  const double end = place.index % 2 == 0 ? 0.4 : 0.6;
  const auto offset = static_cast<std::int64_t>(place.index / 2 % 4) - 2;
  const std::uint64_t drawn =
      has_all_code_thresholds(setting) ? turn : Random(place.key, turn).below(boundaries(setting));
  const auto code = Codes(info(setting.result)).first + static_cast<std::int64_t>(drawn % boundaries(setting));
  tuple[0] = operand_near(value_at(setting, static_cast<double>(code) + end), offset);
}

void random_codes(const Setting& setting, const Place& place, Tuple& tuple) {
  Random random(place.key, place.index);
  const FormatInfo& row = info(setting.formats[0]);
  const Bits all = random.bits(row.bits);
  const auto bits_long = static_cast<int>(place.index / 2 % static_cast<std::uint64_t>(row.bits + 1));
  tuple[0] = place.index % 2 == 0 ? all : all & ((Bits{1} << bits_long) - 1);
  if (row.has_sign && place.index / 2 % 2 != 0) {
    tuple[0] = number::from_ordinal(row, -number::ordinal(row, tuple[0]));
  }
}

std::vector<Bits> special_codes(const FormatInfo& row) {
  std::vector<Bits> codes;
  const auto around = [&](std::int64_t code) {
    for (const std::int64_t near : {code - 1, code, code + 1}) codes.push_back(number::from_ordinal(row, near));
  };
  around(0);
  around(number::least_code(row));
  around(number::most_code(row));
  for (int bit = 1; bit < row.bits; ++bit) {
    around(std::int64_t{1} << bit);
    if (row.has_sign) around(-(std::int64_t{1} << bit));
  }
  std::ranges::sort(codes);
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  return codes;
}

void shared_exponent_cases(const Setting& setting, const Place& place, Tuple& tuple) {
  constexpr int kFractionBits = 9;
  Random random(place.key, place.index);
  const int exponent = random.between(-18, 16);
  // In half steps of the largest component: odd ones are ties, the last rounds up to the next exponent.
  const std::uint64_t halves = place.index % 3 == 0 ? (2U << kFractionBits) - 1 : random.of_length(kFractionBits + 1);
  const std::size_t largest = place.index / 3 % 3;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::uint64_t half_steps = i == largest ? halves : random.below(halves + 1);
    const Bits value = nearest_value(setting, static_cast<Wide>(half_steps), exponent - kFractionBits - 1);
    tuple[i] = value + random.below(3) - (value == 0 ? 0 : 1);
  }
}

}  // namespace halfulp::suite
