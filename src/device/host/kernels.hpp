// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

// Whether C++ has a type of 16 bits here: on x86-64 GCC has it from version 12 on, Clang from 15 on.
#if defined(__x86_64__) && defined(__FLT16_MANT_DIG__)
#define HALFULP_HAS_FLOAT16 1
#else
#define HALFULP_HAS_FLOAT16 0
#endif

namespace halfulp::device {

/// Computes all values of `results` from the lanes of operands.
using Kernel = void (*)(std::span<const ConstLane> operands, Lane results);

/// One way in which the host computes an operation in a format. A conversion between formats has that of its operand.
struct HostRow {
  Operation operation;
  Format format;
  std::string_view variant;
  std::string_view expression;  ///< the C++ that it is: "x + y"
  Kernel kernel;
  bool counts = true;  ///< see Variant
};

/// All rows that this CPU can compute: per operation and format the principal one first.
[[nodiscard]] std::span<const HostRow> host_rows();

}  // namespace halfulp::device
