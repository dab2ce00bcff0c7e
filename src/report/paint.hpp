// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace halfulp::report {

enum class Colour : std::uint8_t { none, red, green, yellow, bold, dim };

/// The text in that colour, for a terminal that knows ECMA-48 sequences; the text itself when `on` is false.
[[nodiscard]] inline std::string paint(std::string_view text, Colour colour, bool on) {
  constexpr std::string_view kCodes[] = {"", "31", "32", "33", "1", "2"};
  if (!on || colour == Colour::none) return std::string(text);
  return "\x1b[" + std::string(kCodes[static_cast<std::size_t>(colour)]) + "m" + std::string(text) + "\x1b[0m";
}

}  // namespace halfulp::report
