// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/cache_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace halfulp::device {
namespace {

namespace fs = std::filesystem;

// FNV-1a.
std::uint64_t hash(std::span<const std::byte> data) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::byte byte : data) hash = (hash ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3;
  return hash;
}

}  // namespace

std::string cache_path(const std::string& name) {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  const char* const home = std::getenv("HOME");
  // A relative path is not valid [XDG Base Directory Specification].
  if (cache != nullptr && cache[0] == '/') return fmt::format("{}/halfulp/{}", cache, name);
  if (home != nullptr && home[0] == '/') return fmt::format("{}/.cache/halfulp/{}", home, name);
  return "";
}

std::vector<std::byte> read_cache(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const std::span<const std::byte> bytes = std::as_bytes(std::span(text));
  std::uint64_t expected = 0;
  if (bytes.size() < sizeof(expected)) return {};
  std::memcpy(&expected, bytes.data(), sizeof(expected));
  const std::span<const std::byte> data = bytes.subspan(sizeof(expected));
  if (hash(data) != expected) return {};
  return {data.begin(), data.end()};
}

void write_cache(const std::string& path, std::span<const std::byte> data) {
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  const std::string temporary = fmt::format("{}.{}.tmp", path, getpid());
  const std::uint64_t check = hash(data);
  std::ofstream file(temporary, std::ios::binary);
  file.write(reinterpret_cast<const char*>(&check), sizeof(check));
  file.write(reinterpret_cast<const char*>(data.data()), static_cast<std::streamsize>(data.size()));
  file.close();
  if (file.good()) fs::rename(temporary, path, error);
  if (!file.good() || error) fs::remove(temporary, error);
}

}  // namespace halfulp::device
