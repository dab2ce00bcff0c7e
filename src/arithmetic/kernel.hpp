// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "arithmetic/binary32.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::arithmetic {

/// One row of the table of kernels: an operation on binary32 (and the 32-bit integers and truth values it takes or
/// gives). Every bit pattern is an operand. The thread must be in the default floating-point environment.
struct Kernel {
  Operation operation;
  /// One result; as many operands as the operation has.
  Word (*one)(Flush flush, const Word* operands);
  /// Results for every value of the lanes, each result as `one` gives it.
  void (*many)(Flush flush, std::span<const ConstLane> operands, Lane results);
};

/// The row of an operation, or nullptr: those without one are evaluated exactly and rounded (evaluator.cpp).
[[nodiscard]] const Kernel* find_kernel(Operation operation) noexcept;

}  // namespace halfulp::arithmetic
