// SPDX-License-Identifier: Apache-2.0
#include "cli/run/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace halfulp::cli {
namespace {

constexpr std::chrono::milliseconds kBetweenDrawings(200);

void write(const std::string& text) {
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
  static_cast<void>(std::fflush(stderr));
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  constexpr std::uint64_t kMinute = 60;
  constexpr std::uint64_t kHour = 3600;
  if (whole >= kHour) return fmt::format("{}:{:02}:{:02}", whole / kHour, whole % kHour / kMinute, whole % kMinute);
  return fmt::format("{}:{:02}", whole / kMinute, whole % kMinute);
}

}  // namespace

std::string progress_line(std::uint64_t done, std::uint64_t total, std::string_view label, double seconds,
                          std::string_view unit) {
  constexpr std::size_t kBar = 30;
  const double part = total == 0 ? 1.0 : static_cast<double>(done) / static_cast<double>(total);
  const std::size_t filled = std::min(kBar, static_cast<std::size_t>(part * static_cast<double>(kBar)));
  std::string line = fmt::format("[{}{}] {:3.0f}%  {:<11}", std::string(filled, '#'), std::string(kBar - filled, '.'),
                                 100 * part, label);
  if (done == 0 || seconds <= 0) return line;
  const double rate = static_cast<double>(done) / seconds;
  return line + fmt::format("  {:5.1f} M {}/s  {} left", rate / 1e6, unit,
                            duration_text(static_cast<double>(total - done) / rate));
}

std::string time_spent(const Progress::TimeSpent& spent) {
  constexpr std::array<std::string_view, 3> kNames = {"operands", "device", "judge"};
  const double all = std::chrono::duration<double>(spent[0] + spent[1] + spent[2]).count();
  if (all <= 0) return "";
  std::string text;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    const double part = std::chrono::duration<double>(spent[i]).count() / all;
    text += fmt::format("{} {} {:.0f}%", i == 0 ? " " : ",", kNames[i], 100 * part);
  }
  return text;
}

Progress::Progress(std::uint64_t total, bool visible, std::string_view unit)
    : total_(total), unit_(unit), start_(std::chrono::steady_clock::now()), drawn_(0), visible_(visible) {}

Progress::~Progress() {
  if (visible_) write("\r\x1b[K");
}

void Progress::label(std::string_view text) {
  const std::lock_guard lock(mutex_);
  label_ = text;
}

void Progress::advance(std::uint64_t count) {
  done_ += count;
  if (!visible_) return;
  const std::chrono::steady_clock::rep now = (std::chrono::steady_clock::now() - start_).count();
  auto drawn = drawn_.load();
  if (std::chrono::steady_clock::duration(now - drawn) < kBetweenDrawings) return;
  if (drawn_.compare_exchange_strong(drawn, now)) draw();  // one thread draws
}

void Progress::spend(Work work, std::chrono::nanoseconds time) {
  spent_[static_cast<std::size_t>(work)] += time.count();
}

void Progress::draw() {
  const std::lock_guard lock(mutex_);
  TimeSpent spent{};
  for (std::size_t i = 0; i < spent.size(); ++i) spent[i] = std::chrono::nanoseconds(spent_[i]);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  write("\r" + progress_line(done_, total_, label_, seconds, unit_) + time_spent(spent) + "\x1b[K");
}

}  // namespace halfulp::cli
