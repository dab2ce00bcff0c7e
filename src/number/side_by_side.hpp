// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace halfulp::number {

/// How many threads work when nobody says: one for each core that this process may use, but two at least, so that one
/// computes while another judges.
[[nodiscard]] unsigned default_threads();

/// Calls `use` once with each number below `count`, on `threads` threads (0: default_threads()).
/// Returns when all calls have ended. Throws what the first call that throws throws; numbers not begun then are left
/// out.
void side_by_side(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& use);

}  // namespace halfulp::number
