// SPDX-License-Identifier: Apache-2.0
#include "range/reading/builder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <memory>

#include "halfulp/error.hpp"
#include "number/names.hpp"
#include "range/steps/sets.hpp"
#include "rulebook/math_table.hpp"

namespace halfulp::range {
namespace {

/// Terms that may be evaluated in any order: 3^5 ways to split them.
constexpr std::size_t kMostTerms = 5;

constexpr std::size_t kMostNodes = 2000;

}  // namespace

void refuse(const std::string& why) { throw Error(Error::Kind::kUsage, why); }

std::size_t common_size(std::span<const Value> values) {
  std::size_t size = 1;
  for (const Value& value : values) {
    if (value.size() == 1) continue;
    if (size != 1 && value.size() != size) {
      refuse(fmt::format("a vector of {} components meets one of {}", size, value.size()));
    }
    size = value.size();
  }
  return size;
}

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
  const bool is_spoken = language() == "opencl" && number::split_name(function).language.empty();
  const auto chosen = rulebook::math_table(is_spoken ? "opencl:" + function : function, own.book, own.readings);
  if (!chosen) return;
  const auto is_it = [&](const Table& one) {
    return one.book.id() == chosen->book.id() && one.readings == chosen->readings;
  };
  table_ = static_cast<std::size_t>(std::ranges::find_if(tables_, is_it) - tables_.begin());
  if (table_ < tables_.size()) return;
  const std::string_view name = number::split_name(function).name;
  const std::size_t colons = name.find("::");
  const bool is_prefixed = name.starts_with("half_") || name.starts_with("native_");
  const std::size_t prefix = colons != std::string_view::npos ? colons + 2 : is_prefixed ? name.find('_') + 1 : 0;
  tables_.push_back({chosen->book, chosen->readings, std::string(name.substr(0, prefix))});
}

std::size_t Builder::add_node(Node node) {
  if (program_.nodes.size() == kMostNodes) refuse(fmt::format("more than {} steps", kMostNodes));
  program_.nodes.push_back(std::move(node));
  symbolic_.push_back(false);
  return program_.nodes.size() - 1;
}

Value Builder::operand(const std::string& name) {
  Node node;
  node.format = format();
  node.of = program_.operands.size();
  node.name = node.text = name;
  program_.operands.push_back(name);
  return {add_node(std::move(node))};
}

std::size_t Builder::negated(std::size_t of) {
  const Node& node = program_.nodes[of];
  if (constant_at(of)) {
    const RealEnclosure value = *constant_at(of);
    return add_constant({-value.high, -value.low}, node.format, symbolic_[of], "-" + node.name);
  }
  static_cast<void>(format_of(std::array{of}));  // of integers there is no arithmetic
  Node result;
  result.kind = Node::Kind::negate;
  result.format = node.format;
  result.of = of;
  result.name = result.text = fmt::format("-{}", node.name);
  return add_node(std::move(result));
}

Value Builder::negative(const Value& x) {
  return by_component(std::span(&x, 1), [&](const std::vector<std::size_t>& of) { return negated(of[0]); });
}

const judge::Ruling* Builder::rule(Operation operation, Format asked) {
  const judge::Ruling*& rule = tables_[table_].rules[{operation, asked}];
  if (rule == nullptr) {
    const Operation by = known(operation, asked).value_or(operation);
    program_.rules.push_back(
        std::make_shared<const judge::Ruling>(judge::Ruling::of(book(), by, asked, tables_[table_].readings)));
    rule = program_.rules.back().get();
  }
  return rule;
}

Step Builder::step_of(Operation operation, Format asked, std::vector<std::size_t> arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    arguments[i] = in_format(arguments[i], info(operation).operand_format(static_cast<int>(i), asked));
  }
  return {rule(operation, asked), std::move(arguments)};
}

std::size_t Builder::step(Operation operation, const std::vector<std::size_t>& arguments,
                          std::optional<Format> format) {
  if (info(operation).family == OperationFamily::comparison) {
    refuse(fmt::format("{} gives a truth value: write x < y ? a : b", info(operation).name));
  }
  const Format asked = format ? *format : asked_in(operation, arguments);
  if (const auto constant = folded(operation, asked, arguments)) return *constant;
  Node node;
  node.kind = Node::Kind::step;
  node.format = info(operation).result(asked);
  node.ways = ways_of(operation, asked, arguments);
  std::string list;
  for (const std::size_t argument : node.ways.front().arguments) {
    list += fmt::format("{}{}", list.empty() ? "" : ", ", program_.nodes[argument].name);
  }
  node.name = fmt::format("t{}", ++steps_);
  node.text = fmt::format("{}{}({})", tables_[table_].prefix, info(operation).name, list);
  return add_node(std::move(node));
}

/// The operation itself, and x * y + z fused where it is that.
std::vector<Step> Builder::ways_of(Operation operation, Format asked, const std::vector<std::size_t>& arguments) {
  std::vector<Step> ways = {step_of(operation, asked, arguments)};
  const bool subtracts = operation == Operation::sub;
  const std::optional<Operation> fused = known(Operation::fma, asked);
  if (!freedom_.contract || !fused || (!subtracts && operation != Operation::add)) return ways;
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    if (program_.nodes[arguments[side]].kind != Node::Kind::step) continue;
    const Step product = program_.nodes[arguments[side]].ways.front();
    if (program_.nodes[arguments[side]].is_kept) continue;
    if (product.rule->operation != Operation::mul || product.rule->format->format != asked) continue;
    std::size_t x = product.arguments[0];
    std::size_t z = arguments[1 - side];
    if (subtracts) (side == 0 ? z : x) = negated(side == 0 ? z : x);
    ways.push_back(step_of(*fused, asked, {x, product.arguments[1], z}));
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
      const std::vector<std::size_t> parts = {of_subset[part], of_subset[subset ^ part]};
      const std::vector<Step> more = ways_of(operation, asked_in(operation, parts), parts);
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
  const auto integer = [&](const Value& value) -> std::optional<exact::Rational> {
    const Node& node = program_.nodes[value[0]];
    const bool is_integer = value.size() == 1 && node.kind == Node::Kind::constant &&
                            node.text.find_first_not_of("0123456789") == std::string::npos;
    return is_integer ? std::optional(node.number->low) : std::nullopt;
  };
  const auto [above, below] = std::pair(integer(x), integer(y));
  if (above && below && *below != exact::Rational(0) && (*above / *below).floor() != *above / *below) {
    note(fmt::format("{0} / {1} is taken as {0}.0 / {1}.0; shaders divide two integers without a remainder",
                     program_.nodes[x[0]].text, program_.nodes[y[0]].text));
  }
  const bool is_inverse =
      x.size() == 1 && is_number(x[0], 1) && book().has(Operation::reciprocal, format_of(std::span(&y, 1)));
  if (is_inverse) return apply(Operation::reciprocal, std::array{y});
  return apply(Operation::div, std::array{x, y});
}

Value Builder::select(Operation comparison, std::span<const Value> compared, const Value& x, const Value& y) {
  std::vector<Value> values(compared.begin(), compared.end());
  values.insert(values.end(), {x, y});
  return by_component(values, [&](const std::vector<std::size_t>& of) {
    const std::vector<std::size_t> asked(of.begin(), of.end() - 2);
    const std::span<const std::size_t> chosen(of.end() - 2, of.end());
    const bool is_same = program_.nodes[chosen[0]].format == program_.nodes[chosen[1]].format;
    Node node;
    node.kind = Node::Kind::select;
    node.format = is_same ? program_.nodes[chosen[0]].format : format_of(chosen);
    node.ways.push_back(step_of(comparison, asked_in(comparison, asked), asked));
    node.chosen = {in_format(chosen[0], node.format), in_format(chosen[1], node.format)};
    node.name = fmt::format("t{}", ++steps_);
    std::vector<std::string> names;
    for (const std::size_t place : node.ways.front().arguments) names.push_back(program_.nodes[place].name);
    const auto name = [&](std::size_t i) { return program_.nodes[node.chosen[i]].name; };
    node.text = fmt::format("{}({}) ? {} : {}", info(comparison).name, fmt::join(names, ", "), name(0), name(1));
    return add_node(std::move(node));
  });
}

Value Builder::dot(const Value& x, const Value& y) {
  if (x.size() != y.size()) refuse(fmt::format("dot of {} components and {}", x.size(), y.size()));
  constexpr std::array kDots = {Operation::dp2, Operation::dp3, Operation::dp4};
  if (x.size() > 1 && book().has(kDots.at(x.size() - 2), format_of(std::array{x, y}))) {
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
  note(fmt::format("{} has no rule for {}: it is taken as {}", book().id(), name, made_of));
}

void Builder::note(const std::string& text) {
  if (std::ranges::find(program_.notes, text) == program_.notes.end()) program_.notes.push_back(text);
}

Program Builder::finish(const Value& result) {
  if (result.columns > 1) refuse("the result is a matrix: take a column or a component of it");
  if (book().model().free_algebra && steps_ > 1) {
    note(fmt::format(
        "{} lets compilers transform expressions as if numbers were real; of that only --contract and --reassociate "
        "are tried",
        book().id()));
  }
  for (const std::size_t component : result) {
    const Node& node = program_.nodes[component];
    const FormatInfo& own = *program_.format;
    if (!is_floating(node.format) || info(node.format).bits > own.bits) {
      refuse(fmt::format("the result is {}, not {}: float(...) makes it that", info(node.format).name, own.name));
    }
    program_.results.push_back(in_format(component, own.format));
  }
  return std::move(program_);
}

}  // namespace halfulp::range
