// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "halfulp/judge.hpp"

namespace halfulp::report {

// What drawings are made of.

/// The rectangle of a drawing within which data stands, in units of the drawing.
struct PlotArea {
  static constexpr double kWidth = 640;
  static constexpr double kHeight = 210;
  static constexpr double kLeft = 64;
  static constexpr double kRight = 632;
  static constexpr double kTop = 8;
  static constexpr double kBottom = 162;
};

/// A mark on the horizontal axis.
struct PlaceMark {
  std::size_t place = 0;
  std::string label;
};

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
  [[nodiscard]] std::size_t of(Bits first) const;
  [[nodiscard]] Bits first(std::size_t place) const;
  /// "-2^-3", "0", "127/255".
  [[nodiscard]] std::string label(std::size_t place) const;
  /// Marks at zero and at exponents that a power of two divides, the same below zero as above; of codes evenly.
  [[nodiscard]] std::vector<PlaceMark> marks() const;

 private:
  BinadeAxis axis_;
  const FormatInfo& row_;
};

/// How values stand on the vertical axis.
class Scale {
 public:
  Scale(double least, double most, bool logarithmic) : least_(least), most_(most), logarithmic_(logarithmic) {}

  [[nodiscard]] bool is_logarithmic() const { return logarithmic_; }
  [[nodiscard]] double most() const { return most_; }
  [[nodiscard]] double y(double value) const;
  /// Values for marks on the axis.
  [[nodiscard]] std::vector<double> marks() const;

 private:
  double least_;
  double most_;
  bool logarithmic_;
};

/// 1, 2 or 5 times a power of ten, no less than x.
[[nodiscard]] double rounded_up(double x);

[[nodiscard]] std::string svg(std::string_view drawing, std::string_view described);
/// `note` is HTML behind the caption; `data` is for the page's program.
[[nodiscard]] std::string figure(std::string_view style, std::string_view caption, std::string_view drawing,
                                 std::string_view note = {}, std::string_view data = {});
[[nodiscard]] std::string text_at(double x, double y, std::string_view style, std::string_view text);

/// "0.25", "1000"; powers of ten from 10^4 on in short: "1e4".
[[nodiscard]] std::string mark_text(double value);
/// A line across at some height, and what it stands for.
[[nodiscard]] std::string grid_line(double y, std::string_view value);
/// The grid of a scale and what it measures: "error in ULP".
[[nodiscard]] std::string vertical_axis(const Scale& scale, std::string_view what);
/// The name of the vertical axis.
[[nodiscard]] std::string vertical_name(std::string_view what);
[[nodiscard]] std::string horizontal_line();
/// A mark on the horizontal axis.
[[nodiscard]] std::string horizontal_mark(double x, std::string_view place);
/// The name of the horizontal axis.
[[nodiscard]] std::string horizontal_name(std::string_view what);
/// The axis of `places` places with its marks.
[[nodiscard]] std::string horizontal_axis(std::size_t places, const std::vector<PlaceMark>& marks);

/// Points joined by lines where their places follow each other.
[[nodiscard]] std::string line(const std::vector<std::optional<double>>& values, const Scale& scale,
                               std::string_view style);
/// Lines over `places` places, across the drawing.
[[nodiscard]] std::string across(std::size_t places, std::string_view lines);

}  // namespace halfulp::report
