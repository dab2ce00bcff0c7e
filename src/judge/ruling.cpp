// SPDX-License-Identifier: Apache-2.0
#include "judge/ruling.hpp"

#include <fmt/format.h>

#include "halfulp/error.hpp"

namespace halfulp::judge {

Ruling Ruling::of(const Rulebook& rulebook, Operation operation, Format format, const Readings& readings) {
  const OperationInfo& row = info(operation);
  const std::string_view named = name(operation, rulebook.naming());
  if (!rulebook.has(operation, format)) {
    std::vector<std::string_view> others;
    for (const Format other : rulebook.model().formats) {
      if (rulebook.has(operation, other)) others.push_back(info(other).name);
    }
    throw Error(Error::Kind::kUsage,
                others.empty() ? fmt::format("rulebook {} has no rule for '{}'; 'halfulp rules {}' lists what it has",
                                             rulebook.id(), named, rulebook.id())
                               : fmt::format("rulebook {} has no rule for '{}' in {}; it has it in {}", rulebook.id(),
                                             named, info(format).name, fmt::join(others, ", ")));
  }
  rulebook.check(readings);
  Ruling ruling;
  ruling.operation = operation;
  ruling.format = &info(format);
  ruling.result_format = &info(row.result(format));
  ruling.rules = rulebook::resolve(rulebook.model(), operation, format, readings);
  ruling.policies = policies_of(ruling.rules);
  ruling.owner = rulebook.share();
  if (ruling.rules.accuracy == nullptr) {
    throw Error(
        Error::Kind::kInput,
        fmt::format("rulebook {} names '{}' but states no accuracy for it; add a [[rule]] with accuracy = {{ ... }}",
                    rulebook.id(), named));
  }
  for (const rulebook::Piece& piece : *ruling.rules.accuracy) {
    ruling.accuracy.push_back({piece.where ? &*piece.where : nullptr, compile(piece.bound)});
  }
  return ruling;
}

}  // namespace halfulp::judge
