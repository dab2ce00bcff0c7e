// SPDX-License-Identifier: Apache-2.0
#include "verdicts/block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "exact/result.hpp"
#include "halfulp/error.hpp"
#include "number/checksum.hpp"
#include "number/float_environment.hpp"
#include "verdicts/near_result.hpp"

namespace halfulp::verdicts {
namespace {

constexpr std::uint32_t kChunk = 1024;
/// Of so many operands one is explained although its set is known, and compared closely.
constexpr Bits kSampling = 16381;

std::uint64_t fold(std::uint64_t sum, std::int64_t value) {
  return (sum ^ static_cast<std::uint64_t>(value)) * 0x100000001b3;
}

std::uint64_t fold(std::uint64_t sum, const Interval& interval) {
  return fold(fold(fold(sum, interval.first), interval.last), 0);
}

std::uint64_t fold(std::uint64_t sum, const judge::Decision& decision) {
  for (const auto& [first, last] : decision.set.intervals()) sum = fold(fold(sum, first), last);
  return fold(
      sum, (decision.set.anything() ? 1 : 0) + (decision.set.has_nan() ? 2 : 0) + (decision.invalid_operand ? 4 : 0));
}

bool is_same(const judge::Decision& a, const judge::Decision& b) {
  return a.set == b.set && a.invalid_operand == b.invalid_operand;
}

bool is_same(const judge::Decision& a, const Interval& b) {
  return !a.invalid_operand && !a.set.anything() && !a.set.has_nan() && a.set.intervals().size() == 1 &&
         a.set.intervals().front() == judge::OrdinalSet::Interval{b.first, b.last};
}

}  // namespace

/// Operands of one sign and exponent, in order, and their exact results.
struct Comparison::Chunk {
  Operation operation;
  std::vector<Bits> operands;
  std::vector<Near> near;
  std::map<std::size_t, exact::Result> exact;  ///< those that were asked for
  bool is_even = false;                        ///< see find_even()

  /// The explain path's set.
  judge::Decision explain(std::size_t i, const Side& side) {
    const std::array given = {operands[i]};
    const auto [known, is_new] = exact.try_emplace(i);
    if (is_new) {
      known->second = exact::exact_result(operation, Format::binary32, given);
      check(near[i], known->second, operands[i]);
    }
    return judge::permit(side.ruling(), given, side.ruling().policies, known->second);
  }

  /// The exact result is where the double says.
  void check(const Near& double_near, const exact::Result& result, Bits x) const {
    const auto& [value, slack, rest] = double_near;
    const bool is_in_range = std::fabs(value) > 0x1p-126 && std::fabs(value) < 0x1p128;  // where certified() is near
    if (result.kind != exact::Result::Kind::finite || !is_in_range) return;
    const auto at = exact::Rational::from_double(value);
    if (result.value.compare(at + exact::Rational::from_double(rest - slack)) >= 0 &&
        result.value.compare(at + exact::Rational::from_double(rest + slack)) <= 0) {
      return;
    }
    throw Error(Error::Kind::kInternal, fmt::format("{} 0x{:08x}: not within {:a} of {:a} + {:a}", info(operation).name,
                                                    x, slack, value, rest));
  }

  /// Whether the sets of all are the same where those of the first and the last are: those of exact results that rise
  /// or fall all along, since what is permitted changes at some of them and never changes back, and of NaN. Zeros and
  /// denormals, infinities and NaN as operands are not alike.
  void find_even() {
    const auto biased = (operands.front() >> 23) & 0xff;
    if (biased == 0 || biased == 0xff) return;
    is_even = std::ranges::is_sorted(near, std::less{}, &Near::value) ||
              std::ranges::is_sorted(near, std::greater{}, &Near::value) ||
              std::ranges::all_of(near, [](const Near& result) { return std::isnan(result.value); });
  }
  /// Whether all results are past every amount of a bound: beyond the largest value, or below the least.
  [[nodiscard]] bool is_far_out() const {
    const auto all = [&](auto is_so) {
      return std::ranges::all_of(near, [&](const Near& result) { return is_so(std::fabs(result.value)); });
    };
    return all([](double size) { return size >= 0x1p130; }) || all([](double size) { return size <= 0x1p-150; });
  }
};

Comparison::Comparison(Operation operation, std::vector<Book> books) : operation_(operation) {
  for (Book& book : books) sides_.emplace_back(operation, std::move(book));
}

Comparison::Chunk Comparison::chunk(std::uint32_t first, std::uint32_t from, std::uint32_t step) const {
  Chunk chunk{.operation = operation_, .operands = {}, .near = {}, .exact = {}};
  for (std::uint32_t i = from; i < kBlock && chunk.operands.size() < kChunk; i += step) {
    chunk.operands.push_back(first + i);
    chunk.near.push_back(near_result(operation_, std::bit_cast<float>(first + i)));
  }
  chunk.find_even();
  return chunk;
}

void Comparison::learn_first(Chunk& chunk, Side& side, Found& found) {
  side.placed().enter(chunk.operands.front(), chunk.operands.back());
  side.placed().learn(chunk.near.front(), chunk.explain(0, side).set);
  ++found.explained;
}

void Comparison::compare(Chunk& chunk, Side& side, Found& found) {
  const std::size_t size = chunk.operands.size();
  const auto explain = [&](std::size_t i) {
    ++found.explained;
    return chunk.explain(i, side);
  };
  PlacedSets& placed = side.placed();
  placed.enter(chunk.operands.front(), chunk.operands.back());
  if (!placed.known(chunk.near.front()) || !placed.known(chunk.near.back())) {
    const judge::Decision first = explain(0);
    const judge::Decision last = explain(size - 1);
    const bool is_even = chunk.is_even && (placed.is_under_one_amount() || chunk.is_far_out());
    if (is_same(first, last) && placed.is_in_one_piece() && (is_even || placed.is_unconstrained())) {
      side.add(chunk.operands, first);
      for (std::size_t i = 0; i < size; ++i) found.sets = fold(found.sets, first);
      return;
    }
    // Results mostly lie between those at the ends: what is learned of these first covers the others.
    placed.learn(chunk.near.front(), first.set);
    placed.learn(chunk.near.back(), last.set);
  }
  for (std::size_t i = 0; i < size; ++i) {
    const Bits x = chunk.operands[i];
    const auto known = placed.known(chunk.near[i]);
    if (known && x % kSampling != 0) {
      side.add(x, *known);
      found.sets = fold(found.sets, *known);
      continue;
    }
    const judge::Decision decision = explain(i);
    if (known && !is_same(decision, *known)) {
      throw Error(Error::Kind::kInternal,
                  fmt::format("{} 0x{:08x}: the set does not follow from the place", info(chunk.operation).name, x));
    }
    if (!known) placed.learn(chunk.near[i], decision.set);
    side.add(x, decision);
    if (x % kSampling == 0) side.compare_closely(x, decision);
    found.sets = fold(found.sets, decision);
  }
}

Found Comparison::block(std::uint32_t first, std::uint32_t step) {
  const number::DefaultFloatEnvironment environment;
  Found found;
  found.sets = number::kChecksumOfNothing;
  std::uint64_t cases_before = 0;
  std::uint64_t handed_over_before = 0;
  for (const Side& side : sides_) {
    cases_before += side.cases();
    handed_over_before += side.handed_over();
  }
  // Results mostly lie between those at both ends of the block: what is learned there covers the ends of its chunks.
  const std::uint32_t of_chunk = kChunk * step;
  Chunk last = chunk(first, (kBlock - 1) / of_chunk * of_chunk, step);
  for (Side& side : sides_) learn_first(last, side, found);
  for (std::uint32_t i = 0; i < kBlock; i += of_chunk) {
    Chunk some = chunk(first, i, step);
    found.operands += some.operands.size();
    for (Side& side : sides_) {
      compare(some, side, found);
      side.judge(false);
    }
  }
  for (Side& side : sides_) {
    side.judge(true);
    found.cases += side.cases();
    found.handed_over += side.handed_over();
    if (found.difference.empty()) found.difference = side.difference();
  }
  found.cases -= cases_before;
  found.handed_over -= handed_over_before;
  return found;
}

}  // namespace halfulp::verdicts
