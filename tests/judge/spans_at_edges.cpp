// SPDX-License-Identifier: Apache-2.0
#include "judge/spans_at_edges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "judge/judged.hpp"

namespace halfulp::test {

SpansAtEdges::SpansAtEdges(const std::string& rulebook, Operation operation)
    : rulebook_(book(rulebook)), operation_(operation), judges_(rulebook, operation), random_(20) {}

std::string SpansAtEdges::difference(std::size_t spans, std::size_t cases_of_each) {
  for (std::size_t span = 0; span < spans; ++span) {
    if (span == spans / 2) judges_.begin_with(far_ones());
    Cases cases = drawn(cases_of_each);
    if (below(2) == 0) move_to_ends(cases);
    const std::string difference = judges_.difference_of_verdicts(cases);
    if (!difference.empty()) return fmt::format("span {}: {}", span, difference);
  }
  return {};
}

std::string SpansAtEdges::failure_of_right_result() {
  constexpr std::size_t kCases = std::size_t{1} << 20;
  constexpr std::size_t kEvery = 8;
  constexpr std::uint32_t kOdd = 0x9e3779b1;  // times which operands are of all binades
  judges_.begin_with(far_ones());
  Cases cases{{std::vector<std::uint32_t>(kCases)}, std::vector<std::uint32_t>(kCases)};
  for (std::uint64_t first = 0; first < std::uint64_t{1} << 32U; first += kCases) {
    for (std::size_t i = 0; i < kCases; ++i) cases.operands[0][i] = static_cast<std::uint32_t>(first + i) * kOdd;
    give_right_results(rulebook_, operation_, cases);
    for (std::size_t i = 0; i < kCases; i += kEvery) cases.observed[i] ^= 0x00f00000;
    std::string failure = judges_.failure_beside(kEvery, cases);
    if (!failure.empty()) return failure;
  }
  return {};
}

Cases SpansAtEdges::far_ones() {
  constexpr std::array<std::uint32_t, 3> kOfSmallResults = {0, 0x3f800000, 0x80000000};
  constexpr std::array<std::uint32_t, 5> kFar = {0, 0x80000000, 0x00800000, 0x7f7fffff, 0xff7fffff};
  Cases cases{std::vector<std::vector<std::uint32_t>>(static_cast<std::size_t>(info(operation_).arity)), {}};
  for (std::uint32_t i = 0; i < 4 * 512; ++i) {
    const bool is_of_operand = i < 2 * 512;  // each binade twice
    const std::uint32_t of_binade = i % 512 << 23U | fraction();
    for (auto& lane : cases.operands) lane.push_back(0x3f800000 | fraction());
    cases.operands[0].back() = is_of_operand ? of_binade : kOfSmallResults[below(kOfSmallResults.size())];
    cases.observed.push_back(is_of_operand ? kFar[below(kFar.size())] : of_binade);
  }
  return cases;
}

std::uint32_t SpansAtEdges::fraction() {
  constexpr std::uint32_t kAll = 0x7fffff;
  switch (below(4)) {
    case 0:
      return below(4);
    case 1:
      return kAll - below(4);
    case 2:
      return below(kAll + 1) & 0x7ff000;
    default:
      return below(kAll + 1);
  }
}

int SpansAtEdges::edge() {
  constexpr std::array kEdges = {-149, -126, -104, -88, -64, -48, -24, -12, 0, 23, 40, 64, 89, 104, 126};
  return kEdges[below(kEdges.size())] + static_cast<int>(below(9)) - 4;
}

std::vector<int> SpansAtEdges::exponents() {
  std::vector<int> some;
  while (some.size() < static_cast<std::size_t>(info(operation_).arity)) {
    int exponent = edge();
    if (!some.empty()) {
      switch (below(4)) {
        case 0:  // a product there
          exponent -= some.back();
          break;
        case 1:  // a quotient there
          exponent = some.back() - exponent;
          break;
        case 2:  // so far from the product of all before
          exponent += std::accumulate(some.begin(), some.end(), 0);
          break;
        default:
          break;
      }
    }
    some.push_back(std::clamp(exponent, -127, 128));
  }
  return some;
}

Cases SpansAtEdges::drawn(std::size_t count) {
  const bool is_of_few_binades = below(2) == 0;
  std::vector<int> drawn = exponents();
  Cases cases{std::vector<std::vector<std::uint32_t>>(drawn.size()), std::vector<std::uint32_t>(count)};
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_of_few_binades) drawn = exponents();
    for (std::size_t k = 0; k < drawn.size(); ++k) {
      const std::uint32_t sign = below(2) << 31U;
      const bool is_beside_another = k > 0 && below(8) == 0;
      const std::uint32_t size = static_cast<std::uint32_t>(drawn[k] + 127) << 23U | fraction();
      cases.operands[k].push_back(sign ^ (is_beside_another ? cases.operands[k - 1][i] + below(3) : size));
    }
  }
  give_right_results(rulebook_, operation_, cases);
  return cases;
}

void SpansAtEdges::move_to_ends(Cases& cases) {
  const std::vector<std::uint32_t> right = cases.observed;
  const std::size_t count = cases.size();
  std::vector<std::uint32_t> directions(count);
  for (std::uint32_t& direction : directions) direction = below(2) == 0 ? 1 : ~std::uint32_t{0};
  std::vector<std::uint32_t> steps(count);  // the most of which none fails, if more are worse
  for (std::uint32_t step = 1U << (4 + below(8)); step > 0; step /= 2) {
    for (std::size_t i = 0; i < count; ++i) cases.observed[i] = right[i] + directions[i] * (steps[i] + step);
    const std::vector<bool> fails = judges_.failures(cases);
    for (std::size_t i = 0; i < count; ++i) steps[i] += fails[i] ? 0 : step;
  }
  for (std::size_t i = 0; i < count; ++i) cases.observed[i] = right[i] + directions[i] * (steps[i] + below(2));
}

std::vector<Operation> operations_in_binary32(const Rulebook& rulebook) {
  std::vector<Operation> all;
  for (const OperationInfo& row : operations()) {
    const bool is_bound_elsewhere = row.only_format() && row.only_format() != Format::binary32;
    if (is_bound_elsewhere || !rulebook.has(row.operation, Format::binary32)) continue;
    bool is_in_binary32 = row.arity > 0 && row.result(Format::binary32) == Format::binary32;
    for (int k = 0; k < row.arity; ++k) {
      is_in_binary32 = is_in_binary32 && row.operand_format(k, Format::binary32) == Format::binary32;
    }
    if (is_in_binary32) all.push_back(row.operation);
  }
  return all;
}

}  // namespace halfulp::test
