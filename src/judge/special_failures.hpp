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
#include "judge/permit/ruling.hpp"

namespace halfulp::judge {

/// Of operations in one floating format and of conversions from binary32: which results fail whatever the readings are,
/// and which rule they break: of zeros, denormals, infinities and NaN as the only operand, or in a product or quotient;
/// of NaN and finite operands of any sum; zeros of the wrong sign where a product, quotient or reciprocal of normal
/// operands is too small to be normal, or frc is asked of an integer. Results of which each permitted set, under any
/// reading and under any policy that a broken rule is looked for with, has all or none, for all operands of a class,
/// break one rule. What is said of them is found when it is first asked for. Safe to share between threads.
class SpecialFailures {
 public:
  /// Both are to live as long as this does.
  SpecialFailures(const Ruling& ruling, const Alternatives& alternatives);

  struct Broken {
    const std::string& rule;
    double error_ulp;  ///< as it counts for the statistics of errors; negative: it does not
  };
  /// What the result breaks, if no reading permits it; nothing where that takes the explain path to know.
  [[nodiscard]] std::optional<Broken> broken_by(std::span<const Bits> operands, Bits observed) const;

 private:
  using Operands = std::vector<Bits>;  ///< the operands of one operation

  enum Class : std::size_t { kZero, kDenormal, kInfinite, kNan, kOfTinyResult, kInteger, kPair, kOther };

  /// Operands of one kind, and of one sign. Of a pair each has a kind and a sign, by which `of_pair` tells them apart.
  struct Place {
    Class of_operands;
    bool is_negative;  ///< the only operand, the tiny result or that of a pair
    std::size_t of_pair = 0;
    [[nodiscard]] std::size_t index() const {
      return 2 * of_operands + (of_operands == kPair ? of_pair : is_negative ? 1 : 0);
    }
  };
  static constexpr std::size_t kKinds = 4;  ///< of each of a pair
  static constexpr std::size_t kPairs = 4 * kKinds * kKinds;
  static constexpr std::size_t kPlaces = 2 * kPair + kPairs;

  struct Rule {
    std::string id;
    bool is_counted;  ///< by the statistics of errors
    friend bool operator==(const Rule&, const Rule&) = default;
  };

  /// Results that are neighbours, and alike.
  struct Stretch {
    bool is_alike = false;
    bool is_known = false;       ///< what they break is
    std::optional<Rule> broken;  ///< by all of them
  };
  struct OfClass {
    std::mutex mutex;
    bool is_found = false;
    std::vector<Operands> members;     ///< that stand for all; none: nothing is told of the class
    std::vector<std::int64_t> starts;  ///< ordinals, ascending, where the stretches begin
    std::vector<Stretch> stretches;
    Stretch nan;
    Stretch other_zero;  ///< of a tiny result or a pair's: the zero of the other sign
    /// That of all members: of conversions to codes as near as counts, of floats only 0.
    std::optional<double> exact_value;
  };

  [[nodiscard]] Class class_of(Bits bits) const;
  [[nodiscard]] Place place_of(std::span<const Bits> operands) const;
  [[nodiscard]] std::optional<Place> pair_of(std::span<const Bits> operands) const;
  [[nodiscard]] std::vector<Operands> members_of_pair(std::size_t of_pair) const;
  [[nodiscard]] std::vector<Operands> members(const Place& place) const;
  void find(const Place& place, OfClass& found) const;
  /// What the result of each of the members breaks, if it is the same.
  [[nodiscard]] std::optional<Rule> broken_by_all(const OfClass& found, Bits observed) const;
  /// How far a code is from the exact one, and a float from 0; of other floats only exact ones are told to have an
  /// error, 0.
  [[nodiscard]] double error_of(const OfClass& found, Bits observed) const;

  const Ruling& ruling_;
  const Alternatives& alternatives_;
  std::unique_ptr<std::array<OfClass, kPlaces>> classes_;  ///< none of other operations
};

}  // namespace halfulp::judge
