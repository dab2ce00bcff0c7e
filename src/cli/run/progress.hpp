// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace halfulp::cli {

/// A bar on standard error with the rate and the remaining time; silent when it is no terminal. Any thread may call it.
class Progress {
 public:
  /// `unit`: what is counted, "cases".
  Progress(std::uint64_t total, bool visible, std::string_view unit = "cases");
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Wipes the bar.
  ~Progress();

  /// What is being done now: "rsq".
  void label(std::string_view text);
  void advance(std::uint64_t count);

 private:
  void draw(std::chrono::steady_clock::time_point now);

  std::uint64_t total_;
  std::uint64_t done_ = 0;
  std::string label_;
  std::string unit_;
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point drawn_;
  bool visible_;
  std::mutex mutex_;
};

/// `[#####.....]  50%  rsq  12.3 M cases/s  0:07 left`.
[[nodiscard]] std::string progress_line(std::uint64_t done, std::uint64_t total, std::string_view label, double seconds,
                                        std::string_view unit = "cases");

}  // namespace halfulp::cli
