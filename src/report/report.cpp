// SPDX-License-Identifier: Apache-2.0
#include "report/report.hpp"

#include <algorithm>

namespace halfulp::report {

std::string_view name(Outcome outcome) noexcept {
  switch (outcome) {
    case Outcome::fail:
      return "fail";
    case Outcome::lost:
      return "lost";
    case Outcome::unfinished:
      return "unfinished";
    case Outcome::reading:
      return "reading";
    case Outcome::pass:
      return "pass";
    case Outcome::unconstrained:
      return "unconstrained";
    case Outcome::not_run:
      break;
  }
  return "not run";
}

Outcome outcome(const Result& result) noexcept {
  const Tally& tally = result.tally;
  if (tally.failed > 0) return Outcome::fail;
  if (result.lost > 0) return Outcome::lost;
  if (tally.cases == 0) return Outcome::not_run;
  if (tally.cases < result.planned) return Outcome::unfinished;
  if (tally.reading > 0) return Outcome::reading;
  return tally.passed > 0 ? Outcome::pass : Outcome::unconstrained;
}

bool breaks(const Result& result, bool strict) noexcept {
  return result.variant.counts && (result.tally.failed > 0 || (strict && result.tally.reading > 0));
}

bool conforms(const Report& report) noexcept {
  return std::ranges::none_of(report.results, [&](const Result& result) { return breaks(result, report.strict); });
}

std::string_view not_offered_name(const Report& report, Operation operation) noexcept {
  return name(operation, report.rulebooks.empty() ? Naming::direct3d : report.rulebooks.front().naming);
}

bool lost(const Report& report) noexcept {
  return std::ranges::any_of(report.results, [](const Result& result) { return result.lost > 0; });
}

}  // namespace halfulp::report
