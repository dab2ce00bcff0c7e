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

#include "judge/alternatives.hpp"
#include "judge/ruling.hpp"

namespace halfulp::judge {

/// Of operations of one operand in one floating format: which results of zeros, denormals, infinities and NaN fail
/// whatever the readings are, and which rule they break. What one result breaks that is outside of everything permitted
/// under any reading, and under any policy that a broken rule is looked for with, all others of its kind break too, for
/// all operands of the class. What is said of a class is found when it is first asked for. Safe to share between
/// threads.
class SpecialFailures {
 public:
  /// Both are to live as long as this does.
  SpecialFailures(const Ruling& ruling, const Alternatives& alternatives);

  /// The rule that the result breaks, if no reading permits it and the statistics of errors do not count it; nullptr
  /// where that takes the explain path to know.
  [[nodiscard]] const std::string* rule_broken_by(Bits operand, Bits observed) const;

 private:
  enum Class : std::size_t { kZero, kDenormal, kInfinite, kNan, kNormal };
  static constexpr std::size_t kClasses = kNormal;
  /// Kinds of results: single values, and all others, of which permitted sets hold some.
  enum Kind : std::size_t { kNull, kInfinity, kLeastNormal, kLargest, kNoNumber, kSmall, kOther, kKinds };
  struct OfClass {
    std::once_flag once;
    OrdinalSet permitted;                                                 ///< by whatever reading or policy
    std::array<std::array<std::optional<std::string>, 2>, kKinds> rules;  ///< broken by results of a kind and a sign

    OfClass() : permitted(Format::binary32) {}
  };

  [[nodiscard]] Class class_of(Bits bits) const;
  [[nodiscard]] Kind kind_of(Bits bits) const;
  /// The rule that the result of each of the operands breaks, if it is the same.
  [[nodiscard]] std::optional<std::string> rule_of_all(std::span<const Bits> operands, Bits observed) const;
  void find(Class of_operands, bool is_negative, OfClass& found) const;

  const Ruling& ruling_;
  const Alternatives& alternatives_;
  std::unique_ptr<std::array<std::array<OfClass, 2>, kClasses>> classes_;  ///< none of other operations
};

}  // namespace halfulp::judge
