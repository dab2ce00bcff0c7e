// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "device/opencl/platform.hpp"
#include "device/shader/language_row.hpp"

namespace halfulp::device {

/// The name of the kernel in kernel_source().
inline constexpr const char* kKernelName = "compute";

/// A kernel kKernelName in OpenCL C, and what an error calls it.
struct KernelSource {
  std::string text;
  std::string_view what;
};

/// The kernel of a row in OpenCL C 1.1. Its arguments: a uint, the number of cases; a buffer for each operand and one
/// for the results, each of values of that operand's format. Work item i computes case i; further ones do nothing.
[[nodiscard]] KernelSource kernel_source(const LanguageRow& row);

/// Whether a device with these features takes that kernel.
[[nodiscard]] bool runs_on(const LanguageRow& row, const OpenclFeatures& features);

/// "native_sin" of an expression that is a call of it; any other expression itself.
[[nodiscard]] std::string_view way_name(std::string_view expression);

}  // namespace halfulp::device
