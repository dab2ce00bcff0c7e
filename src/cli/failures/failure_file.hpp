// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "cli/arguments.hpp"
#include "cli/failures/spool.hpp"
#include "cli/run/plan.hpp"
#include "report/report.hpp"

namespace halfulp::cli {

/// What --failures, --failures-limit and --failures-ranges ask for.
class FailureFile {
 public:
  /// Throws Error(kUsage) for a file whose end names no format, and for options without --failures; Error(kInput) where
  /// its folder cannot be written to.
  explicit FailureFile(const Arguments& arguments);

  /// Where the run keeps failures; nullptr where no file is asked for.
  [[nodiscard]] FailureSpool* spool() { return spool_ ? &*spool_ : nullptr; }

  /// Writes the file, if one is asked for, from the run's spool: rows in the order of the report's results, then of
  /// cases. Says on standard error how many the limit left out. Throws Error(kInput) where it cannot be written.
  void write(const RunRequest& request, const report::Report& report);

 private:
  std::string path_;
  std::uint64_t most_ = std::numeric_limits<std::uint64_t>::max();
  bool has_ranges_ = false;
  std::optional<FailureSpool> spool_;
};

}  // namespace halfulp::cli
