// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "halfulp/rulebook.hpp"

namespace halfulp::cli {

/// Text inside a cell of a Markdown table.
[[nodiscard]] std::string markdown_cell(std::string_view text);

/// A rulebook as its document reads: the general rules, then per format a table of functions and their accuracy and
/// the tables of special values, then the readings. Each row ends with its rule and its source.
[[nodiscard]] std::string book_markdown(const Rulebook& book);

}  // namespace halfulp::cli
