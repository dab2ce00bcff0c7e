// SPDX-License-Identifier: Apache-2.0
#include "report/fit.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace halfulp::report {

std::string listed(std::span<const std::string> items, std::string_view separator, std::size_t width) {
  std::string text;
  std::string best;
  for (std::size_t i = 0; i < items.size(); ++i) {
    text += fmt::format("{}{}", i == 0 ? std::string_view() : separator, items[i]);
    const std::size_t left = items.size() - i - 1;
    const std::string whole = left == 0 ? text : fmt::format("{} and {} more", text, left);
    if (i == 0 || whole.size() <= width) best = whole;
  }
  return best;
}

std::string clipped(std::string_view text, std::size_t width) {
  constexpr std::string_view kRest = " ...";
  if (text.size() <= width) return std::string(text);
  const std::size_t room = width - std::min(width, kRest.size());
  std::size_t end = text.rfind(' ', room);
  if (end == std::string_view::npos) end = std::min(text.find(' '), text.size());
  const bool is_whole = end == text.size();
  while (end > 0 && std::string_view(" ,;").find(text[end - 1]) != std::string_view::npos) --end;
  return std::string(text.substr(0, end)).append(is_whole ? std::string_view() : kRest);
}

}  // namespace halfulp::report
