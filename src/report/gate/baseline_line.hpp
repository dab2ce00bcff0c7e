// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace halfulp::report {

constexpr std::string_view kBaselineBegin = "# halfulp baseline";
constexpr int kBaselineVersion = 1;

/// A failure as a baseline has it. What is of the whole run has no operation, format, way and case.
struct BaselineLine {
  std::string rulebook;
  std::string rule;  ///< of a reading "ID=OPTION"
  std::string operation;
  std::string format;
  std::string way;         ///< the variant's name
  std::string causes;      ///< their ids
  std::string extent;      ///< "482 of 262144"; "rounding", "completeness", "property"
  std::string first_case;  ///< "0x00000001 -> 0xc2fe0000"
};

/// The parts with " | " between them, "-" for an empty one.
[[nodiscard]] std::string text_of(const BaselineLine& line);

/// Reads text_of(). A way may have " | " in its name. Throws Error(kInput) for fewer parts.
[[nodiscard]] BaselineLine baseline_line(std::string_view text);

}  // namespace halfulp::report
