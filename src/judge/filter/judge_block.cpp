// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "judge/filter/block.hpp"
#include "number/as_double.hpp"
#include "number/binade.hpp"
#include "number/lane.hpp"
#include "number/vector_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "judge/filter/judge_block.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

#include "judge/filter/any_case.hpp"
#include "judge/filter/rounded_cases.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

/// Writes values of T as doubles; `read` makes doubles of a vector of T.
template <class T, class Read>
void load_vectors(const std::byte* from, std::size_t count, double* to, Read read) {
  const hn::Rebind<T, Tag> narrow;
  const std::size_t lanes = hn::Lanes(Tag());
  std::array<T, kBlock> rest{};
  for (std::size_t i = 0; i < count; i += lanes) {
    const auto* at = reinterpret_cast<const T*>(from) + i;
    if (count - i < lanes) {
      std::memcpy(rest.data(), at, (count - i) * sizeof(T));
      at = rest.data();
    }
    hn::Store(read(hn::LoadU(narrow, at)), Tag(), to + i);
  }
}

/// The same, where `read` makes doubles of a vector of integers of 64 bits.
template <class T, class Read>
void load_bits(const std::byte* from, std::size_t count, double* to, Read read) {
  load_vectors<T>(from, count, to, [&](auto values) HWY_ATTR {
    const hn::RebindToUnsigned<Tag> bits;
    if constexpr (sizeof(T) == sizeof(std::uint32_t)) {
      return read(hn::PromoteTo(bits, values));
    } else {
      return read(hn::PromoteTo(bits, hn::PromoteTo(hn::Rebind<std::uint32_t, Tag>(), values)));
    }
  });
}

/// Writes codes as wide as T; `has_sign`: in two's complement.
template <class T>
void load_codes(const std::byte* from, std::size_t count, bool has_sign, double* to) {
  const double sign = number::power_of_two(8 * static_cast<int>(sizeof(T)) - 1);
  load_bits<T>(from, count, to, [=](auto codes) HWY_ATTR {
    const hn::RebindToUnsigned<Tag> bits;
    // The last bits of 2^52 + code.
    const V code = hn::Sub(hn::BitCast(Tag(), hn::Or(codes, hn::BitCast(bits, all(0x1p52)))), all(0x1p52));
    return has_sign ? hn::Sub(code, hn::IfThenElseZero(hn::Ge(code, all(sign)), all(2 * sign))) : code;
  });
}

/// Writes floats stored in 16 bits. Exponent and fraction, shifted to where a double has them, are those of the value
/// divided by a power of two.
void load_narrow_floats(const FormatInfo& row, const std::byte* from, std::size_t count, double* to) {
  const double scale = number::power_of_two(1023 - row.max_exponent());
  const double infinity = number::power_of_two(row.max_exponent() + 1);
  const int sign = row.has_sign ? row.bits - 1 : 63;
  load_bits<std::uint16_t>(from, count, to, [&](auto value) HWY_ATTR {
    const hn::RebindToUnsigned<Tag> bits;
    const auto magnitude = hn::And(value, hn::Set(bits, (std::uint64_t{1} << sign) - 1));
    V size = hn::Mul(hn::BitCast(Tag(), hn::ShiftLeftSame(magnitude, 52 - row.fraction_bits)), all(scale));
    size = hn::IfThenElse(hn::Gt(size, all(infinity)), nan(), size);
    size = hn::IfThenElse(hn::Eq(size, all(infinity)), all(HUGE_VAL), size);
    const auto is_negative = hn::ShiftLeft<63>(hn::ShiftRightSame(value, sign));
    return hn::Or(size, hn::BitCast(Tag(), is_negative));
  });
}

/// `flush`: denormals become zeros of their sign.
void load_values(const FormatInfo& row, ConstLane lane, std::size_t first, std::size_t count, bool flush, double* to) {
  const std::byte* from = lane.data() + first * static_cast<std::size_t>(row.bytes);
  const bool is_float = row.kind == FormatKind::floating;
  if (row.format == Format::binary64) {
    load_vectors<double>(from, count, to, [](auto x) HWY_ATTR { return x; });
  } else if (row.format == Format::binary32) {
    load_vectors<float>(from, count, to, [](auto x) HWY_ATTR { return hn::PromoteTo(Tag(), x); });
  } else if (is_float && row.bytes == 2) {
    load_narrow_floats(row, from, count, to);
  } else if (!is_float && row.bits == 32) {
    load_codes<std::uint32_t>(from, count, row.has_sign, to);
  } else if (!is_float && row.bits == 16) {
    load_codes<std::uint16_t>(from, count, row.has_sign, to);
  } else if (!is_float && row.bits == 8) {
    load_codes<std::uint8_t>(from, count, row.has_sign, to);
  } else {
    for (std::size_t i = 0; i < count; ++i) to[i] = number::as_double(row, number::load(lane, row.bytes, first + i));
  }
  if (is_float && flush) {
    const V least = all(number::power_of_two(row.min_exponent()));
    for (std::size_t i = 0; i < count; i += hn::Lanes(Tag())) {
      const V x = hn::Load(Tag(), to + i);
      hn::Store(hn::IfThenElse(hn::Lt(hn::Abs(x), least), hn::CopySign(hn::Zero(Tag()), x), x), Tag(), to + i);
    }
  }
}

void load_block(const Plan& plan, std::span<const ConstLane> operands, ConstLane results, std::size_t first,
                Block& block) {
  const bool flush = plan.policies.operands == Denormals::flush;
  for (std::size_t k = 0; k < plan.arity; ++k) {
    load_values(*plan.operand_rows[k], operands[k], first, block.count, flush, block.operands[k].data());
  }
  load_values(*plan.result_row, results, first, block.count, false, block.observed.data());
  static_cast<void>(find_exact_results(plan, block));
}

bool has_reference(const Plan& plan) {
  Block none;
  return find_exact_results(plan, none);
}

void pass_rounded(const Plan& plan, const Block& block, Passed& passed) {
  if (plan.is_double) return pass_rounded_of<ResultKind::binary64>(plan, block, passed);
  if (plan.result_is_float) return pass_rounded_of<ResultKind::value>(plan, block, passed);
  pass_rounded_of<ResultKind::code>(plan, block, passed);
}

void judge_block(const Plan& plan, const Block& block, Answers& answers) { BlockJudge(plan, block, answers).judge(); }

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::judge {

HWY_EXPORT(has_reference);
HWY_EXPORT(load_block);
HWY_EXPORT(pass_rounded);
HWY_EXPORT(judge_block);

bool has_reference(const Plan& plan) { return HWY_DYNAMIC_DISPATCH(has_reference)(plan); }

void load_block(const Plan& plan, std::span<const ConstLane> operands, ConstLane results, std::size_t first,
                Block& block) {
  HWY_DYNAMIC_DISPATCH(load_block)(plan, operands, results, first, block);
}

void pass_rounded(const Plan& plan, const Block& block, Passed& passed) {
  HWY_DYNAMIC_DISPATCH(pass_rounded)(plan, block, passed);
}

void judge_block(const Plan& plan, const Block& block, Answers& answers) {
  HWY_DYNAMIC_DISPATCH(judge_block)(plan, block, answers);
}

}  // namespace halfulp::judge
#endif
