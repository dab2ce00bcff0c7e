// SPDX-License-Identifier: Apache-2.0

// A part of operations.cpp and functions.cpp, once for each target: denormals and NaN as the one operand, of which
// their classes tell what passes.

#if defined(HALFULP_JUDGE_SIEVE_SPECIALS) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_SIEVE_SPECIALS
#undef HALFULP_JUDGE_SIEVE_SPECIALS
#else
#define HALFULP_JUDGE_SIEVE_SPECIALS
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "judge/sieve/limits.hpp"
#include "judge/sieve/lists.hpp"
#include "judge/sieve/sieve.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

/// Whether what was used of each stated width is known, so that an error of 0 need not be noted as the first.
inline bool are_uses_known(const SieveRules& rules, const SieveCases& cases) {
  return (!rules.inside.is_some() || cases.used[0] >= 0) && (!rules.outside.is_some() || cases.used[1] >= 0);
}

/// Takes off the cases of such operands that pass, or of which nothing is asked, and whose error is none or 0.
class SpecialOperands {
 public:
  SpecialOperands(const SieveRules& rules, const SieveCases& cases) : cases_(cases) {
    const bool uses_known = are_uses_known(rules, cases);
    for (std::size_t kind = 0; kind < rules.specials.size(); ++kind) {
      const SieveRules::Special& special = rules.specials[kind];
      const std::size_t binade = kind / 2 * 256 + kind % 2 * 255;
      const bool is_known = uses_known && cases.worst[binade] >= 0;
      anything_[kind] = special.anything ? kAll : 0;
      any_nan_[kind] = special.any_nan ? kAll : 0;
      for (std::size_t k = 0; k < 2; ++k) {
        const SieveRules::Special::Result& result = special.results[k];
        results_[k][kind] = result.exists && (is_known || !result.has_error) ? result.bits : kNan;
        has_error_[k][kind] = result.has_error ? kAll : 0;
      }
      tells_any_ |= special.tells_any();
    }
  }

  /// Of those whose numbers are the first `count`; how many are left at the beginning of the list.
  std::size_t tell(std::uint32_t* numbers, std::size_t count, Sifted& sifted) const {
    using floats::WordVector;
    if (!tells_any_) return count;
    constexpr std::size_t kLanes = hn::MaxLanes(floats::Tag());
    const floats::Words words;
    const auto table = [&](const Table& of) HALFULP_INLINE { return hn::Load(words, of.data()); };
    const WordVector anything = table(anything_);
    const WordVector any_nan = table(any_nan_);
    const WordVector results[] = {table(results_[0]), table(results_[1])};
    const WordVector has_error[] = {table(has_error_[0]), table(has_error_[1])};
    const WordVector infinity = floats::all_bits(0x7f800000);
    const WordVector sizes = floats::all_bits(0x7fffffff);
    floats::Listed<1> listed(cases_);
    std::size_t left = 0;
    for (std::size_t first = 0; first < count; first += listed.kMost) {
      const std::size_t now = std::min(listed.kMost, count - first);
      listed.bring(numbers + first, now);
      for (std::size_t j = 0; j < now; j += kLanes) {
        const WordVector x = floats::bits_of(floats::load(listed.cases.operands[0], j));
        const WordVector observed = floats::bits_of(floats::load(listed.cases.observed, j));
        const WordVector size = hn::And(x, sizes);
        const WordVector is_nan = hn::VecFromMask(words, hn::Gt(size, infinity));
        const WordVector below_normal =
            hn::VecFromMask(words, hn::Lt(hn::Sub(size, floats::all_bits(1)), floats::all_bits(0x007fffff)));
        const WordVector kind = hn::Add(hn::ShiftLeft<1>(hn::ShiftRight<31>(x)), hn::And(is_nan, floats::all_bits(1)));
        const auto here = hn::IndicesFromVec(words, kind);
        const auto of_kind = [&](WordVector of) HALFULP_INLINE { return hn::TableLookupLanes(of, here); };
        const WordVector nan_observed = hn::VecFromMask(words, hn::Gt(hn::And(observed, sizes), infinity));
        WordVector told = hn::And(nan_observed, of_kind(any_nan));
        WordVector exact = hn::Zero(words);
        for (std::size_t k = 0; k < 2; ++k) {
          const WordVector is_result = hn::VecFromMask(words, hn::Eq(observed, of_kind(results[k])));
          const WordVector is_number = hn::AndNot(nan_observed, is_result);
          told = hn::Or(told, is_number);
          exact = hn::Or(exact, hn::And(is_number, of_kind(has_error[k])));
        }
        const floats::Mask lanes = hn::FirstN(floats::Tag(), now - j);
        const auto mask = [&](WordVector of) HALFULP_INLINE {
          const WordVector special = hn::And(of, hn::Or(is_nan, below_normal));
          return hn::And(hn::RebindMask(floats::Tag(), hn::MaskFromVec(special)), lanes);
        };
        const floats::Mask free = mask(of_kind(anything));
        sifted.unconstrained += hn::CountTrue(floats::Tag(), free);
        floats::store_bins(mask(hn::AndNot(of_kind(anything), exact)), hn::Zero(words), listed.cases.bins + j);
        const floats::Mask is_left = hn::AndNot(hn::Or(mask(told), free), lanes);
        floats::append_of(is_left, listed.numbers + j, numbers, left);
      }
      listed.give_back_bins();
    }
    return left;
  }

 private:
  static constexpr std::uint32_t kAll = 0xffffffff;
  static constexpr std::uint32_t kNan = 0x7fffffff;  ///< no number's bits
  using Table = std::array<std::uint32_t, hn::MaxLanes(floats::Words())>;

  SieveCases cases_;
  bool tells_any_ = false;
  // By the operand's sign and whether it is NaN.
  alignas(64) Table anything_ = {};
  alignas(64) Table any_nan_ = {};
  alignas(64) Table results_[2] = {};
  alignas(64) Table has_error_[2] = {};
};

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
