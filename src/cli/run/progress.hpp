// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace halfulp::cli {

/// A bar on standard error with the rate and the remaining time; silent when it is no terminal. Any thread may call it.
class Progress {
 public:
  /// What threads do: make operands, have the device compute (or wait for it), judge.
  enum class Work : std::uint8_t { operands, device, judge };
  using TimeSpent = std::array<std::chrono::nanoseconds, 3>;  ///< by work, of all threads together

  /// `unit`: what is counted, "cases".
  Progress(std::uint64_t total, bool visible, std::string_view unit = "cases");
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Wipes the bar.
  ~Progress();

  /// What is being done now: "rsq".
  void label(std::string_view text);
  void advance(std::uint64_t count);
  /// Notes what a thread's time was spent on; the bar then shows the parts.
  void spend(Work work, std::chrono::nanoseconds time);

 private:
  void draw();

  std::uint64_t total_;
  std::atomic<std::uint64_t> done_ = 0;
  std::string label_;
  std::string unit_;
  std::array<std::atomic<std::chrono::nanoseconds::rep>, 3> spent_{};
  std::chrono::steady_clock::time_point start_;
  std::atomic<std::chrono::steady_clock::rep> drawn_;  ///< when, since start_
  bool visible_;
  std::mutex mutex_;  ///< for the label and the terminal
};

/// `[#####.....]  50%  rsq  12.3 M cases/s  0:07 left`.
[[nodiscard]] std::string progress_line(std::uint64_t done, std::uint64_t total, std::string_view label, double seconds,
                                        std::string_view unit = "cases");

/// `  operands 5%, device 20%, judge 75%`; nothing before any time was spent.
[[nodiscard]] std::string time_spent(const Progress::TimeSpent& spent);

}  // namespace halfulp::cli
