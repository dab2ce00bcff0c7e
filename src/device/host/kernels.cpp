// SPDX-License-Identifier: Apache-2.0
#include "device/host/kernels.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace halfulp::device {
namespace {

#if defined(__x86_64__)
// The conversions as the CPU does them, which is what `(int)x` compiles to; in C++ itself they are undefined outside
// the range. Unsigned ones go through 64 bits.
std::int32_t cvttss2si(float x) { return _mm_cvttss_si32(_mm_set_ss(x)); }
std::uint32_t cvttss2si_low_half(float x) { return static_cast<std::uint32_t>(_mm_cvttss_si64(_mm_set_ss(x))); }
#endif

template <class Value>
void store(std::byte* at, Value value) {
  if constexpr (std::is_same_v<Value, bool>) {
    store(at, value ? 0xffffffffU : 0U);
  } else {
    static_assert(sizeof(Value) == 4);
    std::memcpy(at, &value, sizeof(value));
  }
}

template <class Value>
Value load(ConstLane lane, std::size_t index) {
  Value value;
  std::memcpy(&value, lane.data() + index * sizeof(value), sizeof(value));
  return value;
}

template <class Function, class Result, class... Operands>
void compute(std::span<const ConstLane> operands, Lane results, Result (Function::*)(Operands...) const) {
  const std::size_t cases = results.size() / 4;
  [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    for (std::size_t i = 0; i < cases; ++i) {
      store(results.data() + i * 4, Function{}(load<Operands>(operands[kIndex], i)...));
    }
  }
  (std::index_sequence_for<Operands...>{});
}

template <class Function>
constexpr Kernel kernel(Function) {
  return [](std::span<const ConstLane> operands, Lane results) {
    compute<Function>(operands, results, &Function::operator());
  };
}

// The text of a row is the code of its kernel.
#define HALFULP_ROW(operation, variant, parameters, expression)                              \
  {                                                                                          \
    Operation::operation, variant, #expression, kernel([] parameters { return expression; }) \
  }

// clang-format takes the products for pointers.
// clang-format off
const HostRow kRows[] = {
    HALFULP_ROW(add, "", (float x, float y), x + y),
    HALFULP_ROW(sub, "", (float x, float y), x - y),
    HALFULP_ROW(mul, "", (float x, float y), x * y),
    HALFULP_ROW(div, "", (float x, float y), x / y),
    HALFULP_ROW(reciprocal, "", (float x), 1.0F / x),
    HALFULP_ROW(rcp, "", (float x), 1.0F / x),
    HALFULP_ROW(rsq, "", (float x), 1.0F / std::sqrt(x)),
    HALFULP_ROW(sqrt, "", (float x), std::sqrt(x)),
    HALFULP_ROW(exp2, "", (float x), std::exp2(x)),
    HALFULP_ROW(log2, "", (float x), std::log2(x)),
    HALFULP_ROW(sin, "", (float x), std::sin(x)),
    HALFULP_ROW(cos, "", (float x), std::cos(x)),
    HALFULP_ROW(frc, "", (float x), x - std::floor(x)),
    HALFULP_ROW(round_ne, "", (float x), std::nearbyint(x)),
    HALFULP_ROW(round_ni, "", (float x), std::floor(x)),
    HALFULP_ROW(round_pi, "", (float x), std::ceil(x)),
    HALFULP_ROW(round_z, "", (float x), std::trunc(x)),
    HALFULP_ROW(mad, "fma", (float x, float y, float z), std::fma(x, y, z)),
    HALFULP_ROW(mad, "mul, add", (float x, float y, float z), x * y + z),
    HALFULP_ROW(dp2, "", (float x0, float x1, float y0, float y1), x0 * y0 + x1 * y1),
    HALFULP_ROW(dp3, "", (float x0, float x1, float x2, float y0, float y1, float y2), x0 * y0 + x1 * y1 + x2 * y2),
    HALFULP_ROW(dp4, "", (float x0, float x1, float x2, float x3, float y0, float y1, float y2, float y3),
                x0 * y0 + x1 * y1 + x2 * y2 + x3 * y3),
    HALFULP_ROW(min, "", (float x, float y), std::fmin(x, y)),
    HALFULP_ROW(max, "", (float x, float y), std::fmax(x, y)),
    HALFULP_ROW(eq, "", (float x, float y), x == y),
    HALFULP_ROW(ne, "", (float x, float y), x != y),
    HALFULP_ROW(lt, "", (float x, float y), x < y),
    HALFULP_ROW(le, "", (float x, float y), x <= y),
    HALFULP_ROW(gt, "", (float x, float y), x > y),
    HALFULP_ROW(ge, "", (float x, float y), x >= y),
#if defined(__x86_64__)
    HALFULP_ROW(ftoi, "", (float x), cvttss2si(x)),
    HALFULP_ROW(ftou, "", (float x), cvttss2si_low_half(x)),
#endif
    HALFULP_ROW(itof, "", (std::int32_t x), static_cast<float>(x)),
    HALFULP_ROW(utof, "", (std::uint32_t x), static_cast<float>(x)),
    HALFULP_ROW(mov, "", (float x), x),
    HALFULP_ROW(movc, "", (std::uint32_t c, float x, float y), c != 0 ? x : y),
    HALFULP_ROW(load, "", (float x), x),
    HALFULP_ROW(store, "", (float x), x),
    HALFULP_ROW(abs, "", (float x), std::fabs(x)),
    HALFULP_ROW(neg, "", (float x), -x),
    HALFULP_ROW(sat, "", (float x), std::fmin(std::fmax(x, 0.0F), 1.0F)),
};
// clang-format on

#undef HALFULP_ROW

}  // namespace

std::span<const HostRow> host_rows() { return kRows; }

}  // namespace halfulp::device
