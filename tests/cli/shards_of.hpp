// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "command.hpp"

namespace halfulp::cli {

using Json = nlohmann::ordered_json;

/// The report in a JSON file, but for the time that it took.
inline Json report_without_time(const std::string& path) {
  Json report = Json::parse(read_file(path));
  report.erase("seconds");
  return report;
}

/// Standard output without the lines that name files.
inline std::string table_of(const Outcome& outcome) { return outcome.output.substr(0, outcome.output.find("JSON: ")); }

/// What the file of a shard holds in its first line.
inline Json state_of(const std::string& path) {
  const std::string text = read_file(path);
  return Json::parse(text.substr(0, text.find('\n')), nullptr, false);
}

/// How many cases the file says were judged; 0 when there is no such file.
inline std::uint64_t judged_by(const std::string& path) {
  const Json file = state_of(path);
  if (file.is_discarded()) return 0;
  std::uint64_t cases = 0;
  for (const Json& job : file["state"]["jobs"]) {
    for (const Json& range : job["judged"]) cases += range[1].get<std::uint64_t>() - range[0].get<std::uint64_t>();
  }
  return cases;
}

}  // namespace halfulp::cli
