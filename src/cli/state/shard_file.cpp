// SPDX-License-Identifier: Apache-2.0
#include "cli/state/shard_file.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/state/state_file.hpp"
#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

using report::JsonValue;

constexpr std::uint64_t kVersion = 4;

ShardFile read_shape(const JsonValue& shape) {
  const std::uint64_t version = shape.at("halfulp_shard").count();
  if (version != kVersion) {
    throw Error(Error::Kind::kInput,
                fmt::format("is of version {} of the format; this halfulp reads version {}", version, kVersion));
  }
  ShardFile file{.shard = {.index = shape.at("shard").count(), .count = shape.at("run").at("shards").count()},
                 .options = shape.at("options").text(),
                 .run = shape.at("run"),
                 .state = shape.at("state")};
  if (file.shard.index == 0 || file.shard.index > file.shard.count || file.shard.count > kMostShards) {
    throw Error(Error::Kind::kInput, fmt::format("is of no shard: {}", name(file.shard)));
  }
  return file;
}

}  // namespace

std::string file_stem(const Shard& shard) { return fmt::format("shard-{}-of-{}", shard.index, shard.count); }

std::string file_path(const std::string& folder, const Shard& shard, std::string_view ending) {
  return (std::filesystem::path(folder) / (file_stem(shard) + std::string(ending))).string();
}

void write_shard_file(const std::string& path, const ShardFile& file) {
  write_sealed(path, JsonValue::Object{{"halfulp_shard", kVersion},
                                       {"shard", file.shard.index},
                                       {"options", file.options},
                                       {"run", file.run},
                                       {"state", file.state}});
}

ShardFile read_shard_file(const std::string& path) {
  const JsonValue shape = read_sealed(path);
  try {
    return read_shape(shape);
  } catch (const Error& error) {
    throw Error(Error::Kind::kInput, path + ": " + error.what());
  }
}

}  // namespace halfulp::cli
