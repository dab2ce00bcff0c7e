// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "judge/filter/band.hpp"
#include "judge/verdict/other_readings.hpp"

namespace halfulp::judge {

/// The band of the operands for which its condition is the first that holds.
struct BandByDomain {
  const Ruling::Piece* piece;
  Band band;
};

inline constexpr std::size_t kMostIdentities = 4;

/// The cases that rounded_cases.hpp may pass.
struct RoundedCases {
  bool truncates = false;                    ///< every bound holds the result rounded toward zero; else the nearest one
  double least_operand = 0;                  ///< the second test judges smaller operands
  bool leaves_ones = false;                  ///< and the operands 1 and -1
  std::vector<const Condition*> identities;  ///< and operands for which one of these may hold
  double confined_from = HUGE_VAL;  ///< a larger first operand permits anything in the table's range, without an error
  bool passes_zeros = false;        ///< exact zeros pass with their sign
  bool passes_far = false;          ///< infinity passes for what overflows, zero for what is below `most_tiny`
  double most_tiny = 0;      ///< smaller exact results round to zero or are flushed, whenever denormals are tested
  bool nan_is_open = false;  ///< operands that are tested, of which the exact result is NaN, permit anything
};

/// All that the filter knows of a ruling, which must outlive it. Nothing in it comes from trying operands.
struct Plan {
  /// Nothing where the definition is asked for every case.
  [[nodiscard]] static std::optional<Plan> of(const Ruling& ruling, const OtherReadings& others);

  Operation operation;
  std::size_t arity;
  std::array<const FormatInfo*, kMaxArity> operand_rows;
  const FormatInfo* result_row;
  Policies policies;
  bool result_is_float;
  /// References are rounded to odd: on the exact result's side of every value and of the middle between two.
  bool is_rounded_to_odd;
  /// Results are doubles, and references the exact results rounded once by IEEE 754: only the first test applies.
  bool is_double;
  bool is_measured;     ///< results have errors: integers and truth values have none
  FormatLimits limits;  ///< of a floating result

  std::vector<BandByDomain> bands;
  bool has_two_roundings = false;  ///< the one bound is rounding to nearest even or toward zero, result by result
  /// Exact results that are zero, infinite or NaN are permitted. An expression in steps may give others, unless it is
  /// the operation's own sum of products.
  bool permits_exact_specials = true;
  bool is_canonical_sum = false;
  bool permits_fused_steps = false;  ///< a step may add a product before it is rounded

  // Tables and identities.
  const SpecialTable* table = nullptr;
  TableCell::Range range = TableCell::Range::none;  ///< of the cells for finite operands other than zeros and ones
  bool negative_is_nan = false;                     ///< the cell for a negative finite operand gives NaN
  bool names_ones = false;                          ///< some cell for 1 or -1 is not that of other finite operands
  std::span<const Ruling::Identity> identities;     ///< kMostIdentities at most; with a condition they give an operand
  [[nodiscard]] bool has_overrides() const { return table != nullptr || !identities.empty(); }
  /// Of two roundings and an operand that may be flushed, the results with it and without are looked at.
  [[nodiscard]] bool tells_flushed() const {
    return has_two_roundings && policies.operands == Denormals::may_flush && !has_overrides();
  }

  std::optional<RoundedCases> rounded;  ///< nothing: no result passes for being rounded correctly

  // Failures that are certain.
  bool can_fail = false;
  std::vector<const Condition*> guards;  ///< of identities and allowances: where one may hold, no failure is certain
  std::vector<Band> others;              ///< of the bounds that other readings have
};

}  // namespace halfulp::judge
