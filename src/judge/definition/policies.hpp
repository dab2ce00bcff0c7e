// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "rulebook/resolve.hpp"

namespace halfulp::judge {

/// What becomes of denormals.
enum class Denormals : std::uint8_t { keep, flush, may_flush, flush_to_compare };
enum class FlushTest : std::uint8_t { both, before_round, after_round };
enum class Overflow : std::uint8_t { ulp_extended, ieee, interval_inf_or_max };
enum class Ulp : std::uint8_t { muller_a, muller_b, goldberg_of_result, bit_steps };
enum class Orders : std::uint8_t { all_trees, serial_chains, left_to_right };

/// The policies in force, as src/rulebook/policy.cpp names them. A plain value: relaxing one is a copy and an
/// assignment.
struct Policies {
  Denormals operands = Denormals::keep;
  Denormals results = Denormals::keep;
  bool any_flushed_sign = false;
  FlushTest flush_test = FlushTest::both;
  bool flush_slack = true;
  Overflow overflow = Overflow::ulp_extended;
  Ulp ulp = Ulp::muller_a;
  bool tie_to_even = false;
  bool exact_if_representable = false;
  bool any_cancelled_zero = false;
  bool any_underflowed_zero = false;
  bool any_compared_zero = false;
  bool any_rounded_zero = false;
  bool allow_range_edge = false;
  Orders orders = Orders::all_trees;
  bool reachable_set = false;
  bool fused_nan_is_anything = false;
  bool special_advisory = false;
  bool nan_undefined = false;
  bool infinity_undefined = false;
  bool clamp_below_zero = false;

  friend bool operator==(const Policies&, const Policies&) = default;
};

[[nodiscard]] Policies policies_of(const rulebook::Resolved& resolved);

}  // namespace halfulp::judge
