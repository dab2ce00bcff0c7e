// SPDX-License-Identifier: Apache-2.0

// Operations without functions, in every floating format, against their definitions on GMP's rationals.

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "exact/algebraic_oracle.hpp"

namespace halfulp::exact::second {
namespace {

constexpr std::array kOneOperand = {Operation::reciprocal,
                                    Operation::rcp,
                                    Operation::sqrt,
                                    Operation::rsq,
                                    Operation::frc,
                                    Operation::round_ne,
                                    Operation::round_ni,
                                    Operation::round_pi,
                                    Operation::round_z,
                                    Operation::round,
                                    Operation::modf_fraction,
                                    Operation::modf_integer,
                                    Operation::frexp_fraction,
                                    Operation::ilogb,
                                    Operation::frexp_exponent,
                                    Operation::ftoi,
                                    Operation::ftou,
                                    Operation::abs,
                                    Operation::neg,
                                    Operation::sat,
                                    Operation::mov,
                                    Operation::load,
                                    Operation::store,
                                    Operation::state_value,
                                    Operation::cbrt,
                                    Operation::rcbrt,
                                    Operation::logb};

constexpr std::array kTwoOperands = {Operation::add,       Operation::sub,      Operation::mul, Operation::div,
                                     Operation::fdim,      Operation::fmod,     Operation::min, Operation::max,
                                     Operation::nextafter, Operation::copysign, Operation::eq,  Operation::ne,
                                     Operation::lt,        Operation::le,       Operation::gt,  Operation::ge};

struct Fused {
  Operation operation;
  int arity;
};
constexpr std::array<Fused, 5> kFused = {
    {{Operation::mad, 3}, {Operation::fma, 3}, {Operation::dp2, 4}, {Operation::dp3, 6}, {Operation::dp4, 8}}};

class Algebraic : public ::testing::TestWithParam<FloatFormat> {
 protected:
  static void expect(Operation operation, const std::vector<Bits>& operands) {
    EXPECT_EQ(algebraic_disagreement(operation, GetParam(), operands), "");
  }
};

std::string format_name(const ::testing::TestParamInfo<FloatFormat>& parameter) {
  return std::string(info(parameter.param.format).name);
}

INSTANTIATE_TEST_SUITE_P(Formats, Algebraic, ::testing::ValuesIn(kFloatFormats), format_name);

TEST_P(Algebraic, OneOperand) {
  const FloatFormat& format = GetParam();
  std::mt19937_64 random(201);
  for (const Operation operation : kOneOperand) {
    for (const Bits x : special_operands(format)) expect(operation, {x});
    if (!format.has_sign) {
      for (Bits x = 0; x >> format.width() == 0; ++x) expect(operation, {x});
      continue;
    }
    for (int i = 0; i < 3000; ++i) expect(operation, {random_operand(format, random, i)});
  }
}

TEST_P(Algebraic, TwoOperands) {
  const FloatFormat& format = GetParam();
  std::mt19937_64 random(202);
  const std::vector<Bits> values = special_operands(format);
  for (const Operation operation : kTwoOperands) {
    for (const Bits x : values) {
      for (const Bits y : values) expect(operation, {x, y});
    }
    for (int i = 0; i < 4096; ++i) {
      const Bits x = random_operand(format, random, i);
      expect(operation, {x, random_operand(format, random, i / 8)});
      expect(operation, {x, x});
    }
  }
}

constexpr std::array kArithmetic = {Operation::add, Operation::sub,  Operation::mul,  Operation::div,
                                    Operation::min, Operation::fdim, Operation::fmod, Operation::nextafter};

TEST(AlgebraicPairs, OfBinary16AreRandom) {
  const FloatFormat& format = float_format(Format::binary16);
  std::mt19937_64 random(207);
  for (int i = 0; i < 65536; ++i) {
    const std::array<Bits, 2> operands = {random() % 65536, random() % 65536};
    for (const Operation operation : kArithmetic) EXPECT_EQ(algebraic_disagreement(operation, format, operands), "");
  }
}

/// Every 37th pair, the operations by turns; every value is in some pair on each side.
TEST(AlgebraicPairs, OfSmallFormatsAreAtAStride) {
  for (const FloatFormat& format : kFloatFormats) {
    if (format.has_sign) continue;
    const Bits count = Bits{1} << format.width();
    std::size_t turn = 0;
    for (Bits pair = 0; pair < count * count; pair += 37) {
      const std::array<Bits, 2> operands = {pair / count, pair % count};
      EXPECT_EQ(algebraic_disagreement(kArithmetic[turn++ % kArithmetic.size()], format, operands), "");
    }
  }
}

TEST_P(Algebraic, Fused) {
  const FloatFormat& format = GetParam();
  std::mt19937_64 random(203);
  const std::vector<Bits> values = special_operands(format);
  const auto special = [&] { return values[random() % values.size()]; };
  for (const Fused& fused : kFused) {
    for (int i = 0; i < 3000; ++i) {
      std::vector<Bits> operands;
      for (int j = 0; j < fused.arity; ++j) {
        operands.push_back(i % 3 == 0 || random() % 8 == 0 ? special() : random_operand(format, random, i + j));
      }
      // Sums that cancel: an addend that is the rounded product's opposite, products that are each other's.
      if (i % 5 == 1) {
        if (fused.arity == 3) {
          const Value product = times(decoded(format, operands[0]), decoded(format, operands[1]));
          if (product.kind == Value::Kind::number) {
            operands[2] = position_of(format, product.number).nearest_even(format) ^ format.sign_bit();
          }
        } else {
          const auto n = static_cast<std::size_t>(fused.arity) / 2;
          operands[n - 1] = operands[0];
          operands[2 * n - 1] = operands[n] ^ format.sign_bit();
        }
      }
      expect(fused.operation, operands);
    }
  }
}

TEST_P(Algebraic, Ldexp) {
  const FloatFormat& format = GetParam();
  std::mt19937_64 random(204);
  const auto expect_scaled = [&](Bits x, std::int32_t n) {
    expect(Operation::ldexp, {x, std::bit_cast<std::uint32_t>(n)});
  };
  for (const Bits x : special_operands(format)) {
    for (int n = -2200; n <= 2200; n += n > -40 && n < 40 ? 1 : 45) expect_scaled(x, n);
  }
  for (int i = 0; i < 3000; ++i) {
    expect_scaled(random_operand(format, random, i), static_cast<std::int32_t>(random() % 300) - 150);
  }
}

/// So far out that the exact result is shown by its rounding only.
TEST_P(Algebraic, LdexpFarOut) {
  const FloatFormat& format = GetParam();
  for (const std::int32_t n : {INT32_MAX, INT32_MIN, 16384, -16384, 20000, -20000}) {
    for (const Bits x : special_operands(format)) {
      const std::array<Bits, 2> operands = {x, std::bit_cast<std::uint32_t>(n)};
      const Value value = decoded(format, x);
      const Bits sign = x & format.sign_bit();
      Bits expected = n > 0 ? format.infinity() | sign : sign;
      if (value.is_nan()) expected = format.nan();
      if (value.is_infinite() || value.is_zero()) expected = x;
      EXPECT_EQ(nearest_even(Operation::ldexp, format.format, operands), expected)
          << call_text(Operation::ldexp, format.format, operands);
    }
  }
}

TEST_P(Algebraic, IntegersToFloat) {
  std::mt19937_64 random(205);
  std::vector<Bits> integers = {0, 1, 2, 3, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0xfffffffe};
  for (int bit = 0; bit < 32; ++bit) {
    const Bits power = Bits{1} << bit;
    for (const Bits integer : {power - 1, power, power + 1, ~power & 0xffffffff, (power | power >> 12) + 1}) {
      integers.push_back(integer & 0xffffffff);
    }
    // Ties and their neighbours at every length.
    for (int i = 0; i < 40; ++i) integers.push_back((power | random() % power) & (~Bits{0} << random() % 32));
  }
  for (int i = 0; i < 2000; ++i) integers.push_back(random() & 0xffffffff);
  for (const Bits integer : integers) {
    expect(Operation::itof, {integer});
    expect(Operation::utof, {integer});
  }
}

TEST_P(Algebraic, Selection) {
  const FloatFormat& format = GetParam();
  const std::vector<Bits> values = special_operands(format);
  for (const Bits condition : {Bits{0}, Bits{1}, Bits{0x80000000}, Bits{0xffffffff}}) {
    for (const Bits x : values) expect(Operation::movc, {condition, x, values[values.size() / 2]});
  }
}

/// "binary16_to_ufloat11": the names say the formats.
TEST_P(Algebraic, Conversions) {
  const FloatFormat& to = GetParam();
  std::mt19937_64 random(206);
  int conversions = 0;
  for (const FloatFormat& from : kFloatFormats) {
    if (from.format == to.format) continue;
    const std::string name = std::string(info(from.format).name) + "_to_" + std::string(info(to.format).name);
    const std::optional<Operation> operation = find_operation(name);
    if (!operation) continue;
    ++conversions;
    const auto expect_converted = [&](Bits x) {
      const std::array<Bits, 1> operands = {x};
      EXPECT_EQ(disagreement(*operation, from.format, operands, &to, decoded(from, x)), "");
    };
    for (const Bits x : special_operands(from)) expect_converted(x);
    for (int i = 0; i < 3000; ++i) expect_converted(random_operand(from, random, i));
    // Around the target's ends, ties and values.
    for (int i = 0; i < 3000; ++i) {
      const std::array<Bits, 4> ends = {Bits{0}, to.min_normal(), to.one(), to.infinity()};
      const Bits end = 2 * ends[random() % ends.size()];
      const Bits away = random() % 16;
      const Bits step = i % 2 == 0 ? random() % (2 * to.infinity()) : end >= away ? end - away : end + away;
      const Bits near = position_of(from, to.step(step).number()).nearest_even(from);
      for (const Bits x : {near, near + 1, near == 0 ? near : near - 1}) {
        expect_converted(x);
        expect_converted(x | from.sign_bit());
      }
    }
  }
  // bfloat16 is converted to and from binary32 alone.
  EXPECT_EQ(conversions, to.format == Format::bfloat16 ? 1 : to.format == Format::binary32 ? 5 : 4);
}

TEST_P(Algebraic, SumsSayWhetherTheyCancelled) {
  const FloatFormat& format = GetParam();
  const std::vector<Bits> values = special_operands(format);
  for (const Bits x : values) {
    for (const Bits y : values) {
      const std::array<Bits, 2> operands = {x, y};
      const Value a = decoded(format, x);
      const Value b = decoded(format, y);
      const bool numbers = a.kind == Value::Kind::number && b.kind == Value::Kind::number;
      EXPECT_EQ(exact_result(Operation::sub, format.format, operands).cancelled, numbers && a.number == b.number);
      EXPECT_EQ(exact_result(Operation::add, format.format, operands).cancelled, numbers && a.number == -b.number);
    }
  }
}

}  // namespace
}  // namespace halfulp::exact::second
