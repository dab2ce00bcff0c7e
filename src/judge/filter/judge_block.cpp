// SPDX-License-Identifier: Apache-2.0
#include "judge/filter/block.hpp"
#include "number/binade.hpp"
#include "number/vector_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "judge/filter/judge_block.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

#include "exact/value_lanes.hpp"
#include "judge/filter/any_case.hpp"
#include "judge/filter/rounded_cases.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

void load_block(const Plan& plan, std::span<const ConstLane> operands, ConstLane results, std::size_t first,
                Block& block) {
  const bool flush = plan.policies.operands == Denormals::flush;
  for (std::size_t k = 0; k < plan.arity; ++k) {
    exact::HWY_NAMESPACE::load_values(*plan.operand_rows[k], operands[k], first, block.count, flush,
                                      block.operands[k].data());
  }
  exact::HWY_NAMESPACE::load_values(*plan.result_row, results, first, block.count, false, block.observed.data());
  static_cast<void>(find_exact_results(plan, block));
}

bool has_reference(const Plan& plan) {
  Block none;
  return find_exact_results(plan, none);
}

Passed pass_rounded(const Plan& plan, const Block& block, const CaseSet& sample) {
  if (plan.is_double) return pass_rounded_of<ResultKind::binary64>(plan, block, sample);
  if (plan.result_is_float) return pass_rounded_of<ResultKind::value>(plan, block, sample);
  return pass_rounded_of<ResultKind::code>(plan, block, sample);
}

/// Writes a block's operands, zeros for denormals, and their exact results.
void flush_operands(const Plan& plan, const Block& block, Block& flushed) {
  flushed.count = block.count;
  for (std::size_t k = 0; k < plan.arity; ++k) {
    const double least = number::power_of_two(plan.operand_rows[k]->min_exponent());
    for (std::size_t i = 0; i < block.count; i += hn::Lanes(Tag())) {
      const V x = hn::Load(Tag(), block.operands[k].data() + i);
      hn::Store(exact::HWY_NAMESPACE::flushed(x, least), Tag(), flushed.operands[k].data() + i);
    }
  }
  static_cast<void>(find_exact_results(plan, flushed));
}

void judge_block(const Plan& plan, const Block& block, Block& flushed, Answers& answers) {
  if (plan.tells_flushed()) flush_operands(plan, block, flushed);
  BlockJudge(plan, block, flushed, answers).judge();
}

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::judge {

HWY_EXPORT(has_reference);
HWY_EXPORT(load_block);
HWY_EXPORT(pass_rounded);
HWY_EXPORT(judge_block);

bool has_reference(const Plan& plan) { return HWY_DYNAMIC_DISPATCH(has_reference)(plan); }

void load_block(const Plan& plan, std::span<const ConstLane> operands, ConstLane results, std::size_t first,
                Block& block) {
  HWY_DYNAMIC_DISPATCH(load_block)(plan, operands, results, first, block);
}

Passed pass_rounded(const Plan& plan, const Block& block, const CaseSet& sample) {
  return HWY_DYNAMIC_DISPATCH(pass_rounded)(plan, block, sample);
}

void judge_block(const Plan& plan, const Block& block, Block& flushed, Answers& answers) {
  HWY_DYNAMIC_DISPATCH(judge_block)(plan, block, flushed, answers);
}

}  // namespace halfulp::judge
#endif
