// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <vector>

#include "arithmetic/kernel_cases.hpp"

namespace halfulp {
namespace {

using arithmetic::Flush;
using test::Operands;
using test::Word;

/// The lanes of some cases, and a result for each.
struct Lanes {
  explicit Lanes(Operation operation, const std::vector<Operands>& cases)
      : memory(static_cast<std::size_t>(info(operation).arity), std::vector<Word>(cases.size())),
        results(cases.size()) {
    for (std::size_t i = 0; i < cases.size(); ++i) {
      for (std::size_t k = 0; k < memory.size(); ++k) memory[k][i] = cases[i][k];
    }
  }
  /// Of the cases from `first` on.
  void evaluate(const arithmetic::Kernel& kernel, Flush flush, std::size_t first, std::size_t count) {
    std::vector<ConstLane> lanes;
    for (const std::vector<Word>& words : memory)
      lanes.push_back(std::as_bytes(std::span(words).subspan(first, count)));
    kernel.many(flush, lanes, std::as_writable_bytes(std::span(results).subspan(first, count)));
  }

  std::vector<std::vector<Word>> memory;
  std::vector<Word> results;
};

TEST(Kernels, GiveTheSameResultsForLanesAsForOneCase) {
  const number::DefaultFloatEnvironment environment;
  for (const OperationInfo& row : operations()) {
    const arithmetic::Kernel* kernel = arithmetic::find_kernel(row.operation);
    if (kernel == nullptr) continue;
    const std::vector<Operands> cases = test::suite_operands(row.operation, 29);
    Lanes lanes(row.operation, cases);
    for (const Flush flush : {test::kFlush, test::kKeep, Flush{.operands = true}, Flush{.results = true}}) {
      lanes.evaluate(*kernel, flush, 0, cases.size());
      for (std::size_t i = 0; i < cases.size(); ++i) {
        ASSERT_EQ(lanes.results[i], kernel->one(flush, cases[i].data()))
            << test::describe(row.operation, flush, cases[i]);
      }
    }
  }
}

TEST(Kernels, TakeLanesOfAnySizeAndPlace) {
  const number::DefaultFloatEnvironment environment;
  for (const OperationInfo& row : operations()) {
    const arithmetic::Kernel* kernel = arithmetic::find_kernel(row.operation);
    if (kernel == nullptr) continue;
    const std::vector<Operands> cases = test::suite_operands(row.operation, 2003);
    Lanes lanes(row.operation, cases);
    for (std::size_t count = 0; count < 40; ++count) {
      const std::size_t first = count % 3;
      constexpr Word kUntouched = 0x12345678;
      std::ranges::fill(lanes.results, kUntouched);
      lanes.evaluate(*kernel, test::kFlush, first, count);
      for (std::size_t i = 0; i < 50; ++i) {
        const bool is_given = i >= first && i < first + count;
        const Word expected = is_given ? kernel->one(test::kFlush, cases[i].data()) : kUntouched;
        ASSERT_EQ(lanes.results[i], expected) << row.name << ' ' << count << ' ' << i;
      }
    }
  }
}

TEST(Kernels, GiveResultsInThePlaceOfOperands) {
  const number::DefaultFloatEnvironment environment;
  for (const OperationInfo& row : operations()) {
    const arithmetic::Kernel* kernel = arithmetic::find_kernel(row.operation);
    if (kernel == nullptr) continue;
    const std::vector<Operands> cases = test::suite_operands(row.operation, 499);
    Lanes lanes(row.operation, cases);
    std::vector<ConstLane> operands;
    for (const std::vector<Word>& words : lanes.memory) operands.push_back(std::as_bytes(std::span(words)));
    kernel->many(test::kKeep, operands, std::as_writable_bytes(std::span(lanes.memory[0])));
    for (std::size_t i = 0; i < cases.size(); ++i) {
      ASSERT_EQ(lanes.memory[0][i], kernel->one(test::kKeep, cases[i].data())) << row.name << ' ' << i;
    }
  }
}

}  // namespace
}  // namespace halfulp
