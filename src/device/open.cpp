// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "device/cuda/cuda_device.hpp"
#include "device/d3d12/vkd3d.hpp"
#include "device/exec/exec_device.hpp"
#include "device/host/host_device.hpp"
#include "device/isolated/isolated_device.hpp"
#include "device/opencl/opencl_device.hpp"
#include "device/reference/reference_device.hpp"
#include "device/vulkan/vulkan_device.hpp"
#include "halfulp/device.hpp"
#include "halfulp/error.hpp"
#include "number/nearest_name.hpp"

namespace halfulp {
namespace {

/// One kind of device. A device's name is the kind, or the kind, a colon and `which`.
struct Kind {
  std::string_view name;
  std::string_view form;  ///< as messages show it
  std::unique_ptr<Device> (*open)(const std::string& which, const DeviceOptions& options);
  std::vector<DeviceDescription> (*list)();  ///< throws Error(kDevice) with the way out where a driver is missing
  bool isolated;  ///< whether foreign code runs in this process, which may crash or hang: a child process of ours opens
                  ///< it
};

/// Direct3D 11 is Windows' own, so that what computes by it is a program for Windows.
[[noreturn]] void refuse_d3d11() {
  throw Error(Error::Kind::kDevice,
              "d3d11: Direct3D 11 is computed by a program for Windows, which Wine runs here: --device 'exec:wine "
              "halfulp-d3d11.exe', built by cmake --workflow --preset windows (docs/devices/d3d11.md)");
}

constexpr std::array kKinds{
    Kind{"reference", "reference[:BOOK]", device::open_reference, device::list_reference, false},
    Kind{"host", "host[:flush]",
         [](const std::string& which, const DeviceOptions&) { return device::open_host(which); }, device::list_host,
         false},
    Kind{"vulkan", "vulkan[:INDEX or part of the name]",
         [](const std::string& which, const DeviceOptions& options) { return device::open_vulkan(which, options); },
         [] { return device::list_vulkan(); }, true},
    Kind{"vulkan-fragment", "vulkan-fragment[:INDEX or part of the name]",
         [](const std::string& which, const DeviceOptions& options) {
           return device::open_vulkan(which, options, device::ShaderStage::fragment);
         },
         [] { return device::list_vulkan(device::ShaderStage::fragment); }, true},
    Kind{"opencl", "opencl[:PLATFORM[/DEVICE[/MODE]]]", device::open_opencl, device::list_opencl, true},
    Kind{"cuda", "cuda[:INDEX or part of the name[/MODE]]", device::open_cuda, device::list_cuda, true},
    Kind{"d3d12", "d3d12[:0]", device::open_d3d12, device::list_d3d12, true},
    Kind{"d3d11", "d3d11 (exec:wine halfulp-d3d11.exe)",
         [](const std::string&, const DeviceOptions&) -> std::unique_ptr<Device> { refuse_d3d11(); },
         []() -> std::vector<DeviceDescription> { refuse_d3d11(); }, false},
    Kind{"exec", "exec:PROGRAM", device::open_exec, [] { return std::vector<DeviceDescription>(); }, false},
};

const Kind& find_kind(std::string_view name) {
  const std::string_view wanted = name.substr(0, name.find(':'));
  std::vector<std::string_view> names;
  std::string forms;
  for (const Kind& kind : kKinds) {
    if (kind.name == wanted) return kind;
    names.push_back(kind.name);
    forms += fmt::format("{}{}", forms.empty() ? "" : ", ", kind.form);
  }
  throw Error(Error::Kind::kUsage,
              fmt::format("unknown device '{}'{}; devices are {}", name, number::did_you_mean(wanted, names), forms));
}

std::string which_of(const std::string& name) {
  const std::size_t colon = name.find(':');
  return colon == std::string::npos ? "" : name.substr(colon + 1);
}

}  // namespace

std::unique_ptr<Device> open_device(const std::string& name, const DeviceOptions& options) {
  return find_kind(name).open(which_of(name), options);
}

std::unique_ptr<Device> open_isolated_device(const std::string& name, const DeviceOptions& options,
                                             const std::string& executable) {
  if (!find_kind(name).isolated) return open_device(name, options);
  return device::open_in_child_process(name, options, executable);
}

std::vector<DeviceDescription> list_devices() {
  std::vector<DeviceDescription> all;
  for (const Kind& kind : kKinds) {
    std::vector<DeviceDescription> some = list_devices(kind.name);
    all.insert(all.end(), std::make_move_iterator(some.begin()), std::make_move_iterator(some.end()));
  }
  return all;
}

std::vector<DeviceDescription> list_devices(std::string_view kind) {
  try {
    const auto* const found = std::ranges::find(kKinds, kind, &Kind::name);
    if (found != kKinds.end()) return found->list();
  } catch (const Error&) {
    // why_no_device() gives its message.
  }
  return {};
}

std::string why_no_device(std::string_view kind) {
  try {
    static_cast<void>(find_kind(kind).list());
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::vector<std::string_view> device_kinds() {
  std::vector<std::string_view> names(kKinds.size());
  std::ranges::transform(kKinds, names.begin(), &Kind::name);
  return names;
}

}  // namespace halfulp
