// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "halfulp/operation.hpp"

namespace halfulp::rulebook {

/// Operations of Direct3D, and those that stand for them in Metal as well as the operation of the same name.
inline constexpr std::array<std::array<Operation, 2>, 2> kStandIns = {
    {{Operation::rcp, Operation::reciprocal}, {Operation::mad, Operation::fma}}};

/// The operation of the other language that computes the same; nothing for most.
[[nodiscard]] constexpr std::optional<Operation> stand_in(Operation operation) noexcept {
  for (const auto& [one, other] : kStandIns) {
    if (operation == one) return other;
    if (operation == other) return one;
  }
  return std::nullopt;
}

/// The operation itself if has(operation), else its stand-in if has() that.
template <class Has>
[[nodiscard]] std::optional<Operation> standing_for(Operation operation, const Has& has) {
  if (has(operation)) return operation;
  const std::optional<Operation> other = stand_in(operation);
  return other && has(*other) ? other : std::nullopt;
}

}  // namespace halfulp::rulebook
