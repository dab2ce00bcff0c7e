// SPDX-License-Identifier: Apache-2.0
#include "folder.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "device/blocks.hpp"
#include "halfulp/error.hpp"

namespace halfulp::windows {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const fs::path& file, const std::string& what) {
  throw Error(Error::Kind::kInput, fmt::format("{}: {}", file.string(), what));
}

Json read_manifest(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) refuse(file, "cannot be read; name a folder that `halfulp vectors -o` wrote");
  Json manifest;
  try {
    manifest = Json::parse(stream);
  } catch (const Json::exception& error) {
    refuse(file, error.what());
  }
  if (manifest.value("format", "") != "halfulp vectors" || manifest.value("version", 0) != 1) {
    refuse(file, "is not 'halfulp vectors' of version 1; name a folder that `halfulp vectors -o` wrote");
  }
  return manifest;
}

/// A file of the manifest's own folder.
fs::path file_of(const fs::path& folder, const std::string& name) {
  if (name.empty() || fs::path(name).filename() != fs::path(name)) {
    refuse(folder / "manifest.json", fmt::format("'file' is '{}'; expected a file of the same folder", name));
  }
  return folder / name;
}

std::vector<std::byte> read_lane(const fs::path& file, std::size_t bytes) {
  if (file.extension() == ".npy") refuse(file, "is NumPy's; make the folder without --files npy");
  std::error_code error;
  const auto size = fs::file_size(file, error);
  if (error) refuse(file, "cannot be read; copy the whole folder");
  if (size != bytes) refuse(file, fmt::format("has {} bytes, {} are expected; copy it in binary mode", size, bytes));
  std::vector<std::byte> lane(bytes);
  std::ifstream stream(file, std::ios::binary);
  if (!stream.read(reinterpret_cast<char*>(lane.data()), static_cast<std::streamsize>(bytes))) {
    refuse(file, "cannot be read");
  }
  return lane;
}

void write(const fs::path& file, const char* bytes, std::size_t size) {
  std::ofstream stream(file, std::ios::binary);
  if (!stream.write(bytes, static_cast<std::streamsize>(size)).flush()) refuse(file, "cannot be written");
}

/// One entry of the manifest.
struct Entry {
  Operation operation;
  Format format;
  std::size_t cases;
  std::vector<fs::path> operands;
  std::string result;  ///< the name of its file
};

/// Nothing for an operation that this program does not know.
std::optional<Entry> read_entry(const fs::path& folder, const Json& item) {
  const auto operation = find_operation(item.at("operation").get<std::string>());
  const auto format = find_format(item.at("format").get<std::string>());
  if (!operation || !format) return std::nullopt;
  Entry entry{*operation, *format, item.at("cases").get<std::size_t>(), {}, {}};
  for (const Json& operand : item.at("operands")) {
    entry.operands.push_back(file_of(folder, operand.at("file").get<std::string>()));
  }
  if (entry.cases == 0 || entry.operands.size() != static_cast<std::size_t>(info(*operation).arity)) {
    refuse(folder / "manifest.json",
           fmt::format("{} has {} cases and {} operands", info(*operation).name, entry.cases, entry.operands.size()));
  }
  const std::string name = fmt::format("{}.{}.result.bin", info(*operation).name, info(*format).name);
  entry.result = item.contains("result") ? item["result"].value("file", name) : name;
  return entry;
}

/// The results; nothing where a block failed, which is reported.
std::optional<std::vector<std::byte>> computed(Device& device, const Entry& entry) {
  const OperationInfo& row = info(entry.operation);
  std::vector<std::vector<std::byte>> lanes;
  for (std::size_t k = 0; k < entry.operands.size(); ++k) {
    const Format format = row.operand_format(static_cast<int>(k), entry.format);
    lanes.push_back(read_lane(entry.operands[k], entry.cases * static_cast<std::size_t>(info(format).bytes)));
  }
  const std::vector<ConstLane> operands(lanes.begin(), lanes.end());
  std::vector<std::byte> results(entry.cases * static_cast<std::size_t>(info(row.result(entry.format)).bytes));
  try {
    device.compute(entry.operation, entry.format, 0, operands, results);
  } catch (const Error& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return std::nullopt;
  }
  return results;
}

}  // namespace

bool compute_folder(const std::function<Device&()>& open, const std::string& vectors, const std::string& results) {
  const fs::path from(vectors);
  const fs::path into(results);
  const fs::path manifest_file = from / "manifest.json";
  const Json manifest = read_manifest(manifest_file);
  std::vector<std::pair<std::string, std::optional<Entry>>> entries;
  Json id;
  try {
    for (const Json& item : manifest.at("operations")) {
      const std::string name =
          fmt::format("{} {}", item.at("operation").get<std::string>(), item.at("format").get<std::string>());
      entries.emplace_back(name, read_entry(from, item));
    }
    id = manifest.at("id");
  } catch (const Json::exception& missing) {
    refuse(manifest_file, missing.what());
  }
  std::error_code error;
  fs::create_directories(into, error);
  if (error) refuse(into, "cannot be made: " + error.message());

  Device& device = open();
  Json list = Json::array();
  bool all = true;
  for (const auto& [name, entry] : entries) {
    if (!entry || device.variants(entry->operation, entry->format).empty()) {
      fmt::print(stderr, "not offered: {}\n", name);
      continue;
    }
    const auto lane = computed(device, *entry);
    all = all && lane;
    if (!lane) continue;
    write(file_of(into, entry->result), reinterpret_cast<const char*>(lane->data()), lane->size());
    list.push_back({{"operation", info(entry->operation).name},
                    {"format", info(entry->format).name},
                    {"instruction", device.variants(entry->operation, entry->format).front().instruction},
                    {"file", entry->result},
                    {"sha256", nullptr}});
    fmt::print("{}: {} cases\n", name, entry->cases);
  }
  Json facts = Json::object();
  for (const auto& [name, text] : device.description().facts) facts[name] = text;
  const Json whole = {{"format", "halfulp results"},          {"version", 1},   {"vectors", id},
                      {"device", device.description().title}, {"facts", facts}, {"results", list}};
  const std::string text = whole.dump(2) + "\n";
  write(into / "results.json", text.data(), text.size());
  return all;
}

}  // namespace halfulp::windows
