// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "halfulp/rulebook.hpp"
#include "report/gate/waiver.hpp"

// The waiver that docs/howto/ci.md shows is one, of a rule that there is.

namespace halfulp {
namespace {

TEST(CiPage, ShowsAWaiverThatCanBeRead) {
  std::ifstream file(HALFULP_SOURCE_DIR "/docs/howto/ci.md", std::ios::binary);
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  constexpr std::string_view kBegin = "```toml\n";
  const std::size_t begin = page.find(kBegin) + kBegin.size();
  const auto waivers = report::read_waivers(page.substr(begin, page.find("```", begin) - begin), "ci.md");
  ASSERT_EQ(waivers.size(), 1U);
  bool known = false;
  for (const RuleInfo& rule : Rulebook::open("d3d11").rules()) known = known || rule.id == waivers[0].rule;
  EXPECT_TRUE(known) << waivers[0].rule;
  EXPECT_FALSE(waivers[0].expires.empty());
}

}  // namespace
}  // namespace halfulp
