// SPDX-License-Identifier: Apache-2.0
// In which formats the steps of a program are.
#include <fmt/format.h>

#include "range/reading/builder.hpp"
#include "range/steps/sets.hpp"
#include "rulebook/resolve.hpp"
#include "rulebook/stand_in.hpp"

namespace halfulp::range {

std::optional<Operation> Builder::known(Operation operation, Format format) const {
  return rulebook::standing_for(operation, [&](Operation one) { return book().has(one, format); });
}

std::optional<Operation> Builder::known(Operation operation, std::span<const Value> arguments) const {
  std::vector<std::size_t> nodes;
  for (const Value& argument : arguments) nodes.insert(nodes.end(), argument.begin(), argument.end());
  return known(operation, asked_in(operation, nodes));
}

bool Builder::has_own_bound(Operation operation, std::span<const Value> arguments) const {
  return known(operation, arguments) && !rulebook::is_composed(book().model(), operation, format_of(arguments));
}

Format Builder::format_of(std::span<const std::size_t> nodes) const {
  const FormatInfo* widest = nullptr;
  for (const std::size_t place : nodes) {
    const Node& node = program_.nodes[place];
    if (node.kind == Node::Kind::constant) continue;
    const FormatInfo& row = info(node.format);
    if (!is_floating(row.format)) {
      refuse(fmt::format("{} is {}, and there is arithmetic of floating formats alone: float({})", node.name, row.name,
                         node.name));
    }
    if (widest == nullptr || row.bits > widest->bits) widest = &row;
  }
  return widest == nullptr ? format() : widest->format;
}

Format Builder::format_of(std::span<const Value> values) const {
  std::vector<std::size_t> nodes;
  for (const Value& value : values) nodes.insert(nodes.end(), value.begin(), value.end());
  return format_of(nodes);
}

Format Builder::asked_in(Operation operation, std::span<const std::size_t> arguments) const {
  const OperationInfo& row = info(operation);
  if (const std::optional<Format> only = row.only_format()) return *only;
  std::vector<std::size_t> of_that_format;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (i >= kMaxArity || !row.operand_formats[i]) of_that_format.push_back(arguments[i]);
  }
  return format_of(of_that_format);
}

std::size_t Builder::in_format(std::size_t place, Format to) {
  const Node& node = program_.nodes[place];
  if (node.format == to) return place;
  if (node.number) {
    const RealEnclosure number = *node.number;
    return add_constant(number, to, symbolic_[place], node.name);
  }
  const bool widens = is_floating(node.format) && is_floating(to) && info(to).bits > info(node.format).bits;
  if (!widens) refuse(fmt::format("{} is {}, and {} is needed", node.name, info(node.format).name, info(to).name));
  return converted({place}, to).front();
}

Value Builder::converted(const Value& x, Format to) {
  return by_component(std::span(&x, 1), [&](const std::vector<std::size_t>& of) {
    const Format from = program_.nodes[of[0]].format;
    if (from == to) return of[0];
    for (const OperationInfo& row : operations()) {
      if (row.family != OperationFamily::conversion || row.arity != 1) continue;
      for (const Format asked : {from, to}) {
        const bool converts = row.operand_format(0, asked) == from && row.result(asked) == to;
        if (converts && book().has(row.operation, asked)) return step(row.operation, of, asked);
      }
    }
    refuse(fmt::format("{} has no rule for a conversion from {} to {}", book().id(), info(from).name, info(to).name));
  });
}

}  // namespace halfulp::range
