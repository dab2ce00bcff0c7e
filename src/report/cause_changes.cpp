// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "report/difference.hpp"

namespace halfulp::report {
namespace {

void add_those(const Report& of, const Report& without, bool is_new, std::vector<CauseChange>& changes) {
  for (const Cause& cause : of.causes) {
    if (std::ranges::find(without.causes, cause.id, &Cause::id) != without.causes.end()) continue;
    const auto judged = [&](const Cause::Where& place) { return judges(without, place); };
    if (std::ranges::any_of(cause.where, judged)) changes.push_back({is_new, cause});
  }
}

}  // namespace

bool names_causes(const Report& report) noexcept {
  return !report.causes.empty() || !report.unexplained.empty() ||
         std::ranges::all_of(report.results, [](const Result& row) { return row.tally.broken.empty(); });
}

bool judges(const Report& report, const Cause::Where& place) noexcept {
  return std::ranges::any_of(report.results, [&](const Result& row) {
    return row.rulebook == place.rulebook && row.operation == place.operation && row.format == place.format &&
           (row.principal || row.variant.name == place.variant) && is_complete(row);
  });
}

std::vector<CauseChange> cause_changes(const Report& earlier, const Report& later) {
  std::vector<CauseChange> changes;
  if (!names_causes(earlier) || !names_causes(later)) return changes;
  add_those(later, earlier, true, changes);
  add_those(earlier, later, false, changes);
  return changes;
}

}  // namespace halfulp::report
