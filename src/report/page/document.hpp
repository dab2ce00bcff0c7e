// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace halfulp::report {

/// What a page has of programs: none, or those that one zooms into its charts with, and their styles.
enum class Programs : std::uint8_t { none, charts };

/// A whole page that needs nothing from elsewhere: its styles and programs stand in it. `title` is text, `header` and
/// `main` are HTML.
[[nodiscard]] std::string document(std::string_view title, std::string_view header, std::string_view main,
                                   Programs programs);

}  // namespace halfulp::report
