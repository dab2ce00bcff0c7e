// SPDX-License-Identifier: Apache-2.0

// Conversions of pixel components against the documents' formulas in rationals, and sRGB's curve in MPFR besides.

#include <gtest/gtest.h>
#include <mpfr.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "exact/nearest.hpp"
#include "exact/pixel_oracle.hpp"
#include "exact/rational_library.hpp"
#include "exact/result.hpp"

namespace halfulp::exact {
namespace {

using second::CodeFormat;
using second::CodeRounding;
using second::FloatFormat;
using second::ratio;

Rational rational(const mpq_class& number) { return Rational::Library::of(number.get_mpq_t()); }
mpq_class number(const Rational& x) { return mpq_class(Rational::Library::View(x)); }

Format operand_format(Operation operation) { return *info(operation).operand_formats[0]; }
Format result_format(Operation operation) { return *info(operation).result_format; }

bool encodes(Operation operation) {
  return second::find_code_format(result_format(operation)) != nullptr &&
         second::is_floating(operand_format(operation));
}
bool decodes(Operation operation) {
  return !second::is_floating(operand_format(operation)) && second::is_floating(result_format(operation));
}

struct Roundings {
  Bits nearest_even;
  Bits nearest_away;
  Bits toward_zero;
  friend bool operator==(const Roundings&, const Roundings&) = default;
};
Roundings roundings(Operation operation, std::span<const Bits> operands) {
  const Format format = operand_format(operation);
  return {nearest_even(operation, format, operands), nearest_away(operation, format, operands),
          toward_zero(operation, format, operands)};
}
std::string text(Operation operation, const Roundings& x) {
  const Format format = result_format(operation);
  return "even " + bits_text(format, x.nearest_even) + ", away " + bits_text(format, x.nearest_away) +
         ", toward zero " + bits_text(format, x.toward_zero);
}

/// What is wrong with a conversion from a float, or from an integer, to a code; or nothing.
std::string wrong_code(Operation operation, Bits operand, const CodeFormat& to, const second::Value& x) {
  const std::array<Bits, 1> operands = {operand};
  const Result result = exact_result(operation, operand_format(operation), operands);
  const Roundings given = roundings(operation, operands);
  const std::string name = second::call_text(operation, operand_format(operation), operands) + ": exactly " +
                           result.text(info(to.format)) + ", " + text(operation, given);
  if (x.is_nan()) {
    return result.kind == Result::Kind::nan && given == Roundings{0, 0, 0} ? "" : name + "; of NaN";
  }
  const second::Scaled exact = second::scaled(to, x);
  bool same = false;
  if (exact.compare(0) == 0) {
    same = result.kind == Result::Kind::zero;
  } else if (result.kind == Result::Kind::finite && !exact.curve) {
    same = result.value.is_rational() && number(result.value.rational()) == exact.number;
  } else if (result.kind == Result::Kind::finite) {
    same = true;
    const mpz_class below = exact.whole();
    for (const int tenths : {-10, -6, -4, 0, 4, 5, 6, 10, 15}) {
      const mpq_class at = mpq_class(below) + ratio(tenths, 10);
      same = same && result.value.compare(rational(at)) == exact.compare(at);
    }
  }
  const Roundings expected = {to.bits_of(second::rounded(exact, CodeRounding::nearest_even)),
                              to.bits_of(second::rounded(exact, CodeRounding::nearest_away)),
                              to.bits_of(second::rounded(exact, CodeRounding::toward_zero))};
  if (same && given == expected) return {};
  return name + "; expected " + text(operation, expected) + (same ? "" : " and another exact result");
}

/// What is wrong with a conversion to a float; or nothing.
std::string wrong_float(Operation operation, Bits operand) {
  const FloatFormat& to = second::float_format(result_format(operation));
  const std::array<Bits, 1> operands = {operand};
  const Result result = exact_result(operation, operand_format(operation), operands);
  const Roundings given = roundings(operation, operands);
  const std::string name = second::call_text(operation, operand_format(operation), operands) + ": exactly " +
                           result.text(info(to.format)) + ", " + text(operation, given);
  if (second::compare_decoded(operation, operand, 0) == 0) {
    const bool same = result.kind == Result::Kind::zero && !result.negative;
    return same && given == Roundings{0, 0, 0} ? "" : name + "; of zero";
  }
  if (result.kind != Result::Kind::finite) return name + "; not finite";
  // Its place among the values and the middles between them, and the number itself where it is rational.
  const second::Position position = second::decoded_position(operation, operand);
  const auto compared = [&](Bits step) {
    const mpq_class size = to.step(step).number();
    return position.negative ? -result.value.compare(rational(-size)) : result.value.compare(rational(size));
  };
  const bool same = result.value.is_rational()
                        ? second::compare_decoded(operation, operand, number(result.value.rational())) == 0
                        : compared(position.below) > 0 && compared(position.below + 1) < 0;
  const Bits sign = position.negative ? to.sign_bit() : 0;
  const Bits nearest = position.nearest_even(to);
  const Roundings expected = {nearest, nearest, position.below / 2 | sign};
  if (same && given == expected) return {};
  return name + "; expected " + text(operation, expected) + (same ? "" : " and another exact result");
}

/// Counts, and shows the first few.
class Wrongs {
 public:
  void add(const std::string& wrong) {
    if (!wrong.empty() && ++count_ <= 5) ADD_FAILURE() << wrong;
  }
  ~Wrongs() { EXPECT_EQ(count_, 0); }
  Wrongs() = default;
  Wrongs(const Wrongs&) = delete;
  Wrongs& operator=(const Wrongs&) = delete;

 private:
  int count_ = 0;
};

std::vector<std::int64_t> some_codes(const CodeFormat& format, std::int64_t most, std::mt19937_64& random) {
  std::vector<std::int64_t> codes;
  if (format.most() - format.least() < most) {
    for (std::int64_t code = format.least(); code <= format.most(); ++code) codes.push_back(code);
    return codes;
  }
  for (std::int64_t i = 0; i < 4; ++i) {
    for (const std::int64_t code : {format.least() + i, format.most() - i, i, -i - 1, format.most() / 2 + i - 2}) {
      if (code >= format.least()) codes.push_back(code);
    }
  }
  const auto span = static_cast<std::uint64_t>(format.most() - format.least()) + 1;
  while (static_cast<std::int64_t>(codes.size()) < most) {
    codes.push_back(format.least() + static_cast<std::int64_t>(random() % span));
  }
  return codes;
}

void expect_codes_of(Format from) {
  Wrongs wrongs;
  std::mt19937_64 random(1);
  const FloatFormat& float_format = second::float_format(from);
  for (const Operation operation : second::pixel_operations()) {
    if (!encodes(operation) || operand_format(operation) != from) continue;
    const CodeFormat& to = *second::find_code_format(result_format(operation));
    std::vector<Bits> operands = second::special_operands(float_format);
    for (const std::int64_t code : some_codes(to, 257, random)) {
      second::add_boundaries(to, float_format, code, operands);
    }
    for (int i = 0; i < 1000; ++i) operands.push_back(second::random_operand(float_format, random, i));
    for (const Bits operand : operands) {
      wrongs.add(wrong_code(operation, operand, to, second::decoded(float_format, operand)));
    }
  }
}

TEST(Pixel, CodesOfBinary32AreTheScaledOperandRounded) { expect_codes_of(Format::binary32); }

TEST(Pixel, CodesOfBinary16AreTheScaledOperandRounded) { expect_codes_of(Format::binary16); }

TEST(Pixel, ValuesOfAllCodesAreTheirQuotients) {
  Wrongs wrongs;
  std::mt19937_64 random(2);
  for (const Operation operation : second::pixel_operations()) {
    if (!decodes(operation) || operand_format(operation) == Format::rgb9e5) continue;
    const CodeFormat& from = *second::find_code_format(operand_format(operation));
    for (const std::int64_t code : some_codes(from, from.bits > 16 ? 4000 : 1 << 16, random)) {
      wrongs.add(wrong_float(operation, from.bits_of(code)));
    }
  }
}

TEST(Pixel, IntegersAreClamped) {
  Wrongs wrongs;
  std::mt19937_64 random(3);
  int operations = 0;
  for (const Operation operation : second::pixel_operations()) {
    const CodeFormat* from = second::find_code_format(operand_format(operation));
    const CodeFormat* to = second::find_code_format(result_format(operation));
    if (from == nullptr || to == nullptr) continue;
    ++operations;
    std::vector<std::int64_t> codes = some_codes(*from, 3000, random);
    for (const CodeFormat& other : second::kCodeFormats) {
      for (const std::int64_t end : {other.least(), other.most()}) {
        for (std::int64_t code = end - 2; code <= end + 2; ++code) {
          if (code >= from->least() && code <= from->most()) codes.push_back(code);
        }
      }
    }
    for (const std::int64_t code : codes) {
      wrongs.add(wrong_code(operation, from->bits_of(code), *to, second::Value::rational(mpq_class(code))));
    }
  }
  EXPECT_EQ(operations, 30);  // six formats to five others
}

// ---- sRGB -----------------------------------------------------------------------------------------------------------

/// A number of MPFR, of 300 bits.
class Wide {
 public:
  explicit Wide(const mpq_class& x) {
    mpfr_init2(value_, 300);
    mpfr_set_q(value_, x.get_mpq_t(), MPFR_RNDN);
  }
  ~Wide() { mpfr_clear(value_); }
  Wide(const Wide&) = delete;
  Wide& operator=(const Wide&) = delete;

  void raise(const mpq_class& exponent) {
    const Wide y(exponent);
    mpfr_pow(value_, value_, y.value_, MPFR_RNDN);
  }
  [[nodiscard]] mpq_class number() const {
    mpq_class result;
    mpfr_get_q(result.get_mpq_t(), value_);
    return result;
  }

 private:
  mpfr_t value_;
};

mpq_class raised(const mpq_class& x, const mpq_class& exponent) {
  Wide wide(x);
  wide.raise(exponent);
  return wide.number();
}

void expect_near(const Real& value, const mpq_class& expected, const std::string& name) {
  const mpq_class error = abs(number(value.nearby()) - expected);
  const mpq_class most = abs(expected) * (second::Dyadic{1, -88}).number();
  EXPECT_TRUE(error <= most) << name << ' ' << value.text();
}

TEST(Pixel, SrgbCodesAreThoseOfMpfr) {
  std::mt19937_64 random(4);
  const FloatFormat& binary32 = second::float_format(Format::binary32);
  for (int i = 0; i < 2000; ++i) {
    const Bits operand = 0x3b4d2e1c + random() % (0x3f800000 - 0x3b4d2e1c);  // (0.0031308, 1)
    const std::array<Bits, 1> operands = {operand};
    const mpq_class c = binary32.value(operand).number();
    const mpq_class code = (ratio(1055, 1000) * raised(c, ratio(10, 24)) - ratio(55, 1000)) * 255;
    const Result result = exact_result(Operation::binary32_to_srgb8, Format::binary32, operands);
    ASSERT_EQ(result.kind, Result::Kind::finite);
    expect_near(result.value, code, bits_text(Format::binary32, operand));
  }
}

TEST(Pixel, SrgbValuesAreThoseOfMpfr) {
  for (Bits code = 11; code <= 255; ++code) {
    const std::array<Bits, 1> operands = {code};
    const mpq_class c = ratio(static_cast<long>(code), 255);
    const mpq_class linear = raised((c + ratio(55, 1000)) / ratio(1055, 1000), ratio(24, 10));
    const Result result = exact_result(Operation::srgb8_to_binary32, Format::srgb8, operands);
    ASSERT_EQ(result.kind, Result::Kind::finite);
    expect_near(result.value, linear, bits_text(Format::srgb8, code));
  }
}

TEST(Pixel, MeansOfSrgbAreThoseOfMpfr) {
  std::vector<mpq_class> linear;
  for (long code = 0; code <= 255; ++code) {
    const mpq_class c = ratio(code, 255);
    linear.push_back(code <= 10 ? mpq_class(c * 100 / 1292)
                                : raised((c + ratio(55, 1000)) / ratio(1055, 1000), ratio(24, 10)));
  }
  for (Bits x = 0; x <= 255; ++x) {
    for (Bits y = 0; y <= 255; ++y) {
      const std::array<Bits, 2> operands = {x, y};
      const Result result = exact_result(Operation::filter_srgb8, Format::srgb8, operands);
      if (x + y == 0) {
        EXPECT_TRUE(result.kind == Result::Kind::zero && !result.negative);
        continue;
      }
      ASSERT_EQ(result.kind, Result::Kind::finite);
      const bool rational = (x <= 10 || x == 255) && (y <= 10 || y == 255);
      EXPECT_EQ(result.value.is_rational(), rational) << x << ' ' << y;
      expect_near(result.value, (linear[x] + linear[y]) / 2, std::to_string(x) + ' ' + std::to_string(y));
    }
  }
}

TEST(Pixel, SrgbIsRationalOnItsLineAndAtTwelfthPowers) {
  struct Row {
    Bits operand;
    mpq_class code;
  };
  const FloatFormat& binary32 = second::float_format(Format::binary32);
  std::vector<Row> rows = {{0x3f800000, 255}};  // 1
  for (const int k : {12, 24, 36, 120}) {       // 2^-12 is below the branch point
    const Bits operand = static_cast<Bits>(127 - k) << 23;
    rows.push_back({operand, ratio(1292, 100) * 255 * binary32.value(operand).number()});
  }
  // (3/4)^12 = 531441 / 2^24, whose root is (3/4)^5.
  rows.push_back({std::bit_cast<std::uint32_t>(531441.0F / 16777216.0F),
                  (ratio(1055, 1000) * ratio(243, 1024) - ratio(55, 1000)) * 255});
  // The last float that is not above 0.0031308.
  const Bits branch = second::position_of(binary32, ratio(31308, 10000000)).below / 2;
  for (const Bits operand : {branch - 1, branch}) {
    rows.push_back({operand, ratio(1292, 100) * 255 * binary32.value(operand).number()});
  }
  for (const Row& row : rows) {
    const std::array<Bits, 1> operands = {row.operand};
    const Result result = exact_result(Operation::binary32_to_srgb8, Format::binary32, operands);
    ASSERT_EQ(result.kind, Result::Kind::finite) << bits_text(Format::binary32, row.operand);
    ASSERT_TRUE(result.value.is_rational()) << bits_text(Format::binary32, row.operand);
    EXPECT_EQ(result.value.rational(), rational(row.code)) << bits_text(Format::binary32, row.operand);
  }
  // The float after it is on the curve, which is lower there: by 7.3e-6 of a code.
  const std::array<Bits, 1> above = {branch + 1};
  const Result result = exact_result(Operation::binary32_to_srgb8, Format::binary32, above);
  EXPECT_FALSE(result.value.is_rational());
  const mpq_class line = ratio(1292, 100) * 255 * binary32.value(branch + 1).number();
  const mpq_class gap = line - number(result.value.nearby());
  EXPECT_TRUE(abs(gap) > ratio(72, 10000000) && abs(gap) < ratio(74, 10000000)) << gap.get_d();
  for (const Bits code : {Bits{0}, Bits{1}, Bits{10}, Bits{255}}) {
    const std::array<Bits, 1> operands = {code};
    const Result linear = exact_result(Operation::srgb8_to_binary32, Format::srgb8, operands);
    EXPECT_EQ(linear.kind, code == 0 ? Result::Kind::zero : Result::Kind::finite);
    if (code == 0) continue;
    ASSERT_TRUE(linear.value.is_rational());
    EXPECT_EQ(linear.value.rational(),
              rational(code == 255 ? mpq_class(1) : ratio(static_cast<long>(code) * 100, 255L * 1292)));
  }
  const std::array<Bits, 1> eleven = {11};
  EXPECT_FALSE(exact_result(Operation::srgb8_to_binary32, Format::srgb8, eleven).value.is_rational());
}

// ---- rgb9e5 ---------------------------------------------------------------------------------------------------------

using Components = std::array<Bits, 3>;

Bits float_bits(double value) { return std::bit_cast<std::uint32_t>(static_cast<float>(value)); }

std::string wrong_shared_exponent(const Components& components) {
  const Result result = exact_result(Operation::binary32_to_rgb9e5, Format::binary32, components);
  const Roundings given = roundings(Operation::binary32_to_rgb9e5, components);
  const Bits expected = second::rgb9e5_of(components, CodeRounding::nearest_even);
  const Bits away = second::rgb9e5_of(components, CodeRounding::nearest_away);  // floor(x + 0.5), as published
  const bool same = result.kind == Result::Kind::bits && result.bits == expected;
  if (same && given == Roundings{expected, away, expected}) return {};
  return second::call_text(Operation::binary32_to_rgb9e5, Format::binary32, components) + ": " +
         text(Operation::binary32_to_rgb9e5, given) + "; expected " + bits_text(Format::rgb9e5, expected) +
         (same ? "" : " and another exact result");
}

TEST(Pixel, SharedExponentsOfKnownColours) {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  struct Row {
    std::array<double, 3> colour;
    int exponent;
    std::array<std::uint32_t, 3> significands;
  };
  for (const Row& row :
       {Row{{0, 0, 0}, 0, {0, 0, 0}}, Row{{1, 1, 1}, 16, {256, 256, 256}}, Row{{1, 0.5, 0.25}, 16, {256, 128, 64}},
        Row{{65408, 65408, 65408}, 31, {511, 511, 511}}, Row{{65409, 1e9, inf}, 31, {511, 511, 511}},
        Row{{nan, -1, -inf}, 0, {0, 0, 0}}, Row{{nan, 1, -0.0}, 16, {0, 256, 0}},
        // 511.5 steps of 2^-8 become 256 of the next exponent, and so do their neighbours.
        Row{{511.5 / 256, 1.0 / 256, 3.0 / 256}, 17, {256, 0, 2}},
        Row{{511.4990234375 / 256, 1.5 / 256, 2.5 / 256}, 16, {511, 2, 2}},
        // The smallest exponent: steps of 2^-24, the bump from it, and what is below half a step.
        Row{{0x1p-24, 0x1p-25, 0x1.8p-25}, 0, {1, 0, 1}}, Row{{0x1.8p-24, 0x1.4p-23, 0}, 0, {2, 2, 0}},
        Row{{511.5 * 0x1p-24, 0, 0}, 1, {256, 0, 0}}, Row{{0x1p-25, 0x1p-126, 0x1p-149}, 0, {0, 0, 0}}}) {
    const Components components = {float_bits(row.colour[0]), float_bits(row.colour[1]), float_bits(row.colour[2])};
    const Bits expected = second::shared_bits(row.exponent, row.significands);
    EXPECT_EQ(bits_text(Format::rgb9e5, nearest_even(Operation::binary32_to_rgb9e5, Format::binary32, components)),
              bits_text(Format::rgb9e5, expected));
    EXPECT_EQ(wrong_shared_exponent(components), "");
  }
  EXPECT_EQ(second::shared_bits(16, {256, 256, 256}), 0x84020100U);
}

TEST(Pixel, SharedExponentsAreThoseOfThePublishedAlgorithm) {
  Wrongs wrongs;
  std::mt19937_64 random(5);
  const FloatFormat& binary32 = second::float_format(Format::binary32);
  for (int i = 0; i < 20000; ++i) {
    // One component decides; the others are whole, half and near-half steps of its exponent.
    const int exponent = static_cast<int>(random() % 44) - 26;
    Components components{};
    for (Bits& component : components) {
      switch (random() % 8) {
        case 0:
          component = second::random_operand(binary32, random, static_cast<int>(random() % 8));
          break;
        case 1:
          component = random() % 2 == 0 ? 0 : 0x477f8000 + random() % 5 - 2;  // 65408
          break;
        case 2:
          component = float_bits(std::ldexp(511.5, exponent - 8)) + random() % 3 - 1;
          break;
        case 3:
        case 4:
          component = float_bits(std::ldexp(static_cast<double>(random() % 2048) / 4, exponent - 8)) + random() % 3 - 1;
          break;
        default:
          component = float_bits(std::ldexp(static_cast<double>(random() % 1024) / 2, exponent - 8));
      }
      component &= 0xffffffff;
    }
    wrongs.add(wrong_shared_exponent(components));
  }
}

TEST(Pixel, SharedExponentsAreDecodedExactly) {
  Wrongs wrongs;
  std::mt19937_64 random(6);
  for (Bits exponent = 0; exponent < 32; ++exponent) {
    for (Bits significand = 0; significand < 512; ++significand) {
      const Bits others = random() & 0x7ffffff;
      const std::array<Operation, 3> components = {
          Operation::rgb9e5_to_binary32_red, Operation::rgb9e5_to_binary32_green, Operation::rgb9e5_to_binary32_blue};
      for (int i = 0; i < 3; ++i) {
        if (i != static_cast<int>(significand % 3) && significand > 2 && significand < 509) continue;
        const Bits mask = Bits{511} << (9 * i);
        const Bits bits = exponent << 27 | (others & ~mask) | significand << (9 * i);
        wrongs.add(wrong_float(components[static_cast<std::size_t>(i)], bits));
      }
    }
  }
}

// ---- A texture's own float ------------------------------------------------------------------------------------------

TEST(Pixel, AFloatOfATextureKeepsItsValue) {
  std::mt19937_64 random(7);
  const FloatFormat& binary32 = second::float_format(Format::binary32);
  std::vector<Bits> operands = second::special_operands(binary32);
  for (int i = 0; i < 2000; ++i) operands.push_back(second::random_operand(binary32, random, i));
  Wrongs wrongs;
  for (const Bits operand : operands) {
    const std::array<Bits, 1> one = {operand};
    wrongs.add(second::disagreement(Operation::binary32_to_binary32, Format::binary32, one, &binary32,
                                    second::decoded(binary32, operand)));
  }
}

}  // namespace
}  // namespace halfulp::exact
