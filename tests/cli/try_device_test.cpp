// SPDX-License-Identifier: Apache-2.0
// try on a real driver: the results are those that check finds there.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

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

}  // namespace
}  // namespace halfulp::cli
