// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

using Json = nlohmann::ordered_json;

TEST(Rules, ListsTheRulebooks) {
  const std::string list = run_command({"rules"}).output;
  for (const char* book : {"d3d10 ", "d3d10.1 ", "d3d11 "}) EXPECT_TRUE(contains(list, book));
  const Json json = Json::parse(run_command({"rules", "--json"}).output);
  ASSERT_GE(json["rulebooks"].size(), 3);
  const auto d3d11 =
      std::ranges::find_if(json["rulebooks"], [](const Json& book) { return book["rulebook"] == "d3d11"; });
  ASSERT_NE(d3d11, json["rulebooks"].end());
  EXPECT_EQ((*d3d11)["extends"], "d3d10.1");
}

TEST(Rules, JsonHasRulesWithSourcesAndReadingsWithOptions) {
  const Json json = Json::parse(run_command({"rules", "d3d11", "--json"}).output);
  EXPECT_EQ(json["rulebook"], "d3d11");
  ASSERT_FALSE(json["rules"].empty());
  for (const Json& rule : json["rules"]) {
    EXPECT_FALSE(rule["id"].get<std::string>().empty());
    EXPECT_FALSE(rule["source"]["says"].get<std::string>().empty()) << rule["id"];
    EXPECT_FALSE(rule["source"]["document"].get<std::string>().empty()) << rule["id"];
    EXPECT_FALSE(rule["status"].get<std::string>().empty()) << rule["id"];
  }
  for (const Json& reading : json["readings"]) {
    const auto& options = reading["options"];
    EXPECT_TRUE(std::ranges::any_of(options, [&](const Json& option) { return option["name"] == reading["default"]; }))
        << reading["id"];
    EXPECT_GE(options.size(), 2) << reading["id"];
  }
  const auto rsq = std::ranges::find_if(json["operations"], [](const Json& row) { return row["name"] == "rsq"; });
  ASSERT_NE(rsq, json["operations"].end());
  EXPECT_EQ((*rsq)["formats"], Json::array({"binary32"}));
}

TEST(Rules, TextTellsEveryRuleAndReading) {
  const Json json = Json::parse(run_command({"rules", "d3d11", "--json"}).output);
  const std::string text = run_command({"rules", "d3d11"}).output;
  for (const Json& rule : json["rules"]) EXPECT_TRUE(contains(text, "\n" + rule["id"].get<std::string>() + " ("));
  for (const Json& reading : json["readings"]) EXPECT_TRUE(contains(text, "\n" + reading["id"].get<std::string>()));
}

TEST(Rules, TellsTablesReadingsAndNumbersAsTheFileHasThem) {
  for (const char* form : {"--markdown", ""}) {
    const std::string text = run_command(*form == 0 ? std::vector<std::string>{"rules", "d3d11"}
                                                    : std::vector<std::string>{"rules", "d3d11", form})
                                 .output;
    EXPECT_TRUE(contains(text, "-inf  -F   -denorm  -0    +0    +denorm  +F        +inf  NaN") ||
                contains(text, "src  | -inf"))
        << form;
    EXPECT_TRUE(contains(text, "absolute = 0.0008")) << form;
    EXPECT_TRUE(contains(text, "toward_zero")) << form << ": what d3d11.addsubmul=learn_page_truncate permits";
    EXPECT_TRUE(contains(text, "div.form=direct")) << form;
  }
  const Json json = Json::parse(run_command({"rules", "d3d11", "--json"}).output);
  const auto rule =
      std::ranges::find_if(json["rules"], [](const Json& row) { return row["id"] == "D3D10.1-DIV-LARGE-DIVISOR"; });
  ASSERT_NE(rule, json["rules"].end());
  EXPECT_EQ((*rule)["under"], Json({{"direct", "not in force"}}));
}

TEST(Rules, MarkdownHasOneTableRowPerRuleAndReading) {
  const Json json = Json::parse(run_command({"rules", "d3d11", "--json"}).output);
  const std::string text = run_command({"rules", "d3d11", "--markdown"}).output;
  EXPECT_TRUE(text.starts_with("# d3d11: "));
  const auto rows = std::count(text.begin(), text.end(), '\n');
  EXPECT_GE(static_cast<std::size_t>(rows), json["rules"].size() + json["readings"].size());
  for (const Json& rule : json["rules"]) EXPECT_TRUE(contains(text, "| `" + rule["id"].get<std::string>() + "` | "));
}

}  // namespace
}  // namespace halfulp::cli
