// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "judge/alternatives.hpp"
#include "judge/ruling.hpp"

namespace halfulp::judge {

/// Of operations in one floating format: which results fail whatever the readings are, and which rule they break: of
/// zeros, denormals, infinities and NaN as the only operand, of NaN and finite operands of sums, products and
/// quotients; zeros of the wrong sign where a product, quotient or reciprocal of normal operands is too small to be
/// normal, or frc is asked of an integer. Results of which each permitted set, under any reading and under any policy
/// that a broken rule is looked for with, has all or none, for all operands of a class, break one rule. What is said of
/// them is found when it is first asked for. Safe to share between threads.
class SpecialFailures {
 public:
  /// Both are to live as long as this does.
  SpecialFailures(const Ruling& ruling, const Alternatives& alternatives);

  struct Broken {
    std::string rule;
    bool has_no_error = false;  ///< counted by the statistics of errors as one of 0; others are not counted
  };
  /// What the result breaks, if no reading permits it; nullptr where that takes the explain path to know.
  [[nodiscard]] const Broken* broken_by(std::span<const Bits> operands, Bits observed) const;

 private:
  using Operands = std::vector<Bits>;  ///< the operands of one operation

  enum Class : std::size_t { kZero, kDenormal, kInfinite, kNan, kOfTinyResult, kInteger, kOther };
  static constexpr std::size_t kClasses = kOther;

  /// Operands of one kind, and of one sign or, where the result is tiny, with results of one sign.
  struct Place {
    Class of_operands;
    bool is_negative;
  };

  /// Results that are neighbours, and alike.
  struct Stretch {
    bool is_alike = false;
    bool is_known = false;         ///< what they break is
    std::optional<Broken> broken;  ///< by all of them
  };
  struct OfClass {
    std::mutex mutex;
    bool is_found = false;
    std::vector<Operands> members;     ///< that stand for all; none: nothing is told of the class
    std::vector<std::int64_t> starts;  ///< ordinals, ascending, where the stretches begin
    std::vector<Stretch> stretches;
    Stretch nan;
  };

  [[nodiscard]] Class class_of(Bits bits) const;
  [[nodiscard]] Place place_of(std::span<const Bits> operands) const;
  [[nodiscard]] std::vector<Operands> members(const Place& place) const;
  void find(const Place& place, OfClass& found) const;
  /// What the result of each of the members breaks, if it is the same.
  [[nodiscard]] std::optional<Broken> broken_by_all(std::span<const Operands> members, Bits observed) const;

  const Ruling& ruling_;
  const Alternatives& alternatives_;
  std::unique_ptr<std::array<std::array<OfClass, 2>, kClasses>> classes_;  ///< none of other operations
};

}  // namespace halfulp::judge
