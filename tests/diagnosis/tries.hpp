// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "diagnosis/failure_counts.hpp"
#include "number/lane.hpp"

namespace halfulp::diagnosis {

using Operands = std::vector<Bits>;

/// Cases tried, and those of them that fail.
struct Tries {
  Tries(Operation of, Format in) : operation(of), format(in), tried(of, in), counts(of, in) {}

  void add(const std::vector<Operands>& cases) {
    const auto arity = static_cast<std::size_t>(info(operation).arity);
    std::vector<std::vector<std::byte>> memory(arity);
    std::vector<ConstLane> lanes;
    for (std::size_t k = 0; k < arity; ++k) {
      const int bytes = info(info(operation).operand_format(static_cast<int>(k), format)).bytes;
      memory[k].resize(cases.size() * static_cast<std::size_t>(bytes));
      for (std::size_t i = 0; i < cases.size(); ++i) number::store(memory[k], bytes, i, cases[i][k]);
      lanes.emplace_back(memory[k]);
    }
    tried.note(lanes);
  }
  /// Adds all cases, and notes those as failing for which `fails` is true.
  template <class Fails>
  void add(const std::vector<Operands>& cases, Fails fails) {
    add(cases);
    for (const Operands& operands : cases) {
      if (fails(operands)) counts.note("R", operands);
    }
  }

  Operation operation;
  Format format;
  TriedCounts tried;
  FailureCounts counts;
};

/// Values of every class.
inline const std::vector<Bits> kValues = {0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x3f800000, 0xc0000000,
                                          0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xff800001, 0x42000000};

inline std::vector<Operands> all_pairs() {
  std::vector<Operands> pairs;
  for (const Bits x : kValues) {
    for (const Bits y : kValues) pairs.push_back({x, y});
  }
  return pairs;
}

}  // namespace halfulp::diagnosis
