// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <span>
#include <string_view>
#include <vector>

#include "table/benchmark.hpp"

namespace halfulp::benchmarks {

/// The benchmarks whose name has `part` in it.
[[nodiscard]] std::vector<Benchmark> select(std::span<const Benchmark> benchmarks, std::string_view part);

/// Measures one row for about `time`, preparations not counted. Its contenders take turns of a few milliseconds, so
/// that what slows the machine down slows all of them down; a rate is the median of the turns'. Each has three turns at
/// the least.
[[nodiscard]] Measurement measure(const Benchmark& benchmark, std::chrono::duration<double> time);

}  // namespace halfulp::benchmarks
