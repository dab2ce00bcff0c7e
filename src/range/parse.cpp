// SPDX-License-Identifier: Apache-2.0
#include "range/parse.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <type_traits>

#include "halfulp/error.hpp"
#include "number/names.hpp"
#include "range/functions.hpp"
#include "range/scanner.hpp"

namespace halfulp::range {
namespace {

using number::NamedFunction;
using Names = std::map<std::string, Value, std::less<>>;

constexpr std::size_t kMostComponents = 4;
constexpr int kMostNested = 64;
/// Functions that are made of functions that are made of functions: smoothstep is the deepest.
constexpr int kMostMadeOf = 8;

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
      const bool is_precise = take_word("precise") || take_word("invariant");
      if (const auto name = defined_name()) {
        Value value = expression();
        if (is_precise) builder_.keep_as_written(value);
        if (!take(";")) fail("';' is missing behind the value of '" + *name + "'");
        names_.insert_or_assign(*name, std::move(value));
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
  /// `let r =`, `float r =`, `r =`: the name, the equals sign taken.
  std::optional<std::string> defined_name() {
    if (!take_word("let") && !take_word("const") && !take_word("var")) {
      const std::size_t start = at_;
      const std::string type = name();
      skip_space();
      const bool is_type = constructed(type).has_value() && is_at_letter();
      if (!is_type) at_ = start;
    }
    std::string result = name();
    if (result.empty() || !take("=") || take("=")) return std::nullopt;
    return result;
  }

  // ---- expressions

  Value expression() {
    if (++depth_ > kMostNested) fail("nested too deeply");
    Value result = choice();
    --depth_;
    return result;
  }

  /// `left < right ? x : y`; a comparison alone is 1 where it holds, else 0.
  Value choice() {
    Value left = sum();
    const std::optional<Operation> comparison = comparison_word();
    if (!comparison) return left;
    const Value right = sum();
    Value x;
    Value y;
    if (take("?")) {
      x = expression();
      expect(":");
      y = expression();
    } else {
      x = builder_.number("1");
      y = builder_.number("0");
    }
    return built([&] { return builder_.select(*comparison, left, right, x, y); });
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
        factors = {called("fmod", {factors[0], divisor})};
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
    const std::string name = this->name();
    if (constructed(name) && take("<")) {  // vec3<f32>(...)
      static_cast<void>(this->name());
      expect(">");
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

  Value call(const std::string& name, std::size_t start) {
    std::vector<Value> arguments;
    if (!take(")")) {
      do {
        arguments.push_back(expression());
      } while (take(","));
      expect(")");
    }
    const std::size_t end = at_;
    at_ = start;  // what is wrong with the call is wrong there
    Value result = built([&] { return builder_.by_table(name, [&] { return called(name, arguments); }); });
    at_ = end;
    return result;
  }

  Value called(const std::string& name, const std::vector<Value>& arguments) {
    if (const auto size = constructed(name)) return vector_of(name, *size, arguments);
    const std::string_view bare = number::split_name(name).name;
    if (bare == "dot") {
      if (arguments.size() != 2) fail("dot takes two vectors");
      return built([&] { return builder_.dot(arguments[0], arguments[1]); });
    }
    if (bare == "cross") return cross(arguments);
    if (const auto vector = of_vectors(std::string(bare), arguments)) return *vector;
    const std::optional<Operation> own = operation_called(name);
    if (own && (builder_.known(*own) || builder_.are_constant(arguments))) return applied(*own, arguments);
    const NamedFunction& function = built([&]() -> const NamedFunction& { return function_called(name); });
    if (function.format && *function.format != builder_.format()) {
      fail(fmt::format("{} is {}: --format {}", name, number::function_text(function), info(*function.format).name));
    }
    if (function.operations.size() > 1) {
      fail(fmt::format("{} is {}: name one of them", name, number::function_text(function)));
    }
    if (!function.operations.empty()) {
      const Operation operation = function.operations.front();
      if (builder_.known(operation) || function.made_of.empty()) return applied(operation, arguments);
    }
    if (function.made_of.empty()) fail(fmt::format("no document of a rulebook bounds {}", name));
    const std::vector<std::string> operands = operands_of(function);
    check_count(name, operands.size(), arguments.size());
    return expanded(name, operands, function.made_of, arguments);
  }

  Value applied(Operation operation, const std::vector<Value>& arguments) {
    return built([&] { return builder_.apply(operation, arguments); });
  }

  /// A function that the rulebook has no rule for, as what it is made of.
  Value expanded(const std::string& name, const std::vector<std::string>& operands, std::string_view made_of,
                 const std::vector<Value>& arguments) {
    if (made_of_ == kMostMadeOf) fail("functions made of functions: too deep");
    builder_.note_made_of(name, made_of);
    Names names;
    for (std::size_t i = 0; i < operands.size(); ++i) names.emplace(operands[i], arguments[i]);
    try {
      return of_definition(made_of, std::move(names));
    } catch (const Mistake& mistake) {
      fail(fmt::format("{} is {}, and that cannot be taken here: {}", name, made_of, mistake.message));
    }
  }

  void check_count(const std::string& name, std::size_t operands, std::size_t given) const {
    if (operands != given) fail(fmt::format("{} takes {} operands, not {}", name, operands, given));
  }

  /// `expression, name = expression`, as the table of names has it.
  Value of_definition(std::string_view text, Names names) {
    const std::size_t comma = text.rfind(", ");
    const std::size_t equals = text.rfind(" = ");
    const auto value = [&](std::string_view part) { return Parser(part, builder_, names, made_of_ + 1).whole(); };
    if (comma == std::string_view::npos || equals == std::string_view::npos || equals < comma) return value(text);
    names.insert_or_assign(std::string(text.substr(comma + 2, equals - comma - 2)), value(text.substr(equals + 3)));
    return value(text.substr(0, comma));
  }

  Value vector_of(const std::string& name, std::size_t size, const std::vector<Value>& arguments) {
    Value result;
    for (const Value& argument : arguments) result.insert(result.end(), argument.begin(), argument.end());
    if (result.size() == 1 && arguments.size() == 1) return Value(size, result[0]);
    if (result.size() != size) fail(fmt::format("{} takes {} components, not {}", name, size, result.size()));
    return result;
  }

  /// length, distance, normalize and reflect: the rulebook's operation for their components, else what they are made
  /// of.
  std::optional<Value> of_vectors(const std::string& name, const std::vector<Value>& arguments) {
    const VectorFunction* const made = vector_function(name);
    if (made == nullptr) return std::nullopt;
    check_count(name, made->operands.size(), arguments.size());
    const auto own = find_operation(fmt::format("{}{}", name, arguments[0].size()));
    if (own && made->gives_number && builder_.known(*own)) return applied(*own, components_of(arguments));
    return expanded(name, made->operands, made->made_of, arguments);
  }

  Value cross(const std::vector<Value>& arguments) {
    if (arguments.size() != 2 || arguments[0].size() != 3 || arguments[1].size() != 3) {
      fail("cross takes two vectors of three components");
    }
    const Value& x = arguments[0];
    const Value& y = arguments[1];
    return built([&] {
      Value result;
      for (std::size_t i = 0; i < 3; ++i) {
        const auto times = [&](std::size_t a, std::size_t b) {
          return builder_.product(std::array{Value{x[a % 3]}, Value{y[b % 3]}});
        };
        const Value component = builder_.sum(std::array{times(i + 1, i + 2), times(i + 2, i + 1)}, {false, true});
        result.push_back(component[0]);
      }
      return result;
    });
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

Program parse_program(std::string_view text, std::span<const std::string> operands, const Rulebook& book, Format format,
                      const Readings& readings, Freedom freedom) {
  Builder builder(book, format, readings, freedom);
  try {
    Names names = operand_names(operands, builder);
    return builder.finish(Parser(text, builder, std::move(names), 0).whole());
  } catch (const Mistake& mistake) {
    throw Error(Error::Kind::kUsage, fmt::format("'{}': {}, at character {}", text, mistake.message, mistake.at + 1));
  }
}

}  // namespace halfulp::range
