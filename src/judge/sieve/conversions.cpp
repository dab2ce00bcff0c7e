// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "judge/bin_counts.hpp"
#include "judge/sieve/sieve.hpp"
#include "number/vector_targets.hpp"

// Compiled once per target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "judge/sieve/conversions.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#if HWY_TARGET != HWY_SCALAR
#include "judge/sieve/codes.hpp"
#include "judge/sieve/narrowing.hpp"
#include "judge/sieve/run.hpp"
#include "judge/sieve/skim.hpp"
#include "judge/sieve/specials.hpp"
#endif

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

Sieve::Function sieve_of_conversion(const SieveRules& /*rules*/) { return nullptr; }  // Quick's function is as fast

#else

/// Brings `count` unsigned values to 32 bits, of whole vectors.
template <class Value>
void widen(const std::byte* values, std::size_t count, std::uint32_t* words) {
  const hn::Rebind<Value, floats::Words> narrow;
  constexpr std::size_t kLanes = hn::MaxLanes(floats::Words());
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const auto given = hn::LoadU(narrow, reinterpret_cast<const Value*>(values) + i);
    hn::StoreU(hn::PromoteTo(floats::Words(), given), floats::Words(), words + i);
  }
  for (; i < count; ++i) {
    Value value = 0;
    std::memcpy(&value, values + i * sizeof value, sizeof value);
    words[i] = value;
  }
}

/// Cases with observed values of 32 bits.
class Widened {
 public:
  Widened(const SieveRules& rules, const SieveCases& all_cases) : cases(all_cases) {
    if (rules.observed_bytes == 4) return;
    rules.observed_bytes == 1 ? widen<std::uint8_t>(cases.observed, cases.count, words_)
                              : widen<std::uint16_t>(cases.observed, cases.count, words_);
    cases.observed = reinterpret_cast<const std::byte*>(words_);
  }
  SieveCases cases;

 private:
  alignas(64) std::uint32_t words_[BinCounts::kBlock];
};

template <class Judge>
Sifted sift_codes(const SieveRules& rules, const SieveCases& cases, std::size_t some, std::uint32_t* left,
                  std::uint32_t* failed) {
  const Widened widened(rules, cases);
  return Run<Judge>(rules, widened.cases, left, failed).sift(some);
}

Sifted sift_narrowed(const SieveRules& rules, const SieveCases& cases, std::size_t some, std::uint32_t* left,
                     std::uint32_t* failed) {
  const Widened widened(rules, cases);
  const Narrowing judge(rules, widened.cases);
  Sifted sifted;
  std::size_t others = some != 0 ? some : floats::sift(judge, left, failed, sifted);
  if (!judge.limits.binade().exists()) others = floats::sift_listed<1>(judge, others, left, failed, sifted);
  others = SpecialOperands(rules, widened.cases).tell(left, others, sifted);
  leave_untold(rules, widened.cases, 1, others, left, sifted);
  return sifted;
}

Sieve::Function sieve_of_conversion(const SieveRules& rules) {
  if (rules.narrowing.fraction_bits != 0) return sift_narrowed;
  return rules.code.is_on_curve ? sift_codes<Encoding<true>> : sift_codes<Encoding<false>>;
}

#endif

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::judge {

HWY_EXPORT(sieve_of_conversion);

Sieve::Function sieve_of_conversion(const SieveRules& rules) {
  return HWY_DYNAMIC_DISPATCH(sieve_of_conversion)(rules);
}

}  // namespace halfulp::judge
#endif
