// SPDX-License-Identifier: Apache-2.0
#include "cli/own_files.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

/// Whether both name one file, there or not; /dev/null and the like may be named twice.
bool same_file(const std::string& one, const std::string& other) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (fs::exists(one, ignored) && !fs::is_regular_file(one, ignored)) return false;
  if (fs::equivalent(one, other, ignored)) return true;
  const auto canonical = [&](const std::string& path) { return fs::weakly_canonical(fs::absolute(path), ignored); };
  return canonical(one) == canonical(other);
}

void require_apart(const NamedFile& one, const NamedFile& other, std::string_view does) {
  if (one.path.empty() || other.path.empty() || !same_file(one.path, other.path)) return;
  throw Error(Error::Kind::kUsage, fmt::format("{}: {} {}, and {} would overwrite it; give each its own file",
                                               other.path, one.argument, does, other.argument));
}

}  // namespace

void require_own_files(std::span<const NamedFile> read, std::span<const NamedFile> written) {
  for (std::size_t i = 0; i < written.size(); ++i) {
    for (const NamedFile& input : read) require_apart(input, written[i], "is read");
    for (const NamedFile& other : written.first(i)) require_apart(other, written[i], "is written there");
  }
}

}  // namespace halfulp::cli
