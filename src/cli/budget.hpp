// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

namespace halfulp::cli {

/// A number of cases: a whole number from 1 to 10^18, also as "1e12" or "2.5e9". Throws Error(kUsage) for anything
/// else.
[[nodiscard]] std::uint64_t read_cases(std::string_view text);

/// A time from a second to 10,000 hours: whole numbers of hours, minutes and seconds in this order, as in "8h", "90m"
/// or "1h30m". Throws Error(kUsage) for anything else.
[[nodiscard]] std::chrono::seconds read_time(std::string_view text);

}  // namespace halfulp::cli
