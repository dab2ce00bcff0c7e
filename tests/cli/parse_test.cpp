// SPDX-License-Identifier: Apache-2.0
#include "cli/parse.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "contains.hpp"
#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

using Words = std::vector<std::string>;

Parsed parsed(const Words& command_line) { return parse(command_line, subcommands()); }

std::string complaint(const Words& command_line) {
  try {
    static_cast<void>(parsed(command_line));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kUsage);
    return error.what();
  }
  ADD_FAILURE() << "no complaint";
  return "";
}

TEST(Parse, TakesNegativeValuesAsOperands) {
  const Arguments arguments =
      parsed({"explain", "d3d11", "dp3", "-0", "-inf", "-0x1p-3", "-1", "-.5", "-nan"}).arguments;
  EXPECT_EQ(arguments.list("OPERAND"), (Words{"-0", "-inf", "-0x1p-3", "-1", "-.5", "-nan"}));
  EXPECT_EQ(arguments.text("OPERATION"), "dp3");
}

TEST(Parse, TakesNegativeValuesBeforeAndAfterOptions) {
  const Arguments arguments = parsed({"judge", "d3d11", "add", "-1", "--result", "-inf", "-2", "--json"}).arguments;
  EXPECT_EQ(arguments.list("OPERAND"), (Words{"-1", "-2"}));
  EXPECT_EQ(arguments.text("--result"), "-inf");
  EXPECT_TRUE(arguments.has("--json"));
}

TEST(Parse, TakesANegativeResultAfterAnEqualsSign) {
  EXPECT_EQ(parsed({"judge", "d3d11", "rsq", "-0", "--result=-inf"}).arguments.text("--result"), "-inf");
}

// As a script gives it whose variable is not set.
TEST(Parse, RefusesEmptyValues) {
  EXPECT_EQ(complaint({"check", "--out", ""}), "--out is empty; give DIR, or leave it out");
  EXPECT_EQ(complaint({"check", "--operation", "add", "--operation", ""}),
            "--operation is empty; give OPERATION[,OPERATION...], or leave it out");
  EXPECT_EQ(complaint({"merge", ""}), "DIR is empty; give DIR, or leave it out");
}

TEST(Parse, FillsInDefaults) {
  const Arguments arguments = parsed({"check"}).arguments;
  EXPECT_EQ(arguments.text("--device"), "vulkan");
  EXPECT_EQ(arguments.parts("--rulebook"), Words{"d3d11"});
  EXPECT_EQ(arguments.text("--suite"), "quick");
  EXPECT_EQ(arguments.number("--seed"), 1);
  EXPECT_FALSE(arguments.has("--strict"));
  EXPECT_FALSE(arguments.has("--json"));
  EXPECT_EQ(parsed({"range", "d3d11", "1"}).arguments.number("--boxes"), 4096);
}

TEST(Parse, RepeatsOptionsAndSplitsLists) {
  const Arguments arguments = parsed({"check", "--rulebook", "d3d10,d3d11", "--operation", "add", "--reading", "a=b",
                                      "--operation", "sub,mul", "--reading", "c=d"})
                                  .arguments;
  EXPECT_EQ(arguments.parts("--rulebook"), (Words{"d3d10", "d3d11"}));
  EXPECT_EQ(arguments.parts("--operation"), (Words{"add", "sub", "mul"}));
  EXPECT_EQ(arguments.list("--reading"), (Words{"a=b", "c=d"}));
}

TEST(Parse, ARepeatedOptionLeavesOperandsAlone) {
  const Arguments arguments = parsed({"explain", "d3d11", "add", "--reading", "a=b", "1", "2"}).arguments;
  EXPECT_EQ(arguments.list("--reading"), Words{"a=b"});
  EXPECT_EQ(arguments.list("OPERAND"), (Words{"1", "2"}));
}

TEST(Parse, KeepsTheLargestSeed) {
  EXPECT_EQ(parsed({"check", "--seed", "18446744073709551615"}).arguments.number("--seed"), 0xffffffffffffffffU);
}

TEST(Parse, RefusesSeedsThatAreNone) {
  EXPECT_TRUE(contains(complaint({"check", "--seed", "18446744073709551616"}), "is above 18446744073709551615"));
  EXPECT_TRUE(contains(complaint({"check", "--seed", "1x"}), "whole number"));
  EXPECT_TRUE(contains(complaint({"check", "--seed=-1"}), "whole number"));
}

TEST(Parse, NamesTheNearestSubcommandAndOption) {
  EXPECT_TRUE(contains(complaint({"chek"}), "did you mean 'check'?"));
  EXPECT_TRUE(contains(complaint({"check", "--opertion", "add"}), "did you mean '--operation'?"));
  EXPECT_TRUE(contains(complaint({"judge", "d3d11", "rsq", "1", "--resutl=1"}), "did you mean '--result'?"));
}

TEST(Parse, NamesAnOptionOfOneLetterThatThereIsNot) {
  EXPECT_EQ(complaint({"matrix", "-x"}), "'matrix' has no option '-x'; 'halfulp matrix --help' lists them");
  EXPECT_EQ(complaint({"explain", "d3d11", "rsq", "-x"}),
            "'explain' has no option '-x'; 'halfulp explain --help' lists them");
  EXPECT_EQ(parsed({"vectors", "--operation", "add", "-o", "folder"}).arguments.text("--output"), "folder");
  EXPECT_FALSE(parsed({"matrix", "-h"}).text.empty());
  EXPECT_EQ(parsed({"matrix", "--", "-x"}).arguments.list("REPORT"), (Words{"-x"}));
}

TEST(Parse, WantsWhatIsRequired) {
  EXPECT_TRUE(contains(complaint({"convert", "a", "b", "--from", "rgba8_unorm"}), "--to"));
  EXPECT_TRUE(contains(complaint({"explain", "d3d11", "rsq"}), "OPERAND"));
  EXPECT_TRUE(contains(complaint({"explain"}), "BOOK"));
  EXPECT_TRUE(contains(complaint({}), "subcommand"));
  EXPECT_TRUE(contains(complaint({"--verison"}), "--verison"));
}

TEST(Parse, RefusesWordsTooMany) {
  EXPECT_TRUE(contains(complaint({"devices", "vulkan"}), "vulkan"));
  EXPECT_TRUE(contains(complaint({"check", "add"}), "add"));
}

TEST(Parse, HelpHasAnExamplePerSubcommand) {
  const Parsed help = parsed({"--help"});
  EXPECT_EQ(help.subcommand, nullptr);
  for (const Subcommand& row : subcommands()) {
    EXPECT_EQ(contains(help.text, fmt::format("\n  {} ", row.name)), !row.hidden) << row.name;
    if (row.hidden) continue;
    EXPECT_TRUE(contains(help.text, row.example));
    const std::string own = parsed({std::string(row.name), "--help"}).text;
    EXPECT_TRUE(contains(own, row.example));
    for (const ArgumentRow& argument : row.arguments) EXPECT_TRUE(contains(own, argument.name));
  }
}

TEST(Parse, HelpIsASubcommandToo) {
  EXPECT_EQ(parsed({"help"}).text, parsed({"--help"}).text);
  EXPECT_EQ(parsed({"help", "explain"}).text, parsed({"explain", "--help"}).text);
  EXPECT_TRUE(contains(complaint({"help", "explian"}), "explain"));
}

TEST(Parse, ExamplesInTheTableParse) {
  for (const Subcommand& row : subcommands()) {
    if (row.hidden) continue;
    Words words;
    std::string rest(row.example);
    while (!rest.empty()) {
      words.push_back(rest.substr(0, rest.find(' ')));
      rest.erase(0, words.back().size() + 1);
    }
    ASSERT_EQ(words.front(), "halfulp");
    words.erase(words.begin());
    EXPECT_EQ(parsed(words).subcommand->name, row.name);
  }
}

TEST(Parse, GivesTheVersion) { EXPECT_TRUE(parsed({"--version"}).text.starts_with("halfulp ")); }

}  // namespace
}  // namespace halfulp::cli
