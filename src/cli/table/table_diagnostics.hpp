// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/table/table.hpp"

namespace halfulp::cli {

/// Says which columns of a table are not read, if any.
void write_unread(const Table& table);

/// Says which lines could not be read, if any.
void write_problems(const TableRead& read);

}  // namespace halfulp::cli
