// SPDX-License-Identifier: Apache-2.0

// A part of operations.cpp and functions.cpp, once for each target: lists of cases, and the sieving of some of them.

#if defined(HALFULP_JUDGE_SIEVE_RUN) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_SIEVE_RUN
#undef HALFULP_JUDGE_SIEVE_RUN
#else
#define HALFULP_JUDGE_SIEVE_RUN
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "judge/quick/operand_classes.hpp"
#include "judge/quick/quick.hpp"
#include "judge/sieve/beside.hpp"
#include "judge/sieve/binades.hpp"
#include "judge/sieve/doubles.hpp"
#include "judge/sieve/floats.hpp"
#include "judge/sieve/measured.hpp"
#include "judge/sieve/plainly.hpp"
#include "judge/sieve/sieve.hpp"
#include "judge/sieve/skim.hpp"
#include "judge/sieve/specials.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

HWY_INLINE void store_bins(DoubleMask has_bin, LongVector bins, std::uint8_t* to) {
  const hn::Rebind<std::uint8_t, Doubles> bytes;
  const LongVector given = hn::IfThenElse(hn::RebindMask(Longs(), has_bin), bins, all_bits(kNoBin));
  hn::StoreU(hn::TruncateTo(bytes, given), bytes, to);
}

/// The numbers of the lanes in the mask, or what stands for them, at the end of a list: one by one, so that what is
/// still to be read behind it stays.
template <class NumberOf>
HWY_INLINE void list(DoubleMask mask, NumberOf number_of, std::uint32_t* numbers, std::size_t& count) {
  if (hn::AllFalse(Doubles(), mask)) return;
  static_assert(hn::MaxLanes(Doubles()) <= 8);
  std::uint8_t bytes[8];
  hn::StoreMaskBits(Doubles(), mask, bytes);
  for (unsigned bits = bytes[0]; bits != 0; bits &= bits - 1) {
    numbers[count++] = number_of(static_cast<std::size_t>(std::countr_zero(bits)));
  }
}

#if HWY_TARGET != HWY_AVX3_DL
/// Those lanes of the first ones, as many as vectors of doubles have, at the end of a list that has room for these:
/// what is behind is still to be read.
HWY_INLINE void append_lanes(floats::WordVector lanes, DoubleMask mask, std::uint32_t* numbers, std::size_t& count) {
  const unsigned bits = floats::bits_of_mask(Doubles(), mask);
  const hn::Half<floats::Words> half;
  static_assert(hn::MaxLanes(half) == hn::MaxLanes(Doubles()));
  hn::StoreU(hn::LowerHalf(half, floats::side_by_side(lanes, bits)), half, numbers + count);
  count += static_cast<std::size_t>(std::popcount(bits));
}
#endif

/// The numbers of the lanes in the mask, of cases from `first` on, at the end of a list that has room for all lanes.
HWY_INLINE void append(DoubleMask mask, std::size_t first, std::uint32_t* numbers, std::size_t& count) {
#if HWY_TARGET == HWY_AVX3_DL
  const __m256i all_numbers =
      _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(first)), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(numbers + count), _mm256_maskz_compress_epi32(mask.raw, all_numbers));
  count += hn::CountTrue(Doubles(), mask);
#else
  append_lanes(hn::Iota(floats::Words(), static_cast<std::uint32_t>(first)), mask, numbers, count);
#endif
}

/// The same of numbers that are given.
HWY_INLINE void append_of(DoubleMask mask, const std::uint32_t* of_lanes, std::uint32_t* numbers, std::size_t& count) {
#if HWY_TARGET == HWY_AVX3_DL
  const __m256i given = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(of_lanes));
  const __m256i compressed = _mm256_maskz_compress_epi32(mask.raw, given);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(numbers + count), compressed);
  count += hn::CountTrue(Doubles(), mask);
#else
  append_lanes(hn::LoadU(floats::Words(), of_lanes), mask, numbers, count);
#endif
}

/// All numbers of the cases.
inline std::size_t leave_all(const SieveCases& cases, std::uint32_t* left) {
  std::iota(left, left + cases.count, 0);
  return cases.count;
}

/// Whether the classes of its operands decide a case, and nothing is to be noted of it; then its bin, which may be
/// none.
inline bool is_told_by_classes(const SieveRules& rules, const SieveCases& cases, std::size_t arity, std::size_t i,
                               std::uint8_t& bin, Sifted& sifted) {
  std::uint32_t operands[kMaxArity] = {};
  bool any_special = false;
  for (std::size_t k = 0; k < arity; ++k) {
    operands[k] = floats::word_at(cases.operands[k], i);
    const std::uint32_t exponent = operands[k] << 1 >> 24;
    any_special |= exponent == 0 || exponent == 255;
  }
  if (!any_special) return false;
  Distance distance;
  const Quick::Answer answer = rules.classes->answer(operands, floats::word_at(cases.observed, i), distance);
  bin = kNoBin;
  if (answer == Quick::Answer::unconstrained) {
    ++sifted.unconstrained;
    return true;
  }
  if (answer != Quick::Answer::pass || distance.ulp > 0) return false;
  if (distance.ulp < 0) return true;
  bin = 0;
  return are_uses_known(rules, cases) && cases.worst[floats::word_at(cases.keys, i) >> 23] >= 0;
}

/// Leaves, of those whose numbers are the first `count` of `left`, what their classes do not decide.
inline void leave_untold(const SieveRules& rules, const SieveCases& cases, std::size_t arity, std::size_t count,
                         std::uint32_t* left, Sifted& sifted) {
  for (std::size_t j = 0; j < count; ++j) {
    std::uint8_t bin = kNoBin;
    const bool is_told = is_told_by_classes(rules, cases, arity, left[j], bin, sifted);
    cases.bins[left[j]] = is_told ? bin : kNoBin;
    if (!is_told) left[sifted.left++] = left[j];
  }
}

/// The sieving of some cases: `sift_plainly` tells those that are plain and lists the others, which are brought
/// together for all rules. `references`: what a judge that has kIsCompared is given to compare with; one of two
/// operands compares in binary32 with `quick_references`.
template <class Judge>
class Run {
 public:
  Run(const SieveRules& rules, const SieveCases& cases, std::uint32_t* left, std::uint32_t* failed,
      References references = nullptr, References quick_references = nullptr)
      : rules_(rules),
        cases_(cases),
        left_(left),
        failed_(failed),
        references_(references),
        quick_references_(quick_references) {}

  /// All cases, or the first `some` of those whose numbers are in the list of those left.
  Sifted sift(std::size_t some) {
    std::size_t count = some == 0 ? sift_plainly() : some;
    if constexpr (Judge::kArity == 1) count = SpecialOperands(rules_, cases_).tell(left_, count, sifted_);
    sift_others(count);
    if constexpr (requires { &Judge::sift_last; }) {
      sifted_.left = Judge::sift_last(rules_, cases_, sifted_.left, left_, failed_, sifted_);
    }
    return sifted_;
  }

 private:
  static constexpr std::size_t kLanes = hn::MaxLanes(Doubles());
  static constexpr std::size_t kTogether = 128;

  /// Puts the numbers of those that are not plain where those left will be; returns how many there are.
  std::size_t sift_plainly() {
    const bool has_two = rules_.outside_is == SieveRules::Outside::bounded;
    if constexpr (Judge::kIsCompared) {
      if (rules_.plain.inside.is_some() && (!has_two || rules_.plain.outside.is_some())) {
        if constexpr (Judge::kArity == 1) {
          return compare_plainly();
        } else if (floats::Beside::has_width(rules_)) {
          return compare_in_floats();
        }
      }
    } else {
      if (rules_.inside.absolute == 0 && !has_two) return Judge::sift_plainly(rules_, cases_, left_, failed_, sifted_);
    }
    return leave_all(cases_, left_);
  }

  /// Of two operands.
  std::size_t compare_in_floats() {
    floats::Beside judge(rules_, cases_);
    floats::Taken<false> taken(cases_, left_, failed_);
    constexpr std::size_t kFloats = hn::MaxLanes(floats::Tag());
    const std::size_t end = cases_.count / kFloats * kFloats;
    if constexpr (Judge::kIsPower) {
      for (std::size_t i = 0; i < end; i += kFloats) taken.take(judge.judge_power(i), i);
      const std::size_t others = taken.end(end, sifted_);
      return floats::sift_listed<2>(floats::BesideOwn(judge, quick_references_), others, left_, failed_, sifted_);
    }
    judge.limits.bring(cases_.keys);
    alignas(64) double exact[kTogether];
    for (std::size_t first = 0; first < end; first += kTogether) {
      const std::size_t some = std::min(kTogether, end - first);
      const std::byte* const operands[] = {cases_.operands[0] + first * 4, cases_.operands[1] + first * 4};
      quick_references_(operands, exact, some);
      for (std::size_t j = 0; j < some; j += kFloats) {
        taken.take(judge.judge(first + j, exact + j), first + j);
      }
    }
    return taken.end(end, sifted_);
  }

  std::size_t compare_plainly() {
    // Copies, which no store changes: what they hold stays in registers.
    const SieveRules rules = rules_;
    const SieveCases cases = cases_;
    const Limits limits(cases);
    std::uint32_t* const numbers = left_;
    const OfOneBinade of_binade(rules, limits.binade(), references_);
    if (of_binade.asks != OfOneBinade::Asks::mixed) return compare_in_one_binade(rules, of_binade, limits);
    const SkimOfStretches skim(rules, cases, limits.least());
    if (skim.tells_any()) return compare_skimmed(rules, skim);
    std::size_t others = 0;
    std::size_t unconstrained = 0;
    const bool may_be_free = rules.free_elsewhere || rules.outside_is == SieveRules::Outside::unconstrained;
    const std::size_t i = with_references([&](std::size_t at, const double* exact) HALFULP_INLINE {
      const Plainly plainly = judge_plainly(rules, limits, cases, at, hn::Load(Doubles(), exact));
      if (may_be_free) unconstrained += hn::CountTrue(Doubles(), plainly.unconstrained);
      store_bins(plainly.measured, plainly.bins, cases.bins + at);
      append(hn::Not(plainly.told), at, numbers, others);
    });
    for (std::size_t at = i; at < cases.count; ++at) numbers[others++] = static_cast<std::uint32_t>(at);
    sifted_.unconstrained += unconstrained;
    return others;
  }

  static constexpr std::size_t kSkimmed = 1024;

  /// Tells those brought together that pass, or fail, by their distance; adds the others to those left.
  void compare_listed(const SieveRules& rules, const floats::Listed<Judge::kArity, kSkimmed>& listed,
                      std::size_t& others) {
    alignas(64) double exact[kSkimmed];
    references_(listed.cases.operands, exact, listed.padded);
    for (std::size_t j = 0; j < listed.cases.count; j += kLanes) {
      const DoubleVector x = load(listed.cases.operands[0], j);
      const Compared compared(load(listed.cases.observed, j), hn::Load(Doubles(), exact + j));
      const DoubleMask lanes = hn::FirstN(Doubles(), listed.cases.count - j);
      const DoubleMask told = hn::And(compared.is_told(rules, worst_at(listed.cases, j)), is_plain_operand(rules, x));
      DoubleMask measured = hn::And(told, is_plainly_within(rules, compared, x, listed.cases));
      if (cases_.expects_failures) {
        const DoubleMask denied = is_plainly_denied(rules, compared, x, listed.cases);
        const DoubleMask fails = hn::And(hn::AndNot(measured, hn::And(told, denied)), lanes);
        append_of(fails, listed.numbers + j, failed_, sifted_.failed);
        measured = hn::Or(measured, fails);
      }
      store_bins(measured, bins_of(compared.error), listed.cases.bins + j);
      DoubleMask untold = hn::AndNot(measured, lanes);
      if (rules.saved_ulp > 0 && !hn::AllFalse(Doubles(), untold)) {
        const SavedByUlp saved(rules, compared, x);
        const auto list_saved = [&](DoubleMask which, Saving saving) HWY_ATTR {
          append_of(hn::And(which, untold), listed.numbers + j, cases_.saved_by(saving), sifted_.saved_by(saving));
        };
        list_saved(saved.by_goldberg, Saving::goldberg_of_result);
        list_saved(saved.by_bit_steps, Saving::bit_steps);
        untold = hn::AndNot(hn::Or(saved.by_goldberg, saved.by_bit_steps), untold);
      }
      append_of(untold, listed.numbers + j, left_, others);
    }
    listed.give_back_bins();
  }

  /// The same for operands of many binades, of which those in stretches are skimmed off first.
  std::size_t compare_skimmed(const SieveRules& rules, const SkimOfStretches& skim) {
    std::uint32_t* const numbers = left_;
    std::size_t others = 0;
    const std::size_t whole = cases_.count / hn::MaxLanes(floats::Tag()) * hn::MaxLanes(floats::Tag());
    for (std::size_t first = 0; first < whole; first += kSkimmed) {
      floats::Listed<Judge::kArity, kSkimmed> listed(cases_);
      skim.skim(first, std::min(first + kSkimmed, whole), listed, sifted_);
      if (listed.cases.count == 0) continue;
      listed.pad();
      compare_listed(rules, listed, others);
    }
    for (std::size_t i = whole; i < cases_.count; ++i) numbers[others++] = static_cast<std::uint32_t>(i);
    return others;
  }

  /// Calls `judge` for each whole vector of cases and its references; returns how many cases these are.
  template <class JudgeOne>
  HWY_INLINE std::size_t with_references(JudgeOne judge_one) const {
    // The steps of one reference wait for each other, so that several are to be under way.
    alignas(64) double exact[kTogether];
    std::size_t i = 0;
    while (i + kLanes <= cases_.count) {
      const std::size_t first = i;
      const std::size_t end = i + std::min(kTogether, (cases_.count - i) / kLanes * kLanes);
      const std::byte* const operands[] = {cases_.operands[0] + first * 4};
      references_(operands, exact, end - first);
      for (; i < end; i += kLanes) judge_one(i, exact + (i - first));
    }
    return i;
  }

  /// The same for operands of one binade.
  std::size_t compare_in_one_binade(const SieveRules& rules, const OfOneBinade& of_binade, const Limits& limits) {
    const SieveCases cases = cases_;
    const OfOneBinade::Asked& asked = of_binade.asked;
    std::uint32_t* const numbers = left_;
    std::size_t others = 0;
    const double used = cases.used[asked.place];
    const bool is_known =
        asked.error < 0 || (used >= asked.amount && cases.worst[of_binade.binade.number()] >= asked.error);
    if (of_binade.asks == OfOneBinade::Asks::comparison || !is_known) {
      const DoubleVector limit = limits.at(0);
      const SieveRules::Width width = of_binade.width;
      const bool may_saturate = rules.saturates && !rules.leaves_ones;
      const std::size_t end = with_references([&](std::size_t i, const double* exact) HALFULP_INLINE {
        const Compared compared(load(cases.observed, i), hn::Load(Doubles(), exact));
        const DoubleMask told = compared.is_told(rules, limit);
        DoubleMask measured = hn::And(told, compared.is_within(rules, width, used));
        if (cases.expects_failures) {
          const DoubleMask denied = is_plainly_denied(rules, compared, load(cases.operands[0], i), cases);
          const DoubleMask fails = hn::AndNot(measured, hn::And(told, denied));
          append(fails, i, failed_, sifted_.failed);
          measured = hn::Or(measured, fails);
        }
        store_bins(measured, bins_of(compared.error), cases.bins + i);
        if (hn::AllTrue(Doubles(), measured)) return;
        DoubleMask passes = measured;
        if (may_saturate) passes = hn::Or(passes, is_saturated(compared.exact, compared.observed));
        append(hn::Not(passes), i, numbers, others);
      });
      for (std::size_t i = end; i < cases.count; ++i) numbers[others++] = static_cast<std::uint32_t>(i);
      return others;
    }
    std::fill_n(cases.bins, cases.count, asked.bin);
    std::size_t i = 0;
    for (; i + hn::MaxLanes(floats::Tag()) <= cases.count; i += hn::MaxLanes(floats::Tag())) {
      const floats::Mask told = are_asked(asked, floats::bits_of(floats::load(cases.operands[0], i)),
                                          floats::bits_of(floats::load(cases.observed, i)));
      if (!hn::AllTrue(floats::Tag(), told)) floats::append(hn::Not(told), i, numbers, others);
    }
    for (; i < cases.count; ++i) numbers[others++] = static_cast<std::uint32_t>(i);
    if (asked.free) sifted_.unconstrained += cases.count - others;
    return cases.expects_failures ? compare_some(rules, others) : others;
  }

  /// The same for those whose numbers are the first of left_.
  std::size_t compare_some(const SieveRules& rules, std::size_t count) {
    std::size_t others = 0;
    for (std::size_t first = 0; first < count; first += kSkimmed) {
      floats::Listed<Judge::kArity, kSkimmed> listed(cases_);
      listed.bring(left_ + first, std::min(kSkimmed, count - first));
      compare_listed(rules, listed, others);
    }
    return others;
  }

  HWY_INLINE Verdicts judge(const SieveCases& cases, std::size_t i, [[maybe_unused]] const double* exact) const {
    if constexpr (Judge::kIsCompared) {
      return Judge::judge(rules_, cases, i, hn::Load(Doubles(), exact));
    } else {
      return Judge::judge(rules_, cases, i);
    }
  }

  /// Those whose numbers are the first of left_, brought together.
  void sift_others(std::size_t count) {
    floats::Listed<Judge::kArity, kTogether> listed(cases_);
    const SieveCases& some = listed.cases;
    const std::uint32_t* const numbers = listed.numbers;
    for (std::size_t first = 0; first < count; first += kTogether) {
      const std::size_t now = std::min(kTogether, count - first);
      listed.bring(left_ + first, now);
      alignas(64) double exact[kTogether];
      if constexpr (Judge::kIsCompared) references_(some.operands, exact, listed.padded);
      for (std::size_t j = 0; j < now; j += kLanes) {
        const Verdicts verdicts = judge(some, j, exact + j);
        const DoubleMask lanes = hn::FirstN(Doubles(), now - j);
        const ByClasses by_classes = take_by_classes(some, j, lanes);
        const DoubleMask others = hn::AndNot(by_classes.told, lanes);
        const DoubleMask has_bin = take(verdicts, others, [&](std::size_t lane) { return numbers[j + lane]; });
        const LongMask is_exact = hn::RebindMask(Longs(), by_classes.exact);
        const LongVector bins = hn::IfThenZeroElse(is_exact, verdicts.bins);
        store_bins(hn::Or(has_bin, by_classes.exact), bins, listed.cases.bins + j);
      }
      listed.give_back_bins();
    }
  }

  /// Those that the classes of special operands decide, and which of them have an error, of 0.
  struct ByClasses {
    DoubleMask told;
    DoubleMask exact;
  };
  HWY_INLINE ByClasses take_by_classes(const SieveCases& cases, std::size_t i, DoubleMask lanes) {
    DoubleMask normal = is_normal(load(cases.operands[0], i));
    for (std::size_t k = 1; k < Judge::kArity; ++k) normal = hn::And(normal, is_normal(load(cases.operands[k], i)));
    DoubleMask special = hn::AndNot(normal, lanes);
    if constexpr (Judge::kArity == 1) {
      // Denormals of which their class tells nothing need not be asked for.
      const DoubleVector x = load(cases.operands[0], i);
      if (!rules_.specials[0].tells_any()) special = hn::AndNot(is_between(x, 0, kLeastNormal), special);
      if (!rules_.specials[2].tells_any()) special = hn::AndNot(is_between(x, -kLeastNormal, 0), special);
    }
    if (hn::AllFalse(Doubles(), special)) return {none(), none()};
    std::uint8_t of_special[8] = {};
    hn::StoreMaskBits(Doubles(), special, of_special);
    std::uint8_t told[8] = {};
    std::uint8_t exact[8] = {};
    for (unsigned bits = of_special[0]; bits != 0; bits &= bits - 1) {
      const auto bit = static_cast<std::uint8_t>(bits & -bits);
      const auto lane = static_cast<std::size_t>(std::countr_zero(bits));
      std::uint8_t bin = kNoBin;
      if (!is_told_by_classes(rules_, cases, Judge::kArity, i + lane, bin, sifted_)) continue;
      told[0] |= bit;
      if (bin != kNoBin) exact[0] |= bit;
    }
    return {hn::LoadMaskBits(Doubles(), told), hn::LoadMaskBits(Doubles(), exact)};
  }

  /// Counts and lists what became of the lanes of a mask; which of them have an error.
  template <class NumberOf>
  HWY_INLINE DoubleMask take(const Verdicts& verdicts, DoubleMask lanes, NumberOf number_of) {
    const DoubleMask passes = hn::And(verdicts.passes, lanes);
    const DoubleMask unconstrained = hn::And(verdicts.unconstrained, lanes);
    const DoubleMask fails = hn::And(verdicts.fails, lanes);
    if (rules_.rounds_either_way) {
      sifted_.to_nearest += hn::CountTrue(Doubles(), hn::And(verdicts.to_nearest, passes));
    }
    sifted_.unconstrained += hn::CountTrue(Doubles(), unconstrained);
    DoubleMask told = hn::Or(hn::Or(passes, unconstrained), fails);
    if (rules_.saves_beyond_range) {
      const DoubleMask saved = hn::AndNot(told, hn::And(verdicts.saved, lanes));
      list(saved, number_of, cases_.saved_by(Saving::other_body), sifted_.saved_by(Saving::other_body));
      told = hn::Or(told, saved);
    }
    list(hn::AndNot(told, lanes), number_of, left_, sifted_.left);
    list(fails, number_of, failed_, sifted_.failed);
    // A measured case may be one that does not pass: of a rounding to nearest that was to be left.
    return hn::And(verdicts.measured, hn::Or(passes, fails));
  }

  const SieveRules rules_;
  const SieveCases cases_;
  std::uint32_t* const left_;
  std::uint32_t* const failed_;
  const References references_;
  const References quick_references_;
  Sifted sifted_;
};

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
