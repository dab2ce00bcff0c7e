// SPDX-License-Identifier: Apache-2.0

// What halfulp::explain permits for conversions of pixel components, against the documents' sentences decided in
// rationals, code by code; and devices that are known to be wrong.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "exact/pixel_oracle.hpp"
#include "judge/bulk_and_explain.hpp"
#include "judge/judged.hpp"

namespace halfulp {
namespace {

namespace oracle = exact::second;
using oracle::CodeFormat;
using oracle::CodeRounding;
using oracle::FloatFormat;
using oracle::ratio;
using oracle::Scaled;
using Kind = CodeFormat::Kind;

Format operand_format(Operation operation) { return *info(operation).operand_formats[0]; }
Format result_format(Operation operation) { return *info(operation).result_format; }

/// What a book says: must it permit a result, may it?
struct Sentence {
  std::function<bool(Bits)> must;
  std::function<bool(Bits)> may;
};

struct Asked {
  std::string book;
  Readings readings;

  [[nodiscard]] bool is_direct3d() const { return book.starts_with("d3d"); }
  [[nodiscard]] bool chosen(const std::string& reading, const std::string& option) const {
    const auto found = readings.find(reading);
    return found != readings.end() && found->second == option;
  }
  [[nodiscard]] bool has(Operation operation) const {
    return test::book(book).has(operation, operand_format(operation));
  }
};

/// How many values the ranges hold.
std::uint64_t size(const PermittedSet& set, const CodeFormat& format) {
  std::uint64_t count = 0;
  for (const Range& range : set.ranges) {
    count += static_cast<std::uint64_t>(format.code(range.last) - format.code(range.first)) + 1;
  }
  return count;
}

/// Whether explain() permits what it must among the candidates, and nothing that it may not.
bool agrees(const Asked& asked, Operation operation, const std::vector<Bits>& operands,
            const std::set<Bits>& candidates, const Sentence& sentence, PermittedSet& permitted) {
  const Explanation explanation =
      explain(test::book(asked.book), operation, operand_format(operation), operands, asked.readings);
  permitted = explanation.permitted;
  for (const Bits r : candidates) {
    const bool said = permitted.contains(r);
    if (said ? sentence.may(r) : !sentence.must(r)) continue;
    std::string readings;
    for (const auto& [id, option] : asked.readings) readings.append(" ").append(id).append("=").append(option);
    ADD_FAILURE() << test::described(asked.book, operation, operands, operand_format(operation)) << readings << " -> "
                  << bits_text(result_format(operation), r) << " (" << value_text(result_format(operation), r)
                  << "): explain " << (said ? "permits" : "forbids") << ", the sentence does not; exact "
                  << explanation.exact << ", set " << permitted.text();
    return false;
  }
  return true;
}

// ---- Floats to codes ------------------------------------------------------------------------------------------------

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
      int told = 0;
      for (const Bits operand : operands(operation, *to, codes)) {
        if (!expect_one(asked, operation, *to, operand) && ++told == 2) break;
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
    // No code beside the candidates.
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

TEST(PixelCodes, BelowMinusOneReachBothSmallestCodesOfMetal1) {
  const Bits below = std::bit_cast<std::uint32_t>(-1.5F);
  EXPECT_EQ(test::permitted("metal1", Operation::binary32_to_snorm8, {below}).ranges,
            (std::vector<Range>{{0x80, 0x81}}));
  // -127.254 is within 0.6 of -127 only.
  const Bits near = std::bit_cast<std::uint32_t>(-1.002F);
  EXPECT_EQ(test::permitted("metal1", Operation::binary32_to_snorm8, {near}).ranges,
            (std::vector<Range>{{0x81, 0x81}}));
  for (const char* book : {"d3d10", "d3d11", "metal1.2", "metal4"}) {
    EXPECT_EQ(test::permitted(book, Operation::binary32_to_snorm8, {below}).ranges, (std::vector<Range>{{0x81, 0x81}}))
        << book;
  }
}

// ---- Integers -------------------------------------------------------------------------------------------------------

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

// ---- Codes to floats ------------------------------------------------------------------------------------------------

/// Values that no code is near, and the ends of [-1, 1].
std::set<Bits> float_candidates(const FloatFormat& format) {
  std::set<Bits> result;
  for (const Bits magnitude : {Bits{0}, Bits{1}, format.min_normal() - 1, format.min_normal(), format.one() - 1,
                               format.one(), format.one() + 1, format.most(), format.infinity(), format.nan()}) {
    result.insert({magnitude, magnitude | format.sign_bit()});
  }
  return result;
}
void add_floats(const FloatFormat& format, const mpq_class& at, int width, std::set<Bits>& candidates) {
  if (at == 0) return;
  const oracle::Position position = oracle::position_of(format, at);
  const auto middle = static_cast<std::int64_t>(position.below / 2);
  for (std::int64_t magnitude = middle - width; magnitude <= middle + width; ++magnitude) {
    if (magnitude < 0 || magnitude > static_cast<std::int64_t>(format.infinity())) continue;
    candidates.insert(static_cast<Bits>(magnitude) | (position.negative ? format.sign_bit() : 0));
  }
}

/// |r - q| <= 1.5 ULP of q, the distance of q's neighbours.
bool within_ulps(const FloatFormat& format, const mpq_class& q, const mpq_class& ulps, Bits bits) {
  const oracle::Value r = oracle::decoded(format, bits);
  if (r.is_nan() || r.is_infinite()) return false;
  const Bits below = oracle::position_of(format, q).below / 2;
  const mpq_class ulp = format.value(below + 1).number() - format.value(below).number();
  return abs(r.number - q) <= ulps * ulp;
}

/// Converted back without rounding, within half a code; in [0, 1].
bool recodes(const FloatFormat& format, std::int64_t code, Bits bits) {
  const oracle::Value r = oracle::decoded(format, bits);
  if (r.is_nan() || r.is_infinite() || r.number < 0 || r.number > 1) return false;
  return Scaled{true, r.number}.within(code, ratio(1, 2));
}

bool permits_float(const Asked& asked, Operation operation, Bits operand, Bits r) {
  const FloatFormat& to = oracle::float_format(result_format(operation));
  const bool is_zero = oracle::compare_decoded(operation, operand, 0) == 0;
  const bool is_one = oracle::compare_decoded(operation, operand, 1) == 0;
  const bool is_minus_one = oracle::compare_decoded(operation, operand, -1) == 0;
  const bool is_srgb = operand_format(operation) == Format::srgb8;
  const bool ends_exact = !is_srgb || asked.is_direct3d() || asked.chosen("srgb.ends_exact", "on");
  if (ends_exact && is_zero) return r == 0;
  if (ends_exact && (is_one || is_minus_one)) return r == (to.one() | (is_one ? 0 : to.sign_bit()));
  if (is_srgb) return recodes(to, static_cast<std::int64_t>(operand), r);
  const oracle::Position position = oracle::decoded_position(operation, operand);
  if (operand_format(operation) != Format::rgb9e5 && info(operand_format(operation)).kind != FormatKind::fixed) {
    const mpq_class q = oracle::value_of_code(*oracle::find_code_format(operand_format(operation)), operand);
    if (!asked.is_direct3d() || asked.chosen("norm_decode", "allow_reciprocal"))
      return within_ulps(to, q, ratio(3, 2), r);
  }
  return r == position.nearest_even(to);
}

/// `every`: of 8 bits and fewer, all codes.
void expect_floats(const Asked& asked, int codes, std::uint64_t seed, bool every = false) {
  std::mt19937_64 random(seed);
  int operations = 0;
  for (const Operation operation : oracle::pixel_operations()) {
    const Format from = operand_format(operation);
    if (oracle::is_floating(from) || !oracle::is_floating(result_format(operation)) || !asked.has(operation)) continue;
    ++operations;
    const FloatFormat& to = oracle::float_format(result_format(operation));
    const int bits = info(from).bits;
    std::set<Bits> operands;
    for (const Bits end : {Bits{0}, Bits{1} << (bits - 1), Bits{1} << bits}) {
      for (std::int64_t step = -3; step <= 3; ++step) {
        operands.insert((end + static_cast<Bits>(step)) & ((Bits{1} << bits) - 1));
      }
    }
    for (int i = 0; i < codes; ++i) operands.insert(random() & ((Bits{1} << bits) - 1));
    for (Bits code = 0; every && bits <= 8 && code < Bits{1} << bits; ++code) operands.insert(code);
    const std::set<Bits> fixed_candidates = float_candidates(to);
    for (const Bits operand : operands) {
      std::set<Bits> candidates = fixed_candidates;
      mpq_class at = 0;
      if (oracle::compare_decoded(operation, operand, 0) != 0) {
        const oracle::Position position = oracle::decoded_position(operation, operand);
        at = to.value(position.below / 2).number() * (position.negative ? -1 : 1);
        add_floats(to, at, 5, candidates);
      }
      if (from == Format::srgb8) {
        const CodeFormat& srgb = *oracle::find_code_format(from);
        for (const int half : {-1, 1}) {
          const mpq_class code = mpq_class(static_cast<long>(operand)) + ratio(half, 2);
          add_floats(to, oracle::place_of_code(srgb, code), 5, candidates);
        }
      }
      // A denormal within the bound may be flushed to either zero under Metal; of code 0 the sign is not said there.
      const bool small = abs(at) < to.value(to.min_normal() + 2).number();
      const Sentence sentence{[&](Bits r) { return permits_float(asked, operation, operand, r); },
                              [&](Bits r) {
                                return permits_float(asked, operation, operand, r) ||
                                       (!asked.is_direct3d() && small && (r & ~to.sign_bit()) == 0);
                              }};
      PermittedSet set;
      if (!agrees(asked, operation, {operand}, candidates, sentence, set)) return;
    }
  }
  EXPECT_GT(operations, 10) << asked.book;
}

TEST(PixelFloats, AreTheNearestUnderDirect3DAndSrgbRecodes) {
  expect_floats({"d3d10", {}}, 20, 11);
  expect_floats({"d3d11", {}}, 80, 12, true);
  expect_floats({"d3d11", {{"norm_decode", "allow_reciprocal"}}}, 30, 13);
}

TEST(PixelFloats, AreWithinOneAndAHalfUlpsUnderMetal) {
  expect_floats({"metal1", {}}, 80, 14, true);
  expect_floats({"metal1", {{"srgb.ends_exact", "on"}}}, 10, 15);
  expect_floats({"metal1.2", {}}, 30, 16);
  expect_floats({"metal4", {}}, 30, 17);
}

// ---- A texture's own float ------------------------------------------------------------------------------------------

TEST(PixelFloats, OfATextureKeepTheirBits) {
  constexpr Bits kSign = 0x80000000;
  const FloatFormat& binary32 = oracle::float_format(Format::binary32);
  std::set<Bits> candidates = float_candidates(binary32);
  for (const char* book : {"d3d10", "d3d11", "metal1", "metal1.2", "metal4"}) {
    const Asked asked{book, {}};
    for (const Bits x : oracle::special_operands(binary32)) {
      std::set<Bits> near = candidates;
      near.insert({x, x ^ kSign, x ^ 1});
      const oracle::Value value = oracle::decoded(binary32, x);
      const bool denormal = binary32.magnitude(x) < binary32.min_normal();
      const Sentence sentence{[&](Bits r) {
                                const oracle::Value seen = oracle::decoded(binary32, r);
                                if (value.is_nan()) return seen.is_nan() || (!asked.is_direct3d() && seen.is_zero());
                                if (r == x) return true;
                                if (!seen.is_zero()) return false;
                                if (denormal && !value.is_zero())
                                  return !asked.is_direct3d() || seen.negative == value.is_negative();
                                return asked.book == "metal1" && value.is_infinite();
                              },
                              [&](Bits r) { return sentence.must(r); }};
      PermittedSet set;
      if (!agrees(asked, Operation::binary32_to_binary32, {x}, near, sentence, set)) return;
    }
  }
}

// ---- rgb9e5 ---------------------------------------------------------------------------------------------------------

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

// ---- Devices that are known to be wrong -----------------------------------------------------------------------------

Verdict verdict(const char* book, Operation operation, Bits operand, Bits observed, const Readings& readings = {}) {
  const std::array<Bits, 1> operands = {operand};
  return judge_result(test::book(book), operation, operand_format(operation), operands, observed, readings).verdict;
}
bool passes(const char* book, Operation operation, Bits operand, Bits observed, const Readings& readings = {}) {
  return verdict(book, operation, operand, observed, readings) == Verdict::pass;
}
Bits bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

TEST(PixelDevices, ThatMultiplyByAReciprocalMisroundAsManyCodesAsPublished) {
  struct Row {
    Operation operation;
    std::int64_t first;
    std::int64_t last;
    std::uint64_t misrounded;
  };
  for (const Row& row :
       {Row{Operation::unorm8_to_binary32, 0, 255, 126}, Row{Operation::snorm8_to_binary32, -127, 127, 16},
        Row{Operation::snorm16_to_binary32, -32767, 32767, 1536}}) {
    const CodeFormat& from = *oracle::find_code_format(operand_format(row.operation));
    test::Observations seen{row.operation, {{}}, {}, from.format};
    const float factor = 1.0F / static_cast<float>(from.most());
    for (std::int64_t code = row.first; code <= row.last; ++code) {
      const volatile float product = static_cast<float>(code) * factor;
      seen.operands[0].push_back(from.bits_of(code));
      seen.results.push_back(bits_of(product));
    }
    const auto judged = [&](const char* book, const Readings& readings) {
      Tally tally;
      seen.judge(SpanJudge(test::book(book), row.operation, from.format, readings), 0, seen.size(), tally);
      return tally;
    };
    const Tally direct3d = judged("d3d11", {});
    EXPECT_EQ(direct3d.reading, row.misrounded) << info(row.operation).name;
    EXPECT_EQ(direct3d.passed, seen.size() - row.misrounded) << info(row.operation).name;
    EXPECT_EQ(judged("d3d11", {{"norm_decode", "allow_reciprocal"}}).passed, seen.size());
    EXPECT_EQ(judged("metal1", {}).passed, seen.size());
  }
}

TEST(PixelDevices, ThatAddAHalfInBinary32MisroundWithinTheTolerance) {
  const volatile float x = 0x1.fffffep-2F;  // 0.49999997
  const volatile float sum = x + 0.5F;
  ASSERT_EQ(sum, 1.0F);
  for (const char* book : {"d3d10", "d3d11", "metal1.2"}) {
    EXPECT_TRUE(passes(book, Operation::binary32_to_unorm1, bits_of(x), 1)) << book;
  }
  for (const char* book : {"metal2.1", "metal4"}) {
    EXPECT_EQ(verdict(book, Operation::binary32_to_unorm1, bits_of(x), 1), Verdict::fail) << book;
    EXPECT_TRUE(passes(book, Operation::binary32_to_unorm1, bits_of(x), 0)) << book;
  }
}

TEST(PixelDevices, ThatRoundHalvesToNearestFailDirect3D) {
  // F16C with the host's rounding, of 1 and 3/4 of a step: no pass, though a reading has it.
  const Bits x = bits_of(0x1.003p+0F);
  EXPECT_EQ(verdict("d3d11", Operation::binary32_to_binary16, x, 0x3c01), Verdict::reading);
  EXPECT_TRUE(passes("d3d11", Operation::binary32_to_binary16, x, 0x3c00));
  EXPECT_TRUE(passes("metal4", Operation::binary32_to_binary16, x, 0x3c01));
}

TEST(PixelDevices, ThatDivideMinus128By127Fail) {
  const Bits quotient = bits_of(-128.0F / 127.0F);  // -1.0079
  for (const char* book : {"d3d10", "d3d11", "metal1", "metal1.2", "metal4"}) {
    EXPECT_EQ(verdict(book, Operation::snorm8_to_binary32, 0x80, quotient), Verdict::fail) << book;
    EXPECT_TRUE(passes(book, Operation::snorm8_to_binary32, 0x80, bits_of(-1.0F))) << book;
  }
}

TEST(PixelDevices, ThatTruncateToCodesFail) {
  const Bits x = bits_of(0.999F);  // 254.745
  for (const char* book : {"d3d10", "d3d11", "metal1", "metal1.2", "metal2.1", "metal4"}) {
    for (const Operation operation : {Operation::binary32_to_unorm8, Operation::binary32_to_snorm8}) {
      const float most = operation == Operation::binary32_to_unorm8 ? 255.0F : 127.0F;
      const auto truncated = static_cast<Bits>(0.999F * most);
      EXPECT_EQ(verdict(book, operation, x, truncated), Verdict::fail) << book;
      EXPECT_TRUE(passes(book, operation, x, truncated + 1)) << book;
    }
  }
  // 127.4 of a step less than a code: truncation is within 0.6 there.
  EXPECT_TRUE(passes("d3d11", Operation::binary32_to_unorm8, bits_of(127.3F / 255), 127));
}

TEST(PixelDevices, ThatReadSrgbByAPowerOfTwoPointTwoFail) {
  int failed = 0;
  for (Bits code = 0; code < 256; ++code) {
    const float linear = std::pow(static_cast<float>(code) / 255.0F, 2.2F);
    if (!passes("d3d11", Operation::srgb8_to_binary32, code, bits_of(linear))) ++failed;
    const double c = static_cast<double>(code) / 255;
    const double curve = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    EXPECT_TRUE(passes("d3d11", Operation::srgb8_to_binary32, code, bits_of(static_cast<float>(curve)))) << code;
  }
  EXPECT_GT(failed, 100);
}

}  // namespace
}  // namespace halfulp
