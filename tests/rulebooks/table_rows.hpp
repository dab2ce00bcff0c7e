// SPDX-License-Identifier: Apache-2.0
// Tables of a document, entered a second time: for each row and many operands the farthest values inside the bound are
// permitted and the next ones are not. References are of the C library in long double; a value whose distance is within
// 2^-20 of the bound is not asked about.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <string>

#include "halfulp/judge.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp::test {

using Real = long double;

/// "The smallest distance between two unequal finite values a <= x <= b": 24 bits from 2^-126 to 2^128, 11 bits of
/// binary16 from 2^-14.
inline Real ulp(Real x, Format format) {
  const bool is_half = format == Format::binary16;
  int exponent = 0;
  const Real fraction = std::frexp(std::fabs(x), &exponent);
  if (fraction == 0.5L) --exponent;
  return std::ldexp(1.0L, std::max(exponent, is_half ? -13 : -125) - (is_half ? 11 : 24));
}

/// A row: the exact result, how far a result may be from it, and the operands between which it holds.
struct Row {
  std::string operation;
  Format format;
  std::function<Real(Real, Real)> exact;
  std::function<Real(Real, Real)> distance;  ///< of an operand and the exact result
  Real from;
  Real to;
  bool is_below = false;
};

inline Real in_ulp(Real n, Real exact, Format format) { return n * ulp(exact, format); }

inline PermittedSet permitted(const Rulebook& book, Operation operation, Format format,
                              std::span<const Bits> operands) {
  return explain(book, operation, format, operands).permitted;
}

/// The position of the value of a format that is nearest to a finite number, and back. Position 0 is zero, and a number
/// of binary16 with exponent e is a count of 2^(e - 10).
inline std::int64_t position_of(Real value, Format format) {
  std::int64_t position = 0;
  if (format == Format::binary32) {
    position = std::bit_cast<std::uint32_t>(static_cast<float>(std::fabs(value)));
  } else {
    int exponent = 0;
    std::frexp(value, &exponent);
    exponent = std::max(exponent - 1, -14);
    position = std::int64_t{1024} * (exponent + 14) + std::llrint(std::ldexp(std::fabs(value), 10 - exponent));
  }
  return std::signbit(value) ? -position : position;
}

inline Real value_at(std::int64_t position, Format format) {
  const auto size = static_cast<std::uint32_t>(std::abs(position));
  Real value = 0;
  if (format == Format::binary32) {
    value = static_cast<Real>(std::bit_cast<float>(size));
  } else {
    const int exponent = std::max(static_cast<int>(size / 1024), 1);
    value = std::ldexp(static_cast<Real>(size) - 1024.0L * static_cast<Real>(exponent - 1), exponent - 25);
  }
  return position < 0 ? -value : value;
}

inline Bits bits_at(std::int64_t position, Format format) {
  const Bits sign = format == Format::binary32 ? 0x80000000 : 0x8000;
  return position < 0 ? static_cast<Bits>(-position) | sign : static_cast<Bits>(position);
}

inline void expect_row(const Rulebook& book, const Row& row) {
  const auto operation = find_operation(row.operation);
  ASSERT_TRUE(operation);
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> drawn(0, 1);
  int inside = 0;
  int outside = 0;
  for (int i = 0; i < 100; ++i) {
    const Real part = drawn(random);
    const bool is_log = row.from > 0;
    const Real at = is_log ? row.from * std::pow(row.to / row.from, part) : row.from + part * (row.to - row.from);
    const std::int64_t operand = position_of(at, row.format);
    const Real x = value_at(operand, row.format);
    if (x < row.from || x > row.to) continue;
    const Real exact = row.exact(x, 0);
    const Real distance = row.distance(x, exact);
    const Bits operands[] = {bits_at(operand, row.format)};
    const PermittedSet set = permitted(book, *operation, row.format, operands);
    for (const int side : {-1, 1}) {
      std::int64_t last = position_of(exact + side * distance, row.format);
      for (const std::int64_t position : {last - 1, last, last + 1}) {
        const Real error = std::fabs(value_at(position, row.format) - exact);
        const Real margin = std::ldexp(distance, -20);
        const bool is_denormal = std::abs(position) < (row.format == Format::binary32 ? 0x00800000 : 0x0400);
        if (std::fabs(error - distance) < margin || is_denormal) continue;
        EXPECT_EQ(set.contains(bits_at(position, row.format)), error < distance)
            << row.operation << " of " << static_cast<double>(x) << " in " << info(row.format).name << ": "
            << static_cast<double>(value_at(position, row.format)) << "; " << set.text();
        ++(error < distance ? inside : outside);
      }
    }
  }
  EXPECT_GT(inside, 50) << row.operation;
  EXPECT_GT(outside, 50) << row.operation;
}

}  // namespace halfulp::test
