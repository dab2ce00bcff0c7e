// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "halfulp/operation.hpp"

namespace halfulp::benchmarks {

/// results[i] = the operation of operands[0][i], operands[1][i], ...
using FloatLoop = void (*)(const float* const* operands, float* results, std::size_t count);

/// What else does an operation.
struct OtherArithmetic {
  std::string_view
      name;  ///< "hardware": a loop without intrinsics, vectorised by the compiler; "glibc": its float function
  FloatLoop loop;
};

/// The operation's row; no loop when there is none.
[[nodiscard]] OtherArithmetic other_arithmetic(Operation operation);

/// While it lives the CPU flushes denormals, where it can.
class HardwareFlush {
 public:
  explicit HardwareFlush(bool flushes);
  HardwareFlush(const HardwareFlush&) = delete;
  HardwareFlush& operator=(const HardwareFlush&) = delete;
  ~HardwareFlush();

 private:
  unsigned before_ = 0;
};

}  // namespace halfulp::benchmarks
