// SPDX-License-Identifier: Apache-2.0
#include "report/page/plot.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/page/markup.hpp"

namespace halfulp::report {
namespace {

using Area = PlotArea;

}  // namespace

std::size_t Places::of(Bits first) const {
  const std::size_t binade = axis_.of(first);
  if (!is_signed()) return binade;
  if (binade < half()) return half() + binade;
  // Signs and magnitudes run the other way below zero, two's complements do not.
  return is_floating() ? size() - 1 - binade : binade - half();
}

Bits Places::first(std::size_t place) const {
  if (!is_signed()) return axis_.first(place);
  if (place >= half()) return axis_.first(place - half());
  return axis_.first(is_floating() ? size() - 1 - place : place + half());
}

std::string Places::label(std::size_t place) const {
  if (!is_floating()) return value_text(axis_.format(), first(place));
  const bool negative = is_signed() && place < half();
  const std::size_t magnitude = !is_signed() ? place : negative ? half() - 1 - place : place - half();
  if (magnitude == 0) return negative ? "-0" : "0";
  return fmt::format("{}2^{}", negative ? "-" : "", static_cast<int>(magnitude) * step() - bias());
}

std::vector<PlaceMark> Places::marks() const {
  constexpr std::size_t kMarks = 8;
  std::vector<PlaceMark> marks;
  if (!is_floating()) {
    const std::size_t every = std::max<std::size_t>(1, size() / kMarks);
    for (std::size_t place = every / 2; place < size(); place += every) marks.push_back({place, label(place)});
    return marks;
  }
  const std::size_t positive = size() - half();
  int spacing = step();
  while (static_cast<int>(positive) * step() / spacing > static_cast<int>(kMarks) / 2) spacing *= 2;
  for (std::size_t place = 0; place < size(); ++place) {
    const bool negative = place < half();
    const std::size_t magnitude = negative ? half() - 1 - place : place - half();
    const int exponent = static_cast<int>(magnitude) * step() - bias();
    // The multiple of the spacing among the place's exponents, or the one below them.
    const int last = exponent + step() - 1;
    const int multiple = last - (last % spacing + spacing) % spacing;
    const bool is_zero = magnitude == 0 && !negative;
    // The infinities' own place is no power of two.
    const bool is_power = magnitude != 0 && magnitude + 1 < positive && multiple >= exponent;
    if (is_zero) marks.push_back({place, "0"});
    if (is_power) marks.push_back({place, fmt::format("{}2^{}", negative ? "-" : "", multiple)});
  }
  return marks;
}

double Scale::y(double value) const {
  const double clipped = std::clamp(value, least_, most_);
  const double part =
      logarithmic_ ? std::log(clipped / least_) / std::log(most_ / least_) : (clipped - least_) / (most_ - least_);
  return Area::kBottom - part * (Area::kBottom - Area::kTop);
}

std::vector<double> Scale::marks() const {
  std::vector<double> marks;
  if (logarithmic_) {
    const double decades = std::log10(most_ / least_);
    const double factor = std::pow(10, std::ceil(decades / 6));
    marks.push_back(least_);
    while (marks.back() * factor <= most_ * 1.01) marks.push_back(marks.back() * factor);
  } else {
    constexpr int kMarks = 4;
    for (int i = 0; i <= kMarks; ++i) marks.push_back(least_ + (most_ - least_) * i / kMarks);
  }
  return marks;
}

double rounded_up(double x) {
  const double power = std::pow(10, std::floor(std::log10(x)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (x <= factor * power * (1 + 1e-12)) return factor * power;
  }
  return 10 * power;
}

std::string svg(std::string_view drawing, std::string_view described) {
  return fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">{}</svg>", Area::kWidth, Area::kHeight,
                     escaped(described), drawing);
}

std::string figure(std::string_view style, std::string_view caption, std::string_view drawing, std::string_view note,
                   std::string_view data) {
  const std::string chart = data.empty() ? std::string() : fmt::format(" data-chart=\"{}\"", escaped(data));
  return fmt::format("<figure class=\"{}\"{}><figcaption>{}{}</figcaption>{}</figure>\n", style, chart,
                     escaped(caption), note, drawing);
}

std::string text_at(double x, double y, std::string_view style, std::string_view text) {
  return fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" class=\"{}\">{}</text>", x, y, style, escaped(text));
}

std::string mark_text(double value) {
  return value < 1e4 ? fmt::format("{:.4g}", value) : fmt::format("1e{:.0f}", std::log10(value));
}

std::string grid_line(double y, std::string_view value) {
  return fmt::format("<path class=\"grid\" d=\"M{0:.0f} {2:.1f}H{1:.0f}\"/>", Area::kLeft, Area::kRight, y) +
         text_at(Area::kLeft - 5, y + 4, "value", value);
}

std::string vertical_name(std::string_view what) {
  const double middle = (Area::kTop + Area::kBottom) / 2;
  return fmt::format("<text class=\"place\" transform=\"translate(11 {:.0f}) rotate(-90)\">{}</text>", middle,
                     escaped(what));
}

std::string vertical_axis(const Scale& scale, std::string_view what) {
  std::string drawing = vertical_name(what);
  for (const double mark : scale.marks()) drawing += grid_line(scale.y(mark), mark_text(mark));
  return drawing;
}

std::string horizontal_line() {
  return fmt::format("<path class=\"axis\" d=\"M{:.0f} {:.0f}H{:.0f}\"/>", Area::kLeft, Area::kBottom, Area::kRight);
}

std::string horizontal_mark(double x, std::string_view place) {
  return fmt::format("<path class=\"axis\" d=\"M{:.0f} {:.0f}v4\"/>", x, Area::kBottom) +
         text_at(x, Area::kBottom + 17, "place", place);
}

std::string horizontal_name(std::string_view what) {
  return text_at((Area::kLeft + Area::kRight) / 2, Area::kBottom + 38, "place", what);
}

std::string horizontal_axis(std::size_t places, const std::vector<PlaceMark>& marks) {
  const double width = (Area::kRight - Area::kLeft) / static_cast<double>(places);
  std::string drawing = horizontal_line();
  for (const PlaceMark& mark : marks) {
    drawing += horizontal_mark(Area::kLeft + (static_cast<double>(mark.place) + 0.5) * width, mark.label);
  }
  return drawing;
}

std::string line(const std::vector<std::optional<double>>& values, const Scale& scale, std::string_view style) {
  // Steps are whole numbers: a page may have hundreds of such lines.
  std::string path;
  long height = 0;
  long level = 0;  // steps to the right that are still to be written
  const auto flush = [&] {
    if (level > 0) path += fmt::format("h{}", level);
    level = 0;
  };
  bool open = false;
  for (std::size_t place = 0; place < values.size(); ++place) {
    if (!values[place]) {
      flush();
      open = false;
      continue;
    }
    const long y = std::lround(scale.y(*values[place]));
    if (!open) {
      path += fmt::format("M{} {}h0", place, y);  // a point alone is a dot
    } else if (y == height) {
      ++level;
    } else {
      flush();
      path += fmt::format("l1{}{}", y > height ? " " : "", y - height);
    }
    height = y;
    open = true;
  }
  flush();
  return fmt::format("<path class=\"{}\" d=\"{}\"/>", style, path);
}

std::string across(std::size_t places, std::string_view lines) {
  return fmt::format("<g transform=\"translate({:.0f} 0) scale({:.4f} 1)\">{}</g>", Area::kLeft,
                     (Area::kRight - Area::kLeft) / static_cast<double>(places), lines);
}

}  // namespace halfulp::report
