// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "cli/replace_file.hpp"

namespace halfulp::cli {

/// A file, or standard input for "-", read from its begin to its end.
class InputBytes {
 public:
  /// Throws Error(kInput) naming the path when it cannot be opened.
  explicit InputBytes(const std::string& path);
  InputBytes(const InputBytes&) = delete;
  InputBytes& operator=(const InputBytes&) = delete;
  ~InputBytes();

  /// The path, or "standard input".
  [[nodiscard]] const std::string& name() const { return name_; }
  /// The bytes that are left, where that is known: in a file, not in a pipe.
  [[nodiscard]] std::optional<std::uint64_t> size() const;
  /// Fills the buffer; less only at the end. Throws Error(kInput) when it cannot be read.
  [[nodiscard]] std::size_t read(std::span<std::byte> buffer);

  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  std::string name_;
  int descriptor_;
};

/// A file, or standard output for "-".
class OutputBytes {
 public:
  /// Makes a file with a temporary name, which takes its path in close(); a device or a pipe, and a file in a folder
  /// that cannot be written, are written to. Throws Error(kInput) when that fails, and Error(kUsage) when the file or
  /// standard output is the one that `input` reads.
  OutputBytes(const std::string& path, const InputBytes& input);
  OutputBytes(const OutputBytes&) = delete;
  OutputBytes& operator=(const OutputBytes&) = delete;
  ~OutputBytes();

  /// Throws Error(kInput) when it cannot be written.
  void write(std::span<const std::byte> bytes);
  /// False once the reader of standard output has gone: what is written now is lost.
  [[nodiscard]] bool is_open() const;
  /// Whether the path has what it had before until close() is called.
  [[nodiscard]] bool replaces() const { return file_.has_value(); }
  /// To be called after the last write: throws Error(kInput) when what was written is not kept.
  void close();

 private:
  std::string path_;
  std::optional<FileReplacement> file_;
  int descriptor_ = -1;  ///< -1: standard output, or `file_`
};

}  // namespace halfulp::cli
