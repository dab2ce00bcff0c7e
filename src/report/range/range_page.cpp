// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "range/profile.hpp"
#include "report/page/document.hpp"
#include "report/page/markup.hpp"
#include "report/page/pieces.hpp"
#include "report/page/plot.hpp"
#include "report/range/range.hpp"

namespace halfulp::report {
namespace {

constexpr std::size_t kPoints = 400;

/// A figure of how far results may be from the result without rounding, over the operand that ranges; "" where none or
/// several do, or no distance is known.
std::string profile_figure(const RangeReport& report, const RangeByBook& by) {
  std::vector<judge::ValueSet> sets;
  for (const range::Operand& operand : report.operands) sets.push_back(operand.set);
  const auto ranging = range::ranging_operand(sets);
  if (!ranging) return {};
  const std::vector<range::ProfilePoint> profile = profile_of(by.program, sets, *ranging, kPoints);
  std::vector<std::optional<double>> below;
  std::vector<std::optional<double>> above;
  double worst = 0;
  double least = HUGE_VAL;
  for (const range::ProfilePoint& point : profile) {
    below.push_back(point.below);
    above.push_back(point.above);
    const double most = std::max(point.below.value_or(0), point.above.value_or(0));
    worst = std::max(worst, most);
    if (most > 0) least = std::min(least, most);
  }
  if (!(worst > 0) || !std::isfinite(worst)) return {};
  constexpr double kMostLinear = 100;  // times the least
  const bool is_logarithmic = worst > kMostLinear * least;
  const Scale scale = is_logarithmic ? Scale(std::pow(10, std::floor(std::log10(least))),
                                             std::pow(10, std::ceil(std::log10(worst))), true)
                                     : Scale(0, rounded_up(worst), false);
  std::vector<PlaceMark> marks;
  constexpr std::size_t kMarks = 4;
  for (std::size_t i = 0; i <= kMarks; ++i) {
    const std::size_t place = i * (profile.size() - 1) / kMarks;
    marks.push_back({place, value_text(report.format, profile[place].operand)});
  }
  const std::string& name = report.operands[*ranging].name;
  const std::string caption = fmt::format(
      "How far results may be from the one without rounding, in ULP of it, over {}, under {}; line: above it; "
      "dashed: below it",
      name, by.book.id());
  const std::string drawing = vertical_axis(scale, "ULP") + horizontal_axis(profile.size(), marks) +
                              horizontal_name(name) +
                              across(profile.size(), line(below, scale, "bound") + line(above, scale, "error"));
  return figure("errors", caption, svg(drawing, caption));
}

}  // namespace

std::string range_page(const RangeReport& report) {
  std::string main;
  for (const RangeByBook& by : report.books) main += profile_figure(report, by);
  main += element("pre", escaped(range_text(report)));
  const std::string title = fmt::format("What may {} return?", report.expression);
  return document("halfulp · " + title, element("h1", escaped(title)), main, Programs::none);
}

}  // namespace halfulp::report
