// SPDX-License-Identifier: Apache-2.0
#include "device/host/kernels.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

// Of Imath only functions in its header are used.
#define IMATH_HALF_NO_LOOKUP_TABLE
#include <Imath/half.h>
#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace halfulp::device {
namespace {

#if defined(__x86_64__)
// The conversions as the CPU does them, which is what `(int)x` compiles to; in C++ itself they are undefined outside
// the range. Unsigned ones go through 64 bits.
std::int32_t cvttss2si(float x) { return _mm_cvttss_si32(_mm_set_ss(x)); }
std::int32_t cvttsd2si(double x) { return _mm_cvttsd_si32(_mm_set_sd(x)); }
std::uint32_t cvttss2si_low_half(float x) { return static_cast<std::uint32_t>(_mm_cvttss_si64(_mm_set_ss(x))); }
std::uint32_t cvttsd2si_low_half(double x) { return static_cast<std::uint32_t>(_mm_cvttsd_si64(_mm_set_sd(x))); }

template <int kRounding>
[[gnu::target("f16c")]] std::uint16_t vcvtps2ph(float x) {
  return static_cast<std::uint16_t>(_mm_cvtsi128_si32(_mm_cvtps_ph(_mm_set_ss(x), kRounding)));
}
[[gnu::target("f16c")]] float vcvtph2ps(std::uint16_t x) { return _cvtsh_ss(x); }

// Clang 14's __builtin_cpu_supports does not know F16C. That of AVX says whether the system saves the registers too.
bool cpu_has_f16c() {
  unsigned eax = 0;
  unsigned ebx = 0;
  unsigned ecx = 0;
  unsigned edx = 0;
  return __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 && (ecx & bit_F16C) != 0 && __builtin_cpu_supports("avx") != 0;
}
#endif

// The functions of the math library that give two results.
template <class Real>
struct Frexp {
  Real fraction;
  std::int32_t exponent;
};
template <class Real>
Frexp<Real> frexp(Real x) {
  int exponent = 0;
  const Real fraction = std::frexp(x, &exponent);
  return {fraction, exponent};
}

template <class Real>
struct Modf {
  Real fraction;
  Real integer;
};
template <class Real>
Modf<Real> modf(Real x) {
  Real integer = 0;
  const Real fraction = std::modf(x, &integer);
  return {fraction, integer};
}

// What the rows of smoothstep and distance say more briefly.
template <class Real>
Real smooth(Real quotient) {
  const Real t = std::fmin(std::fmax(quotient, Real(0)), Real(1));
  return t * t * (3 - 2 * t);
}
template <class... Reals>
auto length(Reals... x) {
  return std::sqrt((... + (x * x)));
}

#if defined(__GLIBC__)
template <class Real>
struct SinCos {
  Real sin;
  Real cos;
};
SinCos<float> sincosf(float x) {
  SinCos<float> both{};
  ::sincosf(x, &both.sin, &both.cos);
  return both;
}
SinCos<double> sincos(double x) {
  SinCos<double> both{};
  ::sincos(x, &both.sin, &both.cos);
  return both;
}
#endif

// Bytes of a value in its lane; a bool is all ones or zero in 32 bits.
template <class Value>
constexpr std::size_t kBytes = std::is_same_v<Value, bool> ? 4 : sizeof(Value);

template <class Value>
void store(std::byte* at, Value value) {
  if constexpr (std::is_same_v<Value, bool>) {
    store(at, value ? 0xffffffffU : 0U);
  } else {
    static_assert(sizeof(Value) == 1 || sizeof(Value) == 2 || sizeof(Value) == 4 || sizeof(Value) == 8);
    std::memcpy(at, &value, sizeof(value));
  }
}

template <class Value>
Value load(ConstLane lane, std::size_t index) {
  Value value;
  std::memcpy(&value, lane.data() + index * sizeof(value), sizeof(value));
  return value;
}

template <class Value, std::size_t kCount>
void copy(ConstLane lane, std::size_t first, std::array<Value, kCount>& values) {
  std::memcpy(values.data(), lane.data() + first * sizeof(Value), sizeof(values));
}

template <class Function, class Result, class... Operands>
void compute(std::span<const ConstLane> operands, Lane results, Result (Function::*)(Operands...) const) {
  const std::size_t cases = results.size() / kBytes<Result>;
  [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    // Copies, enough of them that the compiler takes several at a time where an expression is an instruction.
    constexpr std::size_t kTogether = 64;
    std::tuple<std::array<Operands, kTogether>...> given;
    std::size_t i = 0;
    for (; i + kTogether <= cases; i += kTogether) {
      (copy(operands[kIndex], i, std::get<kIndex>(given)), ...);
      for (std::size_t k = 0; k < kTogether; ++k) {
        store(results.data() + (i + k) * kBytes<Result>, Function{}(std::get<kIndex>(given)[k]...));
      }
    }
    for (; i < cases; ++i) {
      store(results.data() + i * kBytes<Result>, Function{}(load<Operands>(operands[kIndex], i)...));
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
#define HALFULP_ROW(operation, format, variant, parameters, expression)                              \
  {                                                                                                  \
    Operation::operation, format, variant, #expression, kernel([] parameters { return expression; }) \
  }

// clang-format takes the products for pointers.
// clang-format off

// What has one source for float and double.
template <class Real>
std::span<const HostRow> rows_alike() {
  constexpr Format kFormat = std::is_same_v<Real, float> ? Format::binary32 : Format::binary64;
  static const HostRow kRows[] = {
      HALFULP_ROW(add, kFormat, "", (Real x, Real y), x + y),
      HALFULP_ROW(sub, kFormat, "", (Real x, Real y), x - y),
      HALFULP_ROW(mul, kFormat, "", (Real x, Real y), x * y),
      HALFULP_ROW(div, kFormat, "", (Real x, Real y), x / y),
      HALFULP_ROW(reciprocal, kFormat, "", (Real x), 1 / x),
      HALFULP_ROW(rcp, kFormat, "", (Real x), 1 / x),
      HALFULP_ROW(rsq, kFormat, "", (Real x), 1 / std::sqrt(x)),
      HALFULP_ROW(sqrt, kFormat, "", (Real x), std::sqrt(x)),
      HALFULP_ROW(exp2, kFormat, "", (Real x), std::exp2(x)),
      HALFULP_ROW(log2, kFormat, "", (Real x), std::log2(x)),
      HALFULP_ROW(sin, kFormat, "", (Real x), std::sin(x)),
      HALFULP_ROW(cos, kFormat, "", (Real x), std::cos(x)),
      HALFULP_ROW(frc, kFormat, "", (Real x), x - std::floor(x)),
      HALFULP_ROW(round_ne, kFormat, "", (Real x), std::nearbyint(x)),
      HALFULP_ROW(round_ni, kFormat, "", (Real x), std::floor(x)),
      HALFULP_ROW(round_pi, kFormat, "", (Real x), std::ceil(x)),
      HALFULP_ROW(round_z, kFormat, "", (Real x), std::trunc(x)),
      HALFULP_ROW(mad, kFormat, "fma", (Real x, Real y, Real z), std::fma(x, y, z)),
      HALFULP_ROW(mad, kFormat, "mul, add", (Real x, Real y, Real z), x * y + z),
      HALFULP_ROW(dp2, kFormat, "", (Real x0, Real x1, Real y0, Real y1), x0 * y0 + x1 * y1),
      HALFULP_ROW(dp3, kFormat, "", (Real x0, Real x1, Real x2, Real y0, Real y1, Real y2),
                  x0 * y0 + x1 * y1 + x2 * y2),
      HALFULP_ROW(dp4, kFormat, "", (Real x0, Real x1, Real x2, Real x3, Real y0, Real y1, Real y2, Real y3),
                  x0 * y0 + x1 * y1 + x2 * y2 + x3 * y3),
      HALFULP_ROW(min, kFormat, "", (Real x, Real y), std::fmin(x, y)),
      HALFULP_ROW(max, kFormat, "", (Real x, Real y), std::fmax(x, y)),
      HALFULP_ROW(eq, kFormat, "", (Real x, Real y), x == y),
      HALFULP_ROW(ne, kFormat, "", (Real x, Real y), x != y),
      HALFULP_ROW(lt, kFormat, "", (Real x, Real y), x < y),
      HALFULP_ROW(le, kFormat, "", (Real x, Real y), x <= y),
      HALFULP_ROW(gt, kFormat, "", (Real x, Real y), x > y),
      HALFULP_ROW(ge, kFormat, "", (Real x, Real y), x >= y),
      HALFULP_ROW(mov, kFormat, "", (Real x), x),
      HALFULP_ROW(movc, kFormat, "", (std::uint32_t c, Real x, Real y), c != 0 ? x : y),
      HALFULP_ROW(load, kFormat, "", (Real x), x),
      HALFULP_ROW(store, kFormat, "", (Real x), x),
      HALFULP_ROW(abs, kFormat, "", (Real x), std::fabs(x)),
      HALFULP_ROW(neg, kFormat, "", (Real x), -x),
      HALFULP_ROW(acos, kFormat, "", (Real x), std::acos(x)),
      HALFULP_ROW(acosh, kFormat, "", (Real x), std::acosh(x)),
      HALFULP_ROW(asin, kFormat, "", (Real x), std::asin(x)),
      HALFULP_ROW(asinh, kFormat, "", (Real x), std::asinh(x)),
      HALFULP_ROW(atan, kFormat, "", (Real x), std::atan(x)),
      HALFULP_ROW(atan2, kFormat, "", (Real y, Real x), std::atan2(y, x)),
      HALFULP_ROW(atanh, kFormat, "", (Real x), std::atanh(x)),
      HALFULP_ROW(copysign, kFormat, "", (Real x, Real y), std::copysign(x, y)),
      HALFULP_ROW(cosh, kFormat, "", (Real x), std::cosh(x)),
      HALFULP_ROW(exp, kFormat, "", (Real x), std::exp(x)),
      HALFULP_ROW(fdim, kFormat, "", (Real x, Real y), std::fdim(x, y)),
      HALFULP_ROW(fma, kFormat, "", (Real x, Real y, Real z), std::fma(x, y, z)),
      HALFULP_ROW(fmod, kFormat, "", (Real x, Real y), std::fmod(x, y)),
      HALFULP_ROW(frexp_fraction, kFormat, "", (Real x), frexp(x).fraction),
      HALFULP_ROW(frexp_exponent, kFormat, "", (Real x), frexp(x).exponent),
      HALFULP_ROW(ilogb, kFormat, "", (Real x), std::ilogb(x)),
      HALFULP_ROW(ldexp, kFormat, "", (Real x, std::int32_t n), std::ldexp(x, n)),
      HALFULP_ROW(log, kFormat, "", (Real x), std::log(x)),
      HALFULP_ROW(log10, kFormat, "", (Real x), std::log10(x)),
      HALFULP_ROW(modf_fraction, kFormat, "", (Real x), modf(x).fraction),
      HALFULP_ROW(modf_integer, kFormat, "", (Real x), modf(x).integer),
      HALFULP_ROW(nextafter, kFormat, "", (Real x, Real y), std::nextafter(x, y)),
      HALFULP_ROW(pow, kFormat, "", (Real x, Real y), std::pow(x, y)),
      HALFULP_ROW(powr, kFormat, "", (Real x, Real y), std::pow(x, y)),
      HALFULP_ROW(round, kFormat, "", (Real x), std::round(x)),
      HALFULP_ROW(sinh, kFormat, "", (Real x), std::sinh(x)),
      HALFULP_ROW(tan, kFormat, "", (Real x), std::tan(x)),
      HALFULP_ROW(tanh, kFormat, "", (Real x), std::tanh(x)),
      HALFULP_ROW(sign, kFormat, "", (Real x), Real((x > 0) - (x < 0))),
      HALFULP_ROW(step, kFormat, "", (Real edge, Real x), Real(x < edge ? 0 : 1)),
      HALFULP_ROW(lerp, kFormat, "", (Real x, Real y, Real s), x + s * (y - x)),
      HALFULP_ROW(smoothstep, kFormat, "", (Real a, Real b, Real x), smooth((x - a) / (b - a))),
      HALFULP_ROW(clamp, kFormat, "", (Real x, Real lo, Real hi), std::fmin(std::fmax(x, lo), hi)),
      HALFULP_ROW(radians, kFormat, "", (Real x), x * Real(std::numbers::pi / 180)),
      HALFULP_ROW(degrees, kFormat, "", (Real x), x * Real(180 / std::numbers::pi)),
      HALFULP_ROW(length2, kFormat, "", (Real x0, Real x1), std::sqrt(x0 * x0 + x1 * x1)),
      HALFULP_ROW(length3, kFormat, "", (Real x0, Real x1, Real x2), std::sqrt(x0 * x0 + x1 * x1 + x2 * x2)),
      HALFULP_ROW(length4, kFormat, "", (Real x0, Real x1, Real x2, Real x3),
                  std::sqrt(x0 * x0 + x1 * x1 + x2 * x2 + x3 * x3)),
      HALFULP_ROW(distance2, kFormat, "", (Real x0, Real x1, Real y0, Real y1), length(x0 - y0, x1 - y1)),
      HALFULP_ROW(distance3, kFormat, "", (Real x0, Real x1, Real x2, Real y0, Real y1, Real y2),
                  length(x0 - y0, x1 - y1, x2 - y2)),
      HALFULP_ROW(distance4, kFormat, "", (Real x0, Real x1, Real x2, Real x3, Real y0, Real y1, Real y2, Real y3),
                  length(x0 - y0, x1 - y1, x2 - y2, x3 - y3)),
      HALFULP_ROW(normalize3, kFormat, "", (Real x0, Real x1, Real x2),
                  x0 * (1 / std::sqrt(x0 * x0 + x1 * x1 + x2 * x2))),
      HALFULP_ROW(cross, kFormat, "", (Real x1, Real x2, Real y1, Real y2), x1 * y2 - x2 * y1),
      HALFULP_ROW(reflect3, kFormat, "", (Real i0, Real i1, Real i2, Real n0, Real n1, Real n2),
                  i0 - 2 * (i0 * n0 + i1 * n1 + i2 * n2) * n0),
      HALFULP_ROW(isnan, kFormat, "", (Real x), std::isnan(x)),
      HALFULP_ROW(isinf, kFormat, "", (Real x), std::isinf(x)),
      HALFULP_ROW(isfinite, kFormat, "", (Real x), std::isfinite(x)),
      HALFULP_ROW(cbrt, kFormat, "", (Real x), std::cbrt(x)),
      HALFULP_ROW(expm1, kFormat, "", (Real x), std::expm1(x)),
      HALFULP_ROW(log1p, kFormat, "", (Real x), std::log1p(x)),
      HALFULP_ROW(erf, kFormat, "", (Real x), std::erf(x)),
      HALFULP_ROW(erfc, kFormat, "", (Real x), std::erfc(x)),
      HALFULP_ROW(tgamma, kFormat, "", (Real x), std::tgamma(x)),
      HALFULP_ROW(hypot, kFormat, "", (Real x, Real y), std::hypot(x, y)),
      HALFULP_ROW(remainder, kFormat, "", (Real x, Real y), std::remainder(x, y)),
      HALFULP_ROW(logb, kFormat, "", (Real x), std::logb(x)),
  };
  return kRows;
}

const HostRow kOtherRows[] = {
#if defined(__x86_64__)
    HALFULP_ROW(ftoi, Format::binary32, "", (float x), cvttss2si(x)),
    HALFULP_ROW(ftoi, Format::binary64, "", (double x), cvttsd2si(x)),
    HALFULP_ROW(ftou, Format::binary32, "", (float x), cvttss2si_low_half(x)),
    HALFULP_ROW(ftou, Format::binary64, "", (double x), cvttsd2si_low_half(x)),
    HALFULP_ROW(ftoi16, Format::binary32, "", (float x), static_cast<std::int16_t>(cvttss2si(x))),
    HALFULP_ROW(ftoi16, Format::binary64, "", (double x), static_cast<std::int16_t>(cvttsd2si(x))),
    HALFULP_ROW(ftou16, Format::binary32, "", (float x), static_cast<std::uint16_t>(cvttss2si(x))),
    HALFULP_ROW(ftou16, Format::binary64, "", (double x), static_cast<std::uint16_t>(cvttsd2si(x))),
    HALFULP_ROW(ftoi8, Format::binary32, "", (float x), static_cast<std::int8_t>(cvttss2si(x))),
    HALFULP_ROW(ftoi8, Format::binary64, "", (double x), static_cast<std::int8_t>(cvttsd2si(x))),
    HALFULP_ROW(ftou8, Format::binary32, "", (float x), static_cast<std::uint8_t>(cvttss2si(x))),
    HALFULP_ROW(ftou8, Format::binary64, "", (double x), static_cast<std::uint8_t>(cvttsd2si(x))),
#endif
    HALFULP_ROW(itof, Format::binary32, "", (std::int32_t x), static_cast<float>(x)),
    HALFULP_ROW(itof, Format::binary64, "", (std::int32_t x), static_cast<double>(x)),
    HALFULP_ROW(utof, Format::binary32, "", (std::uint32_t x), static_cast<float>(x)),
    HALFULP_ROW(utof, Format::binary64, "", (std::uint32_t x), static_cast<double>(x)),
    HALFULP_ROW(i16tof, Format::binary32, "", (std::int16_t x), static_cast<float>(x)),
    HALFULP_ROW(i16tof, Format::binary64, "", (std::int16_t x), static_cast<double>(x)),
    HALFULP_ROW(u16tof, Format::binary32, "", (std::uint16_t x), static_cast<float>(x)),
    HALFULP_ROW(u16tof, Format::binary64, "", (std::uint16_t x), static_cast<double>(x)),
    HALFULP_ROW(i8tof, Format::binary32, "", (std::int8_t x), static_cast<float>(x)),
    HALFULP_ROW(i8tof, Format::binary64, "", (std::int8_t x), static_cast<double>(x)),
    HALFULP_ROW(u8tof, Format::binary32, "", (std::uint8_t x), static_cast<float>(x)),
    HALFULP_ROW(u8tof, Format::binary64, "", (std::uint8_t x), static_cast<double>(x)),
    HALFULP_ROW(sat, Format::binary32, "", (float x), std::fmin(std::fmax(x, 0.0F), 1.0F)),
    HALFULP_ROW(sat, Format::binary64, "", (double x), std::fmin(std::fmax(x, 0.0), 1.0)),
#if defined(__GLIBC__)
    HALFULP_ROW(exp10, Format::binary32, "", (float x), ::exp10f(x)),
    HALFULP_ROW(exp10, Format::binary64, "", (double x), ::exp10(x)),
    HALFULP_ROW(sincos_sin, Format::binary32, "", (float x), sincosf(x).sin),
    HALFULP_ROW(sincos_sin, Format::binary64, "", (double x), sincos(x).sin),
    HALFULP_ROW(sincos_cos, Format::binary32, "", (float x), sincosf(x).cos),
    HALFULP_ROW(sincos_cos, Format::binary64, "", (double x), sincos(x).cos),
#endif
    HALFULP_ROW(binary32_to_binary64, Format::binary32, "", (float x), static_cast<double>(x)),
    HALFULP_ROW(binary64_to_binary32, Format::binary64, "", (double x), static_cast<float>(x)),
#if HALFULP_HAS_FLOAT16
    HALFULP_ROW(binary16_to_binary32, Format::binary16, "_Float16", (_Float16 x), static_cast<float>(x)),
    HALFULP_ROW(binary16_to_binary64, Format::binary16, "_Float16", (_Float16 x), static_cast<double>(x)),
    HALFULP_ROW(binary32_to_binary16, Format::binary32, "_Float16", (float x), static_cast<_Float16>(x)),
    HALFULP_ROW(binary64_to_binary16, Format::binary64, "_Float16", (double x), static_cast<_Float16>(x)),
#endif
    HALFULP_ROW(binary16_to_binary32, Format::binary16, "Imath", (std::uint16_t x), imath_half_to_float(x)),
    HALFULP_ROW(binary32_to_binary16, Format::binary32, "Imath", (float x), imath_float_to_half(x)),
};

#if defined(__x86_64__)
// The caller of F16C chooses the rounding: the one in force is judged, the other shown next to it.
constexpr HostRow shown(HostRow row) {
  row.counts = false;
  return row;
}

const HostRow kF16cRows[] = {
    HALFULP_ROW(binary16_to_binary32, Format::binary16, "F16C", (std::uint16_t x), vcvtph2ps(x)),
    HALFULP_ROW(binary32_to_binary16, Format::binary32, "F16C", (float x), vcvtps2ph<_MM_FROUND_CUR_DIRECTION>(x)),
    shown(HALFULP_ROW(binary32_to_binary16, Format::binary32, "F16C toward zero", (float x),
                      vcvtps2ph<_MM_FROUND_TO_ZERO>(x))),
};
#endif
// clang-format on

#undef HALFULP_ROW

}  // namespace

std::span<const HostRow> host_rows() {
  static const std::vector<HostRow> kRows = [] {
    std::vector<HostRow> rows;
    for (const std::span<const HostRow> part :
         {rows_alike<float>(), rows_alike<double>(), std::span<const HostRow>(kOtherRows)}) {
      rows.insert(rows.end(), part.begin(), part.end());
    }
#if defined(__x86_64__)
    if (cpu_has_f16c()) rows.insert(rows.end(), std::begin(kF16cRows), std::end(kF16cRows));
#endif
    return rows;
  }();
  return kRows;
}

}  // namespace halfulp::device
