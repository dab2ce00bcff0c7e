// SPDX-License-Identifier: Apache-2.0
#include "suite/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>

#include "suite/boundary_cases.hpp"
#include "suite/conversion_cases.hpp"
#include "suite/exponent_cases.hpp"
#include "suite/fixed_function_cases.hpp"
#include "suite/pair_cases.hpp"
#include "suite/pixel_cases.hpp"
#include "suite/product_cases.hpp"
#include "suite/random_cases.hpp"
#include "suite/special_cases.hpp"
#include "suite/sum_cases.hpp"

namespace halfulp::suite {
namespace {

/// A set of operations.
struct Operations {
  std::array<bool, kOperationCount> holds{};

  friend constexpr Operations operator|(Operations a, const Operations& b) {
    for (std::size_t i = 0; i < a.holds.size(); ++i) a.holds[i] = a.holds[i] || b.holds[i];
    return a;
  }
};

constexpr Operations of(std::initializer_list<Operation> operations) {
  Operations set;
  for (const Operation operation : operations) set.holds[static_cast<std::size_t>(operation)] = true;
  return set;
}
constexpr bool contains(const Operations& set, Operation operation) {
  return set.holds[static_cast<std::size_t>(operation)];
}

using enum Operation;

constexpr Operations kSums = of({add, sub, fdim, mad, fma, dp2, dp3, dp4, blend});
constexpr Operations kReciprocals = of({reciprocal, rcp});
constexpr Operations kIntegerOperands = of({itof, utof});
constexpr Operations kPairs = of({min, max, eq, ne, lt, le, gt, ge, fdim, copysign});
constexpr Operations kPowers = of({Operation::pow, powr});
constexpr Operations kTextures =
    of({sample, sample_compare, gather, gather_compare, Operation::read, Operation::write});

/// All conversions between floating formats.
constexpr Operations float_conversions() {
  Operations set;
  for (int i = static_cast<int>(binary16_to_binary32); i <= static_cast<int>(ufloat10_to_ufloat11); ++i) {
    set.holds[static_cast<std::size_t>(i)] = true;
  }
  return set | of({binary32_to_bfloat16, bfloat16_to_binary32});
}
constexpr Operations kFloatConversions = float_conversions();

// Where a construction has cases.
bool narrows(const Setting& setting) { return setting.narrows; }
bool has_sign(const Setting& setting) { return setting.has_sign(); }
bool rounds_integers(const Setting& setting) { return setting.precision < 32; }
bool cancels(const Setting& setting) { return setting.has_sign() || subtracts(setting.operation); }
bool cancels_10_bits(const Setting& setting) { return cancels(setting) && setting.precision > 10; }
bool cancels_20_bits(const Setting& setting) { return cancels(setting) && setting.precision > 20; }

constexpr std::string_view kLosesAll = "cancellation_";  ///< the precision follows

/// One row per construction of hard cases.
struct Construction {
  std::string_view kind;
  Operations operations;
  Generator generator;
  std::uint64_t all = 0;                     ///< how many there are, where that is fewer than a suite asks for
  bool (*exists)(const Setting&) = nullptr;  ///< where not every format has such cases
};

constexpr Construction kConstructions[] = {
    {"exact_ties", kSums, sum_ties},
    {"exact_ties", of({mul}), product_ties},
    {"exact_ties", of({round_ne, Operation::round}), half_integers},
    {"exact_ties", of({frc}), fraction_ties},
    {"exact_ties", kIntegerOperands, integer_ties, 0, rounds_integers},
    {"exact_ties", kFloatConversions, narrowing_ties, 0, narrows},
    {"exact_ties", kPowers, power_ties},
    {"denormal_ties", kFloatConversions, narrowing_denormal_ties, 0, narrows},
    {"denormal_ties", of({Operation::ldexp}), scaled_ties},
    {"near_smallest_denormal", kFloatConversions, narrowing_near_smallest_denormal, 0, narrows},
    {"near_smallest_normal", kSums, sums_near_smallest_normal},
    {"near_smallest_normal", of({mul}), products_near_smallest_normal},
    {"near_smallest_normal", of({div}), quotients_near_smallest_normal},
    {"near_smallest_normal", kReciprocals, reciprocals_near_smallest_normal, kReciprocalsNearSmallestNormal},
    {"near_smallest_normal", of({Operation::exp2}), power_at_smallest_normal, 1, has_sign},
    {"near_smallest_normal", kFloatConversions, narrowing_near_smallest_normal, 0, narrows},
    {"near_smallest_normal", kPowers, powers_near_smallest_normal},
    {"near_smallest_normal", of({Operation::ldexp}), scaled_near_smallest_normal},
    {"near_overflow", kSums, sums_near_overflow},
    {"near_overflow", of({mul}), products_near_overflow},
    {"near_overflow", of({div}), quotients_near_overflow},
    {"near_overflow", of({Operation::exp2}), power_at_overflow, 1},
    {"near_overflow", kFloatConversions, narrowing_near_overflow, 0, narrows},
    {"near_overflow", kPowers, powers_near_overflow},
    {"near_overflow", of({Operation::ldexp}), scaled_near_overflow},
    {"cancellation_10", kSums, sums_that_lose_10_bits, 0, cancels_10_bits},
    {"cancellation_20", kSums, sums_that_lose_20_bits, 0, cancels_20_bits},
    {kLosesAll, kSums, sums_that_lose_all_bits, 0, cancels},
    {"large_divisors", kReciprocals | of({div}), large_divisors},
    {"identities", of({add, sub, mul, div}), identities},
    {"result_denormals", kFloatConversions, narrowing_to_denormals, 0, narrows},
    {"nan_payloads", kFloatConversions, nan_payloads},
    {"almost_one", kPowers, powers_of_almost_one},
    {"negative_bases", of({Operation::pow}), powers_of_negatives, 0, has_sign},
    {"near_multiples", of({Operation::fmod, Operation::remainder}), near_multiples},
    {"huge_quotients", of({Operation::fmod, Operation::remainder}), huge_quotients},
    {"near_rule_boundary", kPairs, close_pairs},
    {"near_rule_boundary", of({Operation::nextafter}), directed_pairs},
    {"near_rule_boundary", of({Operation::atan2}), angles},
    {"near_rule_boundary", kTextures, texel_edges},
    {"near_rule_boundary", kIntegerOperands, integers_near_boundary},
    {"near_rule_boundary",
     kReciprocals | of({rsq,
                        Operation::sqrt,
                        Operation::exp2,
                        Operation::log2,
                        Operation::sin,
                        Operation::cos,
                        frc,
                        round_ne,
                        round_ni,
                        round_pi,
                        round_z,
                        ftoi,
                        ftou,
                        ftoi16,
                        ftou16,
                        ftoi8,
                        ftou8,
                        mov,
                        load,
                        store,
                        Operation::abs,
                        neg,
                        sat,
                        state_value,
                        Operation::acos,
                        Operation::acosh,
                        Operation::asin,
                        Operation::asinh,
                        Operation::atan,
                        Operation::atanh,
                        Operation::cosh,
                        cospi,
                        Operation::exp,
                        exp10,
                        frexp_fraction,
                        frexp_exponent,
                        Operation::ilogb,
                        Operation::log,
                        Operation::log10,
                        modf_fraction,
                        modf_integer,
                        Operation::round,
                        sincos_sin,
                        sincos_cos,
                        Operation::sinh,
                        sinpi,
                        Operation::tan,
                        Operation::tanh,
                        tanpi,
                        acospi,
                        asinpi,
                        atanpi,
                        Operation::expm1}),
     near_rule_boundary},
};

/// How much of each kind a suite holds.
struct Amounts {
  int log2_cases_of_one_operand;
  int log2_cases_of_more;
  std::uint64_t exponent_rounds;
  std::uint64_t difference_repeats;
  std::uint64_t hard_cases;
};

Amounts amounts(SuiteSize size) {
  if (size == SuiteSize::quick) return {18, 18, 8, 1, 2048};
  return {22, 21, 32, 4, 16384};
}

/// Random cases up to a suite's target, or a quarter of it at least; and then up to `least` cases in all.
void add_random(std::vector<Section>& sections, std::uint64_t target, std::uint64_t least, Generator generator) {
  std::uint64_t constructed = 0;
  for (const Section& section : sections) constructed += section.count;
  const std::uint64_t quarter = target / 4;
  const std::uint64_t own = constructed + quarter > target ? quarter : target - constructed;
  sections.push_back({"random", std::max(own, least - std::min(least, constructed)), generator});
}

/// The kinds of cases of a conversion of a pixel's component, but for random ones.
std::vector<Section> pixel_sections(const Setting& setting, const Amounts& amount) {
  std::vector<Section> result{{"special_values", special_case_count(setting), special_cases}};
  if (setting.all_floating) {
    result.push_back({"exponents", exponent_round(setting) * amount.exponent_rounds, exponent_cases});
  }
  if (setting.arity == 3) {
    result.push_back({"shared_exponents", amount.hard_cases * 8, shared_exponent_cases});
  } else if (encodes(setting)) {
    const std::uint64_t most = std::uint64_t{1} << amount.log2_cases_of_one_operand >> 1;
    // All, or half of what there is room for.
    const auto within = [](std::uint64_t count, std::uint64_t room) { return count <= room ? count : room / 2; };
    result.push_back({"code_boundaries", within(code_boundary_count(setting), most), code_boundaries});
    result.push_back({"code_centres", within(code_centre_count(setting), most / 2), code_centres});
    result.push_back({"code_thresholds",
                      has_all_code_thresholds(setting) ? code_threshold_count(setting) : amount.hard_cases,
                      code_thresholds});
  }
  return result;
}

/// The case's number holds the operands' bits, the first operand's lowest.
void all_operands(const Setting& setting, const Place& place, Tuple& tuple) {
  std::uint64_t rest = place.index;
  for (std::size_t i = 0; i < static_cast<std::size_t>(setting.arity); ++i) {
    const int bits = info(setting.formats[i]).bits;
    tuple[i] = rest & ((std::uint64_t{1} << bits) - 1);
    rest >>= bits;
  }
}

}  // namespace

bool has_all_operands(const Section& section) { return section.generator == all_operands; }

std::vector<Section> sections(const Setting& setting, SuiteSize size, std::uint64_t least) {
  const Amounts amount = amounts(size);
  const int log2_target = setting.arity == 1 ? amount.log2_cases_of_one_operand : amount.log2_cases_of_more;
  const std::uint64_t target = std::uint64_t{1} << log2_target;
  const int bits = operand_bits(setting);
  const bool holds_all = bits < 64 && std::max(target, least) >> bits != 0;
  if (size == SuiteSize::exhaustive || holds_all) {
    return {{"all_operands", std::uint64_t{1} << bits, all_operands, setting.arity == 1}};
  }
  if (info(setting.operation).family == OperationFamily::fixed_function) {
    std::vector<Section> result = fixed_function_sections(setting, amount.hard_cases, amount.exponent_rounds);
    add_random(result, target, least, fixed_function_random);
    return result;
  }
  if (info(setting.operation).family == OperationFamily::pixel) {
    std::vector<Section> result = pixel_sections(setting, amount);
    add_random(result, target, least, setting.all_floating ? random_cases : random_codes);
    return result;
  }
  const bool arithmetic_of_more = setting.arity > 1 && setting.all_floating;
  std::vector<Section> result{
      {"special_values", special_case_count(setting), special_cases},
      {"exponents", exponent_round(setting) * amount.exponent_rounds, exponent_cases},
  };
  if (arithmetic_of_more) {
    result.push_back({"exponent_differences", difference_round(setting) * amount.difference_repeats, difference_cases});
  }
  for (const Construction& row : kConstructions) {
    if (!contains(row.operations, setting.operation)) continue;
    if (row.exists != nullptr && !row.exists(setting)) continue;
    std::string kind(row.kind);
    if (row.kind == kLosesAll) kind += fmt::format("{}", setting.precision);
    result.push_back({std::move(kind), row.all != 0 ? row.all : amount.hard_cases, row.generator});
  }
  add_random(result, target, least, random_cases);
  return result;
}

}  // namespace halfulp::suite
