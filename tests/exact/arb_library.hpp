// SPDX-License-Identifier: Apache-2.0
#pragma once

// The functions of C's, OpenCL's and CUDA's libraries beyond those of C99's annex F that shaders have: by Arb, and
// their special cases.

#include <arb.h>

#include <array>
#include <optional>
#include <span>

#include "exact/second_oracle.hpp"

namespace halfulp::exact::second {

inline constexpr std::array kLibraryFunctionsOfOneOperand = {
    Operation::expm1,  Operation::log1p,  Operation::erf,    Operation::erfc,   Operation::normcdf,
    Operation::tgamma, Operation::lgamma, Operation::asinpi, Operation::acospi, Operation::atanpi};

/// Functions of a float and an integer of 32 bits.
inline constexpr std::array kFunctionsOfIntegers = {Operation::pown, Operation::rootn};

/// Whether this file has it: those above, and atan2pi.
[[nodiscard]] bool is_library_function(Operation operation);

/// The function at x, and y where it has two operands.
void evaluate_library(Operation operation, arb_ptr result, arb_srcptr x, arb_srcptr y, slong precision);

/// What C23's annex F.10 and OpenCL C's additional requirements say of operands that are zeros, infinities, NaN, poles
/// or outside the domain, and results that are rational numbers of no format; nothing for all others.
[[nodiscard]] std::optional<Value> special_library(Operation operation, const Value& x, const Value& y);

/// The limit (0, 1, -1, 2) with no step of any format between it and the result, where x is that far out; nothing
/// elsewhere.
[[nodiscard]] std::optional<int> limit_of(Operation operation, const mpq_class& x);

}  // namespace halfulp::exact::second
