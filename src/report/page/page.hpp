// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "report/report.hpp"

namespace halfulp::report {

/// What a page shows of a result beyond the report.
struct PageDetails {
  /// A rule as its rulebook has it.
  struct Rule {
    std::string id;
    std::string says;
    std::string source;   ///< "FS 3.1.3.2, stated"
    std::string permits;  ///< as the rulebook has it
  };
  struct Broken {
    Rule rule;
    std::string command;  ///< the command line that judges the rule's example again
  };
  Rule accuracy;                                 ///< the rule that states how accurate results have to be
  std::vector<std::optional<double>> permitted;  ///< for each of the result's `errors`: how far results may be, in ULP
  std::vector<Broken> broken;                    ///< one per rule broken
};

/// The report as one HTML file that needs nothing from elsewhere: the verdict, the causes of failures with a picture
/// each, a table of operations that can be filtered, and folded away all on each operation and each broken rule.
/// Readable without JavaScript. `details`: one per result. `command_line`: that makes such a report again, or "".
[[nodiscard]] std::string page(const Report& report, const std::vector<PageDetails>& details,
                               const std::string& command_line = {});

}  // namespace halfulp::report
