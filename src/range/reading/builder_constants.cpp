// SPDX-License-Identifier: Apache-2.0
// How a builder makes numbers and computes with them: what is constant is folded, exactly.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "exact/value.hpp"
#include "number/layout.hpp"
#include "range/reading/builder.hpp"
#include "range/steps/extremes.hpp"
#include "range/steps/sets.hpp"

namespace halfulp::range {

using exact::Rational;

std::size_t Builder::add_constant(const RealEnclosure& value, Format format, bool is_symbolic, std::string text) {
  const FormatInfo& row = info(format);
  Node node;
  node.kind = Node::Kind::constant;
  node.format = format;
  node.name = node.text = std::move(text);
  if (is_floating(format)) {
    node.constant = nearest(row, value);
    if (!number::Layout(row).is_finite(node.constant)) refuse(fmt::format("{} is beyond {}", node.name, row.name));
  } else {
    const bool is_integer = row.kind == FormatKind::signed_integer || row.kind == FormatKind::unsigned_integer;
    const bool is_code = is_integer && value.low.floor() == value.low &&
                         value.low >= Rational(number::least_code(row)) &&
                         value.low <= Rational(number::most_code(row));
    if (!is_code) refuse(fmt::format("{} is no value of {}", node.name, row.name));
    node.constant = number::from_ordinal(row, value.low.to_int64());
  }
  const Rational rounded = exact::value_of(row, node.constant);
  node.number = is_symbolic ? value : RealEnclosure{rounded, rounded};
  const std::size_t place = add_node(std::move(node));
  symbolic_[place] = is_symbolic;
  return place;
}

Value Builder::number(std::string_view text) {
  const Bits bits = parse_value(format(), text);
  Node node;
  node.kind = Node::Kind::constant;
  node.format = format();
  node.constant = bits;
  node.name = node.text = text;
  const number::Layout layout(*program_.format);
  if (!layout.is_finite(bits)) return {add_node(std::move(node))};
  const Rational value = exact::value_of(*program_.format, bits);
  node.number = RealEnclosure{value, value};
  return {add_node(std::move(node))};
}

std::optional<Value> Builder::constant(std::string_view name) {
  if (name == "true" || name == "false") {
    const Value truth = number(name == "true" ? "1" : "0");
    program_.nodes[truth[0]].name = program_.nodes[truth[0]].text = name;
    return truth;
  }
  if (name == "pi") {
    const RealEnclosure quarter = *real_result(Operation::atan, std::array{RealEnclosure{1, 1}});
    return Value{add_constant({quarter.low * Rational(4), quarter.high * Rational(4)}, format(), true, "pi")};
  }
  if (name != "e") return std::nullopt;
  return Value{add_constant(*real_result(Operation::exp, std::array{RealEnclosure{1, 1}}), format(), true, "e")};
}

Value Builder::rounded(const Value& constant) {
  return number(value_text(format(), program_.nodes[constant[0]].constant));
}

bool Builder::is_number(std::size_t node, std::int64_t number) const {
  const std::optional<RealEnclosure>& value = constant_at(node);
  return value && value->low == Rational(number) && value->high == Rational(number);
}

bool Builder::is_truth(const Value& value) const {
  return std::ranges::all_of(value, [&](std::size_t place) {
    const Node& node = program_.nodes[place];
    if (node.kind == Node::Kind::constant) return node.text == "true" || node.text == "false";
    return node.kind == Node::Kind::select && is_number(node.chosen[0], 1) && is_number(node.chosen[1], 0);
  });
}

bool Builder::are_constant(std::span<const Value> values) const {
  return std::ranges::all_of(values, [&](const Value& value) {
    return std::ranges::all_of(value, [&](std::size_t node) { return constant_at(node).has_value(); });
  });
}

std::optional<std::size_t> Builder::folded(Operation operation, Format asked,
                                           const std::vector<std::size_t>& arguments) {
  const Format to = info(operation).result(asked);
  // How a conversion rounds is for its rule to say.
  if (is_conversion(operation) || !is_floating(to)) return std::nullopt;
  std::vector<RealEnclosure> values;
  bool is_symbolic = false;
  for (const std::size_t argument : arguments) {
    if (!constant_at(argument)) return std::nullopt;
    values.push_back(*constant_at(argument));
    is_symbolic = is_symbolic || symbolic_[argument];
  }
  const std::optional<RealEnclosure> value = real_result(operation, values);
  if (!value) return std::nullopt;
  const Bits bits = nearest(info(to), *value);
  if (!number::Layout(info(to)).is_finite(bits)) return std::nullopt;
  return add_constant(*value, to, is_symbolic || info(operation).family == OperationFamily::function,
                      value_text(to, bits));
}

}  // namespace halfulp::range
