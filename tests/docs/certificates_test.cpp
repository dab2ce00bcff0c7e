// SPDX-License-Identifier: Apache-2.0
// The files of docs/certificates are whole, and its page has a row for each, with its hash.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <span>
#include <string>

#include "cli/exchange/sha256.hpp"

namespace halfulp {
namespace {

const std::filesystem::path kFolder = HALFULP_SOURCE_DIR "/docs/certificates";

/// The lines of blocks, sorted: they are written as they are done.
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

TEST(Certificates, OfVerdictsHaveAllOperandsAndAreTheOnesInTheTable) {
  const std::string text_of_page = page();
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder / "verdicts")) {
    ++files;
    const std::set<std::string> lines = blocks(entry.path());
    std::uint64_t next = 0;
    std::string text;
    for (const std::string& line : lines) {
      std::size_t end = 0;
      EXPECT_EQ(std::stoull(line, &end, 16), next) << entry.path();
      EXPECT_EQ(std::stoull(line.substr(end)), 1U << 23) << entry.path();
      next += 1U << 23;
      text += line + '\n';
    }
    EXPECT_EQ(next, std::uint64_t{1} << 32) << entry.path();
    const std::string row = "\n| `" + entry.path().filename().string() + "` | ";
    const std::size_t begin = text_of_page.rfind(row);
    ASSERT_NE(begin, std::string::npos) << entry.path();
    const std::string hash = cli::sha256(std::as_bytes(std::span(text))).substr(0, 16);
    EXPECT_NE(text_of_page.substr(begin + 1, text_of_page.find('\n', begin + 1) - begin).find('`' + hash + '`'),
              std::string::npos)
        << entry.path() << ": " << hash;
  }
  EXPECT_GT(files, 0);
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
