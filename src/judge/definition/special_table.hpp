// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "halfulp/format.hpp"
#include "rulebook/model.hpp"

namespace halfulp::judge {

/// What one cell of a special-value table says.
struct TableCell {
  enum class Result : std::uint8_t {
    nan,
    minus_infinity,
    plus_infinity,
    minus_zero,
    plus_zero,
    underflowed_zero,  ///< "0": +0, or either by policy
    minus_one,
    plus_one,
    first,
    minus_first,
    last,
    minus_last,
    exact,  ///< the exact result and nothing else
  };
  enum class Range : std::uint8_t { none, sine, fraction };  ///< [-1,1], [+0,1)

  std::uint16_t results = 0;  ///< one bit each; none: the cell leaves the result to the later layers
  Range range = Range::none;  ///< to which those are confined

  [[nodiscard]] bool decides() const { return results != 0; }
  [[nodiscard]] bool has(Result result) const { return (results >> static_cast<unsigned>(result) & 1) != 0; }
  friend bool operator==(const TableCell&, const TableCell&) = default;
};

/// Classes of operands that tables have apart. A denormal that was kept is a finite value.
enum class OperandClass : std::uint8_t {
  nan,
  minus_infinity,
  plus_infinity,
  minus_zero,
  plus_zero,
  minus_one,
  plus_one,
  minus,
  plus
};
/// The class of a floating operand.
[[nodiscard]] OperandClass class_of(double value);

/// A special-value table, its words read.
class SpecialTable {
 public:
  explicit SpecialTable(const rulebook::SpecialTable& table);

  /// The cell for operands of a format. The most specific class counts: +1.0 before +F before F, -0 before F. A
  /// denormal that was kept is a finite value: the tables' denormal columns say what flushing makes of it. One that
  /// decides nothing where no class of the table fits.
  [[nodiscard]] const TableCell& cell(const FormatInfo& row, std::span<const Bits> operands) const;
  /// The same for the classes of the first and the last operand, which of one operand are the same.
  [[nodiscard]] const TableCell& cell(OperandClass first, OperandClass last) const;

 private:
  static constexpr std::size_t kClasses = 9;
  using Places = std::array<std::size_t, kClasses>;  ///< by class; of a class that the table lacks the last one

  [[nodiscard]] static Places places(const std::vector<std::string>& names);

  Places rows_{};
  Places columns_{};
  std::vector<std::vector<TableCell>> cells_;  ///< one row and one column more than the table has, which decide nothing
};

}  // namespace halfulp::judge
