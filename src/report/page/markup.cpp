// SPDX-License-Identifier: Apache-2.0
#include "report/page/markup.hpp"

#include <fmt/format.h>

#include <cctype>

namespace halfulp::report {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string element(std::string_view tag, std::string_view inner, std::string_view style) {
  if (style.empty()) return fmt::format("<{0}>{1}</{0}>", tag, inner);
  return fmt::format("<{0} class=\"{2}\">{1}</{0}>", tag, inner, style);
}

std::string anchor(std::string_view name) {
  std::string result;
  for (const char c : name) {
    const bool stays = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (stays) {
      result += c;
    } else if (!result.empty() && result.back() != '-') {
      result += '-';
    }
  }
  return result;
}

}  // namespace halfulp::report
