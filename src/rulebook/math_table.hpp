// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "halfulp/error.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp::rulebook {

/// One of several tables of single precision functions, Metal's precise and fast ones, CUDA's without and with
/// -use_fast_math or OpenCL's half_ and native_ ones, and the readings under which it is asked.
struct MathTable {
  Rulebook book;
  Readings readings;
};

/// The table that the name of a function chooses where it is not that of `book`: of fast::sin under metal4 metal4-fast,
/// of precise::sin under metal4-fast metal4, in the math mode of `book`; of __sinf under cuda cuda-fast; of half_sin
/// and native_sin under opencl3 opencl3-half. Nothing for other names. `chosen`: readings of either table; those that
/// the table lacks are left out of its own. Throws Error(kUsage) where the two have no reading of the mode, so that the
/// user has to ask the other rulebook, and for readings that do not exist.
[[nodiscard]] std::optional<MathTable> math_table(std::string_view function, const Rulebook& book,
                                                  const Readings& chosen);

/// The error that sends a user to the rulebook of the other table.
[[nodiscard]] Error ruled_by_other(std::string_view function, std::string_view other, std::string_view asked);

}  // namespace halfulp::rulebook
