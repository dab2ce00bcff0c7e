// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "cli/table/columns.hpp"
#include "exact/rational.hpp"
#include "halfulp/format.hpp"
#include "halfulp/permitted.hpp"

namespace halfulp::cli {

/// How far from what an author expects a result may be for the author's test to accept it. docs/howto/tables.md has
/// what each form means.
struct Tolerance {
  enum class Kind : std::uint8_t { exact, ulp, absolute, relative };
  Kind kind = Kind::exact;
  exact::Rational amount;
  std::string text;  ///< as it was written; "" for exact
};

/// Reads `2 ulp`, `1e-5`, `1e-5 rel`, `0.1%`, `exact` or nothing. `unit`: of a number alone. Throws Error(kInput) for
/// what is none.
[[nodiscard]] Tolerance read_tolerance(std::string_view text, ToleranceUnit unit);

/// What an author's test accepts. `any_nan`: where a NaN is expected, any does.
[[nodiscard]] PermittedSet accepted_by(Format format, Bits expected, bool any_nan, const Tolerance& tolerance);

}  // namespace halfulp::cli
