// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string_view>

#include "judge/verdict/judged_case.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

/// What a case must have for a relaxation to matter: saves trying the others.
enum class Needs : std::uint8_t {
  nothing,
  denormals,
  zero,
  overflow,
  nan_operand,
  infinite_operand,
  special,
  below_zero
};

/// One way to relax the policies, and the policy whose rule is broken if that admits a result.
struct Relaxation {
  Policy policy;
  Needs needs;
  void (*relax)(Policies&);
};

void relax_operands(Policies& p) { p.operands = Denormals::may_flush; }
void relax_results(Policies& p) { p.results = Denormals::may_flush; }
void relax_flush(Policies& p) { relax_operands(p), relax_results(p); }
void relax_flushed_sign(Policies& p) { p.any_flushed_sign = true; }
void relax_flush_and_sign(Policies& p) { relax_flush(p), relax_flushed_sign(p); }

/// Needs of the relaxations that permit anything.
bool leaves_open(Needs needs) {
  return needs == Needs::nan_operand || needs == Needs::infinite_operand || needs == Needs::special;
}

/// In the order of the rule model: flush, zero sign, infinity, then what only a stricter reading makes strict.
constexpr std::array<Relaxation, 21> kRelaxations = {{
    {Policy::denormal_operands, Needs::denormals, relax_operands},
    {Policy::denormal_results, Needs::denormals, relax_results},
    {Policy::denormal_operands, Needs::denormals, relax_flush},
    {Policy::underflowed_zero, Needs::zero, [](Policies& p) { p.any_underflowed_zero = true; }},
    {Policy::flushed_zero_sign, Needs::denormals, relax_flushed_sign},
    {Policy::denormal_operands, Needs::denormals, relax_flush_and_sign},
    {Policy::cancelled_zero, Needs::zero, [](Policies& p) { p.any_cancelled_zero = true; }},
    {Policy::compared_zeros, Needs::zero, [](Policies& p) { p.any_compared_zero = true; }},
    {Policy::rounded_zero, Needs::zero, [](Policies& p) { p.any_rounded_zero = true; }},
    {Policy::flush_test, Needs::denormals, [](Policies& p) { p.flush_test = FlushTest::both; }},
    {Policy::flush_slack, Needs::zero, [](Policies& p) { p.no_flush_slack = false; }},
    {Policy::overflow, Needs::overflow, [](Policies& p) { p.overflow = Overflow::interval_inf_or_max; }},
    {Policy::overflow, Needs::overflow, [](Policies& p) { p.overflow = Overflow::ulp_extended; }},
    {Policy::nan, Needs::nan_operand, [](Policies& p) { p.nan_undefined = true; }},
    {Policy::infinity, Needs::infinite_operand, [](Policies& p) { p.infinity_undefined = true; }},
    {Policy::special_results, Needs::special, [](Policies& p) { p.special_advisory = true; }},
    {Policy::below_zero, Needs::below_zero, [](Policies& p) { p.clamp_below_zero = false; }},
    {Policy::tie, Needs::nothing, [](Policies& p) { p.tie_to_even = false; }},
    {Policy::exact_if_representable, Needs::nothing, [](Policies& p) { p.exact_if_representable = false; }},
    {Policy::range_edge, Needs::nothing, [](Policies& p) { p.allow_range_edge = true; }},
    {Policy::fused_orders, Needs::nothing, [](Policies& p) { p.orders = Orders::all_trees; }},
}};

constexpr std::array kUlps = {Ulp::muller_a, Ulp::muller_b, Ulp::goldberg_of_result, Ulp::bit_steps};

/// Which needs a case meets.
struct Met {
  Met(const Ruling& ruling, std::span<const Bits> operands, const exact::Result& exact, Bits observed) {
    const FormatInfo& row = *ruling.format;
    const number::Layout layout(row);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const Format format = info(ruling.operation).operand_format(static_cast<int>(i), row.format);
      if (format != row.format || row.kind != FormatKind::floating) continue;
      denormals = denormals || layout.is_denormal(operands[i]);
      nan_operand = nan_operand || layout.is_nan(operands[i]);
      infinite_operand = infinite_operand || layout.is_infinite(operands[i]);
    }
    special = nan_operand || infinite_operand || exact.kind == exact::Result::Kind::nan ||
              exact.kind == exact::Result::Kind::infinity;
    below_zero = exact.kind == exact::Result::Kind::finite ? exact.value.sign() < 0 : exact.negative;
    const FormatInfo& result_row = *ruling.result_format;
    if (result_row.kind != FormatKind::floating) return;
    const number::Layout result(result_row);
    const Bits magnitude = result.magnitude(observed);
    zero = magnitude < result.min_normal();
    denormals = denormals || magnitude <= result.min_normal();
    overflow = magnitude == result.infinity() || magnitude == result.max_finite();
  }
  [[nodiscard]] bool operator()(Needs needs) const {
    switch (needs) {
      case Needs::nothing:
        return true;
      case Needs::denormals:
        return denormals;
      case Needs::zero:
        return zero;
      case Needs::overflow:
        return overflow;
      case Needs::nan_operand:
        return nan_operand;
      case Needs::infinite_operand:
        return infinite_operand;
      case Needs::special:
        return special;
      case Needs::below_zero:
        return below_zero;
    }
    return true;
  }
  bool denormals = false;
  bool zero = false;
  bool overflow = false;
  bool nan_operand = false;
  bool infinite_operand = false;
  bool special = false;
  bool below_zero = false;
};

}  // namespace

std::string broken_rule(const Ruling& ruling, JudgedCase& judged, const Permitted& decision) {
  const Bits observed = judged.observed();
  const Met met(ruling, judged.of().given().bits(), decision.exact, observed);
  // A table or an identity that gives the result of an infinity or a NaN is broken itself, not the policy that they are
  // handled at all.
  const std::string_view decider = decision.rules.front();
  const bool is_given = decider == ruling.rules.special_rule ||
                        std::ranges::find(ruling.rules.identities, decider, &rulebook::Resolved::NamedIdentity::rule) !=
                            ruling.rules.identities.end();
  for (const Relaxation& relaxation : kRelaxations) {
    if (!met(relaxation.needs) || (is_given && leaves_open(relaxation.needs))) continue;
    Policies relaxed = ruling.policies;
    relaxation.relax(relaxed);
    // What agrees on all that the decision asked permits no more than it.
    if (agree(relaxed, ruling.policies, decision.asked)) continue;
    const std::string& rule = ruling.rules.rule(name(relaxation.policy));
    if (!rule.empty() && judged.permits(ruling, relaxed)) return rule;
  }
  // The remaining policies widen: a definition of ULP, membership instead of an error bound.
  for (const Ulp ulp : kUlps) {
    if (ruling.policies.ulp == Ulp::muller_a || ruling.rules.rule("ulp").empty()) break;
    Policies relaxed = ruling.policies;
    relaxed.ulp = ulp;
    if (judged.permits(ruling, relaxed)) return ruling.rules.rule("ulp");
  }
  if (ruling.policies.reachable_set) {
    Policies relaxed = ruling.policies;
    relaxed.reachable_set = false;
    if (judged.permits(ruling, relaxed)) return ruling.rules.rule("fused_accept");
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
