// SPDX-License-Identifier: Apache-2.0
#include "report/page/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "report/page/markup.hpp"
#include "report/values.hpp"

namespace halfulp::report {
namespace {

// In units of a drawing.
constexpr double kWidth = 640;
constexpr double kHeight = 190;
constexpr double kLeft = 52;
constexpr double kRight = 632;
constexpr double kTop = 8;
constexpr double kBottom = 160;

/// Places of binades on an axis from the least value to the largest.
class Places {
 public:
  explicit Places(const BinadeAxis& axis) : axis_(axis), row_(info(axis.format())) {}

  [[nodiscard]] std::size_t size() const { return axis_.size(); }
  [[nodiscard]] bool is_signed() const { return row_.has_sign || row_.kind == FormatKind::signed_integer; }
  [[nodiscard]] bool is_floating() const { return row_.kind == FormatKind::floating; }
  [[nodiscard]] std::size_t half() const { return is_signed() ? size() / 2 : 0; }
  /// How many exponents a binade has.
  [[nodiscard]] int step() const { return is_floating() ? 1 << (axis_.shift() - row_.fraction_bits) : 1; }
  [[nodiscard]] int bias() const { return row_.bias(); }

  [[nodiscard]] std::size_t of(Bits first) const {
    const std::size_t binade = axis_.of(first);
    if (!is_signed()) return binade;
    if (binade < half()) return half() + binade;
    // Signs and magnitudes run the other way below zero, two's complements do not.
    return is_floating() ? size() - 1 - binade : binade - half();
  }

  [[nodiscard]] Bits first(std::size_t place) const {
    if (!is_signed()) return axis_.first(place);
    if (place >= half()) return axis_.first(place - half());
    return axis_.first(is_floating() ? size() - 1 - place : place + half());
  }

  /// "-2^-3", "0", "127/255".
  [[nodiscard]] std::string label(std::size_t place) const {
    if (!is_floating()) return value_text(axis_.format(), first(place));
    const bool negative = is_signed() && place < half();
    const std::size_t magnitude = !is_signed() ? place : negative ? half() - 1 - place : place - half();
    if (magnitude == 0) return negative ? "-0" : "0";
    return fmt::format("{}2^{}", negative ? "-" : "", static_cast<int>(magnitude) * step() - bias());
  }

 private:
  BinadeAxis axis_;
  const FormatInfo& row_;
};

/// How errors stand on the vertical axis.
class Scale {
 public:
  Scale(double least, double most, bool logarithmic) : least_(least), most_(most), logarithmic_(logarithmic) {}

  [[nodiscard]] bool is_logarithmic() const { return logarithmic_; }
  [[nodiscard]] double most() const { return most_; }
  [[nodiscard]] double y(double value) const {
    const double clipped = std::clamp(value, least_, most_);
    const double part =
        logarithmic_ ? std::log(clipped / least_) / std::log(most_ / least_) : (clipped - least_) / (most_ - least_);
    return kBottom - part * (kBottom - kTop);
  }
  /// Values for marks on the axis.
  [[nodiscard]] std::vector<double> marks() const {
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

 private:
  double least_;
  double most_;
  bool logarithmic_;
};

/// A number that is a round one: 1, 2 or 5 times a power of ten, no less than x.
double rounded_up(double x) {
  const double power = std::pow(10, std::floor(std::log10(x)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (x <= factor * power * (1 + 1e-12)) return factor * power;
  }
  return 10 * power;
}

/// Bounds far above all errors are cut off.
Scale scale_of(double worst, double bound) {
  constexpr double kMostLinear = 16;
  constexpr double kFar = 100;
  const double shown = std::max(worst, bound <= kFar * worst ? bound : 0);
  if (shown <= kMostLinear) return {0, rounded_up(shown), false};
  return {0.1, std::pow(10, std::ceil(std::log10(std::min(shown, 1e300)))), true};
}

std::string svg(std::string_view drawing, std::string_view described) {
  return fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">{}</svg>", kWidth, kHeight,
                     escaped(described), drawing);
}

/// `data`: for the page's program.
std::string figure(std::string_view style, std::string_view caption, std::string_view drawing,
                   std::string_view data = {}) {
  const std::string chart = data.empty() ? std::string() : fmt::format(" data-chart=\"{}\"", escaped(data));
  return fmt::format("<figure class=\"{}\"{}><figcaption>{}</figcaption>{}</figure>", style, chart, escaped(caption),
                     drawing);
}

std::string text_at(double x, double y, std::string_view style, std::string_view text) {
  return fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" class=\"{}\">{}</text>", x, y, style, escaped(text));
}

/// A line across at some height, and what it stands for.
std::string grid_line(double y, std::string_view value) {
  return fmt::format("<path class=\"grid\" d=\"M{0:.0f} {2:.1f}H{1:.0f}\"/>", kLeft, kRight, y) +
         text_at(kLeft - 5, y + 4, "value", value);
}

std::string vertical_axis(const Scale& scale) {
  std::string drawing;
  for (const double mark : scale.marks()) drawing += grid_line(scale.y(mark), fmt::format("{:.4g}", mark));
  return drawing;
}

std::string horizontal_line() {
  return fmt::format("<path class=\"axis\" d=\"M{:.0f} {:.0f}H{:.0f}\"/>", kLeft, kBottom, kRight);
}

/// A mark on the horizontal axis.
std::string horizontal_mark(double x, std::string_view place) {
  return fmt::format("<path class=\"axis\" d=\"M{:.0f} {:.0f}v4\"/>", x, kBottom) +
         text_at(x, kBottom + 17, "place", place);
}

/// Points joined by lines where their places follow each other. Steps are whole numbers: a page may have hundreds of
/// such lines.
std::string line(const std::vector<std::optional<double>>& values, const Scale& scale, std::string_view style) {
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

/// Lines over so many places, across the drawing.
std::string across(std::size_t places, std::string_view lines) {
  return fmt::format("<g transform=\"translate({:.0f} 0) scale({:.4f} 1)\">{}</g>", kLeft,
                     (kRight - kLeft) / static_cast<double>(places), lines);
}

/// `label`: of a place.
template <typename Label>
std::string horizontal_axis(std::size_t places, const Label& label) {
  constexpr std::size_t kMarks = 8;
  const std::size_t every = std::max<std::size_t>(1, places / kMarks);
  const double width = (kRight - kLeft) / static_cast<double>(places);
  std::string drawing = horizontal_line();
  for (std::size_t place = every / 2; place < places; place += every) {
    drawing += horizontal_mark(kLeft + (static_cast<double>(place) + 0.5) * width, label(place));
  }
  return drawing;
}

std::string axis_id(const BinadeAxis& axis) { return fmt::format("axis-{}", info(axis.format()).name); }

/// For the page's program, in units of 1 / scale.
std::string number(const std::optional<double>& value, double scale) {
  if (!value || !std::isfinite(*value)) return "null";
  return scale == 1 ? fmt::format("{:.4g}", *value) : fmt::format("{}", std::lround(*value * scale));
}

std::string numbers(const std::vector<std::optional<double>>& values, double scale) {
  std::string list;
  for (const std::optional<double>& value : values) list += (list.empty() ? "" : ",") + number(value, scale);
  return "[" + list + "]";
}

/// The same, as pairs of a number and how often it follows.
std::string repeated(const std::vector<std::optional<double>>& values, double scale) {
  std::string list;
  for (std::size_t i = 0; i < values.size();) {
    std::size_t end = i;
    while (end < values.size() && values[end] == values[i]) ++end;
    list += fmt::format("{}{},{}", list.empty() ? "" : ",", number(values[i], scale), end - i);
    i = end;
  }
  return "[" + list + "]";
}

/// "2^-3", "0", "inf"; of codes how many bits the magnitude has.
std::string exponent_text(const FormatInfo& row, std::size_t biased, std::size_t step) {
  if (row.kind != FormatKind::floating) return fmt::format("{} bit", biased);
  if (biased == 0) return "0";
  const auto exponent = static_cast<int>(biased * step) - row.bias();
  return exponent > row.max_exponent() ? "inf" : fmt::format("2^{}", exponent);
}

using Counts = std::vector<std::uint64_t>;

/// The failures of all rules together.
Counts failures_of(const Result& result, Counts diagnosis::FailureCounts::OfRule::*counts) {
  Counts sum;
  for (const auto& [rule, failures] : result.failures) {
    const Counts& some = failures.*counts;
    if (sum.size() < some.size()) sum.resize(some.size());
    for (std::size_t i = 0; i < some.size(); ++i) sum[i] += some[i];
  }
  return sum;
}

/// Of one operand.
std::string failures_by_binade(const Result& result, const Counts& failed) {
  const FormatInfo& row = info(info(result.operation).operand_format(0, result.format));
  const std::size_t half = diagnosis::binades_per_sign(row);
  const bool has_sign = failed.size() > half;
  // From the least value to the largest.
  const auto binade = [&](std::size_t place) {
    if (!has_sign) return place;
    return place < half ? 2 * half - 1 - place : place - half;
  };
  std::string bars;
  for (std::size_t place = 0; place < failed.size(); ++place) {
    const std::uint64_t tried = result.tried->binades[binade(place)];
    if (failed[binade(place)] == 0 || tried == 0) continue;
    const double part = static_cast<double>(failed[binade(place)]) / static_cast<double>(tried);
    bars += fmt::format("M{} {:.0f}V{:.1f}h1V{:.0f}z", place, kBottom, kBottom - part * (kBottom - kTop), kBottom);
  }
  const auto label = [&](std::size_t place) {
    return (has_sign && place < half ? "-" : "") + exponent_text(row, binade(place) % half, 1);
  };
  std::string drawing;
  for (const double part : {0.0, 0.5, 1.0}) {
    drawing += grid_line(kBottom - part * (kBottom - kTop), fmt::format("{:.0f} %", 100 * part));
  }
  drawing += horizontal_axis(failed.size(), label);
  drawing += across(failed.size(), fmt::format("<path class=\"failed\" d=\"{}\"/>", bars));
  const std::string caption =
      fmt::format("Which part of the results fails, by binade of {}", info(result.operation).operand_names.front());
  return figure("failures", caption, svg(drawing, caption));
}

/// Of two operands.
std::string failures_by_exponents(const Result& result, const Counts& failed) {
  constexpr std::size_t kCells = 64;  // along each side, each of some exponents
  constexpr std::size_t kTogether = diagnosis::FailureCounts::kExponents / kCells;
  constexpr double kCell = 4;
  constexpr double kSide = kCells * kCell;
  std::vector<std::uint64_t> cells(kCells * kCells);
  for (std::size_t i = 0; i < failed.size(); ++i) {
    const std::size_t x = i / diagnosis::FailureCounts::kExponents / kTogether;
    const std::size_t y = i % diagnosis::FailureCounts::kExponents / kTogether;
    cells[y * kCells + x] += failed[i];
  }
  const double most = static_cast<double>(*std::ranges::max_element(cells));
  // Three shades: each for counts that are some times those of the one before.
  std::array<std::string, 3> shades;
  for (std::size_t y = 0; y < kCells; ++y) {
    for (std::size_t x = 0; x < kCells; ++x) {
      const std::uint64_t count = cells[y * kCells + x];
      if (count == 0) continue;
      const double part = most > 1 ? std::log(static_cast<double>(count)) / std::log(most) : 1;
      const auto shade = std::min<std::size_t>(2, static_cast<std::size_t>(part * 3));
      shades[shade] += fmt::format("M{} {}h1v1h-1z", x, kCells - 1 - y);
    }
  }
  std::string squares;
  for (std::size_t shade = 0; shade < shades.size(); ++shade) {
    if (!shades[shade].empty())
      squares += fmt::format("<path class=\"failed shade{}\" d=\"{}\"/>", shade, shades[shade]);
  }
  std::string drawing = fmt::format(
      "<g transform=\"translate({0:.0f} {1:.0f}) scale({2:.0f})\">{3}</g>"
      "<path class=\"axis\" d=\"M{0:.0f} {1:.0f}v{4:.0f}h{4:.0f}\"/>",
      kLeft, kTop, kCell, squares, kSide);
  const OperationInfo& operation = info(result.operation);
  const auto exponent = [&](int operand, std::size_t cell) {
    const FormatInfo& row = info(operation.operand_format(operand, result.format));
    const std::size_t step = row.exponent_bits > 8 ? std::size_t{1} << static_cast<unsigned>(row.exponent_bits - 8) : 1;
    return exponent_text(row, cell * kTogether, step);
  };
  // Formats of few exponents fill a corner only.
  for (std::size_t cell = 0; cell < kCells; cell += kCells / 8) {
    const double at = (static_cast<double>(cell) + 0.5) * kCell;
    drawing += text_at(kLeft - 5, kTop + kSide - at + 4, "value", exponent(1, cell));
    const bool has_room = cell % (kCells / 4) == 0;
    if (has_room) drawing += text_at(kLeft + at, kTop + kSide + 15, "place", exponent(0, cell));
  }
  const std::string caption =
      fmt::format("Where results fail: exponents of {} to the right, of {} upwards; darker is more",
                  operation.operand_names[0], operation.operand_names[1]);
  return figure(
      "failures", caption,
      fmt::format("<svg class=\"plane\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"{}\">{}</svg>",
                  kLeft + kSide + 8, kTop + kSide + 22, escaped(caption), drawing));
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
  if (worst == 0 || !std::isfinite(worst)) return {};
  const Scale scale = scale_of(worst, bound);
  constexpr double kMilli = 1000;
  const std::string of = axis.is_operand ? fmt::format("the operand {}", info(result.operation).operand_names.front())
                                         : std::string("the result");
  const std::string caption =
      fmt::format("Largest error in ULP by binade of {}, {}", of,
                  bound > 0 ? "and how far results may be from the exact one" : "no bound in ULP is stated");
  const std::string drawing = vertical_axis(scale) + fmt::format("<use href=\"#{}\"/>", axis_id(axis.axis)) +
                              across(places.size(), line(bounds, scale, "bound") + line(errors, scale, "error"));
  const double unit = scale.is_logarithmic() ? 1 : kMilli;
  const std::string data = fmt::format(
      R"({{"floating":{},"signed":{},"half":{},"step":{},"bias":{},"log":{},"most":{:.4g},"unit":{},"errors":{},"permitted":{}}})",
      places.is_floating(), places.is_signed(), places.half(), places.step(), places.bias(), scale.is_logarithmic(),
      scale.most(), 1 / unit, numbers(errors, unit), repeated(bounds, unit));
  return figure("errors", caption, svg(drawing, caption), data);
}

std::string shared_axes(const Report& report) {
  std::string symbols;
  std::set<Format> drawn;
  for (const Result& result : report.results) {
    const BinadeAxis axis = ErrorAxis(result.operation, result.format).axis;
    if (!drawn.insert(axis.format()).second) continue;
    symbols += fmt::format("<g id=\"{}\">{}</g>", axis_id(axis),
                           horizontal_axis(axis.size(), [&](std::size_t place) { return Places(axis).label(place); }));
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
  const double width = (kRight - kLeft) / static_cast<double>(bins.size());
  std::string drawing;
  const int decades = static_cast<int>(std::log10(scale.most()));
  for (int decade = 0; decade <= decades; ++decade) {
    const double mark = std::pow(10, decade);
    drawing += grid_line(scale.y(mark), mark < 1e4 ? fmt::format("{:.0f}", mark) : fmt::format("1e{}", decade));
  }
  double labelled = -kWidth;
  std::string bars;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const std::uint64_t count = counts[bins[i]];
    const double x = kLeft + static_cast<double>(i) * width;
    if (count > 0) {
      const double y = scale.y(static_cast<double>(count));
      bars += fmt::format("M{:.0f} {:.0f}V{:.0f}h{:.1f}V{:.0f}z", x, kBottom, y, std::max(width - 1, 1.0), kBottom);
    }
    const double least = ErrorProfile::least_error(bins[i]);
    const bool octave = bins[i] == 0 || std::exp2(std::round(std::log2(least))) == least;
    constexpr double kBetweenLabels = 48;
    if (octave && x - labelled >= kBetweenLabels) {
      labelled = x;
      drawing += horizontal_mark(x, bins[i] == 0 ? "nearest" : fmt::format("{:.3g}", least));
    }
  }
  drawing += fmt::format("<path class=\"bar\" d=\"{}\"/>", bars) + horizontal_line();
  const std::string caption = "Results by their error in ULP; both axes are logarithmic";
  return figure("histogram", caption, svg(drawing, caption));
}

std::string failure_chart(const Result& result) {
  const auto fails = [](const Counts& counts) {
    return std::ranges::any_of(counts, [](std::uint64_t count) { return count != 0; });
  };
  const Counts binades = failures_of(result, &diagnosis::FailureCounts::OfRule::binades);
  if (fails(binades) && result.tried) return failures_by_binade(result, binades);
  const Counts pairs = failures_of(result, &diagnosis::FailureCounts::OfRule::exponent_pairs);
  return fails(pairs) ? failures_by_exponents(result, pairs) : std::string();
}

}  // namespace halfulp::report
