// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "cli/exchange/sha256.hpp"
#include "cli/replace_file.hpp"
#include "halfulp/format.hpp"

namespace halfulp::cli {

/// A file that holds one lane: as it is, little-endian, or as a .npy file. The name's end says which it is.
enum class LaneFileKind : std::uint8_t { raw, npy };

/// ".bin", ".npy".
[[nodiscard]] std::string_view extension(LaneFileKind kind) noexcept;

/// Writes a lane to a file, piece by piece.
class LaneFileWriter {
 public:
  /// `cases`: how many values will be written. Throws Error(kInput) naming the path when it cannot be written.
  LaneFileWriter(std::string path, LaneFileKind kind, Format format, std::uint64_t cases);

  /// Throws Error(kInput) when it cannot be written.
  void write(ConstLane values);
  /// To be called after the last write: the file takes its path, which had what it had before. Its SHA-256. Throws
  /// Error(kInput) when what was written is not kept.
  [[nodiscard]] std::string close();

 private:
  [[noreturn]] void fail_to_write() const;

  std::string path_;
  FileReplacement file_;
  Sha256 hash_;
};

/// A lane in memory, and what keeps it there.
struct KeptLane {
  ConstLane values;
  std::shared_ptr<const void> memory;
};

/// Reads a lane of `cases` values. `digest`: the file's SHA-256, or "" when it is not known.
/// Throws Error(kInput) naming the path when the file is not there, is not what it should be, or has another digest.
[[nodiscard]] KeptLane open_lane(const std::string& path, Format format, std::uint64_t cases,
                                 const std::string& digest);

}  // namespace halfulp::cli
