// SPDX-License-Identifier: Apache-2.0
#include "number/vector_targets.hpp"

// The targets that the library uses.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "exact/quick_forms_exhaustive_test.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "certify/functions.hpp"
#include "exact/certified.hpp"
#include "exact/certified_lanes.hpp"
#include "number/float_environment.hpp"
#include "number/targets.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::exact::HWY_NAMESPACE {

/// The largest relative difference between the two forms of a function, of operands with the bits first ... first +
/// 2^16 - 1 that it takes and results from 2^-149 to 2^149; infinity if one is NaN.
double largest_difference(const certify::Function& function, std::uint32_t first) {
  Packed largest = 0.0;
  with_reference<Packed>(
      function.operation, false, [&]<Operation kOperation, auto kReference>() HWY_ATTR {
        if constexpr (!kIsReferenceOfTwo<kReference>) {
          alignas(64) float operands[64];
          for (std::uint32_t bits = first; bits < first + (1U << 16); bits += 64) {
            for (std::uint32_t i = 0; i < 64; ++i) {
              const auto x = std::bit_cast<float>(bits + i);
              operands[i] = function.takes(x) ? x : 1;
            }
            for (std::size_t i = 0; i < 64; i += hn::Lanes(Doubles())) {
              const DoubleVector x = promoted(reinterpret_cast<const std::byte*>(operands), i);
              const Packed slow = kReference(x);
              const Packed quick = static_cast<DoubleVector>(certified(kOperation, QuickPacked(x)));
              const Packed difference = abs(quick - slow) / abs(slow);
              const auto counts = hn::And(0x1p-149 <= abs(slow), abs(slow) <= 0x1p149);
              const auto is_known = hn::Or(hn::Not(counts), difference <= 1.0);
              largest = max(largest, select(is_known, select(counts, difference, 0.0), Packed(HUGE_VAL)));
            }
          }
        }
        return true;
      });
  return hn::GetLane(hn::MaxOfLanes(Doubles(), static_cast<DoubleVector>(largest)));
}

}  // namespace halfulp::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::exact {
namespace {

HWY_EXPORT(largest_difference);

double largest_of_all(const certify::Function& function) {
  std::mutex mutex;
  std::uint64_t next = 0;
  double largest = 0;
  const auto work = [&] {
    const number::DefaultFloatEnvironment environment;
    std::unique_lock lock(mutex);
    while (next < std::uint64_t{1} << 32) {
      const auto first = static_cast<std::uint32_t>(next);
      next += 1U << 16;
      lock.unlock();
      const double here = HWY_DYNAMIC_DISPATCH(largest_difference)(function, first);
      lock.lock();
      largest = std::max(largest, here);
    }
  };
  std::vector<std::thread> threads(std::max(1U, std::thread::hardware_concurrency()));
  for (std::thread& thread : threads) thread = std::thread(work);
  for (std::thread& thread : threads) thread.join();
  return largest;
}

TEST(QuickFormsExhaustive, AreWithinTheirBound) {
  for (const std::int64_t target : test::targets()) {
    if ((target & (HWY_EMU128 | HWY_SCALAR)) != 0) continue;  // it would take hours
    const test::Target chosen(target);
    for (const certify::Function& function : certify::kFunctions) {
      const double largest = largest_of_all(function);
      EXPECT_GT(largest, 0);
      EXPECT_LE(largest, kQuickError - kCertifiedError)
          << test::target_name(target) << ' ' << info(function.operation).name;
    }
  }
}

}  // namespace
}  // namespace halfulp::exact
#endif
