// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "exact/nearest.hpp"
#include "golden/golden.hpp"
#include "number/layout.hpp"

namespace halfulp::golden {
namespace {

using number::Layout;
using Tuple = std::vector<Bits>;

bool is_float(const FormatInfo& row) { return row.kind == FormatKind::floating; }
const FormatInfo& operand_row(Operation operation, Format format, std::size_t k) {
  return info(info(operation).operand_format(static_cast<int>(k), format));
}

Bits draw(const FormatInfo& row, Stratum stratum, Random& random) {
  const Bits all = ~Bits{0} >> (64 - row.bits);
  const Bits bits = random.next() & all;
  const auto few = static_cast<Bits>(random.between(-130, 130));
  const auto pick = [&](const Tuple& values) { return values[random.next() % values.size()]; };
  if (stratum == Stratum::random_bits) return bits;
  if (!is_float(row)) return pick({0, 1, all >> 1, (all >> 1) + 1, all, bits, few, few, few}) & all;
  const Layout layout(row);
  const Bits sign = bits & layout.sign_mask();
  const Bits fraction = bits & layout.fraction_mask();
  const Bits one = layout.one();
  if (stratum == Stratum::specials) {
    return sign | pick({0, 1, fraction, layout.fraction_mask(), layout.min_normal(), layout.min_normal() + 1, one - 1,
                        one, one + 1, layout.max_finite(), layout.infinity(), layout.infinity() | 1,
                        layout.canonical_nan() | fraction});
  }
  if (stratum == Stratum::powers) {
    return sign | (((bits & layout.exponent_mask()) + few % 5 - 2) & layout.magnitude_mask());
  }
  const auto exponent = static_cast<Bits>(row.bias() + random.between(-8, 8)) << row.fraction_bits;
  const bool is_short = few % 3 == 0;  // a significand of 4 bits: integers, halves, ties
  return sign | exponent | (is_short ? fraction & ~(layout.fraction_mask() >> 3) : fraction);
}

/// Adds the value `steps` after `bits` in numeric order, if there is one.
void add_neighbour(const FormatInfo& row, Bits bits, std::int64_t steps, Tuple& list) {
  const std::int64_t position = number::ordinal(row, bits) + steps;
  const Bits other = number::from_ordinal(row, position);
  if (is_float(row) && Layout(row).is_nan(other)) return;
  if (number::ordinal(row, other) == position) list.push_back(other);
}

/// Makes the last term of a sum cancel the first but for 4 values; moves the last operand of others to the first.
void cancel(Operation operation, Format format, Tuple& tuple, Random& random) {
  const bool adds_product = operation == Operation::mad || operation == Operation::fma;
  const bool adds_products = info(operation).family == OperationFamily::fused && !adds_product;
  const FormatInfo& row = operand_row(operation, format, tuple.size() - 1);
  if (operand_row(operation, format, 0).format != row.format) return;
  Bits value = tuple[adds_products ? tuple.size() / 2 : 0];
  if (adds_product) value = exact::nearest_even(Operation::mul, format, std::span(tuple).first(2));
  if (adds_products) tuple[tuple.size() / 2 - 1] = tuple[0];
  const bool is_negated = adds_product || adds_products || random.next() % 2 == 0;
  if (is_float(row) && is_negated) value ^= Layout(row).sign_mask();
  Tuple neighbours;
  add_neighbour(row, value, random.between(-4, 4), neighbours);
  if (!neighbours.empty()) tuple.back() = neighbours.front();
}

/// The magnitude of a float, the place of a code among the codes.
std::int64_t rank(const FormatInfo& row, Bits bits) {
  return is_float(row) ? static_cast<std::int64_t>(Layout(row).magnitude(bits)) : number::ordinal(row, bits);
}

/// The result whose rank the results of a stratum are at.
Bits border(const FormatInfo& row, Stratum stratum, Random& random) {
  if (!is_float(row)) {
    return stratum == Stratum::overflow ? number::from_ordinal(row, number::most_code(row))
                                        : draw(row, Stratum::random_bits, random);
  }
  if (stratum == Stratum::overflow) return Layout(row).infinity();
  if (stratum == Stratum::underflow) return random.next() % 2 == 0 ? 1 : Layout(row).min_normal();
  return draw(row, Stratum::moderate, random);
}

/// Moves one operand, sign kept, to 4 or fewer values from where the result's rank reaches that of the border; does
/// nothing if the smallest and the largest operand are on one side of it.
void move_to_border(Operation operation, Format format, Stratum stratum, Tuple& tuple, Random& random) {
  const FormatInfo& to = info(info(operation).result(format));
  const std::int64_t target = rank(to, border(to, stratum, random));
  const std::size_t k = random.next() % tuple.size();
  const FormatInfo& row = operand_row(operation, format, k);
  const Bits before = tuple[k];
  const auto place = [&](std::int64_t rank) {
    tuple[k] = number::from_ordinal(row, rank) | (is_float(row) ? before & Layout(row).sign_mask() : 0);
  };
  const auto reaches = [&](std::int64_t position) {
    place(position);
    return rank(to, exact::nearest_even(operation, format, tuple)) >= target;
  };
  const std::int64_t least = is_float(row) ? 0 : number::least_code(row);
  const std::int64_t most = is_float(row) ? rank(row, Layout(row).max_finite()) : number::most_code(row);
  std::int64_t low = least;
  std::int64_t high = most;
  const bool at_low = reaches(low);
  if (reaches(high) == at_low) {
    tuple[k] = before;
    return;
  }
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (reaches(middle) == at_low ? low : high) = middle;
  }
  place(std::clamp(low + random.between(-3, 4), least, most));
}

}  // namespace

std::uint64_t Random::next() {
  std::uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

std::int64_t Random::between(std::int64_t first, std::int64_t last) {
  return first + static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(last - first + 1));
}

Tuple operands(Operation operation, Format format, Stratum stratum, Random& random) {
  Tuple tuple;
  while (tuple.size() < static_cast<std::size_t>(info(operation).arity)) {
    tuple.push_back(draw(operand_row(operation, format, tuple.size()), stratum, random));
  }
  const bool cancels = stratum == Stratum::cancelling && tuple.size() > 1;
  if (cancels) cancel(operation, format, tuple, random);
  if (!cancels && stratum >= Stratum::cancelling) move_to_border(operation, format, stratum, tuple, random);
  return tuple;
}

Tuple results(Operation operation, Format format, std::span<const Bits> operands, std::span<const PermittedSet> sets,
              Random& random) {
  const FormatInfo& row = info(info(operation).result(format));
  const Bits all = ~Bits{0} >> (64 - row.bits);
  const Bits nearest = exact::nearest_even(operation, format, operands);
  Tuple list = {nearest, nearest ^ (Bits{1} << random.between(0, row.bits - 1)), random.next() & all, 0, all >> 1, all};
  for (std::int64_t steps = -4; steps <= 4; ++steps) add_neighbour(row, nearest, steps, list);
  for (const PermittedSet& set : sets) {
    for (const auto& [first, last] : set.ranges) {
      list.insert(list.end(), {first, last});
      add_neighbour(row, first, -1, list);
      add_neighbour(row, last, 1, list);
    }
    list.insert(list.end(), set.nan_patterns.begin(), set.nan_patterns.end());
  }
  if (is_float(row)) {
    Tuple flushed(operands.begin(), operands.end());
    for (std::size_t k = 0; k < flushed.size(); ++k) {
      const FormatInfo& from = operand_row(operation, format, k);
      if (is_float(from)) flushed[k] = Layout(from).flushed(flushed[k]);
    }
    const Layout layout(row);
    const Bits of_flushed = exact::nearest_even(operation, format, flushed);
    const Bits sign = layout.sign_mask();
    list.insert(list.end(), {layout.flushed(nearest), of_flushed, layout.flushed(of_flushed), nearest ^ sign, sign,
                             layout.infinity(), layout.infinity(true), layout.max_finite(), layout.max_finite(true),
                             layout.min_normal(), layout.infinity() | 1, layout.canonical_nan()});
  }
  std::ranges::sort(list);
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

}  // namespace halfulp::golden
