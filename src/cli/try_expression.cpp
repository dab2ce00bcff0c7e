// SPDX-License-Identifier: Apache-2.0
// An expression on a device, each step an operation that the device offers.
#include <fmt/format.h>

#include <vector>

#include "cli/expression.hpp"
#include "cli/open_device.hpp"
#include "cli/run/block.hpp"
#include "halfulp/error.hpp"
#include "number/lane.hpp"
#include "range/reading/parse.hpp"
#include "range/steps/sets.hpp"

namespace halfulp::cli {
namespace {

/// The device's result of one step, in its principal way.
Bits step_on(Device& device, const range::Step& step, const std::vector<Bits>& values) {
  const OperationInfo& row = info(step.rule->operation);
  const Format format = step.rule->format->format;
  if (device.variants(row.operation, format).empty()) {
    throw Error(Error::Kind::kUsage, fmt::format("the device {} does not offer '{}' in {}, a step of the expression",
                                                 device.description().name, row.name, info(format).name));
  }
  Block block(row.operation, format, 1);
  const std::vector<Lane> lanes = block.operands(0, 1);
  for (std::size_t k = 0; k < lanes.size(); ++k) {
    const int bytes = info(row.operand_format(static_cast<int>(k), format)).bytes;
    number::store(lanes[k], bytes, 0, values[step.arguments[k]]);
  }
  device.compute(row.operation, format, 0, block.const_operands(0, 1), block.results(0, 1));
  return number::load(block.results(0, 1), info(row.result(format)).bytes, 0);
}

/// The value of each node. A step that may be taken in several ways is taken in the first, as it is written.
std::vector<Bits> computed_by(Device& device, const range::Program& program, const std::vector<Bits>& operands) {
  std::vector<Bits> values;
  for (const range::Node& node : program.nodes) {
    switch (node.kind) {
      case range::Node::Kind::operand:
        values.push_back(operands[node.of]);
        break;
      case range::Node::Kind::constant:
        values.push_back(node.constant);
        break;
      case range::Node::Kind::negate:
        values.push_back(values[node.of] ^ (Bits{1} << (info(node.format).bits - 1)));
        break;
      case range::Node::Kind::step:
        values.push_back(step_on(device, node.ways.front(), values));
        break;
      case range::Node::Kind::select:
        values.push_back(values[node.chosen[step_on(device, node.ways.front(), values) != 0 ? 0 : 1]]);
        break;
    }
  }
  return values;
}

}  // namespace

ExitCode try_expression(const Arguments& arguments) {
  if (arguments.has("--operands")) {
    throw Error(Error::Kind::kUsage, "--operands is of operations: 'halfulp verify' judges a table of an expression");
  }
  report::RangeReport report = question_of_operands(arguments);
  const Rulebook book = Rulebook::open(arguments.text("BOOK"));
  std::vector<std::string> names;
  std::vector<Bits> operands;
  for (const range::Operand& operand : report.operands) {
    names.push_back(operand.name);
    operands.push_back(range::given_bits(operand.set));
  }
  const range::Program program =
      range::parse_program(report.expression, names, book, report.format, report.readings, report.freedom);
  const std::unique_ptr<Device> device = open_device_for(book, arguments.text("DEV"), read_timeout(arguments));
  std::vector<Bits> values = computed_by(*device, program, operands);
  for (const std::size_t component : program.results) report.observed.push_back(values[component]);
  report.computed = {device->description(), std::move(values)};
  return write_answer(arguments, std::move(report), book);
}

}  // namespace halfulp::cli
