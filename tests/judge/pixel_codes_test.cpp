// SPDX-License-Identifier: Apache-2.0

// What halfulp::explain permits for conversions to codes, compared with the documents' sentences decided in rationals,
// code by code.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
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

TEST(PixelCodes, OfIntegersAreClamped) {
  std::mt19937_64 random(5);
  for (const char* book : {"d3d10", "d3d11", "metal1", "metal4"}) {
    const Asked asked{book, {}};
    for (const Operation operation : oracle::pixel_operations()) {
      const CodeFormat* from = oracle::find_code_format(operand_format(operation));
      const CodeFormat* to = oracle::find_code_format(result_format(operation));
      if (from == nullptr || to == nullptr || !asked.has(operation)) continue;
      for (int i = 0; i < 60; ++i) {
        const Bits operand = (i < 8    ? static_cast<Bits>(i - 4)
                              : i < 16 ? (Bits{1} << (from->bits - 1)) + static_cast<Bits>(i - 12)
                              : i < 40 ? random() >> (random() % 64)
                                       : random()) &
                             ((from->bits == 64 ? Bits{0} : Bits{1} << from->bits) - 1);
        const std::int64_t code = std::clamp(from->code(operand), to->least(), to->most());
        EXPECT_EQ(test::permitted(book, operation, {operand}, {}, from->format).ranges,
                  (std::vector<Range>{{to->bits_of(code), to->bits_of(code)}}))
            << test::described(book, operation, {operand}, from->format);
      }
    }
  }
}

TEST(PixelCodes, OfSharedExponentsAreTheNearestWithEitherTie) {
  std::mt19937_64 random(21);
  const FloatFormat& binary32 = oracle::float_format(Format::binary32);
  int ties = 0;
  for (int i = 0; i < 1500; ++i) {
    const int exponent = static_cast<int>(random() % 44) - 26;
    std::vector<Bits> components(3);
    for (Bits& component : components) {
      const double steps = random() % 4 == 0 ? 511.5 : static_cast<double>(random() % 1024) / 2;
      component = std::bit_cast<std::uint32_t>(static_cast<float>(std::ldexp(steps, exponent - 8)));
      if (random() % 3 == 0) component += random() % 3 - 1;
      if (random() % 8 == 0) component = oracle::random_operand(binary32, random, static_cast<int>(random() % 8));
      component &= 0xffffffff;
    }
    const oracle::SharedExponent shared = oracle::shared_exponent(components);
    const auto nearest = [&](Bits r) {
      if (static_cast<int>(r >> 27) != shared.exponent) return false;
      for (std::size_t k = 0; k < 3; ++k) {
        const auto code = static_cast<std::int64_t>(r >> (9 * k) & 511);
        if (!Scaled{false, shared.significand(k)}.within(code, ratio(1, 2))) return false;
      }
      return true;
    };
    const Bits even = oracle::rgb9e5_of(components, CodeRounding::nearest_even);
    const Bits away = oracle::rgb9e5_of(components, CodeRounding::nearest_away);
    if (even != away) ++ties;
    std::set<Bits> candidates = {0, 0xffffffff, even, away, even ^ Bits{1} << 27, even + (Bits{1} << 27)};
    for (int delta = 0; delta < 27; ++delta) {
      Bits bits = 0;
      for (int k = 0, rest = delta; k < 3; ++k, rest /= 3) {
        const Bits near = (even >> (9 * k)) + static_cast<Bits>(rest % 3) - 1;
        bits |= (near & 511) << (9 * k);
      }
      candidates.insert(bits | (even & Bits{31} << 27));
      candidates.insert(bits | (away & Bits{31} << 27));
    }
    std::erase_if(candidates, [](Bits r) { return r > 0xffffffff; });
    const Sentence sentence{[&](Bits r) { return r == even || r == away; }, nearest};
    for (const char* book : {"d3d10", "d3d11", "metal1.2", "metal4"}) {
      PermittedSet set;
      if (!agrees({book, {}}, Operation::binary32_to_rgb9e5, components, candidates, sentence, set)) return;
    }
  }
  EXPECT_GT(ties, 100);
}

}  // namespace
}  // namespace halfulp
