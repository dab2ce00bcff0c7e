// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "halfulp/format.hpp"

namespace halfulp {

/// An operation: one mathematical function with operand and result formats. src/number/operation.cpp has the table.
enum class Operation : std::uint8_t {
  add,
  sub,
  mul,
  div,
  reciprocal,
  rcp,
  rsq,
  sqrt,
  exp2,
  log2,
  sin,
  cos,
  frc,
  round_ne,
  round_ni,
  round_pi,
  round_z,
  mad,
  dp2,
  dp3,
  dp4,
  min,
  max,
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
  ftoi,
  ftou,
  itof,
  utof,
  mov,
  movc,
  load,
  store,
  abs,
  neg,
  sat,
  state_value,
};

inline constexpr int kOperationCount = static_cast<int>(Operation::state_value) + 1;
inline constexpr int kMaxArity = 8;

/// What an operation does with its operands; suites and reports group by it.
enum class OperationFamily : std::uint8_t {
  arithmetic,  ///< add ... cos
  rounding,    ///< frc, round_*
  fused,       ///< mad, dp2, dp3, dp4
  selection,   ///< min, max
  comparison,  ///< eq ... ge
  conversion,  ///< ftoi ... utof
  movement,    ///< mov, movc, load, store, state_value
  modifier,    ///< abs, neg, sat
};

/// One row of the table of operations.
struct OperationInfo {
  Operation operation;
  std::string_view name;
  OperationFamily family;
  int arity;
  /// Names of the operands, in the order in which they are given; rules and messages use them.
  std::array<std::string_view, kMaxArity> operand_names;
  /// Formats of the operands and of the result; nothing stands for the format that the operation is asked in.
  std::array<std::optional<Format>, kMaxArity> operand_formats;
  std::optional<Format> result_format;
  /// What it computes, in one line: "x + y".
  std::string_view meaning;

  [[nodiscard]] Format operand_format(int index, Format format) const noexcept {
    return operand_formats[static_cast<std::size_t>(index)].value_or(format);
  }
  [[nodiscard]] Format result(Format format) const noexcept { return result_format.value_or(format); }
};

/// The row of an operation.
[[nodiscard]] const OperationInfo& info(Operation operation) noexcept;

/// All operations, in the order of the enumeration.
[[nodiscard]] std::span<const OperationInfo> operations() noexcept;

/// The operation of that name (`rsq`), or nothing.
[[nodiscard]] std::optional<Operation> find_operation(std::string_view name) noexcept;

}  // namespace halfulp
