// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/misbehaving_devices.hpp"

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>

#include "diagnosis/device_arithmetic.hpp"
#include "judge/judged.hpp"

namespace halfulp::test {
namespace {

const std::vector<MisbehavingDevice> kDevices = {
    {"keeps_denormal_operands", "d3d11", Operation::mul,
     [](const Operands& x) { return b(flushed(f(x[0]) * f(x[1]))); }, 20, Format::binary32, 4},
    {"keeps_denormal_operands", "d3d11", Operation::rsq, [](const Operands& x) { return b(1 / std::sqrt(f(x[0]))); },
     20, Format::binary32, 0x100},
    {"keeps_denormal_results", "d3d11", Operation::mul,
     [](const Operands& x) { return b(flushed(f(x[0])) * flushed(f(x[1]))); }},
    {"keeps_denormal_results", "d3d11", Operation::dp3,
     [](const Operands& x) {
       const auto product = [&](std::size_t i) { return flushed(f(x[i])) * flushed(f(x[i + 3])); };
       return b(product(0) + product(1) + product(2));
     },
     10, Format::binary32, 0x00400000},
    {"keeps_denormals", "d3d11", Operation::mul, [](const Operands& x) { return b(f(x[0]) * f(x[1])); }, 20,
     Format::binary32, 4},
    {"keeps_denormals", "d3d11", Operation::dp2,
     [](const Operands& x) { return b(f(x[0]) * f(x[2]) + f(x[1]) * f(x[3])); }, 20, Format::binary32, 0x00400000},
    {"flushes_denormal_operands", "d3d11", Operation::mul,
     [](const Operands& x) { return b(flushed(d(x[0])) * flushed(d(x[1]))); }, 20, Format::binary64},
    {"flushes_denormal_results", "d3d11", Operation::mul,
     [](const Operands& x) { return b(flushed(d(x[0]) * d(x[1]))); }, 20, Format::binary64},
    {"flushes_denormals", "d3d11", Operation::mul,
     [](const Operands& x) { return b(flushed(flushed(d(x[0])) * flushed(d(x[1])))); }, 20, Format::binary64},
    {"flushes_to_plus_zero", "d3d11", Operation::mul,
     [](const Operands& x) {
       const auto taken = [](float y) { return is_denormal(y) ? 0.0F : y; };
       return b(flushed(taken(f(x[0])) * taken(f(x[1]))));
     }},
    {"quiets_nan", "d3d11", Operation::mov,
     [](const Operands& x) { return std::isnan(f(x[0])) ? x[0] | 0x00400000 : x[0]; }},
    {"canonical_nan", "d3d11", Operation::mov,
     [](const Operands& x) { return std::isnan(f(x[0])) ? 0x7fc00000 : x[0]; }},
    {"zero_times_anything_is_zero", "d3d11", Operation::mul,
     [](const Operands& x) {
       const float y = flushed(f(x[0]));
       const float z = flushed(f(x[1]));
       return y == 0 || z == 0 ? Bits{0} : b(flushed(y * z));
     }},
    {"zero_times_anything_is_zero", "d3d11", Operation::mad,
     [](const Operands& x) {
       const float y = flushed(f(x[0]));
       const float z = flushed(f(x[1]));
       const bool special = (y == 0 && !std::isfinite(z)) || (z == 0 && !std::isfinite(y));
       return b(flushed(special ? 0.0F + flushed(f(x[2])) : std::fma(y, z, flushed(f(x[2])))));
     }},
    {"zero_times_anything_is_zero", "d3d11", Operation::dp2,
     [](const Operands& x) {
       const auto product = [](float y, float z) {
         const bool special = (y == 0 && !std::isfinite(z)) || (z == 0 && !std::isfinite(y));
         return special ? 0.0F : flushed(flushed(y) * flushed(z));
       };
       return b(flushed(product(flushed(f(x[0])), flushed(f(x[2]))) + product(flushed(f(x[1])), flushed(f(x[3])))));
     },
     20, Format::binary32, 0x00400000},
    {"selects_second_unordered", "d3d11", Operation::min,
     [](const Operands& x) { return flushed(f(x[0])) < flushed(f(x[1])) ? x[0] : x[1]; }, 20, Format::binary32,
     0x40000000},
    {"selects_first_unordered", "d3d11", Operation::max,
     [](const Operands& x) { return flushed(f(x[1])) > flushed(f(x[0])) ? x[1] : x[0]; }, 20, Format::binary32,
     0x40000000},
    {"propagates_signalling_nan", "d3d11", Operation::max,
     [](const Operands& x) {
       for (const Bits y : x) {
         if (std::isnan(f(y)) && (y & 0x00400000) == 0) return y | 0x00400000;
       }
       return b(std::fmax(f(x[0]), f(x[1])));
     },
     20, Format::binary32, 0x40000000},
    {"propagates_nan", "d3d11", Operation::min,
     [](const Operands& x) {
       const float y = f(x[0]);
       const float z = f(x[1]);
       if (std::isnan(y) || std::isnan(z)) return Bits{0x7fc00000};
       return y == z ? (std::signbit(y) ? x[0] : x[1]) : y < z ? x[0] : x[1];
     },
     20, Format::binary32, 0x40000000},
    {"true_of_nan", "d3d11", Operation::lt,
     [](const Operands& x) { return flushed(f(x[0])) >= flushed(f(x[1])) ? Bits{0} : Bits{0xffffffff}; }},
    {"false_of_nan", "d3d11", Operation::ne,
     [](const Operands& x) {
       const float y = flushed(f(x[0]));
       const float z = flushed(f(x[1]));
       return y < z || y > z ? Bits{0xffffffff} : Bits{0};
     }},
    {"one_for_true", "d3d11", Operation::lt,
     [](const Operands& x) { return flushed(f(x[0])) < flushed(f(x[1])) ? Bits{1} : Bits{0}; }, 20, Format::binary32,
     2},
    {"zero_for_nan", "d3d11", Operation::add,
     [](const Operands& x) {
       const float sum = flushed(flushed(f(x[0])) + flushed(f(x[1])));
       return std::isnan(sum) ? Bits{0} : b(sum);
     }},
    {"number_for_nan", "d3d11", Operation::log2,
     [](const Operands& x) {
       const float y = flushed(f(x[0]));
       return y <= 0 ? b(-HUGE_VALF) : b(static_cast<float>(std::log2(double{y})));
     },
     20, Format::binary32, 0},
    {"number_for_nan", "d3d11", Operation::sat,
     [](const Operands& x) {
       const float y = flushed(f(x[0]));
       return b(std::isnan(y) ? 1.0F : y > 1 ? 1.0F : y > 0 ? y : 0.0F);
     },
     20, Format::binary32, 0},
    {"largest_code_for_nan", "d3d11", Operation::binary32_to_unorm8,
     [](const Operands& x) {
       return std::isnan(f(x[0])) ? Bits{255} : static_cast<Bits>(std::floor(clamped(f(x[0]), 0, 1) * 255 + 0.5));
     }},
    {"least_code_for_nan", "d3d11", Operation::binary32_to_snorm8,
     [](const Operands& x) {
       const double code = std::isnan(f(x[0])) ? -127 : std::round(clamped(f(x[0]), -1, 1) * 127);
       return static_cast<Bits>(static_cast<std::uint8_t>(static_cast<std::int8_t>(code)));
     },
     20, Format::binary32, 2},
    {"nan_for_infinity", "d3d11", Operation::div,
     [](const Operands& x) {
       const float quotient = flushed(flushed(f(x[0])) / flushed(f(x[1])));
       const bool infinite = std::isinf(f(x[0])) || std::isinf(f(x[1])) || flushed(f(x[1])) == 0;
       return infinite ? Bits{0x7fc00000} : b(quotient);
     },
     20, Format::binary32, 0x40000000},
    {"zero_for_infinity", "d3d11", Operation::rcp,
     [](const Operands& x) { return flushed(f(x[0])) == 0 ? 0 : b(flushed(1 / flushed(f(x[0])))); }},
    {"largest_for_infinity", "d3d11", Operation::reciprocal,
     [](const Operands& x) { return flushed(f(x[0])) == 0 ? Bits{0x7f7fffff} : b(flushed(1 / flushed(f(x[0])))); }, 20,
     Format::binary32, 2},
    {"largest_for_infinity", "d3d11", Operation::mul,
     [](const Operands& x) {
       const float product = flushed(flushed(f(x[0])) * flushed(f(x[1])));
       return std::isinf(product) ? b(std::copysign(0x1.fffffep127F, product)) : b(product);
     },
     20, Format::binary32, 2},
    {"infinity_for_largest", "d3d11", Operation::mul,
     [](const Operands& x) {
       const float product = flushed(flushed(f(x[0])) * flushed(f(x[1])));
       return b(std::fabs(product) >= 0x1.fffffep127F ? std::copysign(HUGE_VALF, product) : product);
     },
     10, Format::binary32, 0x00800000},
    {"loses_zero_sign", "d3d11", Operation::mul,
     [](const Operands& x) { return b(flushed(flushed(f(x[0])) * flushed(f(x[1]))) + 0.0F); }},
    {"minus_zero", "d3d11", Operation::mul,
     [](const Operands& x) {
       const float product = flushed(flushed(f(x[0])) * flushed(f(x[1])));
       return product == 0 ? Bits{0x80000000} : b(product);
     }},
    {"unfused", "metal4", Operation::fma,
     [](const Operands& x) {
       volatile float product = f(x[0]) * f(x[1]);
       return b(product + f(x[2]));
     }},
    {"times_reciprocal", "d3d11", Operation::div,
     [](const Operands& x) {
       volatile double reciprocal = 1 / d(x[1]);
       return b(d(x[0]) * reciprocal);
     },
     20, Format::binary64},
    {"root_by_reciprocal_root", "d3d11", Operation::sqrt,
     [](const Operands& x) {
       const float y = flushed(f(x[0]));
       const auto reciprocal = static_cast<float>(1 / std::sqrt(static_cast<double>(y)));
       return b(y * reciprocal);
     },
     10, Format::binary32, 0x40000000},
    {"reciprocal_of_root", "metal4", Operation::rsq,
     [](const Operands& x) {
       volatile float root = std::sqrt(f(x[0]));
       return b(1.0F / root);
     }},
    {"floor_of_half_more", "d3d11", Operation::round_ne,
     [](const Operands& x) { return b(std::floor(flushed(f(x[0])) + 0.5F)); }},
    {"adds_large", "d3d11", Operation::round_ne,
     [](const Operands& x) {
       volatile float sum = flushed(f(x[0])) + 0x1.8p23F;
       return b(sum - 0x1.8p23F);
     },
     20, Format::binary32, 0x10},
    {"difference_to_zero", "d3d11", Operation::le,
     [](const Operands& x) { return flushed(flushed(f(x[0])) - flushed(f(x[1]))) <= 0 ? Bits{0xffffffff} : Bits{0}; }},
    {"folds_same_operands", "d3d11", Operation::div,
     [](const Operands& x) { return x[0] == x[1] ? b(1.0F) : b(flushed(flushed(f(x[0])) / flushed(f(x[1])))); }},
    {"integer_ties_away", "d3d11", Operation::round_ne,
     [](const Operands& x) { return b(std::round(flushed(f(x[0])))); }},
    {"absolute_operand", "d3d11", Operation::sqrt,
     [](const Operands& x) { return b(std::sqrt(std::fabs(flushed(f(x[0]))))); }, 20, Format::binary32, 0x10},
    // As wined3d by OpenGL, whose driver keeps denormals.
    {"absolute_operand", "d3d11", Operation::rsq,
     [](const Operands& x) {
       const float y = f(x[0]);
       return b(static_cast<float>(1 / std::sqrt(std::fabs(double{std::signbit(y) ? y : flushed(y)}))));
     },
     20, Format::binary32, 0x10},
    {"log2_of_fields", "d3d11", Operation::log2,
     [](const Operands& x) {
       const float y = f(x[0]);
       if (!is_denormal(y) || std::signbit(y)) return b(static_cast<float>(std::log2(double{flushed(y)})));
       const float fields = f(x[0] | 0x3f800000);  // 1.f
       return b(static_cast<float>(std::log2(double{fields}) - 127));
     },
     20, Format::binary32, 0x1000},
    {"times_rounded_reciprocal", "mine", Operation::unorm8_to_binary32,
     [](const Operands& x) { return b(static_cast<float>(x[0]) * (1.0F / 255.0F)); }},
    {"over_power_of_two", "d3d11", Operation::unorm8_to_binary32,
     [](const Operands& x) { return b(static_cast<float>(x[0]) / 256.0F); }},
    {"through_unorm8", "d3d11", Operation::unorm6_to_binary32,
     [](const Operands& x) { return b(static_cast<float>(x[0] << 2 | x[0] >> 4) / 255.0F); }, 20, Format::unorm6, 4},
    {"through_unorm8", "d3d11", Operation::unorm5_to_binary32,
     [](const Operands& x) { return b(static_cast<float>(std::round(static_cast<double>(x[0]) * 255 / 31)) / 255.0F); },
     20, Format::unorm5, 4},
    {"second_minus_one", "d3d11", Operation::snorm8_to_binary32,
     [](const Operands& x) { return b(static_cast<float>(static_cast<std::int8_t>(x[0])) / 127.0F); }, 1},
    {"snorm_without_zero", "d3d11", Operation::snorm8_to_binary32,
     [](const Operands& x) { return b((2.0F * static_cast<float>(static_cast<std::int8_t>(x[0])) + 1.0F) / 255.0F); }},
    {"power_of_two_scale", "d3d11", Operation::binary32_to_unorm8,
     [](const Operands& x) { return static_cast<Bits>(std::fmin(std::floor(clamped(f(x[0]), 0, 1) * 256), 255)); }},
    {"without_curve", "d3d11", Operation::srgb8_to_binary32,
     [](const Operands& x) { return b(static_cast<float>(x[0]) / 255.0F); }, 20, Format::srgb8},
    {"without_curve", "d3d11", Operation::binary32_to_srgb8,
     [](const Operands& x) { return static_cast<Bits>(std::floor(clamped(f(x[0]), 0, 1) * 255 + 0.5)); }},
    {"gamma_2_2", "d3d11", Operation::srgb8_to_binary32,
     [](const Operands& x) { return b(static_cast<float>(std::pow(static_cast<double>(x[0]) / 255, 2.2))); }},
    {"gamma_2_2", "d3d11", Operation::binary32_to_srgb8,
     [](const Operands& x) {
       return static_cast<Bits>(std::floor(std::pow(clamped(f(x[0]), 0, 1), 1 / 2.2) * 255 + 0.5));
     }},
    {"adds_half", "metal4", Operation::binary32_to_unorm8,
     [](const Operands& x) {
       return static_cast<Bits>(std::floor(static_cast<float>(clamped(f(x[0]), 0, 1)) * 255.0F + 0.5F));
     },
     20, Format::binary32, 2},
    {"nearest_even", "mine", Operation::binary32_to_binary16,
     [](const Operands& x) { return half_bits(to_half(f(x[0]))); }},
    {"toward_zero", "d3d11", Operation::add,
     [](const Operands& x) {
       std::fesetround(FE_TOWARDZERO);
       volatile double y = d(x[0]);
       volatile double sum = y + d(x[1]);
       std::fesetround(FE_TONEAREST);
       return b(static_cast<double>(sum));
     },
     20, Format::binary64},
    {"ties_away", "metal4", Operation::utof,
     [](const Operands& x) {
       const auto y = static_cast<std::uint64_t>(x[0]);
       const int drop = std::max(0, static_cast<int>(std::bit_width(y)) - 24);
       const std::uint64_t half = drop > 0 ? std::uint64_t{1} << (drop - 1) : 0;
       return b(static_cast<float>(((y + half) >> drop) << drop));
     },
     20, Format::binary32, 2},
    {"up", "metal4", Operation::itof,
     [](const Operands& x) {
       volatile auto y = static_cast<std::int32_t>(x[0]);
       return b(under(FE_UPWARD, [&] { return static_cast<float>(y); }));
     }},
    {"down", "metal4", Operation::itof,
     [](const Operands& x) {
       volatile auto y = static_cast<std::int32_t>(x[0]);
       return b(under(FE_DOWNWARD, [&] { return static_cast<float>(y); }));
     }},
    {"indefinite_for_nan", "d3d11", Operation::ftoi,
     [](const Operands& x) {
       const double y = f(x[0]);
       return std::isnan(y) ? Bits{0x80000000} : integer(clamped(y, -0x1p31, 0x1p31 - 1));
     },
     20, Format::binary32, 2},
    {"as_signed", "d3d11", Operation::utof,
     [](const Operands& x) { return b(static_cast<float>(static_cast<std::int32_t>(x[0]))); }},
    {"as_signed", "d3d11", Operation::ftou,
     [](const Operands& x) { return std::isnan(f(x[0])) ? 0 : integer(clamped(f(x[0]), 0, 0x1p31 - 1)); }},
    {"in_half_the_bits", "d3d11", Operation::ftoi,
     [](const Operands& x) {
       const auto y = static_cast<double>(static_cast<float>(d(x[0])));
       return std::isnan(y) ? 0 : integer(clamped(y, -0x1p31, 0x1p31 - 1));
     },
     20, Format::binary64},
    {"in_half_the_bits", "d3d11", Operation::itof,
     [](const Operands& x) { return b(static_cast<double>(static_cast<float>(static_cast<std::int32_t>(x[0])))); }, 20,
     Format::binary64, Bits{1} << 32},
    {"wraps", "d3d11", Operation::ftou,
     [](const Operands& x) {
       const float y = f(x[0]);
       if (!(std::fabs(y) < 0x1p62F)) return Bits{std::isnan(y) || y < 0 ? 0U : 0xffffffffU};
       return static_cast<Bits>(static_cast<std::uint32_t>(static_cast<std::int64_t>(y)));
     },
     20, Format::binary32, 4},
    {"wraps", "d3d11", Operation::binary32_to_unorm8,
     [](const Operands& x) {
       const float y = f(x[0]);
       if (!(std::fabs(y) < 0x1p40F)) return Bits{std::isnan(y) || y < 0 ? 0U : 255U};
       return static_cast<Bits>(static_cast<std::uint8_t>(std::llrint(static_cast<double>(y) * 255)));
     },
     20, Format::binary32, 4},
    {"indefinite_integer", "d3d11", Operation::ftoi,
     [](const Operands& x) {
       const float y = f(x[0]);
       const bool fits = y >= -0x1p31F && y < 0x1p31F;
       return fits ? static_cast<Bits>(static_cast<std::uint32_t>(static_cast<std::int32_t>(y))) : Bits{0x80000000};
     }},
    {"indefinite_integer", "d3d11", Operation::ftoi,
     [](const Operands& x) {
       const double y = d(x[0]);
       const bool fits = y > -0x1.00000002p31 && y < 0x1p31;
       return fits ? static_cast<Bits>(static_cast<std::uint32_t>(static_cast<std::int32_t>(y))) : Bits{0x80000000};
     },
     20, Format::binary64},
    {"wraps", "d3d11", Operation::ftou,
     [](const Operands& x) {
       const double y = d(x[0]);
       // x86 converts to 64 bits first: where a number does not fit in those, or is infinite, the low bits are zero.
       return std::fabs(y) < 0x1p63 ? static_cast<Bits>(static_cast<std::uint32_t>(static_cast<std::int64_t>(y)))
                                    : Bits{0};
     },
     20, Format::binary64, 4},
    {"through_binary32", "metal4", Operation::fma,
     [](const Operands& x) {
       return half_bits(to_half(std::fma(static_cast<float>(half_value(x[0])), static_cast<float>(half_value(x[1])),
                                         static_cast<float>(half_value(x[2])))));
     },
     1, Format::binary16},
    {"through_binary64", "metal4", Operation::fma,
     [](const Operands& x) {
       return b(static_cast<float>(static_cast<double>(f(x[0])) * static_cast<double>(f(x[1])) +
                                   static_cast<double>(f(x[2]))));
     },
     1},
    {"in_half_the_bits", "d3d11", Operation::mul,
     [](const Operands& x) { return b(static_cast<float>(to_half(to_half(f(x[0])) * to_half(f(x[1]))))); }},
    {"one_step_off", "metal4", Operation::fma,
     [](const Operands& x) {
       const float right = std::fma(f(x[0]), f(x[1]), f(x[2]));
       return std::isfinite(right) && right != 0 ? b(right) + 1 : b(right);
     },
     20, Format::binary32, 4},
    {"inaccurate", "d3d11", Operation::log2,
     [](const Operands& x) { return b(static_cast<float>(std::log2(double{flushed(f(x[0]))}) * (1 + 0x1p-12))); }, 20,
     Format::binary32, 0x40000000},
    {"returns_operand", "d3d11", Operation::rsq, [](const Operands& x) { return x[0]; }, 20},
    {"gives_zero", "d3d11", Operation::exp2, [](const Operands&) { return Bits{0}; }, 20},
};

}  // namespace

const std::vector<MisbehavingDevice>& misbehaving_devices() {
  static const std::vector<MisbehavingDevice> kAll = [] {
    std::vector<MisbehavingDevice> all = kDevices;
    all.insert(all.end(), misbehaving_drivers().begin(), misbehaving_drivers().end());
    return all;
  }();
  return kAll;
}

const Rulebook& book_of(const std::string& name) {
  static const auto rule = [](const std::string& id, const std::string& operation, const std::string& accuracy) {
    return "[[rule]]\nid = \"" + id + "\"\noperations = [\"" + operation + "\"]\naccuracy = { " + accuracy +
           " }\nsource = { document = \"MINE\", clause = \"1\", says = \"so\" }\nstatus = \"stated\"\n";
  };
  static const Rulebook mine = Rulebook::parse("[rulebook]\nid = \"mine\"\ntitle = \"Mine\"\nextends = \"d3d11\"\n" +
                                                   rule("HALF", "binary32_to_binary16", "rounded = \"toward_zero\"") +
                                                   rule("UNORM", "unorm8_to_binary32", "ulp = 0.5"),
                                               "mine.toml");
  return name == "mine" ? mine : book(name);
}

}  // namespace halfulp::test
