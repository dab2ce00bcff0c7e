// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace halfulp::cli {

/// Whether `text` is a decimal number or a hex float whose value is not exactly `hex`, the hex float that it was read
/// as (or inf). Bits, inf and nan are not rounded.
[[nodiscard]] bool is_rounded(std::string_view text, const std::string& hex);

}  // namespace halfulp::cli
