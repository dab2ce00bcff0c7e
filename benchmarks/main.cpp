// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "parts.hpp"
#include "table/measure.hpp"
#include "table/show.hpp"

namespace {

using namespace halfulp::benchmarks;
using Seconds = std::chrono::duration<double>;

constexpr Seconds kEachRow(1);
// All of --quick, with what is prepared for each row and what is begun ends within a minute.
constexpr Seconds kEachQuickRow(0.1);
constexpr Seconds kQuick(40);

std::vector<Benchmark> all() {
  std::vector<Benchmark> rows;
  for (const auto& part : {judge_benchmarks, conversion_benchmarks, worst_suite_benchmarks, pixel_benchmarks,
                           arithmetic_benchmarks, pipeline_benchmarks, table_benchmarks, range_benchmarks}) {
    std::ranges::move(part(), std::back_inserter(rows));
  }
  return rows;
}

std::vector<Measurement> measure_all(const std::vector<Benchmark>& rows, bool quick) {
  const auto end = std::chrono::steady_clock::now() + kQuick;
  const bool shows_progress = isatty(STDERR_FILENO) != 0;
  std::vector<Measurement> measurements;
  for (const Benchmark& row : rows) {
    if (shows_progress) fmt::print(stderr, "\r\x1b[K{} of {}: {}", measurements.size() + 1, rows.size(), row.name);
    Seconds time = kEachRow;
    if (quick) {
      const Seconds left = end - std::chrono::steady_clock::now();
      time = std::min(kEachQuickRow, left / static_cast<double>(rows.size() - measurements.size()));
    }
    measurements.push_back(measure(row, time));
  }
  if (shows_progress) fmt::print(stderr, "\r\x1b[K");
  return measurements;
}

int run(const std::string& part, bool quick, const std::string& json) {
  const std::vector<Benchmark> rows = select(all(), part);
  if (rows.empty()) {
    fmt::print(stderr,
               "error: no row has '{}' in its name; rows begin with judge/, pixels/, arithmetic/, pipeline/, tables/\n",
               part);
    return 2;
  }
  std::ofstream file;
  if (!json.empty()) {
    file.open(json);
    if (!file) throw std::runtime_error("cannot write '" + json + "'");
  }
  const std::vector<Measurement> measurements = measure_all(rows, quick);
  fmt::print("{}", table_text(measurements));
  if (!json.empty() && !(file << json_text(measurements)).flush()) {
    throw std::runtime_error("cannot write '" + json + "'");
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures how fast halfulp is, against others in the same run. docs/benchmarks.md says what and how.");
  app.name("./bench");
  std::string part;
  std::string json;
  bool quick = false;
  app.add_option("part", part, "only the rows that have this in their name: judge, sin, pixels/rgba32_float")
      ->type_name("PART");
  app.add_flag("--quick", quick, "shorter turns: all rows in less than a minute");
  app.add_option("--json", json, "write the rows as JSON too")->type_name("FILE");
  try {
    app.parse(argc, argv);
    return run(part, quick, json);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 70;
  }
}
