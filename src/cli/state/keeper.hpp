// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace halfulp::cli {

/// Writes the state of a run under way from time to time, in a thread of its own: a second after the start, then ever
/// more seldom, at last every 15 seconds.
class Keeper {
 public:
  /// `write`: called by one thread at a time. When it throws, nothing more is written and `run` is asked to stop.
  Keeper(std::function<void()> write, std::stop_source& run);

  /// Returns when nothing is being written any more.
  void finish();
  /// What `write` threw, once finished; or nothing.
  [[nodiscard]] std::exception_ptr failure() const { return failure_; }

 private:
  void keep(const std::stop_token& stop);

  std::function<void()> write_;
  std::stop_source& run_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::exception_ptr failure_;
  std::jthread thread_;  ///< the last member: it uses the others
};

}  // namespace halfulp::cli
