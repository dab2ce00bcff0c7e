// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/run/plan.hpp"
#include "report/found_causes.hpp"
#include "report/report.hpp"

namespace halfulp::cli {

/// The cause of a failure that no cause explains.
inline constexpr std::string_view kUnexplained = "unexplained";

/// To which cause a single case is charged: of a way that counts to one of the report's, of one that is shown for
/// comparison also to a cause that the report leaves out.
class CaseCauses {
 public:
  /// `report`: the whole one, which outlives this.
  CaseCauses(const RunRequest& request, const report::Report& report);

  /// The id of the cause of a failure that breaks a rule and that a set of hypotheses explains; "unexplained".
  [[nodiscard]] std::string of_failure(std::size_t result, std::string_view rule, diagnosis::HypothesisSet set) const;
  /// The same where no hypothesis was tried: that to which all those failures are charged for which some were; "" where
  /// they have several causes.
  [[nodiscard]] std::string of_untried(std::size_t result, std::string_view rule) const;
  /// The id of the cause of results that pass under those readings.
  [[nodiscard]] std::string of_reading(std::size_t result, const std::string& under) const;

 private:
  const RunRequest& request_;
  const report::Report& report_;
  std::vector<report::FailingResult> failing_;
  report::FoundCauses found_;
  report::FoundCauses reported_;
};

}  // namespace halfulp::cli
