// SPDX-License-Identifier: Apache-2.0
#include "halfulp/operation.hpp"

#include <algorithm>

namespace halfulp {
namespace {

using enum OperationFamily;

constexpr std::optional<Format> kSame = std::nullopt;
constexpr std::optional<Format> kBool = Format::bool32;
constexpr std::optional<Format> kSint = Format::sint32;
constexpr std::optional<Format> kUint = Format::uint32;

constexpr OperationInfo kOperations[] = {
    {Operation::add, "add", arithmetic, 2, {"x", "y"}, {}, kSame, "x + y"},
    {Operation::sub, "sub", arithmetic, 2, {"x", "y"}, {}, kSame, "x - y"},
    {Operation::mul, "mul", arithmetic, 2, {"x", "y"}, {}, kSame, "x * y"},
    {Operation::div, "div", arithmetic, 2, {"x", "y"}, {}, kSame, "x / y"},
    {Operation::reciprocal, "reciprocal", arithmetic, 1, {"x"}, {}, kSame, "1 / x, as division does it"},
    {Operation::rcp, "rcp", arithmetic, 1, {"x"}, {}, kSame, "1 / x, the shader instruction"},
    {Operation::rsq, "rsq", arithmetic, 1, {"x"}, {}, kSame, "1 / sqrt(x)"},
    {Operation::sqrt, "sqrt", arithmetic, 1, {"x"}, {}, kSame, "sqrt(x)"},
    {Operation::exp2, "exp2", arithmetic, 1, {"x"}, {}, kSame, "2^x"},
    {Operation::log2, "log2", arithmetic, 1, {"x"}, {}, kSame, "log2(x)"},
    {Operation::sin, "sin", arithmetic, 1, {"x"}, {}, kSame, "sin(x), x in radians"},
    {Operation::cos, "cos", arithmetic, 1, {"x"}, {}, kSame, "cos(x), x in radians"},
    {Operation::frc, "frc", rounding, 1, {"x"}, {}, kSame, "x - floor(x)"},
    {Operation::round_ne, "round_ne", rounding, 1, {"x"}, {}, kSame, "the nearest integer, ties to even"},
    {Operation::round_ni, "round_ni", rounding, 1, {"x"}, {}, kSame, "the largest integer not above x"},
    {Operation::round_pi, "round_pi", rounding, 1, {"x"}, {}, kSame, "the smallest integer not below x"},
    {Operation::round_z, "round_z", rounding, 1, {"x"}, {}, kSame, "the integer part of x"},
    {Operation::mad, "mad", fused, 3, {"x", "y", "z"}, {}, kSame, "x * y + z"},
    {Operation::dp2, "dp2", fused, 4, {"x0", "x1", "y0", "y1"}, {}, kSame, "x0*y0 + x1*y1"},
    {Operation::dp3, "dp3", fused, 6, {"x0", "x1", "x2", "y0", "y1", "y2"}, {}, kSame, "x0*y0 + x1*y1 + x2*y2"},
    {Operation::dp4,
     "dp4",
     fused,
     8,
     {"x0", "x1", "x2", "x3", "y0", "y1", "y2", "y3"},
     {},
     kSame,
     "x0*y0 + x1*y1 + x2*y2 + x3*y3"},
    {Operation::min, "min", selection, 2, {"x", "y"}, {}, kSame, "the smaller of x and y"},
    {Operation::max, "max", selection, 2, {"x", "y"}, {}, kSame, "the larger of x and y"},
    {Operation::eq, "eq", comparison, 2, {"x", "y"}, {}, kBool, "x == y"},
    {Operation::ne, "ne", comparison, 2, {"x", "y"}, {}, kBool, "x != y"},
    {Operation::lt, "lt", comparison, 2, {"x", "y"}, {}, kBool, "x < y"},
    {Operation::le, "le", comparison, 2, {"x", "y"}, {}, kBool, "x <= y"},
    {Operation::gt, "gt", comparison, 2, {"x", "y"}, {}, kBool, "x > y"},
    {Operation::ge, "ge", comparison, 2, {"x", "y"}, {}, kBool, "x >= y"},
    {Operation::ftoi, "ftoi", conversion, 1, {"x"}, {}, kSint, "x toward zero, clamped to 32-bit signed"},
    {Operation::ftou, "ftou", conversion, 1, {"x"}, {}, kUint, "x toward zero, clamped to 32-bit unsigned"},
    {Operation::itof, "itof", conversion, 1, {"x"}, {kSint}, kSame, "a signed integer as floating point"},
    {Operation::utof, "utof", conversion, 1, {"x"}, {kUint}, kSame, "an unsigned integer as floating point"},
    {Operation::mov, "mov", movement, 1, {"x"}, {}, kSame, "x"},
    {Operation::movc, "movc", movement, 3, {"c", "x", "y"}, {kUint}, kSame, "x where any bit of c is set, else y"},
    {Operation::load, "load", movement, 1, {"x"}, {}, kSame, "x, read from memory"},
    {Operation::store, "store", movement, 1, {"x"}, {}, kSame, "x, written to memory"},
    {Operation::abs, "abs", modifier, 1, {"x"}, {}, kSame, "|x|"},
    {Operation::neg, "neg", modifier, 1, {"x"}, {}, kSame, "-x"},
    {Operation::sat, "sat", modifier, 1, {"x"}, {}, kSame, "min(1, max(0, x))"},
    {Operation::state_value,
     "state_value",
     movement,
     1,
     {"x"},
     {},
     kSame,
     "x, handed over as pipeline state (viewport depth, border colour)"},
};
static_assert(std::size(kOperations) == kOperationCount);

constexpr bool in_order() {
  for (int i = 0; i < kOperationCount; ++i) {
    if (static_cast<int>(kOperations[i].operation) != i) return false;
  }
  return true;
}
static_assert(in_order());

}  // namespace

const OperationInfo& info(Operation operation) noexcept { return kOperations[static_cast<std::size_t>(operation)]; }

std::span<const OperationInfo> operations() noexcept { return kOperations; }

std::optional<Operation> find_operation(std::string_view name) noexcept {
  const auto* row = std::ranges::find(kOperations, name, &OperationInfo::name);
  if (row == std::end(kOperations)) return std::nullopt;
  return row->operation;
}

}  // namespace halfulp
