// SPDX-License-Identifier: Apache-2.0

// What halfulp::explain permits for conversions of codes to floats, compared with the documents' sentences decided in
// rationals.

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "exact/pixel_oracle.hpp"
#include "judge/pixel_sentences.hpp"

namespace halfulp {
namespace {

namespace oracle = exact::second;
using oracle::CodeFormat;
using oracle::FloatFormat;
using oracle::ratio;
using oracle::Scaled;
using test::agrees;
using test::Asked;
using test::operand_format;
using test::result_format;
using test::Sentence;

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

}  // namespace
}  // namespace halfulp
