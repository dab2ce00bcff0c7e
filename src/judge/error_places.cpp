// SPDX-License-Identifier: Apache-2.0
#include "judge/error_places.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "halfulp/error_profile.hpp"
#include "number/vector_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "judge/error_places.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::ScalableTag<std::int32_t>;

/// A float's bits from the exponent to the second bit of the fraction count quarters of octaves, as bins do.
constexpr int kQuarterShift = 21;
constexpr std::int32_t kFirstQuarter =
    std::bit_cast<std::int32_t>(static_cast<float>(ErrorProfile::kLeastError)) >> kQuarterShift;

void find_places(std::span<const float> errors, std::uint8_t* places) {
  const Tag integers;
  const hn::Rebind<std::uint8_t, Tag> bytes;
  const std::size_t lanes = hn::Lanes(integers);
  const auto offset = hn::Set(integers, 2 - kFirstQuarter);
  const auto one = hn::Set(integers, 1);
  const auto most = hn::Set(integers, static_cast<std::int32_t>(ErrorProfile::kBins));
  alignas(64) std::array<std::int32_t, 64> last{};
  for (std::size_t i = 0; i < errors.size(); i += lanes) {
    const float* at = errors.data() + i;
    if (errors.size() - i < lanes) {
      std::memcpy(last.data(), at, (errors.size() - i) * sizeof(float));
      at = reinterpret_cast<const float*>(last.data());
    }
    const auto bits = hn::LoadU(integers, reinterpret_cast<const std::int32_t*>(at));
    const auto least = hn::Add(one, hn::ShiftRight<31>(bits));  // 0 of what is below 0, else 1
    const auto place = hn::Min(hn::Max(hn::Add(hn::ShiftRight<kQuarterShift>(bits), offset), least), most);
    hn::StoreU(hn::DemoteTo(bytes, place), bytes, places + i);
  }
}

bool are_in_one_binade(const std::byte* values, std::size_t count, int shift) {
  const Tag integers;
  const std::size_t lanes = hn::Lanes(integers);
  std::uint32_t first = 0;
  std::memcpy(&first, values, sizeof(first));
  const auto all = hn::Set(integers, static_cast<std::int32_t>(first));
  auto differs = hn::Zero(integers);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto some = hn::LoadU(integers, reinterpret_cast<const std::int32_t*>(values) + i);
    differs = hn::Or(differs, hn::Xor(some, all));
  }
  std::uint32_t rest = 0;
  for (; i < count; ++i) {
    std::uint32_t one = 0;
    std::memcpy(&one, values + i * sizeof(one), sizeof(one));
    rest |= one ^ first;
  }
  const hn::RebindToUnsigned<Tag> words;
  const auto high = hn::ShiftRightSame(hn::BitCast(words, differs), shift);
  return rest >> shift == 0 && hn::AllTrue(words, hn::Eq(high, hn::Zero(words)));
}

float largest_of(std::span<const float> errors) {
  const hn::ScalableTag<float> floats;
  const std::size_t lanes = hn::Lanes(floats);
  float largest = -1;
  auto all = hn::Set(floats, largest);
  std::size_t i = 0;
  for (; i + lanes <= errors.size(); i += lanes) all = hn::Max(all, hn::LoadU(floats, errors.data() + i));
  for (; i < errors.size(); ++i) largest = std::max(largest, errors[i]);
  return std::max(largest, hn::GetLane(hn::MaxOfLanes(floats, all)));
}

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::judge {

HWY_EXPORT(find_places);
HWY_EXPORT(are_in_one_binade);
HWY_EXPORT(largest_of);

void find_places(std::span<const float> errors, std::uint8_t* places) {
  HWY_DYNAMIC_DISPATCH(find_places)(errors, places);
}

bool are_in_one_binade(const std::byte* values, std::size_t count, int shift) {
  return HWY_DYNAMIC_DISPATCH(are_in_one_binade)(values, count, shift);
}

float largest_of(std::span<const float> errors) { return HWY_DYNAMIC_DISPATCH(largest_of)(errors); }

}  // namespace halfulp::judge
#endif
