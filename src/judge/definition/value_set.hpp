// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "halfulp/format.hpp"
#include "halfulp/permitted.hpp"

namespace halfulp::judge {

/// A permitted set while it is made: values of one format as intervals of ordinals (number/layout.hpp), and NaN.
class ValueSet {
 public:
  struct Interval {
    std::int64_t first;
    std::int64_t last;
    friend bool operator==(const Interval&, const Interval&) = default;
  };

  explicit ValueSet(Format format) : format_(format) {}
  [[nodiscard]] static ValueSet of_anything(Format format);

  [[nodiscard]] Format format() const { return format_; }
  /// Disjoint, ascending, never adjacent.
  [[nodiscard]] std::span<const Interval> intervals() const { return intervals_; }
  [[nodiscard]] bool anything() const { return anything_; }
  [[nodiscard]] bool has_nan() const { return nan_ != NanKind::none; }
  [[nodiscard]] bool empty() const { return intervals_.empty() && nan_ == NanKind::none && !anything_; }
  [[nodiscard]] bool contains_ordinal(std::int64_t position) const;
  [[nodiscard]] bool contains(Bits bits) const;
  /// Whether some value of the interval is in the set.
  [[nodiscard]] bool meets(std::int64_t first, std::int64_t last) const { return hull(first, last).has_value(); }
  /// The least and the greatest value of the set in the interval.
  [[nodiscard]] std::optional<Interval> hull(std::int64_t first, std::int64_t last) const;
  /// The hull around the finite values that are no zeros. Only of floating formats.
  [[nodiscard]] std::optional<Interval> finite_hull() const;
  /// All else: zeros, infinities and NaN; of `anything` that. Only of floating formats.
  [[nodiscard]] ValueSet without_finite() const;
  /// How many values are in the intervals; 2^62 for more.
  [[nodiscard]] std::int64_t count() const;
  /// The negatives of its values, and its NaN.
  [[nodiscard]] ValueSet mirrored() const;

  void add(std::int64_t first, std::int64_t last);
  void add(std::int64_t position) { add(position, position); }
  /// Bits of any class; a NaN becomes a listed pattern.
  void add_bits(Bits bits);
  void add_any_nan() {
    nan_ = NanKind::any;
    nan_patterns_.clear();
  }
  void add_anything() { anything_ = true; }
  void remove(std::int64_t first, std::int64_t last);
  void unite(const ValueSet& other);
  /// Keeps the values inside [first, last]; of `anything` these values, and no NaN.
  void intersect(std::int64_t first, std::int64_t last);
  void intersect(const ValueSet& other);

  [[nodiscard]] PermittedSet permitted() const;

  friend bool operator==(const ValueSet&, const ValueSet&) = default;

 private:
  Format format_;
  std::vector<Interval> intervals_;
  NanKind nan_ = NanKind::none;
  std::vector<Bits> nan_patterns_;  ///< ascending
  bool anything_ = false;
};

}  // namespace halfulp::judge
