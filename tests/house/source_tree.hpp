// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace halfulp::house {

/// A file of the repository: its path from the root with '/' between folders, and its text.
struct SourceFile {
  std::string path;
  std::string text;
};

/// One #include line.
struct Include {
  std::string target;  ///< what stands between the quotes or brackets
  bool quoted;         ///< "..." rather than <...>
};

/// Every text file that the repository keeps at `root`, in ascending order of path: build outputs and .git left out.
std::vector<SourceFile> read_source_tree(const std::string& root);

/// The includes of a C++ file, in order.
std::vector<Include> includes_of(const SourceFile& file);

/// Whether the path ends in `extension` (".cpp").
bool has_extension(const SourceFile& file, const std::string& extension);

/// Whether the path lies in `folder` ("src/exact") or below it.
bool is_in(const SourceFile& file, const std::string& folder);

}  // namespace halfulp::house
