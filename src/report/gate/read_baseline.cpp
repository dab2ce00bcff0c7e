// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <tuple>
#include <vector>

#include "halfulp/error.hpp"
#include "number/nearest_name.hpp"
#include "report/breach.hpp"
#include "report/gate/baseline.hpp"
#include "report/gate/baseline_line.hpp"
#include "report/json_value.hpp"
#include "report/read_parts.hpp"

namespace halfulp::report {
namespace {

using read::fail;

constexpr std::string_view kBetween = " | ";
constexpr std::size_t kParts = 8;

std::uint64_t number_in(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) fail(fmt::format("'{}' is no number", text));
  return value;
}

/// "482 of 262144".
std::pair<std::uint64_t, std::uint64_t> extent_in(std::string_view text) {
  const std::size_t of = text.find(" of ");
  if (of == std::string_view::npos) fail(fmt::format("'{}' is not how many of how many cases: '482 of 262144'", text));
  return {number_in(text.substr(0, of)), number_in(text.substr(of + 4))};
}

Witness case_in(std::string_view text, Operation operation, Format format) {
  JsonValue::Array operands;
  while (!text.empty() && !text.starts_with("->")) {
    const std::size_t end = std::min(text.find(' '), text.size());
    operands.emplace_back(std::string(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (!text.starts_with("-> ")) fail("the first case has no result: '0x00000001 -> 0xc2fe0000'");
  text.remove_prefix(3);
  return read::witness_of(operation, format,
                          JsonValue::Object{{"operands", operands}, {"observed", std::string(text)}});
}

/// JSON's names of operations are not whose they are; a name that only Metal has is Metal's.
Naming naming_of(std::string_view written, Operation operation) {
  const bool is_metals = written == name(operation, Naming::metal) && written != name(operation, Naming::direct3d);
  return is_metals ? Naming::metal : Naming::direct3d;
}

/// What the whole run breaks, so that report::breaks() is true of it.
bool read_of_run(const BaselineLine& line, Report& report) {
  const std::string& kind = line.extent;
  if (kind == name(BreachKind::rounding)) {
    DeviceRounding& rounding = report.roundings.emplace_back();
    rounding.rulebook = line.rulebook;
    rounding.rule = line.rule;
    rounding.demanded = true;
    rounding.nearest.count = rounding.toward_zero.count = 1;
    return true;
  }
  if (kind == name(BreachKind::completeness)) {
    Completeness& completeness = report.completeness.emplace_back();
    completeness.rulebook = line.rulebook;
    completeness.rule = line.rule;
    completeness.offered.resize(1);
    completeness.lacking.resize(1);
    return true;
  }
  if (kind != name(BreachKind::property)) return false;
  Property& property = report.properties.emplace_back();
  property.rulebook = line.rulebook;
  property.rule = line.rule;
  property.operation = read::operation_of(line.operation);
  property.naming = naming_of(line.operation, property.operation);
  property.format = read::format_of(line.format);
  property.variant.name = line.way;
  property.broken = "broken";
  return true;
}

/// The row that the line speaks of, made where the report has none yet.
Result& row_of(const BaselineLine& line, std::uint64_t cases, Report& report) {
  const Operation operation = read::operation_of(line.operation);
  const Format format = read::format_of(line.format);
  const auto known = std::ranges::find_if(report.results, [&](const Result& row) {
    return row.rulebook == line.rulebook && row.operation == operation && row.format == format &&
           row.variant.name == line.way;
  });
  if (known != report.results.end()) {
    if (known->tally.cases == cases) return *known;
    fail(fmt::format("of {} cases, and of {} in an earlier line of the same operation, format and way", cases,
                     known->tally.cases));
  }
  Result& row = report.results.emplace_back();
  row.rulebook = line.rulebook;
  row.naming = naming_of(line.operation, operation);
  row.operation = operation;
  row.format = format;
  row.variant.name = row.variant.instruction = line.way;
  row.principal = false;
  row.planned = row.tally.cases = row.tally.passed = cases;
  return row;
}

void read_line(const BaselineLine& line, Report& report) {
  if (std::ranges::find(report.rulebooks, line.rulebook, &BookUsed::id) == report.rulebooks.end()) {
    fail(fmt::format("rulebook '{}' has no line 'rulebook: {} HASH' above", line.rulebook, line.rulebook));
  }
  if (read_of_run(line, report)) return;
  const auto [count, cases] = extent_in(line.extent);
  Result& row = row_of(line, cases, report);
  if (count == 0 || count > row.tally.passed) fail(fmt::format("{} failures of {} cases that may fail", count, cases));
  Tally::Group group;
  group.count = count;
  group.example = case_in(line.first_case, row.operation, row.format);
  const bool by_reading = line.rule.find('=') != std::string::npos;
  row.tally.passed -= count;
  (by_reading ? row.tally.reading : row.tally.failed) += count;
  if (!(by_reading ? row.tally.under : row.tally.broken).emplace(line.rule, group).second) {
    fail("the failure has a line already");
  }
}

/// What the run was: "seed: 1".
void read_key(std::string_view text, std::string_view version, Report& report) {
  const std::size_t colon = text.find(": ");
  if (colon == std::string_view::npos) fail(fmt::format("'{}' is neither 'KEY: VALUE' nor a failure", text));
  const std::string_view key = text.substr(0, colon);
  const std::string value(text.substr(colon + 2));
  const auto halves = [&](char between) {
    const std::size_t at = value.find(between);
    if (at == std::string::npos) fail(fmt::format("'{}' has no '{}' between its two parts", value, between));
    return std::pair(value.substr(0, at), value.substr(at + 1));
  };
  if (key == "halfulp") {
    report.version = value;
  } else if (key == "device") {
    report.device.name = value;
  } else if (key == "kind") {
    report.device.kind = value;
  } else if (key == "title") {
    report.device.title = value;
  } else if (key == "suite") {
    report.suite = value;
  } else if (key == "seed") {
    report.seed = number_in(value);
  } else if (key == "cases") {
    report.cases = number_in(value);
  } else if (key == "strict") {
    report.strict = value == "yes";
  } else if (key == "extent") {
    report.out_of_time = value == "out of time";
    report.interrupted = !report.out_of_time;
  } else if (key == "reading") {
    report.readings.insert(halves('='));
  } else if (key == "rulebook") {
    const auto [id, hash] = halves(' ');
    report.rulebooks.push_back({.id = id, .title = id, .hash = hash});
  } else {
    const std::vector<std::string_view> keys = {"halfulp", "device", "kind",   "title",    "suite",  "seed",
                                                "cases",   "strict", "extent", "rulebook", "reading"};
    fail(fmt::format("halfulp {} has no key '{}'{}", version, key, number::did_you_mean(key, keys)));
  }
}

}  // namespace

std::string text_of(const BaselineLine& line) {
  std::string text;
  for (const std::string* part : {&line.rulebook, &line.rule, &line.operation, &line.format, &line.way, &line.causes,
                                  &line.extent, &line.first_case}) {
    text += text.empty() ? "" : kBetween;
    text += part->empty() ? "-" : number::one_line(*part);
  }
  return text;
}

BaselineLine baseline_line(std::string_view text) {
  std::vector<std::string> parts(1);
  for (std::size_t at = 0; at < text.size();) {
    const bool ends = text.substr(at).starts_with(kBetween);
    if (ends) parts.emplace_back();
    if (!ends) parts.back() += text[at];
    at += ends ? kBetween.size() : 1;
  }
  if (parts.size() < kParts) {
    fail(
        fmt::format("has {} of {} parts between '|': rulebook, rule, operation, format, way, causes, failures, first "
                    "case",
                    parts.size(), kParts));
  }
  for (std::string& part : parts) {
    if (part == "-") part.clear();
  }
  const std::size_t last_of_way = parts.size() - 4;
  for (std::size_t i = 5; i <= last_of_way; ++i) parts[4] += std::string(kBetween) + parts[i];
  return {parts[0],
          parts[1],
          parts[2],
          parts[3],
          parts[4],
          parts[last_of_way + 1],
          parts[last_of_way + 2],
          parts[last_of_way + 3]};
}

Report read_baseline(std::string_view text, const std::string& file, std::string_view version) {
  Report report;
  std::size_t number = 0;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    ++number;
    while (line.ends_with('\r') || line.ends_with(' ')) line.remove_suffix(1);
    read::within(fmt::format("{}:{}", file, number), [&] {
      if (number == 1 && line != fmt::format("{} {}", kBaselineBegin, kBaselineVersion)) {
        fail(fmt::format("a baseline of another version; write it again with --write-baseline of this halfulp, {}",
                         version));
      }
      if (line.empty() || line.starts_with('#')) return;
      if (line.find(kBetween) >= line.find(": ")) {
        read_key(line, version, report);
      } else {
        read_line(baseline_line(line), report);
      }
    });
  }
  if (!report.suite.empty() && !report.rulebooks.empty()) return report;
  fail(fmt::format("{}: a baseline without its lines 'suite:' and 'rulebook:'; write it again with --write-baseline",
                   file));
}

}  // namespace halfulp::report
