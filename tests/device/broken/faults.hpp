// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace halfulp::test {

/// What a block of `mov` does in the process of tests/device/broken, by its first operand. Others are copied.
enum Fault : std::uint32_t {
  kKilled = 0x7fdead01,  ///< kills the process
  kHangs,                ///< never ends
  kThrows,               ///< throws Error(kDevice)
  kScribbles,            ///< changes all of its block's memory until the process ends
  kClosesAll,            ///< closes all descriptors
  kWritesNothing,        ///< leaves the results as they are
  kWaitsForFour,         ///< ends when four such blocks are in the process
  kWaitsItsTurn,         ///< takes 0.6 s, in which no other such block goes on
  kTakesATenthOfASecond,
};

}  // namespace halfulp::test
