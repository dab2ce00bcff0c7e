// SPDX-License-Identifier: Apache-2.0
#include "cli/budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "halfulp/error.hpp"

namespace halfulp::cli {

std::uint64_t read_cases(std::string_view text) {
  constexpr double kMost = 1e18;
  const char* const last = text.data() + text.size();
  std::uint64_t whole = 0;
  if (const auto [end, error] = std::from_chars(text.data(), last, whole);
      error == std::errc() && end == last && whole > 0 && whole <= static_cast<std::uint64_t>(kMost)) {
    return whole;
  }
  double number = 0;
  if (const auto [end, error] = std::from_chars(text.data(), last, number);
      error == std::errc() && end == last && number >= 1 && number <= kMost && number == std::floor(number)) {
    return static_cast<std::uint64_t>(number);
  }
  throw Error(Error::Kind::kUsage,
              fmt::format("--cases {}: not a whole number from 1 to 1e18; write it as 1000000 or 1e6", text));
}

std::chrono::seconds read_time(std::string_view text) {
  struct Unit {
    char letter;
    std::uint64_t seconds;
  };
  constexpr std::array<Unit, 3> kUnits = {{{'h', 3600}, {'m', 60}, {'s', 1}}};
  constexpr std::uint64_t kMost = std::uint64_t{10'000} * 3600;
  std::string_view rest = text;
  std::uint64_t seconds = 0;
  for (const Unit& unit : kUnits) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (error != std::errc() || end == rest.data() + rest.size() || *end != unit.letter) continue;
    seconds = std::min(seconds + number * unit.seconds, kMost + 1);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()) + 1);
  }
  if (!rest.empty() || seconds == 0 || seconds > kMost) {
    throw Error(Error::Kind::kUsage,
                fmt::format("--time {}: not a time up to 10000h; write it as 8h, 90m, 45s or 1h30m", text));
  }
  return std::chrono::seconds(seconds);
}

}  // namespace halfulp::cli
