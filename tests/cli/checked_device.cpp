// SPDX-License-Identifier: Apache-2.0
#include "checked_device.hpp"

#include <gtest/gtest.h>

namespace halfulp::cli {

CheckedDevice check_device(const std::string& device, const std::string& book, const std::string& operations,
                           const std::vector<std::string>& environment, const Words& more) {
  using Json = nlohmann::json;
  const std::string path = temporary_path("checked_device.json");
  Words arguments = {"check", "--device", device, "--rulebook", book, "--json", path};
  if (!operations.empty()) arguments = arguments + Words{"--operation", operations};
  const Outcome outcome = run_command(arguments + more, {.environment = environment});
  CheckedDevice found;
  if (outcome.exit_code == 4) return found;
  found.is_there = true;
  EXPECT_LE(outcome.exit_code, 1) << outcome.diagnostics;
  found.report = Json::parse(read_file(path));
  for (const char* list : {"results", "variants"}) {
    for (const Json& result : found.report[list]) {
      if (!result["counts"]) continue;
      const std::string format = result["format"];
      const std::string key =
          result["operation"].get<std::string>() + format.substr(format.find_first_of("0123456789"));
      for (const Json& rule : result["broken"]) found.broken[key].insert(rule["rule"].get<std::string>());
      if (result["outcome"] == "reading") found.under_readings.insert(key);
      EXPECT_EQ(result["lost"], 0) << key;
    }
  }
  return found;
}

}  // namespace halfulp::cli
