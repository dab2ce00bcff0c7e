// SPDX-License-Identifier: Apache-2.0
// For every rule of the embedded rulebooks a device that breaks it and nothing else: its failures are charged to that
// id alone. A rule that is one answer to an ambiguity is broken under the reading that makes it strict.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "judge/honest_device.hpp"
#include "judge/judged.hpp"
#include "judge/permitted_cases.hpp"

namespace halfulp {
namespace {

using namespace test;

using Operands = std::vector<Bits>;
using Flaw = std::function<Bits(Operation, const Operands&, Bits honest)>;

struct BrokenDevice {
  std::string rule;
  std::string name;
  std::vector<Operation> operations;
  Flaw flaw;
  Readings readings = {};
  std::vector<Operands> cases = {};  ///< and the common ones
  std::vector<std::string> rulebooks = {"d3d10", "d3d10.1", "d3d11"};
};

/// GoogleTest finds it by its name.
void PrintTo(const BrokenDevice& device, std::ostream* stream) { *stream << device.rule << ' ' << device.name; }

// ---- cases
// -----------------------------------------------------------------------------------------------------------

const std::vector<Bits> kSpecial = {0x00000000, 0x80000000, 0x7f800000, 0xff800000,
                                    0x7fc00000, 0xffc12345, 0x7f800001, 0xffbfffff,  // zeros, infinities, NaN
                                    0x00000001, 0x80000001, 0x007fffff, 0x807fffff,  // denormals
                                    0x00800000, 0x80800000, 0x00c00000, 0x01000000,
                                    0x7f7fffff, 0xff7fffff, 0x7e800000, 0x7f000000,  // ends of the range
                                    0x3f800000, 0xbf800000, 0x3f800001, 0xbf7fffff,
                                    0x40200000, 0xc0200000, 0x3eaaaaab, 0xbeaaaaab,  // around one
                                    0x33800000, 0x4b800001, 0xc7000080};

std::vector<Operands> common_cases(Operation operation) {
  const OperationInfo& row = info(operation);
  const auto arity = static_cast<std::size_t>(row.arity);
  std::vector<Operands> cases;
  if (row.arity == 1) {
    for (const Bits x : kSpecial) cases.push_back({x});
  } else if (row.arity == 2) {
    for (const Bits x : kSpecial) {
      for (const Bits y : kSpecial) cases.push_back({x, y});
    }
  }
  std::mt19937 random(static_cast<std::mt19937::result_type>(operation) + 1);
  for (int i = 0; i < (row.arity > 3 ? 60 : 200); ++i) {
    Operands operands;
    for (std::size_t k = 0; k < arity; ++k) {
      const auto word = static_cast<Bits>(random());
      // A third special values, a third numbers around one, a third any pattern.
      const Bits moderate = (word & 0x83ffffff) + 0x3d000000;
      const std::array<Bits, 3> kinds = {kSpecial[word % kSpecial.size()], moderate, word};
      operands.push_back(kinds[static_cast<std::size_t>(i) % 2 == 0 ? 1 : random() % 3]);
    }
    cases.push_back(operands);
  }
  return cases;
}

std::vector<std::byte> lane_of(Format format, const std::vector<Bits>& values) {
  const auto bytes = static_cast<std::size_t>(info(format).bytes);
  std::vector<std::byte> lane(values.size() * bytes);
  for (std::size_t i = 0; i < values.size(); ++i) std::memcpy(&lane[i * bytes], &values[i], bytes);
  return lane;
}

/// The bulk path's verdicts on what the device returns for the cases.
Tally judged(const Rulebook& rulebook, Operation operation, const Readings& readings,
             const std::vector<Operands>& cases, const std::vector<Bits>& results) {
  const OperationInfo& row = info(operation);
  std::vector<std::vector<std::byte>> memory;
  for (int k = 0; k < row.arity; ++k) {
    std::vector<Bits> values;
    for (const Operands& operands : cases) values.push_back(operands[static_cast<std::size_t>(k)]);
    memory.push_back(lane_of(row.operand_format(k, Format::binary32), values));
  }
  const std::vector<ConstLane> lanes(memory.begin(), memory.end());
  Tally tally;
  SpanJudge(rulebook, operation, Format::binary32, readings)
      .judge(0, lanes, lane_of(row.result(Format::binary32), results), tally);
  return tally;
}

// ---- flaws
// -----------------------------------------------------------------------------------------------------------

/// `steps` values further from zero, if that is still a normal number; else the result itself.
Bits moved(Bits result, int steps) {
  const auto magnitude = static_cast<std::int64_t>(result & ~kSign) + steps;
  const bool stays = is_normal(result) && magnitude >= static_cast<std::int64_t>(kMinNormal) &&
                     magnitude <= static_cast<std::int64_t>(kMax);
  return stays ? (result & kSign) | static_cast<Bits>(magnitude) : result;
}

bool all_normal(const Operands& operands) { return std::ranges::all_of(operands, is_normal); }
bool any_nan(const Operands& operands) { return std::ranges::any_of(operands, is_nan); }
bool is_one(Bits bits) { return (bits & ~kSign) == kOne; }

double exact(Operation operation, const Operands& operands) {
  std::array<double, kMaxArity> x{};
  std::ranges::transform(operands, x.begin(), [](Bits bits) { return static_cast<double>(value(bits)); });
  return HonestDevice::real(operation, {x.data(), operands.size()});
}

/// Off by so many values where no operand is special and no identity holds.
Flaw is_off_by(int steps) {
  return [steps](Operation, const Operands& operands, Bits honest) {
    const bool regular = all_normal(operands) && std::ranges::none_of(operands, is_one);
    return regular ? moved(honest, steps) : honest;
  };
}

Flaw is_this_device(HonestDevice device) {
  return [device](Operation operation, const Operands& operands, Bits) { return device(operation, operands); };
}

/// One operand gives one wrong result.
Flaw maps(Bits operand, Bits result) {
  return [=](Operation, const Operands& operands, Bits honest) { return operands[0] == operand ? result : honest; };
}

Flaw where_nan(Bits result) {
  return [=](Operation, const Operands& operands, Bits honest) { return any_nan(operands) ? result : honest; };
}

Bits truncated(Operation operation, const Operands& operands, Bits honest) {
  if (!all_normal(operands) || !is_finite(honest)) return honest;
  const bool rounded_up = std::fabs(static_cast<double>(value(honest))) > std::fabs(exact(operation, operands));
  return rounded_up ? moved(honest, -1) : honest;
}

Bits ties_to_odd(Operation operation, const Operands& operands, Bits honest) {
  if (!all_normal(operands) || !is_normal(honest)) return honest;
  const double x = std::fabs(exact(operation, operands));
  const Bits other = moved(honest, x > std::fabs(static_cast<double>(value(honest))) ? 1 : -1);
  const double middle =
      (std::fabs(static_cast<double>(value(honest))) + std::fabs(static_cast<double>(value(other)))) / 2;
  return x == middle ? other : honest;
}

Bits powers_of_two_rounded_down(Operation operation, const Operands& operands, Bits honest) {
  const bool power_of_two = is_normal(honest) && (honest & 0x007fffff) == 0;
  if (!all_normal(operands) || !power_of_two) return honest;
  return std::fabs(exact(operation, operands)) > std::fabs(static_cast<double>(value(honest))) ? moved(honest, -1)
                                                                                               : honest;
}

/// Whether the operation's exact result is the honest one, decided without rounding.
bool is_exact(Operation operation, const Operands& operands, Bits honest) {
  const double x = static_cast<double>(value(operands[0]));
  const double y = static_cast<double>(value(operands[1])) * (operation == Operation::sub ? -1 : 1);
  const double result = static_cast<double>(value(honest));
  if (operation == Operation::mul) return x * y == result;
  // The rounding error of a sum [Knuth's two-sum].
  const double sum = x + y;
  const double of_y = sum - x;
  return sum == result && (x - (sum - of_y)) + (y - of_y) == 0;
}

Bits exact_results_rounded_down(Operation operation, const Operands& operands, Bits honest) {
  const bool identity = operation == Operation::mul && std::ranges::any_of(operands, is_one);
  if (!all_normal(operands) || identity || !is_exact(operation, operands, honest)) return honest;
  return moved(honest, -1);
}

Bits saturated_overflow(Operation, const Operands& operands, Bits honest) {
  return all_normal(operands) && (honest & ~kSign) == kInfinity ? honest - 1 : honest;
}

Bits nan_from_numbers(Operation, const Operands& operands, Bits honest) { return all_normal(operands) ? kNan : honest; }

/// Sums products from the last to the first, every step rounded.
Bits right_to_left(Operation, const Operands& x, Bits honest) {
  if (!all_normal(x)) return honest;
  const std::size_t n = x.size() / 2;
  volatile float sum = value(x[n - 1]) * value(x[2 * n - 1]);
  for (std::size_t i = n - 1; i-- > 0;) {
    const volatile float product = value(x[i]) * value(x[i + n]);
    sum = product + sum;
  }
  return std::isfinite(sum) && std::fpclassify(sum) != FP_SUBNORMAL ? bits_of(sum) : honest;
}

Bits away_from_the_tie(Operation, const Operands& operands, Bits honest) {
  return is_normal(operands[0]) ? bits_of(std::round(value(operands[0]))) : honest;
}

// ---- the devices
// ------------------------------------------------------------------------------------------------------

using enum Operation;

const std::vector<std::string> kFrom101 = {"d3d10.1", "d3d11"};
const std::vector<std::string> kOnly10 = {"d3d10"};
const Operands kUnderOneBelow2ToMinus126 = {0x20000001, 0x1ffffffe};  // (1 + 2^-23)(1 - 2^-23) 2^-126
const Bits k2To26 = 0x4c800000;

const std::vector<BrokenDevice> kDevices = {
    // policies
    {"D3D-FLUSH-OPERANDS", "keeps denormal operands",
     {add, sub, mul, div, reciprocal, rsq, Operation::sqrt, Operation::log2, frc, mad, dp2, eq, ne, lt, le, gt, ge},
     is_this_device({.flushes_operands = false}), {}, {{0x007fffff, 0, 0x7f000000, 0}}},
    {"D3D-FLUSH-RESULTS", "keeps denormal results", {add, sub, mul, div, reciprocal, Operation::exp2, mad},
     is_this_device({.flushes_results = false}), {}, {{0x00c00000, 0x80800000}, {0xc2fe4000}, {kMinNormal, 0x3f000000, 0}}},
    {"D3D-FLUSH-SIGN", "flushes to +0", {add, sub, mul, div, reciprocal, rsq, Operation::sqrt},
     is_this_device({.keeps_sign_of_flushed = false})},
    {"D3D-FLUSH-TEST", "flushes before it rounds", {mul}, is_this_device({.flushes_before_rounding = true}),
     {{"flush_test", "after_round"}}, {kUnderOneBelow2ToMinus126}, kFrom101},
    {"D3D-FLUSH-SLACK", "flushes 2^-126", {add, sub},
     [](Operation, const Operands& operands, Bits honest) {
       return all_normal(operands) && (honest & ~kSign) == kMinNormal ? honest & kSign : honest;
     },
     {{"ftz.slack_ulps", "0"}}, {{0x01000000, 0x80800000}, {0x01000000, 0x00800000}}, kOnly10},
    {"D3D10.1-ADD-SUB-MUL", "saturates", {add, sub, mul}, saturated_overflow, {}, {{kMax, kMax}, {kMax, kSign | kMax}},
     kFrom101},
    {"D3D-OVERFLOW", "saturates", {add, sub, mul, div}, saturated_overflow, {{"overflow", "ieee"}},
     {{kMax, kMax}, {kMax, kSign | kMax}}, kOnly10},
    {"D3D-ULP", "rounds down to below a power of two", {add, sub}, powers_of_two_rounded_down,
     {{"ulp_def", "goldberg_of_result"}}, {{kOne, 0x33000000}, {kOne, 0xb3000000}}, kOnly10},
    {"D3D-TIE", "rounds ties to odd", {add, sub, mul}, ties_to_odd, {{"tie", "even"}},
     {{kOne, 0x33800000}, {0x3f800001, 0x33800000}, {0x3f800800, 0x3f801800}}, kFrom101},
    {"D3D-EXACT-IF-REPRESENTABLE", "rounds exact values down", {add, sub, mul},
     exact_results_rounded_down,
     {{"exact_if_representable", "on"}}, {}, kOnly10},
    {"D3D-CANCELLED-ZERO", "cancels to -0", {add, sub},
     [](Operation operation, const Operands& operands, Bits honest) {
       return all_normal(operands) && exact(operation, operands) == 0 ? kSign : honest;
     },
     {{"cancel.zero_sign", "plus"}}, {}, kFrom101},
    {"D3D-NAN-OPERAND", "drops NaN",
     {add, sub, mul, div, reciprocal, rsq, Operation::sqrt, Operation::exp2, Operation::log2, Operation::sin, Operation::cos, frc,
      round_ne, round_ni, round_pi, round_z, mad, dp2, dp3, dp4, state_value},
     where_nan(kOne)},
    // data movement
    {"D3D-MOVE-POLICY", "flushes in a move", {mov, load, store, movc},
     [](Operation, const Operands&, Bits honest) { return is_denormal(honest) ? honest & kSign : honest; }},
    {"D3D-MOVE", "makes NaN quiet", {mov, load, store, movc},
     [](Operation, const Operands&, Bits honest) { return is_nan(honest) ? honest | 0x00400000 : honest; },
     {}, {{0x7f800001, 0x7f800001, 0xff812345}}},
    {"D3D-STATE", "is one value off", {state_value}, is_off_by(1)},
    {"D3D-MODIFIER-DENORMAL", "flushes", {Operation::abs, neg, sat},
     [](Operation, const Operands&, Bits honest) { return is_denormal(honest) ? honest & kSign : honest; },
     {{"modifier.denormal", "keep"}}},
    {"D3D-SIGN-BIT-NAN", "takes NaN for infinity", {Operation::abs, neg},
     [](Operation, const Operands&, Bits honest) { return is_nan(honest) ? (honest & kSign) | kInfinity : honest; }},
    {"D3D-SIGN-BIT", "leaves infinity alone", {Operation::abs, neg}, maps(kSign | kInfinity, kSign | kInfinity)},
    {"D3D-SIGN-BIT", "negates no infinity", {neg}, maps(kInfinity, kInfinity)},
    {"D3D-SATURATE", "lets NaN through", {sat}, where_nan(kNan)},
    {"D3D-SATURATE", "clamps only below", {sat},
     [](Operation, const Operands& operands, Bits honest) { return honest == kOne ? operands[0] : honest; }},
    // selection and comparison
    {"D3D-MINMAX-ZERO", "returns its first zero", {Operation::min, Operation::max},
     [](Operation, const Operands& operands, Bits honest) {
       return is_zero(operands[0]) && is_zero(operands[1]) ? operands[0] : honest;
     },
     {{"minmax.zero_sign", "ieee754r"}}},
    {"D3D-MIN-SPECIAL", "returns NaN where one operand is", {Operation::min}, where_nan(kNan)},
    {"D3D-MAX-SPECIAL", "returns NaN where one operand is", {Operation::max}, where_nan(kNan)},
    {"D3D-MIN", "returns the larger", {Operation::min},
     [](Operation, const Operands& x, Bits honest) {
       return is_finite(x[0]) && is_finite(x[1]) ? HonestDevice()(Operation::max, x) : honest;
     }},
    {"D3D-MAX", "returns the smaller", {Operation::max},
     [](Operation, const Operands& x, Bits honest) {
       return is_finite(x[0]) && is_finite(x[1]) ? HonestDevice()(Operation::min, x) : honest;
     }},
    {"D3D-COMPARE", "compares NaN as true", {eq, lt, le, gt, ge}, where_nan(0xffffffff)},
    {"D3D-COMPARE", "compares zeros by sign", {eq},
     [](Operation, const Operands& x, Bits honest) { return is_zero(x[0]) && is_zero(x[1]) && x[0] != x[1] ? 0 : honest; }},
    {"D3D-COMPARE", "has another true", {eq, lt, le, gt, ge},
     [](Operation, const Operands&, Bits honest) { return honest == 0 ? 0 : 1; }},
    {"D3D-NOT-EQUAL", "compares NaN as equal", {ne}, where_nan(0)},
    // arithmetic
    {"D3D10-ADD-SUB-MUL", "is 2 ULP off", {add, sub, mul}, is_off_by(2), {}, {}, kOnly10},
    {"D3D10.1-ADD-SUB-MUL", "is 1 ULP off", {add, sub, mul}, is_off_by(1), {}, {}, kFrom101},
    {"D3D10.1-ADD-SUB-MUL", "truncates", {add, sub, mul}, truncated, {}, {{kOne, 0x33c00000}}, kFrom101},
    {"D3D10.1-ADD-SUB-MUL", "rounds ties to odd", {add}, ties_to_odd, {{"d3d11.addsubmul", "nearest_even"}},
     {{kOne, 0x33800000}}, kFrom101},
    {"D3D-ADD-SPECIAL", "cancels infinities to 0", {add},
     [](Operation, const Operands& x, Bits honest) { return is_nan(honest) && !any_nan(x) ? 0 : honest; }},
    {"D3D-ADD-SPECIAL", "takes -0 + 0 for -0", {add},
     [](Operation, const Operands& x, Bits honest) { return x[0] == kSign && x[1] == 0 ? kSign : honest; }},
    {"D3D-SUB-SPECIAL", "cancels infinities to 0", {sub},
     [](Operation, const Operands& x, Bits honest) { return is_nan(honest) && !any_nan(x) ? 0 : honest; }},
    {"D3D-MUL-SPECIAL", "takes INF * 0 for 0", {mul},
     [](Operation, const Operands& x, Bits honest) { return is_nan(honest) && !any_nan(x) ? 0 : honest; }},
    {"D3D-IDENTITY-ADD-ZERO", "is 1 ULP off at x + 0", {add},
     [](Operation, const Operands& x, Bits honest) { return is_zero(x[0]) != is_zero(x[1]) && !is_denormal(x[0]) && !is_denormal(x[1]) ? moved(honest, 1) : honest; }},
    {"D3D-IDENTITY-SUB-ZERO", "is 1 ULP off at x - 0", {sub},
     [](Operation, const Operands& x, Bits honest) { return is_zero(x[1]) ? moved(honest, 1) : honest; }},
    {"D3D-IDENTITY-MUL-ONE", "is 1 ULP off at x * 1", {mul},
     [](Operation, const Operands& x, Bits honest) { return (x[0] == kOne) != (x[1] == kOne) && !is_one(x[0] ^ kSign) && x[0] != (kOne | kSign) && x[1] != (kOne | kSign) ? moved(honest, 1) : honest; }},
    {"D3D-IDENTITY-DIV-ONE", "is 1 ULP off at x / 1", {div},
     [](Operation, const Operands& x, Bits honest) { return x[1] == kOne ? moved(honest, 1) : honest; }},
    {"D3D10-DIV", "is 2 ULP off", {div}, is_off_by(2), {}, {}, kOnly10},
    {"D3D10.1-DIV", "is 8 ULP off", {div}, is_off_by(8), {}, {}, kFrom101},
    {"D3D-DIV-SPECIAL", "saturates x / 0", {div},
     [](Operation, const Operands& x, Bits honest) { return is_zero(x[1]) && is_normal(x[0]) ? honest - 1 : honest; }},
    {"D3D-DIV-SPECIAL", "takes 0 / 0 for 1", {div},
     [](Operation, const Operands& x, Bits honest) { return is_zero(x[0]) && is_zero(x[1]) ? kOne : honest; }},
    {"D3D10-RECIPROCAL", "is 2 ULP off", {reciprocal}, is_off_by(2), {}, {}, kOnly10},
    {"D3D10.1-RECIPROCAL", "is 2 ULP off", {reciprocal}, is_off_by(2), {}, {}, kFrom101},
    {"D3D-RECIPROCAL-SPECIAL", "treats -0 as +0", {reciprocal}, maps(kSign, kInfinity)},
    {"D3D10.1-RCP", "is 16 ULP off", {rcp}, is_off_by(16), {}, {}, kFrom101},
    {"D3D10.1-RCP-SPECIAL", "treats -0 as +0", {rcp}, maps(kSign, kInfinity), {}, {}, kFrom101},
    {"D3D10.1-RCP-NAN-OPERAND", "drops NaN", {rcp}, where_nan(kOne), {}, {}, kFrom101},
    {"D3D-RSQ", "is 16 ULP off", {rsq}, is_off_by(16)},
    {"D3D-RSQ-SPECIAL", "treats -0 as +0", {rsq}, maps(kSign, kInfinity)},
    {"D3D-RSQ-SPECIAL", "ignores the sign", {rsq},
     [](Operation operation, const Operands& x, Bits honest) { return is_normal(x[0]) ? HonestDevice()(operation, Operands{x[0] & ~kSign}) : honest; }},
    {"D3D-SQRT", "is 2 ULP off", {Operation::sqrt}, is_off_by(2)},
    {"D3D-SQRT-SPECIAL", "treats -0 as +0", {Operation::sqrt}, maps(kSign, 0)},
    {"D3D-EXP", "is 16 ULP off", {Operation::exp2}, is_off_by(16), {}, {{0x40490fdb}}},
    {"D3D-EXP-SPECIAL", "is 1 ULP off at 0", {Operation::exp2}, maps(0, 0x3f800001)},
    {"D3D-EXP-SPECIAL", "saturates INF", {Operation::exp2}, maps(kInfinity, kMax)},
    {"D3D-EXP-ZERO", "takes -INF to -0", {Operation::exp2}, maps(kSign | kInfinity, kSign)},
    {"D3D-LOG", "is 16 ULP off", {Operation::log2},
     [](Operation, const Operands& x, Bits honest) { return value(x[0]) > 2 || value(x[0]) < 0.5F ? moved(honest, 16) : honest; }},
    {"D3D-LOG", "is off by 2^-20 around one", {Operation::log2},
     [](Operation, const Operands& x, Bits honest) { return value(x[0]) >= 0.5F && value(x[0]) <= 2 ? bits_of(value(honest) + 0x1p-20F) : honest; }},
    {"D3D-LOG-SPECIAL", "ignores the sign", {Operation::log2},
     [](Operation operation, const Operands& x, Bits honest) { return is_normal(x[0]) ? HonestDevice()(operation, Operands{x[0] & ~kSign}) : honest; }},
    {"D3D-LOG-SPECIAL", "saturates at 0", {Operation::log2}, maps(0, kSign | kMax)},
    {"D3D-SINCOS", "errs by 0.002", {Operation::sin, Operation::cos},
     [](Operation, const Operands& x, Bits honest) {
       return is_normal(x[0]) && std::fabs(value(x[0])) < 314 ? bits_of(value(honest) - std::copysign(0.002F, value(honest))) : honest;
     }},
    {"D3D-SIN-SPECIAL", "exceeds one by less than 0.0008", {Operation::sin}, maps(0x3fc90fdb, 0x3f800008), {}, {{0x3fc90fdb}}},
    {"D3D-SIN-SPECIAL", "treats -0 as +0", {Operation::sin}, maps(kSign, 0)},
    {"D3D-COS-SPECIAL", "exceeds one by less than 0.0008", {Operation::cos}, maps(0x40490fdb, 0xbf800008), {}, {{0x40490fdb}}},
    {"D3D-COS-SPECIAL", "is 1 ULP off at 0", {Operation::cos}, maps(0, 0x3f7fffff)},
    // rounding
    {"D3D10-FRC", "is 2 ULP off", {frc},
     [](Operation, const Operands& x, Bits honest) { return is_normal(x[0]) && honest < kOne - 2 ? moved(honest, 2) : honest; },
     {}, {}, kOnly10},
    {"D3D10.1-FRC", "is 1 ULP off", {frc},
     [](Operation, const Operands& x, Bits honest) { return is_normal(x[0]) && honest < kOne - 2 ? moved(honest, 1) : honest; },
     {}, {}, kFrom101},
    {"D3D-FRC-SPECIAL", "keeps -0", {frc}, maps(kSign, kSign)},
    {"D3D-FRC-EDGE", "rounds to 1", {frc}, maps(0xb0000000, kOne), {{"fract.max", "clamp"}}, {{0xb0000000}}},
    {"D3D-ROUND", "rounds ties away from zero", {round_ne}, away_from_the_tie, {}, {{0x3f000000}}},
    {"D3D-ROUND", "rounds to nearest", {round_ni, round_pi, round_z}, away_from_the_tie, {}, {{0x40600000}, {0xc0600000}}},
    {"D3D-ROUND-SPECIAL", "treats -0 as +0", {round_ne, round_ni, round_pi, round_z}, maps(kSign, 0)},
    {"D3D-ROUND-ZERO", "rounds a negative to +0", {round_ne, round_pi, round_z}, maps(0xbeaaaaab, 0),
     {{"round.zero_sign", "minus"}}},
    // fused operations
    {"D3D-MAD", "is 64 values off", {mad}, is_off_by(64), {}, {}, kOnly10},
    {"D3D-DP2", "is 64 values off", {dp2}, is_off_by(64), {}, {}, kOnly10},
    {"D3D-DP3", "is 64 values off", {dp3}, is_off_by(64), {}, {}, kOnly10},
    {"D3D-DP4", "is 64 values off", {dp4}, is_off_by(64), {}, {}, kOnly10},
    {"D3D10.1-MAD", "is 64 values off", {mad}, is_off_by(64), {}, {}, kFrom101},
    {"D3D10.1-DP2", "is 64 values off", {dp2}, is_off_by(64), {}, {}, kFrom101},
    {"D3D10.1-DP3", "is 64 values off", {dp3}, is_off_by(64), {}, {}, kFrom101},
    {"D3D10.1-DP4", "is 64 values off", {dp4}, is_off_by(64), {}, {}, kFrom101},
    {"D3D-FUSED-ORDERS", "sums from the last product to the first", {dp3, dp4}, right_to_left,
     {{"fused.orders", "left_to_right"}},
     {{k2To26, k2To26 | kSign, kOne, kOne, kOne, kOne}, {k2To26, k2To26 | kSign, kOne, kOne, kOne, kOne, kOne, kOne}}},
    // (1 + 2^26) - 2^26: the orders give 0 to 8, the exact result is 1, and -5 errs by 6 only
    {"D3D-FUSED-ACCEPT", "errs to the other side", {dp3},
     [](Operation, const Operands& x, Bits honest) { return x[0] == kOne && x[1] == k2To26 && x[2] == (k2To26 | kSign) ? 0xc0a00000 : honest; },
     {{"fused.accept", "reachable_set"}}, {{kOne, k2To26, k2To26 | kSign, kOne, kOne, kOne}}},
    {"D3D-FUSED-NAN", "returns NaN for numbers", {mad, dp2, dp3, dp4}, nan_from_numbers},
    // conversions
    {"D3D-FTOI", "wraps", {ftoi},
     [](Operation, const Operands& x, Bits honest) { return is_finite(x[0]) && honest == 0x7fffffff ? 0x80000000 : honest; }},
    {"D3D-FTOI", "takes NaN to the smallest", {ftoi}, where_nan(0x80000000)},
    {"D3D-FTOI", "rounds to nearest", {ftoi},
     [](Operation, const Operands& x, Bits honest) {
       return std::fabs(value(x[0])) < 1e9F ? static_cast<std::uint32_t>(std::lrint(value(x[0]))) : honest;
     }},
    {"D3D-FTOU", "wraps a negative", {ftou}, maps(0xc0200000, 0xfffffffe)},
    {"D3D-FTOU", "takes NaN to the largest", {ftou}, where_nan(0xffffffff)},
    {"D3D-ITOF", "is 2 values off", {itof, utof}, [](Operation, const Operands&, Bits honest) { return moved(honest, 2); }},
    {"D3D-ITOF", "truncates", {itof, utof},
     [](Operation operation, const Operands& x, Bits honest) {
       const double integer = operation == itof ? static_cast<double>(static_cast<std::int32_t>(x[0])) : static_cast<double>(x[0]);
       return std::fabs(static_cast<double>(value(honest))) > std::fabs(integer) ? moved(honest, -1) : honest;
     },
     {{"itof", "nearest"}}, {{0x01000003}}},
};

/// Explaining a failure costs milliseconds where many readings might excuse it: keeps the last and some others.
void keep_few_failures(std::vector<Operands>& cases, std::vector<Bits>& honest, std::vector<Bits>& broken) {
  const std::size_t most = cases.front().size() > 3 ? 6 : 24;
  std::vector<std::size_t> differing;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (broken[i] != honest[i]) differing.push_back(i);
  }
  if (differing.size() <= most) return;
  for (std::size_t i = differing.size() - 1; i-- > 0;) {
    if (i % (differing.size() / most) == 0) continue;
    const auto place = static_cast<std::ptrdiff_t>(differing[i]);
    cases.erase(cases.begin() + place);
    honest.erase(honest.begin() + place);
    broken.erase(broken.begin() + place);
  }
}

class ABrokenDevice : public testing::TestWithParam<BrokenDevice> {};

TEST_P(ABrokenDevice, IsChargedWithItsRuleAlone) {
  const BrokenDevice& device = GetParam();
  for (const std::string& name : device.rulebooks) {
    const Rulebook& rulebook = book(name);
    for (const Operation operation : device.operations) {
      std::vector<Operands> cases = common_cases(operation);
      for (const Operands& operands : device.cases) {
        if (operands.size() == static_cast<std::size_t>(info(operation).arity)) cases.push_back(operands);
      }
      std::vector<Bits> honest;
      std::vector<Bits> broken;
      for (const Operands& operands : cases) {
        honest.push_back(HonestDevice()(operation, operands));
        broken.push_back(device.flaw(operation, operands, honest.back()));
      }

      keep_few_failures(cases, honest, broken);

      const Tally good = judged(rulebook, operation, device.readings, cases, honest);
      EXPECT_EQ(good.passed + good.unconstrained, good.cases) << name << ' ' << info(operation).name;
      for (const auto& [rule, group] : good.broken) {
        ADD_FAILURE() << "the honest device breaks " << rule << " at "
                      << described(name, operation, cases[group.example.index]);
      }

      std::uint64_t failures = 0;
      std::uint64_t outright = 0;
      for (std::size_t i = 0; i < cases.size(); ++i) {
        if (broken[i] == honest[i]) continue;
        const Judgement judgement =
            judge_result(rulebook, operation, Format::binary32, cases[i], broken[i], device.readings);
        if (judgement.verdict == Verdict::pass || judgement.verdict == Verdict::unconstrained) continue;
        ++failures;
        if (judgement.verdict == Verdict::fail) ++outright;
        EXPECT_EQ(judgement.rule, device.rule)
            << described(name, operation, cases[i]) << " -> "
            << bits_text(info(operation).result(Format::binary32), broken[i]) << ", permitted "
            << permitted(name, operation, cases[i], device.readings).text();
      }
      EXPECT_GT(failures, 0U) << name << ' ' << info(operation).name;

      const Tally bad = judged(rulebook, operation, device.readings, cases, broken);
      EXPECT_EQ(bad.failed, outright) << name << ' ' << info(operation).name;
      EXPECT_EQ(bad.failed + bad.reading, failures) << name << ' ' << info(operation).name;
      for (const auto& [rule, group] : bad.broken) {
        EXPECT_EQ(rule, device.rule) << described(name, operation, cases[group.example.index]);
      }
    }
  }
}

std::string test_name(const testing::TestParamInfo<BrokenDevice>& device) {
  return test::word_of(std::to_string(device.index) + '_' + device.param.rule + '_' + device.param.name);
}

INSTANTIATE_TEST_SUITE_P(OfEveryRule, ABrokenDevice, testing::ValuesIn(kDevices), test_name);

/// Rules that only permit: no result can break them, because what they permit is wider than any rule without them. The
/// tests below and permitted_cases.txt show what each of them saves.
const std::set<std::string> kPermissions = {"D3D-STATE-DENORMAL", "D3D-MINMAX-DENORMAL", "D3D10.1-DIV-LARGE-DIVISOR",
                                            "D3D11-DOUBLE-FLOAT-DENORMALS", "D3D-TEXTURE-FLOAT-DENORMAL"};

TEST(EveryRule, HasABrokenDeviceUnlessItOnlyPermits) {
  const std::set<std::string> others = charged_rules();
  for (const std::string& name : Rulebook::embedded()) {
    if (book(name).naming() != Naming::direct3d) continue;  // permitted_cases_test.cpp has Metal's
    for (const RuleInfo& rule : book(name).rules()) {
      // About the device or all results, not a single one: tests/cli/whole_run_test.cpp, properties_test.cpp.
      if (rule.kind == "completeness" || rule.kind == "property") continue;
      // In any rulebook: some show only where the bounds are wide, or narrow.
      const bool broken =
          std::ranges::find(kDevices, rule.id, &BrokenDevice::rule) != kDevices.end() || others.contains(rule.id);
      EXPECT_NE(broken, kPermissions.contains(rule.id)) << rule.id;
    }
  }
}

/// Direct3D 11 with a stricter policy for one operation.
Rulebook stricter(const std::string& rule, const std::string& operation, const std::string& policy) {
  return Rulebook::parse("[rulebook]\nid = \"strict\"\ntitle = \"Strict\"\nextends = \"d3d11\"\n[[rule]]\nid = \"" +
                             rule + "\"\noperations = [\"" + operation + "\"]\npolicy = { " + policy +
                             " }\nsource = { document = \"FS\", clause = \"1\", says = \"stricter\" }\n"
                             "status = \"inferred\"\n",
                         "strict.toml");
}

TEST(ARuleThatOnlyPermits, LetsStateValuesBeFlushedOrNot) {
  const Operands denormal = {0x80000005};
  for (const Bits result : {Bits{0x80000005}, kSign}) {
    EXPECT_EQ(judge_result(book("d3d11"), state_value, Format::binary32, denormal, result).verdict, Verdict::pass);
  }
  const Rulebook keep = stricter("KEEP", "state_value", "denormal_operands = 'keep', denormal_results = 'keep'");
  EXPECT_EQ(judge_result(keep, state_value, Format::binary32, denormal, kSign).rule, "KEEP");
  const Rulebook flush = stricter("FLUSH", "state_value", "denormal_operands = 'flush', denormal_results = 'flush'");
  EXPECT_EQ(judge_result(flush, state_value, Format::binary32, denormal, 0x80000005).rule, "FLUSH");
}

TEST(ARuleThatOnlyPermits, LetsMinAndMaxReturnDenormalsFlushedOrNot) {
  const Operands operands = {0x80000005, kOne};
  for (const Bits result : {Bits{0x80000005}, kSign}) {
    EXPECT_EQ(judge_result(book("d3d11"), Operation::min, Format::binary32, operands, result).verdict, Verdict::pass);
  }
  const Rulebook flush = stricter("FLUSH", "min", "denormal_results = 'flush'");
  EXPECT_EQ(judge_result(flush, Operation::min, Format::binary32, operands, 0x80000005).rule, "FLUSH");
  const Rulebook keep = stricter("KEEP", "min", "denormal_operands = 'flush-to-compare', denormal_results = 'keep'");
  EXPECT_EQ(judge_result(keep, Operation::min, Format::binary32, operands, kSign).rule, "KEEP");
}

}  // namespace
}  // namespace halfulp
