// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "exact/result.hpp"
#include "judge/definition/condition.hpp"

namespace halfulp::judge {

/// One choice of a case's operands: each as it is given, or a denormal as a zero.
class ChosenOperands {
 public:
  ChosenOperands(Operation operation, Format format, std::span<const Bits> bits, bool as_given);
  /// Of operands that are no values of the format, so that only the exact result is known.
  explicit ChosenOperands(exact::Result exact);

  [[nodiscard]] std::span<const Bits> bits() const { return {bits_.data(), size_}; }
  /// Whether no denormal became a zero.
  [[nodiscard]] bool as_given() const { return as_given_; }
  /// Computed when it is first asked for.
  [[nodiscard]] const exact::Result& exact() const;
  [[nodiscard]] const OperandValues& values() const;

 private:
  std::array<Bits, kMaxArity> bits_{};
  std::size_t size_ = 0;
  Operation operation_{};
  Format format_{};
  bool as_given_ = true;
  mutable std::optional<exact::Result> exact_;
  mutable std::optional<OperandValues> values_;
};

/// One case, and what does not depend on any rule of it: rulings and policies are evaluated on the same exact results.
/// For one thread at a time.
class ExactCase {
 public:
  ExactCase(Operation operation, Format format, std::span<const Bits> operands);

  [[nodiscard]] const ChosenOperands& given() const { return given_; }
  /// The same with zeros for some denormals: one bit each in `zeros`; those also in `others` have the other sign.
  [[nodiscard]] const ChosenOperands& flushed(unsigned zeros, unsigned others);

 private:
  Operation operation_;
  Format format_;
  ChosenOperands given_;
  std::map<std::pair<unsigned, unsigned>, ChosenOperands> flushed_;
};

/// The format of an operand.
[[nodiscard]] const FormatInfo& operand_row(Operation operation, Format format, std::size_t operand);

}  // namespace halfulp::judge
