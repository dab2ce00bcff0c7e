// SPDX-License-Identifier: Apache-2.0
#include "report/breach.hpp"

#include "report/report.hpp"
#include "report/values.hpp"

namespace halfulp::report {
namespace {

void add(const Result& result, BreachKind kind, const std::map<std::string, Tally::Group>& groups,
         std::vector<Breach>& all) {
  for (const auto& [rule, group] : groups) {
    all.push_back({.kind = kind,
                   .rulebook = result.rulebook,
                   .naming = result.naming,
                   .rule = rule,
                   .operation = result.operation,
                   .format = result.format,
                   .variant = result.variant,
                   .count = group.count,
                   .cases = result.tally.cases,
                   .example = group.example,
                   .found = {}});
  }
}

template <typename OfRun>
Breach of_run(BreachKind kind, const OfRun& broken) {
  Breach breach;
  breach.kind = kind;
  breach.rulebook = broken.rulebook;
  breach.naming = broken.naming;
  breach.rule = broken.rule;
  breach.found = sentence(broken);
  return breach;
}

}  // namespace

std::string_view name(BreachKind kind) noexcept {
  switch (kind) {
    case BreachKind::reading:
      return "reading";
    case BreachKind::rounding:
      return "rounding";
    case BreachKind::completeness:
      return "completeness";
    case BreachKind::property:
      return "property";
    case BreachKind::rule:
      break;
  }
  return "rule";
}

bool same_place(const Breach& one, const Breach& other) noexcept {
  return one.kind == other.kind && one.rulebook == other.rulebook && one.rule == other.rule &&
         one.operation == other.operation && one.format == other.format && one.variant.name == other.variant.name;
}

bool fails(const Breach& breach, bool strict) noexcept {
  return breach.variant.counts && (strict || breach.kind != BreachKind::reading);
}

std::vector<Breach> breaches(const Report& report) {
  std::vector<Breach> all;
  for (const Result& result : report.results) {
    add(result, BreachKind::rule, result.tally.broken, all);
    add(result, BreachKind::reading, result.tally.under, all);
  }
  for (const DeviceRounding& rounding : report.roundings) {
    if (breaks(rounding)) all.push_back(breach_of(rounding));
  }
  for (const Completeness& completeness : report.completeness) {
    if (breaks(completeness)) all.push_back(breach_of(completeness));
  }
  for (const Property& property : report.properties) {
    if (!property.broken.empty()) all.push_back(breach_of(property));
  }
  return all;
}

Breach breach_of(const DeviceRounding& rounding) { return of_run(BreachKind::rounding, rounding); }

Breach breach_of(const Completeness& completeness) { return of_run(BreachKind::completeness, completeness); }

Breach breach_of(const Property& property) {
  Breach breach = of_run(BreachKind::property, property);
  breach.operation = property.operation;
  breach.format = property.format;
  breach.variant = property.variant;
  return breach;
}

std::string place_text(const Breach& breach) {
  if (!breach.operation) return "the whole run";
  std::string text = called(*breach.operation, breach.format, breach.naming);
  if (!breach.variant.name.empty()) text += " by " + breach.variant.name;
  return text;
}

std::string extent_text(const std::optional<Breach>& breach) {
  if (!breach) return "0";
  return breach->example ? grouped(breach->count) : "broken";
}

}  // namespace halfulp::report
