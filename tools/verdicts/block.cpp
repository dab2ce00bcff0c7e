// SPDX-License-Identifier: Apache-2.0
#include "verdicts/block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
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

/// What an exact result is to the sets of many.
enum class Class : std::uint8_t { number, nan, beyond, tiny, zero };

Class class_of(const Near& exact) {
  constexpr double kLeast = 0x1p-126;
  constexpr double kMost = 0x1p+129;
  if (std::isnan(exact.value)) return Class::nan;
  if (exact.value == 0 && exact.slack == 0) return Class::zero;
  if (std::fabs(exact.value) > kMost) return Class::beyond;
  return std::fabs(exact.value) < kLeast ? Class::tiny : Class::number;
}

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
    if (result.kind != exact::Result::Kind::finite || class_of(double_near) != Class::number) return;
    const auto& [value, slack] = double_near;
    if (result.value.compare(exact::Rational::from_double(value - slack)) >= 0 &&
        result.value.compare(exact::Rational::from_double(value + slack)) <= 0) {
      return;
    }
    throw Error(Error::Kind::kInternal,
                fmt::format("{} 0x{:08x}: not within {:a} of {:a}", info(operation).name, x, slack, value));
  }

  /// Whether all have results of one class beside the numbers, whose sets differ only where those at both ends of the
  /// chunk do: the functions that overflow and underflow do so monotonically.
  [[nodiscard]] bool is_alike() const {
    const Class first = class_of(near.front());
    const auto biased = (operands.front() >> 23) & 0xff;  // zeros and denormals, infinities and NaN are not
    return first != Class::number && biased != 0 && biased != 0xff &&
           std::ranges::all_of(near, [&](const Near& result) { return class_of(result) == first; });
  }
};

Comparison::Comparison(Operation operation, std::vector<Book> books) : operation_(operation) {
  for (Book& book : books) sides_.emplace_back(operation, std::move(book));
}

void Comparison::compare(Chunk& chunk, Side& side, Found& found) const {
  const std::size_t size = chunk.operands.size();
  const auto explain = [&](std::size_t i) {
    ++found.explained;
    return chunk.explain(i, side);
  };
  if (chunk.is_alike()) {
    const judge::Decision first = explain(0);
    const judge::Decision last = explain(size - 1);
    if (is_same(first, last)) {
      for (const Bits x : chunk.operands) {
        side.add(x, first, Specials::one_in_turn);
        found.sets = fold(found.sets, first);
      }
      return;
    }
  }
  PlacedSets& placed = side.placed();
  placed.enter(chunk.operands.front(), chunk.operands.back());
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
                  fmt::format("{} 0x{:08x}: the set does not follow from the place", info(operation_).name, x));
    }
    if (!known) placed.learn(chunk.near[i], decision.set);
    side.add(x, decision, Specials::all);
    if (x % kSampling == 0) side.compare_closely(x, decision);
    found.sets = fold(found.sets, decision);
  }
}

Found Comparison::block(std::uint32_t first, std::uint32_t step) {
  const number::DefaultFloatEnvironment environment;
  Found found;
  found.sets = number::kChecksumOfNothing;
  std::uint64_t before = 0;
  for (const Side& side : sides_) before += side.cases();
  for (std::uint32_t i = 0; i < kBlock;) {
    Chunk chunk{operation_, {}, {}, {}};
    for (; i < kBlock && chunk.operands.size() < kChunk; i += step) {
      chunk.operands.push_back(first + i);
      chunk.near.push_back(near_result(operation_, std::bit_cast<float>(first + i)));
    }
    found.operands += chunk.operands.size();
    for (Side& side : sides_) {
      compare(chunk, side, found);
      side.judge(false);
    }
  }
  for (Side& side : sides_) {
    side.judge(true);
    found.cases += side.cases();
    if (found.difference.empty()) found.difference = side.difference();
  }
  found.cases -= before;
  return found;
}

}  // namespace halfulp::verdicts
