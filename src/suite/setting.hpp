// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
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
  std::array<std::vector<Bits>, kMaxArity> specials;

  Setting(Operation operation, Format format);
};

/// Where in its section a case stands, and the numbers that it may draw.
struct Place {
  std::uint64_t index;  ///< in the section
  std::uint64_t key;    ///< for Random
};

/// Makes one case: a pure function of its arguments.
using Generator = void (*)(const Setting& setting, const Place& place, Tuple& tuple);

/// A run of cases of one kind.
struct Section {
  std::string_view kind;
  std::uint64_t count = 0;
  Generator generator = nullptr;
};

}  // namespace halfulp::suite
