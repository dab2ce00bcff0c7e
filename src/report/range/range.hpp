// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "halfulp/device.hpp"
#include "halfulp/rulebook.hpp"
#include "range/parting.hpp"
#include "range/reading/where.hpp"
#include "range/verdict.hpp"
#include "report/json_value.hpp"

namespace halfulp::report {

/// What an expression may return under one rulebook.
struct RangeByBook {
  Rulebook book;
  range::Program program;
  range::Answer answer;
};

/// A device that computed the steps of the first program, each by itself.
struct StepsOnDevice {
  DeviceDescription device;
  std::vector<Bits> values;  ///< of each node
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
  std::vector<Bits> observed;                           ///< a result that is asked about: one for each component
  range::Verdict verdict = range::Verdict::undecided;   ///< of the first rulebook on what was observed
  std::optional<range::ChosenOption> under;             ///< of the verdict `reading`: the option
  std::optional<StepsOnDevice> computed;                ///< where a device gave what was observed
};

[[nodiscard]] std::string range_text(const RangeReport& report);
/// A page with the text and, where one operand is in a range of numbers, a figure over it for each rulebook.
[[nodiscard]] std::string range_page(const RangeReport& report);
[[nodiscard]] JsonValue range_shape(const RangeReport& report);

}  // namespace halfulp::report
