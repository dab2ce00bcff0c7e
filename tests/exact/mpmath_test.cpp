// SPDX-License-Identifier: Apache-2.0

// An implementation that shares nothing with MPFR: 40 digits of every function, from mpmath.

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string_view>

#include "exact/enclosure.hpp"
#include "exact/mpmath_values.hpp"
#include "exact/rational.hpp"
#include "exact/real.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::exact {
namespace {

Rational signed_decimal(std::string_view text) {
  const bool negative = text.starts_with('-');
  const Rational value = Rational::from_decimal(negative ? text.substr(1) : text);
  return negative ? -value : value;
}

Real value_of(const MpmathValue& row) {
  const Rational x = Rational::from_double(row.x);
  const Rational second = Rational::from_double(row.second);
  if (row.function == Real::Function::pow) return Real::pow(x, second);
  if (row.function == Real::Function::atan2) return Real::atan2(x, second);
  return Real::of(row.function, x);
}

TEST(Mpmath, EnclosuresContainItsValues) {
  const Rational tolerance = Rational::from_decimal("1e-38");
  for (const MpmathValue& row : kMpmathValues) {
    const Rational decimal = signed_decimal(row.decimal);
    const Rational distance = decimal.abs() * tolerance;
    const Real real = value_of(row);
    const Real negative = -real;
    SCOPED_TRACE(real.text() + ", " + row.decimal);
    EXPECT_GT(real.compare(decimal - distance), 0);
    EXPECT_LT(real.compare(decimal + distance), 0);
    EXPECT_LT(negative.compare(distance - decimal), 0);
    EXPECT_GT(negative.compare(-distance - decimal), 0);
    // Of values next to 1 the digits do not tell the side; those are left out.
    if (!decimal.is_power_of_two()) {
      EXPECT_EQ(real.floor_log2(), decimal.floor_log2());
    }
    // Nearer than 2^-90, and as a double nearer than 2^-50.
    EXPECT_LT((real.nearby() - decimal).abs(), decimal.abs() * Rational::power_of_two(-90));
    if (decimal.floor_log2() > -1000 && decimal.floor_log2() < 1000) {
      EXPECT_LT((real.nearby() - decimal).abs(), decimal.abs() * Rational::power_of_two(-90));
    }
  }
}

TEST(Mpmath, NearestDoublesAreNearItsValues) {
  for (const MpmathValue& row : kMpmathValues) {
    if (row.function == Real::Function::sqrt) continue;
    const Operation operation = row.function;
    const double nearest =
        row.second != 0 ? nearest_double(operation, row.x, row.second) : nearest_double(operation, row.x);
    const Rational decimal = signed_decimal(row.decimal);
    const int exponent = decimal.floor_log2();
    if (exponent < -1022 || exponent > 1022) continue;
    EXPECT_LE((Rational::from_double(nearest) - decimal).abs(), decimal.abs() * Rational::power_of_two(-52))
        << info(operation).name << ' ' << row.decimal;
  }
}

}  // namespace
}  // namespace halfulp::exact
