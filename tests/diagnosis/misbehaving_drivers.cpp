// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/device_arithmetic.hpp"
#include "diagnosis/misbehaving_devices.hpp"

namespace halfulp::test {
namespace {

const std::vector<MisbehavingDevice> kDrivers = {
    {"as_in_binary32", "d3d11", Operation::rsq,
     [](const Operands& x) { return half_toward_zero(1 / std::sqrt(half_value(x[0]))); }, 20, Format::binary16, 2},
    {"as_in_binary32", "d3d11", Operation::exp2,
     [](const Operands& x) { return half_toward_zero(std::exp2(half_value(x[0]))); }, 20, Format::binary16, 2},
    {"turns_in_format", "d3d11", Operation::sin,
     [](const Operands& x) { return half_toward_zero(std::sin(turned(x[0]))); }, 20, Format::binary16, 0x4000},
    {"turns_in_format", "d3d11", Operation::cos,
     [](const Operands& x) { return half_toward_zero(std::cos(turned(x[0]))); }, 20, Format::binary16, 0x4000},
    {"contracted", "d3d11", Operation::dp3,
     [](const Operands& x) {
       const auto fused = [&](std::size_t i, float sum) { return std::fma(f(x[i]), f(x[i + 3]), sum); };
       return b(fused(2, fused(1, f(x[0]) * f(x[3]))));
     },
     20, Format::binary32, 0x00400000},
    {"contracted", "d3d11", Operation::dp2,
     [](const Operands& x) { return b(std::fma(f(x[0]), f(x[2]), f(x[1]) * f(x[3]))); }, 20, Format::binary32,
     0x00400000},
    {"less_integer_part", "d3d11", Operation::frc,
     [](const Operands& x) { return b(flushed(f(x[0])) - std::trunc(flushed(f(x[0])))); }},
    {"absolute_operand", "d3d11", Operation::frc,
     [](const Operands& x) { return b(std::fabs(flushed(f(x[0]))) - std::floor(std::fabs(flushed(f(x[0]))))); }},
    {"propagates_nan", "d3d11", Operation::sat,
     [](const Operands& x) {
       return std::isnan(f(x[0])) ? x[0] | 0x00400000 : b(static_cast<float>(clamped(flushed(f(x[0])), 0, 1)));
     },
     20, Format::binary32, 0x40000000},
    {"without_infinity", "d3d11", Operation::binary32_to_binary16,
     [](const Operands& x) {
       const double size = std::fabs(static_cast<double>(f(x[0])));
       const Bits sign = x[0] >> 31 << 15;
       if (size < 0x1p16) return half_toward_zero(flushed(f(x[0])));
       return std::isnan(size) ? Bits{0x7fff} : sign | (half_toward_zero(std::min(size, 0x1.ffcp16) / 2) + 0x400);
     },
     20, Format::binary32, 0x4000},
    {"without_infinity", "d3d11", Operation::binary16_to_binary32,
     [](const Operands& x) {
       const bool high = (x[0] & 0x7c00) == 0x7c00;
       return b(static_cast<float>(high ? 2 * half_value(x[0] - 0x400) : half_value(x[0])));
     },
     20, Format::binary16},
    {"without_infinity", "d3d11", Operation::binary32_to_ufloat11,
     [](const Operands& x) {
       const float size = f(x[0]);
       if (std::isnan(size) || std::signbit(size)) return Bits{std::isnan(size) ? 0x7ffU : 0U};
       if (size < 0x1p16F) return half_toward_zero(flushed(size)) >> 4;
       return (half_toward_zero(std::min(static_cast<double>(size), 0x1.fcp16) / 2) + 0x400) >> 4;
     },
     20, Format::binary32, 0x400},
    {"through_sint16", "d3d11", Operation::sint32_to_sint8,
     [](const Operands& x) {
       const auto low = static_cast<std::int16_t>(x[0]);
       return static_cast<Bits>(static_cast<std::uint8_t>(std::clamp<int>(low, -128, 127)));
     }},
    {"through_sint16", "d3d11", Operation::uint32_to_uint8,
     [](const Operands& x) { return static_cast<Bits>(std::clamp<int>(static_cast<std::int16_t>(x[0]), 0, 255)); }},
    {"log2_of_all_fields", "d3d11", Operation::log2,
     [](const Operands& x) {
       const Bits size = x[0] & 0x7fffffff;
       const double of_fraction = std::log2(double{f((size & 0x007fffff) | 0x3f800000)});
       return x[0] == 0x7f800000 ? x[0] : b(static_cast<float>(static_cast<double>(size >> 23) - 127 + of_fraction));
     },
     20, Format::binary32, 0x1000},
    {"number_for_nan", "d3d11", Operation::exp2,
     [](const Operands& x) { return b(flushed(std::exp2(std::fmin(flushed(f(x[0])), 128.0F)))); }, 20, Format::binary32,
     0},
    {"number_for_nan", "d3d11", Operation::frc,
     [](const Operands& x) { return b(std::fmin(flushed(f(x[0])) - std::floor(flushed(f(x[0]))), 0x1.fffffep-1F)); },
     20, Format::binary32, 0},
    {"through_unorm8", "d3d11", Operation::binary32_to_unorm5,
     [](const Operands& x) { return static_cast<Bits>(std::floor(clamped(f(x[0]), 0, 1) * 255 + 0.5)) >> 3; }, 5},
    {"through_unorm8", "d3d11", Operation::unorm6_to_binary32,
     [](const Operands& x) { return b(static_cast<float>(x[0] << 2 | x[0] >> 4) * (1 / 255.0F)); }, 20, Format::unorm6,
     4},
    {"least_code_below", "d3d11", Operation::binary32_to_snorm8,
     [](const Operands& x) {
       const double number = f(x[0]);
       const double code = number >= -1 ? std::nearbyint(std::fmin(number, 1) * 127) : -128;
       return static_cast<Bits>(static_cast<std::uint8_t>(static_cast<std::int8_t>(code)));
     }},
    {"indefinite_integer", "d3d11", Operation::ftou,
     [](const Operands& x) {
       const float y = f(x[0]);
       return y > -1 && y < 0x1p32F ? static_cast<Bits>(static_cast<std::uint32_t>(y)) : Bits{0xffffffff};
     }},
    {"undefined_integer", "d3d11", Operation::ftou,
     [](const Operands& x) {
       const float y = f(x[0]);
       return y > -1 && y < 0x1p32F ? static_cast<Bits>(static_cast<std::uint32_t>(y)) : x[0] * 0x9e3779b9 & 0xffffffff;
     },
     20, Format::binary32, 0},
    {"fast_math", "metal1", Operation::asinh,
     [](const Operands& x) { return b(std::log(f(x[0]) + std::sqrt(f(x[0]) * f(x[0]) + 1))); }, 20, Format::binary32,
     0},
    {"fast_math", "metal1", Operation::pow,
     [](const Operands& x) { return b(std::exp2(f(x[1]) * std::log2(f(x[0])))); }, 20, Format::binary32, 0},
    {"fast_math", "metal1", Operation::exp10,
     [](const Operands& x) { return b(std::exp2(f(x[0]) * std::log2(10.0F))); }, 20, Format::binary32, 0x40000000},
    {"fast_math", "metal4", Operation::sinh,
     [](const Operands& x) { return b((std::exp(f(x[0])) - std::exp(-f(x[0]))) / 2); }, 20, Format::binary32,
     0x40000000},
};

}  // namespace

const std::vector<MisbehavingDevice>& misbehaving_drivers() { return kDrivers; }

}  // namespace halfulp::test
