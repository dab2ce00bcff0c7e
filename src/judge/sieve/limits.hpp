// SPDX-License-Identifier: Apache-2.0

// A part of floats.hpp, once for each target: vectors of binary32, and the largest errors that were seen before in the
// binades of their keys.

#if defined(HALFULP_JUDGE_SIEVE_LIMITS) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_SIEVE_LIMITS
#undef HALFULP_JUDGE_SIEVE_LIMITS
#else
#define HALFULP_JUDGE_SIEVE_LIMITS
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

#include "judge/sieve/sieve.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE::floats {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<float>;
using Words = hn::RebindToUnsigned<Tag>;
using Vector = hn::VFromD<Tag>;
using WordVector = hn::VFromD<Words>;
using Mask = decltype(hn::Eq(Vector(), Vector()));

HWY_INLINE Vector all(float x) { return hn::Set(Tag(), x); }
HWY_INLINE WordVector all_bits(std::uint32_t x) { return hn::Set(Words(), x); }
HWY_INLINE WordVector bits_of(Vector x) { return hn::BitCast(Words(), x); }
HWY_INLINE Vector floats_of(WordVector x) { return hn::BitCast(Tag(), x); }

using Integers = hn::RebindToSigned<Tag>;
using IntegerVector = hn::VFromD<Integers>;
HWY_INLINE IntegerVector integers_of(Vector x) { return hn::BitCast(Integers(), x); }
/// So many binades, in the bits of values.
HWY_INLINE IntegerVector binades(int count) { return hn::Set(Integers(), count * (1 << 23)); }

HWY_INLINE Vector load(const std::byte* values, std::size_t i) {
  return hn::LoadU(Tag(), reinterpret_cast<const float*>(values) + i);
}
inline std::uint32_t word_at(const std::byte* values, std::size_t i) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, values + i * sizeof bits, sizeof bits);
  return bits;
}
HWY_INLINE Mask is_below(WordVector a, WordVector b) { return hn::RebindMask(Tag(), hn::Lt(a, b)); }
HWY_INLINE Mask none() { return hn::Lt(all(0), all(0)); }
HWY_INLINE Mask are_same_bits(Vector a, Vector b) { return hn::RebindMask(Tag(), hn::Eq(bits_of(a), bits_of(b))); }

HWY_INLINE Mask has_sign(Vector x) { return hn::RebindMask(Tag(), hn::TestBit(bits_of(x), all_bits(0x80000000))); }

/// Neither zero, denormal, infinity nor NaN.
HWY_INLINE Mask is_normal(Vector x) {
  const WordVector magnitude = hn::Add(bits_of(x), bits_of(x));  // an addition rather than a shift: more ports have it
  return hn::RebindMask(Tag(), hn::Lt(hn::Sub(magnitude, all_bits(0x01000000)), all_bits(0xfe000000)));
}

HWY_INLINE Mask is_denormal(Vector x) {
  const Vector size = hn::Abs(x);
  return hn::And(hn::Gt(size, all(0)), hn::Lt(size, all(0x1p-126F)));
}
/// Denormals become zeros of their sign.
HWY_INLINE Vector flushed(Vector x) { return hn::IfThenElse(is_denormal(x), hn::CopySign(all(0), x), x); }

/// Whether operands, which are keys, are normal values of one sign and one binade, as in runs over all of them: what a
/// rule asks of an operand has one answer then.
class OneBinade {
 public:
  explicit OneBinade(std::uint32_t number) : exists_(true), binade_(number) {}
  explicit OneBinade(const SieveCases& cases) {
    constexpr std::size_t kLanes = hn::MaxLanes(Words());
    if (cases.keys != cases.operands[0]) return;
    const std::uint32_t binade = word_at(cases.keys, 0) >> 23;
    if (binade != word_at(cases.keys, cases.count - 1) >> 23 || binade % 256 == 0 || binade % 256 == 255) return;
    WordVector differing = hn::Zero(Words());
    std::size_t i = 0;
    for (; i + kLanes <= cases.count; i += kLanes) {
      differing = hn::Or(differing, hn::Xor(bits_of(load(cases.keys, i)), all_bits(binade << 23)));
    }
    for (; i < cases.count; ++i) {
      if (word_at(cases.keys, i) >> 23 != binade) return;
    }
    exists_ = hn::AllTrue(Words(), hn::Lt(differing, all_bits(1U << 23)));
    binade_ = binade;
  }

  [[nodiscard]] bool exists() const { return exists_; }
  /// Its number among SieveCases::worst.
  [[nodiscard]] std::size_t number() const { return binade_; }
  [[nodiscard]] bool is_negative() const { return binade_ >= 256; }
  /// Of the size of its values.
  [[nodiscard]] double least_size() const { return std::bit_cast<float>((binade_ & 0xff) << 23); }
  [[nodiscard]] double most_size() const { return std::bit_cast<float>((binade_ & 0xff) << 23 | 0x007fffff); }
  [[nodiscard]] double least() const { return is_negative() ? -most_size() : least_size(); }
  [[nodiscard]] double most() const { return is_negative() ? -least_size() : most_size(); }

 private:
  bool exists_ = false;
  std::uint32_t binade_ = 0;
};

/// The first and the last binade of the cases' keys of a sign; none: first > last.
struct Binades {
  std::uint32_t first = ~0U;
  std::uint32_t last = 0;
};

/// Of positive and of negative keys, of the first `some` cases, which are whole vectors.
inline std::array<Binades, 2> binades_of(const SieveCases& cases, std::size_t some) {
  const hn::RebindToSigned<Words> integers;
  const auto* const keys = reinterpret_cast<const std::uint32_t*>(cases.keys);
  // As unsigned numbers positive ones come first, as signed numbers last; those of a larger size come later in both.
  auto least = hn::Set(Words(), ~0U);
  auto most = hn::Zero(Words());
  auto least_signed = hn::Set(integers, std::numeric_limits<std::int32_t>::max());
  auto most_signed = hn::Set(integers, std::numeric_limits<std::int32_t>::min());
  for (std::size_t i = 0; i < some; i += hn::Lanes(Words())) {
    const auto key = hn::LoadU(Words(), keys + i);
    const auto as_signed = hn::BitCast(integers, key);
    least = hn::Min(least, key);
    most = hn::Max(most, key);
    least_signed = hn::Min(least_signed, as_signed);
    most_signed = hn::Max(most_signed, as_signed);
  }
  const auto binade = [](auto key) { return static_cast<std::uint32_t>(key) >> 23 & 0xff; };
  const auto first = hn::GetLane(hn::MinOfLanes(Words(), least));
  const auto last = hn::GetLane(hn::MaxOfLanes(Words(), most));
  std::array<Binades, 2> binades;
  if (first >> 31 == 0) binades[0] = {binade(first), binade(hn::GetLane(hn::MaxOfLanes(integers, most_signed)))};
  if (last >> 31 == 1) binades[1] = {binade(hn::GetLane(hn::MinOfLanes(integers, least_signed))), binade(last)};
  return binades;
}

/// The largest errors that were seen before, the least of each group of binades; not counting binades that no case's
/// key is in, nor those of zeros, denormals, infinities and NaN. One where the binades are few and theirs are much the
/// same.
class LeastWorst {
 public:
  explicit LeastWorst(const SieveCases& cases) : binade_(cases) {
    if (binade_.exists()) {
      one_ = cases.worst[binade_.number()];
      is_one_ = true;
      return;
    }
    std::copy_n(cases.least_worst, of_groups_.size(), of_groups_.begin());
    if (cases.count % hn::MaxLanes(Words()) != 0) return;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::array<Binades, 2> binades;
    // Mostly the first few tell that the binades are too many.
    for (const std::size_t some : {std::min(cases.count, 2 * hn::MaxLanes(Words())), cases.count}) {
      binades = binades_of(cases, some);
      first = std::min(binades[0].first, binades[1].first);
      count = std::max(binades[0].last, binades[1].last) - first + 1;
      if (count > 2 * kGroups) return;
    }
    const auto range = [&](std::size_t sign, std::uint32_t from, std::uint32_t to) {
      from = std::max({from, binades[sign].first, 1U});
      to = std::min({to, binades[sign].last, 254U});
      return from > to ? std::span<const double>() : std::span(cases.worst + 256 * sign + from, to + 1 - from);
    };
    if (count <= kFew) {
      double most = 0;
      for (std::size_t sign = 0; sign < 2; ++sign) {
        for (const double worst : range(sign, 0, 255)) {
          one_ = std::min(one_, worst);
          most = std::max(most, worst);
        }
      }
      is_one_ = one_ >= most * (1 - 0x1p-4);
      if (is_one_) return;
    }
    const int bits = count > kGroups ? 1 : 0;  // of the number of a group's binades
    base_ = first << 23;
    shift_ = 23 + bits;
    for (std::uint32_t group = 0; group < kGroups; ++group) {
      const std::uint32_t from = first + (group << bits);
      for (std::size_t sign = 0; sign < 2; ++sign) {
        double least = std::numeric_limits<double>::infinity();
        for (const double worst : range(sign, from, from + (1U << bits) - 1)) least = std::min(least, worst);
        of_groups_[kGroups * sign + group] = at_most(least);
      }
    }
  }

  [[nodiscard]] const OneBinade& binade() const { return binade_; }
  [[nodiscard]] bool is_one() const { return is_one_; }
  [[nodiscard]] double one() const { return one_; }
  /// Of the groups; those of no case's binade have none.
  [[nodiscard]] float most() const {
    if (is_one_) return at_most(one_);
    float most = -1;
    for (const float of_group : of_groups_) most = of_group < HUGE_VALF ? std::max(most, of_group) : most;
    return most;
  }
  /// The same, but no more than `most`.
  [[nodiscard]] LeastWorst clipped(float most) const {
    LeastWorst clipped = *this;
    clipped.one_ = std::min<double>(one_, most);
    for (float& of_group : clipped.of_groups_) of_group = std::min(of_group, most);
    return clipped;
  }
  /// Of cases with those keys, where it is not one.
  HWY_INLINE Vector of(WordVector keys) const {
#if HWY_TARGET == HWY_AVX3_DL
    // From registers: gathering takes as long as all else that is done to a plain case. Of a group's number the
    // permutations take the last bits, which the sign is not among.
    const WordVector group = hn::ShiftRightSame(hn::Sub(keys, all_bits(base_)), shift_);
    const auto of_sign = [&](std::size_t first) HWY_ATTR {
      return _mm512_permutex2var_ps(_mm512_load_ps(&of_groups_[first]), group.raw,
                                    _mm512_load_ps(&of_groups_[first + 16]));
    };
    return Vector{_mm512_mask_mov_ps(of_sign(0), _mm512_movepi32_mask(keys.raw), of_sign(kGroups))};
#else
    const WordVector size = hn::And(keys, all_bits(0x7fffffff));
    const WordVector group = hn::ShiftRightSame(hn::Sub(size, all_bits(base_)), shift_);
    const WordVector place = hn::Or(group, hn::And(hn::ShiftRight<26>(keys), all_bits(kGroups)));
    return hn::GatherIndex(Tag(), of_groups_.data(), hn::BitCast(hn::RebindToSigned<Tag>(), place));
#endif
  }

 private:
  static constexpr std::uint32_t kGroups = kBinadeGroups / 2;  // of a sign
  static constexpr std::uint32_t kFew = 16;
  OneBinade binade_;
  bool is_one_ = false;
  double one_ = std::numeric_limits<double>::infinity();
  std::uint32_t base_ = 0;
  int shift_ = 26;
  alignas(64) std::array<float, kBinadeGroups> of_groups_;
};

/// Errors that are told by what an FMA leaves are smaller, in ULP.
constexpr float kMostError = 512;
constexpr double kMostTold = kMostError * (1 - 0x1p-24F);

/// The largest errors that were seen before, or less; not those of the binades of zeros, denormals, infinities and NaN.
class Limits {
 public:
  /// `most`: another bound.
  explicit Limits(const SieveCases& cases, double most = kMostTold)
      : keys_(cases.keys), worst_(cases.worst), least_(cases) {
    set_most(most);
  }
  void set_most(double most) { most_ = at_most(least_.is_one() ? std::min(most, least_.one()) : most); }

  [[nodiscard]] const OneBinade& binade() const { return least_.binade(); }
  /// Where the binade is one.
  [[nodiscard]] float one() const { return most_; }
  /// Whether results were further off in all binades of a group.
  [[nodiscard]] bool has_far() const { return least_.most() > kMostError; }
  /// All that were seen, or less: no more than `most`.
  [[nodiscard]] LeastWorst no_more_than(float most) const { return least_.clipped(most); }
  /// Of other cases among them, from now on by binade.
  void bring(const std::byte* keys) {
    keys_ = keys;
    by_binade_ = true;
  }
  /// Of the cases from i on.
  HWY_INLINE Vector at(std::size_t i) const {
    if (least_.is_one()) return all(most_);
    return by_binade_ ? hn::Min(of_binades_at(i, 1), all(most_)) : of_groups_at(i);
  }
  /// Which of the errors of the cases from i on are no larger. Mostly the groups of binades tell; they know nothing of
  /// those of zeros, denormals, infinities and NaN.
  HWY_INLINE Mask permitted(Mask which, Vector errors, std::size_t i) const {
    const Mask in_groups = hn::And(which, is_normal(load(keys_, i)));
    const Mask by_group = hn::And(in_groups, hn::Le(errors, least_.is_one() ? all(most_) : of_groups_at(i)));
    if (!by_binade_ || hn::AllFalse(Tag(), hn::AndNot(by_group, which))) return by_group;
    return hn::And(which, hn::Le(errors, hn::Min(of_binades_at(i, 1), all(most_))));
  }

  /// All that were seen, times `unit`, a power of two, or less, by binade.
  HWY_INLINE Vector of_binades_at(std::size_t i, double unit) const {
    const hn::RepartitionToWide<Tag> doubles;
    const hn::Half<Tag> half;
    const auto some = [&](std::size_t first) HWY_ATTR {
      const hn::RebindToUnsigned<decltype(half)> words;
      const auto binades = hn::ShiftRight<23>(hn::LoadU(words, reinterpret_cast<const std::uint32_t*>(keys_) + first));
      const hn::RebindToUnsigned<decltype(doubles)> longs;
      const auto places = hn::BitCast(hn::RebindToSigned<decltype(doubles)>(), hn::PromoteTo(longs, binades));
      const auto worst = hn::Mul(hn::GatherIndex(doubles, worst_, places), hn::Set(doubles, unit));
      constexpr std::uint64_t kBitsOfFloat = ~std::uint64_t{0} << 29;  // without those that binary32 has not
      return hn::DemoteTo(half, hn::And(worst, hn::BitCast(doubles, hn::Set(longs, kBitsOfFloat))));
    };
    return hn::Combine(Tag(), some(i + hn::Lanes(half)), some(i));
  }

 private:
  HWY_INLINE Vector of_groups_at(std::size_t i) const {
    return hn::Min(least_.of(hn::LoadU(Words(), reinterpret_cast<const std::uint32_t*>(keys_) + i)), all(most_));
  }

  const std::byte* keys_;
  const double* worst_;
  bool by_binade_ = false;
  float most_ = 0;
  LeastWorst least_;
};

}  // namespace halfulp::judge::HWY_NAMESPACE::floats
HWY_AFTER_NAMESPACE();

#endif
