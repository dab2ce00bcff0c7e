// SPDX-License-Identifier: Apache-2.0
#include "judge/bin_counts.hpp"

#include <bit>
#include <cstring>

#include "number/vector_targets.hpp"

// Compiled once per target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "judge/bin_counts.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {
namespace {

using Sliced = BinCounts::Sliced;

#if HWY_TARGET == HWY_AVX3_DL

using Table = std::array<std::uint8_t, 128>;

/// For each bin of a plane, counted from 0 or, of the other planes, from kFirstBins on, its bit, and 0 for others.
alignas(64) constexpr auto kBitsOfPlanes = [] {
  std::array<Table, Sliced::kFirstPlanes> tables{};
  for (std::size_t bin = 0; bin < Sliced::kFirstBins; ++bin) {
    tables[bin / 8][bin] = static_cast<std::uint8_t>(1U << bin % 8);
  }
  return tables;
}();
/// For each bin, counted so, the bit of its plane among the first eight, and among the next.
alignas(64) constexpr auto kPlanesOfBins = [] {
  std::array<Table, 2> tables{};
  for (std::size_t bin = 0; bin < Sliced::kFirstBins; ++bin) {
    tables[bin / 64][bin] = static_cast<std::uint8_t>(1U << bin / 8 % 8);
  }
  return tables;
}();

/// What a table has for the low seven bits of bytes.
struct Lookup {
  explicit HWY_INLINE Lookup(const Table& table)
      : low(_mm512_load_si512(table.data())), high(_mm512_load_si512(table.data() + 64)) {}
  HWY_INLINE __m512i operator()(__m512i bytes) const { return _mm512_permutex2var_epi8(low, bytes, high); }
  __m512i low;
  __m512i high;
};

HWY_INLINE unsigned union_of_bytes(__m512i bytes) {
  auto all = static_cast<std::uint64_t>(_mm512_reduce_or_epi64(bytes));
  for (const int half : {32, 16, 8}) all |= all >> half;
  return static_cast<unsigned>(all & 0xff);
}

/// a + b + the digit: what is left of the digit, and what is carried.
HWY_INLINE __m512i carried(__m512i& digit, __m512i a, __m512i b) {
  const __m512i carry = _mm512_ternarylogic_epi64(digit, a, b, 0xe8);  // where two of them are
  digit = _mm512_ternarylogic_epi64(digit, a, b, 0x96);
  return carry;
}

/// What 2^kDigits vectors carry beyond that many digits [Harley and Seal's counting of bits].
template <int kDigits, class Next>
HWY_INLINE __m512i sum(__m512i* digits, Next& next) {
  if constexpr (kDigits == 0) {
    return next();
  } else {
    const __m512i a = sum<kDigits - 1>(digits, next);
    const __m512i b = sum<kDigits - 1>(digits, next);
    return carried(digits[kDigits - 1], a, b);
  }
}

/// Counts a block; false where it cannot.
bool count_block(const std::uint8_t* bins, Sliced& sliced) {
  constexpr std::size_t kVectors = BinCounts::kBlock / Sliced::kLanes;
  constexpr int kSummed = std::countr_zero(kVectors);
  // The first bins and the others, of which mostly there are none, apart: what is not of the one or the other is
  // nowhere.
  alignas(64) std::uint8_t first_bins[BinCounts::kBlock];
  alignas(64) std::uint8_t other_bins[BinCounts::kBlock];
  constexpr auto kNowhere = static_cast<char>(Sliced::kFirstBins);
  static_assert(kNoBin == 255 && Sliced::kFirstBins == 127);
  const Lookup first_planes(kPlanesOfBins[0]);
  const Lookup next_planes(kPlanesOfBins[1]);
  __m512i first = _mm512_setzero_si512();
  __m512i next = first;
  __m512i others = first;
  bool any_others = false;
  for (std::size_t v = 0; v < kVectors; ++v) {
    __m512i some = _mm512_loadu_si512(bins + Sliced::kLanes * v);
    // 1 more is 0, and more than a signed byte's most.
    const __mmask64 are_others = _mm512_movepi8_mask(_mm512_add_epi8(some, _mm512_set1_epi8(1)));
    if (are_others != 0 && !any_others) {
      std::memset(other_bins, kNowhere, Sliced::kLanes * v);
      any_others = true;
    }
    if (any_others) {
      const __m512i nowhere = _mm512_set1_epi8(kNowhere);
      const __m512i from_first = _mm512_mask_sub_epi8(nowhere, are_others, some, _mm512_set1_epi8(kNowhere));
      _mm512_store_si512(other_bins + Sliced::kLanes * v, from_first);
      others = _mm512_or_si512(others, first_planes(from_first));
      some = _mm512_mask_mov_epi8(some, are_others, nowhere);
    }
    _mm512_store_si512(first_bins + Sliced::kLanes * v, some);
    first = _mm512_or_si512(first, first_planes(some));
    next = _mm512_or_si512(next, next_planes(some));
  }
  ++sliced.blocks;

  const unsigned all_planes =
      union_of_bytes(first) | union_of_bytes(next) << 8 | union_of_bytes(others) << Sliced::kFirstPlanes;
  for (unsigned planes = all_planes; planes != 0; planes &= planes - 1) {
    const auto plane = static_cast<std::size_t>(std::countr_zero(planes));
    const bool is_first = plane < Sliced::kFirstPlanes;
    const std::uint8_t* const counted = is_first ? first_bins : other_bins;
    const Lookup bits(kBitsOfPlanes[plane % Sliced::kFirstPlanes]);
    auto& kept = sliced.digits[plane];
    if ((sliced.planes >> plane & 1) == 0) kept = {};
    __m512i digits[kSummed];
    for (std::size_t k = 0; k < kSummed; ++k) digits[k] = _mm512_load_si512(kept[k].data());
    std::size_t v = 0;
    const auto next_bits = [&]() HALFULP_INLINE { return bits(_mm512_load_si512(counted + Sliced::kLanes * v++)); };
    __m512i carry = sum<kSummed>(digits, next_bits);
    for (std::size_t k = 0; k < kSummed; ++k) _mm512_store_si512(kept[k].data(), digits[k]);
    for (std::size_t k = kSummed; k < Sliced::kDigits; ++k) {
      const __m512i digit = _mm512_load_si512(kept[k].data());
      _mm512_store_si512(kept[k].data(), _mm512_xor_si512(digit, carry));
      carry = _mm512_and_si512(digit, carry);
    }
  }
  sliced.planes |= all_planes;
  return true;
}

void take(const Sliced& sliced, BinCounts::Counts& counts) {
  for (unsigned planes = sliced.planes; planes != 0; planes &= planes - 1) {
    const auto plane = static_cast<std::size_t>(std::countr_zero(planes));
    const std::size_t first_bin = 8 * plane - (plane < Sliced::kFirstPlanes ? 0 : 1);
    for (std::size_t k = 0; k < Sliced::kDigits; ++k) {
      const __m512i digit = _mm512_load_si512(sliced.digits[plane][k].data());
      if (_mm512_test_epi64_mask(digit, digit) == 0) continue;
      for (unsigned bin = 0; bin < 8; ++bin) {
        const __mmask64 lanes = _mm512_test_epi8_mask(digit, _mm512_set1_epi8(static_cast<char>(1U << bin)));
        counts[first_bin + bin] += static_cast<std::uint32_t>(std::popcount(lanes)) << k;
      }
    }
  }
}

#else

bool count_block(const std::uint8_t* /*bins*/, Sliced& /*sliced*/) { return false; }
void take(const Sliced& /*sliced*/, BinCounts::Counts& /*counts*/) {}

#endif

}  // namespace
}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::judge {
namespace {

HWY_EXPORT(count_block);
HWY_EXPORT(take);

/// Before a lane has as many as its digits can tell.
constexpr std::size_t kMostBlocks =
    ((1 << BinCounts::Sliced::kDigits) - 1) / (BinCounts::kBlock / BinCounts::Sliced::kLanes);

}  // namespace

void BinCounts::add(std::span<const std::uint8_t> bins) {
  if (bins.empty()) return;
  if (std::memcmp(bins.data(), bins.data() + 1, bins.size() - 1) == 0) {  // all alike
    ways_[0][bins[0]] += static_cast<std::uint32_t>(bins.size());
    return;
  }
  std::size_t i = 0;
  for (; i + kBlock <= bins.size(); i += kBlock) {
    if (!HWY_DYNAMIC_DISPATCH(count_block)(bins.data() + i, sliced_)) break;
    if (sliced_.blocks < kMostBlocks) continue;
    take_sliced();
  }
  for (; i + 8 <= bins.size(); i += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, bins.data() + i, sizeof eight);
#pragma GCC unroll 8
    for (std::size_t way = 0; way < 8; ++way) ++ways_[way][eight >> 8 * way & 0xff];
  }
  for (; i < bins.size(); ++i) ++ways_[0][bins[i]];
}

void BinCounts::take_sliced() {
  HWY_DYNAMIC_DISPATCH(take)(sliced_, ways_[0]);
  sliced_.planes = 0;
  sliced_.blocks = 0;
}

void BinCounts::give_to(std::span<std::uint64_t> histogram) {
  take_sliced();
  for (Counts& way : ways_) {
    for (std::size_t bin = 0; bin < histogram.size(); ++bin) histogram[bin] += way[bin];
    way = {};
  }
}

}  // namespace halfulp::judge
#endif
