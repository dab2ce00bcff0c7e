// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "judge/filter/filter.hpp"
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

/// Writes the operands of cases first ... first + block.count - 1.
void load_operands(const Plan& plan, std::span<const ConstLane> operands, std::size_t first, Block& block) {
  const bool flush = plan.policies.operands == Denormals::flush;
  for (std::size_t k = 0; k < plan.arity; ++k) {
    exact::HWY_NAMESPACE::load_values(*plan.operand_rows[k], operands[k], first, block.count, flush,
                                      block.operands[k].data());
  }
}

bool has_reference(const Plan& plan) {
  Block none;
  return find_exact_results<Certified>(plan, none);
}

void find_references(const Plan& plan, std::span<const ConstLane> operands, Block& block) {
  load_operands(plan, operands, 0, block);
  static_cast<void>(find_exact_results<Certified>(plan, block));
}

/// The first test. Its references of functions are quick: within their slack they differ between targets.
Passed pass_rounded(const Plan& plan, Block& block, const CaseSet& sample) {
  static_cast<void>(find_exact_results<Quick>(plan, block));
  if (plan.is_double) return pass_rounded_of<ResultKind::binary64>(plan, block, sample);
  if (plan.result_is_float) return pass_rounded_of<ResultKind::value>(plan, block, sample);
  return pass_rounded_of<ResultKind::code>(plan, block, sample);
}

/// The answer of a first test that passes nothing.
Passed none_passed(const Block& block) {
  Passed passed;
  for (std::size_t word = 0; word < passed.rest.size(); ++word) passed.rest[word] = cases_below(block.count, word);
  return passed;
}

/// The cases of a block that the first test leaves.
void take_rest(const Plan& plan, FilteredBlock& block) {
  const Block& all = block.all;
  Block& rest = block.rest;
  rest.count = 0;
  for (std::size_t word = 0; word < block.passed.rest.size(); ++word) {
    for (std::uint64_t left = block.passed.rest[word]; left != 0; left &= left - 1) {
      const std::size_t i = 64 * word + static_cast<std::size_t>(std::countr_zero(left));
      const std::size_t n = rest.count++;
      for (std::size_t k = 0; k < plan.arity; ++k) rest.operands[k][n] = all.operands[k][i];
      rest.observed[n] = all.observed[i];
      block.places[n] = static_cast<std::uint16_t>(i);
    }
  }
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
  static_cast<void>(find_exact_results<Certified>(plan, flushed));
}

void judge_block(const Plan& plan, std::span<const ConstLane> operands, ConstLane results, std::size_t first,
                 const CaseSet& sample, FilteredBlock& block) {
  load_operands(plan, operands, first, block.all);
  exact::HWY_NAMESPACE::load_values(*plan.result_row, results, first, block.all.count, false,
                                    block.all.observed.data());
  block.passed = plan.rounded ? pass_rounded(plan, block.all, sample) : none_passed(block.all);
  take_rest(plan, block);
  if (plan.is_double) return block.answers.for_each_set([](CaseSet& set) { set = {}; });
  static_cast<void>(find_exact_results<Certified>(plan, block.rest));
  if (plan.tells_flushed()) flush_operands(plan, block.rest, block.flushed);
  BlockJudge(plan, block.rest, block.flushed, block.answers).judge();
}

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::judge {

HWY_EXPORT(has_reference);
HWY_EXPORT(find_references);
HWY_EXPORT(judge_block);

bool has_reference(const Plan& plan) { return HWY_DYNAMIC_DISPATCH(has_reference)(plan); }

void find_references(const Plan& plan, std::span<const ConstLane> operands, Block& block) {
  HWY_DYNAMIC_DISPATCH(find_references)(plan, operands, block);
}

void judge_block(const Plan& plan, std::span<const ConstLane> operands, ConstLane results, std::size_t first,
                 const CaseSet& sample, FilteredBlock& block) {
  HWY_DYNAMIC_DISPATCH(judge_block)(plan, operands, results, first, sample, block);
}

}  // namespace halfulp::judge
#endif
