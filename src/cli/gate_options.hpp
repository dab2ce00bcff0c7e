// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "cli/arguments.hpp"
#include "cli/run/plan.hpp"
#include "report/gate/gate.hpp"

namespace halfulp::cli {

/// What --baseline, --waivers and --today ask for.
class GateOptions {
 public:
  /// Reads the files, before a long run. Throws Error(kInput) for one that cannot be read, Error(kUsage) for a day that
  /// is none, or one without waivers.
  explicit GateOptions(const Arguments& arguments);

  /// Gives the report its gate, when there is a baseline or there are waivers.
  void apply(const RunRequest& request, report::Report& report) const;

 private:
  std::optional<report::GateTerms> terms_;
};

}  // namespace halfulp::cli
