// SPDX-License-Identifier: Apache-2.0
#include "table/measure.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <utility>

namespace halfulp::benchmarks {
namespace {

using Seconds = std::chrono::duration<double>;

constexpr Seconds kTurn(0.004);
constexpr std::size_t kLeastTurns = 3;
constexpr double kClockStep = 1e-7;

double now(Clock clock) {
  std::timespec time{};
  clock_gettime(clock == Clock::thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// One contender, with what its turns are made of.
class Player {
 public:
  Player(const Workload& workload, const Contender& contender, Clock clock)
      : workload_(workload), contender_(contender), clock_(clock), count_(workload.least) {
    double seconds = play();
    if (seconds >= kTurn.count()) return;
    // More and more of them until that takes a turn. What was done first found cold caches.
    for (seconds = play(); seconds < kTurn.count() / 2 && count_ < workload.items; seconds = play()) count_ *= 2;
    repeats_ = static_cast<std::uint64_t>(std::ceil(kTurn.count() / std::max(seconds, kClockStep)));
    next_ -= next_ % count_;
  }

  void take_turn() { seconds_per_item_.push_back(play() / static_cast<double>(count_ * repeats_)); }

  [[nodiscard]] Rate rate() const { return {contender_.name, workload_.units_per_item / median(seconds_per_item_)}; }

 private:
  double play() {
    const double start = now(clock_);
    for (std::uint64_t i = 0; i < repeats_; ++i) {
      contender_.work(next_, count_);
      next_ = (next_ + count_) % workload_.items;
    }
    return now(clock_) - start;
  }

  const Workload& workload_;
  const Contender& contender_;
  Clock clock_;
  std::size_t next_ = 0;
  std::size_t count_;
  std::uint64_t repeats_ = 1;
  std::vector<double> seconds_per_item_;
};

}  // namespace

std::vector<Benchmark> select(std::span<const Benchmark> benchmarks, std::string_view part) {
  std::vector<Benchmark> selected;
  std::ranges::copy_if(benchmarks, std::back_inserter(selected),
                       [&](const Benchmark& one) { return one.name.find(part) != std::string::npos; });
  return selected;
}

Measurement measure(const Benchmark& benchmark, Seconds time) {
  const Workload workload = benchmark.prepare();
  const auto end = std::chrono::steady_clock::now() + time;
  std::vector<Player> players;
  for (const Contender& contender : workload.contenders) players.emplace_back(workload, contender, benchmark.clock);
  for (std::size_t turns = 0; turns < kLeastTurns || std::chrono::steady_clock::now() < end; ++turns) {
    for (Player& player : players) player.take_turn();
  }
  Measurement measurement{
      benchmark.name, benchmark.unit, benchmark.instruction_set, players.front().rate().per_second, {}};
  for (const Player& player : std::span(players).subspan(1)) measurement.against.push_back(player.rate());
  return measurement;
}

}  // namespace halfulp::benchmarks
