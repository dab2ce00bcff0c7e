// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "halfulp/format.hpp"

namespace halfulp::cli {

/// How the values of a column are written, as far as some of them show it: `40000000` may be bits and may be a decimal.
struct CellStyle {
  bool has_bits = false;      ///< 3F8A0000, 00000001
  bool has_decimals = false;  ///< 0.5, -2
  bool is_bits = false;       ///< the header says so: `x_bits`

  /// Learns from a value.
  void note(std::string_view text);
};

/// Whether a text is a number with a decimal comma for certain: `0,5`, not `1,234`.
[[nodiscard]] bool has_decimal_comma(std::string_view text);

/// The number with a point, where its comma is a decimal one. Throws Error(kInput) for `1,234` unless `has_commas`:
/// other values of the table have decimal commas.
[[nodiscard]] std::string with_point(std::string_view text, bool has_commas);

/// Reads a value of a table: all that parse_value() reads; bits without 0x in a column that has such; 1 and 0 of
/// bool32;
/// `="0x3f800000"` of Excel, the INF and NaN of Microsoft's C library (1.#INF, -1.#IND), a decimal comma.
/// Throws Error(kInput) for what is none, and offers both meanings of what has two.
[[nodiscard]] Bits read_cell(const FormatInfo& row, std::string_view text, CellStyle style, bool has_commas);

/// The text without what spreadsheets put around it: `="..."`, and an apostrophe before it.
[[nodiscard]] std::string_view unwrapped(std::string_view text);

/// The bits that hexadecimal digits are, where there are as many as the format has; nothing otherwise.
[[nodiscard]] std::optional<Bits> read_digits(std::string_view text, int hex_digits);

}  // namespace halfulp::cli
