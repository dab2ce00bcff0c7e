// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "number/descriptor.hpp"

namespace halfulp::cli {

/// What a temporary file's name ends with.
constexpr std::string_view kTemporary = ".tmp";

/// Writes a file piece by piece so that the path has either what it had before or all of this: into a temporary file in
/// the same folder, which is renamed. What is not committed is removed, but not when the process is killed.
class FileReplacement {
 public:
  /// Makes the temporary file; error() says whether that failed.
  explicit FileReplacement(std::string path);
  FileReplacement(FileReplacement&& other) noexcept
      : path_(std::move(other.path_)),
        temporary_(std::exchange(other.temporary_, {})),
        file_(std::move(other.file_)),
        error_(other.error_) {}
  FileReplacement& operator=(FileReplacement&& other) = delete;
  /// Without commit() the temporary file is removed and the path is as it was.
  ~FileReplacement();

  /// Does nothing once something failed.
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
  void write(std::span<const std::byte> bytes);
  /// Writes over the first bytes.
  void write_first(std::string_view text);
  /// The first errno, or 0.
  [[nodiscard]] int error() const { return error_; }
  /// Puts the file in its place. `durable`: so that it stays there when the machine dies. Returns error().
  [[nodiscard]] int commit(bool durable = true);

 private:
  void note_failure(bool fine);

  std::string path_;
  std::string temporary_;  ///< "" once the file has its path
  number::Descriptor file_;
  int error_ = 0;
};

/// Whether a path may be given another file: not that of a device or a pipe, and /dev/stdout may be a file.
[[nodiscard]] bool is_replaceable(const std::string& path);

/// The file that a path names, through links, which stay.
[[nodiscard]] std::string target_of(const std::string& path);

/// Writes a file as a whole, as FileReplacement does. Returns 0, or errno: then the path is as it was.
[[nodiscard]] int replace_file(const std::string& path, std::string_view text);

}  // namespace halfulp::cli
