// SPDX-License-Identifier: Apache-2.0
// Judging conversions from binary32, on one core: random operands and observed results in memory.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "halfulp/evaluate.hpp"
#include "halfulp/judge.hpp"
#include "halfulp/rulebook.hpp"
#include "parts.hpp"
#include "random_lanes.hpp"

namespace halfulp::benchmarks {
namespace {

/// A conversion as other judges know it.
struct Converted {
  Operation operation;
  bool (*passes)(double x, std::uint32_t code);
};

bool is_within(double exact, std::uint32_t code) { return std::fabs(static_cast<double>(code) - exact) <= 0.6; }

bool is_unorm8(double x, std::uint32_t code) { return is_within(x > 0 ? std::min(x, 1.0) * 255 : 0, code); }

bool is_srgb8(double x, std::uint32_t code) {
  const double linear = x > 0 ? std::min(x, 1.0) : 0;
  const double curve = linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
  return is_within(curve * 255, code);
}

/// Toward zero, as Direct3D has it.
bool is_binary16(double x, std::uint32_t code) {
  const std::uint32_t size = code & 0x7fff;
  if (std::isnan(x)) return size > 0x7c00;
  if (std::isinf(x)) return size == 0x7c00;
  const auto value = [](std::uint32_t bits) {
    const std::uint32_t exponent = bits >> 10;
    return exponent == 0 ? std::ldexp(bits, -24) : std::ldexp(1024 + (bits & 0x3ff), static_cast<int>(exponent) - 25);
  };
  const double next = size + 1 == 0x7c00 ? HUGE_VAL : value(size + 1);
  return size < 0x7c00 && std::signbit(x) == (code >> 15 != 0) && value(size) <= std::fabs(x) && std::fabs(x) < next;
}

constexpr Converted kConverted[] = {
    {Operation::binary32_to_unorm8, is_unorm8},
    {Operation::binary32_to_srgb8, is_srgb8},
    {Operation::binary32_to_binary16, is_binary16},
};

/// Operands, and what the reference device makes of them.
struct Cases {
  Cases(const Rulebook& book, Operation operation, Words values)
      : operands(std::move(values)),
        bytes(static_cast<std::size_t>(info(*info(operation).result_format).bytes)),
        observed(operands.size() * bytes) {
    const ConstLane lane = part_of(operands, 0, operands.size());
    Evaluator(book, operation, Format::binary32).evaluate({&lane, 1}, observed);
  }
  [[nodiscard]] std::uint32_t code(std::size_t i) const {
    std::uint32_t code = 0;
    std::memcpy(&code, observed.data() + i * bytes, bytes);
    return code;
  }
  [[nodiscard]] ConstLane results(std::size_t first, std::size_t count) const {
    return ConstLane(observed).subspan(first * bytes, count * bytes);
  }
  Words operands;
  std::size_t bytes;
  std::vector<std::byte> observed;
};

/// One result in ten is 4 codes or steps off.
Cases failing(Cases cases) {
  std::mt19937 random(2);
  for (std::size_t i = 0; i < cases.operands.size(); ++i) {
    if (random() % 10 == 0) cases.observed[i * cases.bytes] ^= std::byte{4};
  }
  return cases;
}

Contender bulk_judge(std::string name, const Rulebook& book, Operation operation, Cases made) {
  const auto cases = std::make_shared<const Cases>(std::move(made));
  const auto judge = std::make_shared<const SpanJudge>(book, operation, Format::binary32);
  const auto tally = std::make_shared<Tally>();
  const auto take = [=](std::size_t first, std::size_t count) {
    const ConstLane lane = part_of(cases->operands, first, count);
    judge->judge(first, {&lane, 1}, cases->results(first, count), *tally);
  };
  take(0, 1 << 10);  // what is made when the first result fails is made before a clock runs
  return {std::move(name), take};
}

Contender other_judge(const Converted& converted, Cases made) {
  const auto cases = std::make_shared<const Cases>(std::move(made));
  const auto failed = std::make_shared<std::uint64_t>();
  const auto take = [=, passes = converted.passes](std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) {
      if (!passes(std::bit_cast<float>(cases->operands[i]), cases->code(i))) ++*failed;
    }
  };
  take(0, 1 << 12);
  if (*failed != 0) throw std::logic_error(fmt::format("{}: right results fail", info(converted.operation).name));
  return {"double", take};
}

const Rulebook& book() {
  static const Rulebook kBook = Rulebook::open("d3d11");
  return kBook;
}

Workload against_others(const Converted& converted) {
  const Cases random(book(), converted.operation, random_lanes(1).front());
  return {.items = kRandomValues,
          .contenders = {bulk_judge("halfulp", book(), converted.operation, random), other_judge(converted, random)}};
}

Workload against_random(const Converted& converted) {
  const Cases random(book(), converted.operation, random_lanes(1).front());
  const Cases in_order(book(), converted.operation, values_in_order());
  return {.items = kRandomValues,
          .least = kRandomValues,
          .contenders = {bulk_judge("halfulp", book(), converted.operation, in_order),
                         bulk_judge("random", book(), converted.operation, random)}};
}

Workload against_none_failing(const Converted& converted) {
  const Cases random(book(), converted.operation, random_lanes(1).front());
  return {.items = kRandomValues,
          .contenders = {bulk_judge("halfulp", book(), converted.operation, failing(random)),
                         bulk_judge("none_failing", book(), converted.operation, random)}};
}

}  // namespace

std::vector<Benchmark> conversion_benchmarks() {
  std::vector<Benchmark> benchmarks;
  const auto enter = [&](const char* end, Workload (*prepare)(const Converted&)) {
    for (const Converted& converted : kConverted) {
      benchmarks.push_back({.name = fmt::format("judge/{}/d3d11{}", info(converted.operation).name, end),
                            .unit = "verdicts",
                            .instruction_set = instruction_set(),
                            .prepare = [&converted, prepare] { return prepare(converted); }});
    }
  };
  enter("", against_others);
  enter("/in_order", against_random);
  enter("/a_tenth_failing", against_none_failing);
  return benchmarks;
}

}  // namespace halfulp::benchmarks
