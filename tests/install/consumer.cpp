// SPDX-License-Identifier: Apache-2.0
// A program of somebody else's that uses the installed library. Exits 0 when the results are those of the documents.
#include <array>
#include <cstddef>
#include <cstdio>
#include <halfulp/error.hpp>
#include <halfulp/expression.hpp>
#include <halfulp/judge.hpp>
#include <halfulp/pixel.hpp>
#include <halfulp/rulebook.hpp>
#include <span>

int main() {
  try {
    const halfulp::Rulebook book = halfulp::Rulebook::open("d3d11");
    const std::array<halfulp::Bits, 1> minus_zero = {0x80000000};
    const halfulp::Explanation rsq =
        halfulp::explain(book, halfulp::Operation::rsq, halfulp::Format::binary32, minus_zero);
    std::printf("d3d11 permits rsq(-0) = %s by %s\n", rsq.permitted.text().c_str(), rsq.rules.at(0).c_str());

    // 1 + 2^-24 lies halfway between 1 and the next value, 0x3f800001; nothing further than half a ULP is permitted.
    const std::array<halfulp::Bits, 2> halfway = {0x3f800000, 0x33800000};
    const halfulp::Explanation add =
        halfulp::explain(book, halfulp::Operation::add, halfulp::Format::binary32, halfway);
    std::printf("d3d11 permits 1 + 2^-24 = %s\n", add.permitted.text().c_str());

    // 65535 toward zero is 65504, the largest finite value of binary16.
    const std::array<float, 1> value = {65535.0F};
    std::array<std::byte, 2> half = {};
    halfulp::Converter(halfulp::PixelFormat::r32_float, halfulp::PixelFormat::r16_float, book)
        .convert(std::as_bytes(std::span(value)), half);
    const bool half_holds = half[0] == std::byte{0xff} && half[1] == std::byte{0x7b};

    // The roots of 9 + 16 that steps with an error of 1 ULP each give lie around 5.
    halfulp::Expression length(book, "sqrt(x * x + y * y)");
    const std::array<halfulp::Bits, 2> sides = {0x40400000, 0x40800000};
    const auto verdict_on = [&](halfulp::Bits result) { return length.judge(sides, std::span(&result, 1)).verdict; };
    const bool length_holds = verdict_on(0x40a00000) == halfulp::ExpressionVerdict::permitted &&
                              verdict_on(0x40a00100) == halfulp::ExpressionVerdict::forbidden;

    // The special-value table has rsq(-0) = -inf.
    const bool rsq_holds = rsq.permitted.ranges == std::vector<halfulp::Range>{{0xff800000, 0xff800000}} &&
                           rsq.permitted.nan == halfulp::NanKind::none;
    const bool add_holds = add.permitted.contains(0x3f800000) && !add.permitted.contains(0x3f800002) &&
                           !add.permitted.contains(0x3f7fffff);
    return rsq_holds && add_holds && half_holds && length_holds ? 0 : 1;
  } catch (const halfulp::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
