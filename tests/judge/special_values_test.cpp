// SPDX-License-Identifier: Apache-2.0
// The special-value tables of [FS 22.10], cell by cell. The sentences on special values are in permitted_cases.txt.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "judge/judged.hpp"
#include "judge/permitted_cases.hpp"
#include "number/layout.hpp"

namespace halfulp {
namespace {

constexpr Bits kSign = 0x80000000;

float value(Bits bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
Bits bits_of(float x) { return std::bit_cast<std::uint32_t>(x); }
Bits flushed(Bits bits) { return (bits & ~kSign) < 0x00800000 ? bits & kSign : bits; }

/// Whether a set has these members, none of them NaN, and no other.
bool is_only(const PermittedSet& set, const std::set<Bits>& members) {
  std::int64_t size = 0;
  for (const Range& range : set.ranges) {
    size += number::ordinal(info(set.format), range.last) - number::ordinal(info(set.format), range.first) + 1;
  }
  return set.nan == NanKind::none && !set.anything && size == static_cast<std::int64_t>(members.size()) &&
         std::ranges::all_of(members, [&](Bits bits) { return set.contains(bits); });
}

/// Whether every member is a value from `first` to `last`, none of them NaN, and there is one.
bool inside(const PermittedSet& set, float first, float last) {
  return !set.empty() && set.nan == NanKind::none && !set.anything &&
         std::ranges::all_of(set.ranges, [&](const Range& range) {
           return value(range.first) >= first && value(range.last) <= last && std::isfinite(value(range.first)) &&
                  std::isfinite(value(range.last));
         });
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
  // A tiny negative less its floor rounds to 1.
  if (c.operation == Operation::frc && x < 0 && x > -0x1p-25F) return false;
  const double magnitude = std::fabs(result);
  const bool cancels = magnitude == 0 && c.operation == Operation::add;
  return cancels || (magnitude >= 0x1p-126 && magnitude < 0x1.fffffep+127);
}

/// Divisors above 2^126 have a sentence of their own, from Direct3D 10.1 on.
bool has_large_divisor(const Case& c) {
  return c.operation == Operation::div && c.rulebook != "d3d10" && std::fabs(value(c.operands[1])) > 0x1p126F &&
         std::isfinite(value(c.operands[1]));
}

bool agrees(const std::string& cell, const Case& c, const PermittedSet& set) {
  constexpr float kMax = 0x1.fffffep+127F;
  static const std::map<std::string, Bits> kConstants = {
      {"-inf", 0xff800000}, {"+inf", 0x7f800000}, {"+0", 0},           {"0", 0}, {"-0", kSign}, {"+1.0", 0x3f800000},
      {"+1", 0x3f800000},   {"1", 0x3f800000},    {"-1.0", 0xbf800000}};
  if (const auto found = kConstants.find(cell); found != kConstants.end()) return is_only(set, {found->second});
  if (cell == "NaN") return set.nan == NanKind::any && set.ranges.empty() && !set.anything;
  const auto operand = [&](std::size_t i, Bits flip) {
    const Bits bits = c.operands[i] ^ flip;
    const bool may_keep = c.operation == Operation::min || c.operation == Operation::max;
    return is_only(set, may_keep ? std::set{bits, flushed(bits)} : std::set{flushed(bits)});
  };
  if (cell == "src0") return operand(0, 0);
  if (cell == "src1") return operand(1, 0);
  if (cell == "-src0") return operand(0, kSign);
  if (cell == "-src1") return operand(1, kSign);
  if (cell == "src0/src1") {
    std::set<Bits> permitted;
    for (const Bits bits : {c.operands[0], c.operands[1], flushed(c.operands[0]), flushed(c.operands[1])}) {
      if (set.contains(bits)) permitted.insert(bits);
    }
    return !permitted.empty() && is_only(set, permitted);
  }
  if (cell == "rounded") {
    const float x = value(c.operands[0]);
    const float result = c.operation == Operation::round_ne   ? std::nearbyint(x)
                         : c.operation == Operation::round_ni ? std::floor(x)
                         : c.operation == Operation::round_pi ? std::ceil(x)
                                                              : std::trunc(x);
    return result == 0 || is_only(set, {bits_of(result)});  // operands inside (-1, 1) may round to a zero
  }
  if (cell == "+F") return inside(set, 0x1p-149F, kMax);
  if (cell == "-F") return inside(set, -kMax, -0x1p-149F);
  if (cell == "F" || cell == "F/0") return inside(set, -kMax, kMax);
  if (cell == "[+0,1)") return inside(set, 0, 0x1.fffffep-1F) && !set.contains(kSign);
  if (cell == "[-1,1]") return inside(set, -1, 1);
  ADD_FAILURE() << "no such cell: " << cell;
  return false;
}

/// Lines of words: the classes of src1, then the rows of src0.
using Table = std::vector<std::vector<std::string>>;

/// The class's members less those that have a class of their own in this table.
std::vector<Bits> members(const std::string& name, const std::vector<std::string>& classes) {
  if (name == "dest") return {0};
  std::vector<Bits> result = kClasses.at(name);
  for (const std::string narrower : {"+1.0", "-1.0"}) {
    if (name == narrower || std::ranges::find(classes, narrower) == classes.end()) continue;
    std::erase(result, kClasses.at(narrower).front());
  }
  return result;
}

void expect_table(const std::string& rulebook, Operation operation, const Table& table) {
  std::vector<std::string> rows;
  for (const auto& row : table) rows.push_back(row[0]);
  for (const auto& row : std::vector(table.begin() + 1, table.end())) {
    for (std::size_t column = 1; column < row.size(); ++column) {
      const std::string& cell = row[column];
      const bool is_finite = cell == "+F" || cell == "-F" || cell == "F" || cell == "F/0" || cell == "[+0,1)";
      int tried = 0;
      for (const Bits x : members(row[0], rows)) {
        for (const Bits y : members(table[0][column], table[0])) {
          Case one{rulebook, operation, {x, y}};
          if (info(operation).arity == 1) one.operands = {y};
          if (has_large_divisor(one) || (is_finite && !in_proviso(one))) continue;
          const PermittedSet set = test::permitted(rulebook, operation, one.operands);
          EXPECT_TRUE(agrees(cell, one, set)) << test::described(rulebook, operation, one.operands) << " permits "
                                              << set.text() << ", the table has " << cell;
          ++tried;
        }
      }
      EXPECT_GT(tried, 0) << info(operation).name << ", row " << row[0] << ", column " << table[0][column];
    }
  }
}

TEST(SpecialValueTables, HaveThePermittedSetsOfTheirCells) {
  std::vector<std::pair<std::string, Table>> tables;
  std::ifstream file(HALFULP_SOURCE_DIR "/tests/judge/special_value_tables.txt");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (line[0] == '[' && line.back() == ']') {
      tables.emplace_back(line.substr(1, line.size() - 2), Table());
    } else {
      tables.back().second.push_back(test::words_of(line));
    }
  }
  EXPECT_EQ(tables.size(), 14U);
  for (const auto& [names, table] : tables) {
    for (const std::string& name : test::words_of(names)) {
      for (const char* rulebook : {"d3d10", "d3d10.1", "d3d11"}) {
        const Operation operation = find_operation(name).value();
        if (test::book(rulebook).has(operation, Format::binary32)) expect_table(rulebook, operation, table);
      }
    }
  }
}

TEST(SpecialValues, RcpIsNotInDirect3D10) {
  EXPECT_FALSE(test::book("d3d10").has(Operation::rcp, Format::binary32));
  EXPECT_THROW((void)test::permitted("d3d10", Operation::rcp, {0x3f800000}), std::runtime_error);
}

}  // namespace
}  // namespace halfulp
