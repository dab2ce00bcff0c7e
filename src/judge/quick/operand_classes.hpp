// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "judge/permit/ruling.hpp"
#include "judge/quick/quick.hpp"

namespace halfulp::judge {

/// The cases of floating operands that the classes of these decide: what permit() says of one operand of a class holds
/// for all. An infinity or a zero is a class of one; every NaN is treated alike but where a result may be the operand's
/// own bits; every denormal of a sign, where denormals must be flushed, or where a conversion from binary32 is to
/// values that are far wider apart; all normal operands of a sign below 1, or above, beside an infinity, a zero or a
/// NaN in
/// + - * /, powers, fmod and fma, and where a function has no value.
class OperandClasses {
 public:
  explicit OperandClasses(const Ruling& ruling);

  /// pass, unconstrained or undecided for the classes alone; operands and result as bits of their formats, in
  /// std::uint32_t or Bits. `distance` as Quick's functions give it.
  template <class Word>
  [[nodiscard]] Quick::Answer answer(const Word* operands, Word observed, Distance& distance) const;

  struct Passes {
    Bits observed;
    Distance distance;
  };
  struct Permitted {
    std::vector<Passes> results;  ///< all that are no NaN; few
    bool any_nan = false;
    bool anything = false;
  };
  /// What answer() tells to pass, or to be unconstrained, for every operand of the class that x is in, of operations of
  /// one operand; nullptr for others and where nothing is told.
  [[nodiscard]] const Permitted* of_one(std::uint32_t x) const;

  /// Whether a NaN passes, or everything, for every first operand of the class that x is in, whatever the others are.
  [[nodiscard]] bool permits_nan(std::uint32_t x) const;
  [[nodiscard]] bool permits_anything(std::uint32_t x) const;
  /// Whether a NaN passes, and not everything, where any operand is a NaN.
  [[nodiscard]] bool permits_nan_of_nan() const;

 private:
  static constexpr std::size_t kClasses = 14;

  [[nodiscard]] std::size_t class_of(Bits bits) const;
  template <class Word>
  [[nodiscard]] const Permitted& of(const Word* operands) const;
  [[nodiscard]] bool all_with(std::uint32_t x, bool (*holds)(const Permitted&)) const;

  std::size_t arity_;
  Bits sign_ = 0;
  Bits infinity_ = 0;
  Bits least_normal_ = 0;
  Bits one_ = 0;
  Bits result_sign_ = 0;
  Bits result_infinity_ = 0;
  /// By the classes of the operands, the first's counting fastest; none where they do not decide.
  std::vector<Permitted> permitted_;
};

}  // namespace halfulp::judge
