// SPDX-License-Identifier: Apache-2.0
#include "judge/quick/approximate_condition.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

#include "judge/permit/expression_value.hpp"

namespace halfulp::judge {

using rulebook::Expression;

ApproximateCondition::ApproximateCondition(const Expression& condition) {
  std::istringstream words(condition.text);
  for (std::string word; words >> word;) symbols_.push_back(word);
  for (const Expression& side : condition.arguments) {
    if (side.kind == Expression::Kind::name && side.text != "pi") {
      terms_.push_back({Side::operand, 0});
    } else if (side.kind == Expression::Kind::call && side.text == "abs" &&
               side.arguments.front().kind == Expression::Kind::name && side.arguments.front().text != "pi") {
      terms_.push_back({Side::magnitude, 0});
    } else if (std::ranges::all_of(rulebook::names_in(side), [](const std::string& name) { return name == "pi"; })) {
      const Linear value = value_of(side, {});
      terms_.push_back({Side::constant, value.constant.to_double() + value.of_pi.to_double() * std::numbers::pi});
    } else {
      terms_.clear();
      return;
    }
  }
}

ApproximateCondition::Answer ApproximateCondition::holds(double x) const {
  if (terms_.empty()) return Answer::unknown;
  const auto value = [&](const Term& term) {
    return term.side == Side::constant ? term.constant : term.side == Side::operand ? x : std::fabs(x);
  };
  for (std::size_t i = 0; i < symbols_.size(); ++i) {
    const double a = value(terms_[i]);
    const double b = value(terms_[i + 1]);
    if (std::fabs(a - b) <= 0x1p-40 * std::max(std::fabs(a), std::fabs(b))) return Answer::unknown;
    const char symbol = symbols_[i].front();
    const bool true_here = symbol == '<' ? a < b : symbol == '>' ? a > b : symbol == '!';
    if (!true_here) return Answer::no;
  }
  return Answer::yes;
}

std::optional<ApproximateCondition::Interval> ApproximateCondition::interval() const {
  if (terms_.empty()) return std::nullopt;
  Interval interval;
  for (std::size_t i = 0; i < symbols_.size(); ++i) {
    const Term& left = terms_[i];
    const Term& right = terms_[i + 1];
    const char symbol = symbols_[i].front();
    if ((symbol != '<' && symbol != '>') || (left.side == Side::constant) == (right.side == Side::constant)) {
      return std::nullopt;
    }
    const bool constant_first = left.side == Side::constant;
    const double constant = constant_first ? left.constant : right.constant;
    interval.of_magnitude = (constant_first ? right : left).side == Side::magnitude;
    ((symbol == '<') == constant_first ? interval.least : interval.most) = constant;
  }
  return interval;
}

}  // namespace halfulp::judge
