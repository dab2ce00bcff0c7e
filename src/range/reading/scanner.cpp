// SPDX-License-Identifier: Apache-2.0
#include "range/reading/scanner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "number/names.hpp"

namespace halfulp::range {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::size_t component_place(char letter) noexcept {
  for (const std::string_view letters : {"xyzw", "rgba", "stpq"}) {
    if (const std::size_t place = letters.find(letter); place != std::string_view::npos) return place;
  }
  return std::string_view::npos;
}

void Scanner::unexpected() const {
  std::size_t end = at_ + 1;
  while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0U) == 0x80U) ++end;  // of UTF-8
  fail(fmt::format("'{}' is not expected here", text_.substr(at_, end - at_)));
}

void Scanner::skip_space() {
  while (!is_at_end()) {
    const std::string_view rest = text_.substr(at_);
    if (std::isspace(static_cast<unsigned char>(rest[0])) != 0) {
      ++at_;
    } else if (rest.starts_with("//")) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (rest.starts_with("/*")) {
      const std::size_t end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
    } else {
      return;
    }
  }
}

bool Scanner::is_at_letter() const { return !is_at_end() && is_letter(text_[at_]); }

bool Scanner::is_at_number() const { return !is_at_end() && (is_digit(text_[at_]) || text_[at_] == '.'); }

bool Scanner::take(std::string_view word) {
  skip_space();
  if (!text_.substr(at_).starts_with(word)) return false;
  at_ += word.size();
  return true;
}

void Scanner::expect(std::string_view word) {
  if (!take(word)) fail(fmt::format("'{}' is missing", word));
}

bool Scanner::take_word(std::string_view word) {
  skip_space();
  const std::size_t end = at_ + word.size();
  const bool goes_on = end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]));
  if (goes_on || !text_.substr(at_).starts_with(word)) return false;
  at_ = end;
  return true;
}

std::string Scanner::name() {
  skip_space();
  const std::size_t start = at_;
  const auto is_part = [&](std::size_t i) {
    return i < text_.size() && (is_letter(text_[i]) || (i > start && is_digit(text_[i])));
  };
  while (true) {
    if (is_part(at_)) {
      ++at_;
      continue;
    }
    const std::string_view rest = text_.substr(at_);
    const std::size_t colons = rest.starts_with("::") ? 2 : rest.starts_with(":") ? 1 : 0;
    if (colons == 0 || at_ == start || !is_part(at_ + colons)) break;
    // Else it is the colon of `x < y ? a:b`.
    if (colons == 1 && !number::find_language(text_.substr(start, at_ - start))) break;
    at_ += colons;
  }
  return std::string(text_.substr(start, at_ - start));
}

std::string_view Scanner::number_word() {
  const std::size_t start = at_;
  const bool is_hex = text_.substr(start).starts_with("0x");
  const auto is_part = [&](char c, char before) {
    const bool is_exponent = is_hex ? before == 'p' || before == 'P' : before == 'e' || before == 'E';
    return is_digit(c) || is_letter(c) || c == '.' || c == '\'' || ((c == '+' || c == '-') && is_exponent);
  };
  while (!is_at_end() && is_part(text_[at_], at_ == start ? ' ' : text_[at_ - 1])) ++at_;
  return text_.substr(start, at_ - start);
}

}  // namespace halfulp::range
