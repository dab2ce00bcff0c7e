// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "device/failed_case.hpp"

namespace halfulp::device {

/// The text as a literal of C, in one line.
[[nodiscard]] std::string c_literal(std::string_view text);

/// The same of a program's text: a line for each of its lines, as the value of a variable.
[[nodiscard]] std::string c_source_literal(const std::string& source);

/// A text's lines as comments of C++, each indented after its slashes.
[[nodiscard]] std::string lines_in_comment(const std::string& text);

/// Lines of C++11 that hold bytes in an array of that name, as aligned as words.
[[nodiscard]] std::string bytes_in_cpp(std::string_view name, std::span<const std::byte> bytes);

/// Lines of C99 that hold a case: CASES, how many times it is computed, since drivers compile vectors of cases;
/// OPERANDS; `operands`, which points to each operand's value, and `sizes`; `result_t`; `observed`, the device's bits;
/// `permitted`, ranges of bits. They need <stddef.h> and <stdint.h>.
[[nodiscard]] std::string case_in_c(const FailedCase& failed);

/// Lines of C99 in a function with an array `results` of result_t: they print the bits of one that is not permitted,
/// that of the device if it is among them, or else of the first, and whether they are permitted, and return 0 if so and
/// 1 if not. They need <stdio.h>.
extern const std::string_view kVerdictInC;

}  // namespace halfulp::device
