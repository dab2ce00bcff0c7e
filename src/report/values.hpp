// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "halfulp/format.hpp"
#include "halfulp/judge.hpp"
#include "halfulp/permitted.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp::report {

/// One line of a list of values.
struct ValueLine {
  std::string label;  ///< "x", "result"
  Format format = Format::binary32;
  Bits bits = 0;
  std::string note;  ///< after the value; "" for none
};

/// One line per value: label, decimal, hex float and bits in columns, indented by two spaces.
[[nodiscard]] std::string value_lines(std::span<const ValueLine> lines);

/// The permitted set of an explanation: first as values in one line, then range by range with bits, indented by two.
[[nodiscard]] std::string permitted_lines(const PermittedSet& permitted);

/// What is asked, for call_text() and operand_lines(). `operands`: those of the operation, others behind them.
[[nodiscard]] Explanation call_of(Operation operation, Format format, Naming naming, std::span<const Bits> operands);

/// The operands of an explanation as lines, one per operand under its name.
[[nodiscard]] std::vector<ValueLine> operand_lines(const Explanation& explanation);

/// `rsq(-0)`, operands as decimals.
[[nodiscard]] std::string call_text(const Explanation& explanation);

/// `FS 3.1.3.2 (Direct3D 11.3 Functional Specification), stated`.
[[nodiscard]] std::string source_text(const Source& source, std::string_view status);

/// The sentence that a rule is from, and below it where it stands, in brackets.
[[nodiscard]] std::string source_lines(const Source& source, std::string_view status, std::size_t indent,
                                       std::size_t width);

/// `1,234,567`.
[[nodiscard]] std::string grouped(std::uint64_t number);

/// `0.4997`, `1,234`, `1.23e+15`: at most that many significant digits; from 1000 on rounded up to a whole number, from
/// 10^12 on a power of ten. Positive.
[[nodiscard]] std::string figure_text(double value, int digits);

/// An error in ULP as figure_text() has it with four digits, or seven next to a whole number below 1000; "" for none.
[[nodiscard]] std::string ulp_text(const std::optional<double>& error);

/// The text broken at spaces into lines of at most `width` characters, each after `indent` spaces; a word longer than a
/// line stays whole.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t indent, std::size_t width);

/// `nearest permitted: 0.5 (0x3f000000), 1,677,722 values away`, or without the bits: how many values of the format lie
/// between; "" where the result is permitted, or no value is near it.
[[nodiscard]] std::string nearest_text(const PermittedSet& permitted, Bits observed, bool has_bits = true);

/// `exact result: 1`, and whether it was clamped or is that of flushed operands.
[[nodiscard]] std::string exact_text(const Explanation& explanation);

}  // namespace halfulp::report
