// SPDX-License-Identifier: Apache-2.0
// The special-value tables of [FS 22.10], cell by cell, and the sentences on special values of [L10], [L11] and
// [FS 3.1.3], [FS 22.13], [FS 22.18], [FS 22.19] as permitted sets. Everything expected here is typed from the
// documents.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "judge/judged.hpp"

namespace halfulp {
namespace {

using test::book;
using test::described;
using test::permitted;

constexpr Bits kSign = 0x80000000;
constexpr Bits kOne = 0x3f800000;
constexpr Bits kInfinity = 0x7f800000;
constexpr Bits kMax = 0x7f7fffff;
constexpr Bits kMinNormal = 0x00800000;
constexpr Bits kTrue = 0xffffffff;
constexpr Bits kQuietNan = 0x7fc00000;
constexpr Bits kSignallingNan = 0xff812345;

const std::vector<std::string> kBooks = {"d3d10", "d3d10.1", "d3d11"};

float value(Bits bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
Bits bits_of(float x) { return std::bit_cast<std::uint32_t>(x); }
bool is_nan(Bits bits) { return (bits & ~kSign) > kInfinity; }
bool is_denormal(Bits bits) { return (bits & ~kSign) != 0 && (bits & ~kSign) < kMinNormal; }
Bits flushed(Bits bits) { return is_denormal(bits) ? bits & kSign : bits; }

/// A set of these bits and nothing else; bits that are NaN stand for themselves.
PermittedSet only(const std::vector<Bits>& members, Format format = Format::binary32) {
  PermittedSet set;
  set.format = format;
  const auto order = [](Bits a) {
    return (a & kSign) != 0 ? -1 - static_cast<std::int64_t>(a & ~kSign) : static_cast<std::int64_t>(a);
  };
  std::vector<Bits> values;
  for (const Bits bits : members) {
    if (is_nan(bits) && format == Format::binary32) {
      set.nan = NanKind::listed;
      set.nan_patterns.push_back(bits);
    } else {
      values.push_back(bits);
    }
  }
  if (format == Format::binary32) {
    std::ranges::sort(values, {}, order);
  }
  values.erase(std::unique(values.begin(), values.end()), values.end());
  for (const Bits bits : values) {
    const bool adjacent =
        !set.ranges.empty() && format == Format::binary32 && order(set.ranges.back().last) + 1 == order(bits);
    if (adjacent) {
      set.ranges.back().last = bits;
    } else {
      set.ranges.push_back({bits, bits});
    }
  }
  return set;
}

PermittedSet any_nan() {
  PermittedSet set;
  set.nan = NanKind::any;
  return set;
}

/// Every member is a value from `first` to `last`, no NaN among them, and there is one.
bool inside(const PermittedSet& set, float first, float last) {
  return !set.empty() && set.nan == NanKind::none && !set.anything &&
         std::ranges::all_of(set.ranges, [&](const Range& range) {
           return value(range.first) >= first && value(range.last) <= last && std::isfinite(value(range.first)) &&
                  std::isfinite(value(range.last));
         });
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// Members of the tables' classes of operands. Where a table has +-1.0 of its own, they still are of the classes +-F.
const std::map<std::string, std::vector<Bits>> kClasses = {
    {"-inf", {0xff800000}},
    {"-F", {0xc0200000, 0xbeaaaaab, 0xd0123456, 0x80800000, 0xff7fffff, 0xbf800000, 0xbf800001}},
    {"-1.0", {0xbf800000}},
    {"-denorm", {0x80000001, 0x807fffff, 0x80400000}},
    {"-0", {0x80000000}},
    {"+0", {0x00000000}},
    {"+denorm", {0x00000001, 0x007fffff, 0x00400000}},
    {"+1.0", {0x3f800000}},
    {"+F", {0x40200000, 0x3eaaaaab, 0x50123456, 0x00800000, 0x7f7fffff, 0x3f800000, 0x3f7fffff}},
    {"+inf", {0x7f800000}},
    {"NaN", {0x7fc00000, 0xffffffff, 0x7f800001, 0xff812345}},
    {"F",
     {0x40200000, 0xc0200000, 0x3eaaaaab, 0xbeaaaaab, 0x7f7fffff, 0x80800000, 0x00000000, 0x80000000, 0x00000001,
      0x807fffff}},
};

/// Which operands a case of a cell has, beside the cell's own word.
struct Case {
  std::string rulebook;
  Operation operation;
  std::vector<Bits> operands;
};

/// What the tables call "neither overflow nor underflow": IEEE 754's own result is a normal number or zero.
bool in_proviso(const Case& c) {
  const float x = value(flushed(c.operands[0]));
  const float y = c.operands.size() > 1 ? value(flushed(c.operands[1])) : 0.0F;
  double result = 1;
  if (c.operation == Operation::add) result = static_cast<double>(x) + static_cast<double>(y);
  if (c.operation == Operation::mul) result = static_cast<double>(x) * static_cast<double>(y);
  if (c.operation == Operation::div) result = static_cast<double>(x) / static_cast<double>(y);
  if (c.operation == Operation::exp2) result = std::exp2(static_cast<double>(x));
  if (c.operation == Operation::rcp) result = 1.0 / static_cast<double>(x);
  // A tiny negative less its floor rounds to 1: FrcOfATinyNegative.
  if (c.operation == Operation::frc && x < 0 && x > -0x1p-25F) return false;
  const double magnitude = std::fabs(result);
  const bool cancels = magnitude == 0 && c.operation == Operation::add;
  return cancels || (magnitude >= 0x1p-126 && magnitude < 0x1.fffffep+127);
}

/// Divisors above 2^126 have a sentence of their own, from Direct3D 10.1 on; see DivisorsAbove2To126.
bool has_large_divisor(const Case& c) {
  return c.operation == Operation::div && c.rulebook != "d3d10" && std::fabs(value(c.operands[1])) > 0x1p126F &&
         std::isfinite(value(c.operands[1]));
}

testing::AssertionResult agrees(const std::string& cell, const Case& c) {
  const PermittedSet set = permitted(c.rulebook, c.operation, c.operands);
  const auto verdict = [&](bool good) {
    return (good ? testing::AssertionSuccess() : testing::AssertionFailure())
           << described(c.rulebook, c.operation, c.operands) << " permits " << set.text() << ", the table says "
           << cell;
  };
  const auto operand = [&](std::size_t i, Bits flip) {
    const Bits bits = c.operands[i] ^ flip;
    const bool may_keep = c.operation == Operation::min || c.operation == Operation::max;
    return verdict(set == (may_keep ? only({bits, flushed(bits)}) : only({flushed(bits)})));
  };
  if (cell == "NaN") return verdict(set == any_nan());
  if (cell == "-inf") return verdict(set == only({0xff800000}));
  if (cell == "+inf") return verdict(set == only({0x7f800000}));
  if (cell == "+0" || cell == "0") return verdict(set == only({0}));  // exp(-INF): the default reading of the sign
  if (cell == "-0") return verdict(set == only({kSign}));
  if (cell == "+1.0" || cell == "+1" || cell == "1") return verdict(set == only({kOne}));
  if (cell == "-1.0") return verdict(set == only({0xbf800000}));
  if (cell == "src0") return operand(0, 0);
  if (cell == "src1") return operand(1, 0);
  if (cell == "-src0") return operand(0, kSign);
  if (cell == "-src1") return operand(1, kSign);
  if (cell == "src0/src1") {
    const PermittedSet either = only({c.operands[0], c.operands[1], flushed(c.operands[0]), flushed(c.operands[1])});
    return verdict(!set.empty() && set.nan == NanKind::none && std::ranges::all_of(set.ranges, [&](const Range& range) {
      return either.contains(range.first) && either.contains(range.last);
    }));
  }
  if (cell == "+F") return verdict(inside(set, 0x1p-149F, 0x1.fffffep+127F));
  if (cell == "-F") return verdict(inside(set, -0x1.fffffep+127F, -0x1p-149F));
  if (cell == "F" || cell == "F/0") return verdict(inside(set, -0x1.fffffep+127F, 0x1.fffffep+127F));
  if (cell == "[+0,1)") return verdict(inside(set, 0, 0x1.fffffep-1F) && !set.contains(kSign));
  if (cell == "[-1,1]") return verdict(inside(set, -1, 1));
  return testing::AssertionFailure() << "no such cell: " << cell;
}

void expect_cell(const std::string& cell, const std::string& row, const std::string& column,
                 const std::string& rulebook, Operation operation, const std::vector<std::vector<Bits>>& cases) {
  int tried = 0;
  const bool finite_cell = cell == "+F" || cell == "-F" || cell == "F" || cell == "F/0" || cell == "[+0,1)";
  for (const std::vector<Bits>& operands : cases) {
    const Case c{rulebook, operation, operands};
    if (has_large_divisor(c) || (finite_cell && !in_proviso(c))) continue;
    EXPECT_TRUE(agrees(cell, c));
    ++tried;
  }
  EXPECT_GT(tried, 0) << "no case for row " << row << ", column " << column << " of " << info(operation).name;
}

/// The class's members less those that have a class of their own in this table.
std::vector<Bits> members(const std::string& name, const std::vector<std::string>& classes) {
  std::vector<Bits> result = kClasses.at(name);
  for (const std::string narrower : {"+1.0", "-1.0"}) {
    if (name == narrower || std::ranges::find(classes, narrower) == classes.end()) continue;
    std::erase(result, kClasses.at(narrower).front());
  }
  return result;
}

/// `lines`: the first names the classes of src1; each other line a class of src0 and its cells.
void expect_table(Operation operation, const std::vector<std::string>& lines) {
  const std::vector<std::string> columns = words_of(lines[0]);
  std::vector<std::string> rows;
  for (std::size_t line = 1; line < lines.size(); ++line) rows.push_back(words_of(lines[line]).front());
  for (const std::string& rulebook : kBooks) {
    for (std::size_t line = 1; line < lines.size(); ++line) {
      const std::vector<std::string> cells = words_of(lines[line]);
      ASSERT_EQ(cells.size(), columns.size() + 1) << lines[line];
      for (std::size_t column = 0; column < columns.size(); ++column) {
        std::vector<std::vector<Bits>> cases;
        for (const Bits x : members(cells[0], rows)) {
          for (const Bits y : members(columns[column], columns)) cases.push_back({x, y});
        }
        expect_cell(cells[column + 1], cells[0], columns[column], rulebook, operation, cases);
      }
    }
  }
}

/// The classes of every table of one operand.
const std::string kColumns = "-inf -F -denorm -0 +0 +denorm +F +inf NaN";

void expect_row(Operation operation, const std::string& cells, const std::vector<std::string>& rulebooks = kBooks) {
  const std::vector<std::string> columns = words_of(kColumns);
  const std::vector<std::string> row = words_of(cells);
  ASSERT_EQ(columns.size(), row.size());
  for (const std::string& rulebook : rulebooks) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      std::vector<std::vector<Bits>> cases;
      for (const Bits x : kClasses.at(columns[i])) cases.push_back({x});
      expect_cell(row[i], "dest", columns[i], rulebook, operation, cases);
    }
  }
}

// ---- [FS 22.10]: the tables ----------------------------------------------------------------------------------------

TEST(SpecialValueTable, OfAdd) {
  expect_table(Operation::add, {"        -inf  -F    -denorm -0    +0    +denorm +F    +inf  NaN",
                                "-inf    -inf  -inf  -inf    -inf  -inf  -inf    -inf  NaN   NaN",
                                "-F      -inf  -F    src0    src0  src0  src0    F/0   +inf  NaN",
                                "-denorm -inf  src1  -0      -0    +0    +0      src1  +inf  NaN",
                                "-0      -inf  src1  -0      -0    +0    +0      src1  +inf  NaN",
                                "+0      -inf  src1  +0      +0    +0    +0      src1  +inf  NaN",
                                "+denorm -inf  src1  +0      +0    +0    +0      src1  +inf  NaN",
                                "+F      -inf  F/0   src0    src0  src0  src0    +F    +inf  NaN",
                                "+inf    NaN   +inf  +inf    +inf  +inf  +inf    +inf  +inf  NaN",
                                "NaN     NaN   NaN   NaN     NaN   NaN   NaN     NaN   NaN   NaN"});
}

TEST(SpecialValueTable, OfDiv) {
  expect_table(Operation::div, {"        -inf -F   -1.0  -denorm -0   +0   +denorm +1.0 +F   +inf NaN",
                                "-inf    NaN  +inf +inf  +inf    +inf -inf -inf    -inf -inf NaN  NaN",
                                "-F      +0   +F   -src0 +inf    +inf -inf -inf    src0 -F   -0   NaN",
                                "-denorm +0   +0   +0    NaN     NaN  NaN  NaN     -0   -0   -0   NaN",
                                "-0      +0   +0   +0    NaN     NaN  NaN  NaN     -0   -0   -0   NaN",
                                "+0      -0   -0   -0    NaN     NaN  NaN  NaN     +0   +0   +0   NaN",
                                "+denorm -0   -0   -0    NaN     NaN  NaN  NaN     +0   +0   +0   NaN",
                                "+F      -0   -F   -src0 -inf    -inf +inf +inf    src0 +F   +0   NaN",
                                "+inf    NaN  -inf -inf  -inf    -inf +inf +inf    +inf +inf NaN  NaN",
                                "NaN     NaN  NaN  NaN   NaN     NaN  NaN  NaN     NaN  NaN  NaN  NaN"});
}

TEST(SpecialValueTable, OfMul) {
  expect_table(Operation::mul, {"        -inf -F    -1.0  -denorm -0  +0  +denorm +1.0 +F    +inf NaN",
                                "-inf    +inf +inf  +inf  NaN     NaN NaN NaN     -inf -inf  -inf NaN",
                                "-F      +inf +F    -src0 +0      +0  -0  -0      src0 -F    -inf NaN",
                                "-1.0    +inf -src1 +1.0  +0      +0  -0  -0      -1.0 -src1 -inf NaN",
                                "-denorm NaN  +0    +0    +0      +0  -0  -0      -0   -0    NaN  NaN",
                                "-0      NaN  +0    +0    +0      +0  -0  -0      -0   -0    NaN  NaN",
                                "+0      NaN  -0    -0    -0      -0  +0  +0      +0   +0    NaN  NaN",
                                "+denorm NaN  -0    -0    -0      -0  +0  +0      +0   +0    NaN  NaN",
                                "+1.0    -inf src1  -1.0  -0      -0  +0  +0      +1.0 src1  +inf NaN",
                                "+F      -inf -F    -src0 -0      -0  +0  +0      src0 +F    +inf NaN",
                                "+inf    -inf -inf  -inf  NaN     NaN NaN NaN     +inf +inf  +inf NaN",
                                "NaN     NaN  NaN   NaN   NaN     NaN NaN NaN     NaN  NaN   NaN  NaN"});
}

TEST(SpecialValueTable, OfMax) {
  expect_table(Operation::max,
               {"     -inf F         +inf NaN", "-inf -inf src1      +inf -inf", "F    src0 src0/src1 +inf src0",
                "+inf +inf +inf      +inf +inf", "NaN  -inf src1      +inf NaN"});
}

TEST(SpecialValueTable, OfMin) {
  expect_table(Operation::min,
               {"     -inf F         +inf NaN", "-inf -inf -inf      -inf -inf", "F    -inf src0/src1 src0 src0",
                "+inf -inf src1      +inf +inf", "NaN  -inf src1      +inf NaN"});
}

TEST(SpecialValueTable, OfExp) { expect_row(Operation::exp2, "0 +F 1 1 1 1 +F +inf NaN"); }
TEST(SpecialValueTable, OfFrc) { expect_row(Operation::frc, "NaN [+0,1) +0 +0 +0 +0 [+0,1) NaN NaN"); }
TEST(SpecialValueTable, OfLog) { expect_row(Operation::log2, "NaN NaN -inf -inf -inf -inf F +inf NaN"); }
TEST(SpecialValueTable, OfRcp) {
  expect_row(Operation::rcp, "-0 -F -inf -inf +inf +inf +F +0 NaN", {"d3d10.1", "d3d11"});
}
TEST(SpecialValueTable, OfRsq) { expect_row(Operation::rsq, "NaN NaN -inf -inf +inf +inf +F +0 NaN"); }
TEST(SpecialValueTable, OfSin) { expect_row(Operation::sin, "NaN [-1,1] -0 -0 +0 +0 [-1,1] NaN NaN"); }
TEST(SpecialValueTable, OfCos) { expect_row(Operation::cos, "NaN [-1,1] +1 +1 +1 +1 [-1,1] NaN NaN"); }
TEST(SpecialValueTable, OfSqrt) { expect_row(Operation::sqrt, "NaN NaN -0 -0 +0 +0 +F +inf NaN"); }

/// The tables say -F and +F; operands inside (-1, 1) may round to a zero, which RoundOfAFractionIsAZero looks at.
TEST(SpecialValueTable, OfTheRoundingInstructions) {
  const std::map<Operation, float (*)(float)> functions = {
      {Operation::round_ne, [](float x) { return std::nearbyint(x); }},
      {Operation::round_ni, [](float x) { return std::floor(x); }},
      {Operation::round_pi, [](float x) { return std::ceil(x); }},
      {Operation::round_z, [](float x) { return std::trunc(x); }}};
  const std::map<std::string, std::string> cells = {{"-inf", "-inf"},  {"-denorm", "-0"}, {"-0", "-0"},  {"+0", "+0"},
                                                    {"+denorm", "+0"}, {"+inf", "+inf"},  {"NaN", "NaN"}};
  for (const std::string& rulebook : kBooks) {
    for (const auto& [operation, function] : functions) {
      for (const auto& [column, cell] : cells) {
        for (const Bits x : kClasses.at(column)) EXPECT_TRUE(agrees(cell, {rulebook, operation, {x}}));
      }
      for (const std::string column : {"-F", "+F"}) {
        for (const Bits x : kClasses.at(column)) {
          const float result = function(value(x));
          if (result == 0) continue;
          EXPECT_EQ(permitted(rulebook, operation, {x}), only({bits_of(result)}))
              << described(rulebook, operation, {x});
        }
      }
    }
  }
}

TEST(SpecialValues, RoundOfAFractionIsAZero) {
  for (const std::string& rulebook : kBooks) {
    for (const Operation operation : {Operation::round_ne, Operation::round_pi, Operation::round_z}) {
      // Ambiguous: the sign of the zero of an operand in (-1, 0); either by default.
      EXPECT_EQ(permitted(rulebook, operation, {0xbeaaaaab}), only({kSign, 0})) << info(operation).name;
    }
    for (const Operation operation : {Operation::round_ne, Operation::round_ni, Operation::round_z}) {
      EXPECT_EQ(permitted(rulebook, operation, {0x3eaaaaab}), only({0})) << info(operation).name;
    }
  }
}

TEST(SpecialValues, RcpIsNotInDirect3D10) {
  EXPECT_FALSE(book("d3d10").has(Operation::rcp, Format::binary32));
  EXPECT_THROW((void)permitted("d3d10", Operation::rcp, {kOne}), std::runtime_error);
}

// ---- [FS 3.1.3.1], [L11] "honored"
// -----------------------------------------------------------------------------------

TEST(SpecialValues, DivisionByZeroGivesInfinityAndZeroByZeroNan) {
  for (const std::string& rulebook : kBooks) {
    EXPECT_EQ(permitted(rulebook, Operation::div, {0x40400000, 0}), only({kInfinity}));
    EXPECT_EQ(permitted(rulebook, Operation::div, {0x40400000, kSign}), only({kSign | kInfinity}));
    EXPECT_EQ(permitted(rulebook, Operation::div, {0xc0400000, 0}), only({kSign | kInfinity}));
    EXPECT_EQ(permitted(rulebook, Operation::div, {0, 0}), any_nan());
    EXPECT_EQ(permitted(rulebook, Operation::div, {kSign, 0x00000001}), any_nan()) << "the divisor is flushed";
    EXPECT_EQ(permitted(rulebook, Operation::reciprocal, {0}), only({kInfinity}));
    EXPECT_EQ(permitted(rulebook, Operation::reciprocal, {0x80000001}), only({kSign | kInfinity}));
  }
}

TEST(SpecialValues, LogarithmOfZeroIsMinusInfinityAndOfANegativeNan) {
  for (const std::string& rulebook : kBooks) {
    EXPECT_EQ(permitted(rulebook, Operation::log2, {0}), only({kSign | kInfinity}));
    EXPECT_EQ(permitted(rulebook, Operation::log2, {kSign}), only({kSign | kInfinity}));
    EXPECT_EQ(permitted(rulebook, Operation::log2, {0xbf800000}), any_nan());
    EXPECT_EQ(permitted(rulebook, Operation::log2, {0x80800000}), any_nan()) << "-2^-126 is not flushed";
    EXPECT_EQ(permitted(rulebook, Operation::log2, {0x807fffff}), only({kSign | kInfinity})) << "-denormal is -0";
  }
}

TEST(SpecialValues, RootsOfNegativesAreNanAndOfMinusZeroNot) {
  for (const std::string& rulebook : kBooks) {
    EXPECT_EQ(permitted(rulebook, Operation::rsq, {kSign}), only({kSign | kInfinity}));
    EXPECT_EQ(permitted(rulebook, Operation::sqrt, {kSign}), only({kSign}));
    EXPECT_EQ(permitted(rulebook, Operation::rsq, {0xc0800000}), any_nan());
    EXPECT_EQ(permitted(rulebook, Operation::sqrt, {0xc0800000}), any_nan());
    EXPECT_EQ(permitted(rulebook, Operation::sqrt, {0x80800000}), any_nan());
  }
}

TEST(SpecialValues, InvalidOperationsOnInfinitiesGiveNan) {
  for (const std::string& rulebook : kBooks) {
    EXPECT_EQ(permitted(rulebook, Operation::sub, {kInfinity, kInfinity}), any_nan());
    EXPECT_EQ(permitted(rulebook, Operation::sub, {kSign | kInfinity, kSign | kInfinity}), any_nan());
    EXPECT_EQ(permitted(rulebook, Operation::add, {kInfinity, kSign | kInfinity}), any_nan());
    EXPECT_EQ(permitted(rulebook, Operation::div, {kInfinity, kSign | kInfinity}), any_nan());
    EXPECT_EQ(permitted(rulebook, Operation::mul, {kInfinity, 0}), any_nan());
    EXPECT_EQ(permitted(rulebook, Operation::mul, {0x00000001, kSign | kInfinity}), any_nan()) << "a denormal is 0";
    EXPECT_EQ(permitted(rulebook, Operation::mad, {kInfinity, 0, kOne}), any_nan());
    EXPECT_EQ(permitted(rulebook, Operation::mad, {kInfinity, kOne, kSign | kInfinity}), any_nan());
    EXPECT_EQ(permitted(rulebook, Operation::dp2, {kInfinity, kOne, kOne, kSign | kInfinity}), any_nan());
    EXPECT_EQ(permitted(rulebook, Operation::sub, {kInfinity, kSign | kInfinity}), only({kInfinity}));
  }
}

TEST(SpecialValues, ANanOperandGivesAnyNan) {
  const std::vector<Operation> operations = {
      Operation::add,     Operation::sub,  Operation::mul,      Operation::div,      Operation::reciprocal,
      Operation::rsq,     Operation::sqrt, Operation::exp2,     Operation::log2,     Operation::sin,
      Operation::cos,     Operation::frc,  Operation::round_ne, Operation::round_ni, Operation::round_pi,
      Operation::round_z, Operation::mad,  Operation::dp2,      Operation::dp3,      Operation::dp4};
  for (const std::string& rulebook : kBooks) {
    for (const Operation operation : operations) {
      for (const Bits nan : {kQuietNan, kSignallingNan}) {
        const auto arity = static_cast<std::size_t>(info(operation).arity);
        for (std::size_t place = 0; place < arity; ++place) {
          std::vector<Bits> operands(arity, kOne);
          operands[place] = nan;
          EXPECT_EQ(permitted(rulebook, operation, operands), any_nan()) << described(rulebook, operation, operands);
          std::ranges::fill(operands, 0);
          operands[place] = nan;
          EXPECT_EQ(permitted(rulebook, operation, operands), any_nan()) << described(rulebook, operation, operands);
        }
      }
    }
  }
}

TEST(SpecialValues, ComparisonsFollowIeee754) {
  // Columns: eq ne lt le gt ge.
  struct Row {
    Bits x;
    Bits y;
    std::string results;
  };
  const Bits minus_infinity = kSign | kInfinity;
  const std::vector<Row> rows = {{kQuietNan, kOne, "0 1 0 0 0 0"},
                                 {kOne, kSignallingNan, "0 1 0 0 0 0"},
                                 {kQuietNan, kQuietNan, "0 1 0 0 0 0"},
                                 {kSignallingNan, kInfinity, "0 1 0 0 0 0"},
                                 {0, kSign, "1 0 0 1 0 1"},
                                 {kSign, 0, "1 0 0 1 0 1"},
                                 {kInfinity, kInfinity, "1 0 0 1 0 1"},
                                 {kInfinity, kMax, "0 1 0 0 1 1"},
                                 {minus_infinity, 0xff7fffff, "0 1 1 1 0 0"},
                                 {minus_infinity, kInfinity, "0 1 1 1 0 0"},
                                 {kOne, 0x3f800001, "0 1 1 1 0 0"},
                                 {0xbf800000, 0xbf800001, "0 1 0 0 1 1"},
                                 {0x00000001, 0, "1 0 0 1 0 1"},
                                 {0x007fffff, 0x80000001, "1 0 0 1 0 1"},
                                 {kMinNormal, 0x007fffff, "0 1 0 0 1 1"},
                                 {0x80800000, kSign, "0 1 1 1 0 0"}};
  const std::vector<Operation> operations = {Operation::eq, Operation::ne, Operation::lt,
                                             Operation::le, Operation::gt, Operation::ge};
  for (const std::string& rulebook : kBooks) {
    for (const Row& row : rows) {
      const std::vector<std::string> results = words_of(row.results);
      for (std::size_t i = 0; i < operations.size(); ++i) {
        EXPECT_EQ(permitted(rulebook, operations[i], {row.x, row.y}),
                  only({results[i] == "1" ? kTrue : 0}, Format::bool32))
            << described(rulebook, operations[i], {row.x, row.y});
      }
    }
  }
}

// ---- [FS 3.1.3.2], [L11] "deviations"
// --------------------------------------------------------------------------------

TEST(SpecialValues, IdentitiesHoldWhateverTheTolerance) {
  for (const std::string& rulebook : kBooks) {
    for (const Bits x : {kOne, Bits{0x3f800001}, Bits{0x4b800001}, kMinNormal, kMax, Bits{0xbeaaaaab}, Bits{0xff7fffff},
                         kInfinity, Bits{0xff800000}, Bits{0x807fffff}, Bits{0x00000001}}) {
      const PermittedSet same = only({flushed(x)});
      EXPECT_EQ(permitted(rulebook, Operation::mul, {x, kOne}), same) << described(rulebook, Operation::mul, {x, kOne});
      EXPECT_EQ(permitted(rulebook, Operation::mul, {kOne, x}), same) << described(rulebook, Operation::mul, {kOne, x});
      EXPECT_EQ(permitted(rulebook, Operation::div, {x, kOne}), same) << described(rulebook, Operation::div, {x, kOne});
      if (is_denormal(x)) continue;  // then it is a zero plus a zero: SignOfASumOfZeros
      for (const Bits zero : {Bits{0}, kSign}) {
        EXPECT_EQ(permitted(rulebook, Operation::add, {x, zero}), same);
        EXPECT_EQ(permitted(rulebook, Operation::add, {zero, x}), same);
        EXPECT_EQ(permitted(rulebook, Operation::sub, {x, zero}), same);
        EXPECT_EQ(permitted(rulebook, Operation::sub, {zero, x}), only({x ^ kSign}));
      }
    }
  }
}

TEST(SpecialValues, SignOfASumOfZeros) {
  for (const std::string& rulebook : kBooks) {
    EXPECT_EQ(permitted(rulebook, Operation::add, {kSign, 0}), only({0})) << "-0 + 0 = +0";
    EXPECT_EQ(permitted(rulebook, Operation::add, {0, kSign}), only({0}));
    EXPECT_EQ(permitted(rulebook, Operation::add, {kSign, kSign}), only({kSign}));
    EXPECT_EQ(permitted(rulebook, Operation::add, {0x80000001, kSign}), only({kSign})) << "the flush keeps the sign";
    EXPECT_EQ(permitted(rulebook, Operation::sub, {kSign, 0}), only({kSign}));
    EXPECT_EQ(permitted(rulebook, Operation::sub, {0, 0}), only({0}));
    // The table of add: +-0 where operands that are not zero cancel.
    EXPECT_EQ(permitted(rulebook, Operation::add, {kMax, kSign | kMax}), only({kSign, 0}));
  }
}

TEST(SpecialValues, DivisorsAbove2To126) {
  const Bits two_to_126 = 0x7e800000;
  const Bits above = 0x7e800001;
  PermittedSet infinity_or_nan = only({kInfinity});
  infinity_or_nan.nan = NanKind::any;
  EXPECT_EQ(permitted("d3d10", Operation::div, {kInfinity, above}), only({kInfinity}));
  EXPECT_EQ(permitted("d3d11", Operation::div, {kInfinity, two_to_126}), only({kInfinity}));
  EXPECT_EQ(permitted("d3d11", Operation::div, {kInfinity, above}), infinity_or_nan);
  EXPECT_EQ(permitted("d3d10.1", Operation::div, {kInfinity, above}), infinity_or_nan);
  // finite / big: the quotient, and the zero of its sign
  EXPECT_TRUE(permitted("d3d11", Operation::div, {above, above}).contains(0));
  EXPECT_TRUE(permitted("d3d11", Operation::div, {above, above}).contains(kOne));
  EXPECT_FALSE(permitted("d3d11", Operation::div, {above, above}).contains(kSign));
  EXPECT_TRUE(permitted("d3d11", Operation::div, {above ^ kSign, above}).contains(kSign));
  EXPECT_FALSE(permitted("d3d11", Operation::div, {two_to_126, two_to_126}).contains(0));
  EXPECT_FALSE(permitted("d3d10", Operation::div, {above, above}).contains(0));
}

TEST(SpecialValues, MinAndMaxOfOneNanReturnTheOtherOperand) {
  for (const std::string& rulebook : kBooks) {
    for (const Operation operation : {Operation::min, Operation::max}) {
      for (const Bits nan : {kQuietNan, kSignallingNan}) {
        for (const Bits x : {kOne, Bits{0}, kSign, kInfinity, Bits{0xff800000}, kMax}) {
          EXPECT_EQ(permitted(rulebook, operation, {x, nan}), only({x}));
          EXPECT_EQ(permitted(rulebook, operation, {nan, x}), only({x}));
        }
        EXPECT_EQ(permitted(rulebook, operation, {nan, 0x80000001}), only({0x80000001, kSign}))
            << "the result may or may not be flushed";
        EXPECT_EQ(permitted(rulebook, operation, {nan, kQuietNan}), any_nan());
      }
    }
  }
}

TEST(SpecialValues, MinAndMaxFlushForTheComparison) {
  for (const std::string& rulebook : kBooks) {
    // Denormals compare equal to zero and to each other, so that either operand may come back, flushed or not.
    EXPECT_EQ(permitted(rulebook, Operation::min, {0x00000002, 0x00000005}), only({0, 2, 5}));
    EXPECT_EQ(permitted(rulebook, Operation::max, {0x00000002, 0}), only({0, 2}));
    EXPECT_EQ(permitted(rulebook, Operation::max, {0x80000002, kMinNormal}), only({kMinNormal}));
    EXPECT_EQ(permitted(rulebook, Operation::min, {0x80000002, kMinNormal}), only({0x80000002, kSign}));
    // min(-0, +0) = -0 is recommended and not enforced.
    EXPECT_EQ(permitted(rulebook, Operation::min, {kSign, 0}), only({kSign, 0}));
    EXPECT_EQ(permitted(rulebook, Operation::max, {0, kSign}), only({kSign, 0}));
    EXPECT_EQ(permitted(rulebook, Operation::min, {kOne, 0x40000000}), only({kOne}));
    EXPECT_EQ(permitted(rulebook, Operation::max, {kOne, 0x40000000}), only({0x40000000}));
  }
}

TEST(SpecialValues, MovesKeepEveryBit) {
  for (const std::string& rulebook : kBooks) {
    for (const Bits x : {kQuietNan, kSignallingNan, Bits{0x7f800001}, Bits{0xffffffff}, Bits{1}, Bits{0x807fffff},
                         kSign, kOne, Bits{0xff800000}}) {
      for (const Operation operation : {Operation::mov, Operation::load, Operation::store}) {
        EXPECT_EQ(permitted(rulebook, operation, {x}), only({x})) << described(rulebook, operation, {x});
      }
      EXPECT_EQ(permitted(rulebook, Operation::movc, {1, x, kOne}), only({x}));
      EXPECT_EQ(permitted(rulebook, Operation::movc, {kSign, x, kOne}), only({x})) << "any bit of the condition counts";
      EXPECT_EQ(permitted(rulebook, Operation::movc, {0, kOne, x}), only({x}));
    }
  }
}

TEST(SpecialValues, ModifiersAreSignBitOperations) {
  for (const std::string& rulebook : kBooks) {
    // A NaN stays one; which is not defined.
    for (const Bits nan : {kQuietNan, kSignallingNan}) {
      EXPECT_EQ(permitted(rulebook, Operation::abs, {nan}).text(), "{any NaN}");
      EXPECT_EQ(permitted(rulebook, Operation::neg, {nan}).text(), "{any NaN}");
    }
    EXPECT_EQ(permitted(rulebook, Operation::abs, {0xff800000}), only({kInfinity}));
    EXPECT_EQ(permitted(rulebook, Operation::neg, {kInfinity}), only({0xff800000}));
    EXPECT_EQ(permitted(rulebook, Operation::neg, {0}), only({kSign}));
    EXPECT_EQ(permitted(rulebook, Operation::abs, {kSign}), only({0}));
    // Ambiguous: whether a modifier alone flushes.
    EXPECT_EQ(permitted(rulebook, Operation::neg, {0x00000003}), only({0x80000003, kSign}));
  }
}

TEST(SpecialValues, SaturateIsMinAndMax) {
  for (const std::string& rulebook : kBooks) {
    for (const Bits nan : {kQuietNan, kSignallingNan}) EXPECT_EQ(permitted(rulebook, Operation::sat, {nan}), only({0}));
    EXPECT_EQ(permitted(rulebook, Operation::sat, {kInfinity}), only({kOne}));
    EXPECT_EQ(permitted(rulebook, Operation::sat, {0xff800000}), only({0}));
    EXPECT_EQ(permitted(rulebook, Operation::sat, {0x3f800001}), only({kOne}));
    EXPECT_EQ(permitted(rulebook, Operation::sat, {0x3f7fffff}), only({0x3f7fffff}));
    EXPECT_EQ(permitted(rulebook, Operation::sat, {0xbf800000}), only({0}));
    // max(0, -0): an order-dependent result is permissible.
    EXPECT_EQ(permitted(rulebook, Operation::sat, {kSign}), only({kSign, 0}));
  }
}

// ---- [FS 22.13] -----------------------------------------------------------------------------------------------------

TEST(SpecialValues, FtoiTruncatesAndClamps) {
  const std::map<Bits, Bits> results = {{kQuietNan, 0},           {kSignallingNan, 0},
                                        {kInfinity, 0x7fffffff},  {0xff800000, 0x80000000},
                                        {0x4f000000, 0x7fffffff}, {0x4effffff, 0x7fffff80},
                                        {0xcf000000, 0x80000000}, {0xceffffff, 0x80000080},
                                        {kMax, 0x7fffffff},       {0xff7fffff, 0x80000000},
                                        {0x3fffffff, 1},          {0xbfffffff, 0xffffffff},
                                        {0xbf7fffff, 0},          {kSign, 0},
                                        {0x00000001, 0},          {0x807fffff, 0}};
  for (const std::string& rulebook : kBooks) {
    for (const auto& [x, result] : results) {
      EXPECT_EQ(permitted(rulebook, Operation::ftoi, {x}), only({result}, Format::sint32))
          << described(rulebook, Operation::ftoi, {x});
    }
  }
}

TEST(SpecialValues, FtouTruncatesAndClamps) {
  const std::map<Bits, Bits> results = {{kQuietNan, 0},           {kSignallingNan, 0},      {kInfinity, 0xffffffff},
                                        {0xff800000, 0},          {0x4f800000, 0xffffffff}, {0x4f7fffff, 0xffffff00},
                                        {0x4f000000, 0x80000000}, {0xbf800000, 0},          {0xbf7fffff, 0},
                                        {0x3fffffff, 1},          {kMax, 0xffffffff},       {0x807fffff, 0},
                                        {0x00000001, 0}};
  for (const std::string& rulebook : kBooks) {
    for (const auto& [x, result] : results) {
      EXPECT_EQ(permitted(rulebook, Operation::ftou, {x}), only({result}, Format::uint32))
          << described(rulebook, Operation::ftou, {x});
    }
  }
}

TEST(SpecialValues, IntegersBecomeTheValueOrEitherNeighbour) {
  for (const std::string& rulebook : kBooks) {
    EXPECT_EQ(permitted(rulebook, Operation::itof, {0}), only({0}));
    EXPECT_EQ(permitted(rulebook, Operation::itof, {0x80000000}), only({0xcf000000}));
    EXPECT_EQ(permitted(rulebook, Operation::itof, {0xffffffff}), only({0xbf800000}));
    EXPECT_EQ(permitted(rulebook, Operation::itof, {0x7fffffff}), only({0x4effffff, 0x4f000000}));
    EXPECT_EQ(permitted(rulebook, Operation::itof, {0x01000001}), only({0x4b800000, 0x4b800001})) << "2^24 + 1";
    EXPECT_EQ(permitted(rulebook, Operation::utof, {0xffffffff}), only({0x4f7fffff, 0x4f800000}));
    EXPECT_EQ(permitted(rulebook, Operation::utof, {0x80000000}), only({0x4f000000}));
  }
}

// ---- [FS 22.10]: edges of the ranges that the tables give ----------------------------------------------------------

TEST(SpecialValues, FrcOfATinyNegativeIsTheLastValueBelowOneOrOne) {
  for (const std::string& rulebook : kBooks) {
    for (const Bits x : {Bits{0x80800000}, Bits{0xb2800000}, Bits{0xb0000000}}) {  // -2^-126, -2^-26, -2^-31
      const PermittedSet set = permitted(rulebook, Operation::frc, {x});
      EXPECT_TRUE(set.contains(0x3f7fffff) && set.contains(kOne)) << set.text();
      EXPECT_FALSE(set.contains(0x3f800001)) << set.text();
    }
  }
  EXPECT_EQ(permitted("d3d11", Operation::frc, {0xb3800000}), only({0x3f7fffff})) << "1 - 2^-24 is a value";
  EXPECT_EQ(permitted("d3d11", Operation::frc, {0xc0200000}), only({0x3f000000})) << "frc(-2.5) = 0.5";
  EXPECT_EQ(permitted("d3d11", Operation::frc, {0x4b800000}), only({0}));
}

TEST(SpecialValues, SineAndCosineStayInsideOneWhereverTheOperandIsFinite) {
  PermittedSet whole;
  whole.ranges = {{0xbf800000, 0x80800000}, {kSign, 0}, {kMinNormal, kOne}};  // less the denormals, which are flushed
  for (const std::string& rulebook : kBooks) {
    for (const Operation operation : {Operation::sin, Operation::cos}) {
      EXPECT_EQ(permitted(rulebook, operation, {0x7f7fffff}), whole);
      EXPECT_EQ(permitted(rulebook, operation, {0xc9742400}), whole) << "-1e6";
    }
    // 100 pi = 314.159265358979...: 0x439d1462 is 314.15924, 0x439d1463 is 314.15927.
    EXPECT_FALSE(permitted(rulebook, Operation::sin, {0x439d1462}).contains(0x3a83126f))
        << "0.001 is not within 0.0008";
    EXPECT_EQ(permitted(rulebook, Operation::sin, {0x439d1463}), whole);
  }
}

}  // namespace
}  // namespace halfulp
