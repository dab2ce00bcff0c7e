// SPDX-License-Identifier: Apache-2.0
#include "lowering/stricter.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "halfulp/error.hpp"
#include "judge/random_rulebook.hpp"
#include "lowering/differences.hpp"
#include "number/layout.hpp"
#include "rulebook/resolve.hpp"
#include "suite/random.hpp"

namespace halfulp {
namespace {

using lowering::Question;

Bits drawn_operand(const FormatInfo& row, suite::Random& random) {
  const Bits all = row.bits == 64 ? ~Bits{0} : (Bits{1} << row.bits) - 1;
  if (row.kind != FormatKind::floating || random.below(2) == 0) return random.next() & all;
  const number::Layout layout(row);
  const Bits end = random.below((Bits{1} << row.exponent_bits) + 1) << row.fraction_bits;
  return ((end + random.below(5)) - random.below(3)) & all;
}

/// The first of `tuples` drawn tuples of operands for which A permits what B forbids, or "".
std::string forbidden_tuple(const Question& question, std::size_t tuples, suite::Random& random) {
  const judge::Ruling& ruling = question.b.ruling;
  for (std::size_t n = 0; n < tuples; ++n) {
    std::vector<Bits> operands;
    for (std::size_t i = 0; i < static_cast<std::size_t>(info(ruling.operation).arity); ++i) {
      operands.push_back(drawn_operand(ruling.operand_row(i), random));
    }
    const lowering::DecidedCase one = lowering::decide(question, operands);
    if (lowering::is_within(one.a.set, one.b.set)) continue;
    std::string text;
    for (const Bits bits : operands) text += fmt::format(" {:#x}", bits);
    return fmt::format("{}: A permits {}, B {}", text, one.a.set.permitted().text(), one.b.set.permitted().text());
  }
  return "";
}

Readings drawn_readings(const Rulebook& book, Operation operation, Format format, suite::Random& random) {
  Readings chosen;
  for (const Reading* reading : rulebook::readings_for(book.model(), operation, format)) {
    if (random.below(3) == 0) chosen[reading->id] = reading->options[random.below(reading->options.size())].name;
  }
  return chosen;
}

bool is_no_wider(const std::string& a, const std::string& b, Operation operation) {
  const auto of = [&](const std::string& book) {
    return lowering::side_of_operation(Rulebook::open(book), operation, Format::binary32);
  };
  return lowering::is_no_wider(of(a).ruling, of(b).ruling);
}

TEST(Stricter, IsARulebookThatExtendsAnotherInWhatItKeeps) {
  EXPECT_TRUE(is_no_wider("d3d11", "d3d10", Operation::add));
  EXPECT_TRUE(is_no_wider("d3d11", "d3d11", Operation::mad));
  EXPECT_TRUE(is_no_wider("metal1-fast", "metal1-fast", Operation::pow));
}

TEST(Stricter, IsNotAWiderBound) { EXPECT_FALSE(is_no_wider("d3d10", "d3d11", Operation::add)); }

TEST(Stricter, IsNotAnotherBoundOrAnotherTreatmentOfDenormals) {
  EXPECT_FALSE(is_no_wider("metal1-fast", "metal1", Operation::sin));
  EXPECT_FALSE(is_no_wider("metal1", "d3d11", Operation::sqrt));
}

/// Of drawn rulebooks under drawn readings: where one ruling is no wider by its rules, no tuple shows that it is.
TEST(Stricter, HoldsForEveryTupleOfDrawnRulebooks) {
  constexpr std::uint64_t kBooks = 400;
  std::size_t stricter = 0;
  std::size_t not_stricter = 0;
  for (std::uint64_t seed = 1; seed <= kBooks; ++seed) {
    suite::Random random(seed);
    const auto drawn = test::random_rulebook(seed);
    try {
      const Rulebook book = Rulebook::parse(drawn.toml, "drawn.toml");
      for (const auto& [operation, format] : drawn.operations) {
        const bool is_slow = rulebook::is_composed(book.model(), operation, format);
        const auto side = [&] {
          return lowering::side_of_operation(book, operation, format, drawn_readings(book, operation, format, random));
        };
        const Question question{side(), side()};
        if (!lowering::is_no_wider(question.a.ruling, question.b.ruling)) {
          ++not_stricter;
          continue;
        }
        if (question.a.ruling.policies == question.b.ruling.policies) continue;
        ++stricter;
        ASSERT_EQ(forbidden_tuple(question, is_slow ? 5 : 60, random), "")
            << "seed " << seed << " " << info(operation).name << "\n"
            << drawn.toml;
      }
    } catch (const Error&) {
      continue;  // the loader refuses it, or it permits nothing
    }
  }
  EXPECT_GT(stricter, 20U);
  EXPECT_GT(not_stricter, 20U);
}

}  // namespace
}  // namespace halfulp
