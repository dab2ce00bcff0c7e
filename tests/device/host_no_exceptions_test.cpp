// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "arithmetic/hostile_environment.hpp"
#include "device/host/host_device.hpp"
#include "device/host/kernels.hpp"

// That a trap or a flag would be seen is tested in tests/arithmetic/no_exceptions_test.cpp.

#if defined(__GLIBC__)
namespace halfulp {
namespace {

using test::around;

std::vector<std::string> ways() {
  std::vector<std::string> ways;
  for (const DeviceDescription& description : device::list_host()) ways.push_back(description.name);
  return ways;
}

TEST(HostExceptions, ComeFromNoOperation) {
  for (const std::string& way : ways()) {
    const auto host = open_device(way, {});
    for (const OperationInfo& row : operations()) {
      for (const FormatInfo& format : formats()) {
        const std::size_t variants = host->variants(row.operation, format.format).size();
        for (std::size_t variant = 0; variant < variants; ++variant) {
          test::OperandSet operands(row.operation, format.format, 200);
          const auto state = around(
              [&] { host->compute(row.operation, format.format, variant, operands.lanes(), operands.results()); });
          EXPECT_EQ(state.before.flags, 0);
          EXPECT_EQ(state.before, state.after) << way << ' ' << row.name << ' ' << format.name << ' ' << variant;
        }
      }
    }
  }
}

TEST(HostExceptions, WouldComeFromItsKernelsOutsideTheScope) {
  const auto rows = device::host_rows();
  const auto division = std::ranges::find_if(rows, [](const device::HostRow& row) {
    return row.operation == Operation::div && row.format == Format::binary32;
  });
  ASSERT_NE(division, rows.end());
  test::OperandSet operands(Operation::div, Format::binary32, 0);
  std::fenv_t outer;
  std::feholdexcept(&outer);
  division->kernel(operands.lanes(), operands.results());
  const int flags = std::fetestexcept(FE_ALL_EXCEPT);
  std::fesetenv(&outer);
  EXPECT_NE(flags & FE_DIVBYZERO, 0);
  EXPECT_NE(flags & FE_INVALID, 0);
}

TEST(HostExceptions, NeitherRoundingNorFlushingOfTheCallerReachesResults) {
  const auto host = open_device("host", {});
  for (const Operation operation : {Operation::mul, Operation::binary32_to_binary16}) {
    const std::size_t variants = host->variants(operation, Format::binary32).size();
    for (std::size_t variant = 0; variant < variants; ++variant) {
      test::OperandSet calm(operation, Format::binary32, 1000);
      test::OperandSet hostile(operation, Format::binary32, 1000);
      host->compute(operation, Format::binary32, variant, calm.lanes(), calm.results());
      static_cast<void>(
          around([&] { host->compute(operation, Format::binary32, variant, hostile.lanes(), hostile.results()); }));
      EXPECT_TRUE(std::ranges::equal(calm.results(), hostile.results())) << info(operation).name << ' ' << variant;
    }
  }
}

}  // namespace
}  // namespace halfulp
#endif
