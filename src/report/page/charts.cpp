// SPDX-License-Identifier: Apache-2.0
#include "report/page/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "report/page/markup.hpp"
#include "report/page/plot.hpp"
#include "report/values.hpp"

namespace halfulp::report {
namespace {

/// Bounds up to 100 times the worst error are within it.
Scale scale_of(double worst, double bound) {
  constexpr double kMostLinear = 16;
  constexpr double kFar = 100;
  const double shown = std::max(worst, bound <= kFar * worst ? bound : 0);
  if (shown <= kMostLinear) return {0, rounded_up(shown), false};
  return {0.1, std::pow(10, std::ceil(std::log10(std::min(shown, 1e300)))), true};
}

std::string axis_id(const BinadeAxis& axis) { return fmt::format("axis-{}", info(axis.format()).name); }

/// For the page's program, in units of 1 / scale.
std::string number(const std::optional<double>& value, double scale) {
  if (!value || !std::isfinite(*value)) return "null";
  return scale == 1 ? fmt::format("{:.4g}", *value) : fmt::format("{}", std::lround(*value * scale));
}

/// Pairs of a number and how often it follows.
std::string repeated(const std::vector<std::optional<double>>& values, double scale) {
  std::string list;
  for (std::size_t i = 0; i < values.size();) {
    const std::string text = number(values[i], scale);
    std::size_t end = i + 1;
    while (end < values.size() && number(values[end], scale) == text) ++end;
    list += fmt::format("{}{},{}", list.empty() ? "" : ",", text, end - i);
    i = end;
  }
  return "[" + list + "]";
}

}  // namespace

std::string error_chart(const Result& result, const std::vector<std::optional<double>>& permitted) {
  const ErrorAxis axis(result.operation, result.format);
  const Places places(axis.axis);
  std::vector<std::optional<double>> errors(places.size());
  std::vector<std::optional<double>> bounds(places.size());
  double worst = 0;
  double bound = 0;
  for (std::size_t i = 0; i < result.errors.size(); ++i) {
    const std::size_t place = places.of(result.errors[i].first);
    errors[place] = result.errors[i].error_ulp;
    worst = std::max(worst, result.errors[i].error_ulp);
    if (i >= permitted.size() || !permitted[i]) continue;
    bounds[place] = permitted[i];
    bound = std::max(bound, *permitted[i]);
  }
  constexpr double kRounding = 0.5;  // up to it the line is flat
  if (worst <= kRounding || !std::isfinite(worst)) return {};
  const Scale scale = scale_of(worst, bound);
  // No bound stands where it is not: one beyond the axis is described in words.
  for (std::optional<double>& one : bounds) {
    if (one && *one > scale.most()) one.reset();
  }
  const std::string beyond =
      bound > scale.most() ? fmt::format("↑ permitted: up to {} ULP, above this axis", ulp_text(bound)) : "";
  constexpr double kMilli = 1000;
  const std::string of =
      axis.is_operand ? fmt::format("operand {}", info(result.operation).operand_names.front()) : std::string("result");
  const std::string caption =
      fmt::format("Largest error of {} by binade of the {}; {}", called(result.operation, result.format, result.naming),
                  of, bound > 0 ? "dashed: how far results may be" : "no bound in ULP is stated");
  std::string drawing = vertical_axis(scale, "error in ULP") + fmt::format("<use href=\"#{}\"/>", axis_id(axis.axis)) +
                        horizontal_name(of + ", by binade");
  if (!beyond.empty()) drawing += text_at(PlotArea::PlotArea::kRight, PlotArea::kTop + 12, "beyond", beyond);
  drawing += across(places.size(), line(bounds, scale, "bound") + line(errors, scale, "error"));
  const double unit = scale.is_logarithmic() ? 1 : kMilli;
  const std::string data = fmt::format(
      R"({{"floating":{},"signed":{},"half":{},"step":{},"bias":{},"log":{},"most":{:.4g},"unit":{},"of":"{}","errors":{},"permitted":{}}})",
      places.is_floating(), places.is_signed(), places.half(), places.step(), places.bias(), scale.is_logarithmic(),
      scale.most(), 1 / unit, of, repeated(errors, unit), repeated(bounds, unit));
  const std::string note = beyond.empty() ? "" : element("span", " " + escaped(beyond), "beyond");
  return figure("errors", caption, svg(drawing, caption), note, data);
}

std::string shared_axes(const Report& report) {
  std::string symbols;
  std::set<Format> drawn;
  for (const Result& result : report.results) {
    const BinadeAxis axis = ErrorAxis(result.operation, result.format).axis;
    if (!drawn.insert(axis.format()).second) continue;
    symbols += fmt::format("<g id=\"{}\">{}</g>", axis_id(axis), horizontal_axis(axis.size(), Places(axis).marks()));
  }
  return fmt::format("<svg class=\"shared\" width=\"0\" height=\"0\"><defs>{}</defs></svg>\n", symbols);
}

std::string histogram_chart(const Result& result) {
  const std::vector<std::uint64_t>& counts = result.tally.errors.histogram;
  const auto any = [](std::uint64_t count) { return count != 0; };
  const auto first = std::find_if(counts.begin() + (counts.empty() ? 0 : 1), counts.end(), any);
  if (first == counts.end()) return {};
  const auto last = std::find_if(counts.rbegin(), counts.rend(), any).base();
  // The bins shown: that of the nearest value, then from the first one with any.
  std::vector<std::size_t> bins{0};
  for (auto bin = first; bin != last; ++bin) bins.push_back(static_cast<std::size_t>(bin - counts.begin()));
  const std::uint64_t most = *std::ranges::max_element(counts);
  const Scale scale(0.8, std::max(10.0, static_cast<double>(most)), true);
  const double width = (PlotArea::kRight - PlotArea::kLeft) / static_cast<double>(bins.size());
  std::string drawing = vertical_name("results");
  const int decades = static_cast<int>(std::log10(scale.most()));
  for (int decade = 0; decade <= decades; ++decade) {
    const double mark = std::pow(10, decade);
    drawing += grid_line(scale.y(mark), mark_text(mark));
  }
  // The last bin has no end.
  const bool is_open = bins.back() == ErrorProfile::kBins - 1;
  if (is_open) drawing += text_at(PlotArea::kRight, PlotArea::kBottom + 17, "value", "2^24 and more");
  const double room = is_open ? PlotArea::kRight - 110 : PlotArea::kRight;
  double labelled = -PlotArea::kWidth;
  std::string bars;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const std::uint64_t count = counts[bins[i]];
    const double x = PlotArea::kLeft + static_cast<double>(i) * width;
    if (count > 0) {
      const double y = scale.y(static_cast<double>(count));
      bars += fmt::format("M{:.0f} {:.0f}V{:.0f}h{:.1f}V{:.0f}z", x, PlotArea::kBottom, y, std::max(width - 1, 1.0),
                          PlotArea::kBottom);
    }
    const double least = ErrorProfile::least_error(bins[i]);
    const bool octave = bins[i] == 0 || std::exp2(std::round(std::log2(least))) == least;
    constexpr double kBetweenLabels = 48;
    if (octave && x - labelled >= kBetweenLabels && x <= room) {
      labelled = x;
      drawing += horizontal_mark(x, bins[i] == 0 ? "nearest" : fmt::format("2^{:.0f}", std::log2(least)));
    }
  }
  drawing += fmt::format("<path class=\"bar\" d=\"{}\"/>", bars) + horizontal_line() + horizontal_name("error in ULP");
  const std::string caption = fmt::format("Results of {} by their error; both axes are logarithmic",
                                          called(result.operation, result.format, result.naming));
  return figure("histogram", caption, svg(drawing, caption));
}

}  // namespace halfulp::report
