// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>

#include "device/host/host_device.hpp"
#include "device/host/kernels.hpp"
#include "device/lanes.hpp"
#include "device/not_offered.hpp"
#include "halfulp/error.hpp"

namespace halfulp {
namespace {

using test::compute;
using test::compute_in;
using test::contains;
using test::lane;
using test::NotOffered;
using test::Words;

constexpr std::uint32_t kSmallestDenormal = 0x00000001;
constexpr std::uint32_t kSmallestNormal = 0x00800000;

// In binary32 and binary64, and of conversions from binary16.
std::vector<NotOffered> not_offered_by_host() {
  using enum Operation;
  std::vector<NotOffered> named{
      {"needs a graphics pipeline", {state_value}},
      {"needs textures", {sample, sample_compare, gather, gather_compare, read, write}},
      {"needs the fixed functions of a graphics pipeline", test::all_of(OperationFamily::fixed_function)},
      {"needs blending", {blend}},
      {"glibc before 2.41 has no such function", {cospi, sinpi, tanpi, asinpi, acospi, atanpi, atan2pi}},
      {"C++ has no such function", {rcbrt, normcdf, rhypot, pown, rootn, maxmag, minmag}},
      {"C++'s writes a variable that all threads share", {lgamma}},
      {"C++20 has no bfloat", {binary32_to_bfloat16, bfloat16_to_binary32}},
      {"C++ has no such function", {dot2add, dot4add_i8packed, dot4add_u8packed}},
      {"C++ has no type of 11 or 10 bits",
       {binary16_to_ufloat11, binary16_to_ufloat10, binary32_to_ufloat11, binary32_to_ufloat10, binary64_to_ufloat11,
        binary64_to_ufloat10, ufloat11_to_binary16, ufloat11_to_binary32, ufloat11_to_binary64, ufloat11_to_ufloat10,
        ufloat10_to_binary16, ufloat10_to_binary32, ufloat10_to_binary64, ufloat10_to_ufloat11}},
      {"C++ has no types of a pixel's components", test::all_of(OperationFamily::pixel)},
  };
  NotOffered pixels{"the CPU has no instruction for a pixel", {}};
  for (const OperationInfo& row : operations()) {
    if (row.family == OperationFamily::pixel) pixels.operations.push_back(row.operation);
  }
  named.push_back(pixels);
#if !HALFULP_HAS_FLOAT16
  named.push_back({"this compiler's C++ has no type of 16 bits", {binary16_to_binary64, binary64_to_binary16}});
#endif
#if !defined(__x86_64__)
  named.push_back({"undefined in C++ outside the range, and only x86-64's instruction is named",
                   {ftoi, ftou, ftoi16, ftou16, ftoi8, ftou8}});
#endif
#if !defined(__GLIBC__)
  named.push_back({"only glibc has these functions", {exp10, sincos_sin, sincos_cos}});
#endif
  return named;
}

TEST(Host, OffersEveryOperationOfBinary32AndBinary64AndConversionsFromBinary16ButThoseNamed) {
  const auto host = open_device("host", {});
  const auto named = not_offered_by_host();
  for (const OperationInfo& row : operations()) {
    for (const FormatInfo& format : formats()) {
      const bool computed = format.format == Format::binary32 || format.format == Format::binary64 ||
                            row.only_format() == Format::binary16;
      // A conversion between formats is offered in that of its operand.
      const Format operand = row.operand_format(0, format.format);
      const bool own = operand == format.format || info(operand).kind != FormatKind::floating;
      EXPECT_EQ(!host->variants(row.operation, format.format).empty(),
                computed && own && !contains(named, row.operation))
          << row.name << " in " << format.name;
    }
  }
}

TEST(Host, TellsTheExpressionThatItComputes) {
  const auto host = open_device("host", {});
  EXPECT_EQ(host->variants(Operation::add, Format::binary32).at(0).instruction, "x + y");
  const auto mad = host->variants(Operation::mad, Format::binary32);
  ASSERT_EQ(mad.size(), 2U);
  EXPECT_EQ(mad[0].instruction, "std::fma(x, y, z)");
  EXPECT_EQ(mad[1].instruction, "x * y + z");
}

TEST(Host, RoundsAsIeee754Does) {
  const auto host = open_device("host", {});
  // 1 + 2^-24 is a tie that goes to 1; 1 + 3 * 2^-24 is one that goes to 1 + 2^-22; 1 / 3.
  EXPECT_EQ(compute(*host, Operation::add, {{0x3f800000, 0x3f800001}, {0x33800000, 0x33800000}}),
            (Words{0x3f800000, 0x3f800002}));
  EXPECT_EQ(compute(*host, Operation::div, {{0x3f800000}, {0x40400000}}), (Words{0x3eaaaaab}));
  EXPECT_EQ(compute(*host, Operation::rsq, {{0x40800000, 0x80000000}}), (Words{0x3f000000, 0xff800000}));
  EXPECT_EQ(compute(*host, Operation::round_ne, {{0x3f000000, 0x3fc00000}}), (Words{0x00000000, 0x40000000}));
}

TEST(Host, FusesOnlyWhereItSaysSo) {
  const auto host = open_device("host", {});
  // (1 + 2^-12)^2 - (1 + 2^-11) is 2^-24; the product alone rounds to 1 + 2^-11.
  const std::vector<Words> operands{{0x3f800800}, {0x3f800800}, {0xbf801000}};
  EXPECT_EQ(compute(*host, Operation::mad, 0, operands), (Words{0x33800000}));
  EXPECT_EQ(compute(*host, Operation::mad, 1, operands), (Words{0x00000000}));
}

TEST(Host, GivesBooleansAsAllOnesOrZero) {
  const auto host = open_device("host", {});
  EXPECT_EQ(compute(*host, Operation::lt, {{0x3f800000, 0x7fc00000}, {0x40000000, 0x3f800000}}),
            (Words{0xffffffff, 0x00000000}));
  EXPECT_EQ(compute(*host, Operation::ne, {{0x7fc00000}, {0x7fc00000}}), (Words{0xffffffff}));
}

TEST(Host, ReadsEachOperandInItsOwnFormat) {
  const auto host = open_device("host", {});
  EXPECT_EQ(compute(*host, Operation::itof, {{0xffffffff}}), (Words{0xbf800000}));
  EXPECT_EQ(compute(*host, Operation::utof, {{0xffffffff}}), (Words{0x4f800000}));
  // A condition is any set bit, also one that is a denormal as a float.
  EXPECT_EQ(compute(*host, Operation::movc, {{1, 0}, {7, 7}, {9, 9}}), (Words{7, 9}));
}

using Doubles = std::vector<double>;

TEST(Host, ComputesBinary64InDouble) {
  const auto host = open_device("host", {});
  const Doubles x{1.0, 2.0, -6.0};
  const Doubles y{3.0, 0.5, 3.0};
  const auto in_double = [&](Operation operation, const std::vector<ConstLane>& operands) {
    return compute_in<double>(Format::binary64, *host, operation, x.size(), operands);
  };
  EXPECT_EQ(in_double(Operation::div, {lane(x), lane(y)}), (Doubles{0x1.5555555555555p-2, 4.0, -2.0}));
  EXPECT_EQ(compute_in<double>(Format::binary64, *host, Operation::sqrt, 1, {lane(Doubles{2.0})}),
            (Doubles{0x1.6a09e667f3bcdp+0}));
  EXPECT_EQ(in_double(Operation::copysign, {lane(y), lane(x)}), (Doubles{3.0, 0.5, -3.0}));
  // (1 + 2^-30)^2 - 1 keeps its 2^-60 where it is fused.
  const Doubles near_one{1 + 0x1p-30};
  EXPECT_EQ(compute_in<double>(Format::binary64, *host, Operation::fma, 1,
                               {lane(near_one), lane(near_one), lane(Doubles{-1.0})}),
            (Doubles{0x1p-29 + 0x1p-60}));
}

TEST(Host, TakesAndGivesLanesOfDifferentWidths) {
  const auto host = open_device("host", {});
  const std::vector<std::int32_t> n{-1, 3, 2000};
  const Doubles x{1.0, -0.75, 1.0};
  EXPECT_EQ(compute_in<double>(Format::binary64, *host, Operation::ldexp, 3, {lane(x), lane(n)}),
            (Doubles{0.5, -6.0, std::numeric_limits<double>::infinity()}));
  EXPECT_EQ(compute_in<double>(Format::binary64, *host, Operation::itof, 3, {lane(n)}), (Doubles{-1.0, 3.0, 2000.0}));
  EXPECT_EQ(
      compute_in<std::uint32_t>(Format::binary64, *host, Operation::lt, 3, {lane(x), lane(Doubles{1.0, 0.0, 2.0})}),
      (Words{0, 0xffffffff, 0xffffffff}));
  EXPECT_EQ(compute_in<std::int32_t>(Format::binary64, *host, Operation::frexp_exponent, 2, {lane(Doubles{8.0, 0.5})}),
            (std::vector<std::int32_t>{4, 0}));
  // 1 + 2^-24 is a tie that goes to 1.
  EXPECT_EQ(compute_in<float>(Format::binary64, *host, Operation::binary64_to_binary32, 2,
                              {lane(Doubles{1 + 0x1p-24, -0.1})}),
            (std::vector<float>{1.0F, -0.1F}));
  EXPECT_EQ(compute_in<double>(Format::binary32, *host, Operation::binary32_to_binary64, 2,
                               {lane(std::vector<float>{0.1F, -2.5F})}),
            (Doubles{0x1.99999ap-4, -2.5}));
}

// Values that need no rounding, and the two results of one function apart.
TEST(Host, ComputesTheFunctionsOfTheMathLibrary) {
  const auto host = open_device("host", {});
  struct Row {
    Operation operation;
    std::vector<float> x;
    std::vector<float> y;
    std::vector<float> results;
  };
  const std::vector<Row> rows{
      {Operation::acos, {1.0F}, {}, {0.0F}},
      {Operation::exp10, {3.0F}, {}, {1000.0F}},
      {Operation::log10, {1000.0F}, {}, {3.0F}},
      {Operation::atan2, {0.0F}, {2.0F}, {0.0F}},
      {Operation::fdim, {5.0F, 1.0F}, {3.0F, 3.0F}, {2.0F, 0.0F}},
      {Operation::fmod, {-7.0F}, {3.0F}, {-1.0F}},
      {Operation::frexp_fraction, {-6.0F}, {}, {-0.75F}},
      {Operation::modf_fraction, {-2.75F}, {}, {-0.75F}},
      {Operation::modf_integer, {-2.75F}, {}, {-2.0F}},
      {Operation::nextafter, {1.0F}, {2.0F}, {0x1.000002p+0F}},
      {Operation::pow, {-2.0F}, {3.0F}, {-8.0F}},
      {Operation::round, {2.5F, -0.5F}, {}, {3.0F, -1.0F}},
      {Operation::sincos_sin, {0.0F}, {}, {0.0F}},
      {Operation::sincos_cos, {0.0F}, {}, {1.0F}},
  };
  for (const Row& row : rows) {
    std::vector<ConstLane> operands{lane(row.x)};
    if (!row.y.empty()) operands.push_back(lane(row.y));
    EXPECT_EQ(compute_in<float>(Format::binary32, *host, row.operation, row.x.size(), operands), row.results)
        << info(row.operation).name;
  }
  EXPECT_EQ(compute(*host, Operation::ilogb, {{0x3e800000}}), (Words{0xfffffffe}));                // 0.25
  EXPECT_EQ(compute(*host, Operation::ldexp, {{0x3f800000}, {0xffffffff}}), (Words{0x3f000000}));  // 1 * 2^-1
}

TEST(Host, KeepsDenormals) {
  const auto host = open_device("host", {});
  EXPECT_EQ(compute(*host, Operation::add, {{kSmallestDenormal}, {0}}), (Words{kSmallestDenormal}));
  EXPECT_EQ(compute(*host, Operation::mul, {{kSmallestNormal}, {0x3f000000}}), (Words{0x00400000}));
}

#if defined(__x86_64__)
TEST(Host, FlushesDenormalsWhereAskedAndNowhereElse) {
  const auto flush = open_device("host:flush", {});
  EXPECT_EQ(compute(*flush, Operation::add, {{kSmallestDenormal}, {0}}), (Words{0}));
  EXPECT_EQ(compute(*flush, Operation::mul, {{kSmallestNormal}, {0xbf000000}}), (Words{0x80000000}));
  EXPECT_EQ(
      compute_in<double>(Format::binary64, *flush, Operation::mul, 1, {lane(Doubles{0x1p-1022}), lane(Doubles{0.5})}),
      (Doubles{0.0}));
  volatile float denormal = 0x1p-149F;
  EXPECT_GT(denormal * 2.0F, 0.0F);
}

TEST(Host, ConvertsToIntegersAsTheCpuDoes) {
  const auto host = open_device("host", {});
  // Out of range, and for NaN, cvttss2si gives the integer indefinite [Intel SDM, CVTTSS2SI].
  EXPECT_EQ(compute(*host, Operation::ftoi, {{0xbfc00000, 0x4f000000, 0x7fc00000}}),
            (Words{0xffffffff, 0x80000000, 0x80000000}));
  EXPECT_EQ(compute(*host, Operation::ftou, {{0x4f7fffff}}), (Words{0xffffff00}));
  EXPECT_EQ(compute_in<std::uint32_t>(Format::binary64, *host, Operation::ftoi, 2, {lane(Doubles{-1.5, 0x1p31})}),
            (Words{0xffffffff, 0x80000000}));
  EXPECT_EQ(compute_in<std::uint32_t>(Format::binary64, *host, Operation::ftou, 1, {lane(Doubles{4294967295.5})}),
            (Words{0xffffffff}));
}
#endif

TEST(Host, RefusesAWayThatItDoesNotHave) {
  try {
    static_cast<void>(open_device("host:fast", {}));
    FAIL() << "it was opened";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kDevice);
    EXPECT_NE(std::string(error.what()).find("there is no 'host:fast'"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace halfulp
