// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/json_value.hpp"

namespace halfulp::cli {

/// Writes a JSON value and its checksum, each on a line of its own, as replace_file() does. Throws Error(kInput) with
/// the path and the reason.
void write_sealed(const std::string& path, const report::JsonValue& value);

/// Reads such a file. Throws Error(kInput) that says whether it cannot be read, is cut short or damaged.
[[nodiscard]] report::JsonValue read_sealed(const std::string& path);

}  // namespace halfulp::cli
