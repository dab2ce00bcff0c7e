// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace halfulp::number {

/// What a device or a file says of itself, as a report shows it: control characters, which a terminal would obey (those
/// of one byte, and U+0080 to U+009F in UTF-8), become '?'.
[[nodiscard]] std::string one_line(std::string_view text);

}  // namespace halfulp::number
