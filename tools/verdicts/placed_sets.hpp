// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "judge/permit/ruling.hpp"
#include "verdicts/near_result.hpp"
#include "verdicts/placed_end.hpp"

namespace halfulp::verdicts {

/// All binary32 values from one ordinal to another, and nothing else.
struct Interval {
  std::int64_t first;
  std::int64_t last;
};

/// The permitted sets of one ruling on a function of one binary32 operand, where they are plain intervals: what the
/// explain path gave for some operands, known for those whose exact results lie in the same places.
class PlacedSets {
 public:
  explicit PlacedSets(const judge::Ruling& ruling) : ruling_(ruling) {}

  /// Goes on to operands between two (both included) of one sign and exponent.
  void enter(Bits first, Bits last);

  /// Whether one piece of the accuracy holds at both; whether its bound is the same number.
  [[nodiscard]] bool is_in_one_piece() const { return bound_ != nullptr; }
  [[nodiscard]] bool is_under_one_amount() const { return is_one_amount_; }
  /// Whether it asks nothing.
  [[nodiscard]] bool is_unconstrained() const {
    return bound_ != nullptr && bound_->kind == judge::Bound::Kind::unconstrained;
  }

  /// The set, or nothing where the explain path has to tell.
  [[nodiscard]] std::optional<Interval> known(const Near& exact);
  /// Takes in what it told. Throws as PlacedEnd::learn().
  void learn(const Near& exact, const judge::OrdinalSet& set);

 private:
  struct Key {
    std::ptrdiff_t piece;  ///< of the accuracy
    double amount;         ///< that its formula has
    int exponent;          ///< of the exact results
    bool negative;
    bool on_grid;  ///< the exact results are values of binary32
    auto operator<=>(const Key&) const = default;
  };
  struct Ends {
    PlacedEnd low;
    PlacedEnd high;
  };
  [[nodiscard]] Ends* ends_of(const Near& exact);
  [[nodiscard]] static Near scaled(const Near& exact, double factor);
  [[nodiscard]] Near low(const Near& exact) const;
  [[nodiscard]] Near high(const Near& exact) const;

  const judge::Ruling& ruling_;
  std::map<Key, Ends> ends_;
  const judge::Bound* bound_ = nullptr;  ///< for the operands entered; nullptr where they have two
  bool is_one_amount_ = false;
  std::optional<Key> at_;  ///< piece and amount; nothing where places tell nothing
  double relative_ = 0;    ///< a relative bound, whose ends move with what they are relative to
  Key last_{};
  Ends* last_ends_ = nullptr;
};

}  // namespace halfulp::verdicts
