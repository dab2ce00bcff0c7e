// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "suite/random.hpp"
#include "suite/setting.hpp"
#include "suite/value.hpp"

namespace halfulp::suite {

/// One exact term of a sum: n * factor * 2^exponent. n and factor each fit in a significand; a term whose factor is 1
/// is a value of the format.
struct Term {
  Wide n;
  std::uint64_t factor;
  int exponent;

  [[nodiscard]] Wide size() const { return n * static_cast<Wide>(factor); }
};

/// Whether an operation adds values only (add, sub, fdim) or products too.
[[nodiscard]] constexpr bool adds_products(Operation operation) {
  return operation != Operation::add && !subtracts(operation);
}

/// Writes the operands of an operation (add, sub, fdim, mad, fma, dp2, dp3, dp4, blend) whose exact result is `first +
/// second`, both of one exponent, with random order, overall sign and division into factors; every operand that is not
/// zero is normal where the terms are. fdim: the sign is the one in which x > y. mad and fma need a `second` that is
/// no product, the dot products too; add, sub and fdim need two terms that are none. dp3 divides `second` in two; dp4
/// adds two products that cancel, no larger than `first`. A format without a sign has the terms' signs as they are:
/// both positive, for sub and fdim opposite with a sum that is not negative; dp4's further products are zeros.
void write_sum(const Setting& setting, const Term& first, const Term& second, Random& random, Tuple& tuple);

/// The same for add, sub and fdim without a random choice: x + y, or x - (-y).
void write_pair(const Setting& setting, const Term& first, const Term& second, bool negative, bool swapped,
                Tuple& tuple);

}  // namespace halfulp::suite
