// SPDX-License-Identifier: Apache-2.0
#include "number/side_by_side.hpp"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace halfulp::number {

unsigned default_threads() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  const bool known = sched_getaffinity(0, sizeof cores, &cores) == 0;
  return std::max(2U, known ? static_cast<unsigned>(CPU_COUNT(&cores)) : std::thread::hardware_concurrency());
}

void side_by_side(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& use) {
  std::atomic<std::size_t> next = 0;
  std::once_flag failed;
  std::exception_ptr failure;
  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < count; i = next++) use(i);
    } catch (...) {
      next = count;
      std::call_once(failed, [&] { failure = std::current_exception(); });
    }
  };
  {
    std::vector<std::jthread> others;
    const std::size_t all = std::min<std::size_t>(count, threads != 0 ? threads : default_threads());
    for (std::size_t i = 1; i < all; ++i) others.emplace_back(work);
    work();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace halfulp::number
