// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/hardware_loops.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <cmath>

// Compiled for several CPUs, chosen when the program starts, as far as the compiler can.
#if defined(__x86_64__) && !defined(__clang__)
#define HALFULP_EACH_CPU [[gnu::target_clones("avx512f", "avx2", "default")]]
#else
#define HALFULP_EACH_CPU
#endif
#if defined(__clang__)
#define HALFULP_INDEPENDENT _Pragma("clang loop vectorize(enable)")
#else
#define HALFULP_INDEPENDENT _Pragma("GCC ivdep")
#endif

namespace halfulp::benchmarks {

#define HALFULP_LOOP(name, ...)                                                                 \
  HALFULP_EACH_CPU void name(const float* const* operands, float* results, std::size_t count);  \
  HALFULP_EACH_CPU void name(const float* const* operands, float* results, std::size_t count) { \
    const float* const x = operands[0];                                                         \
    [[maybe_unused]] const float* const y = operands[1];                                        \
    [[maybe_unused]] const float* const z = operands[2];                                        \
    HALFULP_INDEPENDENT for (std::size_t i = 0; i < count; ++i) results[i] = __VA_ARGS__;       \
  }

HALFULP_LOOP(add_loop, x[i] + y[i])
HALFULP_LOOP(sub_loop, x[i] - y[i])
HALFULP_LOOP(mul_loop, x[i] * y[i])
HALFULP_LOOP(div_loop, x[i] / y[i])
HALFULP_LOOP(mad_loop, x[i] * y[i] + z[i])
HALFULP_LOOP(min_loop, x[i] < y[i] ? x[i] : y[i])
HALFULP_LOOP(max_loop, x[i] > y[i] ? x[i] : y[i])
HALFULP_LOOP(rcp_loop, 1 / x[i])
HALFULP_LOOP(rsq_loop, 1 / std::sqrt(x[i]))
HALFULP_LOOP(sqrt_loop, std::sqrt(x[i]))
#undef HALFULP_LOOP

namespace {

template <float (*kFunction)(float)>
void glibc(const float* const* operands, float* results, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) results[i] = kFunction(operands[0][i]);
}
template <float (*kFunction)(float, float)>
void glibc(const float* const* operands, float* results, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) results[i] = kFunction(operands[0][i], operands[1][i]);
}
template <float (*kFunction)(float, float, float)>
void glibc(const float* const* operands, float* results, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) results[i] = kFunction(operands[0][i], operands[1][i], operands[2][i]);
}

struct Row {
  Operation operation;
  OtherArithmetic other;
};

constexpr Row kRows[] = {
    {Operation::add, {"hardware", add_loop}},         {Operation::sub, {"hardware", sub_loop}},
    {Operation::mul, {"hardware", mul_loop}},         {Operation::div, {"hardware", div_loop}},
    {Operation::mad, {"hardware", mad_loop}},         {Operation::min, {"hardware", min_loop}},
    {Operation::max, {"hardware", max_loop}},         {Operation::rcp, {"hardware", rcp_loop}},
    {Operation::rsq, {"hardware", rsq_loop}},         {Operation::sqrt, {"hardware", sqrt_loop}},
    {Operation::exp, {"glibc", glibc<std::exp>}},     {Operation::exp2, {"glibc", glibc<std::exp2>}},
    {Operation::log, {"glibc", glibc<std::log>}},     {Operation::log2, {"glibc", glibc<std::log2>}},
    {Operation::sin, {"glibc", glibc<std::sin>}},     {Operation::cos, {"glibc", glibc<std::cos>}},
    {Operation::tan, {"glibc", glibc<std::tan>}},     {Operation::acos, {"glibc", glibc<std::acos>}},
    {Operation::log10, {"glibc", glibc<std::log10>}}, {Operation::tanh, {"glibc", glibc<std::tanh>}},
    {Operation::acosh, {"glibc", glibc<std::acosh>}}, {Operation::atan2, {"glibc", glibc<std::atan2>}},
    {Operation::pow, {"glibc", glibc<std::pow>}},     {Operation::fmod, {"glibc", glibc<std::fmod>}},
    {Operation::fma, {"glibc", glibc<std::fma>}},
};

}  // namespace

OtherArithmetic other_arithmetic(Operation operation) {
  for (const Row& row : kRows) {
    if (row.operation == operation) return row.other;
  }
  return {"", nullptr};
}

#if defined(__x86_64__)
HardwareFlush::HardwareFlush(bool flushes) : before_(_mm_getcsr()) {
  constexpr unsigned kFlushResults = 0x8000;
  constexpr unsigned kFlushOperands = 0x0040;
  if (flushes) _mm_setcsr(before_ | kFlushResults | kFlushOperands);
}
HardwareFlush::~HardwareFlush() { _mm_setcsr(before_); }
#else
HardwareFlush::HardwareFlush(bool) {}
HardwareFlush::~HardwareFlush() = default;
#endif

}  // namespace halfulp::benchmarks
