// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.hpp"
#include "halfulp/judge.hpp"
#include "halfulp/rulebook.hpp"
#include "report/values.hpp"

namespace halfulp::cli {

/// One case as explain, judge and evaluate are given it.
struct Case {
  Rulebook book;
  Operation operation;
  Format format;
  std::vector<Bits> operands;
  Readings readings;
};

/// Reads BOOK, OPERATION, OPERAND..., --format and --reading. The book and the readings are those of the table that
/// MSL's fast:: and precise:: choose (rulebook/math_table.hpp).
/// Throws Error(kUsage) for names that do not exist (with the nearest) and for the wrong number of operands;
/// Error(kInput) for operands that cannot be read.
[[nodiscard]] Case read_case(const Arguments& arguments);

/// The same without operands. Throws Error(kUsage) for names that do not exist.
[[nodiscard]] Case read_question(const Arguments& arguments);

/// Throws Error(kUsage) where OPERATION is a function of a packed word (packUnorm4x8) and the operands are those of the
/// whole word: explain, evaluate and try ask for one component.
void refuse_packed_word(const Case& asked, const std::string& called, const std::vector<std::string>& texts);

/// Operands of such a case, as texts. Throws Error(kUsage) unless there are as many as the operation has, Error(kInput)
/// for one that cannot be read.
[[nodiscard]] std::vector<Bits> read_operands(const Case& asked, const std::vector<std::string>& texts);

/// A value as a user wrote it, and the bits that it was read as.
struct GivenText {
  std::string label;  ///< operand x of add
  std::string_view text;
  Format format;
  Bits bits;
};

/// Throws Error(kInput), offering both readings, where one of the texts is bits without 0x (3F800000) and another that
/// was read as a number may be such, too (40000000).
void refuse_doubtful_digits(std::span<const GivenText> given);

/// Reads --format, by halfulp's name or one that languages have (half, float, f64). Throws Error(kUsage) with the
/// nearest name.
[[nodiscard]] Format read_format(std::string_view name);
/// The same of --format, which may be left out: binary32 then.
[[nodiscard]] Format format_asked(const Arguments& arguments);

/// Reads ID=OPTION, several times. Throws Error(kUsage) when one has no '=' or an id comes twice.
[[nodiscard]] Readings read_readings(const std::vector<std::string>& texts);

/// Those of the chosen readings that the rulebook has. Throws Error(kUsage) for an option that it does not have.
[[nodiscard]] Readings readings_of(const Rulebook& book, const Readings& chosen);

/// Throws Error(kUsage) for a reading that none of the rulebooks has, one at least.
void require_known(const Readings& chosen, std::span<const Rulebook> books);

/// A line on `label`, which stands for `bits` and was given as `text`; it says so when the text had to be rounded.
[[nodiscard]] report::ValueLine given_value(std::string label, Format format, Bits bits, std::string_view text);

/// The operands of a case as lines, under their names.
[[nodiscard]] std::vector<report::ValueLine> operand_values(const Case& asked, const Arguments& arguments);

/// `rsq (1 / sqrt(x)) in binary32 under d3d11 (Direct3D 11)`, with the chosen readings.
[[nodiscard]] std::string heading(const Case& asked);

}  // namespace halfulp::cli
