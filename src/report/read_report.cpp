// SPDX-License-Identifier: Apache-2.0
#include "report/read_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <tuple>

#include "halfulp/error.hpp"
#include "number/one_line.hpp"
#include "report/json_value.hpp"
#include "report/read_parts.hpp"

namespace halfulp::report {
namespace {

using read::cause_of;
using read::charged_of;
using read::count;
using read::each;
using read::fail;
using read::flag;
using read::format_of;
using read::has_member;
using read::judged_witness_of;
using read::members;
using read::operation_of;
using read::part;
using read::read_broken;
using read::read_place;
using read::text;
using read::text_or_nothing;
using read::within;
using read::witness_of;

/// Failures by rule, or passes by readings; their counts add up to `total`.
std::map<std::string, Tally::Group> groups_of(const JsonValue& object, const Result& result, std::string_view list,
                                              std::string_view key, std::uint64_t total) {
  std::map<std::string, Tally::Group> groups;
  std::uint64_t sum = 0;
  each(object, list, [&](const JsonValue& item) {
    Tally::Group group;
    group.count = count(item, "count");
    group.example =
        within("'example'", [&] { return judged_witness_of(result.operation, result.format, part(item, "example")); });
    if (group.count > total - sum) fail(fmt::format("the counts of '{}' add up to more than {}", list, total));
    sum += group.count;
    const std::string named = text(item, key);
    if (!groups.emplace(named, group).second) fail(fmt::format("'{}' is there twice", named));
  });
  if (sum != total) fail(fmt::format("the counts of '{}' add up to {}, not to {}", list, sum, total));
  return groups;
}

Tally tally_of(const JsonValue& object, const Result& result) {
  Tally tally;
  tally.cases = count(object, "cases");
  tally.passed = count(object, "passed");
  tally.failed = count(object, "failed");
  tally.reading = count(object, "reading");
  tally.unconstrained = count(object, "unconstrained");
  tally.invalid_operand = count(object, "invalid_operand");
  if (!tally.adds_up()) fail("the counts of verdicts do not add up to 'cases'");
  tally.broken = groups_of(object, result, "broken", "rule", tally.failed);
  tally.under = groups_of(object, result, "under", "readings", tally.reading);
  const JsonValue& worst = part(object, "worst");
  if (!worst.is_null()) {
    tally.worst = within("'worst'", [&] { return judged_witness_of(result.operation, result.format, worst); });
  }
  return tally;
}

/// `of_extract`: it lacks coverage.
Result result_of(const JsonValue& object, bool of_extract) {
  Result result;
  result.rulebook = text(object, "rulebook");
  read_place(object, result);
  result.variant.name = text(object, "variant");
  result.variant.instruction = text(object, "instruction");
  result.variant.operands = text(object, "operands_from");
  result.variant.counts = flag(object, "counts");
  result.variant.composed = flag(object, "composed");
  result.principal = flag(object, "principal");
  result.suite = text(object, "suite");
  result.sampled = flag(object, "sampled");
  result.planned = count(object, "planned");
  result.lost = count(object, "lost");
  result.lost_because = text_or_nothing(object, "lost_because");
  result.tally = tally_of(object, result);
  each(object, "broken", [&](const JsonValue& item) { read_broken(item, result); });
  if (has_member(object, "margins")) {  // reports of earlier versions have none
    each(object, "margins", [&](const JsonValue& item) {
      result.margins.push_back(read::margin_of(result.operation, result.format, item));
    });
  }
  if (!of_extract) {
    each(object, "coverage", [&](const JsonValue& kind) {
      result.coverage.push_back({text(kind, "kind"), count(kind, "cases")});
    });
  }
  return result;
}

/// A key of `operations` of a rounding's side: "add", "add (binary16)".
Finding::Count counted_place(std::string_view called, std::uint64_t number, const std::string& rulebook) {
  Finding::Count place;
  place.rulebook = rulebook;
  place.count = number;
  const std::size_t bracket = called.find(" (");
  place.operation = operation_of(called.substr(0, bracket));
  place.format = info(place.operation).only_format().value_or(Format::binary32);
  if (bracket != std::string_view::npos && called.ends_with(')')) {
    place.format = format_of(called.substr(bracket + 2, called.size() - bracket - 3));
  }
  return place;
}

DeviceRounding::Side side_of(const JsonValue& object, const std::string& rulebook) {
  DeviceRounding::Side side;
  side.count = count(object, "count");
  within("'operations'", [&] {
    for (const auto& [called, number] : part(object, "operations").members()) {
      side.where.push_back(counted_place(called, number.count(), rulebook));
    }
  });
  if (side.count == 0) return side;
  within("'example'", [&] {
    const JsonValue& example = part(object, "example");
    read_place(example, side);
    side.variant.name = text(example, "variant");
    side.example = witness_of(side.operation, side.format, example);
  });
  return side;
}

DeviceRounding rounding_of(const JsonValue& object) {
  DeviceRounding rounding;
  rounding.rulebook = text(object, "rulebook");
  rounding.rule = text(object, "rule");
  rounding.demanded = flag(object, "demanded");
  rounding.under = text_or_nothing(object, "demanded_under");
  rounding.nearest = within("'nearest'", [&] { return side_of(part(object, "nearest"), rounding.rulebook); });
  rounding.toward_zero =
      within("'toward_zero'", [&] { return side_of(part(object, "toward_zero"), rounding.rulebook); });
  return rounding;
}

std::vector<Asked> asked_of(const JsonValue& object, std::string_view name) {
  std::vector<Asked> listed;
  each(object, name, [&](const JsonValue& item) { read_place(item, listed.emplace_back()); });
  return listed;
}

Completeness completeness_of(const JsonValue& object) {
  Completeness completeness;
  completeness.rulebook = text(object, "rulebook");
  completeness.rule = text(object, "rule");
  completeness.offered = asked_of(object, "offered");
  completeness.lacking = asked_of(object, "lacking");
  return completeness;
}

Property property_of(const JsonValue& object) {
  Property property;
  property.rulebook = text(object, "rulebook");
  property.rule = text(object, "rule");
  read_place(object, property);
  property.variant.name = text(object, "variant");
  property.variant.counts = flag(object, "counts");
  property.tried = text(object, "tried");
  property.broken = text_or_nothing(object, "found");
  return property;
}

/// Major, minor and patch.
std::array<unsigned, 3> version_of(std::string_view text) {
  std::array<unsigned, 3> version{};
  const char* at = text.data();
  const char* end = at + text.size();
  for (std::size_t i = 0; i < version.size(); ++i) {
    const auto [stop, error] = std::from_chars(at, end, version.at(i));
    const bool last = i + 1 == version.size();
    if (error != std::errc() || (last ? stop != end : stop == end || *stop != '.')) {
      fail(fmt::format("'versions': 'halfulp': '{}' is no version like 0.1.0", text));
    }
    at = stop + 1;
  }
  return version;
}

/// The rulebooks, with the title of those that are embedded.
std::vector<BookUsed> books_of(const JsonValue& versions) {
  std::vector<BookUsed> books;
  const std::vector<std::string> embedded = Rulebook::embedded();
  members(versions, "rulebooks", [&](const std::string& id, const std::string& hash) {
    const bool known = std::ranges::find(embedded, id) != embedded.end();
    books.push_back({.id = id, .title = known ? Rulebook::open(id).title() : id, .hash = hash});
  });
  return books;
}

/// JSON has names of operations and not whose they are: a rulebook is Metal's where it uses a name that only Metal has.
class Namings {
 public:
  explicit Namings(const JsonValue& root) {
    for (const char* list : {"results", "variants", "properties"}) {
      for (const JsonValue& item : part(root, list).items()) add(item.at("rulebook").text(), item);
    }
    for (const JsonValue& item : part(root, "completeness").items()) {
      for (const char* list : {"offered", "lacking"}) {
        for (const JsonValue& asked : part(item, list).items()) add(item.at("rulebook").text(), asked);
      }
    }
  }

  void set(const std::string& rulebook, Naming& naming) const {
    if (metal_.contains(rulebook)) naming = Naming::metal;
  }

 private:
  void add(const std::string& rulebook, const JsonValue& item) {
    const std::string& written = item.at("operation").text();
    const Operation operation = operation_of(written);
    if (written == name(operation, Naming::metal) && written != name(operation, Naming::direct3d)) {
      metal_.insert(rulebook);
    }
  }

  std::set<std::string> metal_;
};

void set_namings(const JsonValue& root, Report& report) {
  const Namings namings(root);
  for (BookUsed& book : report.rulebooks) namings.set(book.id, book.naming);
  for (Result& result : report.results) namings.set(result.rulebook, result.naming);
  for (Completeness& one : report.completeness) namings.set(one.rulebook, one.naming);
  for (Property& one : report.properties) namings.set(one.rulebook, one.naming);
  for (Cause& cause : report.causes) {
    namings.set(cause.explanation.rulebook, cause.explanation.naming);
    for (Cause::Where& place : cause.where) namings.set(place.rulebook, place.naming);
  }
  for (Cause::Where& place : report.unexplained) namings.set(place.rulebook, place.naming);
  if (report.own_rules) {
    for (OwnRules::Breach& breach : report.own_rules->broken) namings.set(breach.where.rulebook, breach.where.naming);
  }
  for (DeviceRounding& rounding : report.roundings) {
    namings.set(rounding.rulebook, rounding.naming);
    for (DeviceRounding::Side* side : {&rounding.nearest, &rounding.toward_zero}) {
      for (Finding::Count& place : side->where) place.naming = rounding.naming;
    }
  }
}

/// Every result is of a rulebook that is listed, and there once.
void check_results(const Report& report) {
  std::set<std::tuple<std::string, Operation, Format, std::string>> seen;
  for (const Result& result : report.results) {
    const std::string place = fmt::format("'results' and 'variants': {} under {}",
                                          called(result.operation, result.format, result.naming), result.rulebook);
    if (std::ranges::find(report.rulebooks, result.rulebook, &BookUsed::id) == report.rulebooks.end()) {
      fail(place + ", which 'versions' does not have");
    }
    if (!seen.emplace(result.rulebook, result.operation, result.format, result.variant.name).second) {
      fail(fmt::format("{}, variant '{}', is there twice", place, result.variant.name));
    }
  }
}

Report report_of(const JsonValue& root) {
  Report report;
  within("'device'", [&] {
    const JsonValue& device = part(root, "device");
    report.device.name = text(device, "name");
    report.device.kind = text(device, "kind");
    report.device.title = text(device, "title");
    members(device, "facts",
            [&](const std::string& what, const std::string& value) { report.device.facts.emplace_back(what, value); });
  });
  report.is_extract = has_member(root, "extract");
  report.seed = count(root, "seed");
  report.suite = text(root, "suite");
  const JsonValue& versions = part(root, "versions");
  report.version = text(versions, "halfulp");
  report.rulebooks = within("'versions'", [&] { return books_of(versions); });
  members(root, "readings",
          [&](const std::string& id, const std::string& option) { report.readings.emplace(id, option); });
  if (!part(root, "asked_cases").is_null()) report.cases = count(root, "asked_cases");
  report.strict = flag(root, "strict");
  report.out_of_time = flag(root, "out_of_time");
  report.seconds = within("'seconds'", [&] { return part(root, "seconds").real(); });
  report.not_offered = asked_of(root, "not_offered");
  each(root, "roundings", [&](const JsonValue& item) { report.roundings.push_back(rounding_of(item)); });
  each(root, "completeness", [&](const JsonValue& item) { report.completeness.push_back(completeness_of(item)); });
  each(root, "properties", [&](const JsonValue& item) { report.properties.push_back(property_of(item)); });
  for (const char* list : {"results", "variants"}) {
    each(root, list, [&](const JsonValue& item) { report.results.push_back(result_of(item, report.is_extract)); });
  }
  if (has_member(root, "causes")) {  // reports of earlier versions have none
    each(root, "causes", [&](const JsonValue& item) { report.causes.push_back(cause_of(item)); });
    each(root, "unexplained", [&](const JsonValue& item) { report.unexplained.push_back(charged_of(item)); });
  }
  // Reports of older versions have no such member.
  if (has_member(root, "own_rules") && !part(root, "own_rules").is_null()) {
    report.own_rules = within("'own_rules'", [&] { return read::own_rules_of(part(root, "own_rules")); });
  }
  report.interrupted = !flag(root, "complete") && !report.out_of_time && !lost(report);
  set_namings(root, report);
  check_results(report);
  return report;
}

/// Refuses what is no report, and what this version may not understand.
void check_kind(const JsonValue& root, std::string_view version) {
  constexpr std::string_view kWayOut = "give a file that 'halfulp check --json FILE', verify or merge wrote";
  if (!std::holds_alternative<JsonValue::Object>(root.storage())) fail(fmt::format("no report; {}", kWayOut));
  for (const std::string_view name : {"device", "versions", "results"}) {
    if (!has_member(root, name)) fail(fmt::format("no report: it has no member '{}'; {}", name, kWayOut));
  }
  const std::string written_by = within("'versions'", [&] { return text(part(root, "versions"), "halfulp"); });
  if (version_of(written_by) > version_of(version)) {
    fail(fmt::format("written by halfulp {}; this is {}, which may not understand it: use halfulp {} or later",
                     written_by, version, written_by));
  }
}

}  // namespace

Report read_report(std::string_view text, const std::string& file, std::string_view version) {
  return within(file, [&] {
    JsonValue root;
    try {
      root = parse_json(text);
    } catch (const Error& error) {
      fail(fmt::format("{}; it is cut short or no report: write it again with --json", error.what()));
    }
    check_kind(root, version);
    try {
      return report_of(root);
    } catch (const Error& error) {
      fail(fmt::format("{}; no report as halfulp writes it: write it again with --json", error.what()));
    }
  });
}

}  // namespace halfulp::report
