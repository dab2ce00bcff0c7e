// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp {

/// Does one operation by the rules: of all results that a rulebook permits, the correctly rounded one (nearest, ties to
/// even; toward zero where nothing else is permitted, as in Direct3D's conversions to narrower formats; ties away from
/// zero where the document's formula has them, as in Direct3D's conversions to unorm and snorm), denormals
/// flushed where the rulebook flushes, zero for what is below zero in a format without a sign, min and max as IEEE
/// 754-2019 minimumNumber and maximumNumber, the canonical NaN (0x7fc00000 in binary32) for every NaN that no rule
/// gives bits. Where a rule is a sequence of steps (hlsl: pow is exp2(y * log2(x))) the result is that of the function,
/// correctly rounded, which the steps need not give. The same bits on every machine, whatever the calling thread's
/// floating-point environment, which is left as it was.
class Evaluator {
 public:
  /// Throws Error(kUsage) when the rulebook has no rules for the operation in that format.
  Evaluator(const Rulebook& rulebook, Operation operation, Format format);

  /// One result. Operands: arity many, any bit patterns of their formats. Exact but for the one rounding. Throws
  /// Error(kUsage) when there are more or fewer, Error(kInput) when one has bits above its format's width.
  [[nodiscard]] Bits evaluate(std::span<const Bits> operands) const;

  /// n results: one lane per operand, each of n values; `results` has room for n values of the result format, and does
  /// not overlap the operands; what it has beyond stays as it is. Throws Error(kUsage) when lanes have other sizes.
  /// Bits above a format's width are not looked for.
  void evaluate(std::span<const ConstLane> operands, Lane results) const;

 private:
  [[nodiscard]] Bits rounded(std::span<const Bits> operands) const;
  [[nodiscard]] bool is_between_floats() const;
  /// Whether functions are rounded as the references whose errors are known allow it.
  [[nodiscard]] bool is_certified() const;

  Operation operation_;
  Format format_;
  bool flush_operands_ = false;
  bool flush_results_ = false;
  bool fraction_keeps_sign_ = false;  ///< frc of a zero or an infinity is a zero of its sign, as OpenCL has it
  bool normalizes_zeros_ = false;     ///< normalize3 of zeros is the first of them, as OpenCL has it
  Bits (*round_)(Operation, Format, std::span<const Bits>) = nullptr;
  void (*convert_)(const std::byte*, std::byte*, std::size_t) = nullptr;  ///< many components; nullptr: one by one
};

}  // namespace halfulp
