// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <utility>

#include "halfulp/error.hpp"
#include "halfulp/judge.hpp"
#include "halfulp/range.hpp"

namespace halfulp {
namespace {

TEST(RangeOf, GivesExactSetsOfGivenOperandsAndBoundsOfRanges) {
  const Rulebook book = Rulebook::open("d3d11");
  const ExpressionRange given = range_of(book, "sqrt(x * x + y * y)", "x = 3; y = 4");
  EXPECT_TRUE(given.exact);
  ASSERT_EQ(given.permitted.size(), 1U);
  EXPECT_EQ(given.permitted[0].text(), "{[0x1.3ffffep+2, 0x1.400002p+2]}");
  const ExpressionRange bounds = range_of(book, "float2(x, x * 2)", "x in [1, 2]");
  EXPECT_FALSE(bounds.exact);
  ASSERT_EQ(bounds.permitted.size(), 2U);
  EXPECT_TRUE(bounds.permitted[1].contains(parse_value(Format::binary32, "4")));
  EXPECT_FALSE(bounds.permitted[1].contains(parse_value(Format::binary32, "4.000001")));
}

TEST(RangeOf, TakesFormatsAndFreedoms) {
  const Rulebook book = Rulebook::open("d3d11");
  EXPECT_EQ(range_of(book, "x + x", "x = 1", Format::binary16).permitted[0].text(), "{0x1p+1}");
  EXPECT_EQ(range_of(book, "x + x", "x = 1", Format::binary64).permitted[0].text(), "{0x1p+1}");
  const std::string where = "x = 1e8; y = 1; z = -1e8";
  const Bits one = parse_value(Format::binary32, "1");
  EXPECT_FALSE(range_of(book, "x + y + z", where).permitted[0].contains(one));
  EXPECT_TRUE(
      range_of(book, "x + y + z", where, Format::binary32, {}, {.reassociate = true}).permitted[0].contains(one));
  EXPECT_FALSE(range_of(book, "rsqrt(x) * rsqrt(x)", "x = 3", Format::binary32, {}, {.cases = 3}).exact);
  EXPECT_THROW(static_cast<void>(range_of(book, "x", "x = 1", Format::unorm8)), Error);
  EXPECT_THROW(static_cast<void>(range_of(book, "x + y", "x = 1")), Error);
}

TEST(RangeOf, TakesFunctionsByTheTableOfTheirPrefix) {
  const Rulebook book = Rulebook::open("metal4");
  const Bits operands[] = {parse_value(Format::binary32, "1")};
  for (const auto& [function, table] : {std::pair{"fast::sin(x)", "metal4-fast"}, {"precise::sin(x)", "metal4"}}) {
    const PermittedSet alone = explain(Rulebook::open(table), Operation::sin, Format::binary32, operands).permitted;
    EXPECT_EQ(range_of(book, function, "x = 1").permitted[0].text(), alone.text());
  }
  // INF is honoured in the mode of metal4; the fast rulebook's own leaves it open.
  const auto of_infinity = [](const char* rulebook) {
    return range_of(Rulebook::open(rulebook), "fast::fabs(x)", "x = inf").permitted[0].text();
  };
  EXPECT_EQ(of_infinity("metal4"), "{inf}");
  EXPECT_EQ(of_infinity("metal4-fast"), "{anything}");
}

}  // namespace
}  // namespace halfulp
