// SPDX-License-Identifier: Apache-2.0
#include "device/opencl/platform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "device/chosen.hpp"
#include "device/set_variable.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

constexpr cl_device_info kHalfConfig = 0x1033;  // CL_DEVICE_HALF_FP_CONFIG, which CL/cl_ext.h has

constexpr std::string_view kDenormsAreZero = "-cl-denorms-are-zero";
// It includes -cl-unsafe-math-optimizations, and that -cl-denorms-are-zero [OpenCL 3.0 API §5.8.4].
constexpr std::string_view kFast = "-cl-fast-relaxed-math";
constexpr std::array<NamedMode, 3> kModes = {{{"default", {}},
                                              {"denorms-are-zero", {kDenormsAreZero, kDenormsAreZero, kDenormsAreZero}},
                                              {"fast-relaxed-math", {kFast, kFast, kFast}}}};

FloatControls offered(cl_device_fp_config config) {
  return {.flush_denormals = true,
          .preserve_denormals = (config & CL_FP_DENORM) != 0,
          .preserve_signed_zero_inf_nan = (config & CL_FP_INF_NAN) != 0,
          .round_to_nearest_even = (config & CL_FP_ROUND_TO_NEAREST) != 0};
}

// A text of clGetPlatformInfo or clGetDeviceInfo; "" where the driver has none.
template <class Get, class Object>
std::string text_of(Get get, Object object, cl_uint what) {
  std::size_t bytes = 0;
  if (get(object, what, 0, nullptr, &bytes) != CL_SUCCESS || bytes == 0) return "";
  std::string text(bytes, '\0');
  if (get(object, what, bytes, text.data(), nullptr) != CL_SUCCESS) return "";
  text.resize(std::min(text.find('\0'), text.size()));
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

template <class Value>
Value value_of(cl_device_id device, cl_device_info what) {
  Value value{};
  const cl_int status = opencl().clGetDeviceInfo(device, what, sizeof(value), &value, nullptr);
  return status == CL_SUCCESS ? value : Value{};
}

std::string type_text(cl_device_type type) {
  if ((type & CL_DEVICE_TYPE_GPU) != 0) return "GPU";
  if ((type & CL_DEVICE_TYPE_CPU) != 0) return "CPU";
  return (type & CL_DEVICE_TYPE_ACCELERATOR) != 0 ? "accelerator" : "other";
}

// What the driver promises of a format's arithmetic.
std::string arithmetic_text(cl_device_fp_config config) {
  constexpr std::array<std::pair<cl_device_fp_config, std::string_view>, 7> kNames = {
      {{CL_FP_DENORM, "denormals"},
       {CL_FP_INF_NAN, "INF and NaN"},
       {CL_FP_ROUND_TO_NEAREST, "rounded to nearest"},
       {CL_FP_ROUND_TO_ZERO, "rounded toward zero"},
       {CL_FP_FMA, "fma"},
       {CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT, "division and sqrt correctly rounded on request"},
       {CL_FP_SOFT_FLOAT, "in software"}}};
  std::string text;
  for (const auto& [bit, name] : kNames) {
    if ((config & bit) != 0) text += fmt::format("{}{}", text.empty() ? "" : ", ", name);
  }
  return text.empty() ? "none" : text;
}

OpenclDevice inspect(cl_platform_id platform, cl_device_id handle) {
  auto* const platform_info = opencl().clGetPlatformInfo;
  auto* const device_info = opencl().clGetDeviceInfo;
  OpenclDevice device;
  device.handle = handle;
  const std::string extensions = ' ' + text_of(device_info, handle, CL_DEVICE_EXTENSIONS) + ' ';
  device.features = {.has_binary16 = extensions.find(" cl_khr_fp16 ") != std::string::npos,
                     .has_binary64 = extensions.find(" cl_khr_fp64 ") != std::string::npos,
                     .binary16 = value_of<cl_device_fp_config>(handle, kHalfConfig),
                     .binary32 = value_of<cl_device_fp_config>(handle, CL_DEVICE_SINGLE_FP_CONFIG),
                     .binary64 = value_of<cl_device_fp_config>(handle, CL_DEVICE_DOUBLE_FP_CONFIG)};
  device.description.kind = "opencl";
  device.description.title = text_of(device_info, handle, CL_DEVICE_NAME);
  auto& facts = device.description.facts;
  facts.emplace_back(kOpenclPlatform, text_of(platform_info, platform, CL_PLATFORM_NAME));
  facts.emplace_back("platform version", text_of(platform_info, platform, CL_PLATFORM_VERSION));
  facts.emplace_back("driver version", text_of(device_info, handle, CL_DRIVER_VERSION));
  facts.emplace_back("api", text_of(device_info, handle, CL_DEVICE_VERSION));
  facts.emplace_back("language", text_of(device_info, handle, CL_DEVICE_OPENCL_C_VERSION));
  facts.emplace_back("vendor", text_of(device_info, handle, CL_DEVICE_VENDOR));
  facts.emplace_back(kOpenclDevice, device.description.title);
  facts.emplace_back("type", type_text(value_of<cl_device_type>(handle, CL_DEVICE_TYPE)));
  facts.emplace_back("binary16", device.features.has_binary16 ? arithmetic_text(device.features.binary16)
                                                              : "vload_half and vstore_half only");
  facts.emplace_back("binary32", arithmetic_text(device.features.binary32));
  facts.emplace_back("binary64", arithmetic_text(device.features.binary64));
  return device;
}

std::vector<cl_platform_id> platforms() {
  cl_uint count = 0;
  // Loaders without a driver give a status of their own, or none.
  if (opencl().clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS || count == 0) {
    const std::string variable = set_variable({"OCL_ICD_VENDORS"});
    if (!variable.empty()) {
      throw Error(Error::Kind::kDevice,
                  fmt::format("opencl: no platform loads from {}; without the variable, the drivers that are installed "
                              "are taken",
                              variable));
    }
    throw Error(Error::Kind::kDevice,
                "opencl: no platform; apt install pocl-opencl-icd, or point OCL_ICD_VENDORS at a folder with a "
                "driver's .icd");
  }
  std::vector<cl_platform_id> found(count);
  require_opencl(opencl().clGetPlatformIDs(count, found.data(), nullptr), "clGetPlatformIDs");
  return found;
}

std::string platform_title(const OpenclDevice& device) {
  // The version names the driver: "OpenCL 3.0 PoCL 3.1", of the platform "Portable Computing Language".
  return device.description.facts[0].second + ' ' + device.description.facts[1].second;
}

}  // namespace

const BuildModes kOpenclModes = {"opencl", kDenormsAreZero, kModes};

OfferedControls offered_controls(const OpenclFeatures& features) {
  OfferedControls all;
  all.has_binary16 = features.has_binary16;
  all.has_binary64 = features.has_binary64;
  all.controls = {offered(features.binary16), offered(features.binary32), offered(features.binary64)};
  return all;
}

std::vector<OpenclDevice> opencl_devices() {
  std::vector<OpenclDevice> found;
  const std::vector<cl_platform_id> all = platforms();
  for (std::size_t p = 0; p < all.size(); ++p) {
    cl_uint count = 0;
    if (opencl().clGetDeviceIDs(all[p], CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS) continue;
    std::vector<cl_device_id> handles(count);
    if (count == 0) continue;
    require_opencl(opencl().clGetDeviceIDs(all[p], CL_DEVICE_TYPE_ALL, count, handles.data(), nullptr),
                   "clGetDeviceIDs");
    for (std::size_t d = 0; d < handles.size(); ++d) {
      found.push_back(inspect(all[p], handles[d]));
      found.back().description.name = fmt::format("opencl:{}/{}", p, d);
      found.back().platform_index = p;
      found.back().device_index = d;
    }
  }
  if (found.empty()) {
    throw Error(Error::Kind::kDevice,
                "opencl: no device on any platform; apt install pocl-opencl-icd, or, for Mesa's, set RUSTICL_ENABLE to "
                "its driver (RUSTICL_ENABLE=llvmpipe)");
  }
  return found;
}

OpenclDevice find_opencl_device(std::string_view platform, std::string_view device) {
  const std::vector<OpenclDevice> all = opencl_devices();
  std::string there;
  for (const OpenclDevice& each : all) {
    if (is_chosen(platform, each.platform_index, platform_title(each)) &&
        is_chosen(device, each.device_index, each.description.title)) {
      return each;
    }
    there += fmt::format("\n  {}  {}, {}", each.description.name, each.description.title, platform_title(each));
  }
  throw Error(Error::Kind::kDevice,
              fmt::format("opencl: no device '{}/{}' here; there is:{}", platform, device, there));
}

}  // namespace halfulp::device
