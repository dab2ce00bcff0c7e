// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "judge/other_judges.hpp"

namespace halfulp::benchmarks {
namespace {

template <double (*kFunction)(double)>
double of_one(const double* x) {
  return kFunction(x[0]);
}
template <double (*kFunction)(double, double)>
double of_two(const double* x) {
  return kFunction(x[0], x[1]);
}
template <int (*kFunction)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t)>
void mpfr_of_one(mpfr_ptr result, const mpfr_t* x) {
  kFunction(result, x[0], MPFR_RNDN);
}
template <int (*kFunction)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t)>
void mpfr_of_two(mpfr_ptr result, const mpfr_t* x) {
  kFunction(result, x[0], x[1], MPFR_RNDN);
}

double reciprocal(double x) { return 1 / x; }
double reciprocal_square_root(double x) { return 1 / std::sqrt(x); }
double sum(double x, double y) { return x + y; }
double product(double x, double y) { return x * y; }
double quotient(double x, double y) { return x / y; }
double less(double x, double y) { return x < y ? 1 : 0; }
double product_and_sum(const double* x) { return x[0] * x[1] + x[2]; }
double dot_product_of_four(const double* x) { return x[0] * x[4] + x[1] * x[5] + x[2] * x[6] + x[3] * x[7]; }

int mpfr_reciprocal(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) { return mpfr_ui_div(result, 1, x, rounding); }
void mpfr_less(mpfr_ptr result, const mpfr_t* x) { mpfr_set_si(result, mpfr_less_p(x[0], x[1]), MPFR_RNDN); }
void mpfr_product_and_sum(mpfr_ptr result, const mpfr_t* x) { mpfr_fma(result, x[0], x[1], x[2], MPFR_RNDN); }
void mpfr_dot_product_of_four(mpfr_ptr result, const mpfr_t* x) {
  mpfr_mul(result, x[0], x[4], MPFR_RNDN);
  for (int i = 1; i < 4; ++i) mpfr_fma(result, x[i], x[i + 4], result, MPFR_RNDN);
}

constexpr Tolerance kHalf{.ulp = 0.5};
constexpr Tolerance kOne{.ulp = 1};
constexpr Tolerance kFour{.ulp = 4};
constexpr Tolerance kRelative{.relative = 0x1p-21};
constexpr Tolerance kSine{.absolute = 0.0008};

// clang-format off
constexpr JudgedOperation kJudged[] = {
    {Operation::rcp,   "d3d11",  kOne,             of_one<reciprocal>,             mpfr_of_one<mpfr_reciprocal>},
    {Operation::rsq,   "d3d11",  kRelative,        of_one<reciprocal_square_root>, mpfr_of_one<mpfr_rec_sqrt>},
    {Operation::sqrt,  "d3d11",  kOne,             of_one<std::sqrt>,              mpfr_of_one<mpfr_sqrt>},
    {Operation::exp2,  "d3d11",  kRelative,        of_one<std::exp2>,              mpfr_of_one<mpfr_exp2>},
    {Operation::log2,  "d3d11",  kRelative,        of_one<std::log2>,              mpfr_of_one<mpfr_log2>},
    {Operation::sin,   "d3d11",  kSine,            of_one<std::sin>,               mpfr_of_one<mpfr_sin>},
    {Operation::cos,   "d3d11",  kSine,            of_one<std::cos>,               mpfr_of_one<mpfr_cos>},
    {Operation::add,   "d3d11",  kHalf,            of_two<sum>,                    mpfr_of_two<mpfr_add>},
    {Operation::mul,   "d3d11",  kHalf,            of_two<product>,                mpfr_of_two<mpfr_mul>},
    {Operation::div,   "d3d11",  kOne,             of_two<quotient>,               mpfr_of_two<mpfr_div>},
    {Operation::mad,   "d3d11",  kOne,             product_and_sum,                mpfr_product_and_sum},
    {Operation::dp4,   "d3d11",  kFour,            dot_product_of_four,            mpfr_dot_product_of_four},
    {Operation::min,   "d3d11",  {},               of_two<std::fmin>,              mpfr_of_two<mpfr_min>},
    {Operation::lt,    "d3d11",  {},               of_two<less>,                   mpfr_less},
    {Operation::reciprocal, "metal1", {.ulp = 2.5}, of_one<reciprocal>,            mpfr_of_one<mpfr_reciprocal>},
    {Operation::rsq,   "metal1", {.ulp = 2},       of_one<reciprocal_square_root>, mpfr_of_one<mpfr_rec_sqrt>},
    {Operation::sqrt,  "metal1", {.ulp = 3},       of_one<std::sqrt>,              mpfr_of_one<mpfr_sqrt>},
    {Operation::exp,   "metal1", kFour,            of_one<std::exp>,               mpfr_of_one<mpfr_exp>},
    {Operation::exp2,  "metal1", kFour,            of_one<std::exp2>,              mpfr_of_one<mpfr_exp2>},
    {Operation::exp10, "metal1", kFour,            of_one<::exp10>,                mpfr_of_one<mpfr_exp10>},
    {Operation::log,   "metal1", kFour,            of_one<std::log>,               mpfr_of_one<mpfr_log>},
    {Operation::log2,  "metal1", kFour,            of_one<std::log2>,              mpfr_of_one<mpfr_log2>},
    {Operation::log10, "metal1", kFour,            of_one<std::log10>,             mpfr_of_one<mpfr_log10>},
    {Operation::sin,   "metal1", kFour,            of_one<std::sin>,               mpfr_of_one<mpfr_sin>},
    {Operation::cos,   "metal1", kFour,            of_one<std::cos>,               mpfr_of_one<mpfr_cos>},
    {Operation::tan,   "metal1", {.ulp = 6},       of_one<std::tan>,               mpfr_of_one<mpfr_tan>},
    {Operation::asin,  "metal1", kFour,            of_one<std::asin>,              mpfr_of_one<mpfr_asin>},
    {Operation::acos,  "metal1", kFour,            of_one<std::acos>,              mpfr_of_one<mpfr_acos>},
    {Operation::atan,  "metal1", {.ulp = 5},       of_one<std::atan>,              mpfr_of_one<mpfr_atan>},
    {Operation::sinh,  "metal1", kFour,            of_one<std::sinh>,              mpfr_of_one<mpfr_sinh>},
    {Operation::cosh,  "metal1", kFour,            of_one<std::cosh>,              mpfr_of_one<mpfr_cosh>},
    {Operation::tanh,  "metal1", {.ulp = 5},       of_one<std::tanh>,              mpfr_of_one<mpfr_tanh>},
    {Operation::asinh, "metal1", kFour,            of_one<std::asinh>,             mpfr_of_one<mpfr_asinh>},
    {Operation::acosh, "metal1", kFour,            of_one<std::acosh>,             mpfr_of_one<mpfr_acosh>},
    {Operation::atanh, "metal1", {.ulp = 5},       of_one<std::atanh>,             mpfr_of_one<mpfr_atanh>},
    {Operation::pow,   "metal1", {.ulp = 16},      of_two<std::pow>,               mpfr_of_two<mpfr_pow>},
    {Operation::atan2, "metal1", {.ulp = 6},       of_two<std::atan2>,             mpfr_of_two<mpfr_atan2>},
    {Operation::fmod,  "metal1", {},               of_two<std::fmod>,              mpfr_of_two<mpfr_fmod>},
    {Operation::fma,   "metal1", kOne,             product_and_sum,                mpfr_product_and_sum},
};
// clang-format on

}  // namespace

std::span<const JudgedOperation> judged_operations() { return kJudged; }

}  // namespace halfulp::benchmarks
