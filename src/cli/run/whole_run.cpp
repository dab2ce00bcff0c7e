// SPDX-License-Identifier: Apache-2.0
#include "cli/run/whole_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rulebook/resolve.hpp"

namespace halfulp::cli {
namespace {

using report::Completeness;
using report::DeviceRounding;
using report::Result;

std::string source_text(const rulebook::Rule& rule) {
  return fmt::format("{} {} ({}), {}", rule.source.document, rule.source.clause, rule.source.title, rule.status);
}

void add(DeviceRounding::Side& side, const Result& result, const Tally::Group& group) {
  if (group.count == 0) return;
  if (side.count == 0) {
    side.operation = result.operation;
    side.format = result.format;
    side.variant = result.variant;
    side.example = group.example;
  }
  side.count += group.count;
  const auto known = std::ranges::find(side.where, result.operation, &report::Finding::Count::operation);
  if (known != side.where.end()) {
    known->count += group.count;
  } else {
    side.where.push_back({result.rulebook, result.operation, group.count, result.naming});
  }
}

DeviceRounding rounding_by(const BookToJudgeBy& book, const report::Report& report) {
  DeviceRounding rounding;
  rounding.rulebook = book.book.id();
  rounding.naming = book.book.naming();
  for (const Result& result : report.results) {
    const Tally& tally = result.tally;
    if (result.rulebook != rounding.rulebook || !result.variant.counts) continue;
    add(rounding.nearest, result, tally.to_nearest);
    add(rounding.toward_zero, result, tally.toward_zero);
  }
  if (rounding.nearest.count == 0 && rounding.toward_zero.count == 0) return rounding;
  const bool fewer = rounding.nearest.count < rounding.toward_zero.count;
  const bool nearest = rounding.toward_zero.count == 0 || (rounding.nearest.count > 0 && fewer);
  const DeviceRounding::Side& side = nearest ? rounding.nearest : rounding.toward_zero;
  const auto found = rulebook::one_rounding(book.book.model(), side.operation, side.format, book.readings);
  rounding.rule = found->rule->id;
  rounding.says = found->rule->source.says;
  rounding.source = source_text(*found->rule);
  rounding.demanded = found->demanded;
  rounding.under = found->under;
  return rounding;
}

void add_completeness(const BookToJudgeBy& book, const Device& device, report::Report& report) {
  for (const auto& [rule, operations] : rulebook::offered_together(book.book.model(), book.readings)) {
    Completeness completeness{.rulebook = book.book.id(),
                              .naming = book.book.naming(),
                              .rule = rule->id,
                              .says = rule->source.says,
                              .source = source_text(*rule),
                              .offered = {},
                              .lacking = {}};
    for (const auto& [operation, format] : operations) {
      const bool offered = std::ranges::any_of(device.variants(operation, format), &Variant::counts);
      (offered ? completeness.offered : completeness.lacking).push_back({operation, format});
    }
    report.completeness.push_back(std::move(completeness));
  }
}

}  // namespace

void judge_whole_run(const RunRequest& request, const Device& device, report::Report& report) {
  for (const BookToJudgeBy& book : request.books) {
    DeviceRounding rounding = rounding_by(book, report);
    if (!rounding.rule.empty()) report.roundings.push_back(std::move(rounding));
    add_completeness(book, device, report);
  }
}

}  // namespace halfulp::cli
