// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>
#include <vector>

#include "judge/verdict/judged_case.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

/// What a case must have for a relaxation to be tried, one bit each: what it relaxes can occur.
enum Needs : unsigned {
  kNothing = 1U << 0,
  kDenormals = 1U << 1,  ///< among operands, steps or values that the result may have been before a flush
  kZero = 1U << 2,
  kOverflow = 1U << 3,
  kNanOperand = 1U << 4,
  kInfiniteOperand = 1U << 5,
  kSpecial = 1U << 6,
  kBelowZero = 1U << 7,
  kOtherUlp = 1U << 8,  ///< a definition of ULP that is not the usual one
};

/// Needs of the relaxations that permit anything.
constexpr unsigned kLeavesOpen = kNanOperand | kInfiniteOperand | kSpecial;

/// One way to relax the policies; if that admits a result, the rule of the first of them is broken.
struct Relaxation {
  Needs needs;
  PolicySet policies;
  Policies values = kWidest;
};

/// In the order of the rule model: flush, zero sign, infinity, then what only a stricter reading makes strict, and what
/// widens: a definition of ULP, an error bound instead of membership.
std::vector<Relaxation> relaxations() {
  const PolicySet operands = bit(&Policies::operands);
  const PolicySet results = bit(&Policies::results);
  const PolicySet sign = bit(&Policies::any_flushed_sign);
  std::vector<Relaxation> all = {
      {kDenormals, operands},
      {kDenormals, results},
      {kDenormals, operands | results},
      {kZero, bit(&Policies::any_underflowed_zero)},
      {kDenormals, sign},
      {kDenormals, results | sign},
      {kDenormals, operands | results | sign},
      {kZero, bit(&Policies::any_cancelled_zero)},
      {kZero, bit(&Policies::any_compared_zero)},
      {kZero, bit(&Policies::any_rounded_zero)},
      {kDenormals, bit(&Policies::flush_test)},
      {kDenormals, bit(&Policies::no_flush_slack)},
      {kOverflow, bit(&Policies::overflow), {.overflow = Overflow::interval_inf_or_max}},
      {kOverflow, bit(&Policies::overflow), {.overflow = Overflow::ulp_extended}},
      {kNanOperand, bit(&Policies::nan_undefined)},
      {kInfiniteOperand, bit(&Policies::infinity_undefined)},
      {kSpecial, bit(&Policies::special_advisory)},
      {kBelowZero, bit(&Policies::clamp_below_zero)},
      {kZero, bit(&Policies::any_zero_sign)},
      {kNothing, bit(&Policies::tie_to_even)},
      {kNothing, bit(&Policies::exact_if_representable)},
      {kNothing, bit(&Policies::allow_range_edge)},
      {kNothing, bit(&Policies::orders)},
  };
  for (const Ulp ulp : {Ulp::muller_a, Ulp::muller_b, Ulp::goldberg_of_result, Ulp::bit_steps}) {
    all.push_back({kOtherUlp, bit(&Policies::ulp), {.ulp = ulp}});
  }
  all.push_back({kNothing, bit(&Policies::reachable_set)});
  return all;
}

/// Whether every rounding to nearest gives zero for a result that is not zero: at most half the least denormal.
bool rounds_to_zero(const exact::Result& exact, const FormatInfo& row) {
  if (exact.kind != exact::Result::Kind::finite) return false;
  const Rational half = Grid::of(row).next(Rational(0)).scaled(-1);
  return exact.value.compare(half) <= 0 && exact.value.compare(-half) >= 0;
}

/// Which needs a case meets.
unsigned needs_met(const Ruling& ruling, std::span<const Bits> operands, const exact::Result& exact, Bits observed) {
  using number::Layout;
  unsigned met = kNothing;
  if (ruling.policies.ulp != Ulp::muller_a) met |= kOtherUlp;
  if (any_floating(ruling, operands, &Layout::is_denormal)) met |= kDenormals;
  if (any_floating(ruling, operands, &Layout::is_zero)) met |= kZero;
  if (any_floating(ruling, operands, &Layout::is_nan)) met |= kNanOperand | kSpecial;
  if (any_floating(ruling, operands, &Layout::is_infinite)) met |= kInfiniteOperand | kSpecial;
  if (exact.kind == exact::Result::Kind::nan || exact.kind == exact::Result::Kind::infinity) met |= kSpecial;
  if (exact.kind == exact::Result::Kind::finite ? exact.value.sign() < 0 : exact.negative) met |= kBelowZero;
  const FormatInfo& result_row = *ruling.result_format;
  if (result_row.kind != FormatKind::floating) return met;
  const Layout result(result_row);
  const Bits magnitude = result.magnitude(observed);
  if (magnitude < result.min_normal()) met |= kZero;
  if (magnitude <= result.min_normal()) met |= kDenormals;
  // A zero that rounding gives is no flush's.
  if (result.is_zero(observed) && rounds_to_zero(exact, result_row)) met &= ~kDenormals;
  if (magnitude == result.infinity() || magnitude == result.max_finite()) met |= kOverflow;
  return met;
}

}  // namespace

std::string broken_rule(const Ruling& ruling, JudgedCase& judged, const Permitted& decision) {
  const Bits observed = judged.observed();
  unsigned met = needs_met(ruling, judged.of().given().bits(), decision.exact, observed);
  // A table or an identity that gives the result of an infinity or a NaN is broken itself, not the policy that they are
  // handled at all.
  const std::string_view decider = decision.rules.front();
  const bool is_given = decider == ruling.rules.special_rule ||
                        std::ranges::find(ruling.rules.identities, decider, &rulebook::Resolved::NamedIdentity::rule) !=
                            ruling.rules.identities.end();
  if (is_given) met &= ~kLeavesOpen;
  static const std::vector<Relaxation> kRelaxations = relaxations();
  for (const Relaxation& relaxation : kRelaxations) {
    if ((met & relaxation.needs) == 0) continue;
    const std::string& rule = ruling.rules.rule(name(relaxation.policies));
    if (rule.empty()) continue;
    if (judged.permits(ruling, with(ruling.policies, relaxation.policies, relaxation.values))) return rule;
  }

  const FormatInfo& row = *ruling.result_format;
  if (row.kind == FormatKind::floating) {
    const number::Layout layout(row);
    const bool special = !layout.is_finite(observed);
    const bool special_only = decision.set.intervals().empty();
    // A NaN or an infinity out of nowhere, or a number where only NaN is permitted.
    if ((special || special_only) && !ruling.rules.rule("fused_nan").empty() &&
        decision.rules.front() == ruling.rules.accuracy_rule) {
      return ruling.rules.rule("fused_nan");
    }
    // Outside a range that the table gives, though inside the bound.
    if (decision.constrained_by_table) {
      const Ruling& without = *ruling.without_table;
      if (judged.permits(without, without.policies)) return ruling.rules.special_rule;
    }
  }
  return std::string(decision.rules.front());
}

}  // namespace halfulp::judge
