// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "table/benchmark.hpp"

namespace halfulp::benchmarks {

/// The table: a row for each measurement and, below it, one for each further comparison.
[[nodiscard]] std::string table_text(std::span<const Measurement> measurements);

/// An array of objects: docs/benchmarks.md says of what.
[[nodiscard]] std::string json_text(std::span<const Measurement> measurements);

/// "312 M", "1.04 G", "87.0 k": three digits.
[[nodiscard]] std::string rate_text(double per_second);

/// "302", "8.71", "0.513": three digits, or as many as a whole number has.
[[nodiscard]] std::string ratio_text(double ratio);

}  // namespace halfulp::benchmarks
