// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace halfulp::report {

/// A figure of the largest error of each binade, with what is permitted where that is known: a drawing, and the same
/// data for the page's program, which makes it one to zoom into. "" where no error is larger than that of correct
/// rounding.
/// `permitted`: one per error of the result.
[[nodiscard]] std::string error_chart(const Result& result, const std::vector<std::optional<double>>& permitted);

/// What the drawings of a page have in common: once on each.
[[nodiscard]] std::string shared_axes(const Report& report);

/// A figure of how many results have which error; "" where no error is larger than none.
[[nodiscard]] std::string histogram_chart(const Result& result);

/// A figure of where results fail: by binade of one operand, by the exponents of two; "" for more operands and where
/// none fails. With `rule` only of the results that break it.
[[nodiscard]] std::string failure_chart(const Result& result, std::string_view rule = {});

}  // namespace halfulp::report
