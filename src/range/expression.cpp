// SPDX-License-Identifier: Apache-2.0
#include "halfulp/expression.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "halfulp/error.hpp"
#include "number/lane.hpp"
#include "range/given.hpp"
#include "range/reading/parse.hpp"

namespace halfulp {

namespace {

/// Throws Error(kUsage) for what is no name of an operand, "x" or "n.x", or comes twice.
void check_names(std::span<const std::string> names) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  constexpr std::string_view kDigits = "0123456789";
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string_view name = names[i];
    const std::size_t dot = std::min(name.find('.'), name.size());
    const std::string_view vector = name.substr(0, dot);
    const std::string_view component = name.substr(std::min(dot + 1, name.size()));
    const bool is_name =
        !vector.empty() && kLetters.find(vector[0]) != std::string_view::npos &&
        std::ranges::all_of(vector, [&](char letter) {
          return kLetters.find(letter) != std::string_view::npos || kDigits.find(letter) != std::string_view::npos;
        });
    const bool is_component =
        dot == name.size() ||
        (component.size() == 1 && std::string_view("xyzw").find(component) != std::string_view::npos);
    if (!is_name || !is_component) {
      throw Error(Error::Kind::kUsage, fmt::format("'{}' is no operand's name: x, of a vector n.x, n.y", name));
    }
    if (std::ranges::find(names.subspan(i + 1), name) != names.end()) {
      throw Error(Error::Kind::kUsage, fmt::format("the operand {} comes twice", name));
    }
  }
}

}  // namespace

struct Expression::Parts {
  Parts(range::JudgedExpression expression, std::int64_t most) : judge(std::move(expression)), cases(most) {}

  range::GivenJudge judge;
  std::int64_t cases;

  void check(std::span<const Bits> operands) const {
    const range::Program& program = judge.program();
    if (operands.size() != program.operands.size()) {
      throw Error(Error::Kind::kUsage,
                  fmt::format("the expression has the operands {}: {} values, not {}",
                              fmt::join(program.operands, ", "), program.operands.size(), operands.size()));
    }
    check_width(operands);
  }

  void check_width(std::span<const Bits> values) const {
    const FormatInfo& row = *judge.program().format;
    for (const Bits bits : values) {
      if (number::fits(row, bits)) continue;
      throw Error(Error::Kind::kInput, fmt::format("0x{:x} has bits above those of {}", bits, row.name));
    }
  }
};

Expression::Expression(const Rulebook& rulebook, std::string_view text, std::vector<std::string> operands,
                       Format format, const Readings& readings, const ExpressionOptions& options) {
  range::check_format(format);
  check_names(operands);
  if (operands.empty()) operands = range::operands_in(text);
  const range::Freedom freedom{.contract = options.contract, .reassociate = options.reassociate};
  range::JudgedExpression judged(std::string(text), std::move(operands), rulebook, format, readings, freedom);
  parts_ = std::make_unique<Parts>(std::move(judged), options.cases);
}

Expression::Expression(Expression&& other) noexcept = default;
Expression& Expression::operator=(Expression&& other) noexcept = default;
Expression::~Expression() = default;

const std::vector<std::string>& Expression::operands() const noexcept { return parts_->judge.program().operands; }

std::size_t Expression::components() const noexcept { return parts_->judge.program().results.size(); }

ExpressionRange Expression::permitted(std::span<const Bits> operands) {
  parts_->check(operands);
  ExpressionRange result{.permitted = {}, .exact = true};
  for (const range::ComponentRange& component : parts_->judge.answer(operands, parts_->cases).components) {
    result.permitted.push_back(component.best().permitted());
    result.exact = result.exact && component.exact.has_value();
  }
  return result;
}

ExpressionJudgement Expression::judge(std::span<const Bits> operands, std::span<const Bits> result) {
  parts_->check(operands);
  if (result.size() != components()) {
    throw Error(Error::Kind::kUsage, fmt::format("the expression has {} component{}, the result {}", components(),
                                                 components() == 1 ? "" : "s", result.size()));
  }
  parts_->check_width(result);
  const range::Judged judged = parts_->judge.judge(operands, result, parts_->cases);
  return {static_cast<ExpressionVerdict>(judged.verdict), judged.under};
}

}  // namespace halfulp
