// SPDX-License-Identifier: Apache-2.0
#include "range/reading/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "halfulp/error.hpp"
#include "range/reading/expression_parser.hpp"
#include "range/reading/matrix.hpp"

namespace halfulp::range {
namespace {

/// What may stand before a name that is defined, and changes nothing.
constexpr std::array<std::string_view, 6> kQualifiers = {"let", "const", "var", "static", "constexpr", "highp"};
constexpr std::array<std::string_view, 2> kLowPrecision = {"mediump", "lowp"};
constexpr std::array<std::string_view, 4> kLoops = {"for", "while", "do", "switch"};

/// Reads statements, and the expression behind them.
class Parser : private ExpressionParser {
 public:
  Parser(std::string_view text, Builder& builder, Names names, int made_of)
      : ExpressionParser(text, builder, std::move(names), made_of) {}

  /// Statements, any number of them, then an expression.
  Value whole() {
    Value result = returned();
    skip_space();
    if (!is_at_end()) unexpected();
    return result;
  }

 private:
  struct Target {
    std::string name;
    std::optional<ConstructedType> type;  ///< that it is declared with
    std::string components;               ///< "xy" of `r.xy = x`
    bool is_precise = false;
  };

  /// Statements, and the value behind them.
  Value returned() {
    while (true) {
      skip_space();
      if (is_at_end()) fail("an expression is missing");
      if (take_word("return")) break;
      if (!take_word("if")) {
        if (take_statement()) continue;
        break;
      }
      const Condition condition = this->condition();
      if (const std::optional<Value> early = early_return()) {
        enter();
        const bool is_block = take_word("else") && take("{");
        const Value late = returned();
        if (is_block) expect("}");
        leave();
        return built([&] { return chosen(condition, *early, late); });
      }
      take_choice(condition);
    }
    Value result = expression();
    static_cast<void>(take(";"));
    return result;
  }

  /// `return x;`, perhaps in braces; nothing where another statement comes.
  std::optional<Value> early_return() {
    const std::size_t start = at_;
    const bool is_block = take("{");
    if (!take_word("return")) {
      at_ = start;
      return std::nullopt;
    }
    Value result = expression();
    expect(";");
    if (is_block) expect("}");
    return result;
  }

  /// `(condition)`.
  Condition condition() {
    expect("(");
    Condition result = alternatives();
    expect(")");
    return result;
  }

  /// Takes a statement if one comes next.
  bool take_statement() {
    for (const std::string_view word : kLoops) {
      if (take_word(word)) fail(fmt::format("'{}' is not taken: write the steps one after the other", word));
    }
    if (take_word("if")) {
      take_choice(condition());
      return true;
    }
    constexpr std::string_view kDefinition = "a function's definition is not taken: give its body, 'return ...;'";
    const std::size_t start = at_;
    if (take_word("fn") && (skip_space(), is_at_letter())) fail(std::string(kDefinition));
    at_ = start;
    Target target = this->target();
    if (target.type && take("(")) fail(std::string(kDefinition));
    if (target.name.empty() || !take_value(target)) {
      at_ = start;
      return false;
    }
    while (target.type && take(",")) {
      target.name = name();
      if (!take_value(target)) fail("'=' is missing behind '" + target.name + "'");
    }
    if (!take(";")) fail("';' is missing behind the value of '" + target.name + "'");
    return true;
  }

  /// `let r`, `const float r`, `r.xy`; no name where an expression comes.
  Target target() {
    Target result;
    while (true) {
      if (take_word("precise") || take_word("invariant")) {
        result.is_precise = true;
      } else if (std::ranges::any_of(kLowPrecision, [&](std::string_view word) { return take_word(word); })) {
        fail("a precision below the type's own is not taken: leave it out, or write half");
      } else if (std::ranges::none_of(kQualifiers, [&](std::string_view word) { return take_word(word); })) {
        break;
      }
    }
    skip_space();
    const std::size_t start = at_;
    const std::string type = name();
    result.type = constructed(type);
    skip_space();
    if (matrix_type(type, builder_.language()) && is_at_letter()) {
      result.name = name();  // what its value is says in which format
      return result;
    }
    if (!result.type || !is_at_letter()) {
      result.type.reset();
      at_ = start;
    }
    result.name = name();
    if (!result.type && take(":")) result.type = constructed(name());  // let r: f16 =
    if (!result.type && names_.contains(result.name) && take(".")) result.components = name();
    return result;
  }

  /// ` = x`, ` *= x` behind a name, or nothing behind one that is declared.
  bool take_value(const Target& target) {
    skip_space();
    if (target.type) types_.insert_or_assign(target.name, *target.type);
    if (target.type && text_.substr(at_).starts_with(';')) return true;
    const std::optional<char> change = assignment(target.name);
    if (!change) return false;
    Value value = expression();
    if (target.components.empty()) {
      if (*change != '=') value = changed(names_.find(target.name)->second, *change, value);
      if (const auto type = types_.find(target.name); type != types_.end()) {
        value = built([&] { return vector_of(builder_, target.name, type->second, {value}); });
      }
    } else {
      value = with_components(target, *change, value);
    }
    if (target.is_precise) builder_.keep_as_written(value);
    names_.insert_or_assign(target.name, std::move(value));
    return true;
  }

  /// '*' of `*=`, '=' of `=`. `name`: only one that has a value can be changed.
  std::optional<char> assignment(const std::string& name) {
    if (names_.contains(name)) {
      for (const char sign : std::string_view("+-*/")) {
        if (take(std::string{sign, '='})) return sign;
      }
    }
    return take("=") && !take("=") ? std::optional('=') : std::nullopt;
  }

  /// What `before sign= value` makes of a value.
  Value changed(const Value& before, char sign, const Value& value) {
    return built([&] {
      if (sign == '*') return builder_.product(std::array{before, value});
      if (sign == '/') return builder_.quotient(before, value);
      return builder_.sum(std::array{before, value}, {false, sign == '-'});
    });
  }

  /// The target's vector with other components.
  Value with_components(const Target& target, char sign, Value value) {
    Value vector = names_.find(target.name)->second;
    const std::vector<std::size_t> places = components(target.components, vector.size());
    Value before;
    for (const std::size_t place : places) before.push_back(vector[place]);
    if (sign != '=') value = changed(before, sign, value);
    if (const auto type = types_.find(target.name); type != types_.end()) {
      value = built([&] { return of_type(builder_, value, type->second); });
    }
    if (value.size() != 1 && value.size() != places.size()) {
      fail(fmt::format("{} values are given to {} components", value.size(), places.size()));
    }
    for (std::size_t i = 0; i < places.size(); ++i) vector[places[i]] = value[value.size() == 1 ? 0 : i];
    return vector;
  }

  /// `statements else statements` behind `if (condition)`: each name that both sides leave with a value has one of the
  /// two.
  void take_choice(const Condition& condition) {
    enter();
    const Names before = names_;
    take_block();
    const Names where_true = std::exchange(names_, before);
    if (take_word("else")) take_block();
    Names after;
    for (const auto& one : names_) {
      const auto other = where_true.find(one.first);
      if (other == where_true.end()) continue;
      const bool is_same = other->second == one.second;
      after.emplace(one.first,
                    is_same ? one.second : built([&] { return chosen(condition, other->second, one.second); }));
    }
    names_ = std::move(after);
    leave();
  }

  void take_block() {
    const bool is_list = take("{");
    do {
      if (is_list && take("}")) return;
      skip_space();
      if (!take_statement()) fail("a value for a name is expected here, r = x;");
    } while (is_list);
  }

  std::map<std::string, ConstructedType, std::less<>> types_;  ///< of the names that were declared with one
};

/// Operands by name; those that are components are vectors too.
Names operand_names(std::span<const std::string> operands, Builder& builder) {
  Names names;
  std::map<std::string, std::map<std::size_t, std::size_t>> vectors;
  for (const std::string& operand : operands) {
    const Value value = builder.operand(operand);
    const std::size_t dot = operand.find('.');
    if (dot == std::string::npos) {
      names.emplace(operand, value);
      continue;
    }
    vectors[operand.substr(0, dot)].emplace(std::string_view("xyzw").find(operand[dot + 1]), value[0]);
  }
  for (const auto& [name, components] : vectors) {
    Value value;
    for (const auto& [place, node] : components) {
      if (place != value.size()) {
        throw Error(Error::Kind::kUsage,
                    fmt::format("{} has a component {}, and none before it", name, std::string_view("xyzw")[place]));
      }
      value.push_back(node);
    }
    if (!names.emplace(name, value).second) {
      throw Error(Error::Kind::kUsage, fmt::format("{} is a number and a vector", name));
    }
  }
  return names;
}

}  // namespace

void check_format(Format format) {
  if (info(format).kind == FormatKind::floating) return;
  throw Error(Error::Kind::kUsage, fmt::format("expressions are of floating formats, not {}", info(format).name));
}

Value parsed_part(std::string_view text, Builder& builder, Names names, int made_of) {
  return Parser(text, builder, std::move(names), made_of).whole();
}

Program parse_program(std::string_view text, std::span<const std::string> operands, const Rulebook& book, Format format,
                      const Readings& readings, Freedom freedom) {
  Builder builder(book, format, readings, freedom);
  try {
    Names names = operand_names(operands, builder);
    const Value result = parsed_part(text, builder, std::move(names), 0);
    try {
      return builder.finish(result);
    } catch (const Error& error) {
      throw Error(error.kind(), fmt::format("'{}': {}", text, error.what()));
    }
  } catch (const Mistake& mistake) {
    throw Error(Error::Kind::kUsage, fmt::format("'{}': {}, at character {}", text, mistake.message, mistake.at + 1));
  }
}

}  // namespace halfulp::range
