// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "halfulp/suite.hpp"

namespace halfulp::test {

/// Operands of one binary32 case: none of its formats is wider than 32 bits.
using Words = std::array<std::uint32_t, kMaxArity>;

/// Cases first ... first + count - 1.
inline std::vector<Words> cases_of(const Suite& suite, Operation operation, std::uint64_t first, std::uint64_t count) {
  const auto arity = static_cast<std::size_t>(info(operation).arity);
  const auto bytes = [&](std::size_t k) {
    return static_cast<std::size_t>(info(info(operation).operand_format(static_cast<int>(k), Format::binary32)).bytes);
  };
  std::vector<std::vector<std::byte>> memory(arity);
  for (std::size_t k = 0; k < arity; ++k) memory[k].resize(count * bytes(k));
  const std::vector<Lane> lanes(memory.begin(), memory.end());
  suite.fill(first, lanes);
  std::vector<Words> result(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < arity; ++k) std::memcpy(&result[i][k], memory[k].data() + bytes(k) * i, bytes(k));
  }
  return result;
}

/// The cases of one kind; none if the suite has none.
inline std::vector<Words> cases_of(const Suite& suite, Operation operation, std::string_view kind) {
  std::uint64_t first = 0;
  for (const Coverage& coverage : suite.coverage()) {
    if (coverage.kind == kind) return cases_of(suite, operation, first, coverage.cases);
    first += coverage.cases;
  }
  return {};
}

inline std::string describe(Operation operation, const Words& words) {
  std::string text(info(operation).name);
  for (int i = 0; i < info(operation).arity; ++i) {
    text += ' ' + bits_text(Format::binary32, words[static_cast<std::size_t>(i)]);
  }
  return text;
}

inline bool is_denormal(std::uint32_t word) { return (word & 0x7fffffff) != 0 && (word & 0x7f800000) == 0; }

}  // namespace halfulp::test
