// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "report/page/charts.hpp"
#include "report/page/markup.hpp"
#include "report/page/plot.hpp"
#include "report/values.hpp"

namespace halfulp::report {
namespace {

/// "2^-3", "0", "inf"; of codes how many bits the magnitude has.
std::string exponent_text(const FormatInfo& row, std::size_t biased, std::size_t step) {
  if (row.kind != FormatKind::floating) return fmt::format("{} bit", biased);
  if (biased == 0) return "0";
  const auto exponent = static_cast<int>(biased * step) - row.bias();
  return exponent > row.max_exponent() ? "inf" : fmt::format("2^{}", exponent);
}

using Counts = std::vector<std::uint64_t>;

/// The failures of one rule, or of all together.
Counts failures_of(const Result& result, std::string_view of, Counts diagnosis::FailureCounts::OfRule::*counts) {
  Counts sum;
  for (const auto& [rule, failures] : result.failures) {
    if (!of.empty() && rule != of) continue;
    const Counts& some = failures.*counts;
    if (sum.size() < some.size()) sum.resize(some.size());
    for (std::size_t i = 0; i < some.size(); ++i) sum[i] += some[i];
  }
  return sum;
}

/// Of one operand.
std::string failures_by_binade(const Result& result, const Counts& failed) {
  const FormatInfo& row = info(info(result.operation).operand_format(0, result.format));
  const std::size_t half = number::binades_per_sign(row);
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
    bars += fmt::format("M{} {:.0f}V{:.1f}h1V{:.0f}z", place, PlotArea::kBottom,
                        PlotArea::kBottom - part * (PlotArea::kBottom - PlotArea::kTop), PlotArea::kBottom);
  }
  // At zero and at exponents that a power of two divides, the same on both sides.
  const bool floating = row.kind == FormatKind::floating;
  std::size_t spacing = 1;
  while (half / spacing > 4) spacing *= 2;
  std::vector<PlaceMark> marks;
  for (std::size_t place = 0; place < failed.size(); ++place) {
    const bool negative = has_sign && place < half;
    const std::size_t biased = binade(place) % half;
    const auto exponent = static_cast<std::ptrdiff_t>(biased) - (floating ? row.bias() : 0);
    const bool is_marked = biased == 0 ? !negative : exponent % static_cast<std::ptrdiff_t>(spacing) == 0;
    if (is_marked) marks.push_back({place, (negative ? "-" : "") + exponent_text(row, biased, 1)});
  }
  const std::string operand(info(result.operation).operand_names.front());
  std::string drawing = vertical_name("results that fail");
  for (const double part : {0.0, 0.5, 1.0}) {
    drawing +=
        grid_line(PlotArea::kBottom - part * (PlotArea::kBottom - PlotArea::kTop), fmt::format("{:.0f} %", 100 * part));
  }
  drawing += horizontal_axis(failed.size(), marks) + horizontal_name(fmt::format("operand {}, by binade", operand));
  drawing += across(failed.size(), fmt::format("<path class=\"failed\" d=\"{}\"/>", bars));
  const std::string caption = fmt::format("Which part of the results of {} fails, by binade of {}",
                                          called(result.operation, result.format, result.naming), operand);
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
      PlotArea::kLeft, PlotArea::kTop, kCell, squares, kSide);
  const OperationInfo& operation = info(result.operation);
  const auto exponent = [&](int operand, std::size_t cell) {
    const FormatInfo& row = info(operation.operand_format(operand, result.format));
    const std::size_t step = row.exponent_bits > 8 ? std::size_t{1} << static_cast<unsigned>(row.exponent_bits - 8) : 1;
    return exponent_text(row, cell * kTogether, step);
  };
  // Formats of few exponents fill a corner only.
  for (std::size_t cell = 0; cell < kCells; cell += kCells / 8) {
    const double at = (static_cast<double>(cell) + 0.5) * kCell;
    drawing += text_at(PlotArea::kLeft - 5, PlotArea::kTop + kSide - at + 4, "value", exponent(1, cell));
    const bool has_room = cell % (kCells / 4) == 0;
    if (has_room) drawing += text_at(PlotArea::kLeft + at, PlotArea::kTop + kSide + 15, "place", exponent(0, cell));
  }
  drawing += text_at(PlotArea::kLeft + kSide / 2, PlotArea::kTop + kSide + 32, "place",
                     fmt::format("exponent of {}", operation.operand_names[0]));
  drawing += fmt::format("<text class=\"place\" transform=\"translate(11 {:.0f}) rotate(-90)\">exponent of {}</text>",
                         PlotArea::kTop + kSide / 2, escaped(operation.operand_names[1]));
  const std::string caption = fmt::format(
      "Where results of {} fail, by the exponents of {} and {}: from 1 failing result in a square (faint) to {} "
      "(strong)",
      called(result.operation, result.format, result.naming), operation.operand_names[0], operation.operand_names[1],
      grouped(static_cast<std::uint64_t>(most)));
  return figure(
      "failures", caption,
      fmt::format("<svg class=\"plane\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"{}\">{}</svg>",
                  PlotArea::kLeft + kSide + 8, PlotArea::kTop + kSide + 40, escaped(caption), drawing));
}

}  // namespace

std::string failure_chart(const Result& result, std::string_view rule) {
  const auto fails = [](const Counts& counts) {
    return std::ranges::any_of(counts, [](std::uint64_t count) { return count != 0; });
  };
  const Counts binades = failures_of(result, rule, &diagnosis::FailureCounts::OfRule::binades);
  if (fails(binades) && result.tried) return failures_by_binade(result, binades);
  const Counts pairs = failures_of(result, rule, &diagnosis::FailureCounts::OfRule::exponent_pairs);
  return fails(pairs) ? failures_by_exponents(result, pairs) : std::string();
}

}  // namespace halfulp::report
