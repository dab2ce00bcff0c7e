// SPDX-License-Identifier: Apache-2.0
// The page of docs/certificates has a row for each of its files.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace halfulp {
namespace {

const std::filesystem::path kFolder = HALFULP_SOURCE_DIR "/docs/certificates";

/// The lines of blocks.
std::set<std::string> blocks(const std::filesystem::path& path) {
  std::set<std::string> blocks;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("0x")) blocks.insert(line);
  }
  return blocks;
}

std::string page() {
  std::ifstream file(kFolder / "README.md");
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Certificates, OfReferencesAreInTheTable) {
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() != ".txt") continue;
    EXPECT_FALSE(blocks(entry.path()).empty()) << entry.path();
    EXPECT_NE(page().find("\n| `" + entry.path().filename().string() + "` | "), std::string::npos) << entry.path();
  }
}

}  // namespace
}  // namespace halfulp
