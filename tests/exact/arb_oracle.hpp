// SPDX-License-Identifier: Apache-2.0
#pragma once

// The functions by Arb, whose algorithms are not MPFR's and whose results are proven enclosures; and the special cases
// of C23 annex F.10, applied to any format.

#include <gmpxx.h>

#include <span>

#include "exact/second_oracle.hpp"

namespace halfulp::exact::second {

/// An enclosure and what follows from it.
struct Enclosure {
  Position position;
  bool bounded = false;  ///< whether lower and upper are set: not for sizes that no format comes near
  mpq_class lower;
  mpq_class upper;
};

/// Of acos ... tanpi, rsq and sqrt; finite operands in the domain, a result other than zero. pow: a negative first
/// operand only with an integer as the second. The enclosure narrows until it excludes every step of `format`, or until
/// it can only be exact.
[[nodiscard]] Enclosure enclosed(Operation operation, const FloatFormat& format, const Value& x, const Value& y);

/// What is expected: annex F's special cases, and else what the enclosure says.
[[nodiscard]] Value expected_function(Operation operation, const FloatFormat& format, std::span<const Bits> operands);

/// Nothing if src/exact agrees; else what is wrong.
[[nodiscard]] std::string function_disagreement(Operation operation, const FloatFormat& format,
                                                std::span<const Bits> operands);

/// The result's distance to the nearest step, in units in the last place, is between 2^-(bits + 1) and 2^-bits, by an
/// enclosure of 2000 bits: `bits`. The result is a normal number.
[[nodiscard]] int hardness(Operation operation, const FloatFormat& format, Bits operand);

inline constexpr std::array kFunctionsOfOneOperand = {
    Operation::rsq,   Operation::sqrt,       Operation::exp,        Operation::exp2,  Operation::exp10,
    Operation::log,   Operation::log2,       Operation::log10,      Operation::sin,   Operation::cos,
    Operation::tan,   Operation::sincos_sin, Operation::sincos_cos, Operation::asin,  Operation::acos,
    Operation::atan,  Operation::sinh,       Operation::cosh,       Operation::tanh,  Operation::asinh,
    Operation::acosh, Operation::atanh,      Operation::sinpi,      Operation::cospi, Operation::tanpi};

inline constexpr std::array kFunctionsOfTwoOperands = {Operation::atan2, Operation::pow, Operation::powr};

}  // namespace halfulp::exact::second
