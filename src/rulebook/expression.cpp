// SPDX-License-Identifier: Apache-2.0
#include "rulebook/expression.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace halfulp::rulebook {
namespace {

using Kind = Expression::Kind;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// Recursive descent: comparison < sum < product < negation < power < atom.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Expression whole() {
    Expression expression = comparison();
    skip_space();
    if (at_ != text_.size()) fail("unexpected '" + std::string(1, text_[at_]) + "'");
    return expression;
  }

 private:
  Expression comparison() {
    Expression first = sum();
    Expression chain{Kind::compare, "", {}};
    while (true) {
      static constexpr std::array<std::string_view, 6> kOperators = {"<=", ">=", "==", "!=", "<", ">"};
      const auto* found = std::ranges::find_if(kOperators, [&](std::string_view word) { return take(word); });
      if (found == kOperators.end()) break;
      if (chain.arguments.empty()) chain.arguments.push_back(std::move(first));
      if (!chain.text.empty()) chain.text += ' ';
      chain.text += *found;
      chain.arguments.push_back(sum());
    }
    return chain.arguments.empty() ? first : chain;
  }

  Expression sum() {
    Expression left = product();
    while (true) {
      if (take("+")) {
        left = {Kind::add, "", {std::move(left), product()}};
      } else if (take("-")) {
        left = {Kind::subtract, "", {std::move(left), product()}};
      } else {
        return left;
      }
    }
  }

  Expression product() {
    Expression left = negation();
    while (true) {
      if (take("*")) {
        left = {Kind::multiply, "", {std::move(left), negation()}};
      } else if (take("/")) {
        left = {Kind::divide, "", {std::move(left), negation()}};
      } else {
        return left;
      }
    }
  }

  Expression negation() {
    if (take("-")) return {Kind::negate, "", {negation()}};
    return power();
  }

  Expression power() {
    Expression base = atom();
    if (!take("^")) return base;
    return {Kind::power, "", {std::move(base), negation()}};
  }

  Expression atom() {
    skip_space();
    if (take("(")) {
      Expression inner = comparison();
      expect(")");
      return inner;
    }
    const std::size_t start = at_;
    if (at_ < text_.size() && is_letter(text_[at_])) {
      while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
      std::string name(text_.substr(start, at_ - start));
      if (!take("(")) return {Kind::name, std::move(name), {}};
      Expression call{Kind::call, std::move(name), {}};
      do {
        call.arguments.push_back(sum());
      } while (take(","));
      expect(")");
      return call;
    }
    while (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) ++at_;
    const std::string_view number = text_.substr(start, at_ - start);
    if (number.empty()) fail("expected a number, a name or '('");
    if (std::ranges::count(number, '.') > 1 || number == ".") {
      at_ = start;
      fail("'" + std::string(number) + "' is no number");
    }
    return {Kind::number, std::string(number), {}};
  }

  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }

  bool take(std::string_view word) {
    skip_space();
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  void expect(std::string_view word) {
    if (!take(word)) fail("expected '" + std::string(word) + "'");
  }

  [[noreturn]] void fail(const std::string& message) const { throw SyntaxError(message, at_); }

  std::string_view text_;
  std::size_t at_ = 0;
};

void collect(const Expression& expression, std::vector<std::string>& names) {
  if (expression.kind == Kind::name && std::ranges::find(names, expression.text) == names.end()) {
    names.push_back(expression.text);
  }
  for (const Expression& argument : expression.arguments) collect(argument, names);
}

}  // namespace

Expression parse_expression(std::string_view text) { return Parser(text).whole(); }

std::vector<std::string> names_in(const Expression& expression) {
  std::vector<std::string> names;
  collect(expression, names);
  return names;
}

}  // namespace halfulp::rulebook
