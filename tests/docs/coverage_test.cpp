// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "halfulp/rulebook.hpp"

// docs/coverage.md, the other pages and the tests name rules by id: this keeps them in step with the rulebooks.

namespace halfulp {
namespace {

using Ids = std::set<std::string>;

struct Page {
  std::string path;
  std::string text;
};

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

const std::filesystem::path& root() {
  static const std::filesystem::path kRoot(HALFULP_SOURCE_DIR);
  return kRoot;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_upper_or_digit(char c) { return (c >= 'A' && c <= 'Z') || is_digit(c); }
bool is_word(char c) { return is_upper_or_digit(c) || (c >= 'a' && c <= 'z') || c == '_' || c == '-'; }

/// The length of the rule's id that a text begins with, D3D[0-9.]*-[A-Z0-9-]+ or METAL[0-9.]*-[A-Z0-9-]+, or 0.
std::size_t length_of_id(std::string_view text) {
  std::size_t end = text.starts_with("D3D") ? 3 : text.starts_with("METAL") ? 5 : 0;
  if (end == 0) return 0;
  while (end < text.size() && (text[end] == '.' || is_digit(text[end]))) ++end;
  if (end == text.size() || text[end] != '-') return 0;
  const std::size_t name = ++end;
  while (end < text.size() && (is_upper_or_digit(text[end]) || text[end] == '-')) ++end;
  const bool whole_word = end == text.size() || !is_word(text[end]);
  return end > name && whole_word ? end : 0;
}

/// The words of a text that look like a rule's id, whole words only.
Ids ids_in(std::string_view text) {
  Ids ids;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at > 0 && is_word(text[at - 1])) continue;
    const std::size_t length = length_of_id(text.substr(at));
    if (length > 0) ids.emplace(text.substr(at, length));
  }
  return ids;
}

/// Every id that the text does not name.
std::vector<std::string> missing(const Ids& ids, std::string_view text) {
  const Ids named = ids_in(text);
  std::vector<std::string> result;
  std::ranges::set_difference(ids, named, std::back_inserter(result));
  return result;
}

/// Every word of the pages that looks like an id and is none, with its page.
std::vector<std::string> unknown(const Ids& ids, const std::vector<Page>& pages) {
  std::vector<std::string> result;
  for (const Page& page : pages) {
    for (const std::string& word : ids_in(page.text)) {
      if (!ids.contains(word)) result.push_back(page.path + ": " + word);
    }
  }
  return result;
}

/// Every id that no page names.
std::vector<std::string> unnamed(const Ids& ids, const std::vector<Page>& pages) {
  std::string all;
  for (const Page& page : pages) all += page.text + '\n';
  return missing(ids, all);
}

/// The ids of all embedded rulebooks. A child hides rules that it replaces, so each rulebook is asked.
const Ids& rule_ids() {
  static const Ids kIds = [] {
    Ids ids;
    for (const std::string& name : Rulebook::embedded()) {
      for (const RuleInfo& rule : Rulebook::open(name).rules()) ids.insert(rule.id);
    }
    return ids;
  }();
  return kIds;
}

std::vector<Page> pages_of_documentation() {
  std::vector<Page> pages;
  for (const auto& folder : {root(), root() / "docs"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() == ".md") pages.push_back({entry.path().filename().string(), read(entry.path())});
    }
  }
  return pages;
}

/// The texts of all tests but this one.
std::vector<Page> tests() {
  std::vector<Page> pages;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root() / "tests")) {
    if (!entry.is_regular_file() || entry.path().parent_path().filename() == "docs") continue;
    const auto extension = entry.path().extension();
    if (extension == ".cpp" || extension == ".hpp") {
      pages.push_back({entry.path().filename().string(), read(entry.path())});
    }
  }
  return pages;
}

using Lines = std::vector<std::string>;

TEST(Ids, AreWholeWordsOfTheirForm) {
  EXPECT_EQ(ids_in("`D3D-MIN`, D3D10.1-DIV-LARGE-DIVISOR. (D3D10-FRC)"),
            (Ids{"D3D-MIN", "D3D10.1-DIV-LARGE-DIVISOR", "D3D10-FRC"}));
  EXPECT_EQ(ids_in("Direct3D-10 D3D D3D-min D3D- XD3D-MIN D3D-MINimum"), Ids{});
  EXPECT_EQ(ids_in("D3D-MIN-SPECIAL"), Ids{"D3D-MIN-SPECIAL"}) << "the name of one rule may begin that of another";
}

TEST(Ids, OfMetalMayHoldDigits) {
  EXPECT_EQ(ids_in("`METAL-4-ULP`, METAL1.2-RECIPROCAL. (METAL-FAST-5-ULP) D3D-MIN"),
            (Ids{"METAL-4-ULP", "METAL1.2-RECIPROCAL", "METAL-FAST-5-ULP", "D3D-MIN"}));
  EXPECT_EQ(ids_in("Metal-4 METAL METAL1.2 METAL-ulp METAL- XMETAL-ULP METAL-ULPs METALS-ULP"), Ids{});
}

TEST(Coverage, NamesEveryRule) { EXPECT_EQ(missing(rule_ids(), read(root() / "docs/coverage.md")), Lines{}); }

TEST(Coverage, OfAPageThatLacksARuleIsIncomplete) {
  EXPECT_EQ(missing({"D3D-MIN", "D3D-MAX"}, "| D3D-MAX |"), Lines{"D3D-MIN"});
  EXPECT_EQ(missing({"D3D-MIN"}, "only D3D-MIN-SPECIAL is here"), Lines{"D3D-MIN"});
  EXPECT_EQ(missing({"METAL-4-ULP", "METAL-DIV"}, "METAL1.2-DIV and METAL-4-ULP"), Lines{"METAL-DIV"});
}

TEST(Documentation, NamesNoRuleThatDoesNotExist) { EXPECT_EQ(unknown(rule_ids(), pages_of_documentation()), Lines{}); }

TEST(Documentation, WithAMisspelledRuleIsCaught) {
  EXPECT_EQ(unknown({"D3D-MIN"}, {{"a.md", "D3D-MIN"}, {"b.md", "D3D-MINN and D3D-MIN"}}), Lines{"b.md: D3D-MINN"});
  EXPECT_EQ(unknown({"METAL-4-ULP"}, {{"a.md", "METAL-4-ULP"}, {"b.md", "METAL-4-ULPS"}, {"c.md", "METAL4-ULP"}}),
            (Lines{"b.md: METAL-4-ULPS", "c.md: METAL4-ULP"}));
}

TEST(Documentation, HasThePagesThatTheReadersNeed) {
  for (const char* name : {"coverage", "decisions", "limits", "add_an_operation", "add_a_rulebook", "add_a_device"}) {
    EXPECT_TRUE(std::filesystem::exists(root() / "docs" / (std::string(name) + ".md"))) << name;
  }
}

TEST(Tests, NameEveryRule) { EXPECT_EQ(unnamed(rule_ids(), tests()), Lines{}); }

TEST(Tests, ThatLeaveOutARuleAreCaught) {
  EXPECT_EQ(unnamed({"D3D-MIN", "D3D-MAX"}, {{"a_test.cpp", "\"D3D-MAX\""}, {"b_test.cpp", ""}}), Lines{"D3D-MIN"});
}

}  // namespace
}  // namespace halfulp
