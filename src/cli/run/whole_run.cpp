// SPDX-License-Identifier: Apache-2.0
#include "cli/run/whole_run.hpp"

#include <algorithm>

#include "report/values.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::cli {
namespace {

using report::Completeness;
using report::DeviceRounding;
using report::Result;

void add(DeviceRounding::Side& side, const Result& result, const Tally::Group& group) {
  if (group.count == 0) return;
  if (side.count == 0) {
    side.operation = result.operation;
    side.format = result.format;
    side.variant = result.variant;
    side.example = group.example;
  }
  side.count += group.count;
  const auto known = std::ranges::find_if(side.where, [&](const report::Finding::Count& place) {
    return place.operation == result.operation && place.format == result.format;
  });
  if (known != side.where.end()) {
    known->count += group.count;
  } else {
    side.where.push_back({result.rulebook, result.operation, result.format, group.count, result.naming});
  }
}

DeviceRounding rounding_by(const BookToJudgeBy& book, const report::Report& report) {
  DeviceRounding rounding;
  rounding.rulebook = book.book.id();
  rounding.naming = book.book.naming();
  const auto rule_of = [&](Operation operation, Format format) {
    return *rulebook::one_rounding(book.book.model(), operation, format, book.readings);
  };
  for (const Result& result : report.results) {
    const Tally& tally = result.tally;
    const bool decides = tally.to_nearest.count > 0 || tally.toward_zero.count > 0;
    if (result.rulebook != rounding.rulebook || !result.variant.counts || !decides) continue;
    add(rounding.nearest, result, tally.to_nearest);
    add(rounding.toward_zero, result, tally.toward_zero);
    const rulebook::OneRounding rule = rule_of(result.operation, result.format);
    rounding.demanded = rounding.demanded || rule.demanded;
    if (rounding.under.empty()) rounding.under = rule.under;
  }
  const std::uint64_t nearest = rounding.nearest.count;
  const std::uint64_t toward_zero = rounding.toward_zero.count;
  if (nearest == 0 && toward_zero == 0) return rounding;
  const bool to_nearest = toward_zero == 0 || (nearest > 0 && nearest < toward_zero);
  const DeviceRounding::Side& fewer = to_nearest ? rounding.nearest : rounding.toward_zero;
  const rulebook::Rule& rule = *rule_of(fewer.operation, fewer.format).rule;
  rounding.rule = rule.id;
  rounding.says = rule.source.says;
  rounding.source = report::source_text(rule.source, rule.status);
  return rounding;
}

void add_completeness(const BookToJudgeBy& book, const Device& device, report::Report& report) {
  for (const auto& [rule, operations] : rulebook::offered_together(book.book.model(), book.readings)) {
    Completeness completeness{.rulebook = book.book.id(),
                              .naming = book.book.naming(),
                              .rule = rule->id,
                              .says = rule->source.says,
                              .source = report::source_text(rule->source, rule->status),
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
