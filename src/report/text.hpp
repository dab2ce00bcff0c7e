// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "report/report.hpp"

namespace halfulp::report {

struct TextOptions {
  bool colour = false;
  std::string more;  ///< how to see what the report does not show: a command; "" for none
  /// Files that hold more, for the last lines: {"JSON", "out.json"}.
  std::vector<std::pair<std::string, std::string>> files;
};

/// The whole report: the device, a table of operations and the ways in which the device computes them, each rule that
/// broke and what passes only under another reading with an example, and the verdict. Text is at most 110 columns wide;
/// names and commands may be wider. screen() is the short form.
[[nodiscard]] std::string text(const Report& report, const TextOptions& options);

}  // namespace halfulp::report
