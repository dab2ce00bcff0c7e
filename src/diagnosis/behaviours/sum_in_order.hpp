// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "halfulp/format.hpp"

namespace halfulp::diagnosis {

/// The products added in order, each step rounded to nearest.
template <typename Multiply, typename Add>
Bits sum_in_order(std::span<const Bits> taken, Multiply multiply, Add add) {
  const std::size_t terms = taken.size() / 2;
  Bits sum = multiply(taken[0], taken[terms]);
  for (std::size_t i = 1; i < terms; ++i) sum = add(sum, multiply(taken[i], taken[terms + i]));
  return sum;
}

}  // namespace halfulp::diagnosis
