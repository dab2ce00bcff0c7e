// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/kernel.hpp"

#include <gtest/gtest.h>

#include "arithmetic/kernel_cases.hpp"

namespace halfulp {
namespace {

using test::Operands;
using test::Word;

TEST(Kernels, GiveTheSameResultsForLanesAsForOneCase) {
  const number::DefaultFloatEnvironment environment;
  for (const OperationInfo& row : operations()) {
    if (arithmetic::find_kernel(row.operation) == nullptr) continue;
    const std::vector<Operands> cases = test::suite_operands(row.operation, 97);
    const auto arity = static_cast<std::size_t>(row.arity);
    std::vector<std::vector<Word>> memory(arity, std::vector<Word>(cases.size()));
    for (std::size_t i = 0; i < cases.size(); ++i) {
      for (std::size_t k = 0; k < arity; ++k) memory[k][i] = cases[i][k];
    }
    std::vector<ConstLane> lanes;
    for (const std::vector<Word>& words : memory) lanes.push_back(std::as_bytes(std::span(words)));
    std::vector<Word> results(cases.size());
    arithmetic::find_kernel(row.operation)->many(test::kFlush, lanes, std::as_writable_bytes(std::span(results)));
    for (std::size_t i = 0; i < cases.size(); ++i) {
      ASSERT_EQ(results[i], arithmetic::find_kernel(row.operation)->one(test::kFlush, cases[i].data()))
          << test::describe(row.operation, test::kFlush, cases[i]);
    }
  }
}

}  // namespace
}  // namespace halfulp
