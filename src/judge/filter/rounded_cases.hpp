// SPDX-License-Identifier: Apache-2.0

// The first test: it passes correctly rounded results, which are nearly all results of a good device. A part of
// judge_block.cpp, compiled once for each SIMD target.

#if defined(HALFULP_JUDGE_FILTER_ROUNDED_CASES) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_FILTER_ROUNDED_CASES
#undef HALFULP_JUDGE_FILTER_ROUNDED_CASES
#else
#define HALFULP_JUDGE_FILTER_ROUNDED_CASES
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>

#include "judge/filter/bands.hpp"
#include "judge/filter/plan.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

/// The cases of one vector, one bit each: GCC keeps masks of a structure in memory.
struct Rounded {
  std::uint64_t permitted;  ///< the result is the exact one rounded and flushed as asked, whatever the operands are
  std::uint64_t is_error;   ///< of these, results with an error, at most half an ULP or step
  std::uint64_t nearest_only = 0;  ///< rounding toward zero gives another result
};

enum class ResultKind : std::uint8_t { value, binary64, code };

/// Rounds to the result's format with integer arithmetic: adding to a double's bits below the format's carries into
/// these, and into the exponent at the end of a binade.
class RoundingTest {
 public:
  explicit RoundingTest(const Plan& plan) : plan_(plan) {}

  /// Tests floating results. If the ends of the enclosure |d| +- slack round to one value, so does the exact result: a
  /// tie at the lower end goes down and one at the upper end up, so that none is between them.
  [[nodiscard]] HWY_INLINE Rounded of_value(V d, V slack, V r) const {
    const V size = hn::Abs(d);
    const V low = is_odd_ ? size : hn::Sub(size, slack);
    const V high = is_odd_ ? size : hn::Add(size, slack);
    const auto low_bits = hn::BitCast(Bits(), low);
    const auto high_bits = hn::BitCast(Bits(), high);
    auto lower = hn::Sub(hn::Add(low_bits, half_), one_);
    auto upper = hn::Add(high_bits, half_);
    if (is_odd_) {
      // d is on the exact result's side of every tie, or is the tie itself, which goes to even.
      lower = hn::Add(lower, hn::And(one_, hn::ShiftRightSame(low_bits, unused_)));
      upper = lower;
    }
    lower = hn::And(lower, mask_);
    upper = hn::And(upper, mask_);
    V expected = hn::BitCast(Tag(), lower);
    const auto errs = hn::And(hn::Or(low_bits, high_bits), above_half_);
    const M in_range = hn::And(hn::Ge(low, least_normal_), hn::Lt(expected, overflow_));
    M known = hn::And(in_range, hn::RebindMask(Tag(), hn::Eq(hn::Or(lower, errs), upper)));
    M nearest_only = none();
    if (has_two_roundings_) {
      const auto truncated = hn::And(low_bits, mask_);
      known = hn::And(known, hn::RebindMask(Tag(), hn::Eq(truncated, hn::And(high_bits, mask_))));
      nearest_only = hn::RebindMask(Tag(), hn::Ne(truncated, lower));
    }
    const bool all_in_range = hn::AllTrue(Tag(), in_range);
    if (passes_zeros_ && !all_in_range) known = hn::Or(known, hn::Eq(hn::Add(size, slack), hn::Zero(Tag())));
    M is_error = known;
    if (passes_far_ && !all_in_range) {
      const M overflows = hn::Ge(expected, overflow_);
      const M far = hn::And(overflows, hn::Lt(size, all(HUGE_VAL)));  // a policy may leave exact infinities open
      const M tiny = hn::And(hn::Lt(high, most_tiny_), hn::Gt(size, hn::Zero(Tag())));
      expected = hn::IfThenElse(far, on_overflow_, hn::IfThenZeroElse(tiny, expected));
      known = hn::Or(known, hn::Or(far, tiny));
      if (!flushes_) is_error = hn::Or(is_error, tiny);
    }
    const auto expected_bits = hn::BitCast(Bits(), hn::CopySignToAbs(expected, d));
    const M permitted = hn::And(known, hn::RebindMask(Tag(), hn::Eq(expected_bits, hn::BitCast(Bits(), r))));
    return {bits_of(permitted), bits_of(hn::And(permitted, is_error)), has_two_roundings_ ? bits_of(nearest_only) : 0};
  }

  /// Tests doubles, of which references are the exact results rounded once: finite ones that are not flushed.
  [[nodiscard]] HWY_INLINE Rounded of_double(V d, V r) const {
    const V size = hn::Abs(d);
    // Where infinity leaves a case open, a bound may reach it.
    const double end = plan_.policies.infinity_undefined ? 0x1p1022 : HUGE_VAL;
    const M known = hn::And(hn::Gt(size, flushes_ ? least_normal_ : hn::Zero(Tag())), hn::Lt(size, all(end)));
    const std::uint64_t permitted = bits_of(hn::And(known, hn::Eq(d, r)));
    return {permitted, permitted};
  }

  /// Tests codes.
  [[nodiscard]] static HWY_INLINE Rounded of_code(V d, V slack, V r) {
    const V nearest = hn::Round(d);
    const M known = hn::Lt(hn::Add(hn::Abs(hn::Sub(d, nearest)), slack), all(0.5));
    const std::uint64_t permitted = bits_of(hn::And(known, hn::Eq(nearest, r)));
    return {permitted, permitted};
  }

 private:
  using Bits = hn::RebindToUnsigned<Tag>;

  const Plan& plan_;
  bool is_odd_ = plan_.is_rounded_to_odd;
  bool has_two_roundings_ = plan_.has_two_roundings;
  bool passes_far_ = plan_.rounded->passes_far;
  bool passes_zeros_ = plan_.rounded->passes_zeros;
  bool flushes_ = plan_.policies.results != Denormals::keep;
  bool truncates_ = plan_.rounded->truncates;
  int unused_ = plan_.is_double ? 1 : 52 - plan_.result_row->fraction_bits;
  std::uint64_t last_unused_ = std::uint64_t{1} << (unused_ - 1);
  hn::VFromD<Bits> mask_ = hn::Set(Bits(), ~std::uint64_t{0} << unused_);
  hn::VFromD<Bits> half_ = hn::Set(Bits(), truncates_ ? 0 : last_unused_);
  hn::VFromD<Bits> one_ = hn::Set(Bits(), truncates_ ? 0 : 1);
  hn::VFromD<Bits> above_half_ = hn::Set(Bits(), truncates_ ? last_unused_ : 0);  ///< set: off by half an ULP
  V least_normal_ = all(plan_.limits.least_normal);
  /// Where infinity leaves a case open, what may reach it.
  V overflow_ = all(plan_.policies.infinity_undefined ? plan_.limits.overflow / 4 : plan_.limits.overflow);
  V on_overflow_ = all(truncates_ ? plan_.limits.largest : HUGE_VAL);
  V most_tiny_ = all(plan_.rounded->most_tiny);
};

/// The cases of a word whose operands no table, identity or policy names.
HWY_INLINE std::uint64_t regular_cases(const Plan& plan, const Block& block, std::size_t begin, std::size_t end) {
  const V least = all(plan.rounded->least_operand);
  std::uint64_t regular = ~std::uint64_t{0};
  for (std::size_t k = 0; k < plan.arity; ++k) {
    std::uint64_t here = 0;
    for (std::size_t i = begin; i < end; i += hn::Lanes(Tag())) {
      const V size = hn::Abs(hn::Load(Tag(), block.operands[k].data() + i));
      M is_regular = hn::And(hn::Ge(size, least), hn::Lt(size, all(HUGE_VAL)));
      if (plan.rounded->leaves_ones) is_regular = hn::And(is_regular, hn::Ne(size, all(1)));
      here |= bits_of(is_regular) << (i - begin);
    }
    regular &= here;
  }
  for (const Condition* identity : plan.rounded->identities) {
    for (std::size_t i = begin; i < end; i += hn::Lanes(Tag())) {
      V operands[kMaxArity];
      for (std::size_t k = 0; k < plan.arity; ++k) operands[k] = hn::Load(Tag(), block.operands[k].data() + i);
      regular &= ~(bits_of(hn::Not(holds(*identity, operands).no)) << (i - begin));
    }
  }
  return regular;
}

template <ResultKind kKind>
Passed pass_rounded_of(const Plan& plan, const Block& block, const CaseSet& sample) {
  const RoundingTest test(plan);
  const bool negative_is_nan = plan.negative_is_nan;
  const bool nan_is_open = plan.rounded->nan_is_open;
  const double confined_from = plan.rounded->confined_from;
  const TableCell::Range range = plan.range;
  Passed passed;
  for (std::size_t begin = 0; begin < block.count; begin += 64) {
    const std::size_t end = std::min(begin + 64, block.count);
    std::uint64_t permitted = 0;
    std::uint64_t errors = 0;
    std::uint64_t nearest_only = 0;
    std::uint64_t open = 0;
    for (std::size_t i = begin; i < end; i += hn::Lanes(Tag())) {
      const V d = hn::Load(Tag(), block.exact.data() + i);
      const V slack = hn::Load(Tag(), block.slack.data() + i);
      const V r = hn::Load(Tag(), block.observed.data() + i);
      Rounded found = kKind == ResultKind::value      ? test.of_value(d, slack, r)
                      : kKind == ResultKind::binary64 ? test.of_double(d, r)
                                                      : test.of_code(d, slack, r);
      if (negative_is_nan) {
        const std::uint64_t below = bits_of(hn::Lt(hn::Load(Tag(), block.operands[0].data() + i), hn::Zero(Tag())));
        found.permitted = (found.permitted & ~below) | (bits_of(is_nan(r)) & below);
        found.is_error &= ~below;
      }
      if (confined_from < HUGE_VAL) {
        const M is_far = hn::Gt(hn::Abs(hn::Load(Tag(), block.operands[0].data() + i)), all(confined_from));
        const M is_number = hn::AndNot(is_nan(d), hn::Ge(hn::Abs(r), all(2 * plan.limits.least_normal)));
        found.permitted = (found.permitted & ~bits_of(is_far)) | bits_of(hn::And(is_far, is_number));
        found.is_error &= ~bits_of(is_far);
      }
      if (range != TableCell::Range::none) found.permitted &= bits_of(is_in_range(range, r));
      permitted |= found.permitted << (i - begin);
      errors |= found.is_error << (i - begin);
      nearest_only |= found.nearest_only << (i - begin);
      if (nan_is_open) {
        open |= bits_of(hn::And(is_nan(d), hn::Eq(slack, hn::Zero(Tag())))) << (i - begin);
      }
    }
    const std::size_t word = begin / 64;
    const std::uint64_t cases = cases_below(block.count, word);
    if (!plan.is_measured) errors = 0;
    const std::uint64_t regular = regular_cases(plan, block, begin, end) & cases;
    open &= regular;
    permitted &= regular & ~open & ~(errors & sample[word]);
    passed.rest[word] = cases & ~(permitted | open);
    passed.by_nearest_only[word] = nearest_only & permitted;
    passed.permitted += static_cast<std::size_t>(std::popcount(permitted));
    passed.nearest += static_cast<std::size_t>(std::popcount(errors & permitted));
    passed.open += static_cast<std::size_t>(std::popcount(open));
  }
  return passed;
}

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
