// SPDX-License-Identifier: Apache-2.0
// Spans of random operands, on one thread.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "arithmetic/hardware_loops.hpp"
#include "halfulp/evaluate.hpp"
#include "parts.hpp"
#include "random_lanes.hpp"

namespace halfulp::benchmarks {
namespace {

struct Asked {
  Operation operation;
  std::string_view rulebook;
};

constexpr Asked kAsked[] = {
    {Operation::add, "d3d11"},    {Operation::sub, "d3d11"},   {Operation::mul, "d3d11"},
    {Operation::div, "d3d11"},    {Operation::mad, "d3d11"},   {Operation::min, "d3d11"},
    {Operation::max, "d3d11"},    {Operation::rcp, "d3d11"},   {Operation::rsq, "d3d11"},
    {Operation::sqrt, "d3d11"},   {Operation::exp2, "d3d11"},  {Operation::log2, "d3d11"},
    {Operation::sin, "d3d11"},    {Operation::cos, "d3d11"},   {Operation::add, "metal1"},
    {Operation::mul, "metal1"},   {Operation::fma, "metal1"},  {Operation::fmod, "metal1"},
    {Operation::exp, "metal1"},   {Operation::log, "metal1"},  {Operation::log10, "metal1"},
    {Operation::sin, "metal1"},   {Operation::tan, "metal1"},  {Operation::acos, "metal1"},
    {Operation::atan2, "metal1"}, {Operation::tanh, "metal1"}, {Operation::acosh, "metal1"},
    {Operation::pow, "metal1"},
};

/// A span and its results: some tens of KiB.
constexpr std::size_t kMostAtOnce = std::size_t{1} << 12;

/// Of what is compared both are the same operation: all but some special cases are within 4 ULP.
void require_same_work(const Asked& asked, std::span<const std::uint32_t> results, std::span<const float> others) {
  std::size_t apart = 0;
  for (std::size_t i = 0; i < others.size(); ++i) {
    const auto result = static_cast<std::int64_t>(results[i]);
    const auto other = static_cast<std::int64_t>(std::bit_cast<std::uint32_t>(others[i]));
    const bool are_nan = std::isnan(others[i]) && std::isnan(std::bit_cast<float>(results[i]));
    if (!are_nan && std::abs(result - other) > 4) ++apart;
  }
  if (apart > others.size() / 16) {
    throw std::logic_error(fmt::format("{} in {}: {} of {} results are not those of what it is compared with",
                                       info(asked.operation).name, asked.rulebook, apart, others.size()));
  }
}

Workload against_other(const Asked& asked) {
  struct Memory {
    std::vector<Words> operands;
    Words results = Words(kMostAtOnce);
    std::vector<float> other_results = std::vector<float>(kMostAtOnce);
  };
  const auto memory = std::make_shared<Memory>();
  memory->operands = random_lanes(info(asked.operation).arity);
  const auto evaluator =
      std::make_shared<const Evaluator>(Rulebook::open(std::string(asked.rulebook)), asked.operation, Format::binary32);
  const OtherArithmetic other = other_arithmetic(asked.operation);
  const bool flushes = asked.rulebook == "d3d11";
  const auto in_spans = [](std::size_t first, std::size_t count, auto work) {
    for (std::size_t i = first; i < first + count; i += kMostAtOnce) work(i, std::min(kMostAtOnce, first + count - i));
  };
  Workload workload{.items = kRandomValues,
                    .contenders = {
                        {"halfulp",
                         [=](std::size_t first, std::size_t count) {
                           in_spans(first, count, [&](std::size_t at, std::size_t n) {
                             evaluator->evaluate(parts_of(memory->operands, at, n),
                                                 std::as_writable_bytes(std::span(memory->results).first(n)));
                           });
                         }},
                        {std::string(other.name),
                         [=](std::size_t first, std::size_t count) {
                           const HardwareFlush flush(flushes);
                           in_spans(first, count, [&](std::size_t at, std::size_t n) {
                             const float* lanes[kMaxArity] = {};
                             for (std::size_t k = 0; k < memory->operands.size(); ++k) {
                               lanes[k] = reinterpret_cast<const float*>(memory->operands[k].data() + at);
                             }
                             other.loop(lanes, memory->other_results.data(), n);
                           });
                         }},
                    }};
  for (const Contender& contender : workload.contenders) contender.work(0, kMostAtOnce);
  require_same_work(asked, memory->results, memory->other_results);
  return workload;
}

}  // namespace

std::vector<Benchmark> arithmetic_benchmarks() {
  std::vector<Benchmark> benchmarks;
  for (const Asked& asked : kAsked) {
    const Naming naming = asked.rulebook == "d3d11" ? Naming::direct3d : Naming::metal;
    benchmarks.push_back({.name = fmt::format("arithmetic/{}/{}", name(asked.operation, naming), asked.rulebook),
                          .unit = "operations",
                          .instruction_set = instruction_set(),
                          .prepare = [&asked] { return against_other(asked); }});
  }
  return benchmarks;
}

}  // namespace halfulp::benchmarks
