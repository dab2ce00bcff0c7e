// SPDX-License-Identifier: Apache-2.0
#include "range/builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>

#include "exact/value.hpp"
#include "halfulp/error.hpp"
#include "number/layout.hpp"
#include "number/names.hpp"
#include "rulebook/math_table.hpp"
#include "rulebook/stand_in.hpp"

namespace halfulp::range {
namespace {

using exact::Rational;

/// Terms that may be evaluated in any order: 3^5 ways to split them.
constexpr std::size_t kMostTerms = 5;

constexpr std::size_t kMostNodes = 2000;

[[noreturn]] void refuse(const std::string& why) { throw Error(Error::Kind::kUsage, why); }

/// The components of vectors, one component of each after the other; scalars go with all.
template <class Function>
Value by_component(std::span<const Value> arguments, Function make) {
  std::size_t size = 1;
  for (const Value& argument : arguments) {
    if (argument.size() == 1) continue;
    if (size != 1 && argument.size() != size) {
      refuse(fmt::format("a vector of {} components meets one of {}", size, argument.size()));
    }
    size = argument.size();
  }
  Value result;
  for (std::size_t i = 0; i < size; ++i) {
    std::vector<std::size_t> of;
    for (const Value& argument : arguments) of.push_back(argument[argument.size() == 1 ? 0 : i]);
    result.push_back(make(of));
  }
  return result;
}

}  // namespace

std::vector<Value> components_of(std::span<const Value> vectors) {
  std::vector<Value> components;
  for (const Value& vector : vectors) {
    for (const std::size_t component : vector) components.push_back({component});
  }
  return components;
}

Builder::Builder(const Rulebook& book, Format format, Readings readings, Freedom freedom)
    : tables_({{book, std::move(readings), ""}}), freedom_(freedom) {
  program_.format = &info(format);
}

void Builder::choose_table(const std::string& function) {
  const Table& own = tables_.front();
  const auto chosen = rulebook::math_table(function, own.book, own.readings);
  if (!chosen) return;
  if (tables_.size() == 1) {
    const std::string_view name = number::split_name(function).name;
    tables_.push_back({chosen->book, chosen->readings, std::string(name.substr(0, name.find("::") + 2))});
  }
  table_ = 1;
}

std::size_t Builder::add_node(Node node) {
  if (program_.nodes.size() == kMostNodes) refuse(fmt::format("more than {} steps", kMostNodes));
  program_.nodes.push_back(std::move(node));
  symbolic_.push_back(false);
  return program_.nodes.size() - 1;
}

std::size_t Builder::add_constant(const RealEnclosure& value, bool is_symbolic, std::string text) {
  Node node;
  node.kind = Node::Kind::constant;
  node.constant = nearest(*program_.format, value);
  node.name = node.text = std::move(text);
  const number::Layout layout(*program_.format);
  if (!layout.is_finite(node.constant)) refuse(fmt::format("{} is beyond {}", node.name, program_.format->name));
  const Rational rounded = exact::value_of(*program_.format, node.constant);
  node.number = is_symbolic ? value : RealEnclosure{rounded, rounded};
  const std::size_t place = add_node(std::move(node));
  symbolic_[place] = is_symbolic;
  return place;
}

Value Builder::operand(const std::string& name) {
  Node node;
  node.of = program_.operands.size();
  node.name = node.text = name;
  program_.operands.push_back(name);
  return {add_node(std::move(node))};
}

Value Builder::number(std::string_view text) {
  const Bits bits = parse_value(format(), text);
  Node node;
  node.kind = Node::Kind::constant;
  node.constant = bits;
  node.name = node.text = text;
  const number::Layout layout(*program_.format);
  if (!layout.is_finite(bits)) return {add_node(std::move(node))};
  const Rational value = exact::value_of(*program_.format, bits);
  node.number = RealEnclosure{value, value};
  return {add_node(std::move(node))};
}

std::optional<Value> Builder::constant(std::string_view name) {
  if (name == "pi") {
    const RealEnclosure quarter = *real_result(Operation::atan, std::array{RealEnclosure{1, 1}});
    return Value{add_constant({quarter.low * Rational(4), quarter.high * Rational(4)}, true, "pi")};
  }
  if (name != "e") return std::nullopt;
  return Value{add_constant(*real_result(Operation::exp, std::array{RealEnclosure{1, 1}}), true, "e")};
}

std::size_t Builder::negated(std::size_t of) {
  const Node& node = program_.nodes[of];
  if (constant_at(of)) {
    const RealEnclosure& value = *constant_at(of);
    return add_constant({-value.high, -value.low}, symbolic_[of], "-" + node.name);
  }
  Node result;
  result.kind = Node::Kind::negate;
  result.of = of;
  result.name = result.text = fmt::format("-{}", node.name);
  return add_node(std::move(result));
}

Value Builder::negative(const Value& x) {
  return by_component(std::span(&x, 1), [&](const std::vector<std::size_t>& of) { return negated(of[0]); });
}

std::optional<Operation> Builder::known(Operation operation) const {
  return rulebook::standing_for(operation, [&](Operation one) { return book().has(one, format()); });
}

bool Builder::are_constant(std::span<const Value> values) const {
  return std::ranges::all_of(values, [&](const Value& value) {
    return std::ranges::all_of(value, [&](std::size_t node) { return constant_at(node).has_value(); });
  });
}

const judge::Ruling* Builder::rule(Operation operation) {
  const judge::Ruling*& rule = tables_[table_].rules[operation];
  if (rule == nullptr) {
    const OperationInfo& row = info(operation);
    const Format format = this->format();
    if (row.result(format) != format && row.family != OperationFamily::comparison) {
      refuse(fmt::format("{} gives another format than {}", row.name, program_.format->name));
    }
    for (int i = 0; i < row.arity; ++i) {
      if (row.operand_format(i, format) == format) continue;
      refuse(fmt::format("{} takes another format than {}", row.name, program_.format->name));
    }
    const Operation by = known(operation).value_or(operation);
    program_.rules.push_back(
        std::make_shared<const judge::Ruling>(judge::Ruling::of(book(), by, format, tables_[table_].readings)));
    rule = program_.rules.back().get();
  }
  return rule;
}

std::optional<std::size_t> Builder::folded(Operation operation, const std::vector<std::size_t>& arguments) {
  std::vector<RealEnclosure> values;
  bool is_symbolic = false;
  for (const std::size_t argument : arguments) {
    if (!constant_at(argument)) return std::nullopt;
    values.push_back(*constant_at(argument));
    is_symbolic = is_symbolic || symbolic_[argument];
  }
  const std::optional<RealEnclosure> value = real_result(operation, values);
  if (!value) return std::nullopt;
  const Bits bits = nearest(*program_.format, *value);
  if (!number::Layout(*program_.format).is_finite(bits)) return std::nullopt;
  return add_constant(*value, is_symbolic || info(operation).family == OperationFamily::function,
                      value_text(format(), bits));
}

std::size_t Builder::step(Operation operation, const std::vector<std::size_t>& arguments) {
  if (info(operation).family == OperationFamily::comparison) {
    refuse(fmt::format("{} gives a truth value: write x < y ? a : b", info(operation).name));
  }
  if (const auto constant = folded(operation, arguments)) return *constant;
  Node node;
  node.kind = Node::Kind::step;
  node.ways = ways_of(operation, arguments);
  std::string list;
  for (const std::size_t argument : arguments) {
    list += fmt::format("{}{}", list.empty() ? "" : ", ", program_.nodes[argument].name);
  }
  node.name = fmt::format("t{}", ++steps_);
  node.text = fmt::format("{}{}({})", tables_[table_].prefix, info(operation).name, list);
  return add_node(std::move(node));
}

/// The operation itself, and x * y + z fused where it is that.
std::vector<Step> Builder::ways_of(Operation operation, const std::vector<std::size_t>& arguments) {
  std::vector<Step> ways = {{rule(operation), arguments}};
  const bool subtracts = operation == Operation::sub;
  const std::optional<Operation> fused = known(Operation::fma);
  if (!freedom_.contract || !fused || (!subtracts && operation != Operation::add)) return ways;
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    if (program_.nodes[arguments[side]].kind != Node::Kind::step) continue;
    const Step product = program_.nodes[arguments[side]].ways.front();
    if (program_.nodes[arguments[side]].is_kept) continue;
    if (product.rule->operation != Operation::mul) continue;
    std::size_t x = product.arguments[0];
    std::size_t z = arguments[1 - side];
    if (subtracts) (side == 0 ? z : x) = negated(side == 0 ? z : x);
    ways.push_back({rule(*fused), {x, product.arguments[1], z}});
  }
  return ways;
}

void Builder::keep_as_written(const Value& value) {
  std::vector<std::size_t> left = value;
  while (!left.empty()) {
    Node& node = program_.nodes[left.back()];
    left.pop_back();
    if (node.is_kept) continue;
    node.is_kept = true;
    if (node.ways.size() > 1) node.ways.resize(1);
    for (const Step& way : node.ways) left.insert(left.end(), way.arguments.begin(), way.arguments.end());
    if (node.kind == Node::Kind::select) left.insert(left.end(), node.chosen.begin(), node.chosen.end());
    if (node.kind == Node::Kind::negate) left.push_back(node.of);
  }
}

Value Builder::apply(Operation operation, std::span<const Value> arguments) {
  const auto arity = static_cast<std::size_t>(info(operation).arity);
  if (arguments.size() != arity) {
    refuse(fmt::format("{} takes {} operand{}, not {}", info(operation).name, arity, arity == 1 ? "" : "s",
                       arguments.size()));
  }
  return by_component(arguments, [&](const std::vector<std::size_t>& of) { return step(operation, of); });
}

std::size_t Builder::in_any_order(Operation operation, const std::vector<std::size_t>& terms) {
  std::vector<std::size_t> of_subset(std::size_t{1} << terms.size());
  for (std::size_t subset = 1; subset < of_subset.size(); ++subset) {
    if (std::has_single_bit(subset)) {
      of_subset[subset] = terms[static_cast<std::size_t>(std::countr_zero(subset))];
      continue;
    }
    // As written, from left to right, is the first way.
    const std::size_t first = subset ^ std::bit_floor(subset);
    const std::size_t node = step(operation, {of_subset[first], of_subset[subset ^ first]});
    of_subset[subset] = node;
    if (program_.nodes[node].kind != Node::Kind::step) continue;
    // Each split once: the first part has the lowest term.
    const std::size_t lowest = subset & (~subset + 1);
    for (std::size_t part = subset & (subset - 1); part != 0; part = (part - 1) & subset) {
      if ((part & lowest) == 0 || part == first) continue;
      const std::vector<Step> more = ways_of(operation, {of_subset[part], of_subset[subset ^ part]});
      std::vector<Step>& ways = program_.nodes[node].ways;
      ways.insert(ways.end(), more.begin(), more.end());
    }
  }
  return of_subset.back();
}

Value Builder::sum(std::span<const Value> terms, const std::vector<bool>& is_negative) {
  if (freedom_.reassociate && terms.size() > 2) {
    if (terms.size() > kMostTerms) refuse(fmt::format("a sum of more than {} terms in any order", kMostTerms));
    std::vector<Value> signed_terms;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      signed_terms.push_back(is_negative[i] ? negative(terms[i]) : terms[i]);
    }
    return by_component(signed_terms,
                        [&](const std::vector<std::size_t>& of) { return in_any_order(Operation::add, of); });
  }
  Value result = is_negative[0] ? negative(terms[0]) : terms[0];
  for (std::size_t i = 1; i < terms.size(); ++i) {
    result = apply(is_negative[i] ? Operation::sub : Operation::add, std::array{result, terms[i]});
  }
  return result;
}

Value Builder::product(std::span<const Value> factors) {
  if (freedom_.reassociate && factors.size() > 2) {
    if (factors.size() > kMostTerms) refuse(fmt::format("a product of more than {} factors in any order", kMostTerms));
    return by_component(factors, [&](const std::vector<std::size_t>& of) { return in_any_order(Operation::mul, of); });
  }
  Value result = factors[0];
  for (std::size_t i = 1; i < factors.size(); ++i) result = apply(Operation::mul, std::array{result, factors[i]});
  return result;
}

Value Builder::quotient(const Value& x, const Value& y) {
  const auto is_one = [&](std::size_t node) {
    const std::optional<RealEnclosure>& number = constant_at(node);
    return number && number->low == Rational(1) && number->high == Rational(1);
  };
  const bool is_inverse = x.size() == 1 && is_one(x[0]) && book().has(Operation::reciprocal, format());
  if (is_inverse) return apply(Operation::reciprocal, std::array{y});
  return apply(Operation::div, std::array{x, y});
}

Value Builder::select(Operation comparison, const Value& left, const Value& right, const Value& x, const Value& y) {
  return by_component(std::array{left, right, x, y}, [&](const std::vector<std::size_t>& of) {
    Node node;
    node.kind = Node::Kind::select;
    node.ways.push_back({rule(comparison), {of[0], of[1]}});
    node.chosen = {of[2], of[3]};
    node.name = fmt::format("t{}", ++steps_);
    const auto name = [&](std::size_t i) { return program_.nodes[of[i]].name; };
    node.text = fmt::format("{}({}, {}) ? {} : {}", info(comparison).name, name(0), name(1), name(2), name(3));
    return add_node(std::move(node));
  });
}

Value Builder::dot(const Value& x, const Value& y) {
  if (x.size() != y.size()) refuse(fmt::format("dot of {} components and {}", x.size(), y.size()));
  constexpr std::array kDots = {Operation::dp2, Operation::dp3, Operation::dp4};
  if (x.size() > 1 && book().has(kDots.at(x.size() - 2), format())) {
    return apply(kDots.at(x.size() - 2), components_of(std::array{x, y}));
  }
  if (x.size() > 1) note_made_of("dot", "a sum of products");
  std::vector<Value> products;
  for (std::size_t i = 0; i < x.size(); ++i) {
    products.push_back(apply(Operation::mul, std::array{Value{x[i]}, Value{y[i]}}));
  }
  return sum(products, std::vector<bool>(products.size()));
}

void Builder::note_made_of(std::string_view name, std::string_view made_of) {
  const std::string text = fmt::format("{} has no rule for {}: it is taken as {}", book().id(), name, made_of);
  if (std::ranges::find(program_.notes, text) == program_.notes.end()) program_.notes.push_back(text);
}

Program Builder::finish(const Value& result) {
  program_.results = result;
  return std::move(program_);
}

}  // namespace halfulp::range
