// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "rulebook/expression.hpp"

namespace halfulp::judge {

/// A condition on one operand, decided in double arithmetic wherever that is safe.
class ApproximateCondition {
 public:
  enum class Answer : std::uint8_t { no, yes, unknown };

  explicit ApproximateCondition(const rulebook::Expression& condition);

  /// Whether the condition holds for x (finite). `unknown` where the sides of a comparison are within 2^-40 of each
  /// other, relative to the larger: x and |x| are exact and constants err by some 2^-52. Conditions made of more than
  /// operand, abs and constants are always unknown.
  [[nodiscard]] Answer holds(double x) const;

  struct Interval {
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
    bool of_magnitude = false;
    friend bool operator==(const Interval&, const Interval&) = default;
  };
  /// Where it holds: x, or |x|, from least to most, but for the ends, which count as unknown; nothing where that is no
  /// interval.
  [[nodiscard]] std::optional<Interval> interval() const;

 private:
  enum class Side : std::uint8_t { constant, operand, magnitude };
  struct Term {
    Side side;
    double constant;
  };
  std::vector<Term> terms_;  ///< empty: not supported
  std::vector<std::string> symbols_;
};

}  // namespace halfulp::judge
