// SPDX-License-Identifier: Apache-2.0
#include "report/matrix/extract.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "report/cause_words.hpp"
#include "report/matrix/matrix.hpp"

namespace halfulp::report {
namespace {

using Array = JsonValue::Array;
using Object = JsonValue::Object;

Object without(const JsonValue& object, std::initializer_list<std::string_view> names) {
  Object rest = object.members();
  std::erase_if(rest, [&](const auto& member) { return std::ranges::find(names, member.first) != names.end(); });
  return rest;
}

JsonValue& member(Object& object, std::string_view name) {
  return std::ranges::find(object, name, &Object::value_type::first)->second;
}

JsonValue result_of(const JsonValue& json) {
  Object result = without(json, {"errors", "hypotheses", "tried_failures", "unexplained", "coverage"});
  JsonValue& broken = member(result, "broken");
  broken = JsonValue::array(broken.items(), [](const JsonValue& rule) {
    return JsonValue(without(rule, {"nearest_permitted", "census", "explained_by"}));
  });
  return result;
}

/// Whether the verdict, a cell of the matrix, the failures that no cause explains or the completeness of the run hang
/// on a way that is not principal.
bool is_needed(const Report& report, const Result& way) {
  if (!is_complete(way)) return true;
  const std::vector<Cause::Where> unexplained = unexplained_places(report);
  const auto is_shown = [&](const Cause::Where& place) { return place.is_of(way); };
  if (std::ranges::any_of(unexplained, is_shown)) return true;
  const auto same = [&](const Result& other) {
    return other.rulebook == way.rulebook && other.operation == way.operation && other.format == way.format &&
           other.variant.counts;
  };
  const Result* most = nullptr;  // passes under readings
  for (const Result& other : report.results) {
    if (same(other) && (most == nullptr || other.tally.reading > most->tally.reading)) most = &other;
  }
  return &way == most || &way == shown_way(report, way.rulebook, way.operation, way.format);
}

/// Each item of a list on a line of its own.
std::string lines(const JsonValue& value) {
  const auto* items = std::get_if<Array>(&value.storage());
  if (items == nullptr || items->empty()) return json_line(value);
  std::string text;
  for (const JsonValue& item : *items) text += (text.empty() ? "[\n" : ",\n") + json_line(item);
  return text + "\n]";
}

}  // namespace

std::string extract_text(const JsonValue& json, const Report& report) {
  Object extract = without(json, {"extract", "gate"});
  extract.insert(extract.begin(), {"extract", true});
  JsonValue& results = member(extract, "results");
  JsonValue& variants = member(extract, "variants");
  const auto ways = std::span(report.results).subspan(results.items().size());
  Array needed;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    if (is_needed(report, ways[i])) needed.push_back(result_of(variants.items()[i]));
  }
  variants = needed;
  results = JsonValue::array(results.items(), result_of);
  JsonValue& properties = member(extract, "properties");
  Array broken = properties.items();
  std::erase_if(broken, [](const JsonValue& property) { return !property.at("broken").flag(); });
  properties = broken;
  std::string text;
  for (const auto& [name, value] : extract) {
    text += fmt::format("{}\n{}: {}", text.empty() ? "{" : ",", json_line(name), lines(value));
  }
  return text + "\n}\n";
}

std::string extract_note() {
  return "this file is an extract: the whole report has more ways of computing, what fails and what explains it\n";
}

}  // namespace halfulp::report
