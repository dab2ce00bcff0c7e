// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

/// A command line with a name that does not exist, and the one that is asked for.
struct Mistake {
  Words arguments;
  std::string meant;
};

void PrintTo(const Mistake& mistake, std::ostream* stream) { *stream << "did you mean " << mistake.meant; }

/// Three lines of a terminal, and a bit: no list that nobody reads.
constexpr std::size_t kMostCharacters = 350;

class UnknownNames : public testing::TestWithParam<Mistake> {};

TEST_P(UnknownNames, AreAnsweredWithTheNearest) {
  const Outcome outcome = run_command(GetParam().arguments);
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.output, "");
  EXPECT_TRUE(contains(outcome.diagnostics, "did you mean '" + GetParam().meant + "'?"));
  EXPECT_LT(outcome.diagnostics.size(), kMostCharacters);
}

INSTANTIATE_TEST_SUITE_P(
    Command, UnknownNames,
    testing::Values(
        // Subcommands and options
        Mistake{{"chek"}, "check"}, Mistake{{"Explain", "d3d11", "rsq", "1"}, "explain"},
        Mistake{{"--verison"}, "--version"}, Mistake{{"check", "--opertion", "add"}, "--operation"},
        Mistake{{"judge", "d3d11", "rsq", "1", "--resutl=1"}, "--result"},
        // Rulebooks
        Mistake{{"rules", "metal3"}, "metal1"}, Mistake{{"explain", "D3D11", "rsq", "1"}, "d3d11"},
        Mistake{{"compare", "d3d11", "mteal4"}, "metal4"},
        Mistake{{"check", "--device", "reference", "--rulebook", "d3d11,mteal1.2"}, "metal1.2"},
        Mistake{{"check", "--device", "reference:dd310.1"}, "d3d10.1"},
        Mistake{{"convert", "--from", "r8_unorm", "--to", "r8_unorm", "--rulebook", "d3d1", "-", "-"}, "d3d10"},
        // Operations, of any language
        Mistake{{"explain", "d3d11", "madd", "1", "2", "3"}, "mad"}, Mistake{{"explain", "d3d11", "RSQ", "1"}, "rsq"},
        Mistake{{"explain", "metal1", "rsqtr", "1"}, "rsqrt"},
        Mistake{{"judge", "d3d11", "saturat", "1", "--result", "1"}, "sat"},
        Mistake{{"explain", "d3d11", "smothstep", "1"}, "smoothstep"},
        Mistake{{"explain", "d3d11", "hlls:log", "1"}, "hlsl"}, Mistake{{"rules", "d3d11", "glsl:rsqrt"}, "sqrt"},
        Mistake{{"rules", "--names", "glls"}, "glsl"}, Mistake{{"explain", "d3d11", "fma", "1", "2", "3"}, "mad"},
        Mistake{{"explain", "metal1", "rcp", "1"}, "reciprocal"},
        Mistake{{"check", "--device", "host", "--operation", "add,sqet"}, "sqrt"},
        Mistake{{"explain", "d3d11", "flor", "1"}, "round_ni"},
        Mistake{{"check", "--rulebook", "metal1", "--operation", "fracc"}, "fract"},
        Mistake{{"vectors", "--operation", "flor"}, "floor"}, Mistake{{"verify", "--operation", "ad"}, "add"},
        // Formats and pixel formats
        Mistake{{"explain", "d3d11", "rsq", "1", "--format", "binary23"}, "binary32"},
        Mistake{{"check", "--device", "host", "--format", "binary16,Binary_64"}, "binary64"},
        Mistake{{"convert", "--from", "rgba8_unrom", "--to", "r8_unorm", "-", "-"}, "rgba8_unorm"},
        Mistake{{"convert", "--from", "r8_unorm", "--to", "DXGI_FORMAT_R8_UNROM", "-", "-"}, "DXGI_FORMAT_R8_UNORM"},
        // Devices, suites, kinds of files, shells
        Mistake{{"check", "--device", "hots"}, "host"}, Mistake{{"check", "--device", "Vulcan:0"}, "vulkan"},
        Mistake{{"check", "--suite", "standart"}, "standard"},
        Mistake{{"vectors", "--operation", "add", "--files", "nyp", "-o", "unused"}, "npy"},
        Mistake{{"completion", "zhs"}, "zsh"},
        // Readings and their options
        Mistake{{"explain", "d3d11", "add", "1", "1", "--reading", "tei=both"}, "tie"},
        Mistake{{"explain", "d3d11", "add", "1", "1", "--reading", "tie=bohh"}, "both"},
        Mistake{{"check", "--device", "host", "--reading", "Tie=even"}, "tie"},
        Mistake{{"check", "--device", "host", "--reading", "tie=evne"}, "even"}));

TEST(UnknownNames, WithoutANeighbourAreNotGuessed) {
  for (const Words& arguments :
       {Words{"explain", "d3d11", "convolution", "1"}, Words{"frobnicate"}, Words{"check", "--device", "abacus"}}) {
    const Outcome outcome = run_command(arguments);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(outcome.diagnostics.find("did you mean"), std::string::npos) << outcome.diagnostics;
  }
}

TEST(UnknownNames, WithoutANeighbourAreSaidInThreeLinesThatSayWhereTheNamesAre) {
  struct Nonsense {
    Words arguments;
    std::string where;
  };
  const std::vector<Nonsense> mistakes = {
      {{"explain", "d3d11", "qqqqqq", "1"}, "'halfulp rules --names' all names"},
      {{"check", "--device", "reference", "--operation", "qqqqqq"}, "'halfulp rules --names' all names"},
      {{"rules", "--names", "qqqqqq"}, "'halfulp rules --names' all names"},
      {{"explain", "d3d11", "glsl:qqqqqq", "1"}, "'halfulp rules --names glsl' lists them"},
      {{"explain", "d3d11", "qqqqqq:sin", "1"}, "languages are hlsl, sm5"},
      {{"explain", "qqqqqq", "rsq", "1"}, "; known: cuda, "},
      {{"explain", "d3d13", "rsq", "1"}, "(did you mean 'd3d10'?); 'halfulp rules' lists them"},
      {{"explain", "d3d11", "rsq", "1", "--format", "qqqqqq"}, "; known: binary16, binary32, "},
      {{"check", "--device", "host", "--format", "qqqqqq"}, "; known: binary16, binary32, "},
      {{"explain", "d3d11", "rsq", "1", "--reading", "qqqqqq=1"}, "'halfulp rules d3d11' lists them"},
      {{"explain", "d3d11", "rsq", "1", "--reading", "tie=qqqqqq"}, "; known: both, even"},
      {{"check", "--device", "qqqqqq"}, "devices are reference"},
      {{"try", "qqqqqq", "d3d11", "rsq", "1"}, "devices are reference"},
      {{"check", "--suite", "qqqqqq"}, "suites are quick, standard, exhaustive"},
      {{"convert", "--from", "qqqqqq", "--to", "r8_unorm", "-", "-"}, "'halfulp formats' lists them"},
      {{"completion", "qqqqqq"}, "shells are bash, zsh, fish"},
      {{"qqqqqq"}, "'halfulp --help' lists them"},
      {{"check", "--qqqqqq"}, "'halfulp check --help' lists them"},
      {{"formats", "qqqqqq"}, "'formats' does not take 'qqqqqq'; see 'halfulp formats --help'"},
      {{"explain", "d3d11", "mad", "1"}, "mad takes 3 operands (x, y, z), 1 given"},
      {{"explain", "d3d11", "round", "1"}, "'halfulp rules d3d11' lists what it has"},
      {{"explain", "d3d11", "fma", "1", "2", "3"}, "'halfulp rules d3d11' lists what it has"},
      {{"check", "--device", "reference", "--operation", "acos"}, "'halfulp rules d3d11' lists what it has"},
      {{"compare", "d3d11", "metal4", "movc"}, "'halfulp rules metal4' lists what it has"},
      {{"check", "--device", "host", "--rulebook", "d3d10", "--format", "binary64"}, "leave it out of --format"}};
  for (const Nonsense& mistake : mistakes) {
    const Outcome outcome = run_command(mistake.arguments);
    EXPECT_EQ(outcome.exit_code, 2) << mistake.arguments.front();
    EXPECT_TRUE(contains(outcome.diagnostics, mistake.where));
    EXPECT_LE(std::ranges::count(outcome.diagnostics, '\n'), 3) << outcome.diagnostics;
    EXPECT_LE(outcome.diagnostics.size(), kMostCharacters) << outcome.diagnostics;
  }
}

TEST(UnknownNames, OfARulebookAreAnsweredWithTheNearestOrTheFirstOfThem) {
  const auto complaint = [](const std::string& lines) {
    const std::string path = temporary_path("op.toml");
    write_text_file(path,
                    "[rulebook]\nid = \"op\"\ntitle = \"Op\"\nextends = \"d3d11\"\n\n[[rule]]\nid = \"A\"\n" + lines);
    return run_command({"rules", path}).diagnostics;
  };
  EXPECT_TRUE(
      contains(complaint("operations = [\"rsqq\"]\n"), ":8:15: unknown operation 'rsqq' (did you mean 'rsq'?)"));
  const std::string many = complaint("operations = [\"convolution\"]\n");
  EXPECT_TRUE(contains(many, "unknown operation 'convolution'; known: add, "));
  EXPECT_TRUE(contains(many, " more"));
  EXPECT_LT(many.size(), kMostCharacters);
}

TEST(UnknownNames, OfARulebookInAFileAreListedByItsPath) {
  const std::string path = temporary_path("e.toml");
  write_text_file(path, "[rulebook]\nid = \"e\"\ntitle = \"E\"\nextends = \"d3d10\"\n");
  EXPECT_TRUE(contains(run_command({"explain", path, "fmod", "1", "2"}).diagnostics,
                       "rulebook e has no rule for 'fmod'; 'halfulp rules " + path + "' lists what it has"));
}

TEST(UnknownNames, OfDevicesOfAKindAreAnsweredWithThoseThatAreHere) {
  EXPECT_TRUE(contains(run_command({"check", "--device", "host:flsh"}).diagnostics, "host:flush"));
  EXPECT_TRUE(contains(run_command({"check", "--device", "vulkan:no such GPU"}).diagnostics, "no such GPU"));
}

TEST(UnknownNames, OptionsBeforeTheSubcommandAreSentBehindIt) {
  EXPECT_TRUE(contains(run_command({"--device", "host", "check"}).diagnostics, "come behind it"));
}

TEST(UnknownNames, AValueThatIsMissingIsNamedByItsPlaceholder) {
  EXPECT_TRUE(contains(run_command({"check", "--json"}).diagnostics, "FILE"));
  EXPECT_TRUE(contains(run_command({"check", "--device"}).diagnostics, "DEV"));
}

}  // namespace
}  // namespace halfulp::cli
