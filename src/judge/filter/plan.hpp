// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "judge/definition/ruling.hpp"
#include "judge/filter/interval_expression.hpp"
#include "judge/verdict/other_readings.hpp"

namespace halfulp::judge {

/// What a bound of a rulebook permits around an exact result x, as docs/numerics.md proves it: distances from x, or
/// roundings of x.
struct Band {
  enum class Kind : std::uint8_t {
    unknown,  ///< nothing is certain but what `holds_nearest` says
    unconstrained,
    nearest,
    nearest_away,
    toward_zero,
    either,
    ulp,        ///< |r - x| <= amount ULP, by muller_a, muller_b or goldberg_of_result
    bit_steps,  ///< at most floor(amount) values from the nearest
    absolute,
    relative,
    below,  ///< |r - x| < amount
    any_of,
    all_of,
  };
  Kind kind = Kind::unknown;
  bool holds_nearest = false;        ///< the correctly rounded result is permitted, of a finite x that is not zero
  bool holds_truncated = false;      ///< so is the result rounded toward zero
  bool breaks_ties_to_even = false;  ///< nearest: where it matters, only the even neighbour
  Enclosure amount{0, 0};
  std::optional<IntervalExpression> formula{};  ///< the amount where it depends on operands
  std::vector<Band> parts{};
};

/// The band for the operands for which a condition holds and none before it does.
struct BandByDomain {
  std::optional<IntervalCondition> where;  ///< nothing: always
  bool is_known = true;                    ///< false: the condition cannot be evaluated in doubles
  Band band;
};

using Range = TableCell::Range;

/// What a special-value table says of operand classes.
struct Cell {
  enum class Kind : std::uint8_t { accuracy, confined, nan, value, operand, unknown };
  Kind kind = Kind::accuracy;
  Range range = Range::none;
  double value = 0;
  std::uint8_t operand = 0;
  bool negated = false;
  friend bool operator==(const Cell&, const Cell&) = default;
};

/// Classes of operands as tables tell them apart; a denormal that is kept is finite.
enum class OperandClass : std::uint8_t {
  nan,
  minus_infinity,
  minus_finite,
  minus_one,
  minus_zero,
  plus_zero,
  plus_one,
  plus_finite,
  plus_infinity
};
inline constexpr std::size_t kOperandClasses = 9;
[[nodiscard]] OperandClass operand_class(double value) noexcept;

/// A table by the classes of the first and the last operand.
using CellTable = std::array<std::array<Cell, kOperandClasses>, kOperandClasses>;

/// An identity: where its condition holds the result is an operand, or NaN where some operand is.
struct Identity {
  enum class Kind : std::uint8_t { operand, nan, unknown_of_nan };
  Kind kind;
  IntervalCondition where;  ///< of an operand
  std::uint8_t operand = 0;
};
inline constexpr std::size_t kMostIdentities = 4;

/// A floating result format's numbers, as doubles.
struct FormatLimits {
  FormatLimits() = default;
  explicit FormatLimits(const FormatInfo& row);
  double first = 0;         ///< 2^fraction_bits: in ULP the binades' least values
  double least_normal = 0;  ///< 2^min_exponent
  double largest = 0;
  double overflow = 0;  ///< 2^(max_exponent + 1)
  double most_ulp = 0;  ///< wider bounds are left to the definition
  double below_one = 0;
};

/// What good_cases.hpp passes by.
struct GoodCases {
  bool truncates = false;    ///< what rounding toward zero gives passes, not what rounding to nearest does
  double sure_ulp = 0;       ///< results that are no further are within every band, in ULP of the reference's binade
  double sure_absolute = 0;  ///< and no further than this, absolutely
  double least_operand = 0;  ///< smaller operands are left to others
  bool identities_are_of_zero = false;  ///< they hold of operands that are zero alone
  bool passes_far = false;              ///< infinity passes for what overflows, zero for what is below every denormal
  double most_tiny =
      0;  ///< sizes below this are, in ULP of the least binade; 2^fraction_bits where denormals are flushed
  bool nan_is_open = false;  ///< of one operand: where the exact result of a finite one is NaN, anything is permitted
};

/// All that the filter knows of a ruling. Made once; nothing in it comes from trying operands.
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
  bool is_measured;  ///< results have errors: of integers and truth values none are stated
  // Of a floating result: 2^min_exponent is the smallest normal value.
  int fraction_bits = 0;
  int min_exponent = 0;
  int max_exponent = 0;
  FormatLimits limits;

  std::vector<BandByDomain> bands;
  bool has_two_roundings = false;  ///< the one bound is rounding to nearest even or toward zero, result by result
  Range range = Range::none;       ///< of the table's cells for finite operands, no zeros and no ones

  // Special operands: NaN, infinities, zeros, and ones where a table names them.
  std::optional<CellTable> table;
  bool negative_is_nan = false;  ///< of one operand: the table gives NaN for negative finite ones
  bool names_ones = false;
  std::vector<Identity> identities;  ///< kMostIdentities at most
  [[nodiscard]] bool has_overrides() const { return table.has_value() || !identities.empty(); }
  /// Zero, infinite and NaN exact results are permitted as they are: not where an expression is evaluated in steps,
  /// unless it is the sum of products that the operation itself is.
  bool permits_exact_specials = true;
  bool is_canonical_sum = false;

  std::optional<GoodCases> good;

  // What no reading permits.
  bool can_fail = false;
  std::vector<IntervalCondition> guards;  ///< of identities and allowances: where one may hold, nothing fails for sure
  double other_ulp = 0;                   ///< the widest bounds of other readings, in each unit
  double other_absolute = 0;
  double other_relative = 0;
};

}  // namespace halfulp::judge
