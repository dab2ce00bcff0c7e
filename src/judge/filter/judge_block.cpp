// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "judge/filter/block.hpp"
#include "number/as_double.hpp"
#include "number/binade.hpp"
#include "number/lane.hpp"
#include "number/vector_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "judge/filter/judge_block.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

#include "judge/filter/any_case.hpp"
#include "judge/filter/good_cases.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

/// Floats of 32 bits; `flush`: denormals become zeros of their sign.
void load_floats(const std::byte* from, std::size_t count, bool flush, double* to) {
  const hn::Rebind<float, Tag> floats;
  const std::size_t lanes = hn::Lanes(Tag());
  std::array<float, kBlock> rest;
  for (std::size_t i = 0; i < count; i += lanes) {
    const auto* at = reinterpret_cast<const float*>(from) + i;
    if (count - i < lanes) {
      rest.fill(1);
      std::memcpy(rest.data(), at, (count - i) * sizeof(float));
      at = rest.data();
    }
    V x = hn::PromoteTo(Tag(), hn::LoadU(floats, at));
    if (flush) x = hn::IfThenElse(hn::Lt(hn::Abs(x), all(0x1p-126)), hn::CopySign(hn::Zero(Tag()), x), x);
    hn::Store(x, Tag(), to + i);
  }
}

void load_values(const FormatInfo& row, ConstLane lane, std::size_t first, std::size_t count, bool flush, double* to) {
  const auto bytes = static_cast<std::size_t>(row.bytes);
  if (row.format == Format::binary32) {
    load_floats(lane.data() + first * bytes, count, flush, to);
    return;
  }
  const bool is_float = row.kind == FormatKind::floating;
  const double least = is_float ? number::power_of_two(row.min_exponent()) : 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = number::as_double(row, number::load(lane, row.bytes, first + i));
    to[i] = flush && std::fabs(x) < least ? std::copysign(0.0, x) : x;
  }
  std::fill(to + count, to + kBlock, 1.0);
}

void load_block(const Plan& plan, std::span<const ConstLane> operands, ConstLane results, std::size_t first,
                Block& block) {
  const bool flush = plan.policies.operands == Denormals::flush;
  for (std::size_t k = 0; k < plan.arity; ++k) {
    load_values(*plan.operand_rows[k], operands[k], first, block.count, flush, block.operands[k].data());
  }
  load_values(*plan.result_row, results, first, block.count, false, block.observed.data());
  static_cast<void>(find_exact_results(plan, block));
}

bool has_reference(const Plan& plan) {
  Block none;
  return find_exact_results(plan, none);
}

/// The cases of a block that are not `done`, one after the other; their places in the block.
std::size_t take_rest(const Plan& plan, const Block& block, const CaseSet& done, Block& rest,
                      std::array<std::uint16_t, kBlock>& places) {
  std::size_t n = 0;
  for (std::size_t first = 0; first < block.count; first += 64) {
    const std::uint64_t all = ~std::uint64_t{0} >> (64 - std::min<std::size_t>(64, block.count - first));
    for (std::uint64_t left = all & ~done[first / 64]; left != 0; left &= left - 1) {
      const std::size_t i = first + static_cast<std::size_t>(std::countr_zero(left));
      for (std::size_t k = 0; k < plan.arity; ++k) rest.operands[k][n] = block.operands[k][i];
      rest.observed[n] = block.observed[i];
      rest.exact[n] = block.exact[i];
      rest.slack[n] = block.slack[i];
      places[n++] = static_cast<std::uint16_t>(i);
    }
  }
  return n;
}

void put_all(const CaseSet& from, const std::array<std::uint16_t, kBlock>& places, CaseSet& to) {
  for (std::size_t word = 0; word < from.size(); ++word) {
    for (std::uint64_t left = from[word]; left != 0; left &= left - 1) {
      insert(to, places[64 * word + static_cast<std::size_t>(std::countr_zero(left))]);
    }
  }
}

void judge_block(const Plan& plan, const Block& block, Answers& answers) {
  CaseSet done{};
  if (plan.good) {
    const bool by_bound = plan.good->sure_ulp > 0;
    const auto judge = !plan.result_is_float ? judge_good_cases<false, true>
                       : by_bound            ? judge_good_cases<true, true>
                                             : judge_good_cases<true, false>;
    judge(plan, block, answers, done);
  }
  Block rest;
  std::array<std::uint16_t, kBlock> places;
  rest.count = take_rest(plan, block, done, rest, places);
  if (rest.count == 0) return;
  rest.most_used = block.most_used;
  Answers of_rest;
  BlockJudge(plan, rest, of_rest).judge();
  for (const auto member : {&Answers::permitted, &Answers::by_nearest_only, &Answers::by_truncation_only,
                            &Answers::unconstrained, &Answers::open, &Answers::fails, &Answers::overridable,
                            &Answers::identity_unknown, &Answers::unmeasured, &Answers::uses_more}) {
    put_all(of_rest.*member, places, answers.*member);
  }
  for (std::size_t k = 0; k < plan.identities.size(); ++k)
    put_all(of_rest.identity_holds[k], places, answers.identity_holds[k]);
  for (std::size_t n = 0; n < rest.count; ++n) answers.errors[places[n]] = of_rest.errors[n];
}

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::judge {

HWY_EXPORT(has_reference);
HWY_EXPORT(load_block);
HWY_EXPORT(judge_block);

bool has_reference(const Plan& plan) { return HWY_DYNAMIC_DISPATCH(has_reference)(plan); }

void load_block(const Plan& plan, std::span<const ConstLane> operands, ConstLane results, std::size_t first,
                Block& block) {
  HWY_DYNAMIC_DISPATCH(load_block)(plan, operands, results, first, block);
}

void judge_block(const Plan& plan, const Block& block, Answers& answers) {
  HWY_DYNAMIC_DISPATCH(judge_block)(plan, block, answers);
}

}  // namespace halfulp::judge
#endif
