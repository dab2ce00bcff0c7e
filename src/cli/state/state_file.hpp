// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "report/json_value.hpp"

namespace halfulp::cli {

/// Writes a JSON value and its checksum, each on a line of its own, so that the path has either what it had before or
/// all of this, also when the process or the machine dies: into a temporary file beside it, which is synchronised and
/// renamed. Throws Error(kInput) with the path and the reason; the temporary file is then gone and the path as it was.
void write_sealed(const std::string& path, const report::JsonValue& value);

/// Reads such a file. Throws Error(kInput) that says whether it cannot be read, is cut short or damaged.
[[nodiscard]] report::JsonValue read_sealed(const std::string& path);

/// What a temporary file's name ends with.
constexpr std::string_view kTemporary = ".tmp";

}  // namespace halfulp::cli
