// SPDX-License-Identifier: Apache-2.0
// try on a real driver: the results are those that check finds there.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "command.hpp"

namespace halfulp::cli {
namespace {

using Json = nlohmann::json;

TEST(TryOnADriver, GivesTheResultThatCheckReports) {
  const std::string report = temporary_path("report.json");
  (void)run_command({"check", "--device", "vulkan", "--operation", "log2", "--format", "binary32", "--json", report});
  const Json checked = Json::parse(read_file(report));
  std::size_t compared = 0;
  for (const Json& result : checked["results"]) {
    for (const Json& broken : result["broken"]) {
      const Json& example = broken["example"];
      Words words = {"try", "vulkan", "d3d11", "log2", "--json"};
      for (const Json& operand : example["operands"]) words.push_back(operand.get<std::string>());
      const Outcome outcome = run_command(words);
      EXPECT_EQ(outcome.exit_code, 1) << outcome.diagnostics;
      const Json tried = Json::parse(outcome.output);
      for (const Json& one : tried["results"]) {
        if (one["variant"] != result["variant"]) continue;
        EXPECT_EQ(one["judgement"]["result"], example["observed"]);
        EXPECT_EQ(one["judgement"]["rule"], broken["rule"]);
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 0U) << "log2 of this driver conforms: choose an operation that fails";
}

// The result of each step is that of the operation alone.
TEST(TryOnADriver, ComputesAnExpressionStepByStep) {
  const Outcome outcome = run_command({"try", "vulkan", "d3d11", "log2(x * y) + 1", "0x1p-70", "0x1p-70", "--json"});
  const Json tried = Json::parse(outcome.output);
  EXPECT_EQ(tried["device"]["kind"], "vulkan");
  const Json& steps = tried["rulebooks"][0]["steps"];
  ASSERT_EQ(steps.size(), 3U);
  for (const auto& [operation, operand] : {std::pair("log2", 0U), std::pair("add", 1U)}) {
    Words words = {"try", "vulkan", "d3d11", operation, steps[operand]["computed"], "--json"};
    if (operand == 1) words.insert(words.end() - 1, "1");
    EXPECT_EQ(Json::parse(run_command(words).output)["results"][0]["judgement"]["result"],
              steps[operand + 1]["computed"]);
  }
  EXPECT_EQ(tried["result"][0], steps[2]["computed"]);
}

}  // namespace
}  // namespace halfulp::cli
