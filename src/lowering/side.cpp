// SPDX-License-Identifier: Apache-2.0
#include "lowering/side.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "halfulp/error.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::lowering {
namespace {

using rulebook::Expression;
using ExpressionKind = rulebook::Expression::Kind;

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  throw Error(Error::Kind::kUsage, fmt::format("'{}': {}", text, why));
}

/// Refuses what the judge cannot take step by step.
void check(const std::string& text, const Expression& expression, Operation asked, Format format) {
  const auto& names = info(asked).operand_names;
  switch (expression.kind) {
    case ExpressionKind::number:
    case ExpressionKind::negate:
    case ExpressionKind::add:
    case ExpressionKind::subtract:
    case ExpressionKind::multiply:
    case ExpressionKind::divide:
      break;
    case ExpressionKind::name:
      if (expression.text != "pi" && std::ranges::find(names, expression.text) == names.end()) {
        refuse(text, fmt::format("{} has no operand '{}'; its operands are {}", info(asked).name, expression.text,
                                 fmt::join(names.begin(), names.begin() + info(asked).arity, ", ")));
      }
      break;
    case ExpressionKind::call: {
      const std::optional<Operation> called = find_operation(expression.text);
      if (!called) refuse(text, fmt::format("there is no operation '{}'", expression.text));
      const OperationInfo& row = info(*called);
      if (row.result(format) != format || row.operand_format(0, format) != format) {
        refuse(text, fmt::format("{} takes or gives another format than {}", expression.text, info(format).name));
      }
      if (static_cast<std::size_t>(row.arity) != expression.arguments.size()) {
        refuse(text,
               fmt::format("{} takes {} operands, not {}", expression.text, row.arity, expression.arguments.size()));
      }
      if (rulebook::names_in(expression).empty() && row.arity != 1) {
        refuse(text, fmt::format("{} of numbers alone: write its result", expression.text));
      }
      break;
    }
    default:
      refuse(text, "an expression is made of operands, numbers, + - * / and functions");
  }
  for (const Expression& argument : expression.arguments) check(text, argument, asked, format);
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

Side side_of_expression(const Rulebook& steps, const std::string& text, Operation asked, Format format) {
  const OperationInfo& row = info(asked);
  if (row.result(format) != format || row.operand_format(0, format) != format) {
    refuse(text, fmt::format("{} is no operation from {} to {}, as expressions are", row.name, info(format).name,
                             info(format).name));
  }
  rulebook::Piece piece;
  piece.bound.kind = rulebook::Bound::Kind::sequence;
  piece.bound.expansion = parsed(text);
  check(text, piece.bound.expansion, asked, format);
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
  for (const Operation part : rulebook::steps_of(pieces->front().bound)) {
    try {
      ruling.parts[part] = std::make_shared<const judge::Ruling>(judge::Ruling::of(steps, part, format, {}));
    } catch (const Error& error) {
      refuse(text, fmt::format("no rule for a step: {}", error.what()));
    }
  }
  return {steps, std::move(ruling), std::move(pieces)};
}

}  // namespace halfulp::lowering
