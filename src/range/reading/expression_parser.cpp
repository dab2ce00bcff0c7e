// SPDX-License-Identifier: Apache-2.0
#include "range/reading/expression_parser.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <system_error>
#include <utility>

#include "number/lane.hpp"
#include "range/reading/matrix.hpp"

namespace halfulp::range {
namespace {

constexpr std::size_t kMostComponents = 4;
constexpr int kMostNested = 64;

}  // namespace

void ExpressionParser::enter() {
  if (++depth_ > kMostNested) fail("nested too deeply");
}

Value ExpressionParser::expression() {
  enter();
  Value result = choice();
  leave();
  return result;
}

/// `condition ? x : y`; a condition alone is 1 where it holds, else 0.
Value ExpressionParser::choice() {
  const Condition condition = alternatives();
  if (!take("?")) {
    if (condition.kind == Condition::Kind::number) return condition.compared[0];
    return built([&] { return chosen(condition, builder_.number("1"), builder_.number("0")); });
  }
  const Value x = expression();
  expect(":");
  const Value y = expression();
  return built([&] { return chosen(condition, x, y); });
}

Condition ExpressionParser::alternatives() {
  Condition left = conjunction();
  while (take("||")) left = {Condition::Kind::either, {}, {}, {std::move(left), conjunction()}};
  return left;
}

Condition ExpressionParser::conjunction() {
  Condition left = comparison();
  while (take("&&")) left = {Condition::Kind::both, {}, {}, {std::move(left), comparison()}};
  return left;
}

Condition ExpressionParser::comparison() {
  if (take("!")) {
    enter();
    Condition opposite{Condition::Kind::opposite, {}, {}, {comparison()}};
    leave();
    return opposite;
  }
  Value left = sum();
  const std::optional<Operation> word = comparison_word();
  if (!word) return {Condition::Kind::number, {}, {std::move(left)}};
  return {Condition::Kind::comparison, *word, {std::move(left), sum()}};
}

Value ExpressionParser::chosen(const Condition& condition, const Value& x, const Value& y) {
  switch (condition.kind) {
    case Condition::Kind::comparison:
      return builder_.select(condition.comparison, condition.compared, x, y);
    case Condition::Kind::both:
      return chosen(condition.parts[0], chosen(condition.parts[1], x, y), y);
    case Condition::Kind::either:
      return chosen(condition.parts[0], x, chosen(condition.parts[1], x, y));
    case Condition::Kind::opposite:
      return chosen(condition.parts[0], y, x);
    default:
      return builder_.select(Operation::ne, std::array{condition.compared[0], builder_.number("0")}, x, y);
  }
}

std::optional<Operation> ExpressionParser::comparison_word() {
  using enum Operation;
  constexpr std::array kWords = {std::pair{"<=", le}, std::pair{">=", ge}, std::pair{"==", eq},
                                 std::pair{"!=", ne}, std::pair{"<", lt},  std::pair{">", gt}};
  for (const auto& [word, operation] : kWords) {
    if (take(word)) return operation;
  }
  return std::nullopt;
}

Value ExpressionParser::sum() {
  std::vector<Value> terms = {product()};
  std::vector<bool> is_negative = {false};
  while (true) {
    if (take("+")) {
      is_negative.push_back(false);
    } else if (take("-")) {
      is_negative.push_back(true);
    } else {
      break;
    }
    terms.push_back(product());
  }
  return built([&] { return terms.size() == 1 ? terms[0] : builder_.sum(terms, is_negative); });
}

Value ExpressionParser::product() {
  std::vector<Value> factors = {negation()};
  const auto join = [&] {
    Value result = built([&] { return factors.size() == 1 ? factors[0] : builder_.product(factors); });
    factors = {result};
  };
  while (true) {
    if (take("*")) {
      Value factor = negation();
      if (builder_.language() != "hlsl" && (is_matrix(factor) || std::ranges::any_of(factors, is_matrix))) {
        join();
        factors = {built([&] { return matrix_product(builder_, factors[0], factor); })};
      } else {
        factors.push_back(std::move(factor));
      }
    } else if (take("/")) {
      const Value divisor = negation();
      join();
      factors = {built([&] { return builder_.quotient(factors[0], divisor); })};
    } else if (take("%")) {
      const Value divisor = negation();
      join();
      factors = {built([&] { return called_function(builder_, "fmod", {factors[0], divisor}, made_of_); })};
    } else {
      join();
      return factors[0];
    }
  }
}

Value ExpressionParser::negation() {
  while (take("+")) {
  }
  if (!take("-")) return selected();
  enter();
  const Value value = negation();
  leave();
  return built([&] { return builder_.negative(value); });
}

std::vector<std::size_t> ExpressionParser::components(std::string_view letters, std::size_t size) {
  std::vector<std::size_t> places;
  for (const char letter : letters) {
    places.push_back(component_place(letter));
    if (places.back() >= size) {
      fail(fmt::format("'.{}' is no part of a value of {} component{}", letters, size, size == 1 ? "" : "s"));
    }
  }
  if (places.empty() || places.size() > kMostComponents) fail("a component is missing behind '.'");
  return places;
}

/// A value and the components that are taken of it, `v.yx` or `v[1]`.
Value ExpressionParser::selected() {
  Value value = atom();
  while (!is_at_end()) {
    if (text_[at_] == '.') {
      if (is_matrix(value)) fail("a component of a matrix is written m[0][1]");
      ++at_;
      Value taken;
      for (const std::size_t place : components(name(), value.size())) taken.push_back(value[place]);
      value = std::move(taken);
    } else if (take("[")) {
      const std::string_view digits = number_word();
      const auto place = static_cast<std::size_t>(digits.empty() ? 0 : digits[0] - '0');
      if (digits.size() != 1 || digits[0] < '0' || place >= value.size()) {
        fail(fmt::format("a component's number is missing, 0 to {}", value.size() - 1));
      }
      value =
          is_matrix(value) ? built([&] { return line_of(value, place, builder_.language()); }) : Value{value[place]};
      expect("]");
    } else {
      break;
    }
  }
  return value;
}

Value ExpressionParser::atom() {
  skip_space();
  if (is_at_end()) fail("a value is missing");
  if (const std::optional<Value> value = cast()) return *value;
  if (take("(")) {
    Value inner = expression();
    if (take(",")) fail("a vector is written float2(...), vec3(...)");
    expect(")");
    return inner;
  }
  if (is_at_number()) return number();
  if (!is_at_letter()) unexpected();
  const std::size_t start = at_;
  std::string name = this->name();
  const std::optional<MatrixType> matrix = matrix_type(name, builder_.language());
  if ((matrix || constructed(name)) && take("<")) return constructed_of(name);
  if (const auto cast = bit_cast(name)) return cast_of_bits(name, *cast, start);
  if (!take("(")) return named(name, start);
  if (!matrix) return call(name, start);
  const std::vector<Value> parts = arguments();
  return built([&] { return matrix_of(builder_, name, *matrix, parts); });
}

/// `(float)x`, `(float4)(x, y, 0, 1)`; nothing where no type stands in brackets.
std::optional<Value> ExpressionParser::cast() {
  const std::size_t start = at_;
  if (!take("(")) return std::nullopt;
  const std::string type = this->name();
  const std::optional<ConstructedType> to = constructed(type);
  if (!to || !take(")")) {
    at_ = start;
    return std::nullopt;
  }
  const bool has_list = to->components > 1 && take("(");
  const std::vector<Value> parts = has_list ? arguments() : std::vector<Value>{negation()};
  return built([&] { return vector_of(builder_, type, *to, parts); });
}

/// `vec3<f16>(...)`, which is vec3h(...), and `mat2x2<f16>(...)`, behind the name and `<`.
Value ExpressionParser::constructed_of(const std::string& vector) {
  const std::string type = this->name();
  const auto of = constructed(type);
  if (!of || of->components != 1) fail(fmt::format("'{}' is no type of a component", type));
  expect(">");
  expect("(");
  const std::vector<Value> parts = arguments();
  if (const std::optional<MatrixType> matrix = matrix_type(vector, builder_.language())) {
    return built([&] { return matrix_of(builder_, vector, {matrix->rows, matrix->columns, of->format}, parts); });
  }
  return built([&] { return vector_of(builder_, vector, {constructed(vector)->components, of->format}, parts); });
}

/// What a name stands for. `start`: where it begins.
Value ExpressionParser::named(const std::string& name, std::size_t start) {
  if (const auto found = names_.find(name); found != names_.end()) return found->second;
  if (const auto constant = builder_.constant(name)) return *constant;
  if (const std::string_view text = constant_of_language(name); !text.empty()) {
    return builder_.rounded(parsed_part(text, builder_, {}, made_of_));
  }
  at_ = start;
  std::vector<std::string> known;
  for (const auto& [one, value] : names_) known.push_back(one);
  fail(known.empty()
           ? fmt::format("'{}' has no value: give it one, {} = 0.5, or a range, {} in [0, 1]", name, name, name)
           : fmt::format("'{}' has neither a value nor a range, {} in [0, 1]; known are {}", name, name,
                         fmt::join(known, ", ")));
}

Value ExpressionParser::number() {
  const std::size_t start = at_;
  const std::string_view digits = number_word();
  try {
    return builder_.number(digits);
  } catch (const Error& error) {
    at_ = start;
    fail(error.what());
  }
}

// ---- functions

/// Those of a call or a vector, behind the opening bracket.
std::vector<Value> ExpressionParser::arguments() {
  std::vector<Value> values;
  if (take(")")) return values;
  do {
    values.push_back(expression());
  } while (take(","));
  expect(")");
  return values;
}

/// asfloat(0x7f800000), and asfloat(x) of a float, which is x: behind the name. Of other integers the bits are not
/// known.
Value ExpressionParser::cast_of_bits(const std::string& name, BitCast cast, std::size_t start) {
  if (cast == BitCast::to_type) {
    expect("<");
    const std::string type = this->name();
    const std::optional<ConstructedType> to = constructed(type);
    if (!to) fail(fmt::format("'{}' is no type", type));
    expect(">");
    const bool is_float = info(to->format.value_or(builder_.format())).kind == FormatKind::floating;
    cast = is_float ? BitCast::to_float : BitCast::to_integer;
  }
  expect("(");
  skip_space();
  const std::size_t inside = at_;
  std::string word(is_at_number() ? number_word() : "");
  while (word.ends_with('u') || word.ends_with('U')) word.pop_back();
  const bool is_hex = word.starts_with("0x") || word.starts_with("0X");
  std::uint64_t bits = 0;
  const char* const end = word.data() + word.size();
  const auto [last, error] = std::from_chars(word.data() + (is_hex ? 2 : 0), end, bits, is_hex ? 16 : 10);
  if (cast == BitCast::to_float && last == end && error == std::errc() && take(")")) {
    if (number::fits(info(builder_.format()), bits)) return builder_.number(bits_text(builder_.format(), bits));
    at_ = inside;
    fail(fmt::format("{} has {} bits", info(builder_.format()).name, info(builder_.format()).bits));
  }
  at_ = inside;
  const std::vector<Value> given = arguments();
  const std::size_t behind = std::exchange(at_, start);
  if (cast == BitCast::to_integer) {
    fail(fmt::format("{} gives an integer, and there is arithmetic of floating formats alone", name));
  }
  if (given.size() != 1) fail(fmt::format("{} takes 1 operand, not {}", name, given.size()));
  if (info(built([&] { return builder_.format_of(given); })).kind != FormatKind::floating) {
    fail(fmt::format("{} takes an integer that is written, {}(0x7f800000), or a float", name, name));
  }
  at_ = behind;
  return given[0];
}

Value ExpressionParser::call(const std::string& name, std::size_t start) {
  const std::vector<Value> arguments = this->arguments();
  const std::size_t end = at_;
  at_ = start;  // what is wrong with the call is wrong there
  Value result = built(
      [&] { return builder_.by_table(name, [&] { return called_function(builder_, name, arguments, made_of_); }); });
  at_ = end;
  return result;
}

}  // namespace halfulp::range
