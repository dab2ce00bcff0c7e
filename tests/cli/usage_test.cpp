// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/usage/candidates.hpp"
#include "cli/usage/help.hpp"
#include "cli/usage/man_page.hpp"
#include "cli/usage/placeholder.hpp"
#include "command.hpp"
#include "contains.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp::cli {
namespace {

Words offered(const Words& words) {
  Words texts;
  for (const Candidate& candidate : candidates(words, subcommands()).words) texts.push_back(candidate.text);
  return texts;
}

bool has(const Words& words, const std::string& word) { return std::ranges::find(words, word) != words.end(); }

TEST(Help, HasTheCodesOfSignals) {
  const std::string line = "130  SIGINT ended it (143: SIGTERM); check and verify print and write what they judged";
  EXPECT_TRUE(contains(help_text(subcommands()), "\n  " + line));
  EXPECT_TRUE(contains(read_file(HALFULP_SOURCE_DIR "/README.md"), "130 or 143 a signal ended it (SIGINT,"));
  EXPECT_TRUE(contains(read_file(HALFULP_SOURCE_DIR "/docs/howto/ci.md"), "| 130, 143 | a signal ended it"));
}

TEST(Placeholders, OfTheTableAreAllKnown) {
  for (const Subcommand& subcommand : subcommands()) {
    if (subcommand.hidden) continue;
    for (const ArgumentRow& row : subcommand.arguments) {
      if (row.kind == ValueKind::flag) continue;
      EXPECT_TRUE(describe_placeholder(row))
          << subcommand.name << ": src/cli/usage/placeholder.cpp does not know " << placeholder(row);
    }
  }
}

TEST(Placeholders, TellListsAndChoices) {
  const ArgumentRow books = {"--rulebook", ValueKind::repeated, "BOOK[,BOOK...]", "", ""};
  EXPECT_EQ(describe_placeholder(books)->names, Names::rulebooks);
  EXPECT_TRUE(describe_placeholder(books)->list);
  const ArgumentRow files = {"--files", ValueKind::text, "raw|npy", "", ""};
  EXPECT_EQ(describe_placeholder(files)->choices, (std::vector<std::string_view>{"raw", "npy"}));
  EXPECT_FALSE(describe_placeholder({"--unknown", ValueKind::text, "UNKNOWN", "", ""}));
}

TEST(Candidates, AreTheSubcommandsThatAreNotHidden) {
  const Words all = offered({""});
  for (const Subcommand& row : subcommands()) EXPECT_EQ(has(all, std::string(row.name)), !row.hidden) << row.name;
}

TEST(Candidates, LeaveOutOptionsThatAreGiven) {
  EXPECT_TRUE(has(offered({"check", "--"}), "--strict"));
  EXPECT_FALSE(has(offered({"check", "--strict", "--"}), "--strict"));
  EXPECT_TRUE(has(offered({"check", "--reading", "a=b", "--"}), "--reading"));
  EXPECT_TRUE(has(offered({"check", "--"}), "--device"));  // though it has a default
}

TEST(Candidates, AreOfTheRulebooksOnTheLine) {
  EXPECT_EQ(offered({"explain", "d3d11", "rs"}), Words{"rsq"});
  EXPECT_EQ(offered({"explain", "metal1", "rs"}), Words{"rsqrt"});
  EXPECT_EQ(offered({"check", "--rulebook=metal1", "--operation", "rs"}), Words{"rsqrt"});
  EXPECT_EQ(offered({"check", "--rulebook", "metal1,d3d11", "--operation", "rs"}), (Words{"rsq", "rsqrt"}));
  EXPECT_EQ(offered({"vectors", "--operation", "rs"}), (Words{"rsq", "rsqrt"}));
  EXPECT_EQ(offered({"explain", "d3d11", "add", "1", "1", "--reading", "tie="}), (Words{"tie=both", "tie=even"}));
}

TEST(Candidates, AreTheFormatsInWhichTheOperationIsAsked) {
  EXPECT_EQ(offered({"explain", "d3d11", "binary16_to_binary32", "1", "--format", "bin"}), Words{"binary16"});
  EXPECT_TRUE(has(offered({"explain", "d3d11", "add", "--format", "bin"}), "binary64"));
}

TEST(Candidates, OfAListAreNotOfferedTwice) {
  EXPECT_EQ(offered({"check", "--format", "binary16,binary32,bin"}), Words{"binary16,binary32,binary64"});
}

TEST(Candidates, OfWhatNobodyUnderstandsAreNone) {
  EXPECT_EQ(offered({"chek", ""}), Words{});
  EXPECT_EQ(offered({"check", "--unknown="}), Words{});
  EXPECT_EQ(offered({"explain", "no-such-book", "add", "1", "--reading", ""}), Words{});
  EXPECT_EQ(offered({"serve-device", ""}), Words{});
  EXPECT_EQ(offered({}), Words{});
}

TEST(Candidates, ArePathsWhereFilesAreMeant) {
  EXPECT_EQ(candidates(Words{"merge", ""}, subcommands()).paths, Paths::folders);
  EXPECT_EQ(candidates(Words{"check", "--json", ""}, subcommands()).paths, Paths::files);
  EXPECT_EQ(candidates(Words{"rules", "./"}, subcommands()).paths, Paths::files);
  EXPECT_EQ(candidates(Words{"rules", "d3d"}, subcommands()).paths, Paths::none);
}

TEST(Help, HasLinesOf90CharactersAtMost) {
  std::string text = help_text(subcommands());
  for (const Subcommand& row : subcommands()) {
    if (!row.hidden) text += help_text(row);
  }
  while (!text.empty()) {
    const std::string line = text.substr(0, text.find('\n'));
    text.erase(0, line.size() + 1);
    EXPECT_TRUE(line.size() <= 90 || line.starts_with("  halfulp ")) << line;  // examples are not broken
  }
}

TEST(Help, ShowsDefaultsAndWhatIsRequired) {
  const std::string text = run_command({"convert", "-h"}).output;
  EXPECT_TRUE(contains(text, "Usage: halfulp convert [OPTIONS] --from PIXELFORMAT --to PIXELFORMAT IN OUT\n"));
  EXPECT_TRUE(contains(text, "(default:\n                            d3d11)"));
}

TEST(Version, BeginsWithALineForScriptsAndNamesEachRulebookWithItsHash) {
  const std::string text = run_command({"--version"}).output;
  const std::string first = text.substr(0, text.find('\n'));
  EXPECT_TRUE(first.starts_with("halfulp ") && std::ranges::count(first, ' ') == 1) << first;
  for (const std::string& name : Rulebook::embedded()) {
    const Rulebook book = Rulebook::open(name);
    EXPECT_TRUE(contains(text, book.hash() + "  " + book.title() + "\n")) << name;
  }
  EXPECT_TRUE(contains(text, "\nvector instructions: "));
  EXPECT_TRUE(contains(text, "\ncompiler: "));
}

TEST(ManPages, EscapeWhatRoffWouldRead) {
  const Subcommand row{.name = "x",
                       .summary = "'quoted' \\ and ^",
                       .example = ".dot",
                       .arguments = {},
                       .run = nullptr,
                       .description = "a-b\n.c\n'd",
                       .see_also = {"check"}};
  const std::string page = man_page(row);
  EXPECT_TRUE(contains(page, "\\&\\(aqquoted\\(aq \\e and \\(ha\n"));
  EXPECT_TRUE(contains(page, "a\\-b\n\\&.c\n\\&\\(aqd\n"));
  EXPECT_TRUE(contains(page, ".EX\n\\&.dot\n.EE\n"));
}

TEST(ManPages, ReferToSubcommandsThatThereAre) {
  for (const Subcommand& row : subcommands()) {
    for (const std::string_view other : row.see_also) {
      const auto found = std::ranges::find(subcommands(), other, &Subcommand::name);
      EXPECT_TRUE(found != subcommands().end() && !found->hidden) << row.name << ": " << other;
    }
  }
}

}  // namespace
}  // namespace halfulp::cli
