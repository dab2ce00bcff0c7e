// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp {

/// An axis of the values of a format, divided into binades: floating values of one sign and one exponent (of binary64
/// eight exponents together), codes and integers with the same first bits.
class BinadeAxis {
 public:
  explicit BinadeAxis(Format format);

  [[nodiscard]] Format format() const noexcept { return format_; }
  static constexpr std::size_t kMost = 512;
  /// How many binades there are: kMost at most.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// The binade that a value is in. `bits`: any bits of the format.
  [[nodiscard]] std::size_t of(Bits bits) const noexcept { return static_cast<std::size_t>(bits >> shift_); }
  /// The value of the binade with the smallest bits: of floating binades 0 or a power of two.
  [[nodiscard]] Bits first(std::size_t binade) const noexcept { return static_cast<Bits>(binade) << shift_; }
  /// How many of a value's bits do not tell its binade: of() is a shift by as many.
  [[nodiscard]] int shift() const noexcept { return shift_; }

 private:
  Format format_;
  int shift_;
  std::size_t size_;
};

/// The axis on which errors of an operation are shown: that of its operand, or of the observed result where there are
/// several operands.
struct ErrorAxis {
  ErrorAxis(Operation operation, Format format);
  bool is_operand;
  BinadeAxis axis;
};

/// The errors of judged cases, seen as a whole: of finite results that pass or that break an accuracy rule. Merging is
/// associative and independent of order.
struct ErrorProfile {
  /// The case with the largest amount, as doubles measure it to 2^-30; of equal ones the one with the smallest index.
  struct Peak {
    std::uint64_t index = 0;  ///< its number in the suite
    double amount = -1;       ///< -1: there is none

    /// Takes in a case.
    void note(std::uint64_t case_index, double case_amount) {
      if (case_amount < amount || (case_amount == amount && case_index >= index)) return;
      *this = {case_index, case_amount};
    }
    void merge(const Peak& other) {
      if (other.amount >= 0) note(other.index, other.amount);
    }
  };

  /// The largest error in ULP of each binade of the operation's ErrorAxis; empty where nothing was measured.
  std::vector<Peak> by_binade;
  /// Of each piece of the accuracy rule that states a distance, by its place in the rule: how much of it was used, in
  /// the unit in which it is stated (ULP, an absolute distance, a fraction of the exact result); less than 2^-20 of it
  /// counts as 0. Empty where no piece states one, or where the operation has such pieces only in formats other than
  /// binary32.
  std::vector<Peak> by_piece;
  /// How many cases have an error in each bin; empty where nothing was measured.
  std::vector<std::uint64_t> histogram;

  /// Results that are the nearest value have an error of at most half an ULP, or step of a code. Of these cases the
  /// first 2^12 of a suite and every 256th are measured, so that `by_binade` and `by_piece` may miss up to half an ULP;
  /// `histogram` counts them all. Every other result with an error is measured.
  static constexpr std::uint64_t kAllMeasured = 1 << 12;
  static constexpr std::uint64_t kMeasuredOf = 256;
  /// The first bin is for errors up to half an ULP, the last one for those from 2^24 ULP on; between them four bins to
  /// the octave have the same width.
  static constexpr std::size_t kBins = 102;
  static constexpr double kNearest = 0.5;
  static constexpr double kLeastError = 0x1p-20;
  static constexpr double kMostError = 0x1p24;
  /// `error_ulp`: 0 to infinity, no NaN.
  [[nodiscard]] static std::size_t bin_of(double error_ulp) noexcept;
  /// The least error of a bin, in ULP; of `kBins` infinity.
  [[nodiscard]] static double least_error(std::size_t bin) noexcept;

  void merge(const ErrorProfile& other);
};

}  // namespace halfulp
