// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "report/report.hpp"

namespace halfulp::report {

struct TextOptions {
  bool colour = false;
  /// Files that hold more, for the last lines: {"JSON", "out.json"}.
  std::vector<std::pair<std::string, std::string>> files;
};

/// The report as a person reads it: the device, one table, what broke and what passes only under another reading with
/// one example each, and the verdict. At most 110 columns wide, but for names and commands that are wider.
[[nodiscard]] std::string text(const Report& report, const TextOptions& options);

}  // namespace halfulp::report
