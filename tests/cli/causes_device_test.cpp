// SPDX-License-Identifier: Apache-2.0
// The causes of lavapipe's failures (Mesa 22.3.6), of operations that have one each or share one.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "command.hpp"

namespace halfulp::cli {
namespace {

using Json = nlohmann::json;

TEST(CausesOfLavapipe, AreThoseMeasured) {
  const std::string path = temporary_path("causes.json");
  const Outcome outcome = run_command(
      {"check", "--device", "vulkan:0", "--operation",
       "add,mul,div,sqrt,frc,lt,dp3,ftoi,ftou,fma,log2,binary32_to_binary16,binary32_to_snorm8", "--json", path});
  ASSERT_EQ(outcome.exit_code, 1) << outcome.diagnostics;
  const Json report = Json::parse(read_file(path));
  const std::map<std::string, std::set<std::string>> expected = {
      {"keeps_denormals.binary32", {"add", "mul", "div", "sqrt", "frc", "lt", "dp3", "log2"}},
      {"indefinite_integer", {"ftoi", "ftou"}},
      {"unfused", {"fma"}},
      {"log2_of_fields", {"log2"}},
      {"least_code_below", {"binary32_to_snorm8"}},
      {"reading.narrow.round=rne", {"binary32_to_binary16"}},
  };
  std::map<std::string, std::set<std::string>> found;
  // Constants have a few failures of other causes.
  for (const Json& cause : report["causes"]) {
    for (const Json& place : cause["where"]) {
      if (place["count"] > 30) found[cause["id"]].insert(place["operation"].get<std::string>());
    }
    const bool denormals = cause["id"] == "keeps_denormals.binary32";
    EXPECT_EQ(cause["control"], denormals ? "not_offered" : "nothing_to_ask") << cause["id"];
  }
  EXPECT_EQ(found, expected);
  EXPECT_TRUE(report["unexplained"].empty()) << report["unexplained"];
}

}  // namespace
}  // namespace halfulp::cli
