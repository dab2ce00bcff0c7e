// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace halfulp::cli {

/// What a temporary file's name ends with.
constexpr std::string_view kTemporary = ".tmp";

/// Writes a file so that the path has either what it had before or all of this, also when the process or the machine
/// dies: into a temporary file in the same folder, which is synchronised and renamed. Returns 0, or errno: then the
/// temporary file is gone and the path as it was.
[[nodiscard]] int replace_file(const std::string& path, std::string_view text);

}  // namespace halfulp::cli
