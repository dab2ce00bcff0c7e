// SPDX-License-Identifier: Apache-2.0
#include "rulebook/expression.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
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
  /// Deeper nesting and longer expressions are no rules that a person wrote; they would exhaust the stack.
  static constexpr int kMostNested = 64;
  static constexpr int kMostAtoms = 500;
  static constexpr std::size_t kMostDigits = 400;

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
    if (++atoms_ > kMostAtoms) fail("more than " + std::to_string(kMostAtoms) + " numbers and names");
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
    if (number.size() > kMostDigits) fail("a number of more than " + std::to_string(kMostDigits) + " digits");
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
  int atoms_ = 0;
};

void collect(const Expression& expression, std::vector<std::string>& names) {
  if (expression.kind == Kind::name && std::ranges::find(names, expression.text) == names.end()) {
    names.push_back(expression.text);
  }
  for (const Expression& argument : expression.arguments) collect(argument, names);
}

bool mentions_pi(const Expression& expression) { return std::ranges::count(names_in(expression), "pi") != 0; }

[[noreturn]] void reject(const std::string& why) { throw SyntaxError(why, 0); }

/// An exponent as it is written: an integer, perhaps with a minus.
int exponent_of(const Expression& power) {
  const Expression& exponent = power.arguments[1];
  const bool is_negative = exponent.kind == Kind::negate;
  const Expression& digits = is_negative ? exponent.arguments[0] : exponent;
  const bool integer = digits.kind == Kind::number && digits.text.find('.') == std::string::npos;
  if (!integer || digits.text.size() > 4) reject("an exponent is an integer of at most 4096");
  return is_negative ? -std::stoi(digits.text) : std::stoi(digits.text);
}

/// The sign of a constant as its parts' signs decide it; 0 if they do not, as of 1 - 1.
int certain_sign(const Expression& expression) {
  const std::vector<Expression>& arguments = expression.arguments;
  const int first = arguments.empty() ? 0 : certain_sign(arguments[0]);
  const int second = arguments.size() < 2 ? 0 : certain_sign(arguments[1]);
  switch (expression.kind) {
    case Kind::number:
      return expression.text.find_first_not_of("0.") != std::string::npos ? 1 : 0;
    case Kind::call:
      return expression.text == "abs" ? std::abs(first) : 0;
    case Kind::negate:
      return -first;
    case Kind::add:
      return first == second ? first : 0;
    case Kind::subtract:
      return first == -second ? first : 0;
    case Kind::multiply:
    case Kind::divide:
      return first * second;
    case Kind::power:
      return exponent_of(expression) % 2 == 0 ? std::abs(first) : first;
    default:
      return 0;
  }
}

/// How many factors of that kind, names or numbers, the products and powers of an expression have at most.
std::int64_t degree(const Expression& expression, Kind of) {
  if (expression.arguments.empty()) return expression.kind == of ? 1 : 0;
  if (expression.kind == Kind::power) return degree(expression.arguments[0], of) * std::abs(exponent_of(expression));
  std::int64_t most = 0;
  std::int64_t sum = 0;
  for (const Expression& argument : expression.arguments) {
    const std::int64_t one = degree(argument, of);
    sum += one;
    most = std::max(most, one);
  }
  return expression.kind == Kind::multiply ? sum : most;
}

/// Values of more bits take seconds.
void check_degree(const Expression& expression) {
  if (degree(expression, Kind::name) > 64) reject("a product of more than 64 operands");
  if (degree(expression, Kind::number) > 8192) reject("a product of more than 8192 numbers");
}

void check_power(const Expression& expression) {
  const Expression& base = expression.arguments[0];
  const int exponent = exponent_of(expression);
  if (std::abs(exponent) > 4096) reject("an exponent is an integer of at most 4096");
  if (mentions_pi(base)) reject("a power of pi is no multiple of pi: write its value as a number");
  if (exponent < 0 && !names_in(base).empty()) {
    reject("a negative power divides by an operand, which may be zero: multiply both sides by it instead");
  }
  if (exponent < 0 && certain_sign(base) == 0) reject("a negative power of zero");
}

}  // namespace

void check_formula(const Expression& expression) {
  for (const Expression& argument : expression.arguments) check_formula(argument);
  const auto has_pi = [&](std::size_t i) { return mentions_pi(expression.arguments[i]); };
  switch (expression.kind) {
    case Kind::compare:
      reject("a comparison where a number is asked");
    case Kind::call:
      if (expression.text == "max") {
        if (expression.arguments.size() < 2) reject("'max' takes two arguments or more");
        return;
      }
      if (expression.text != "abs" && expression.text != "floor") {
        reject("unknown function '" + expression.text + "'; known are abs, floor and max");
      }
      if (expression.arguments.size() != 1) reject("'" + expression.text + "' takes one argument");
      if (expression.text == "floor" && has_pi(0)) reject("'floor' of a multiple of pi cannot be evaluated");
      return;
    case Kind::multiply:
      if (has_pi(0) && has_pi(1)) reject("pi * pi is no multiple of pi: write its value as a number");
      check_degree(expression);
      return;
    case Kind::power:
      check_power(expression);
      check_degree(expression);
      return;
    case Kind::divide:
      if (has_pi(1)) reject("a division by pi is no multiple of pi: multiply both sides by pi");
      if (!names_in(expression.arguments[1]).empty() || certain_sign(expression.arguments[1]) == 0) {
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
      if (expression.text == "max") {
        double greatest = argument(0);
        for (std::size_t i = 1; i < expression.arguments.size(); ++i) greatest = std::max(greatest, argument(i));
        return greatest;
      }
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
