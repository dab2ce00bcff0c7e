// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "halfulp/rulebook.hpp"

// docs/coverage.md, the other pages and the tests name rules by id: this keeps them in step with the rulebooks, and
// the rows of docs/coverage.md in step with docs/sentences.txt.

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

/// What ids begin with, before the version.
constexpr std::string_view kFamilies[] = {"D3D", "METAL", "IEEE", "HLSL", "HLK", "VK",
                                          "OCL", "WGSL",  "GLSL", "ESSL", "CUDA"};

/// The length of the rule's id that a text begins with, D3D[0-9.]*-[A-Z0-9-]+ or that of another family, or 0.
std::size_t length_of_id(std::string_view text) {
  const auto* const family =
      std::ranges::find_if(kFamilies, [&](std::string_view one) { return text.starts_with(one); });
  if (family == std::end(kFamilies)) return 0;
  std::size_t end = family->size();
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
    if (extension == ".cpp" || extension == ".hpp" || extension == ".txt") {
      pages.push_back({entry.path().filename().string(), read(entry.path())});
    }
  }
  return pages;
}

using Lines = std::vector<std::string>;

/// One sentence of a document: "E10", "d3a" and its paraphrase.
struct Sentence {
  std::string document;
  std::string number;
  std::string says;
  bool operator==(const Sentence&) const = default;
};

/// One row of a table of docs/coverage.md; `rules` is its third cell.
struct Row {
  Sentence sentence;
  std::string rules;
};

Lines lines_of(const std::string& text) {
  std::istringstream stream(text);
  Lines lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The list of docs/sentences.txt: "[E10] title" begins a document, "d3a paraphrase" is a sentence of it.
std::vector<Sentence> sentences_in(const std::string& list) {
  std::vector<Sentence> sentences;
  std::string document;
  for (const std::string& line : lines_of(list)) {
    if (line.empty() || line[0] == '#') continue;
    if (line[0] == '[') {
      document = line.substr(1, line.find(']') - 1);
    } else {
      const std::size_t space = line.find(' ');
      sentences.push_back({document, line.substr(0, space), line.substr(space + 1)});
    }
  }
  return sentences;
}

/// The rows of the tables of the listed documents: "## E10: title", then lines "| d3a | paraphrase | rules |".
std::vector<Row> rows_in(const std::string& coverage, const std::vector<Sentence>& sentences) {
  std::vector<Row> rows;
  std::string document;
  for (const std::string& line : lines_of(coverage)) {
    if (line.starts_with("## ")) document = line.substr(3, line.find(':') - 3);
    const bool listed = std::ranges::find(sentences, document, &Sentence::document) != sentences.end();
    if (!listed || !line.starts_with("| ") || line.starts_with("| sentence |")) continue;
    const std::size_t number = 2;
    const std::size_t says = line.find(" | ", number) + 3;
    const std::size_t rules = line.find(" | ", says) + 3;
    rows.push_back({{document, line.substr(number, says - 3 - number), line.substr(says, rules - 3 - says)},
                    line.substr(rules, line.rfind(" |") - rules)});
  }
  return rows;
}

/// Whether a cell names a rule, or says why there is none.
bool names_rule_or_reason(const std::string& cell) {
  const auto is_after = [&](std::string_view marker) {
    return cell.starts_with(marker) && cell.size() > marker.size();
  };
  return !ids_in(cell).empty() || is_after("not a rule about results: ") || is_after("not yet a rule: ");
}

/// How the tables of a coverage page fall short of the list of sentences.
Lines shortcomings(const std::string& coverage, const std::string& list) {
  const std::vector<Sentence> sentences = sentences_in(list);
  const std::vector<Row> rows = rows_in(coverage, sentences);
  Lines result;
  const auto tell = [&](const Sentence& sentence, const char* what) {
    result.push_back(sentence.document + ' ' + sentence.number + ' ' + what + ": " + sentence.says);
  };
  for (const Sentence& sentence : sentences) {
    if (std::ranges::find(rows, sentence, &Row::sentence) == rows.end()) tell(sentence, "has no row");
  }
  for (const Row& row : rows) {
    if (std::ranges::find(sentences, row.sentence) == sentences.end()) tell(row.sentence, "is not in the list");
    if (!names_rule_or_reason(row.rules)) tell(row.sentence, "has neither rule nor reason");
  }
  if (result.empty() && !std::ranges::equal(rows, sentences, {}, &Row::sentence)) {
    result.emplace_back("the rows stand in another order, or twice");
  }
  return result;
}

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

TEST(Coverage, HasARowWithARuleOrAReasonForEverySentence) {
  EXPECT_EQ(shortcomings(read(root() / "docs/coverage.md"), read(root() / "docs/sentences.txt")), Lines{});
}

TEST(Coverage, IsHeldToAllFiveDocuments) {
  const std::vector<Sentence> sentences = sentences_in(read(root() / "docs/sentences.txt"));
  for (const char* document : {"E10", "S11", "SG", "KG", "M1"}) {
    EXPECT_GE(std::ranges::count(sentences, document, &Sentence::document), 60) << document;
  }
}

TEST(Coverage, WithoutARowIsCaughtWhicheverItIs) {
  const std::string coverage = read(root() / "docs/coverage.md");
  const std::string list = read(root() / "docs/sentences.txt");
  for (const Row& row : rows_in(coverage, sentences_in(list))) {
    const auto& [document, number, says] = row.sentence;
    std::string damaged = coverage;
    const std::size_t table = damaged.find("\n## " + document + ":");
    const std::size_t line = damaged.find("\n| " + number + " | ", table);
    damaged.erase(line, damaged.find('\n', line + 1) - line);
    EXPECT_EQ(shortcomings(damaged, list), Lines{fmt::format("{} {} has no row: {}", document, number, says)});
  }
}

TEST(Coverage, ThatFallsShortOfTheListIsCaught) {
  const std::string list = "# a remark\n\n[E10] a title\ni1 one\ni2 two\n[M1] another\nx1 three\n";
  const std::string head = "| sentence | what it says | rules |\n|---|---|---|\n";
  const auto page = [&](const std::string& e10, const std::string& x1) {
    return "## E10: a title\n\n" + head + e10 + "\n## FS: not listed\n\n| 3.1 | says | none |\n\n## M1: another\n\n" +
           head + x1;
  };
  const std::string i1 = "| i1 | one | `D3D-MIN` |\n";
  const std::string i2 = "| i2 | two | not a rule about results: it introduces |\n";
  const std::string x1 = "| x1 | three | not yet a rule: binary16 |\n";
  EXPECT_EQ(shortcomings(page(i1 + i2, x1), list), Lines{});
  EXPECT_EQ(shortcomings(page(i1, x1), list), Lines{"E10 i2 has no row: two"});
  EXPECT_EQ(shortcomings(page(i1 + i2, ""), list), Lines{"M1 x1 has no row: three"});
  EXPECT_EQ(shortcomings(page(i1 + i2 + "| i3 | four | `D3D-MIN` |\n", x1), list),
            Lines{"E10 i3 is not in the list: four"});
  EXPECT_EQ(shortcomings(page(i1 + "| i2 | other | `D3D-MIN` |\n", x1), list),
            (Lines{"E10 i2 has no row: two", "E10 i2 is not in the list: other"}));
  EXPECT_EQ(shortcomings(page(i2 + i1, x1), list), Lines{"the rows stand in another order, or twice"});
  EXPECT_EQ(shortcomings(page(i1 + i2 + i2, x1), list), Lines{"the rows stand in another order, or twice"});
  for (const char* cell : {"", "none", "not a rule about results", "not a rule about results: ", "not yet a rule: "}) {
    EXPECT_EQ(shortcomings(page(i1 + i2, std::string("| x1 | three | ") + cell + " |\n"), list),
              Lines{"M1 x1 has neither rule nor reason: three"})
        << cell;
  }
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
