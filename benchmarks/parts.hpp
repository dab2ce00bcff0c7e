// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "table/benchmark.hpp"

namespace halfulp::benchmarks {

// The rows of each part, in the order in which they are shown.
[[nodiscard]] std::vector<Benchmark> judge_benchmarks();
[[nodiscard]] std::vector<Benchmark> conversion_benchmarks();
[[nodiscard]] std::vector<Benchmark> worst_suite_benchmarks();
[[nodiscard]] std::vector<Benchmark> pixel_benchmarks();
[[nodiscard]] std::vector<Benchmark> arithmetic_benchmarks();
[[nodiscard]] std::vector<Benchmark> pipeline_benchmarks();
[[nodiscard]] std::vector<Benchmark> table_benchmarks();
[[nodiscard]] std::vector<Benchmark> range_benchmarks();

/// The instructions that the library chose on this machine, as Highway names them: "AVX2".
[[nodiscard]] std::string instruction_set();

}  // namespace halfulp::benchmarks
