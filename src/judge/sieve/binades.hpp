// SPDX-License-Identifier: Apache-2.0

// A part of functions.cpp, once for each target: what rules ask of the operands of whole binades, and the cases
// that this decides without a reference.

#if defined(HALFULP_JUDGE_SIEVE_BINADES) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_SIEVE_BINADES
#undef HALFULP_JUDGE_SIEVE_BINADES
#else
#define HALFULP_JUDGE_SIEVE_BINADES
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>

#include "exact/certified_lanes.hpp"
#include "halfulp/error_profile.hpp"
#include "judge/sieve/floats.hpp"
#include "judge/sieve/limits.hpp"
#include "judge/sieve/lists.hpp"
#include "judge/sieve/sieve.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

using namespace exact::HWY_NAMESPACE;

/// The references for the first `count` values, whole vectors, of the lanes of operands.
using References = void (*)(const std::byte* const* operands, double* references, std::size_t count);

/// What the rules ask of operands of one binade, of which judge_plainly() asks each.
class OfOneBinade {
 public:
  enum class Asks : std::uint8_t {
    mixed,       ///< more than one of what follows
    comparison,  ///< with references
    bits         ///< of results: `asked`
  };

  OfOneBinade(const SieveRules& rules, const floats::OneBinade& operands, References references) : binade(operands) {
    if (!binade.exists() || (rules.leaves_ones && binade.least_size() == 1)) return;
    if (binade.most() < rules.least_defined || binade.least() > rules.most_defined) {
      if (rules.free_elsewhere) {
        ask({.counted = 0, .first = 0, .count = 1, .free = true});
      } else if (rules.nan_elsewhere) {
        ask({.counted = kSize, .first = 0x7f800001, .count = 0x007fffff});
      }
      return;
    }
    if (binade.least() < rules.least_defined || binade.most() > rules.most_defined) return;
    const Ends ends(binade, references);
    if (rules.saturates && !rules.leaves_ones && ends.are_far()) {
      const float limit = std::fabs(ends.exact[0]) > 1 ? HUGE_VALF : 0;
      ask(one_result(std::copysign(limit, static_cast<float>(ends.exact[0]))));
      return;
    }
    const double least = rules.of_magnitude ? binade.least_size() : binade.least();
    const double most = rules.of_magnitude ? binade.most_size() : binade.most();
    if (rules.least < least && most < rules.most) {
      compare(rules, ends, rules.plain.inside, 0);
    } else if (most < rules.least_outside || least > rules.most_outside) {
      using enum SieveRules::Outside;
      if (rules.outside_is == bounded) compare(rules, ends, rules.plain.outside, 1);
      if (rules.leaves_ones || (rules.outside_is != in_range && rules.outside_is != unconstrained)) return;
      // Normal results, of the range if there is one.
      constexpr std::uint32_t kAboveLeastNormal = 0x00800001;
      const float largest = std::min(std::numeric_limits<float>::max(), at_most(rules.largest_observed));
      Asked results{kSize, kAboveLeastNormal, std::bit_cast<std::uint32_t>(largest) - kAboveLeastNormal + 1};
      results.free = rules.outside_is == unconstrained;
      ask(results);
    }
  }

  using Asked = SieveRules::Stretch::Asked;

  floats::OneBinade binade;
  Asks asks = Asks::mixed;
  Asked asked;
  SieveRules::Width width;  ///< of a comparison

 private:
  static constexpr std::uint32_t kSize = 0x7fffffff;  ///< all bits but the sign
  static constexpr std::uint32_t kAll = 0xffffffff;

  // Of results that are as good as exact: at most so far off, of results of at most 1; in ULP.
  static constexpr double kMostOff = 0x1p-46;
  static constexpr double kMostError = kMostOff * 0x1p24;

  /// The references for the first and the last value of the binade. Where these are next to 1 or to the operand, or as
  /// large or small as no other value, the functions that there are grow or fall, apart from the operand, throughout.
  struct Ends {
    Ends(const floats::OneBinade& binade, References references) {
      alignas(64) float operands[hn::MaxLanes(Doubles())] = {};
      operands[0] = static_cast<float>(binade.least());
      operands[1] = static_cast<float>(binade.most());
      const std::byte* const lanes[] = {reinterpret_cast<const std::byte*>(operands)};
      references(lanes, exact, std::size(operands));
      for (std::size_t k = 0; k < 2; ++k) operand[k] = operands[k];
    }
    [[nodiscard]] bool are_far() const {
      const double smaller = std::min(std::fabs(exact[0]), std::fabs(exact[1]));
      const double larger = std::max(std::fabs(exact[0]), std::fabs(exact[1]));
      return (0x1p130 < smaller && larger < HUGE_VAL) || (0 < smaller && larger < 0x1p-130);
    }
    /// So near that the error counts as none.
    [[nodiscard]] static bool is_next_to(double value, double exact) {
      return std::fabs(value - exact) < kMostOff * std::fabs(value);
    }
    [[nodiscard]] bool are_next_to(double value) const {
      return is_next_to(value, exact[0]) && is_next_to(value, exact[1]);
    }
    [[nodiscard]] bool are_operands() const {
      constexpr double kSmall = 0x1p-20;
      return std::fabs(operand[0]) < kSmall && is_next_to(operand[0], exact[0]) && is_next_to(operand[1], exact[1]);
    }
    /// Whether operands are so large or small that what is left of them is lost beside a constant.
    [[nodiscard]] bool are_one_constant() const {
      const double size = std::fabs(operand[0]);
      return exact[0] == exact[1] && (size > 0x1p60 || size < 0x1p-60);
    }

    double operand[2];
    alignas(64) double exact[hn::MaxLanes(Doubles())];
  };

  void ask(const Asked& of_results) {
    asks = Asks::bits;
    asked = of_results;
  }
  static Asked one_result(float result) { return {kAll, std::bit_cast<std::uint32_t>(result), 1}; }

  /// A result that is nearest to the exact one, with an error in ULP and in the unit of a width.
  void ask_measured(Asked of_results, double error, double amount) {
    of_results.bin = static_cast<std::uint8_t>(ErrorProfile::bin_of(error));
    of_results.error = error;
    of_results.amount = amount;
    of_results.place = asked.place;
    ask(of_results);
  }

  void compare(const SieveRules& rules, const Ends& ends, const SieveRules::Width& plain_width, std::size_t place) {
    constexpr double kLeast = 0x1p-124;
    constexpr double kNoneBelow = 0x1p-25;  // where more is permitted, so small an error counts as none of it
    const SieveRules::Plain& plain = rules.plain;
    const bool are_plain = binade.least_size() >= plain.least && binade.most_size() < plain.most &&
                           binade.least() > plain.above && plain_width.is_some();
    if (!are_plain) return;
    asks = Asks::comparison;
    width = plain_width;
    asked.place = place;
    if (width.ulp <= 0.5 && width.absolute <= kNoneBelow && width.relative <= kNoneBelow) return;
    const double most_used = width.ulp > 0 ? kMostError : kMostOff;
    for (const float one : {-1.0F, 1.0F}) {
      if (ends.are_next_to(one)) ask_measured(one_result(one), kMostError, most_used);
    }
    if (ends.are_operands() && binade.least_size() >= kLeast) {
      Asked operand{kAll, 0, 1};
      operand.of_operand = kAll;
      ask_measured(operand, kMostError, most_used);
    }
    if (asks == Asks::comparison && ends.are_one_constant()) ask_constant(rules, ends.exact[0]);
  }

  void ask_constant(const SieveRules& rules, double exact) {
    int exponent = 0;
    const double place = std::frexp(std::fabs(exact), &exponent);
    const bool is_plain = 0.5 + 0x1p-20 < place && place < 1 - 0x1p-20 && -120 < exponent && exponent < 120;
    const auto nearest = static_cast<float>(exact);
    if (!is_plain || !(std::fabs(nearest) <= rules.largest_observed)) return;
    const double distance = std::fabs(nearest - exact);
    const double error = std::ldexp(distance, 24 - exponent);
    const double amount = width.ulp > 0 ? error : width.absolute > 0 ? distance : distance / std::fabs(exact);
    if (amount <= std::max({width.ulp, width.absolute, width.relative})) {
      ask_measured(one_result(nearest), error, amount);
    }
  }
};

/// Whether the bits of results are those that are asked for.
HWY_INLINE floats::Mask are_asked(const OfOneBinade::Asked& asked, floats::WordVector operands,
                                  floats::WordVector results) {
  const auto taken = hn::And(operands, floats::all_bits(asked.of_operand));
  const auto counted = hn::And(hn::Xor(results, taken), floats::all_bits(asked.counted));
  const auto place = hn::Sub(counted, floats::all_bits(asked.first));
  return hn::RebindMask(floats::Tag(), hn::Lt(place, floats::all_bits(asked.count)));
}

/// SieveRules::stretches.
inline void find_stretches(SieveRules& rules, References references) {
  using Stretch = SieveRules::Stretch;
  for (std::size_t sign = 0; sign < 2; ++sign) {
    std::array<Stretch, 2>& longest = rules.stretches[sign];
    Stretch stretch;
    for (std::uint32_t exponent = 1; exponent < 256; ++exponent) {
      Stretch next{.first = exponent << 23, .count = 1 << 23, .asked = {}};
      if (exponent < 255) {
        const auto number = static_cast<std::uint32_t>(256 * sign) + exponent;
        next.asked = OfOneBinade(rules, floats::OneBinade(number), references).asked;
      }
      if (next.asked == stretch.asked) {
        stretch.count += next.count;
        continue;
      }
      if (stretch.asked.count != 0 && stretch.count > longest[1].count) longest[1] = stretch;
      if (longest[1].count > longest[0].count) std::swap(longest[0], longest[1]);
      stretch = next;
    }
  }
}

/// Takes off the cases of which stretches tell.
class SkimOfStretches {
 public:
  SkimOfStretches(const SieveRules& rules, const SieveCases& cases, const floats::LeastWorst& limits)
      : cases_(cases), limits_(limits), nan_of_nan_(rules.nan_of_nan) {
    constexpr float kNoLimit = -std::numeric_limits<float>::infinity();
    for (std::uint32_t sign = 0; sign < 2; ++sign) {
      for (std::uint32_t place = 0; place < 2; ++place) {
        const SieveRules::Stretch& stretch = rules.stretches[sign][place];
        const SieveRules::Stretch::Asked& asked = stretch.asked;
        const auto error = static_cast<float>(asked.error);
        bool is_told = asked.error < 0 || cases.used[asked.place] >= asked.amount;
        // What is not of binary32 is compared in double, here.
        if (error != asked.error && is_told) is_told = least_worst_of(stretch, sign) >= asked.error;
        first_[place][sign] = stretch.first;
        count_[place][sign] = is_told ? stretch.count : 0;
        const std::uint32_t k = 2 * sign + place;
        of_operand_[k] = asked.of_operand;
        counted_[k] = asked.counted;
        first_result_[k] = asked.first;
        results_[k] = asked.count;
        bins_[k] = asked.bin;
        least_limits_[k] = std::bit_cast<std::uint32_t>(error == asked.error ? error : kNoLimit);
        free_[k] = asked.free ? 1 : 0;
        tells_any_ |= count_[place][sign] != 0;
      }
    }
  }

  [[nodiscard]] bool tells_any() const { return tells_any_; }

  /// Those from `first` on up to `end`, whole vectors; others are added to a
  /// list.
  template <class Others>
  void skim(std::size_t first_case, std::size_t end, Others& others, Sifted& sifted) const {
    using floats::WordVector;
    constexpr std::size_t kLanes = hn::MaxLanes(floats::Tag());
    const floats::Words words;
    const SieveCases cases = cases_;
    const floats::LeastWorst limits = limits_;
    const auto table = [&](const Table& of) HWY_ATTR { return hn::Load(words, of.data()); };
    const WordVector first[] = {table(first_[0]), table(first_[1])};
    const WordVector stretch[] = {table(count_[0]), table(count_[1])};
    const WordVector of_operand = table(of_operand_);
    const WordVector counted = table(counted_);
    const WordVector first_result = table(first_result_);
    const WordVector results = table(results_);
    const WordVector bins = table(bins_);
    const WordVector least_limits = table(least_limits_);
    const WordVector free = table(free_);
    const floats::Vector one_limit = floats::all(at_most(limits.one()));
    const floats::Mask nan_of_nan = nan_of_nan_ ? hn::Not(floats::none()) : floats::none();
    WordVector unconstrained = hn::Zero(words);
    for (std::size_t i = first_case; i < end; i += kLanes) {
      const floats::Vector x = floats::load(cases.operands[0], i);
      const floats::Vector observed = floats::load(cases.observed, i);
      const WordVector size = floats::bits_of(hn::Abs(x));
      const WordVector sign = hn::ShiftRight<31>(floats::bits_of(x));
      const auto of_sign = hn::IndicesFromVec(words, sign);
      const auto is_in = [&](std::size_t place) HWY_ATTR {
        const WordVector from_first = hn::Sub(size, hn::TableLookupLanes(first[place], of_sign));
        return hn::Lt(from_first, hn::TableLookupLanes(stretch[place], of_sign));
      };
      const auto is_in_second = is_in(1);
      const auto is_in_any = hn::Or(is_in(0), is_in_second);
      const WordVector place = hn::Add(hn::Add(sign, sign), hn::IfThenElseZero(is_in_second, floats::all_bits(1)));
      const auto here = hn::IndicesFromVec(words, place);
      const WordVector taken = hn::And(floats::bits_of(x), hn::TableLookupLanes(of_operand, here));
      const WordVector compared =
          hn::And(hn::Xor(floats::bits_of(observed), taken), hn::TableLookupLanes(counted, here));
      const auto is_result =
          hn::Lt(hn::Sub(compared, hn::TableLookupLanes(first_result, here)), hn::TableLookupLanes(results, here));
      const floats::Vector limit =
          limits.is_one() ? one_limit : limits.of(floats::bits_of(floats::load(cases.keys, i)));
      const floats::Mask is_no_worse = hn::Ge(limit, floats::floats_of(hn::TableLookupLanes(least_limits, here)));
      floats::Mask told = hn::And(hn::RebindMask(floats::Tag(), hn::And(is_in_any, is_result)), is_no_worse);
      floats::store_bins(told, hn::TableLookupLanes(bins, here), cases.bins + i);
      unconstrained =
          hn::Add(unconstrained, hn::IfThenElseZero(hn::RebindMask(words, told), hn::TableLookupLanes(free, here)));
      told = hn::Or(told, hn::And(hn::And(hn::IsNaN(x), hn::IsNaN(observed)), nan_of_nan));
      others.add(hn::Not(told), i);
    }
    sifted.unconstrained += hn::GetLane(hn::SumOfLanes(words, unconstrained));
  }

 private:
  [[nodiscard]] double least_worst_of(const SieveRules::Stretch& stretch, std::uint32_t sign) const {
    const double* const first = cases_.worst + (std::size_t{sign} << 8 | stretch.first >> 23);
    return *std::min_element(first, first + (stretch.count >> 23));
  }

  using Table = std::array<std::uint32_t, hn::MaxLanes(floats::Words())>;

  SieveCases cases_;
  floats::LeastWorst limits_;
  bool nan_of_nan_;
  bool tells_any_ = false;
  // Of stretches, by the operand's sign.
  alignas(64) Table first_[2] = {};
  alignas(64) Table count_[2] = {};
  // Of what is asked, by sign and stretch.
  alignas(64) Table of_operand_ = {};
  alignas(64) Table counted_ = {};
  alignas(64) Table first_result_ = {};
  alignas(64) Table results_ = {};
  alignas(64) Table bins_ = {};
  alignas(64) Table least_limits_ = {};
  alignas(64) Table free_ = {};
};

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
