// SPDX-License-Identifier: Apache-2.0

// What holds for every permitted set, and the relations of relations.txt, on random and special bits.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "exact/nearest.hpp"
#include "judge/judged.hpp"
#include "judge/permitted_cases.hpp"
#include "number/layout.hpp"

namespace halfulp {
namespace {

using test::permitted;

constexpr Bits kSignBit = 0x80000000;
const number::Layout kLayout(info(Format::binary32));

constexpr std::array<const char*, 3> kBooks = {"d3d10", "d3d10.1", "d3d11"};

/// Operands of every kind: specials, near 1, near the borders, random bits.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  std::vector<Bits> operands(Operation operation) {
    const auto arity = static_cast<std::size_t>(info(operation).arity);
    std::vector<Bits> result;
    const Bits exponent = random_() % 255;
    for (std::size_t i = 0; i < arity; ++i) result.push_back(one(exponent));
    if (arity > 1 && random_() % 6 == 0) result[1] = result[0] ^ (random_() % 2 == 0 ? kSignBit : 0);
    for (std::size_t i = 0; i < arity; ++i) {
      result[i] &= (Bits{1} << info(info(operation).operand_format(static_cast<int>(i), Format::binary32)).bits) - 1;
    }
    return result;
  }
  Bits one(Bits exponent) {
    static constexpr std::array<Bits, 20> kSpecial = {0x00000000, 0x00000001, 0x007fffff, 0x00800000, 0x00800001,
                                                      0x3effffff, 0x3f000000, 0x3f7fffff, 0x3f800000, 0x3f800001,
                                                      0x40000000, 0x40000001, 0x7e800000, 0x7e800001, 0x7f7fffff,
                                                      0x7f800000, 0x7fc00000, 0x7f800001, 0x4b000001, 0x439d1463};
    const Bits sign = random_() % 2 == 0 ? 0 : kSignBit;
    switch (random_() % 4) {
      case 0:
        return kSpecial[random_() % kSpecial.size()] | sign;
      case 1:
        return (exponent << 23) | (random_() & 0x7fffff) | sign;
      case 2:
        return (std::min<Bits>(254, exponent + random_() % 3) << 23) | (random_() & 0x7fe000) | sign;
      default:
        return random_() & 0xffffffff;
    }
  }
  std::uint64_t bits() { return random_(); }

 private:
  std::mt19937_64 random_;
};

/// The set with the sign of every member inverted.
PermittedSet negated(const PermittedSet& set) {
  PermittedSet result = set;
  for (Range& range : result.ranges) range = {range.last ^ kSignBit, range.first ^ kSignBit};
  std::ranges::reverse(result.ranges);
  for (Bits& nan : result.nan_patterns) nan ^= kSignBit;
  std::ranges::sort(result.nan_patterns);
  return result;
}

bool has_denormal(const PermittedSet& set) {
  return std::ranges::any_of(set.ranges, [](const Range& range) {
    const auto meets = [&](std::int64_t first, std::int64_t last) {
      return number::ordinal(info(Format::binary32), range.first) <= last &&
             number::ordinal(info(Format::binary32), range.last) >= first;
    };
    return meets(1, 0x7fffff) || meets(-0x800000, -2);
  });
}

/// Every range of `inner` lies in one of `outer`, and its NaNs are among the other's.
bool contained(const PermittedSet& inner, const PermittedSet& outer) {
  if (outer.anything) return true;
  if (inner.anything || (inner.nan == NanKind::any && outer.nan != NanKind::any)) return false;
  return std::ranges::all_of(inner.ranges, [&](const Range& range) {
    const FormatInfo& row = info(outer.format);
    return std::ranges::any_of(outer.ranges, [&](const Range& other) {
      return number::ordinal(row, other.first) <= number::ordinal(row, range.first) &&
             number::ordinal(row, range.last) <= number::ordinal(row, other.last);
    });
  });
}

bool rounds_its_result(Operation operation) {
  const OperationFamily family = info(operation).family;
  return family == OperationFamily::arithmetic || family == OperationFamily::rounding ||
         family == OperationFamily::fused;
}

/// Runs `body(rulebook name, operation, operands)` for every operation of every rulebook.
template <class Body>
void for_each_case(int cases, std::uint64_t seed, const Body& body) {
  Draw draw(seed);
  for (const char* name : kBooks) {
    for (const OperationInfo& row : operations()) {
      if (!test::book(name).has(row.operation, Format::binary32)) continue;
      for (int i = 0; i < cases; ++i) body(name, row.operation, draw.operands(row.operation));
    }
  }
}

TEST(Properties, NoSetIsEmptyAndItsRangesAreInOrder) {
  for_each_case(150, 1, [](const std::string& name, Operation operation, const std::vector<Bits>& operands) {
    const PermittedSet set = permitted(name, operation, operands);
    EXPECT_FALSE(set.empty()) << test::described(name, operation, operands);
    const FormatInfo& row = info(set.format);
    for (std::size_t i = 0; i < set.ranges.size(); ++i) {
      const std::int64_t first = number::ordinal(row, set.ranges[i].first);
      EXPECT_LE(first, number::ordinal(row, set.ranges[i].last)) << set.text();
      const std::int64_t before = i == 0 ? first - 2 : number::ordinal(row, set.ranges[i - 1].last);
      EXPECT_GT(first, before + 1) << set.text();
      if (row.kind != FormatKind::floating) continue;
      EXPECT_FALSE(kLayout.is_nan(set.ranges[i].first) || kLayout.is_nan(set.ranges[i].last)) << set.text();
    }
  });
}

TEST(Properties, TheExactResultRoundedAndFlushedIsPermitted) {
  for_each_case(250, 2, [](const std::string& name, Operation operation, const std::vector<Bits>& operands) {
    if (!rounds_its_result(operation)) return;
    std::vector<Bits> flushed = operands;
    for (Bits& bits : flushed) bits = kLayout.flushed(bits);
    // x - floor(x) below 1 may round to 1, which is permitted by default.
    const Bits result = kLayout.flushed(exact::nearest_even(operation, Format::binary32, flushed));
    const PermittedSet set = permitted(name, operation, operands);
    EXPECT_TRUE(set.contains(result)) << test::described(name, operation, operands) << " -> "
                                      << bits_text(Format::binary32, result) << ", set " << set.text();
  });
}

TEST(Properties, ArithmeticNeverPermitsADenormal) {
  for_each_case(100, 3, [](const std::string& name, Operation operation, const std::vector<Bits>& operands) {
    if (!rounds_its_result(operation)) return;
    const PermittedSet set = permitted(name, operation, operands);
    EXPECT_FALSE(!set.anything && has_denormal(set))
        << test::described(name, operation, operands) << ": " << set.text();
  });
}

TEST(Properties, ANanOperandOfArithmeticGivesAnyNanAndNothingElse) {
  for_each_case(100, 5, [](const std::string& name, Operation operation, const std::vector<Bits>& operands) {
    if (!rounds_its_result(operation) || std::ranges::none_of(operands, [](Bits bits) { return kLayout.is_nan(bits); }))
      return;
    const PermittedSet set = permitted(name, operation, operands);
    EXPECT_EQ(set.nan, NanKind::any) << test::described(name, operation, operands);
    EXPECT_TRUE(set.ranges.empty()) << test::described(name, operation, operands) << ": " << set.text();
  });
}

/// One side of a relation.
struct Side {
  std::string rulebook;
  Operation operation{};
  std::vector<std::string> operands;
  Readings readings;
  bool is_negated = false;

  /// "[-]OPERATION OPERAND... [READING=OPTION]"
  explicit Side(std::string book, std::vector<std::string> words) : rulebook(std::move(book)) {
    is_negated = words[0][0] == '-';
    operation = find_operation(words[0].substr(is_negated ? 1 : 0)).value();
    for (const std::string& word : std::span(words).subspan(1)) {
      const std::size_t equals = word.find('=');
      if (equals != std::string::npos) {
        readings[word.substr(0, equals)] = word.substr(equals + 1);
      } else if (word.ends_with("...")) {
        for (char k = 'a'; k < 'a' + info(operation).arity; ++k)
          operands.push_back(word.substr(0, word.size() - 3) + k);
      } else {
        operands.push_back(word);
      }
    }
  }

  [[nodiscard]] std::vector<Bits> bits(const std::map<char, Bits>& drawn) const {
    std::vector<Bits> result;
    for (const std::string& operand : operands) {
      const auto found = drawn.find(operand.back());
      if (found == drawn.end()) {
        result.push_back(parse_value(Format::binary32, operand));
        continue;
      }
      result.push_back(operand[0] == '-'   ? found->second ^ kSignBit
                       : operand[0] == '~' ? kLayout.flushed(found->second)
                                           : found->second);
    }
    return result;
  }

  [[nodiscard]] PermittedSet permitted(const std::map<char, Bits>& drawn) const {
    const PermittedSet set = test::permitted(rulebook, operation, bits(drawn), readings);
    return is_negated ? negated(set) : set;
  }
};

/// Draws operands for the letters of the left side, and expects the relation of both sets.
void expect_relation(const Side& left, const Side& right, bool is_same, bool unless_zeros) {
  Draw draw(static_cast<std::uint64_t>(left.operation));
  for (int i = 0; i < 600; ++i) {
    const std::vector<Bits> operands = draw.operands(left.operation);
    if (unless_zeros && std::ranges::all_of(operands, [](Bits x) { return kLayout.is_zero(kLayout.flushed(x)); }))
      continue;
    std::map<char, Bits> drawn;
    for (std::size_t k = 0; k < operands.size(); ++k) drawn[left.operands[k].back()] = operands[k];
    const PermittedSet first = left.permitted(drawn);
    const PermittedSet second = right.permitted(drawn);
    const bool holds = is_same ? first == second : contained(first, second);
    EXPECT_TRUE(holds) << test::described(left.rulebook, left.operation, left.bits(drawn)) << ": " << first.text()
                       << " and " << second.text();
  }
}

TEST(Relations, HoldForAnyOperands) {
  std::ifstream file(HALFULP_SOURCE_DIR "/tests/judge/relations.txt");
  const auto is_operation = [](const std::string& word) { return find_operation(word).has_value(); };
  int checked = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    SCOPED_TRACE(line);
    const std::size_t unless = line.find(" unless zeros");
    const std::size_t colon = line.find(": ");
    const std::size_t relation = std::min(line.find(" = "), line.find(" < "));
    std::ranges::replace(line, ',', ' ');
    const std::vector<std::string> left = test::words_of(line.substr(colon + 2, relation - colon - 2));
    std::vector<std::string> right = test::words_of(line.substr(0, unless).substr(relation + 3));
    const std::string other = right[0].starts_with("d3d") ? right[0] : "";
    if (!other.empty()) right.erase(right.begin());
    const auto operands = std::ranges::find_if_not(left, is_operation);
    for (const std::string& name : test::words_of(line.substr(0, colon))) {
      for (auto operation = left.begin(); operation != operands; ++operation) {
        std::vector<std::string> words{*operation};
        words.insert(words.end(), operands, left.end());
        std::vector<std::string> others = right;
        if (others[0].ends_with('*')) others[0].replace(others[0].size() - 1, 1, *operation);
        expect_relation(Side(name, words), Side(other.empty() ? name : other, others), line[relation + 1] == '=',
                        unless != std::string::npos);
        ++checked;
      }
    }
  }
  EXPECT_GT(checked, 200);
}

}  // namespace
}  // namespace halfulp
