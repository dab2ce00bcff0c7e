// SPDX-License-Identifier: Apache-2.0
#include "cli/run/interrupt.hpp"

#include <array>
#include <atomic>
#include <csignal>

namespace halfulp::cli {
namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM};

std::atomic<int> received = 0;
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

void note(int signal) {
  if (received.exchange(signal) == 0) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);  // ends the process once this returns
}

}  // namespace

void catch_interrupts() {
  for (const int signal : kSignals) {
    struct sigaction action = {};
    action.sa_handler = note;
    action.sa_flags = SA_RESTART;  // reads and writes in progress go on
    sigaction(signal, &action, nullptr);
  }
}

bool interrupted() noexcept { return received != 0; }

void end_by_interrupt() {
  if (received == 0) return;
  std::signal(received, SIG_DFL);
  std::raise(received);
}

}  // namespace halfulp::cli
