// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "halfulp/operation.hpp"
#include "number/layout.hpp"

namespace halfulp::suite {

/// The operands of one case.
using Tuple = std::array<Bits, kMaxArity>;

/// What every generator of one suite knows.
struct Setting {
  Operation operation;
  Format format;
  number::Layout layout;
  int precision;     ///< bits of a normal significand: 24 for binary32
  int min_exponent;  ///< -126
  int max_exponent;  ///< 127
  int arity;
  std::array<Format, kMaxArity> formats;  ///< of the operands
  Format result;
  bool all_floating;  ///< all operands are
  bool narrows;       ///< it is a conversion to a floating format of fewer bits
  std::array<std::vector<Bits>, kMaxArity> specials;

  Setting(Operation operation, Format format);

  [[nodiscard]] bool has_sign() const { return layout.has_sign; }
  /// Whether it is ftoi ... ftou8.
  [[nodiscard]] bool to_integer() const {
    return info(operation).family == OperationFamily::conversion && info(result).kind != FormatKind::floating;
  }
  /// Exponent of the smallest denormal: -149.
  [[nodiscard]] int lowest_exponent() const { return min_exponent - (precision - 1); }
  [[nodiscard]] bool is_floating(int operand) const {
    return info(formats[static_cast<std::size_t>(operand)]).kind == FormatKind::floating;
  }
};

/// Bits of all operands together.
[[nodiscard]] int operand_bits(const Setting& setting);

[[nodiscard]] constexpr bool multiplies_and_adds(Operation operation) {
  return operation == Operation::mad || operation == Operation::fma;
}
/// Whether it is a sum of products of its operands: mad, fma, dp2, dp3, dp4 and blend.
[[nodiscard]] constexpr bool sums_products(Operation operation) {
  return multiplies_and_adds(operation) || operation == Operation::dp2 || operation == Operation::dp3 ||
         operation == Operation::dp4 || operation == Operation::blend;
}
/// x - y, so that its result is positive where x is the larger.
[[nodiscard]] constexpr bool subtracts(Operation operation) {
  return operation == Operation::sub || operation == Operation::fdim;
}

/// Where in its section a case stands, and the numbers that it may draw.
struct Place {
  std::uint64_t index;  ///< in the section
  std::uint64_t key;    ///< for Random
};

/// Makes one case: a pure function of its arguments.
using Generator = void (*)(const Setting& setting, const Place& place, Tuple& tuple);

/// A run of cases of one kind.
struct Section {
  std::string kind;
  std::uint64_t count = 0;
  Generator generator = nullptr;
  bool counts = false;  ///< there is one operand, whose bits are the case's index
};

}  // namespace halfulp::suite
