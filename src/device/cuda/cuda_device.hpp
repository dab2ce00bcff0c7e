// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "device/cuda/program.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// A way in which a device computes by PTX, and whether it counts.
struct PtxWay {
  const LanguageRow* row;
  bool counts;
};

/// The ways of a device of that compute capability (53 for 5.3), in the table's order. `approximates`: an operation in
/// binary32 for which PTX has an approximation has no other way; `counts_approximations`: of an operation that has
/// approximations alone the first counts, in binary32.
[[nodiscard]] std::vector<PtxWay> ptx_ways(int capability, bool approximates, bool counts_approximations);

/// Opens a CUDA device, `INDEX/MODE`: an index or a part of the name, and one of kCudaModes; what is missing or "" is
/// the first, or, of modes, what the float controls call for. Throws Error(kDevice) with the way out, Error(kUsage) for
/// a mode that does not exist.
[[nodiscard]] std::unique_ptr<Device> open_cuda(const std::string& which, const DeviceOptions& options);

/// The CUDA devices of this machine. Throws Error(kDevice), with the way out, where there is no driver or no GPU.
[[nodiscard]] std::vector<DeviceDescription> list_cuda();

}  // namespace halfulp::device
