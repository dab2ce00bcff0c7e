// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

namespace halfulp::cli {

/// A file that a command line names: "--json", "report.json".
struct NamedFile {
  std::string argument;
  std::string path;  ///< "": not given
};

/// Throws Error(kUsage) when a file to write is one that is read, or two to write are one, by whatever paths.
void require_own_files(std::span<const NamedFile> read, std::span<const NamedFile> written);

}  // namespace halfulp::cli
