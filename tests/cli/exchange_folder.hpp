// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "command.hpp"

namespace halfulp::cli {

/// Runs `halfulp vectors` into a folder of this test; the folder's path.
[[nodiscard]] std::string write_vectors(const std::string& name, const std::vector<std::string>& arguments);

/// Computes a folder's vectors on a device (`reference:d3d11`, `host`) and writes the results to another folder; its
/// path. Both may be the same.
std::string compute_results(const std::string& vectors, const std::string& results, const std::string& device);

/// Changes one byte of a file.
void flip_byte(const std::string& path, std::size_t at);

/// Replaces the first occurrence of a text in a file, which must have it.
void replace_in_file(const std::string& path, const std::string& text, const std::string& by);

}  // namespace halfulp::cli
