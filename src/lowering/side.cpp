// SPDX-License-Identifier: Apache-2.0
#include "lowering/side.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "halfulp/error.hpp"
#include "rulebook/resolve.hpp"
#include "rulebook/stand_in.hpp"

namespace halfulp::lowering {
namespace {

using rulebook::Expression;
using ExpressionKind = rulebook::Expression::Kind;

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  throw Error(Error::Kind::kUsage, fmt::format("'{}': {}", text, why));
}

/// Whether an expression without operands adds, subtracts, multiplies or divides.
bool has_steps(const Expression& expression) {
  constexpr std::array kSteps = {ExpressionKind::add, ExpressionKind::subtract, ExpressionKind::multiply,
                                 ExpressionKind::divide};
  return std::ranges::find(kSteps, expression.kind) != kSteps.end() ||
         std::ranges::any_of(expression.arguments, has_steps);
}

/// What an expression is read for.
struct Reader {
  const std::string& text;
  const Rulebook& steps;
  Operation asked;
  Format format;
  const FindOperation& find;

  /// Refuses what the judge cannot take step by step, and gives every function the name of its operation.
  void prepare(Expression& expression) const {
    switch (expression.kind) {
      case ExpressionKind::number:
      case ExpressionKind::negate:
      case ExpressionKind::add:
      case ExpressionKind::subtract:
      case ExpressionKind::multiply:
      case ExpressionKind::divide:
        break;
      case ExpressionKind::name:
        check_name(expression.text);
        break;
      case ExpressionKind::call:
        prepare_call(expression);
        break;
      default:
        refuse(text, "an expression is made of operands, numbers, + - * / and functions");
    }
    for (Expression& argument : expression.arguments) prepare(argument);
  }

 private:
  void check_name(const std::string& name) const {
    const auto& names = info(asked).operand_names;
    if (name == "pi" || std::ranges::find(names, name) != names.end()) return;
    refuse(text, fmt::format("{} has no operand '{}'; its operands are {}", info(asked).name, name,
                             fmt::join(names.begin(), names.begin() + info(asked).arity, ", ")));
  }

  void prepare_call(Expression& call) const {
    const Operation operation = in_rulebook(called(call.text));
    const OperationInfo& row = info(operation);
    if (row.result(format) != format || row.operand_format(0, format) != format) {
      refuse(text, fmt::format("{} takes or gives another format than {}", call.text, info(format).name));
    }
    if (static_cast<std::size_t>(row.arity) != call.arguments.size()) {
      refuse(text, fmt::format("{} takes {} operand{}, not {}", call.text, row.arity, row.arity == 1 ? "" : "s",
                               call.arguments.size()));
    }
    // A function of numbers alone is a constant and no step: its argument may be another constant, and no sum of them.
    if (rulebook::names_in(call).empty() && (row.arity != 1 || has_steps(call.arguments[0]))) {
      refuse(text, fmt::format("{}(...) has no operand: write the number that it is", call.text));
    }
    call.text = row.name;
  }

  [[nodiscard]] Operation called(const std::string& name) const {
    try {
      return find(name);
    } catch (const Error& error) {
      refuse(text, error.what());
    }
  }

  [[nodiscard]] Operation in_rulebook(Operation operation) const {
    const auto has = [&](Operation one) { return steps.has(one, format); };
    return rulebook::standing_for(operation, has).value_or(operation);
  }
};

/// The operation that an expression is, of its operands in their order; or nothing.
std::optional<Operation> only_operation(const Expression& expression, Operation asked) {
  if (expression.kind != ExpressionKind::call) return std::nullopt;
  const auto is_in_place = [&](const Expression& argument) {
    const auto i = static_cast<std::size_t>(&argument - expression.arguments.data());
    return argument.kind == ExpressionKind::name && argument.text == info(asked).operand_names[i];
  };
  const Operation called = *find_operation(expression.text);
  const bool computes_the_same = called == asked || called == rulebook::stand_in(asked);
  return computes_the_same && std::ranges::all_of(expression.arguments, is_in_place) ? std::optional(called)
                                                                                     : std::nullopt;
}

Expression parsed(const std::string& text) {
  try {
    return rulebook::parse_expression(text);
  } catch (const rulebook::SyntaxError& error) {
    refuse(text, fmt::format("{}, at character {}", error.what(), error.offset + 1));
  }
}

}  // namespace

Side side_of_operation(const Rulebook& book, Operation operation, Format format, const Readings& readings) {
  return {book, judge::Ruling::of(book, operation, format, readings), nullptr};
}

Side side_of_expression(const Rulebook& steps, const std::string& text, Operation asked, Format format,
                        const FindOperation& find) {
  const OperationInfo& row = info(asked);
  if (row.result(format) != format || row.operand_format(0, format) != format) {
    refuse(text, fmt::format("{} is no operation from {} to {}, as expressions are", row.name, info(format).name,
                             info(format).name));
  }
  rulebook::Piece piece;
  piece.bound.kind = rulebook::Bound::Kind::sequence;
  piece.bound.expansion = parsed(text);
  Reader{text, steps, asked, format, find}.prepare(piece.bound.expansion);
  const std::optional<Operation> only = only_operation(piece.bound.expansion, asked);
  if (only && steps.has(*only, format)) return side_of_operation(steps, *only, format);
  auto pieces = std::make_shared<const std::vector<rulebook::Piece>>(std::vector{std::move(piece)});

  judge::Ruling ruling;
  ruling.operation = asked;
  ruling.format = ruling.result_format = &info(format);
  // No rule of the rulebook for the whole: every policy has the value that changes nothing.
  ruling.rules = rulebook::resolve({}, asked, format, {});
  ruling.rules.accuracy = pieces.get();
  ruling.rules.accuracy_rule = rulebook::text_of(pieces->front().bound.expansion);
  ruling.policies = judge::policies_of(ruling.rules);
  ruling.owner = steps.share();
  ruling.accuracy.push_back({judge::compile(pieces->front().bound, row.operand_names), std::nullopt});
  for (const auto& part : rulebook::steps_of(pieces->front().bound, asked, format)) {
    try {
      ruling.parts[part] = std::make_shared<const judge::Ruling>(judge::Ruling::of(steps, part.first, part.second, {}));
    } catch (const Error& error) {
      refuse(text, fmt::format("no rule for a step: {}", error.what()));
    }
  }
  return {steps, std::move(ruling), std::move(pieces)};
}

}  // namespace halfulp::lowering
