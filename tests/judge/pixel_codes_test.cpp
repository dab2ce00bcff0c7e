// SPDX-License-Identifier: Apache-2.0

// What halfulp::explain permits for conversions to codes, compared with the documents' sentences decided in rationals,
// code by code.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "exact/pixel_oracle.hpp"
#include "judge/pixel_sentences.hpp"

namespace halfulp {
namespace {

namespace oracle = exact::second;
using oracle::CodeFormat;
using oracle::CodeRounding;
using oracle::FloatFormat;
using oracle::ratio;
using oracle::Scaled;
using Kind = CodeFormat::Kind;
using test::agrees;
using test::Asked;
using test::operand_format;
using test::result_format;
using test::Sentence;

/// How many values the ranges hold.
std::uint64_t size(const PermittedSet& set, const CodeFormat& format) {
  std::uint64_t count = 0;
  for (const Range& range : set.ranges) {
    count += static_cast<std::uint64_t>(format.code(range.last) - format.code(range.first)) + 1;
  }
  return count;
}

const mpq_class kSixTenths = ratio(3, 5);

/// Metal 1's printed formulas: f * factor, saturated to an integer type of 8 or 16 bits.
Scaled saturated(const oracle::Value& x, long factor, long least, long most) {
  const mpq_class number = x.is_infinite() ? mpq_class(x.negative ? least : most) : mpq_class(x.number * factor);
  return {false, oracle::clamp(number, least, most)};
}

bool permits(const Asked& asked, const CodeFormat& to, const oracle::Value& x, std::int64_t code) {
  const bool metal1 = asked.book == "metal1";
  if (x.is_nan()) {
    const bool any = metal1 && to.kind != Kind::srgb && !asked.chosen("metal1.norm_nan", "zero");
    return any || code == 0;
  }
  const Scaled exact = oracle::scaled(to, x);
  const bool in_range = code >= to.least_made() && code <= to.most();
  if (asked.is_direct3d()) {
    if (to.kind == Kind::fixed && asked.book == "d3d10") return in_range && exact.within(code, 1, true);
    return in_range && exact.within(code, kSixTenths);
  }
  if (to.kind == Kind::srgb) {
    if (asked.chosen("srgb.ref", "rounded")) return code == oracle::rounded(exact, CodeRounding::nearest_away);
    return metal1 ? exact.within(code, kSixTenths) : exact.within(code, 1, true);
  }
  if (metal1 && to.kind == Kind::snorm) {
    // -128 is reached by the saturation of the formula, -127 by the clamp at -1 of later versions.
    const bool literal = asked.chosen("msl.errata", "literal");
    const Scaled formula = saturated(x, literal ? 2 * to.most() + 1 : to.most(), to.least(), to.most());
    if (literal) return formula.within(code, kSixTenths);
    return formula.within(code, kSixTenths) || (in_range && exact.within(code, kSixTenths));
  }
  if (metal1 && to.format == Format::unorm10 && asked.chosen("metal1.unorm10", "low_bits")) {
    for (std::int64_t integer = code; integer < 65536; integer += 1024) {
      if (saturated(x, 1023, 0, 65535).within(integer, kSixTenths)) return true;
    }
    return false;
  }
  // In Metal 1 the reading is of 8 and 16 bits without a sign.
  const bool has_reading = !metal1 || (to.kind == Kind::unorm && to.format != Format::unorm10);
  const bool only_nearest =
      (!metal1 && asked.book != "metal1.2") || (has_reading && asked.chosen("norm_encode.ref", "rne_integer"));
  if (only_nearest) return code == oracle::rounded(exact, CodeRounding::nearest_even);
  return in_range && exact.within(code, kSixTenths);
}

class PixelCodes {
 public:
  explicit PixelCodes(std::uint64_t seed) : random_(seed) {}

  void expect(const Asked& asked, int codes) {
    for (const Operation operation : oracle::pixel_operations()) {
      const CodeFormat* to = oracle::find_code_format(result_format(operation));
      if (to == nullptr || !oracle::is_floating(operand_format(operation)) || !asked.has(operation)) continue;
      ++operations_;
      int differences = 0;
      for (const Bits operand : operands(operation, *to, codes)) {
        if (!expect_one(asked, operation, *to, operand) && ++differences == 2) break;
      }
    }
  }
  [[nodiscard]] int operations() const { return operations_; }

 private:
  std::vector<Bits> operands(Operation operation, const CodeFormat& to, int codes) {
    const FloatFormat& from = oracle::float_format(operand_format(operation));
    std::vector<Bits> result = oracle::special_operands(from);
    const auto span = static_cast<std::uint64_t>(to.most() - to.least()) + 1;
    for (int i = 0; i < codes; ++i) {
      const std::int64_t code = to.least() + static_cast<std::int64_t>(random_() % span);
      oracle::add_boundaries(to, from, code, result);
    }
    for (const std::int64_t code : {to.least(), to.least() + 1, std::int64_t{0}, to.most()}) {
      oracle::add_boundaries(to, from, code, result);
    }
    for (int i = 0; i < 32; ++i) result.push_back(oracle::random_operand(from, random_, i));
    return result;
  }

  bool expect_one(const Asked& asked, Operation operation, const CodeFormat& to, Bits operand) {
    const FloatFormat& from = oracle::float_format(operand_format(operation));
    const oracle::Value x = oracle::decoded(from, operand);
    std::set<Bits> candidates;
    const auto add = [&](std::int64_t code) {
      if (code >= to.least() && code <= to.most()) candidates.insert(to.bits_of(code));
    };
    const bool all = to.bits <= 8 && turn_++ % 16 == 0;
    if (all) {
      for (std::int64_t code = to.least(); code <= to.most(); ++code) add(code);
    }
    const std::int64_t below = x.is_nan() ? 0 : oracle::scaled(to, x).whole().get_si();
    for (std::int64_t step = -3; step <= 4; ++step) {
      for (const std::int64_t code : {below + step, step, to.least() + step, to.most() + step}) add(code);
      if (to.kind == Kind::snorm && x.kind == oracle::Value::Kind::number && abs(x.number) < 2) {
        add(2 * below + step);  // times 255
      }
      if (to.kind == Kind::unorm && x.kind == oracle::Value::Kind::number && x.number > 0 && x.number < 64) {
        add((oracle::floor(x.number * 1023).get_si() + step) & 1023);
      }
    }
    const bool denormal = from.magnitude(operand) < from.min_normal() && x.kind == oracle::Value::Kind::number;
    // Direct3D flushes denormals of binary32, whose codes are those of zero but within a whole step; Metal may.
    const bool may_flush = denormal && (!asked.is_direct3d() || operand_format(operation) == Format::binary32);
    const bool open = asked.is_direct3d() && may_flush && to.kind == Kind::fixed;
    const Sentence sentence{[&](Bits r) {
                              return permits(asked, to, x, to.code(r)) &&
                                     (!open || permits(asked, to, oracle::Value::zero(), to.code(r)));
                            },
                            [&](Bits r) {
                              return permits(asked, to, x, to.code(r)) ||
                                     (may_flush && permits(asked, to, oracle::Value::zero(), to.code(r)));
                            }};
    PermittedSet set;
    if (!agrees(asked, operation, {operand}, candidates, sentence, set)) return false;
    // No code but the candidates.
    if (x.is_nan() && set.anything) return true;
    const auto among = std::ranges::count_if(candidates, [&](Bits r) { return set.contains(r); });
    EXPECT_EQ(size(set, to), static_cast<std::uint64_t>(among))
        << test::described(asked.book, operation, {operand}, operand_format(operation)) << ' ' << set.text();
    EXPECT_EQ(set.nan, NanKind::none);
    EXPECT_FALSE(set.anything);
    return size(set, to) == static_cast<std::uint64_t>(among);
  }

  std::mt19937_64 random_;
  std::uint64_t turn_ = 0;
  int operations_ = 0;
};

TEST(PixelCodes, AreThoseWithin6TenthsUnderDirect3D) {
  PixelCodes codes(1);
  for (const char* book : {"d3d10", "d3d11"}) codes.expect({book, {}}, 5);
  EXPECT_EQ(codes.operations(), 2 * (9 + 8 + 4 + 2 + 1 + 1));
}

TEST(PixelCodes, AreThoseOfTheSentencesOfMetal1) {
  PixelCodes codes(2);
  codes.expect({"metal1", {}}, 6);
  EXPECT_EQ(codes.operations(), 2 * (3 + 2 + 1) + 1);
  codes.expect({"metal1", {{"norm_encode.ref", "rne_integer"}, {"srgb.ref", "rounded"}}}, 2);
  codes.expect({"metal1", {{"metal1.unorm10", "low_bits"}, {"msl.errata", "literal"}, {"metal1.norm_nan", "zero"}}}, 6);
}

TEST(PixelCodes, AreThoseOfTheSentencesOfMetal1p2) {
  PixelCodes codes(3);
  codes.expect({"metal1.2", {}}, 4);
  EXPECT_EQ(codes.operations(), 2 * (8 + 2 + 1) + 1);
  codes.expect({"metal1.2", {{"norm_encode.ref", "rne_integer"}, {"srgb.ref", "rounded"}}}, 3);
}

TEST(PixelCodes, AreTheNearestEvenFromMetal2On) {
  PixelCodes codes(4);
  for (const char* book : {"metal2.1", "metal4"}) codes.expect({book, {}}, 3);
  EXPECT_EQ(codes.operations(), 2 * (2 * (8 + 2 + 1) + 1));
}

}  // namespace
}  // namespace halfulp
