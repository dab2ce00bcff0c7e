// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "device/shader/language_row.hpp"

namespace halfulp::device {

/// Invocations of a thread group.
inline constexpr std::size_t kThreadGroup = 64;

/// The shader of a row in assembly: it loads the operands of the case that is its number from the raw buffers t0, t1,
/// ..., one for each operand, computes, and stores the result into u0. A value of 32 bits or fewer is a word of these
/// buffers, a double two.
[[nodiscard]] std::string compute_shader_text(const LanguageRow& row);
/// The same as a DXBC container.
[[nodiscard]] std::vector<std::byte> compute_shader(const LanguageRow& row);

/// How many words of the buffers a value takes: 1 or 2.
[[nodiscard]] std::size_t words_of(Format format);

}  // namespace halfulp::device
