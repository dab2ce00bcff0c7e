// SPDX-License-Identifier: Apache-2.0
#include "report/frame.hpp"

#include <fmt/format.h>

#include <set>

#include "report/paint.hpp"
#include "report/sentences.hpp"
#include "report/values.hpp"

namespace halfulp::report {

std::string title_line(const Report& report, bool colour) {
  return paint(report.device.title, Colour::bold, colour) + fmt::format(" ({})\n", report.device.name);
}

std::string loss_lines(const Report& report, bool colour) {
  std::string result;
  std::set<std::string> losses;
  std::uint64_t lost_cases = 0;
  for (const Result& one : report.results) {
    if (one.lost > 0) losses.insert(one.lost_because);
    lost_cases += one.lost;
  }
  const bool recorded = report.device.kind == "recorded";
  constexpr std::size_t kMost = 4;  // a compiler's log and its program may be of dozens of lines each
  std::size_t shown = 0;
  for (const std::string& loss : losses) {
    if (++shown > kMost) break;
    result += paint(recorded ? "not all was read: " : "device lost: ", Colour::red, colour) + loss + "\n";
  }
  if (losses.size() > kMost) {
    result += fmt::format("{} more losses: 'lost_because' in the file of --json\n", losses.size() - kMost);
  }
  if (lost_cases > 0) {
    result += recorded ? "what was read was judged\n"
                       : fmt::format("{} results were lost with it; the rest was judged\n", grouped(lost_cases));
  }
  if (report.interrupted) result += paint("interrupted: this report is incomplete\n", Colour::yellow, colour);
  if (report.out_of_time) result += paint(out_of_time_sentence(report) + "\n", Colour::yellow, colour);
  return result;
}

std::string verdict_lines(const Report& report, bool colour) {
  constexpr std::size_t kWidth = 100;
  std::string result;
  for (const BookUsed& book : report.rulebooks) {
    const Colour held = is_complete(report) ? Colour::green : Colour::yellow;
    const Colour of_verdict = conforms(report, book.id) ? held : Colour::red;
    result += paint(wrapped(verdict_sentence(report, book.id), 0, kWidth), of_verdict, colour);
  }
  return result;
}

std::string more_lines(const TextOptions& options) {
  std::string result;
  if (!options.more.empty()) result += fmt::format("more: {}\n", options.more);
  for (const auto& [kind, path] : options.files) result += fmt::format("{}: {}\n", kind, path);
  return result;
}

}  // namespace halfulp::report
