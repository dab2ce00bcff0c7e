// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numbers>

/// What exact/certified_lanes.hpp computes with.
namespace halfulp::exact {

/// What the quick forms of the functions leave out of a series, and their bound, relative: that counts three times at
/// most, in pow 2^-5 of it 150 times, and all that certified forms are off is below 2^-48.
inline constexpr double kQuickLeftOut = 0x1p-43;
inline constexpr double kQuickError = 0x1p-40;

/// Of x^0, x^1, ..., for x from -`most` to `most`.
template <std::size_t N>
struct Series {
  std::array<double, N> coefficients{};
  double most = 0;

  /// How many terms there are to be, if the others may come to less than `left_out`.
  [[nodiscard]] constexpr std::size_t terms(double left_out) const {
    std::size_t count = N;
    for (double others = 0; count > 1; --count) {
      double term = coefficients[count - 1] < 0 ? -coefficients[count - 1] : coefficients[count - 1];
      for (std::size_t i = 1; i < count; ++i) term *= most;
      others += term;
      if (others >= left_out) break;
    }
    return count;
  }
};

/// 1 / (first)!, 1 / (first + step)!, ... with alternating signs if `alternates`.
template <std::size_t N>
constexpr Series<N> inverse_factorials(int first, int step, bool alternates, double most) {
  Series<N> result{.most = most};
  double factorial = 1;  // exact to 22!
  int n = 0;
  for (std::size_t i = 0; i < N; ++i) {
    for (const int last = first + static_cast<int>(i) * step; n < last;) factorial *= ++n;
    result.coefficients[i] = (alternates && i % 2 != 0 ? -1 : 1) / factorial;
  }
  return result;
}

/// 1 / first, 1 / (first + 2), ... with alternating signs if `alternates`.
template <std::size_t N>
constexpr Series<N> inverse_odds(int first, bool alternates, double most) {
  Series<N> result{.most = most};
  for (std::size_t i = 0; i < N; ++i) {
    result.coefficients[i] = (alternates && i % 2 != 0 ? -1.0 : 1.0) / (first + 2 * static_cast<int>(i));
  }
  return result;
}

// (e^t - 1) / t to t^12
inline constexpr auto kExponential = inverse_factorials<13>(1, 1, false, 0.3467);
// -(sin r - r) / r^3 to r^14 of it, by r^2, as all that follow
inline constexpr auto kSine = inverse_factorials<8>(3, 2, true, 0.617);
// -(cos r - 1) / r^2 to r^16 of it
inline constexpr auto kCosine = inverse_factorials<9>(2, 2, true, 0.617);
// (sinh x - x) / x^3 to x^14 of it
inline constexpr auto kHyperbolicSine = inverse_factorials<8>(3, 2, false, 1);
// (artanh(s) - s) / s^3 to s^18 of it
inline constexpr auto kArtanh = inverse_odds<10>(3, false, 0.0295);
// -(arctan(r) - r) / r^3 to r^10 of it
inline constexpr auto kArctan = inverse_odds<6>(3, true, 0.00391);

/// arctan(j/8), rounded.
inline constexpr std::array<double, 9> kArctanOfEighths = {0,
                                                           0x1.fd5ba9aac2f6ep-4,
                                                           0x1.f5b75f92c80ddp-3,
                                                           0x1.6f61941e4def1p-2,
                                                           0x1.dac670561bb4fp-2,
                                                           0x1.1e00babdefeb4p-1,
                                                           0x1.4978fa3269ee1p-1,
                                                           0x1.700a7c5784634p-1,
                                                           0x1.921fb54442d18p-1};

/// The doubles next to 1.
inline constexpr double kBelowOne = 1 - 0x1p-53;
inline constexpr double kAboveOne = 1 + 0x1p-52;
/// Adding it to what is below 2^51 leaves no bits below 1.
inline constexpr double kRound = 0x1.8p52;
/// The bits of sqrt(1/2), rounded.
inline constexpr std::uint64_t kSqrtHalf = 0x3fe6a09e667f3bcd;
/// ln(2) = 0.b17217f7d1cf79abc9e3b39803f2f6af4...: its first 42 bits, and the rest rounded.
inline constexpr double kLn2High = 0x1.62e42fefa38p-1;
inline constexpr double kLn2Low = 0x1.ef35793c7673p-45;
/// log10(2) = 0.4d104d427de7fbcc47c4acd605be48bc...: its first 42 bits, and the rest rounded.
inline constexpr double kLog10Of2High = 0x1.34413509f78p-2;
inline constexpr double kLog10Of2Low = 0x1.fef311f12b358p-46;
inline constexpr double kLog2Of10 = 1 / (kLog10Of2High + kLog10Of2Low);
/// 2/ln(2) = 2.e2a8eca5705fc2eefa1ffb41...: its first 27 bits, and the rest rounded.
inline constexpr double kTwoOverLn2 = 2 / std::numbers::ln2;
inline constexpr double kTwoOverLn2High = 0x1.7154764p+1;
inline constexpr double kTwoOverLn2Low = 0x1.2b82fe1777d1p-27;

/// 2/pi = 0.a2f9836e..., after 64 zero bits.
inline constexpr std::array<std::uint64_t, 6> kTwoOverPi = {
    0, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0};

/// For each exponent e from -24 to 104, 2/pi * 2^e modulo 4 in four parts: 29 bits from the one worth 2 on, 29, 29, and
/// 53.
struct TwoOverPiParts {
  static constexpr int kLeastExponent = -24;
  static constexpr int kMostExponent = 104;
  std::array<std::array<double, kMostExponent - kLeastExponent + 1>, 4> parts{};
};

constexpr TwoOverPiParts two_over_pi_parts() {
  TwoOverPiParts table;
  const auto bit = [](int at) {
    return (kTwoOverPi[static_cast<std::size_t>(at / 64)] >> (63 - at % 64)) & std::uint64_t{1};
  };
  for (int e = TwoOverPiParts::kLeastExponent; e <= TwoOverPiParts::kMostExponent; ++e) {
    int at = 64 + e - 2;  // the bit worth 2
    double worth = 2;
    for (auto& part : table.parts) {
      double& sum = part[static_cast<std::size_t>(e - TwoOverPiParts::kLeastExponent)];
      const int count = &part == &table.parts.back() ? 53 : 29;
      for (int i = 0; i < count; ++i, ++at, worth /= 2) sum += static_cast<double>(bit(at)) * worth;
    }
  }
  return table;
}
inline constexpr TwoOverPiParts kTwoOverPiParts = two_over_pi_parts();

}  // namespace halfulp::exact
