// SPDX-License-Identifier: Apache-2.0
#include "h100_counts.hpp"

#include <fmt/format.h>

#include <array>
#include <fstream>

namespace halfulp::test {
namespace {

using report::Result;

std::string class_name(std::size_t operand_class) {
  static constexpr std::array kNames = {"zero", "denormal", "normal", "infinity", "quiet_NaN", "signalling_NaN"};
  const bool negative = operand_class >= number::kOperandKinds;
  return (negative ? "-" : "") + std::string(kNames.at(operand_class % number::kOperandKinds));
}

std::string classes(const diagnosis::OperandClassTuple& of, std::size_t number) {
  std::string names;
  const auto add = [&](std::size_t one) { names += (names.empty() ? "" : ",") + class_name(one); };
  for (std::size_t i = 0; of.is_ordered() && i < of.rows().size(); ++i) add(of.class_of(number, i));
  for (std::size_t one = 0; !of.is_ordered() && one < number::kOperandClasses; ++one) {
    if ((number >> one & 1) != 0) add(one);
  }
  return names;
}

}  // namespace

Counts measured_of_h100() {
  std::ifstream file(std::string(HALFULP_SOURCE_DIR) + "/tests/cli/h100_quick.txt");
  Counts counts;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const std::size_t space = line.rfind(' ');
    counts[line.substr(0, space)] = std::stoull(line.substr(space + 1));
  }
  return counts;
}

Counts counted(const report::Report& report) {
  Counts counts;
  for (const Result& result : report.results) {
    if (!result.principal) continue;
    const std::string place =
        std::string(name(result.operation, Naming::direct3d)) + ' ' + std::string(info(result.format).name) + ' ';
    for (const auto& [readings, group] : result.tally.under) counts[place + readings + " under all"] = group.count;
    for (const auto& [rule, of_rule] : result.failures) {
      const auto& tuple = result.tried->class_tuple();
      for (std::size_t i = 0; i < of_rule.classes.size() && tuple.rows()[0]->kind == FormatKind::floating; ++i) {
        if (of_rule.classes[i] != 0) counts[place + rule + " class " + classes(tuple, i)] = of_rule.classes[i];
      }
      const std::size_t per_sign = number::binades_per_sign(*tuple.rows()[0]);
      for (std::size_t i = 0; i < of_rule.binades.size(); ++i) {
        const std::string binade = (i >= per_sign ? '-' : '+') + std::to_string(i % per_sign);
        if (of_rule.binades[i] != 0) counts[fmt::format("{}{} binade {}", place, rule, binade)] = of_rule.binades[i];
      }
    }
  }
  return counts;
}

}  // namespace halfulp::test
