// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

#include "halfulp/operation.hpp"

namespace halfulp::judge {

/// The result of IEEE 754's comparisons, minNum and maxNum, as bits: of a comparison all ones or 0, of two NaN the
/// second; nothing for other operations. Of min and max of two zeros any.
inline std::optional<std::uint32_t> ieee_selection(Operation operation, float x, float y) {
  const auto truth = [](bool holds) { return holds ? ~std::uint32_t{0} : 0; };
  switch (operation) {
    case Operation::eq:
      return truth(x == y);
    case Operation::ne:
      return truth(x != y);
    case Operation::lt:
      return truth(x < y);
    case Operation::le:
      return truth(x <= y);
    case Operation::gt:
      return truth(x > y);
    case Operation::ge:
      return truth(x >= y);
    case Operation::min:
      return std::bit_cast<std::uint32_t>(std::isnan(y) || x < y ? x : y);
    case Operation::max:
      return std::bit_cast<std::uint32_t>(std::isnan(y) || x > y ? x : y);
    default:
      return std::nullopt;
  }
}

}  // namespace halfulp::judge
