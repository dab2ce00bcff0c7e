// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace halfulp::cli {

/// Whether `text` is a decimal number whose value is not exactly `hex`, the hex float that it was read as (or inf).
/// Texts that are no decimals (hex floats, bits, inf, nan) are not rounded decimals.
[[nodiscard]] bool is_rounded_decimal(std::string_view text, const std::string& hex);

}  // namespace halfulp::cli
