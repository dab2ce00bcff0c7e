// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace halfulp::report {

/// "add 7, mul 3 and 12 more": the items, separated, of which as many stand as fit into `width` characters, one at
/// least.
[[nodiscard]] std::string listed(std::span<const std::string> items, std::string_view separator, std::size_t width);

/// The text on one line of at most `width` characters: cut behind a word, with " ..." for the rest. A first word that
/// is longer stays whole.
[[nodiscard]] std::string clipped(std::string_view text, std::size_t width);

}  // namespace halfulp::report
