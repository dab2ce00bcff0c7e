// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace halfulp::judge {

/// Writes ErrorProfile::bin_of() of each error plus 1; 0 of an error below 0, which is none. `places` has room for 64
/// more. Errors: no NaN.
void find_places(std::span<const float> errors, std::uint8_t* places);

/// Whether all of some values of 32 bits are in one binade: shifted right by `shift` they are one number.
[[nodiscard]] bool are_in_one_binade(const std::byte* values, std::size_t count, int shift);

/// The largest of some errors, which are not NaN.
[[nodiscard]] float largest_of(std::span<const float> errors);

}  // namespace halfulp::judge
