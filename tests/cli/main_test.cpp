// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <csignal>
#include <string>
#include <vector>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

struct Ending {
  Words arguments;
  int exit_code;
  std::string diagnostic;  ///< part of what standard error says
};

class ExitCodes : public testing::TestWithParam<Ending> {};

TEST_P(ExitCodes, TellWhatHappened) {
  const Ending& ending = GetParam();
  const Outcome outcome = run_command(ending.arguments);
  EXPECT_EQ(outcome.exit_code, ending.exit_code) << outcome.diagnostics;
  EXPECT_TRUE(contains(outcome.diagnostics, ending.diagnostic));
  // A verdict goes to standard output, an error to standard error, never both.
  EXPECT_EQ(outcome.output.empty(), ending.exit_code > 1);
  EXPECT_EQ(outcome.diagnostics.empty(), ending.exit_code <= 1);
}

INSTANTIATE_TEST_SUITE_P(
    Command, ExitCodes,
    testing::Values(
        Ending{{"--version"}, 0, ""}, Ending{{"--help"}, 0, ""}, Ending{{"judge", "--help"}, 0, ""},
        Ending{{"judge", "d3d11", "add", "1", "1", "--result", "2"}, 0, ""},
        Ending{{"judge", "d3d11", "add", "1", "1", "--result", "3"}, 1, ""},
        // Usage: the message has the nearest name.
        Ending{{}, 2, "subcommand"}, Ending{{"explian", "d3d11", "rsq", "1"}, 2, "did you mean 'explain'?"},
        Ending{{"explain", "d3d13", "rsq", "1"}, 2, "did you mean 'd3d1"},
        Ending{{"explain", "d3d11", "sqr", "1"}, 2, "did you mean 'sqrt'?"},
        Ending{{"explain", "d3d11", "rsq", "1", "--format", "binary23"}, 2, "did you mean 'binary32'?"},
        Ending{{"explain", "d3d11", "add", "1"}, 2, "add takes 2 operands (x, y), 1 given"},
        Ending{{"explain", "d3d11", "rsq", "1", "2"}, 2, "rsq takes 1 operand (x), 2 given"},
        Ending{{"explain", "d3d11", "add", "1", "1", "--reading", "tie"}, 2, "ID=OPTION"},
        Ending{{"explain", "d3d11", "add", "1", "1", "--reading", "tei=both"}, 2, "'tie'"},
        Ending{{"explain", "d3d11", "add", "1", "1", "--reading", "tie=bohh"}, 2, "'both'"},
        Ending{{"check", "--suite", "standart"}, 2, "did you mean 'standard'?"},
        Ending{{"check", "--device", "hots"}, 2, "did you mean 'host'?"},
        Ending{{"check", "--device", "host", "--operation", "ad"}, 2, "did you mean 'add'?"},
        Ending{{"check", "--device", "host", "--rulebook", "d3d11,d3d11"}, 2, "twice"},
        Ending{{"check", "--device", "host", "--reading", "nothing.like.it=x"}, 2, "nothing.like.it"},
        Ending{{"check", "--device", "host", "--suite", "exhaustive", "--operation", "add"}, 2, "add"},
        Ending{{"rules", "--json", "--markdown"}, 2, "exclude each other"},
        // Input that cannot be read, and files that cannot be written.
        Ending{{"explain", "d3d11", "rsq", "one"}, 3, "operand x of rsq: "},
        Ending{{"explain", "d3d11", "itof", "1.5"}, 3, "operand x of itof: "},
        Ending{{"judge", "d3d11", "rsq", "1", "--result", "0x3f80"}, 3, "--result of rsq: "},
        Ending{{"rules", "./no/such/book.toml"}, 3, "book.toml"},
        Ending{{"check", "--device", "host", "--json", "/no/such/folder/a.json"}, 3, "/no/such/folder/a.json"},
        Ending{{"check", "--device", "host", "--out", std::string(300, 'a')}, 3, "aaa: File name too long"}));

TEST(Command, NamesBothFormsWhenHexIsNeither) {
  const Outcome outcome = run_command({"explain", "d3d11", "rsq", "0x10"});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_TRUE(contains(outcome.diagnostics, "0x10"));
  EXPECT_TRUE(contains(outcome.diagnostics, "8"));     // digits of bits
  EXPECT_TRUE(contains(outcome.diagnostics, "0x1."));  // an example of a hex float
  EXPECT_TRUE(contains(outcome.diagnostics, "p"));
}

TEST(Command, GivesExitCode4WhenADriverIsMissing) {
  const Outcome outcome =
      run_command({"check", "--device", "vulkan"},
                  {.environment = {"VK_DRIVER_FILES=/no/such.json", "VK_ICD_FILENAMES=/no/such.json"}});
  EXPECT_EQ(outcome.exit_code, 4) << outcome.diagnostics;
  EXPECT_EQ(outcome.output, "");
  EXPECT_TRUE(contains(outcome.diagnostics, "ulkan"));
}

TEST(Command, SurvivesAReaderThatGoesAway) {
  const Outcome outcome = run_command({"rules", "d3d11"}, {.close_output_at_once = true});
  EXPECT_EQ(outcome.signal, 0);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.diagnostics;
  EXPECT_EQ(outcome.diagnostics, "");
}

TEST(Command, KeepsItsVerdictWhenTheReaderGoesAway) {
  const Outcome outcome =
      run_command({"judge", "d3d11", "add", "1", "1", "--result", "3"}, {.close_output_at_once = true});
  EXPECT_EQ(outcome.signal, 0);
  EXPECT_EQ(outcome.exit_code, 1);
}

}  // namespace
}  // namespace halfulp::cli
