// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "number/descriptor.hpp"

namespace halfulp::cli {

/// What a temporary file's name ends with.
constexpr std::string_view kTemporary = ".tmp";

/// Writes a file piece by piece so that the path has either what it had before or all of this, also when the process or
/// the machine dies: into a temporary file in the same folder, which is synchronised and renamed.
class FileReplacement {
 public:
  /// Makes the temporary file; error() says whether that failed.
  explicit FileReplacement(std::string path);
  FileReplacement(const FileReplacement&) = delete;
  FileReplacement& operator=(const FileReplacement&) = delete;
  /// Without commit() the temporary file is removed and the path is as it was.
  ~FileReplacement();

  /// Does nothing once something failed.
  void write(std::string_view text);
  /// Writes over the first bytes.
  void write_first(std::string_view text);
  /// The first errno, or 0.
  [[nodiscard]] int error() const { return error_; }
  /// Puts the file in its place. Returns error().
  [[nodiscard]] int commit();

 private:
  void note_failure(bool fine);

  std::string path_;
  std::string temporary_;
  number::Descriptor file_;
  int error_ = 0;
  bool is_in_place_ = false;
};

/// Writes a file as a whole, as FileReplacement does. Returns 0, or errno: then the path is as it was.
[[nodiscard]] int replace_file(const std::string& path, std::string_view text);

}  // namespace halfulp::cli
