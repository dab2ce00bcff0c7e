// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "halfulp/rulebook.hpp"
#include "range/answer.hpp"
#include "range/builder.hpp"
#include "range/parting.hpp"
#include "range/where.hpp"
#include "report/json_value.hpp"

namespace halfulp::report {

/// What an expression may return under one rulebook.
struct RangeByBook {
  Rulebook book;
  range::Program program;
  range::Answer answer;
};

/// A question about an expression and its answers.
struct RangeReport {
  std::string expression;
  Format format = Format::binary32;
  Readings readings;
  range::Freedom freedom;
  std::vector<range::Operand> operands;
  std::vector<RangeByBook> books;                       ///< one or two
  std::vector<std::optional<range::Parting>> partings;  ///< of two: a result of each that the other forbids
  std::optional<Bits> observed;                         ///< a result that is asked about
};

enum class RangeVerdict : std::uint8_t {
  permitted,
  forbidden,
  undecided,  ///< no bound forbids it, and the budget did not suffice to find an execution that gives it
};
/// Whether the first rulebook permits what was observed of the first component.
[[nodiscard]] RangeVerdict verdict_of(const RangeReport& report);

[[nodiscard]] std::string range_text(const RangeReport& report);
/// A page with the text and, where one operand is in a range of numbers, a figure over it for each rulebook.
[[nodiscard]] std::string range_page(const RangeReport& report);
[[nodiscard]] JsonValue range_shape(const RangeReport& report);

}  // namespace halfulp::report
