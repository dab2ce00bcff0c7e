// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "arithmetic/exact_value.hpp"
#include "halfulp/suite.hpp"

// Cases in any format, and what their bits stand for: independent of src/.

namespace halfulp::test {

using Operands = std::array<Bits, kMaxArity>;

inline constexpr Format kFloatingFormats[] = {Format::binary16, Format::binary32, Format::binary64,
                                              Format::ufloat11, Format::ufloat10, Format::bfloat16};

struct Asked {
  Operation operation;
  Format format;
};

/// Every operation in every format that suites offer.
inline std::vector<Asked> all_offered() {
  std::vector<Asked> result;
  for (const OperationInfo& row : operations()) {
    for (const FormatInfo& format : formats()) {
      if (Suite::offers(row.operation, format.format)) result.push_back({row.operation, format.format});
    }
  }
  return result;
}

/// Cases first ... first + count - 1.
inline std::vector<Operands> operands_of(const Suite& suite, const Asked& asked, std::uint64_t first,
                                         std::uint64_t count) {
  const auto arity = static_cast<std::size_t>(info(asked.operation).arity);
  std::vector<std::vector<std::byte>> memory(arity);
  std::vector<std::size_t> bytes(arity);
  for (std::size_t k = 0; k < arity; ++k) {
    const Format format = info(asked.operation).operand_format(static_cast<int>(k), asked.format);
    bytes[k] = static_cast<std::size_t>(info(format).bytes);
    memory[k].resize(count * bytes[k]);
  }
  const std::vector<Lane> lanes(memory.begin(), memory.end());
  suite.fill(first, lanes);
  std::vector<Operands> result(count, Operands{});
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < arity; ++k) std::memcpy(&result[i][k], memory[k].data() + bytes[k] * i, bytes[k]);
  }
  return result;
}

/// The first cases of one kind, `most` at most; none if the suite has none.
inline std::vector<Operands> operands_of(const Suite& suite, const Asked& asked, std::string_view kind,
                                         std::uint64_t most = 1U << 20) {
  std::uint64_t first = 0;
  for (const Coverage& coverage : suite.coverage()) {
    if (coverage.kind == kind) return operands_of(suite, asked, first, std::min(coverage.cases, most));
    first += coverage.cases;
  }
  return {};
}

inline std::string describe(const Asked& asked, const Operands& operands) {
  std::string text = std::string(info(asked.operation).name) + " in " + std::string(info(asked.format).name);
  for (int i = 0; i < info(asked.operation).arity; ++i) {
    text +=
        ' ' + bits_text(info(asked.operation).operand_format(i, asked.format), operands[static_cast<std::size_t>(i)]);
  }
  return text;
}

/// A format's numbers: 24, -126, 127 and -149 for binary32.
struct Numbers {
  int precision;
  int min_exponent;
  int max_exponent;
  int lowest_exponent;
};
inline Numbers numbers(Format format) {
  switch (format) {
    case Format::binary16:
      return {11, -14, 15, -24};
    case Format::binary32:
      return {24, -126, 127, -149};
    case Format::binary64:
      return {53, -1022, 1023, -1074};
    case Format::bfloat16:
      return {8, -126, 127, -133};
    case Format::ufloat11:
      return {7, -14, 15, -20};
    default:
      return {6, -14, 15, -19};
  }
}

inline bool has_sign(Format format) { return format != Format::ufloat11 && format != Format::ufloat10; }
inline Bits sign_bit(Format format) { return has_sign(format) ? Bits{1} << (info(format).bits - 1) : 0; }
inline Bits magnitude_of(Format format, Bits bits) { return bits & ~sign_bit(format); }
inline std::uint64_t biased_exponent(Format format, Bits bits) {
  return magnitude_of(format, bits) >> (numbers(format).precision - 1);
}
inline bool is_normal_or_zero(Format format, Bits bits) {
  return magnitude_of(format, bits) == 0 || biased_exponent(format, bits) != 0;
}
inline bool is_finite(Format format, Bits bits) {
  return biased_exponent(format, bits) < 2 * static_cast<std::uint64_t>(numbers(format).max_exponent) + 1;
}

/// The value of finite bits.
inline mpq_class exact_value(Format format, Bits bits) {
  const Numbers row = numbers(format);
  const std::uint64_t biased = biased_exponent(format, bits);
  const Bits leading = Bits{1} << (row.precision - 1);
  const Bits fraction = bits & (leading - 1);
  const mpq_class size = mpq_class(static_cast<unsigned long>(biased == 0 ? fraction : fraction + leading)) *
                         power_of_two(row.lowest_exponent + (biased == 0 ? 0 : static_cast<int>(biased) - 1));
  return (bits & sign_bit(format)) != 0 ? mpq_class(-size) : size;
}

}  // namespace halfulp::test
