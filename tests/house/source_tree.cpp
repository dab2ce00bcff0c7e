// SPDX-License-Identifier: Apache-2.0
#include "house/source_tree.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace halfulp::house {
namespace {

constexpr std::array kFolders = {".ci",       "benchmarks", "cmake",   "docs", "examples", "include",
                                 "packaging", "rulebooks",  "shaders", "src",  "tests",    "tools"};

SourceFile read(const std::filesystem::path& root, const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + path.string());
  return {path.lexically_relative(root).generic_string(), std::string(std::istreambuf_iterator<char>(stream), {})};
}

}  // namespace

std::vector<SourceFile> read_source_tree(const std::string& root_text) {
  const std::filesystem::path root(root_text);
  std::vector<SourceFile> files;
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    if (entry.is_regular_file()) files.push_back(read(root, entry.path()));
  }
  for (const char* folder : kFolders) {
    if (!std::filesystem::exists(root / folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      if (entry.is_regular_file()) files.push_back(read(root, entry.path()));
    }
  }
  std::ranges::sort(files, {}, &SourceFile::path);
  return files;
}

std::vector<Include> includes_of(const SourceFile& file) {
  static const std::regex kInclude(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
  std::vector<Include> includes;
  std::istringstream lines(file.text);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_search(line, match, kInclude)) includes.push_back({match[2], match[1] == "\""});
  }
  return includes;
}

bool has_extension(const SourceFile& file, const std::string& extension) { return file.path.ends_with(extension); }

bool is_in(const SourceFile& file, const std::string& folder) { return file.path.starts_with(folder + "/"); }

}  // namespace halfulp::house
