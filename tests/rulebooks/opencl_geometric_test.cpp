// SPDX-License-Identifier: Apache-2.0
// The rows of OpenCL C 3.0's ULP tables for functions of vectors, entered a second time from the document and held
// against MPFR: of random vectors the last value inside each bound is permitted and the next one is not, on both sides.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>
#include <random>
#include <span>
#include <vector>

#include "halfulp/judge.hpp"

namespace halfulp {
namespace {

using enum Operation;

constexpr mpfr_prec_t kWidePlaces = 400;

class WideReal {
 public:
  explicit WideReal(double value = 0, mpfr_prec_t places = kWidePlaces) {
    mpfr_init2(value_, places);
    mpfr_set_d(value_, value, MPFR_RNDN);
  }
  ~WideReal() { mpfr_clear(value_); }
  WideReal(const WideReal&) = delete;
  WideReal& operator=(const WideReal&) = delete;
  operator mpfr_ptr() const { return value_; }  // NOLINT(google-explicit-constructor): used as MPFR's own type

 private:
  mutable mpfr_t value_;
};

using Components = std::span<const double>;

void add_product(const WideReal& sum, double x, double y) {
  const WideReal product(x);
  mpfr_mul_d(product, product, y, MPFR_RNDN);
  mpfr_add(sum, sum, product, MPFR_RNDN);
}

void length_of(const WideReal& result, Components x) {
  for (const double one : x) add_product(result, one, one);
  mpfr_sqrt(result, result, MPFR_RNDN);
}

void distance_of(const WideReal& result, Components v) {
  std::vector<double> apart;  // of few bits each, so that doubles hold it
  for (std::size_t i = 0; i < v.size() / 2; ++i) apart.push_back(v[i] - v[i + v.size() / 2]);
  length_of(result, apart);
}

void normalized(const WideReal& result, Components x) {
  length_of(result, x);
  mpfr_d_div(result, x[0], result, MPFR_RNDN);
}

/// A row for vectors of n components: `fixed` + `each` * n ULP.
struct VectorRow {
  std::vector<Operation> operations;  ///< of two, three and four components
  int least;                          ///< components of the first
  void (*compute)(const WideReal&, Components);
  double fixed[3], each[3];  ///< single, double and half
};

const VectorRow kVectorRows[] = {
    {{length2, length3, length4}, 2, length_of, {2.75, 5.5, 0.25}, {0.5, 1, 0.5}},
    {{distance2, distance3, distance4}, 2, distance_of, {2.5, 5.5, 0}, {2, 2, 2}},
    {{normalize3}, 3, normalized, {2, 4.5, 1}, {1, 1, 1}},
};
constexpr Format kVectorFormats[] = {Format::binary32, Format::binary64, Format::binary16};

/// Values of 6 bits at most, of any size below 32.
std::vector<double> draw_vector(std::mt19937_64& random, int count) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) {
    const auto digits = static_cast<double>(std::uniform_int_distribution<int>(-63, 63)(random));
    values.push_back(std::ldexp(digits == 0 ? 1 : digits, std::uniform_int_distribution<int>(-5, -1)(random)));
  }
  return values;
}

/// Expects of the values within `most` of the exact result the outermost to be permitted, and the next ones not.
void expect_outermost(const Rulebook& book, Operation operation, Format format, Components values,
                      const WideReal& exact, const WideReal& most) {
  const auto in_bits = [&](double value) { return parse_value(format, fmt::format("{:a}", value)); };
  std::vector<Bits> operands;
  for (const double value : values) operands.push_back(in_bits(value));
  const PermittedSet set = explain(book, operation, format, operands).permitted;
  SCOPED_TRACE(
      fmt::format("{} {} {}: {}", info(operation).name, info(format).name, fmt::join(values, " "), set.text()));
  const auto contains = [&](const WideReal& value) { return set.contains(in_bits(mpfr_get_d(value, MPFR_RNDN))); };
  const WideReal end;
  const WideReal inside(0, info(format).fraction_bits + 1);
  mpfr_add(end, exact, most, MPFR_RNDN);
  mpfr_set(inside, end, MPFR_RNDD);
  EXPECT_TRUE(contains(inside));
  mpfr_nextabove(inside);
  EXPECT_FALSE(contains(inside));
  mpfr_sub(end, exact, most, MPFR_RNDN);
  mpfr_set(inside, end, MPFR_RNDU);
  EXPECT_TRUE(contains(inside));
  mpfr_nextbelow(inside);
  EXPECT_FALSE(contains(inside));
}

TEST(OpenClFunctionsOfVectors, HaveTheDocumentsUlp) {
  const Rulebook book = Rulebook::open("opencl3");
  std::mt19937_64 random(3);
  for (const VectorRow& row : kVectorRows) {
    for (std::size_t i = 0; i < row.operations.size(); ++i) {
      for (std::size_t f = 0; f < std::size(kVectorFormats); ++f) {
        for (int repeat = 0; repeat < 30; ++repeat) {
          const std::vector<double> values = draw_vector(random, info(row.operations[i]).arity);
          const WideReal exact;
          row.compute(exact, values);
          if (mpfr_zero_p(exact) != 0) continue;
          const double ulps = row.fixed[f] + row.each[f] * (row.least + static_cast<int>(i));
          const WideReal most(ulps);
          mpfr_mul_2si(most, most, mpfr_get_exp(exact) - 1 - info(kVectorFormats[f]).fraction_bits, MPFR_RNDN);
          expect_outermost(book, row.operations[i], kVectorFormats[f], values, exact, most);
        }
      }
    }
  }
}

/// x . y, or the first component of x x y of which the operands are the other two.
void sum_of_products(const WideReal& result, Components v, bool is_cross) {
  const std::size_t n = v.size() / 2;
  for (std::size_t i = 0; i < n; ++i) {
    if (is_cross) {
      add_product(result, i == 0 ? v[0] : -v[1], v[n + 1 - i]);
    } else {
      add_product(result, v[i], v[n + i]);
    }
  }
}

// max * max * (2n - 1) * FLT_EPSILON, and max * max * 3 * FLT_EPSILON of a component of cross; HALF_EPSILON in half.
TEST(OpenClFunctionsOfVectors, HaveTheDocumentsErrorsBySize) {
  const Rulebook book = Rulebook::open("opencl3");
  std::mt19937_64 random(4);
  for (const auto& [operation, factor] : {std::pair{dp2, 3}, {dp3, 5}, {dp4, 7}, {cross, 3}}) {
    for (const Format format : kVectorFormats) {
      for (int repeat = 0; repeat < 30; ++repeat) {
        const std::vector<double> values = draw_vector(random, info(operation).arity);
        double greatest = 0;
        for (const double value : values) greatest = std::max(greatest, std::fabs(value));
        const WideReal exact;
        sum_of_products(exact, values, operation == cross);
        const WideReal most(greatest * greatest * factor * (format == Format::binary16 ? 0x1p-10 : 0x1p-23));
        expect_outermost(book, operation, format, values, exact, most);
      }
    }
  }
}

}  // namespace
}  // namespace halfulp
