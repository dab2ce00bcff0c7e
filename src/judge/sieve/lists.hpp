// SPDX-License-Identifier: Apache-2.0

// A part of operations.cpp and functions.cpp, once for each target: lists of cases, and their bins.

#if defined(HALFULP_JUDGE_SIEVE_LISTS) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_SIEVE_LISTS
#undef HALFULP_JUDGE_SIEVE_LISTS
#else
#define HALFULP_JUDGE_SIEVE_LISTS
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "judge/sieve/limits.hpp"
#include "judge/sieve/sieve.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE::floats {

HWY_INLINE void store_bins(Mask has_bin, WordVector bins, std::uint8_t* to) {
#if HWY_TARGET == HWY_AVX3_DL
  const __m128i none_has = _mm_set1_epi8(static_cast<char>(kNoBin));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm512_mask_cvtepi32_epi8(none_has, has_bin.raw, bins.raw));
#else
  const hn::Rebind<std::uint8_t, Tag> bytes;
  const WordVector given = hn::IfThenElse(hn::RebindMask(Words(), has_bin), bins, all_bits(kNoBin));
  hn::StoreU(hn::DemoteTo(bytes, hn::BitCast(hn::RebindToSigned<Tag>(), given)), bytes, to);
#endif
}

#if HWY_TARGET != HWY_AVX3_DL
/// For each mask of eight lanes those in it, then the first one for the others.
inline constexpr auto kLanesOfMasks = [] {
  std::array<std::array<std::uint8_t, 8>, 256> all{};
  for (unsigned mask = 0; mask < all.size(); ++mask) {
    std::size_t count = 0;
    for (unsigned rest = mask; rest != 0; rest &= rest - 1) {
      all[mask][count++] = static_cast<std::uint8_t>(std::countr_zero(rest));
    }
  }
  return all;
}();

/// The lanes of a mask of eight or fewer, `bits`, side by side; then others.
HWY_INLINE WordVector side_by_side(WordVector lanes, unsigned bits) {
  static_assert(hn::MaxLanes(Words()) <= 8);
  const auto places = hn::LoadU(hn::Rebind<std::uint8_t, Words>(), kLanesOfMasks[bits].data());
  return hn::TableLookupLanes(lanes, hn::IndicesFromVec(Words(), hn::PromoteTo(Words(), places)));
}

template <class D, class AnyMask>
HWY_INLINE unsigned bits_of_mask(D tag, AnyMask mask) {
  std::uint8_t bits[8];
  hn::StoreMaskBits(tag, mask, bits);
  return bits[0];
}
#endif

/// The lanes of the mask at the end of a list that has room for all lanes: those behind its end are overwritten.
HWY_INLINE void append_lanes(WordVector lanes, Mask mask, std::uint32_t* numbers, std::size_t& count) {
#if HWY_TARGET == HWY_AVX3_DL
  _mm512_storeu_si512(numbers + count, _mm512_maskz_compress_epi32(mask.raw, lanes.raw));
  count += hn::CountTrue(Tag(), mask);
#else
  const unsigned bits = bits_of_mask(Tag(), mask);
  hn::StoreU(side_by_side(lanes, bits), Words(), numbers + count);
  count += static_cast<std::size_t>(std::popcount(bits));
#endif
}

/// The numbers of the lanes in the mask, of cases from `first` on.
HWY_INLINE void append(Mask mask, std::size_t first, std::uint32_t* numbers, std::size_t& count) {
  append_lanes(hn::Iota(Words(), static_cast<std::uint32_t>(first)), mask, numbers, count);
}

/// The same of numbers that are given.
HWY_INLINE void append_of(Mask mask, const std::uint32_t* of_lanes, std::uint32_t* numbers, std::size_t& count) {
  append_lanes(hn::LoadU(Words(), of_lanes), mask, numbers, count);
}

/// A mark for each of some cases, of which the numbers of those that have one are listed afterwards: mostly few have,
/// and no vector waits for what is known of those before.
class Marks {
 public:
  static constexpr std::size_t kMost = 1024;

  /// Of the lanes from the i-th case on; all are to be set before they are listed.
  HWY_INLINE void set(Mask mask, std::size_t i) { hn::StoreMaskBits(Tag(), mask, bytes_ + i / 8); }
  /// Adds those of the first `marked` cases, whole vectors, whose numbers are from `first` on, to a list that has room
  /// for all lanes.
  HWY_INLINE void list(std::size_t first, std::size_t marked, std::uint32_t* numbers, std::size_t& count) {
    constexpr std::size_t kAtOnce = 64;
    constexpr int kFew = 4;
    std::fill_n(bytes_ + marked / 8, kAtOnce / 8, std::uint8_t{0});
    for (std::size_t i = 0; i < marked; i += kAtOnce) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, bytes_ + i / 8, sizeof bits);
      if (std::popcount(bits) > kFew) {
        for (std::size_t lane = i; lane < i + kAtOnce; lane += hn::MaxLanes(Tag())) {
          append(hn::LoadMaskBits(Tag(), bytes_ + lane / 8), first + lane, numbers, count);
        }
        continue;
      }
      for (; bits != 0; bits &= bits - 1) {
        numbers[count++] = static_cast<std::uint32_t>(first + i) + static_cast<std::uint32_t>(std::countr_zero(bits));
      }
    }
  }

 private:
  std::uint8_t bytes_[kMost / 8 + sizeof(std::uint64_t)];
};

/// Some of the cases, side by side: `kMost` at most.
template <std::size_t kArity, std::size_t kMost_ = 128>
class Listed {
 public:
  static constexpr std::size_t kMost = kMost_;
  static constexpr std::size_t kLanes = hn::MaxLanes(Tag());

  explicit Listed(const SieveCases& all_cases) : cases(all_cases), all_(all_cases) {
    const auto own = [](const std::uint32_t* words) { return reinterpret_cast<const std::byte*>(words); };
    for (std::size_t k = 0; k < kArity; ++k) cases.operands[k] = own(words_[k]);
    cases.observed = own(words_[kArity]);
    cases.keys = all_.keys == all_.observed ? cases.observed : cases.operands[0];
    cases.bins = bins_;
    cases.count = 0;
  }
  /// Brings those of the numbers, at least one.
  void bring(const std::uint32_t* from, std::size_t count) {
    cases.count = count;
    const std::byte* lanes[kArity + 1];
    std::copy_n(all_.operands, kArity, lanes);
    lanes[kArity] = all_.observed;
    for (std::size_t j = 0; j < count; ++j) {
      const std::uint32_t number = from[j];
      numbers[j] = number;
      for (std::size_t k = 0; k <= kArity; ++k) words_[k][j] = word_at(lanes[k], number);
    }
    pad();
  }
  /// Adds the lanes of the mask, of the cases from i on.
  HWY_INLINE void add(Mask mask, std::size_t i) {
    std::size_t count = cases.count;
    for (std::size_t k = 0; k < kArity; ++k) add_of(mask, all_.operands[k] + i * 4, words_[k] + count);
    add_of(mask, all_.observed + i * 4, words_[kArity] + count);
    append(mask, i, numbers, count);
    cases.count = count;
  }
  /// Repeats what is last for the lanes of the last vector.
  void pad() {
    padded = (cases.count + kLanes - 1) / kLanes * kLanes;
    for (auto& words : words_) std::fill(words + cases.count, words + padded, words[cases.count - 1]);
    std::fill(numbers + cases.count, numbers + padded, numbers[cases.count - 1]);
  }
  void give_back_bins() const {
    std::uint8_t* const bins = all_.bins;
    for (std::size_t j = 0; j < cases.count; ++j) bins[numbers[j]] = bins_[j];
  }

  SieveCases cases;
  std::size_t padded = 0;
  std::uint32_t numbers[kMost + kLanes];

 private:
  static HWY_INLINE void add_of(Mask mask, const std::byte* values, std::uint32_t* words) {
    std::size_t count = 0;
    append_of(mask, reinterpret_cast<const std::uint32_t*>(values), words, count);
  }

  const SieveCases all_;
  std::uint8_t bins_[kMost + kLanes];
  std::uint32_t words_[kArity + 1][kMost + kLanes];
};

}  // namespace halfulp::judge::HWY_NAMESPACE::floats
HWY_AFTER_NAMESPACE();

#endif
