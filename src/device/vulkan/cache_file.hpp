// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace halfulp::device {

/// The user's cache file of that name: in $XDG_CACHE_HOME/halfulp or ~/.cache/halfulp; "" where there is neither.
[[nodiscard]] std::string cache_path(const std::string& name);

/// What write_cache() wrote last; nothing where the file is missing, cut short or changed.
[[nodiscard]] std::vector<std::byte> read_cache(const std::string& path);

/// Writes the file, with its folder, so that the path has all of the data or what it had. Where it cannot be written
/// nothing happens: a cache is not needed.
void write_cache(const std::string& path, std::span<const std::byte> data);

}  // namespace halfulp::device
