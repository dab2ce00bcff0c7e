// SPDX-License-Identifier: Apache-2.0
#include "cli/gate_options.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <vector>

#include "cli/input_file.hpp"
#include "halfulp/error.hpp"
#include "report/gate/baseline.hpp"

namespace halfulp::cli {
namespace {

/// Today in UTC, as YYYY-MM-DD.
std::string today() {
  const std::chrono::year_month_day day(std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
                     static_cast<unsigned>(day.day()));
}

}  // namespace

GateOptions::GateOptions(const Arguments& arguments) {
  const std::string day = arguments.text("--today");
  if (!day.empty() && !arguments.has("--waivers")) {
    throw Error(Error::Kind::kUsage, "--today says which --waivers have expired; give a file of them");
  }
  if (!day.empty() && !report::is_date(day)) {
    throw Error(Error::Kind::kUsage, fmt::format("--today {}: no day; write YYYY-MM-DD", day));
  }
  if (!arguments.has("--baseline") && !arguments.has("--waivers")) return;
  terms_.emplace();
  terms_->today = day.empty() ? today() : day;
  terms_->baseline_file = arguments.text("--baseline");
  terms_->waivers_file = arguments.text("--waivers");
  if (arguments.has("--baseline")) {
    const std::string text = read_input(terms_->baseline_file);
    terms_->lists_failures = report::is_baseline(text);
    const bool is_json = text.find_first_not_of(" \t\r\n") == text.find('{');
    if (!terms_->lists_failures && !is_json) {
      throw Error(Error::Kind::kInput, fmt::format("{}: neither a baseline nor a report; give a file that "
                                                   "--write-baseline or --json wrote",
                                                   terms_->baseline_file));
    }
    terms_->baseline = terms_->lists_failures ? report::read_baseline(text, terms_->baseline_file, HALFULP_VERSION)
                                              : read_whole_report_file(terms_->baseline_file);
  }
  if (arguments.has("--waivers")) {
    terms_->waivers = report::read_waivers(read_input(terms_->waivers_file), terms_->waivers_file);
  }
}

void GateOptions::apply(const RunRequest& request, report::Report& report) const {
  if (!terms_) return;
  std::vector<Rulebook> books;
  for (const BookToJudgeBy& book : request.books) books.push_back(book.book);
  report.gate = std::make_shared<const report::Gate>(report::gate_of(report, *terms_, books));
}

}  // namespace halfulp::cli
