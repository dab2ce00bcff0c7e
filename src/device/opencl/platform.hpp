// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "device/opencl/loader.hpp"
#include "device/shader/build_mode.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

// The facts that name a platform, which is a driver, and its device.
inline constexpr std::string_view kOpenclPlatform = "driver";
inline constexpr std::string_view kOpenclDevice = "device";

/// What a driver says of a device's arithmetic.
struct OpenclFeatures {
  bool has_binary16 = false;  ///< cl_khr_fp16; vload_half and vstore_half need it not
  bool has_binary64 = false;  ///< cl_khr_fp64
  // What the driver promises of each format's arithmetic.
  cl_device_fp_config binary16 = 0;
  cl_device_fp_config binary32 = 0;
  cl_device_fp_config binary64 = 0;
};

/// The modes of building programs, by the options of clBuildProgram.
extern const BuildModes kOpenclModes;

/// The float controls that a driver with these features offers.
[[nodiscard]] OfferedControls offered_controls(const OpenclFeatures& features);

/// A device of a platform, with the name that opens it: "opencl:0/1", platform 0, its device 1.
struct OpenclDevice {
  cl_device_id handle = nullptr;
  std::size_t platform_index = 0;
  std::size_t device_index = 0;  ///< on its platform
  OpenclFeatures features;
  DeviceDescription description;
};

/// The devices of all platforms. Throws Error(kDevice) with the way out if there is no loader, no platform or no
/// device.
[[nodiscard]] std::vector<OpenclDevice> opencl_devices();

/// The first of them whose platform and device are chosen: `PLATFORM/DEVICE`, each an index or a part of the name; ""
/// is the first of all. Throws Error(kDevice) that lists what there is.
[[nodiscard]] OpenclDevice find_opencl_device(std::string_view platform, std::string_view device);

}  // namespace halfulp::device
