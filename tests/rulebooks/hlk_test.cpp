// SPDX-License-Identifier: Apache-2.0
// The tolerances of the HLK's tests, entered a second time and compared as those tests compare: a difference of bits,
// or an error below a number. References are of the C library in long double.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "halfulp/judge.hpp"
#include "halfulp/rulebook.hpp"
#include "rulebooks/table_rows.hpp"

namespace halfulp {
namespace {

const Rulebook& hlk() {
  static const Rulebook kBook = Rulebook::open("hlsl-hlk");
  return kBook;
}

/// Of a test its tolerance: values from the nearest one, or a number that the error is below.
struct HlkRow {
  Operation operation;
  Format format;
  std::function<test::Real(test::Real)> exact;
  int steps;
  test::Real below;
  std::vector<double> others{};  ///< operands after the first
};

std::vector<HlkRow> hlk_rows() {
  using enum Operation;
  using enum Format;
  const auto sine = [](test::Real x) { return std::sin(x); };
  const auto tangent = [](test::Real x) { return std::tan(x); };
  const auto root = [](test::Real x) { return std::sqrt(x); };
  const auto inverse = [](test::Real x) { return 1 / std::sqrt(x); };
  const auto part = [](test::Real x) { return x - std::floor(x); };
  return {{Operation::sqrt, binary32, root, 1, 0},
          {rsq, binary32, inverse, 1, 0},
          {Operation::sqrt, binary16, root, 1, 0},
          {rsq, binary16, inverse, 1, 0},
          {Operation::exp, binary32, [](test::Real x) { return std::exp(x); }, 2, 0},
          {Operation::log, binary32, [](test::Real x) { return std::log(x); }, 2, 0},
          {Operation::exp, binary16, [](test::Real x) { return std::exp(x); }, 1, 0},
          {Operation::log, binary16, [](test::Real x) { return std::log(x); }, 1, 0},
          {Operation::exp2, binary32, [](test::Real x) { return std::exp2(x); }, 1, 0},
          {Operation::log2, binary32, [](test::Real x) { return std::log2(x); }, 1, 0},
          {Operation::log10, binary16, [](test::Real x) { return std::log10(x); }, 1, 0},
          {Operation::rcp, binary32, [](test::Real x) { return 1 / x; }, 1, 0},
          {Operation::modf_fraction, binary16, [](test::Real x) { return x - std::trunc(x); }, 1, 0},
          {Operation::cosh, binary16, [](test::Real x) { return std::cosh(x); }, 2, 0},
          {Operation::sin, binary32, sine, 0, 0.0008L},
          {Operation::cos, binary32, [](test::Real x) { return std::cos(x); }, 0, 0.0008L},
          {Operation::sin, binary16, sine, 0, 0.003L},
          {Operation::tan, binary32, tangent, 0, 0.0008L},
          {Operation::tan, binary16, tangent, 0, 0.016L},
          {Operation::asin, binary32, [](test::Real x) { return std::asin(x); }, 0, 0.0008L},
          {Operation::asin, binary16, [](test::Real x) { return std::asin(x); }, 0, 0.0008L},
          {Operation::acos, binary32, [](test::Real x) { return std::acos(x); }, 0, 0.0008L},
          {Operation::acos, binary16, [](test::Real x) { return std::acos(x); }, 0, 0.001L},
          {Operation::atan, binary32, [](test::Real x) { return std::atan(x); }, 0, 0.0008L},
          {Operation::sinh, binary32, [](test::Real x) { return std::sinh(x); }, 0, 0.0008L},
          {Operation::cosh, binary32, [](test::Real x) { return std::cosh(x); }, 0, 0.0008L},
          {Operation::tanh, binary32, [](test::Real x) { return std::tanh(x); }, 0, 0.0008L},
          {Operation::tanh, binary16, [](test::Real x) { return std::tanh(x); }, 0, 0.0008L},
          {frc, binary32, part, 0, 0.0008L},
          {frc, binary16, part, 0, 0.0008L},
          {add, binary32, [](test::Real x) { return x + 0.75L; }, 1, 0, {0.75}},
          {sub, binary16, [](test::Real x) { return x - 0.75L; }, 1, 0, {0.75}},
          {mul, binary32, [](test::Real x) { return x * 0.75L; }, 1, 0, {0.75}},
          {Operation::div, binary16, [](test::Real x) { return x / 0.75L; }, 1, 0, {0.75}},
          {mad, binary32, [](test::Real x) { return x * 0.75L + 0.5L; }, 1, 0, {0.75, 0.5}},
          {dp2, binary32, [](test::Real x) { return x * 0.75L + 0.125L; }, 0, 0.008L, {0.5, 0.75, 0.25}},
          {dp2, binary16, [](test::Real x) { return x * 0.75L + 0.125L; }, 0, 0.008L, {0.5, 0.75, 0.25}},
          {Operation::fmod, binary32, [](test::Real x) { return std::fmod(x, 0.75L); }, 1, 0, {0.75}},
          {Operation::max, binary16, [](test::Real x) { return std::fmax(x, 0.75L); }, 1, 0, {0.75}},
          {Operation::min, binary32, [](test::Real x) { return std::fmin(x, 0.75L); }, 0, 0, {0.75}}};
}

/// Whether the test passes the value at that position; `nearest` is that of the exact result. Halfway between two
/// values its table may have either.
bool hlk_passes(const HlkRow& row, std::int64_t position, std::int64_t nearest, test::Real exact) {
  if (position == nearest) return true;
  const auto error = [&](std::int64_t at) { return std::fabs(test::value_at(at, row.format) - exact); };
  for (const std::int64_t expected : {nearest - 1, nearest, nearest + 1}) {
    if (error(expected) == error(nearest) && std::abs(position - expected) <= row.steps) return true;
  }
  if (row.steps > 0) return false;
  return std::fabs(test::value_at(position, row.format) - exact) < row.below;
}

TEST(Hlk, AcceptsWhatItsTestsAccept) {
  std::mt19937_64 random(31);
  std::uniform_real_distribution<double> drawn(0.1, 0.95);
  for (const HlkRow& row : hlk_rows()) {
    for (int i = 0; i < 60; ++i) {
      const std::int64_t operand = test::position_of(drawn(random), row.format);
      const test::Real exact = row.exact(test::value_at(operand, row.format));
      const std::int64_t nearest = test::position_of(exact, row.format);
      std::vector<Bits> operands = {test::bits_at(operand, row.format)};
      for (const double other : row.others) {
        operands.push_back(test::bits_at(test::position_of(other, row.format), row.format));
      }
      const PermittedSet set = test::permitted(hlk(), row.operation, row.format, operands);
      for (const int side : {-1, 1}) {
        const std::int64_t end = row.steps > 0 ? nearest + std::int64_t{side} * row.steps
                                               : test::position_of(exact + side * row.below, row.format);
        for (std::int64_t position = end - 2; position <= end + 2; ++position) {
          const test::Real error = std::fabs(test::value_at(position, row.format) - exact);
          if (row.steps == 0 && std::fabs(error - row.below) < row.below * 1e-12L) continue;
          EXPECT_EQ(set.contains(test::bits_at(position, row.format)), hlk_passes(row, position, nearest, exact))
              << info(row.operation).name << ' ' << info(row.format).name << ' ' << set.text();
        }
      }
    }
  }
}

}  // namespace
}  // namespace halfulp
