// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/table/table.hpp"

namespace halfulp::cli {

/// Names the columns of a file that are not read, if any.
void write_unread(std::string_view file, std::span<const std::string> unread);

/// Says which columns of a table are not read, if any.
void write_unread(const Table& table);

/// Says which lines could not be read, if any.
void write_problems(const TableRead& read);

}  // namespace halfulp::cli
