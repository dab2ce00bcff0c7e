// SPDX-License-Identifier: Apache-2.0
#include "rulebook/misfit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "rulebook/resolve.hpp"

namespace halfulp::rulebook {
namespace {

using Operations = std::vector<Operation>;

FormatKind kind_of(const std::optional<Format>& format) { return format ? info(*format).kind : FormatKind::floating; }
FormatKind result_kind(Operation operation) { return kind_of(info(operation).result_format); }
bool gives_floats(Operation operation) { return result_kind(operation) == FormatKind::floating; }
bool takes_floats(Operation operation) {
  return kind_of(info(operation).operand_formats.front()) == FormatKind::floating;
}

/// Whether the result is a code between two of which the exact one may lie.
bool gives_fractions(Operation operation) {
  const FormatKind kind = result_kind(operation);
  return kind == FormatKind::unorm || kind == FormatKind::snorm || kind == FormatKind::srgb ||
         kind == FormatKind::fixed;
}

bool gives_codes(Operation operation) {
  const FormatKind kind = result_kind(operation);
  return gives_fractions(operation) || kind == FormatKind::signed_integer || kind == FormatKind::unsigned_integer;
}

/// Whether an operand is a value of the result's format.
bool is_like_result(const OperationInfo& row, std::size_t operand) {
  return row.operand_formats[operand] == row.result_format;
}

/// Whether operands and result are floats of one format.
bool has_one_format(Operation operation) {
  const OperationInfo& row = info(operation);
  for (std::size_t i = 0; i < static_cast<std::size_t>(row.arity); ++i) {
    if (!is_like_result(row, i)) return false;
  }
  return gives_floats(operation);
}

bool moves_bits(Operation operation) {
  switch (operation) {
    case Operation::abs:
    case Operation::neg:
    case Operation::copysign:
    case Operation::nextafter:
      return true;
    default:
      return info(operation).family == OperationFamily::movement;
  }
}

bool may_be_irrational(Operation operation) {
  switch (operation) {
    case Operation::rsq:
    case Operation::sqrt:
    case Operation::exp2:
    case Operation::log2:
    case Operation::sin:
    case Operation::cos:
    case Operation::sincos_sin:
    case Operation::sincos_cos:
      return true;
    default:
      return info(operation).family == OperationFamily::function;
  }
}

/// The first operation for which `test` does not hold, or nullptr.
template <class Test>
const OperationInfo* first_without(const Operations& operations, Test test) {
  const auto found = std::ranges::find_if_not(operations, test);
  return found == operations.end() ? nullptr : &info(*found);
}

/// The name of an operand that is no value of the result's format in some operation, or "".
std::string unlike_result(const std::vector<std::string>& names, const Operations& operations) {
  for (const Operation operation : operations) {
    const OperationInfo& row = info(operation);
    for (std::size_t i = 0; i < static_cast<std::size_t>(row.arity); ++i) {
      const bool is_named = std::ranges::find(names, row.operand_names[i]) != names.end();
      if (is_named && !is_like_result(row, i)) return fmt::format("'{}' of {}", row.operand_names[i], row.name);
    }
  }
  return "";
}

// ---- expressions of steps

std::string misfit_of_names(const Bound& bound, const Operations& operations) {
  std::vector<std::string> used = names_in(bound.expansion);
  for (const auto& [name, part] : bound.with) {
    const auto is_operand = [&name = name](Operation operation) {
      return std::ranges::find(info(operation).operand_names, name) != info(operation).operand_names.end();
    };
    if (name == "pi" || std::ranges::any_of(operations, is_operand)) {
      return fmt::format("'with' explains '{}', which has a meaning already: give the part a name of its own", name);
    }
    if (std::ranges::find(used, name) == used.end()) {
      return fmt::format("'with' explains '{}', which is not in the expression", name);
    }
  }
  return "";
}

/// An expression without `steps`: each step is an operation of the rulebook.
std::string misfit_of_composition(const Expression& expression) {
  using Kind = Expression::Kind;
  if (expression.kind == Kind::power || expression.kind == Kind::compare) {
    return "an 'implemented as' expression is made of operands, numbers, + - * / and functions";
  }
  if (expression.kind == Kind::call) {
    const std::vector<Expression>& arguments = expression.arguments;
    const auto operation = find_operation(expression.text);
    if (!operation || info(*operation).arity != static_cast<int>(arguments.size())) {
      return fmt::format("'{}' with {} argument(s) is no operation", expression.text, arguments.size());
    }
    if (!has_one_format(*operation) || info(*operation).result_format) {
      return fmt::format("'{}' is no step: one has operands of the format of its result", expression.text);
    }
    const Expression& first = arguments[0].kind == Kind::negate ? arguments[0].arguments[0] : arguments[0];
    if (names_in(expression).empty() && (arguments.size() > 1 || first.kind != Kind::number)) {
      return fmt::format("a constant is a function of one number, log2(10); '{}' is none", text_of(expression));
    }
  }
  for (const Expression& argument : expression.arguments) {
    if (std::string wrong = misfit_of_composition(argument); !wrong.empty()) return wrong;
  }
  return "";
}

std::size_t terms_of(const Expression& expression) {
  if (expression.kind != Expression::Kind::add) return 1;
  return terms_of(expression.arguments[0]) + terms_of(expression.arguments[1]);
}

/// An expansion is made of operands, sums, products and reciprocals, each with a step that says how it rounds.
std::string misfit_of_expansion(const Expression& expression, const Bound& bound) {
  using Kind = Expression::Kind;
  constexpr std::size_t kMostTerms = 6;  // of 6 there are 945 orders, of 8 135135
  char symbol = 0;
  switch (expression.kind) {
    case Kind::name:
      if (expression.text == "pi") return "an expansion has no pi: without 'steps' an expression may have constants";
      return "";
    case Kind::add:
      symbol = '+';
      if (terms_of(expression) > kMostTerms) return fmt::format("a sum has at most {} terms", kMostTerms);
      break;
    case Kind::multiply:
      symbol = '*';
      break;
    case Kind::divide:
      if (expression.arguments[0].kind != Kind::number || expression.arguments[0].text != "1") {
        return "the only division of an expansion is a reciprocal: write x / y as x * k with k = \"1 / y\"";
      }
      symbol = '/';
      break;
    default:
      return "an expansion is made of operands, '+', '*' and '1 / operand'";
  }
  if (!bound.steps.contains(symbol) && !bound.steps.contains('.')) {
    return fmt::format("no step says how '{0}' rounds: steps = {{ \"{0}\" = {{ ulp = 1 }} }}, or each", symbol);
  }
  for (const Expression& argument : expression.arguments) {
    if (symbol == '/' && &argument == &expression.arguments[0]) continue;
    if (std::string wrong = misfit_of_expansion(argument, bound); !wrong.empty()) return wrong;
  }
  return "";
}

/// A conversion that a sequence in another format needs and there is not, or "".
std::string misfit_of_format(Format in, const Operations& operations) {
  const auto check = [](Format from, Format to) {
    if (from == to || conversion_between(from, to)) return std::string();
    return fmt::format("there is no conversion from {} to {}", info(from).name, info(to).name);
  };
  for (const Operation operation : operations) {
    const OperationInfo& row = info(operation);
    std::string wrong =
        row.only_format() && gives_floats(operation)
            ? check(in, *row.result_format)
            : fmt::format("'in' is for operations of fixed formats that give floats; {} does not", row.name);
    for (int i = 0; i < row.arity && wrong.empty(); ++i) wrong = check(row.operand_format(i, in), in);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

std::string misfit_of_steps(const Bound& bound, const Operations& operations) {
  if (bound.in) {
    if (std::string wrong = misfit_of_format(*bound.in, operations); !wrong.empty()) return wrong;
  } else if (const OperationInfo* row = first_without(operations, has_one_format)) {
    return fmt::format("steps of an expression are floats of one format; those of {} are not", row->name);
  }
  const bool is_error = bound.kind != Bound::Kind::sequence;
  const auto has_value = [&](Operation operation) { return !is_error || !moves_bits(operation); };
  if (const OperationInfo* row = first_without(operations, has_value)) {
    return fmt::format("{} moves bits, so that no error can be inherited: write exact = true or a sequence", row->name);
  }
  if (std::string wrong = misfit_of_names(bound, operations); !wrong.empty()) return wrong;
  const auto check = [&](const Expression& expression) {
    return bound.kind == Bound::Kind::inherited ? misfit_of_expansion(expression, bound)
                                                : misfit_of_composition(expression);
  };
  if (std::string wrong = check(bound.expansion); !wrong.empty()) return wrong;
  for (const auto& [name, part] : bound.with) {
    if (std::string wrong = check(part); !wrong.empty()) return wrong;
  }
  if (bound.kind != Bound::Kind::inherited) {
    return bound.with.size() > 1 ? "'with' explains one name, unless there are 'steps'" : "";
  }
  const auto is_rational = [](Operation operation) { return !may_be_irrational(operation); };
  if (const OperationInfo* row = first_without(operations, is_rational)) {
    return fmt::format("results of {} are irrational: leave 'steps' out, so that each step is the rulebook's own",
                       row->name);
  }
  return "";
}

}  // namespace

std::string misfit(const Bound& bound, std::string_view key, const Operations& operations) {
  const auto all = [&](auto test) { return std::ranges::all_of(operations, test); };
  const auto is_kind = [](auto test) { return [test](Operation operation) { return test(result_kind(operation)); }; };
  switch (bound.kind) {
    case Bound::Kind::exact:
      if (const auto* row = first_without(operations, [](Operation one) { return !gives_fractions(one); })) {
        return fmt::format("the exact result of {} may lie between two codes: write rounded = ... or steps = ...",
                           row->name);
      }
      return "";
    case Bound::Kind::ulp:
    case Bound::Kind::absolute:
    case Bound::Kind::absolute_below:
    case Bound::Kind::relative:
      return all(gives_floats) ? "" : fmt::format("'{}' is for floating-point results", key);
    case Bound::Kind::steps:
    case Bound::Kind::steps_below:
    case Bound::Kind::nearest_away:
      if (!all(gives_codes)) {
        return fmt::format("'{}' is for results that are codes: normalised, fixed-point or integer",
                           bound.kind == Bound::Kind::nearest_away ? "nearest_away" : key);
      }
      break;
    case Bound::Kind::recoded:
      if (!all(gives_floats) ||
          !all([](Operation one) { return info(one).operand_formats.front() == Format::srgb8; })) {
        return "'recoded' is for conversions from srgb8 to floating point";
      }
      return "";
    case Bound::Kind::toward_zero:
    case Bound::Kind::upward:
    case Bound::Kind::downward:
    case Bound::Kind::either:
      if (!all(is_kind([](FormatKind of) { return of != FormatKind::shared_exponent; }))) {
        return "components with a shared exponent are rounded to 'nearest' or 'nearest_even'";
      }
      break;
    case Bound::Kind::inherited:
    case Bound::Kind::composed:
    case Bound::Kind::sequence:
      return misfit_of_steps(bound, operations);
    case Bound::Kind::unconstrained:
    case Bound::Kind::any_of:
    case Bound::Kind::all_of:
      return "";
    default:
      break;
  }
  if (!all(is_kind([](FormatKind of) { return of != FormatKind::boolean; }))) {
    return fmt::format("'{}' is not for truth values: write exact = true", key);
  }
  constexpr double kMostSteps = 65536;
  if (bound.kind == Bound::Kind::steps || bound.kind == Bound::Kind::steps_below) {
    if (approximate(bound.amount) > kMostSteps) return fmt::format("'{}' is at most {}", key, kMostSteps);
  }
  if ((bound.factor != 0 || bound.rounds_product) && (!all(takes_floats) || !all(gives_codes))) {
    return fmt::format("'{}' is for conversions of floats to codes", bound.factor != 0 ? "factor" : "product");
  }
  return "";
}

std::string misfit(const SpecialTable& table, const Operations& operations) {
  for (const std::vector<std::string>* names : {&table.rows, &table.columns}) {
    for (auto at = names->begin(); at != names->end(); ++at) {
      if (std::find(at + 1, names->end(), *at) != names->end()) return fmt::format("class '{}' is there twice", *at);
    }
  }
  for (const Operation operation : operations) {
    const OperationInfo& row = info(operation);
    if (row.arity == 2 && row.operand_formats[0] != row.operand_formats[1]) {
      return fmt::format("a special-value table is for operands of one format; those of {} have two", row.name);
    }
    const FormatKind taken = kind_of(row.operand_formats.front());
    if (taken == FormatKind::signed_integer || taken == FormatKind::unsigned_integer || taken == FormatKind::boolean) {
      return fmt::format("a special-value table is for floats and normalised codes; {} takes integers", row.name);
    }
    for (const std::vector<std::string>& line : table.cells) {
      for (const std::string& cell : line) {
        const bool has_first = cell.find("src0") != std::string::npos;
        const bool has_last = cell.find("src1") != std::string::npos;
        if (has_last && row.arity == 1) return fmt::format("a cell '{}' for one operand, which is src0", cell);
        if ((has_first && !is_like_result(row, 0)) || (has_last && !is_like_result(row, 1))) {
          return fmt::format("a cell '{}': the operand of {} is no value of the result's format", cell, row.name);
        }
        const auto of_codes = {"+0", "F", "+F", "-F", "accuracy"};
        if (!gives_floats(operation) && std::ranges::find(of_codes, cell) == of_codes.end()) {
          return fmt::format("a cell '{}': results of {} are no floats, and cells +0 and accuracy alone", cell,
                             row.name);
        }
      }
    }
  }
  return "";
}

std::string misfit(const Identity& identity, const Operations& operations) {
  if (const std::string name = unlike_result({identity.result}, operations); !name.empty()) {
    return fmt::format("{} is no value of the result's format, which an identity would give", name);
  }
  const OperationInfo* row = first_without(operations, gives_floats);
  return identity.result == "nan" && row != nullptr ? fmt::format("results of {} have no NaN", row->name) : "";
}

std::string misfit(const Allowance& allowance, const Operations& operations) {
  const auto multiplies = [](Operation operation) {
    return gives_floats(operation) && (!info(operation).result_format || is_like_result(info(operation), 0));
  };
  if (const OperationInfo* row = first_without(operations, multiplies)) {
    return fmt::format("'allows' is for floating-point results of the operands' format; {} has none", row->name);
  }
  const std::string name = unlike_result(names_in(allowance.result), operations);
  return name.empty() ? "" : fmt::format("{} is no value of the result's format, which 'allows' would give", name);
}

std::string misfit(Property property, const Operations& operations) {
  const auto converts = [&](Operation operation) {
    if (info(operation).arity != 1 || !info(operation).only_format()) return false;
    const bool is_normalised = gives_fractions(operation) && result_kind(operation) != FormatKind::fixed;
    return takes_floats(operation) && (is_normalised || property == Property::round_trip);
  };
  const OperationInfo* row = first_without(operations, converts);
  if (row == nullptr) return "";
  return fmt::format("the property is one of conversions of a float to {}; {} is none",
                     property == Property::round_trip ? "another format" : "a normalised format", row->name);
}

}  // namespace halfulp::rulebook
