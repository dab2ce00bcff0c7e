// SPDX-License-Identifier: Apache-2.0
#include "rulebook/expression.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>
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
  /// Deeper nesting is no rule that a person wrote; it would exhaust the stack.
  static constexpr int kMostNested = 64;

  Expression comparison() {
    if (++depth_ > kMostNested) fail("nested too deeply");
    Expression result = comparison_inside();
    --depth_;
    return result;
  }

  Expression comparison_inside() {
    Expression first = sum();
    Expression chain{Kind::compare, "", {}};
    while (true) {
      static constexpr std::array<std::string_view, 6> kOperators = {"<=", ">=", "==", "!=", "<", ">"};
      const auto* found = std::ranges::find_if(kOperators, [&](std::string_view word) { return take(word); });
      if (found == kOperators.end()) break;
      if (chain.arguments.empty()) chain.arguments.push_back(first);
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
    if (!take("-")) return power();
    if (++depth_ > kMostNested) fail("nested too deeply");
    Expression result{Kind::negate, "", {negation()}};
    --depth_;
    return result;
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
      if (++depth_ > kMostNested) fail("nested too deeply");
      do {
        call.arguments.push_back(sum());
      } while (take(","));
      --depth_;
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
  int depth_ = 0;
};

void collect(const Expression& expression, std::vector<std::string>& names) {
  if (expression.kind == Kind::name && std::ranges::find(names, expression.text) == names.end()) {
    names.push_back(expression.text);
  }
  for (const Expression& argument : expression.arguments) collect(argument, names);
}

bool is_constant(const Expression& expression) { return names_in(expression).empty(); }

[[noreturn]] void reject(const std::string& why) { throw SyntaxError(why, 0); }

void check_power(const Expression& expression) {
  const Expression& exponent = expression.arguments[1];
  const Expression& digits = exponent.kind == Kind::negate ? exponent.arguments[0] : exponent;
  const bool integer = digits.kind == Kind::number && digits.text.find('.') == std::string::npos;
  constexpr std::size_t kMostDigits = 4;
  if (!integer || digits.text.size() > kMostDigits || std::stoi(digits.text) > 4096) {
    reject("an exponent is an integer of at most 4096");
  }
  if (is_constant(expression.arguments[0]) && approximate(expression.arguments[0]) == 0) reject("a power of zero");
}

}  // namespace

void check_formula(const Expression& expression) {
  for (const Expression& argument : expression.arguments) check_formula(argument);
  switch (expression.kind) {
    case Kind::compare:
      reject("a comparison where a number is asked");
    case Kind::call:
      if (expression.text != "abs" && expression.text != "floor") {
        reject("unknown function '" + expression.text + "'; known are abs and floor");
      }
      if (expression.arguments.size() != 1) reject("'" + expression.text + "' takes one argument");
      return;
    case Kind::power:
      check_power(expression);
      return;
    case Kind::divide:
      if (!is_constant(expression.arguments[1]) || approximate(expression.arguments[1]) == 0) {
        reject("a divisor is a constant that is not zero");
      }
      return;
    default:
      return;
  }
}

void check_condition(const Expression& expression) {
  if (expression.kind != Kind::compare) reject("a condition compares: \"abs(x) <= 2\"");
  for (const Expression& side : expression.arguments) check_formula(side);
}

double approximate(const Expression& expression) {
  const auto argument = [&](std::size_t i) { return approximate(expression.arguments[i]); };
  switch (expression.kind) {
    case Kind::number:
      return std::strtod(expression.text.c_str(), nullptr);
    case Kind::name:
      return std::numbers::pi;
    case Kind::call:
      return expression.text == "abs" ? std::fabs(argument(0)) : std::floor(argument(0));
    case Kind::negate:
      return -argument(0);
    case Kind::add:
      return argument(0) + argument(1);
    case Kind::subtract:
      return argument(0) - argument(1);
    case Kind::multiply:
      return argument(0) * argument(1);
    case Kind::divide:
      return argument(0) / argument(1);
    case Kind::power:
      return std::pow(argument(0), argument(1));
    case Kind::compare:
      break;
  }
  return 0;
}

Expression parse_expression(std::string_view text) { return Parser(text).whole(); }

std::string text_of(const Expression& expression) {
  const auto rank = [](const Expression& e) {
    switch (e.kind) {
      case Kind::compare:
        return 0;
      case Kind::add:
      case Kind::subtract:
        return 1;
      case Kind::multiply:
      case Kind::divide:
        return 2;
      case Kind::negate:
        return 3;
      case Kind::power:
        return 4;
      default:
        return 5;
    }
  };
  const auto inside = [&](const Expression& e, int least) {
    return rank(e) < least ? "(" + text_of(e) + ")" : text_of(e);
  };
  const std::vector<Expression>& arguments = expression.arguments;
  switch (expression.kind) {
    case Kind::number:
    case Kind::name:
      return expression.text;
    case Kind::call: {
      std::string list;
      for (const Expression& argument : arguments) list += (list.empty() ? "" : ", ") + text_of(argument);
      return expression.text + "(" + list + ")";
    }
    case Kind::negate:
      return "-" + inside(arguments[0], 3);
    case Kind::add:
      return inside(arguments[0], 1) + " + " + inside(arguments[1], 2);
    case Kind::subtract:
      return inside(arguments[0], 1) + " - " + inside(arguments[1], 2);
    case Kind::multiply:
      return inside(arguments[0], 2) + " * " + inside(arguments[1], 3);
    case Kind::divide:
      return inside(arguments[0], 2) + " / " + inside(arguments[1], 3);
    case Kind::power:
      return inside(arguments[0], 5) + "^" + inside(arguments[1], 3);
    case Kind::compare:
      break;
  }
  std::string chain = text_of(arguments[0]);
  std::string_view operators = expression.text;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string_view symbol = operators.substr(0, operators.find(' '));
    operators.remove_prefix(std::min(operators.size(), symbol.size() + 1));
    chain += " " + std::string(symbol) + " " + text_of(arguments[i]);
  }
  return chain;
}

std::vector<std::string> names_in(const Expression& expression) {
  std::vector<std::string> names;
  collect(expression, names);
  return names;
}

}  // namespace halfulp::rulebook
