// SPDX-License-Identifier: Apache-2.0
#include "halfulp/error_profile.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace halfulp {
namespace {

constexpr int kFloatingBits = 9;  // a sign and the exponent of binary32
constexpr int kCodeBits = 8;

int shift_of(const FormatInfo& row) {
  if (row.kind == FormatKind::floating) return std::max(row.fraction_bits, row.bits - kFloatingBits);
  return std::max(0, row.bits - kCodeBits);
}

// A double's bits from the exponent to the second bit of the fraction count quarters of octaves.
constexpr int kQuarterShift = 50;
constexpr std::uint64_t kFirstQuarter = std::bit_cast<std::uint64_t>(ErrorProfile::kNearest) >> kQuarterShift;
static_assert((std::bit_cast<std::uint64_t>(ErrorProfile::kMostError) >> kQuarterShift) - kFirstQuarter + 2 ==
              ErrorProfile::kBins);

void merge_peaks(std::vector<ErrorProfile::Peak>& into, const std::vector<ErrorProfile::Peak>& from) {
  if (into.size() < from.size()) into.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) into[i].merge(from[i]);
}

}  // namespace

BinadeAxis::BinadeAxis(Format format)
    : format_(format),
      shift_(shift_of(info(format))),
      size_(std::size_t{1} << static_cast<unsigned>(info(format).bits - shift_)) {}

ErrorAxis::ErrorAxis(Operation operation, Format format)
    : is_operand(info(operation).arity == 1),
      axis(is_operand ? info(operation).operand_format(0, format) : info(operation).result(format)) {}

std::size_t ErrorProfile::bin_of(double error_ulp) noexcept {
  if (error_ulp <= kNearest) return 0;
  if (error_ulp >= kMostError) return kBins - 1;
  return static_cast<std::size_t>((std::bit_cast<std::uint64_t>(error_ulp) >> kQuarterShift) - kFirstQuarter + 1);
}

double ErrorProfile::least_error(std::size_t bin) noexcept {
  if (bin == 0) return 0;
  if (bin >= kBins) return std::numeric_limits<double>::infinity();
  return std::bit_cast<double>((kFirstQuarter + bin - 1) << kQuarterShift);
}

void ErrorProfile::merge(const ErrorProfile& other) {
  merge_peaks(by_binade, other.by_binade);
  merge_peaks(by_piece, other.by_piece);
  if (histogram.size() < other.histogram.size()) histogram.resize(other.histogram.size());
  for (std::size_t i = 0; i < other.histogram.size(); ++i) histogram[i] += other.histogram[i];
}

}  // namespace halfulp
