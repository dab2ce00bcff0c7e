// SPDX-License-Identifier: Apache-2.0
// The ULP tables of OpenCL C 3.0, entered a second time from the document and held against MPFR: of random operands the
// last value inside each bound is permitted and the next one is not, on both sides.
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

using Compute = void (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr);

struct Row {
  Operation operation;
  Compute compute;
  double least, most;              ///< of each operand
  double single, embedded_single;  ///< bounds in ULP; 0: correctly rounded
  double of_double;
  double half, embedded_half;
};

template <int (*kFunction)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t)>
void one(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr) {
  kFunction(result, x, MPFR_RNDN);
}
template <int (*kFunction)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t)>
void two(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y) {
  kFunction(result, x, y, MPFR_RNDN);
}
/// x^n and x^(1/n), n the integer that the second operand is.
void integer_power(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr n) { mpfr_pow(result, x, n, MPFR_RNDN); }
void integer_root(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr n) {
  mpfr_ui_div(result, 1, n, MPFR_RNDN);
  mpfr_pow(result, x, result, MPFR_RNDN);
}
/// f(x) / pi
template <Compute kArc>
void over_pi(mpfr_ptr result, mpfr_srcptr y, mpfr_srcptr x) {
  mpfr_t pi;
  mpfr_init2(pi, mpfr_get_prec(result));
  mpfr_const_pi(pi, MPFR_RNDN);
  kArc(result, y, x);
  mpfr_div(result, result, pi, MPFR_RNDN);
  mpfr_clear(pi);
}
void inverse(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr) { mpfr_ui_div(result, 1, x, MPFR_RNDN); }

using enum Operation;
const Row kRows[] = {
    {reciprocal, inverse, 0.1, 9, 2.5, 3, 0, 1, 1},
    {div, two<mpfr_div>, 0.1, 9, 2.5, 3, 0, 1, 1},
    {sqrt, one<mpfr_sqrt>, 0.1, 9, 3, 4, 0, 1.5, 1.5},
    {rsq, one<mpfr_rec_sqrt>, 0.1, 9, 2, 4, 2, 1, 1},
    {acos, one<mpfr_acos>, -1, 1, 4, 4, 4, 2, 3},
    {asin, one<mpfr_asin>, -1, 1, 4, 4, 4, 2, 3},
    {acosh, one<mpfr_acosh>, 1.1, 9, 4, 4, 4, 2, 3},
    {asinh, one<mpfr_asinh>, -9, 9, 4, 4, 4, 2, 3},
    {cosh, one<mpfr_cosh>, -5, 5, 4, 4, 4, 2, 3},
    {sinh, one<mpfr_sinh>, -5, 5, 4, 4, 4, 2, 3},
    {atan, one<mpfr_atan>, -9, 9, 5, 5, 5, 2, 3},
    {atanh, one<mpfr_atanh>, -0.9, 0.9, 5, 5, 5, 2, 3},
    {tanh, one<mpfr_tanh>, -2, 2, 5, 5, 5, 2, 3},
    {atan2, two<mpfr_atan2>, -9, 9, 6, 6, 6, 2, 3},
    {tanpi, one<mpfr_tanpi>, -0.4, 0.4, 6, 6, 6, 2, 3},
    {tan, one<mpfr_tan>, -9, 9, 5, 5, 5, 2.5, 3},
    {cos, one<mpfr_cos>, -9, 9, 4, 4, 4, 2, 2},
    {sin, one<mpfr_sin>, -9, 9, 4, 4, 4, 2, 2},
    {sincos_cos, one<mpfr_cos>, -9, 9, 4, 4, 4, 2, 2},
    {sincos_sin, one<mpfr_sin>, -9, 9, 4, 4, 4, 2, 2},
    {cospi, one<mpfr_cospi>, -3, 3, 4, 4, 4, 2, 2},
    {sinpi, one<mpfr_sinpi>, -3, 3, 4, 4, 4, 2, 2},
    {exp, one<mpfr_exp>, -5, 5, 3, 4, 3, 2, 3},
    {exp2, one<mpfr_exp2>, -5, 5, 3, 4, 3, 2, 3},
    {exp10, one<mpfr_exp10>, -3, 3, 3, 4, 3, 2, 3},
    {log, one<mpfr_log>, 1.1, 99, 3, 4, 3, 2, 3},
    {log2, one<mpfr_log2>, 1.1, 99, 3, 4, 3, 2, 3},
    {log10, one<mpfr_log10>, 1.1, 99, 3, 4, 3, 2, 3},
    {cbrt, one<mpfr_cbrt>, 0.1, 9, 2, 4, 2, 2, 2},
    {log1p, one<mpfr_log1p>, 0.1, 9, 2, 4, 2, 2, 3},
    {expm1, one<mpfr_expm1>, -5, 5, 3, 4, 3, 2, 3},
    {hypot, two<mpfr_hypot>, -9, 9, 4, 4, 4, 2, 3},
    {asinpi, over_pi<one<mpfr_asin>>, -1, 1, 5, 5, 5, 2, 3},
    {acospi, over_pi<one<mpfr_acos>>, -1, 1, 5, 5, 5, 2, 3},
    {atanpi, over_pi<one<mpfr_atan>>, -9, 9, 5, 5, 5, 2, 3},
    {atan2pi, over_pi<two<mpfr_atan2>>, -9, 9, 6, 6, 6, 2, 3},
    {erf, one<mpfr_erf>, -2, 2, 16, 16, 16, 4, 4},
    {erfc, one<mpfr_erfc>, -2, 2, 16, 16, 16, 4, 4},
    {tgamma, one<mpfr_gamma>, 0.1, 6, 16, 16, 16, 4, 4},
    {pown, integer_power, 0.6, 6, 16, 16, 16, 4, 5},
    {rootn, integer_root, 0.6, 6, 16, 16, 16, 4, 5},
    {pow, two<mpfr_pow>, 0.1, 4, 16, 16, 16, 4, 5},
    {powr, two<mpfr_pow>, 0.1, 4, 16, 16, 16, 4, 5},
};

constexpr mpfr_prec_t kBits = 300;

class Number {
 public:
  explicit Number(double value) {
    mpfr_init2(value_, kBits);
    mpfr_set_d(value_, value, MPFR_RNDN);
  }
  ~Number() { mpfr_clear(value_); }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  operator mpfr_ptr() const { return value_; }  // NOLINT(google-explicit-constructor): used as MPFR's own type
  [[nodiscard]] mpfr_ptr get() const { return value_; }

 private:
  mutable mpfr_t value_;
};

/// A random value of the format, of no more than 10 fraction bits, so that every format has it.
double draw(std::mt19937_64& random, double least, double most) {
  const double x = std::uniform_real_distribution<double>(least, most)(random);
  const double unit = std::ldexp(1.0, std::ilogb(x) - 10);
  return std::round(x / unit) * unit;
}

Bits bits(Format format, double value) { return parse_value(format, fmt::format("{:a}", value)); }

/// Holds the permitted set of one case against a bound; false if one of the ends is not in the exact result's binade.
bool expect_bound(const Rulebook& book, const Row& row, Format format, double x, double y, double bound) {
  const FormatInfo& layout = info(format);
  std::vector<Bits> operands = {bits(format, x)};
  const bool takes_integer = row.operation == pown || row.operation == rootn;
  if (takes_integer) y = std::round(y);
  if (info(row.operation).arity == 2) {
    operands.push_back(takes_integer ? static_cast<Bits>(y) : bits(format, y));
  }
  const Number first(x);
  const Number last(y);
  const Number exact(0);
  row.compute(exact, first, last);
  if (mpfr_zero_p(exact.get()) != 0) return false;
  const long unit = mpfr_get_exp(exact.get()) - 1 - layout.fraction_bits;
  const Number low(0);
  const Number high(0);
  mpfr_mul_2si(exact, exact, -unit, MPFR_RNDN);  // in ULP: from 2^fraction_bits to twice that
  mpfr_sub_d(low, exact, bound, MPFR_RNDN);
  mpfr_add_d(high, exact, bound, MPFR_RNDN);
  mpfr_ceil(low, low);
  mpfr_floor(high, high);
  const double ends[] = {mpfr_get_d(low, MPFR_RNDN), mpfr_get_d(high, MPFR_RNDN)};
  const double smallest = std::ldexp(1.0, layout.fraction_bits);
  for (const double end : ends) {
    if (std::fabs(end) < smallest + 2 || std::fabs(end) > 2 * smallest - 2) return false;
  }
  const PermittedSet set = explain(book, row.operation, format, operands).permitted;
  const auto contains = [&](double in_ulp) {
    return set.contains(bits(format, std::ldexp(in_ulp, static_cast<int>(unit))));
  };
  SCOPED_TRACE(
      fmt::format("{} {} {} of {:a} {:a}: {}", book.id(), info(row.operation).name, layout.name, x, y, set.text()));
  EXPECT_TRUE(contains(ends[0]) && contains(ends[1]));
  EXPECT_FALSE(contains(ends[0] - 1) || contains(ends[1] + 1));
  return true;
}

TEST(OpenClTables, EndWhereTheDocumentHasThem) {
  struct Column {
    const char* book;
    Format format;
    double Row::*bound;
  };
  const Column columns[] = {
      {"opencl3", Format::binary32, &Row::single},
      {"opencl3", Format::binary64, &Row::of_double},
      {"opencl3", Format::binary16, &Row::half},
      {"opencl3-embedded", Format::binary32, &Row::embedded_single},
      {"opencl3-embedded", Format::binary64, &Row::of_double},
      {"opencl3-embedded", Format::binary16, &Row::embedded_half},
  };
  std::mt19937_64 random(30);
  for (const Column& column : columns) {
    const Rulebook book = Rulebook::open(column.book);
    for (const Row& row : kRows) {
      int compared = 0;
      for (int i = 0; i < 30; ++i) {
        const double x = draw(random, row.least, row.most);
        const double y = draw(random, row.least, row.most);
        const double bound = row.*column.bound;
        // Correctly rounded: the nearest value, half a ULP away at most.
        compared += expect_bound(book, row, column.format, x, y, bound == 0 ? 0.5 : bound) ? 1 : 0;
      }
      EXPECT_GT(compared, 10) << info(row.operation).name;
    }
  }
}

/// The largest distance that the relaxed table permits upward, in single precision.
struct Relaxed {
  Operation operation;
  Compute compute;
  double x;
  double absolute;  ///< or, if 0:
  double ulp;
};

void expect_ends(const char* name, std::span<const Relaxed> rows) {
  const Rulebook book = Rulebook::open(name);
  for (const Relaxed& row : rows) {
    const Number x(row.x);
    const Number end(0);
    row.compute(end, x, x);
    const double ulp = std::ldexp(1.0, static_cast<int>(mpfr_get_exp(end.get())) - 24);
    mpfr_add_d(end, end, row.absolute != 0 ? row.absolute : row.ulp * ulp, MPFR_RNDN);
    const float inside = mpfr_get_flt(end, MPFR_RNDD);
    const float outside = std::nextafter(inside, HUGE_VALF);
    const Bits operand = bits(Format::binary32, row.x);
    const PermittedSet set = explain(book, row.operation, Format::binary32, {&operand, 1}).permitted;
    EXPECT_TRUE(set.contains(bits(Format::binary32, inside))) << info(row.operation).name << ' ' << set.text();
    EXPECT_FALSE(set.contains(bits(Format::binary32, outside))) << info(row.operation).name << ' ' << set.text();
  }
}

TEST(OpenClTables, EndWhereTheTableOfUnsafeMathHasThem) {
  const Relaxed rows[] = {
      {sin, one<mpfr_sin>, 3.125, 0x1p-11, 0},
      {cos, one<mpfr_cos>, -1.25, 0x1p-11, 0},
      {sinpi, one<mpfr_sinpi>, 0.375, 0x1p-11, 0},
      {cospi, one<mpfr_cospi>, -0.875, 0x1p-11, 0},
      {log, one<mpfr_log>, 0.75, 0x1p-21, 0},
      {log2, one<mpfr_log2>, 1.75, 0x1p-21, 0},
      {log10, one<mpfr_log10>, 1.5, 0x1p-21, 0},
      {log, one<mpfr_log>, 5, 0, 3},
      {log10, one<mpfr_log10>, 0.25, 0, 3},
      {exp, one<mpfr_exp>, 3.25, 0, 9},
      {exp2, one<mpfr_exp2>, -2.375, 0, 7},
      {acos, one<mpfr_acos>, 0.25, 0, 4096},
      {asin, one<mpfr_asin>, 0.75, 0, 4096},
      {atan, one<mpfr_atan>, 2, 0, 4096},
      {reciprocal, inverse, 3, 0, 2.5},
      {tanh, one<mpfr_tanh>, 0x1.8p-11, 0, 8192},
      {acosh, one<mpfr_acosh>, 5, 0, 8192},
      {cosh, one<mpfr_cosh>, 3, 0, 8192},
      {asinpi, over_pi<one<mpfr_asin>>, 0.375, 0, 8192},
      {acospi, over_pi<one<mpfr_acos>>, 0.375, 0, 8192},
      {atanpi, over_pi<one<mpfr_atan>>, 3, 0, 8192},
      {cbrt, one<mpfr_cbrt>, 5, 0, 8192},
      {expm1, one<mpfr_expm1>, 3, 0, 8192},
      {log1p, one<mpfr_log1p>, 5, 0, 8192},
  };
  expect_ends("opencl3-fast", rows);
}

/// half_ functions: those of one operand that the table has, and the ends of its domain.
TEST(OpenClTables, EndWhereTheHalfFunctionsHaveThem) {
  const Relaxed rows[] = {
      {cos, one<mpfr_cos>, 65536, 0, 8192},    {sin, one<mpfr_sin>, -3.25, 0, 8192},
      {tan, one<mpfr_tan>, 1.25, 0, 8192},     {exp, one<mpfr_exp>, 3.25, 0, 8192},
      {exp2, one<mpfr_exp2>, -2.375, 0, 8192}, {exp10, one<mpfr_exp10>, 1.125, 0, 8192},
      {log, one<mpfr_log>, 5, 0, 8192},        {log2, one<mpfr_log2>, 0.75, 0, 8192},
      {log10, one<mpfr_log10>, 0.25, 0, 8192}, {reciprocal, inverse, 3, 0, 8192},
      {rsq, one<mpfr_rec_sqrt>, 3, 0, 8192},   {sqrt, one<mpfr_sqrt>, 3, 0, 8192},
  };
  expect_ends("opencl3-half", rows);
  const Bits beyond = bits(Format::binary32, 65537);
  EXPECT_TRUE(
      explain(Rulebook::open("opencl3-half"), cos, Format::binary32, {&beyond, 1}).permitted.contains(0x42280000));
}

}  // namespace
}  // namespace halfulp
