// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string result_of(Words arguments) {
  arguments.insert(arguments.begin(), {"evaluate", "d3d11"});
  arguments.emplace_back("--json");
  const Outcome outcome = run_command(arguments);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.diagnostics;
  return Json::parse(outcome.output, nullptr, false).value("result", "");
}

TEST(Evaluate, GivesTheCorrectlyRoundedResultInBits) {
  EXPECT_EQ(result_of({"rsq", "4"}), "0x3f000000");
  EXPECT_EQ(result_of({"rsq", "-0"}), "0xff800000");
  EXPECT_EQ(result_of({"itof", "16777217"}), "0x4b800000");  // halfway between two values: to the even one
  EXPECT_EQ(result_of({"ftoi", "-1.5"}), "0xffffffff");
  EXPECT_EQ(result_of({"lt", "-inf", "-1"}), "0xffffffff");
  EXPECT_EQ(result_of({"add", "0x00000001", "0"}), "0x00000000");  // a denormal is flushed
  EXPECT_EQ(result_of({"min", "nan", "-3"}), "0xc0400000");        // the operand that is no NaN
}

TEST(Evaluate, ShowsValueHexFloatAndBits) {
  const Outcome outcome = run_command({"evaluate", "d3d11", "rsq", "4"});
  EXPECT_TRUE(contains(outcome.output, "result   0.5"));
  EXPECT_TRUE(contains(outcome.output, "0x1p-1"));
  EXPECT_TRUE(contains(outcome.output, "0x3f000000"));
}

TEST(Evaluate, JsonHasWhatIsDocumented) {
  const Json json = Json::parse(run_command({"evaluate", "d3d11", "rsq", "4", "--json"}).output);
  EXPECT_EQ(json["rulebook"], "d3d11");
  EXPECT_EQ(json["operation"], "rsq");
  EXPECT_EQ(json["format"], "binary32");
  EXPECT_EQ(json["operands"], Json::array({"0x40800000"}));
  EXPECT_EQ(json["result_format"], "binary32");
  EXPECT_EQ(json["value"], "0.5");
  EXPECT_EQ(json["hex"], "0x1p-1");
}

}  // namespace
}  // namespace halfulp::cli
