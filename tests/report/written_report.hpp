// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "report/read_report.hpp"

namespace halfulp::report {

using Json = nlohmann::ordered_json;

/// One failure, or pass under a reading, as docs/json.md has it: "broken" by rule, "under" by readings.
inline Json written_group(const char* key, const std::string& name, std::uint64_t count, const Json& operands,
                          const std::string& observed) {
  return {{key, name},
          {"count", count},
          {"example", {{"operands", operands}, {"observed", observed}, {"error_ulp", nullptr}}}};
}

/// A result of 1,000 cases that all pass, its largest error 0.5 ULP at `operands`.
inline Json written_result(const std::string& rulebook, const std::string& operation, const Json& operands) {
  return {
      {"rulebook", rulebook},
      {"operation", operation},
      {"format", "binary32"},
      {"variant", ""},
      {"principal", true},
      {"counts", true},
      {"instruction", "the instruction of " + operation},
      {"composed", false},
      {"operands_from", "buffer"},
      {"outcome", "pass"},
      {"suite", "quick"},
      {"sampled", false},
      {"planned", 1000},
      {"cases", 1000},
      {"passed", 1000},
      {"failed", 0},
      {"reading", 0},
      {"unconstrained", 0},
      {"invalid_operand", 0},
      {"lost", 0},
      {"lost_because", nullptr},
      {"worst", {{"operands", operands}, {"observed", "0x40000000"}, {"error_ulp", 0.5}}},
      {"broken", Json::array()},
      {"under", Json::array()},
      {"coverage", Json::array({{{"kind", "special_values"}, {"cases", 600}}, {{"kind", "random"}, {"cases", 400}}})}};
}

/// A report written by hand after docs/json.md: add (result 0) and rsq (result 1) under d3d11, all passing.
inline Json written_report() {
  return {{"device",
           {{"name", "vulkan:0"}, {"kind", "vulkan"}, {"title", "A GPU"}, {"facts", {{"driver version", "1.0"}}}}},
          {"seed", 1},
          {"suite", "quick"},
          {"versions", {{"halfulp", "0.1.0"}, {"rulebooks", {{"d3d11", "00000000000000aa"}}}}},
          {"readings", Json::object()},
          {"asked_cases", nullptr},
          {"strict", false},
          {"conforms", true},
          {"lost", false},
          {"complete", true},
          {"out_of_time", false},
          {"seconds", 1.5},
          {"not_offered", Json::array()},
          {"roundings", Json::array()},
          {"completeness", Json::array()},
          {"properties", Json::array()},
          {"results", Json::array({written_result("d3d11", "add", {"0x3f800000", "0x3f800000"}),
                                   written_result("d3d11", "rsq", {"0x3e800000"})})},
          {"variants", Json::array()}};
}

/// Lets `count` cases of the result break a rule; the first of them is rsq(x), or add(x, x).
inline void let_break(Json& result, const std::string& rule, std::uint64_t count, const std::string& x,
                      const std::string& observed) {
  const Json operands = result["operation"] == "add" ? Json{x, x} : Json::array({x});
  result["failed"] = result["failed"].get<std::uint64_t>() + count;
  result["passed"] = result["passed"].get<std::uint64_t>() - count;
  result["broken"].push_back(written_group("rule", rule, count, operands, observed));
}

/// Lets `count` cases of the result pass under another reading only.
inline void let_need(Json& result, const std::string& readings, std::uint64_t count, const std::string& x,
                     const std::string& observed) {
  const Json operands = result["operation"] == "add" ? Json{x, x} : Json::array({x});
  result["reading"] = result["reading"].get<std::uint64_t>() + count;
  result["passed"] = result["passed"].get<std::uint64_t>() - count;
  result["under"].push_back(written_group("readings", readings, count, operands, observed));
}

/// The report, read.
inline Report read(const Json& report) { return read_report(report.dump(), "report.json", "0.1.0"); }

}  // namespace halfulp::report
