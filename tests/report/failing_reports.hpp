// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "report/matrix/matrix.hpp"
#include "written_report.hpp"

namespace halfulp::report {

/// add(x, x) breaks a rule 7 times. The report names no causes.
inline Json failing_report() {
  Json report = written_report();
  let_break(report["results"][0], "D3D-FLUSH-OPERANDS", 7, "0x00000001", "0x00000002");
  return report;
}

/// The same, `failed` times, and a cause explains it.
inline Json with_cause(const std::string& id, std::uint64_t failed) {
  Json report = written_report();
  let_break(report["results"][0], "D3D-FLUSH-OPERANDS", failed, "0x00000001", "0x00000002");
  const Json place = {{"rulebook", "d3d11"}, {"operation", "add"}, {"format", "binary32"}, {"variant", ""}};
  Json where = place;
  where["count"] = failed;
  Json example = place;
  example["operands"] = {"0x00000001", "0x00000001"};
  example["observed"] = "0x00000002";
  example["error_ulp"] = nullptr;
  report["causes"] = Json::array({{{"id", id},
                                   {"statement", "does as " + id + " says"},
                                   {"control", "not_offered"},
                                   {"failed", failed},
                                   {"reading", 0},
                                   {"where", Json::array({where})},
                                   {"rule", "D3D-FLUSH-OPERANDS"},
                                   {"says", "so"},
                                   {"source", "there"},
                                   {"example", example},
                                   {"command", "halfulp judge d3d11 add 1 1"}}});
  report["unexplained"] = Json::array();
  return report;
}

/// The reports, read from folder/1.json, folder/2.json and so on.
inline std::vector<ReportOfFile> of_files(std::initializer_list<Json> reports) {
  std::vector<ReportOfFile> files;
  for (const Json& report : reports) {
    files.push_back({"folder/" + std::to_string(files.size() + 1) + ".json", read(report)});
  }
  return files;
}

}  // namespace halfulp::report
