// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "halfulp/error.hpp"
#include "halfulp/judge.hpp"
#include "halfulp/rulebook.hpp"
#include "rulebook/policy.hpp"

// What docs/add_a_rulebook.md and docs/decisions.md say of the code is compared with the code.

namespace halfulp {
namespace {

std::string page(const std::string& name) {
  std::ifstream file(std::string(HALFULP_SOURCE_DIR) + "/docs/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// The whole rulebooks among the page's TOML blocks: those that begin with their [rulebook] table.
std::vector<std::string> rulebooks_in(std::string_view text) {
  constexpr std::string_view kBegin = "```toml\n";
  std::vector<std::string> result;
  for (std::size_t at = text.find(kBegin); at != std::string_view::npos; at = text.find(kBegin, at)) {
    at += kBegin.size();
    const std::string_view block = text.substr(at, text.find("```", at) - at);
    if (block.starts_with("[rulebook]")) result.emplace_back(block);
  }
  return result;
}

TEST(AddARulebook, ItsExampleWidensAdditionToTwoUlp) {
  const std::vector<std::string> examples = rulebooks_in(page("add_a_rulebook.md"));
  ASSERT_EQ(examples.size(), 1U);
  const Rulebook rulebook = Rulebook::parse(examples[0], "my.toml");
  EXPECT_EQ(rulebook.extends(), "d3d11");
  // 1 + 1 = 2, where a step is 2^-22 upward and 2^-23 downward: the ULP at 2 is the smaller one.
  constexpr Bits kOne = 0x3f800000;
  const Explanation explanation = explain(rulebook, Operation::add, Format::binary32, std::vector<Bits>{kOne, kOne});
  ASSERT_EQ(explanation.permitted.ranges.size(), 1U);
  EXPECT_EQ(explanation.permitted.ranges[0].first, 0x3ffffffeU);
  EXPECT_EQ(explanation.permitted.ranges[0].last, 0x40000001U);
}

TEST(AddARulebook, ShowsTheMessageThatATypoInItsExampleGives) {
  const std::string text = page("add_a_rulebook.md");
  std::string example = rulebooks_in(text).at(0);
  const std::size_t at = example.find("ulp = 2");
  ASSERT_NE(at, std::string::npos);
  example.insert(at + 3, "s");
  try {
    static_cast<void>(Rulebook::parse(example, "./my.toml"));
    FAIL() << "'ulps' is no bound";
  } catch (const Error& error) {
    EXPECT_TRUE(has(text, error.what())) << error.what();
  }
}

TEST(AddARulebook, NamesEveryPolicyAndItsValues) {
  const std::string text = page("add_a_rulebook.md");
  for (const rulebook::PolicyField& field : rulebook::policy_fields()) {
    EXPECT_TRUE(has(text, "| `" + std::string(field.name) + "` |")) << field.name;
    for (const std::string_view value : field.values) {
      EXPECT_TRUE(has(text, "`" + std::string(value) + "`")) << field.name << " = " << value;
    }
  }
}

TEST(Decisions, NameEveryReadingAndItsDefault) {
  const std::string text = page("decisions.md");
  for (const std::string& name : Rulebook::embedded()) {
    const Rulebook book = Rulebook::open(name);
    for (const Reading& reading : book.readings()) {
      const std::string row = "| `" + reading.id + "` | `" + reading.chosen + "` |";
      EXPECT_TRUE(has(text, row)) << row;
    }
  }
}

}  // namespace
}  // namespace halfulp
