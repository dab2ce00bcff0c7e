// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "halfulp/format.hpp"

namespace halfulp {

/// A range of values of one format, both ends included, in numeric order (-0 before +0); never contains NaN.
struct Range {
  Bits first;
  Bits last;
  friend bool operator==(const Range&, const Range&) = default;
};

/// Which NaN patterns a permitted set holds.
enum class NanKind : std::uint8_t { none, any, listed };

/// A permitted value near a result.
struct NearestPermitted {
  Bits bits = 0;
  std::uint64_t values =
      0;  ///< the difference of their places in the format's numeric order; 0: the result is permitted

  friend bool operator==(const NearestPermitted&, const NearestPermitted&) = default;
};

/// All bit patterns that a rulebook allows for one operation on given operands.
struct PermittedSet {
  Format format = Format::binary32;
  std::vector<Range> ranges;  ///< disjoint, in numeric order, never adjacent
  NanKind nan = NanKind::none;
  std::vector<Bits> nan_patterns;  ///< ascending; only when nan is `listed`
  bool anything = false;           ///< the document allows any bits: unconstrained

  /// Whether bits (of `format`) are in the set. Total.
  [[nodiscard]] bool contains(Bits bits) const noexcept;
  [[nodiscard]] bool empty() const noexcept;
  /// The permitted value nearest to `bits` (of `format`) in numeric order; of two the lower. Nothing where bits are a
  /// NaN's, no range is permitted, or anything is.
  [[nodiscard]] std::optional<NearestPermitted> nearest(Bits bits) const noexcept;
  /// `{-0, [0x1p-126, 0x1.8p-120], +inf, any NaN}`: ranges as values.
  [[nodiscard]] std::string text() const;

  friend bool operator==(const PermittedSet&, const PermittedSet&) = default;
};

}  // namespace halfulp
