// SPDX-License-Identifier: Apache-2.0
#include "range/parse.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <type_traits>

#include "halfulp/error.hpp"
#include "range/calls.hpp"
#include "range/functions.hpp"
#include "range/scanner.hpp"

namespace halfulp::range {
namespace {

constexpr std::size_t kMostComponents = 4;
constexpr int kMostNested = 64;
/// What may stand before a name that is defined, and changes nothing.
constexpr std::array<std::string_view, 6> kQualifiers = {"let", "const", "var", "static", "constexpr", "highp"};

class Parser : private Scanner {
 public:
  Parser(std::string_view text, Builder& builder, Names names, int depth)
      : Scanner(text), builder_(builder), names_(std::move(names)), made_of_(depth) {}

  /// `name = expression;` any number of times, then an expression.
  Value whole() {
    while (true) {
      skip_space();
      if (is_at_end()) fail("an expression is missing");
      const std::size_t start = at_;
      if (take_word("return")) continue;
      if (const std::optional<Definition> definition = this->definition()) {
        Value value = typed(expression(), definition->type);
        if (definition->change) value = changed(definition->name, *definition->change, value);
        if (definition->is_precise) builder_.keep_as_written(value);
        if (!take(";")) fail("';' is missing behind the value of '" + definition->name + "'");
        names_.insert_or_assign(definition->name, std::move(value));
        continue;
      }
      at_ = start;
      Value result = expression();
      static_cast<void>(take(";"));
      skip_space();
      if (!is_at_end()) unexpected();
      return result;
    }
  }

 private:
  struct Definition {
    std::string name;
    std::optional<ConstructedType> type;
    std::optional<char> change;  ///< '*' of `r *= x`
    bool is_precise = false;
  };

  /// `let r =`, `const float r =`, `r =`, `r +=`, that sign taken; nothing where an expression comes.
  std::optional<Definition> definition() {
    Definition result;
    while (true) {
      if (take_word("precise") || take_word("invariant")) {
        result.is_precise = true;
      } else if (std::ranges::none_of(kQualifiers, [&](std::string_view word) { return take_word(word); })) {
        break;
      }
    }
    skip_space();
    const std::size_t start = at_;
    result.type = constructed(name());
    skip_space();
    if (!result.type || !is_at_letter()) {
      result.type.reset();
      at_ = start;
    }
    result.name = name();
    if (result.name.empty()) return std::nullopt;
    if (!result.type && take(":")) result.type = constructed(name());  // let r: f16 =
    if (names_.contains(result.name)) {
      for (const char sign : std::string_view("+-*/")) {
        if (!take(std::string{sign, '='})) continue;
        result.change = sign;
        return result;
      }
    }
    return take("=") && !take("=") ? std::optional(result) : std::nullopt;
  }

  /// What `name sign= value` makes of a name's value.
  Value changed(const std::string& name, char sign, const Value& value) {
    const Value& before = names_.find(name)->second;
    return built([&] {
      if (sign == '*') return builder_.product(std::array{before, value});
      if (sign == '/') return builder_.quotient(before, value);
      return builder_.sum(std::array{before, value}, {false, sign == '-'});
    });
  }

  // ---- expressions

  Value expression() {
    if (++depth_ > kMostNested) fail("nested too deeply");
    Value result = choice();
    --depth_;
    return result;
  }

  Value typed(const Value& value, const std::optional<ConstructedType>& type) {
    return type ? built([&] { return of_type(builder_, value, *type); }) : value;
  }

  /// What is true or false: a comparison, several joined, or a number that is not 0.
  struct Condition {
    enum class Kind : std::uint8_t { number, comparison, both, either, opposite };
    Kind kind = Kind::number;
    Operation comparison = Operation::ne;
    std::vector<Value> compared;
    std::vector<Condition> parts{};
  };

  /// `condition ? x : y`; a condition alone is 1 where it holds, else 0.
  Value choice() {
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

  Condition alternatives() {
    Condition left = conjunction();
    while (take("||")) left = {Condition::Kind::either, {}, {}, {std::move(left), conjunction()}};
    return left;
  }

  Condition conjunction() {
    Condition left = comparison();
    while (take("&&")) left = {Condition::Kind::both, {}, {}, {std::move(left), comparison()}};
    return left;
  }

  Condition comparison() {
    if (take("!")) {
      if (++depth_ > kMostNested) fail("nested too deeply");
      Condition opposite{Condition::Kind::opposite, {}, {}, {comparison()}};
      --depth_;
      return opposite;
    }
    Value left = sum();
    const std::optional<Operation> word = comparison_word();
    if (!word) return {Condition::Kind::number, {}, {std::move(left)}};
    return {Condition::Kind::comparison, *word, {std::move(left), sum()}};
  }

  Value chosen(const Condition& condition, const Value& x, const Value& y) {
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

  std::optional<Operation> comparison_word() {
    using enum Operation;
    constexpr std::array kWords = {std::pair{"<=", le}, std::pair{">=", ge}, std::pair{"==", eq},
                                   std::pair{"!=", ne}, std::pair{"<", lt},  std::pair{">", gt}};
    for (const auto& [word, operation] : kWords) {
      if (take(word)) return operation;
    }
    return std::nullopt;
  }

  Value sum() {
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

  Value product() {
    std::vector<Value> factors = {negation()};
    const auto join = [&] {
      Value result = built([&] { return factors.size() == 1 ? factors[0] : builder_.product(factors); });
      factors = {result};
    };
    while (true) {
      if (take("*")) {
        factors.push_back(negation());
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

  Value negation() {
    if (take("+")) return negation();
    if (!take("-")) return selected();
    if (++depth_ > kMostNested) fail("nested too deeply");
    const Value value = negation();
    --depth_;
    return built([&] { return builder_.negative(value); });
  }

  /// A value and the components that are taken of it.
  Value selected() {
    Value value = atom();
    while (!is_at_end() && text_[at_] == '.') {
      ++at_;
      const std::string letters = name();
      Value components;
      for (const char letter : letters) {
        std::size_t place = std::string_view("xyzw").find(letter);
        if (place == std::string_view::npos) place = std::string_view("rgba").find(letter);
        if (place == std::string_view::npos || place >= value.size()) {
          fail(fmt::format("'.{}' is no part of a value of {} component{}", letters, value.size(),
                           value.size() == 1 ? "" : "s"));
        }
        components.push_back(value[place]);
      }
      if (components.empty() || components.size() > kMostComponents) fail("a component is missing behind '.'");
      value = std::move(components);
    }
    return value;
  }

  Value atom() {
    skip_space();
    if (is_at_end()) fail("a value is missing");
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
    if (constructed(name) && take("<")) {  // vec3<f16>(...) is vec3h(...)
      const std::string type = this->name();
      const auto of = constructed(type);
      if (!of || of->components != 1) fail(fmt::format("'{}' is no type of a component", type));
      expect(">");
      expect("(");
      const std::vector<Value> components = arguments();
      return built([&] { return vector_of(builder_, name, {constructed(name)->components, of->format}, components); });
    }
    if (take("(")) return call(name, start);
    if (const auto found = names_.find(name); found != names_.end()) return found->second;
    if (const auto constant = builder_.constant(name)) return *constant;
    at_ = start;
    std::vector<std::string> known;
    for (const auto& [one, value] : names_) known.push_back(one);
    fail(known.empty()
             ? fmt::format("'{}' has no value: give it one, {} = 0.5, or a range, {} in [0, 1]", name, name, name)
             : fmt::format("'{}' has neither a value nor a range, {} in [0, 1]; known are {}", name, name,
                           fmt::join(known, ", ")));
  }

  Value number() {
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

  /// Behind the opening bracket.
  std::vector<Value> arguments() {
    std::vector<Value> values;
    if (take(")")) return values;
    do {
      values.push_back(expression());
    } while (take(","));
    expect(")");
    return values;
  }

  Value call(const std::string& name, std::size_t start) {
    const std::vector<Value> arguments = this->arguments();
    const std::size_t end = at_;
    at_ = start;  // what is wrong with the call is wrong there
    Value result = built(
        [&] { return builder_.by_table(name, [&] { return called_function(builder_, name, arguments, made_of_); }); });
    at_ = end;
    return result;
  }

  /// The builder's errors with the place in the text.
  template <class Make>
  std::invoke_result_t<Make> built(Make make) {
    try {
      return make();
    } catch (const Error& error) {
      if (error.kind() != Error::Kind::kUsage) throw;
      fail(error.what());
    }
  }

  Builder& builder_;
  Names names_;
  int made_of_;
  int depth_ = 0;
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
