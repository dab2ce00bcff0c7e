// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "halfulp/range.hpp"
#include "range/answer.hpp"
#include "range/reading/parse.hpp"
#include "range/reading/where.hpp"

namespace halfulp {

ExpressionRange range_of(const Rulebook& rulebook, std::string_view expression, std::string_view where, Format format,
                         const Readings& readings, const ExpressionOptions& options) {
  range::check_format(format);
  std::vector<std::string> names;
  std::vector<judge::ValueSet> sets;
  for (const range::Operand& operand : range::parse_where(where, format)) {
    names.push_back(operand.name);
    sets.push_back(operand.set);
  }
  const range::Freedom freedom{.contract = options.contract, .reassociate = options.reassociate};
  const range::Program program = range::parse_program(expression, names, rulebook, format, readings, freedom);
  const range::Answer answer = range::answer(program, sets, {.cases = options.cases, .boxes = options.boxes});
  ExpressionRange result{.permitted = {}, .exact = true};
  for (const range::ComponentRange& component : answer.components) {
    result.permitted.push_back(component.best().permitted());
    result.exact = result.exact && component.exact.has_value();
  }
  return result;
}

}  // namespace halfulp
