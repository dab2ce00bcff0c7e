// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cfenv>

#include "arithmetic/hostile_environment.hpp"
#include "halfulp/evaluate.hpp"

// The documents know no exceptions, status bits or traps. An exception that escapes ends this program by SIGFPE.

#if defined(__GLIBC__)
namespace halfulp {
namespace {

using test::around;
using test::FloatState;

void divide_by_zero() {
  volatile float one = 1;
  volatile float zero = 0;
  volatile float quotient = one / zero;
  static_cast<void>(quotient);
}

TEST(NoExceptions, AreObservedByAFlagThatADivisionRaises) {
  std::fenv_t outer;
  std::fegetenv(&outer);
  std::feclearexcept(FE_ALL_EXCEPT);
  const FloatState before = FloatState::now();
  divide_by_zero();
  const FloatState after = FloatState::now();
  std::fesetenv(&outer);
  EXPECT_EQ(after.flags, FE_DIVBYZERO);
  EXPECT_NE(before, after);
}

#if defined(__x86_64__)
TEST(NoExceptionsDeathTest, AreObservedByATrapThatADivisionSprings) {
  const auto divide = [] { static_cast<void>(around(divide_by_zero)); };
  EXPECT_DEATH(divide(), "");
}
#endif

TEST(NoExceptions, AreObservedByARoundingModeThatACallLeavesBehind) {
  const auto state = around([] { std::fesetround(FE_DOWNWARD); });
  EXPECT_NE(state.before, state.after);
}

TEST(NoExceptions, ComeFromAnyOperationOfARulebook) {
  for (const std::string& name : Rulebook::embedded()) {
    const Rulebook rulebook = Rulebook::open(name);
    for (const OperationInfo& row : operations()) {
      for (const FormatInfo& format : formats()) {
        if (!rulebook.has(row.operation, format.format)) continue;
        const Evaluator evaluator(rulebook, row.operation, format.format);
        test::OperandSet operands(row.operation, format.format, 20);
        const auto one_by_one = around([&] {
          for (const auto& tuple : operands.tuples()) static_cast<void>(evaluator.evaluate(tuple));
        });
        const auto together = around([&] { evaluator.evaluate(operands.lanes(), operands.results()); });
        EXPECT_EQ(one_by_one.before.flags, 0);
        EXPECT_EQ(one_by_one.before, one_by_one.after) << name << ' ' << row.name << ' ' << format.name;
        EXPECT_EQ(together.before, together.after) << name << ' ' << row.name << ' ' << format.name;
      }
    }
  }
}

}  // namespace
}  // namespace halfulp
#endif
