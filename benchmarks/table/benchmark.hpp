// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace halfulp::benchmarks {

/// Something that does a row's work, in one way.
struct Contender {
  std::string name;  ///< "halfulp", "mpfr"
  /// Does the items first, first + 1, ..., count of them.
  std::function<void(std::size_t first, std::size_t count)> work;
};

/// What takes turns in one row. Made when the row is measured, and gone before the next one is.
struct Workload {
  std::size_t items;          ///< that there are: least times a power of two
  std::size_t least = 1;      ///< how many are done at once at the least
  double units_per_item = 1;  ///< of the row's unit
  /// halfulp, then what it is compared with.
  std::vector<Contender> contenders;
};

enum class Clock {
  thread,  ///< the time that the calling thread computes: other programs take none of it
  wall,    ///< for work on several threads
};

/// One row of the table.
struct Benchmark {
  std::string name;  ///< "judge/sin/metal1"; what stands before the first '/' is its part
  std::string unit;  ///< "verdicts"
  std::string instruction_set;
  Clock clock = Clock::thread;
  std::function<Workload()> prepare;
};

struct Rate {
  std::string name;
  double per_second = 0;
};

/// What was measured of one row.
struct Measurement {
  std::string name;
  std::string unit;
  std::string instruction_set;
  double per_second = 0;
  std::vector<Rate> against;  ///< measured in turns with it

  /// How many times as fast as that one it is.
  [[nodiscard]] double ratio(const Rate& other) const { return per_second / other.per_second; }
};

}  // namespace halfulp::benchmarks
