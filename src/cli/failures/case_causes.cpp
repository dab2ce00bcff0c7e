// SPDX-License-Identifier: Apache-2.0
#include "cli/failures/case_causes.hpp"

#include <algorithm>

#include "cli/run/causes.hpp"

namespace halfulp::cli {
namespace {

bool charges(const std::vector<report::Charge>& charges, std::size_t result, std::string_view rule) {
  return std::ranges::any_of(
      charges, [&](const report::Charge& charge) { return charge.result == result && charge.rule == rule; });
}

}  // namespace

CaseCauses::CaseCauses(const RunRequest& request, const report::Report& report)
    : request_(request),
      report_(report),
      failing_(failing_results(report)),
      found_(report::causes_of(failing_)),
      reported_(without_shown_ways(report, found_)) {}

std::string CaseCauses::of_failure(std::size_t result, std::string_view rule, diagnosis::HypothesisSet set) const {
  for (const report::FoundCause& cause : found_.causes) {
    if ((set >> cause.hypothesis & 1) != 0 && charges(cause.charges, result, rule)) return cause.id();
  }
  return std::string(kUnexplained);
}

std::string CaseCauses::of_untried(std::size_t result, std::string_view rule) const {
  std::vector<std::string> ids;
  for (const report::FoundCause& cause : found_.causes) {
    if (charges(cause.charges, result, rule)) ids.push_back(cause.id());
  }
  if (charges(found_.unexplained, result, rule)) ids.emplace_back(kUnexplained);
  return ids.size() == 1 ? ids.front() : "";
}

std::string CaseCauses::of_reading(std::size_t result, const std::string& under) const {
  const bool counts = report_.results[result].variant.counts;
  return cause_of_readings(request_, report_, result, failing_, counts ? reported_ : found_, under);
}

}  // namespace halfulp::cli
