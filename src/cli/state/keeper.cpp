// SPDX-License-Identifier: Apache-2.0
#include "cli/state/keeper.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace halfulp::cli {
namespace {

constexpr std::chrono::seconds kFirst(1);
constexpr std::chrono::seconds kLongest(15);

}  // namespace

Keeper::Keeper(std::function<void()> write, std::stop_source& run)
    : write_(std::move(write)), run_(run), thread_([this](const std::stop_token& stop) { keep(stop); }) {}

void Keeper::finish() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

void Keeper::keep(const std::stop_token& stop) {
  std::chrono::seconds between = kFirst;
  while (true) {
    {
      std::unique_lock lock(mutex_);
      wake_.wait_for(lock, stop, between, [] { return false; });
    }
    if (stop.stop_requested()) return;
    try {
      write_();
    } catch (...) {
      failure_ = std::current_exception();
      run_.request_stop();
      return;
    }
    between = std::min(2 * between, kLongest);
  }
}

}  // namespace halfulp::cli
