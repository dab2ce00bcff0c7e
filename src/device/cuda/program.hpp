// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "device/shader/build_mode.hpp"
#include "device/shader/language_row.hpp"

namespace halfulp::device {

/// The modes: `default` keeps denormals, `ftz` flushes those of binary16 and binary32, `approx` those of binary32, and
/// takes the approximation of an operation where PTX has one, as nvcc's -use_fast_math does.
extern const BuildModes kCudaModes;

/// The fact that names the GPU.
inline constexpr std::string_view kCudaDevice = "device";

/// Whose denormals the instructions flush, by `.ftz`.
struct PtxFlush {
  bool binary16 = false;
  bool binary32 = false;
};

/// The name of the kernel in ptx_program().
inline constexpr const char* kPtxKernel = "compute";

/// The instructions of a row: types in the place of `.real` and `.bits`, and `.ftz` where they flush. An instruction
/// that computes in or converts from or to binary32 flushes by `binary32`.
[[nodiscard]] std::string ptx_instructions(const LanguageRow& row, const PtxFlush& flush);

/// "div.full", "cvt.rmi then sub.rn": a way's name, the same in all modes.
[[nodiscard]] std::string ptx_way_name(std::string_view expression);

/// Whether PTX has the accuracy of an approximation for it.
[[nodiscard]] bool is_approximate(const LanguageRow& row);

/// The least compute capability that runs a row, 53 for 5.3.
[[nodiscard]] int ptx_target(const LanguageRow& row);

/// The program of a row, of PTX 7.0. The kernel's parameters: the number of cases, 32 bits; the address of a lane for
/// each operand and of one for the results, each of values of its format. A thread computes a case.
[[nodiscard]] std::string ptx_program(const LanguageRow& row, const PtxFlush& flush);

}  // namespace halfulp::device
