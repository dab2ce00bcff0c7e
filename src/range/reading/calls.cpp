// SPDX-License-Identifier: Apache-2.0
#include "range/reading/calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "number/names.hpp"
#include "range/reading/matrix.hpp"
#include "range/reading/scanner.hpp"

namespace halfulp::range {
namespace {

using number::NamedFunction;

/// Functions that are made of functions that are made of functions: smoothstep is the deepest.
constexpr int kMostMadeOf = 8;

class Calls {
 public:
  Calls(Builder& builder, int made_of) : builder_(builder), made_of_(made_of) {}

  Value of(const std::string& name, const std::vector<Value>& arguments) {
    if (const auto type = constructed(name)) return vector_of(builder_, name, *type, arguments);
    std::string_view bare = number::split_name(name).name;
    if (const std::size_t colons = bare.find("::"); colons != std::string_view::npos) bare.remove_prefix(colons + 2);
    // OpenCL's convert_float4, by the type of its operand.
    if (constexpr std::string_view kConvert = "convert_"; bare.starts_with(kConvert)) {
      const auto type = constructed(bare.substr(kConvert.size()));
      if (type && (!type->format || info(*type->format).kind == FormatKind::floating)) {
        return vector_of(builder_, name, *type, arguments);
      }
    }
    if (bare == "dot") {
      if (arguments.size() != 2) refuse("dot takes two vectors");
      return builder_.dot(arguments[0], arguments[1]);
    }
    if (bare == "cross") return cross(arguments);
    if (std::ranges::any_of(arguments, is_matrix)) {
      if (bare == "mul" && arguments.size() == 2) return matrix_product(builder_, arguments[0], arguments[1]);
      if (bare == "transpose" && arguments.size() == 1) return transposed(arguments[0]);
    }
    if (bare == "mul" && arguments.size() == 2 && arguments[0].size() > 1 && arguments[1].size() > 1) {
      refuse("mul of two vectors is HLSL's dot product: write dot(x, y), or x * y for each component");
    }
    if (const auto vector = of_vectors(std::string(bare), arguments)) return *vector;
    if ((bare == "any" || bare == "all") && arguments.size() == 1) return joined(bare == "any", arguments[0]);
    if (bare == "mix" && builder_.language() == "glsl" && arguments.size() == 3 && builder_.is_truth(arguments[2])) {
      return chosen(arguments[2], arguments[1], arguments[0]);
    }
    const std::optional<Operation> own = operation_called(name, builder_.language(), arguments.size());
    // The instruction takes bits that are not 0, as -0.0 has them.
    if (own == Operation::movc && arguments.size() == 3 && (bare != "movc" || builder_.is_truth(arguments[0]))) {
      return chosen(arguments[0], arguments[1], arguments[2]);
    }
    if (own && info(*own).family == OperationFamily::comparison) return is_so(name, *own, arguments);
    if (own && (is_known(*own, arguments) || builder_.are_constant(arguments))) return applied(*own, arguments);
    const NamedFunction& function = function_called(name, builder_.language());
    if (function.format && *function.format != builder_.format_of(arguments)) {
      refuse(fmt::format("{} is {}: --format {}", name, number::function_text(function), info(*function.format).name));
    }
    if (function.operations.size() > 1) {
      refuse(fmt::format("{} is {}: name one of them", name, number::function_text(function)));
    }
    if (!function.operations.empty()) {
      const Operation operation = function.operations.front();
      if (is_known(operation, arguments) || function.made_of.empty()) return applied(operation, arguments);
    }
    if (function.made_of.empty()) refuse(fmt::format("no document of a rulebook bounds {}", name));
    const std::vector<std::string> operands = operands_of(function);
    check_count(name, operands.size(), arguments.size());
    return expanded(name, operands, function.made_of, arguments);
  }

 private:
  bool is_known(Operation operation, const std::vector<Value>& arguments) {
    return builder_.known(operation, arguments).has_value();
  }

  /// isnan(x), lt(x, y) by its name: 1 where it holds, else 0.
  Value is_so(const std::string& name, Operation comparison, const std::vector<Value>& arguments) {
    check_count(name, static_cast<std::size_t>(info(comparison).arity), arguments.size());
    return builder_.select(comparison, arguments, builder_.number("1"), builder_.number("0"));
  }

  /// `x` where a number is not 0, else `y`.
  Value chosen(const Value& number, const Value& x, const Value& y) {
    return builder_.select(Operation::ne, std::array{number, builder_.number("0")}, x, y);
  }

  /// any(x) and all(x): 1 where any or all components are not 0, else 0.
  Value joined(bool is_any, const Value& x) {
    const Value one = builder_.number("1");
    const Value zero = builder_.number("0");
    Value result = is_any ? zero : one;
    for (const std::size_t component : x) {
      result = is_any ? chosen({component}, one, result) : chosen({component}, result, zero);
    }
    return result;
  }

  Value applied(Operation operation, const std::vector<Value>& arguments) {
    return builder_.apply(operation, arguments);
  }

  /// A function that the rulebook has no rule for, as what it is made of.
  Value expanded(const std::string& name, const std::vector<std::string>& operands, std::string_view made_of,
                 const std::vector<Value>& arguments) {
    if (made_of_ == kMostMadeOf) refuse("functions made of functions: too deep");
    builder_.note_made_of(name, made_of);
    Names names;
    for (std::size_t i = 0; i < operands.size(); ++i) names.emplace(operands[i], arguments[i]);
    try {
      return of_definition(made_of, std::move(names));
    } catch (const Mistake& mistake) {
      refuse(fmt::format("{} is {}, and that cannot be taken here: {}", name, made_of, mistake.message));
    }
  }

  void check_count(const std::string& name, std::size_t operands, std::size_t given) const {
    if (operands != given) refuse(fmt::format("{} takes {} operands, not {}", name, operands, given));
  }

  /// `expression, name = expression`, as the table of names has it.
  Value of_definition(std::string_view text, Names names) {
    const std::size_t equals = text.rfind(" = ");
    const std::size_t comma = text.substr(0, equals).rfind(", ");
    const auto value = [&](std::string_view part) { return parsed_part(part, builder_, names, made_of_ + 1); };
    if (equals == std::string_view::npos || comma == std::string_view::npos) return value(text);
    names.insert_or_assign(std::string(text.substr(comma + 2, equals - comma - 2)), value(text.substr(equals + 3)));
    return value(text.substr(0, comma));
  }

  /// length, distance, normalize and reflect: the rulebook's operation for their components, else what they are made
  /// of.
  std::optional<Value> of_vectors(const std::string& name, const std::vector<Value>& arguments) {
    const VectorFunction* const made = vector_function(name);
    if (made == nullptr) return std::nullopt;
    check_count(name, made->operands.size(), arguments.size());
    const auto own = find_operation(fmt::format("{}{}", name, arguments[0].size()));
    if (own && made->gives_number && is_known(*own, arguments)) return applied(*own, components_of(arguments));
    if (own && !made->gives_number && builder_.has_own_bound(*own, arguments)) return by_components(*own, arguments, 0);
    return expanded(name, made->operands, made->made_of, arguments);
  }

  /// Each component by the operation that gives the first one of vectors without their first `skipped` components.
  Value by_components(Operation operation, const std::vector<Value>& vectors, std::size_t skipped) {
    Value result;
    for (std::size_t i = 0; i < vectors[0].size(); ++i) {
      std::vector<Value> operands;
      for (const Value& vector : vectors) {
        for (std::size_t k = skipped; k < vector.size(); ++k) operands.push_back({vector[(i + k) % vector.size()]});
      }
      result.push_back(applied(operation, operands)[0]);
    }
    return result;
  }

  Value cross(const std::vector<Value>& arguments) {
    if (arguments.size() != 2 || arguments[0].size() != 3 || arguments[1].size() != 3) {
      refuse("cross takes two vectors of three components");
    }
    if (builder_.has_own_bound(Operation::cross, arguments)) return by_components(Operation::cross, arguments, 1);
    const Value& x = arguments[0];
    const Value& y = arguments[1];
    Value result;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto times = [&](std::size_t a, std::size_t b) {
        return builder_.product(std::array{Value{x[a % 3]}, Value{y[b % 3]}});
      };
      const Value component = builder_.sum(std::array{times(i + 1, i + 2), times(i + 2, i + 1)}, {false, true});
      result.push_back(component[0]);
    }
    return result;
  }

  Builder& builder_;
  int made_of_;
};

}  // namespace

Value of_type(Builder& builder, const Value& value, const ConstructedType& type) {
  if (type.format == Format::binary16 && builder.language() == "hlsl") {
    builder.note("half is binary16 here; HLSL's compilers take it for float unless 16-bit types are enabled");
  }
  return builder.converted(value, type.format.value_or(builder.format()));
}

Value vector_of(Builder& builder, const std::string& name, const ConstructedType& type,
                const std::vector<Value>& arguments) {
  Value result;
  for (const Value& argument : arguments) result.insert(result.end(), argument.begin(), argument.end());
  if (result.size() == 1 && arguments.size() == 1) return Value(type.components, of_type(builder, result, type)[0]);
  if (result.size() != type.components) {
    refuse(fmt::format("{} takes {} components, not {}", name, type.components, result.size()));
  }
  return of_type(builder, result, type);
}

Value called_function(Builder& builder, const std::string& name, const std::vector<Value>& arguments, int made_of) {
  return Calls(builder, made_of).of(name, arguments);
}

}  // namespace halfulp::range
