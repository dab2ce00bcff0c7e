// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace halfulp::cli {

/// Names of functions in the languages of shaders, as lines of at most 100 characters: of all functions for "", of one
/// language, or of the functions that have the name `asked`, here or in any language. Throws Error(kUsage) with the
/// nearest for what is neither.
[[nodiscard]] std::string names_text(std::string_view asked);

/// The whole table as Markdown, with the names that are doubtful without their language: docs/names.md.
[[nodiscard]] std::string names_markdown();

/// The whole table as JSON.
[[nodiscard]] std::string names_json();

}  // namespace halfulp::cli
