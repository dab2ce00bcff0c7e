// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/run/shard.hpp"
#include "report/json_value.hpp"

namespace halfulp::cli {

// A shard of a run is kept in one file: shard-3-of-16.result once it has come to its end, shard-3-of-16.unfinished
// before. docs/shards.md describes it.

/// What such a file's name ends with.
constexpr std::string_view kResult = ".result";
constexpr std::string_view kUnfinished = ".unfinished";
constexpr std::string_view kLock = ".lock";  ///< while a process judges the shard

/// What such a file holds.
struct ShardFile {
  Shard shard;
  std::string options;      ///< Keeping::options
  report::JsonValue run;    ///< run_shape()
  report::JsonValue state;  ///< state_shape()
};

/// "shard-3-of-16".
[[nodiscard]] std::string file_stem(const Shard& shard);

/// The file's path in a folder; `ending`: kResult, kUnfinished or kLock.
[[nodiscard]] std::string file_path(const std::string& folder, const Shard& shard, std::string_view ending);

/// Writes it so that it is there as a whole or not at all. Throws as write_sealed().
void write_shard_file(const std::string& path, const ShardFile& file);

/// Throws Error(kInput) that names the path and what is wrong with it: it cannot be read, is cut short or damaged, or
/// is of another version of this format.
[[nodiscard]] ShardFile read_shard_file(const std::string& path);

}  // namespace halfulp::cli
