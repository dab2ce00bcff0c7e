// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/instance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>

#include "device/chosen.hpp"
#include "device/set_variable.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

Error no_driver() {
  const std::string variable = set_variable({"VK_DRIVER_FILES", "VK_ICD_FILENAMES"});
  if (variable.empty()) {
    return {Error::Kind::kDevice,
            "vulkan: this machine has no Vulkan driver; install mesa-vulkan-drivers, or point VK_DRIVER_FILES at a "
            "driver's .json"};
  }
  return {Error::Kind::kDevice,
          fmt::format("vulkan: no driver loads from {}; the file or the library that it names is missing, or a library "
                      "that this one needs (VK_LOADER_DEBUG=error says which); without the variable, the drivers that "
                      "are installed are taken",
                      variable)};
}

VkInstance create_instance() {
  // A shader cache would let one run's compiler answer for another's. What the user has set stays.
  setenv("MESA_SHADER_CACHE_DISABLE", "true", 0);
  const PFN_vkGetInstanceProcAddr entry = vulkan_loader();
  auto* create = reinterpret_cast<PFN_vkCreateInstance>(entry(nullptr, "vkCreateInstance"));
  auto* version = reinterpret_cast<PFN_vkEnumerateInstanceVersion>(entry(nullptr, "vkEnumerateInstanceVersion"));
  if (create == nullptr || version == nullptr) {
    throw Error(Error::Kind::kDevice, "vulkan: the Vulkan loader is older than 1.1; install a newer libvulkan1");
  }
  const VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                      .pNext = nullptr,
                                      .pApplicationName = "halfulp",
                                      .applicationVersion = 0,
                                      .pEngineName = nullptr,
                                      .engineVersion = 0,
                                      .apiVersion = VK_API_VERSION_1_2};
  VkInstanceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  VkInstance instance = VK_NULL_HANDLE;
  const VkResult result = create(&info, nullptr, &instance);
  if (result == VK_ERROR_INCOMPATIBLE_DRIVER) throw no_driver();
  require(result, "vkCreateInstance");
  return instance;
}

// A text of a driver's, which need not end as it should.
template <std::size_t kSize>
std::string text_of(const char (&text)[kSize]) {  // NOLINT(cppcoreguidelines-avoid-c-arrays): Vulkan's
  return {text, strnlen(text, kSize)};
}

std::string version_text(std::uint32_t version) {
  return fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                     VK_API_VERSION_PATCH(version));
}

std::string_view type_text(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
      return "integrated GPU";
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
      return "discrete GPU";
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
      return "virtual GPU";
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
      return "CPU";
    default:
      return "other";
  }
}

bool has_extension(const InstanceFunctions& functions, VkPhysicalDevice device, std::string_view name) {
  std::uint32_t count = 0;
  require(functions.vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr),
          "vkEnumerateDeviceExtensionProperties");
  std::vector<VkExtensionProperties> extensions(count);
  require(functions.vkEnumerateDeviceExtensionProperties(device, nullptr, &count, extensions.data()),
          "vkEnumerateDeviceExtensionProperties");
  return std::ranges::any_of(extensions, [&](const auto& extension) { return name == extension.extensionName; });
}

// The first queue family that has all these flags.
std::optional<std::uint32_t> queue_family(const InstanceFunctions& functions, VkPhysicalDevice device,
                                          VkQueueFlags flags) {
  std::uint32_t count = 0;
  functions.vkGetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  functions.vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
  for (std::uint32_t i = 0; i < count; ++i) {
    if ((families[i].queueFlags & flags) == flags) return i;
  }
  return std::nullopt;
}

Independence independence(VkShaderFloatControlsIndependence value) {
  switch (value) {
    case VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL:
      return Independence::all;
    case VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_32_BIT_ONLY:
      return Independence::binary32_only;
    default:
      return Independence::none;
  }
}

OfferedControls offered_controls(const VkPhysicalDeviceFloatControlsProperties& properties,
                                 const ShaderFeatures& features) {
  OfferedControls offered;
  offered.controls.binary16 = {
      .flush_denormals = properties.shaderDenormFlushToZeroFloat16 == VK_TRUE,
      .preserve_denormals = properties.shaderDenormPreserveFloat16 == VK_TRUE,
      .preserve_signed_zero_inf_nan = properties.shaderSignedZeroInfNanPreserveFloat16 == VK_TRUE,
      .round_to_nearest_even = properties.shaderRoundingModeRTEFloat16 == VK_TRUE};
  offered.controls.binary32 = {
      .flush_denormals = properties.shaderDenormFlushToZeroFloat32 == VK_TRUE,
      .preserve_denormals = properties.shaderDenormPreserveFloat32 == VK_TRUE,
      .preserve_signed_zero_inf_nan = properties.shaderSignedZeroInfNanPreserveFloat32 == VK_TRUE,
      .round_to_nearest_even = properties.shaderRoundingModeRTEFloat32 == VK_TRUE};
  offered.controls.binary64 = {
      .flush_denormals = properties.shaderDenormFlushToZeroFloat64 == VK_TRUE,
      .preserve_denormals = properties.shaderDenormPreserveFloat64 == VK_TRUE,
      .preserve_signed_zero_inf_nan = properties.shaderSignedZeroInfNanPreserveFloat64 == VK_TRUE,
      .round_to_nearest_even = properties.shaderRoundingModeRTEFloat64 == VK_TRUE};
  offered.has_binary16 = features.shader_float16;
  offered.has_binary64 = features.shader_float64;
  offered.denormals = independence(properties.denormBehaviorIndependence);
  offered.rounding = independence(properties.roundingModeIndependence);
  return offered;
}

struct Features {
  ShaderFeatures shader;
  bool fragments_store;
};

Features features_of(const InstanceFunctions& functions, VkPhysicalDevice device, bool has_float16_int8) {
  VkPhysicalDeviceShaderFloat16Int8Features float16_int8{};
  float16_int8.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES;
  VkPhysicalDevice16BitStorageFeatures storage16{};
  storage16.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES;
  if (has_float16_int8) storage16.pNext = &float16_int8;
  VkPhysicalDeviceFeatures2 features{};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  features.pNext = &storage16;
  functions.vkGetPhysicalDeviceFeatures2(device, &features);
  return {.shader = {.shader_float16 = float16_int8.shaderFloat16 == VK_TRUE,
                     .shader_float64 = features.features.shaderFloat64 == VK_TRUE,
                     .shader_int16 = features.features.shaderInt16 == VK_TRUE,
                     .shader_int8 = float16_int8.shaderInt8 == VK_TRUE,
                     .storage_buffer_16bit_access = storage16.storageBuffer16BitAccess == VK_TRUE,
                     .storage_image_write_without_format =
                         features.features.shaderStorageImageWriteWithoutFormat == VK_TRUE,
                     .dual_src_blend = features.features.dualSrcBlend == VK_TRUE},
          .fragments_store = features.features.fragmentStoresAndAtomics == VK_TRUE};
}

std::optional<PhysicalDevice> inspect(const InstanceFunctions& functions, VkPhysicalDevice handle, ShaderStage stage) {
  VkPhysicalDeviceProperties2 properties{};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  functions.vkGetPhysicalDeviceProperties2(handle, &properties);
  const std::uint32_t api = properties.properties.apiVersion;
  const auto drawing = queue_family(functions, handle, VK_QUEUE_COMPUTE_BIT | VK_QUEUE_GRAPHICS_BIT);
  const auto computing = drawing ? drawing : queue_family(functions, handle, VK_QUEUE_COMPUTE_BIT);
  if (api < VK_API_VERSION_1_1 || !computing) return std::nullopt;

  const bool core = api >= VK_API_VERSION_1_2;
  const bool has_controls = core || has_extension(functions, handle, VK_KHR_SHADER_FLOAT_CONTROLS_EXTENSION_NAME);
  const bool has_driver = core || has_extension(functions, handle, VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME);
  VkPhysicalDeviceFloatControlsProperties controls{};
  controls.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES;
  const bool has_host_memory = has_extension(functions, handle, VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME);
  VkPhysicalDeviceExternalMemoryHostPropertiesEXT host_memory{};
  host_memory.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT;
  VkPhysicalDeviceDriverProperties driver{};
  driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
  if (has_controls) properties.pNext = &controls;
  if (has_driver) {
    driver.pNext = properties.pNext;
    properties.pNext = &driver;
  }
  if (has_host_memory) {
    host_memory.pNext = properties.pNext;
    properties.pNext = &host_memory;
  }
  functions.vkGetPhysicalDeviceProperties2(handle, &properties);

  PhysicalDevice device;
  device.handle = handle;
  device.properties = properties.properties;
  device.host_memory_alignment = host_memory.minImportedHostPointerAlignment;
  if (has_host_memory) device.extensions.push_back(VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME);
  device.queue_family = *computing;
  device.draws = drawing.has_value();
  const bool has_float16_int8 = core || has_extension(functions, handle, VK_KHR_SHADER_FLOAT16_INT8_EXTENSION_NAME);
  const Features features = features_of(functions, handle, has_float16_int8);
  device.features = features.shader;
  device.fragments_store = features.fragments_store;
  if (has_controls) device.offered = offered_controls(controls, device.features);
  if (has_controls && !core) device.extensions.push_back(VK_KHR_SHADER_FLOAT_CONTROLS_EXTENSION_NAME);
  if (has_float16_int8 && !core) device.extensions.push_back(VK_KHR_SHADER_FLOAT16_INT8_EXTENSION_NAME);
  device.description.kind = kind_of(stage);
  device.description.title = text_of(properties.properties.deviceName);
  auto& facts = device.description.facts;
  if (has_driver) {
    facts.emplace_back("driver", text_of(driver.driverName));
    facts.emplace_back("driver version", text_of(driver.driverInfo));
  }
  facts.emplace_back("driver number", fmt::format("0x{:08x}", properties.properties.driverVersion));
  facts.emplace_back("api", version_text(api));
  facts.emplace_back("vendor", fmt::format("0x{:04x}", properties.properties.vendorID));
  facts.emplace_back("device", fmt::format("0x{:04x}", properties.properties.deviceID));
  facts.emplace_back("type", type_text(properties.properties.deviceType));
  const std::string_view computing_stage = device.draws ? "compute; fragment for render targets" : "compute";
  facts.emplace_back("stage", stage == ShaderStage::fragment ? "fragment" : computing_stage);
  facts.emplace_back(kShaderFeatures, shader_features_text(device.features));
  return device;
}

}  // namespace

std::string PhysicalDevice::why_not(ShaderStage stage) const {
  if (stage == ShaderStage::compute || (draws && fragments_store)) return "";
  const std::string index = description.name.substr(description.name.find(':'));
  return fmt::format("{} ({}): the driver offers no {}, which this stage needs; check its compute stage, {}{}",
                     description.name, description.title, draws ? "fragmentStoresAndAtomics" : "queue that draws",
                     kind_of(ShaderStage::compute), index);
}

Instance::Instance(ShaderStage stage) : stage_(stage), handle_(create_instance()) {
  try {
    functions_ = load_instance_functions(handle_);
    std::uint32_t count = 0;
    const VkResult result = functions_.vkEnumeratePhysicalDevices(handle_, &count, nullptr);
    // Some loaders say so only here.
    if (result == VK_ERROR_INITIALIZATION_FAILED || count == 0) throw no_driver();
    require(result, "vkEnumeratePhysicalDevices");
    std::vector<VkPhysicalDevice> handles(count);
    require(functions_.vkEnumeratePhysicalDevices(handle_, &count, handles.data()), "vkEnumeratePhysicalDevices");
    for (VkPhysicalDevice handle : handles) {
      if (auto device = inspect(functions_, handle, stage)) {
        device->description.name = fmt::format("{}:{}", kind_of(stage), devices_.size());
        devices_.push_back(std::move(*device));
      }
    }
    if (devices_.empty()) {
      throw Error(Error::Kind::kDevice,
                  "vulkan: no device here offers Vulkan 1.1 and a compute queue; install mesa-vulkan-drivers, or point "
                  "VK_DRIVER_FILES at a newer driver's .json");
    }
  } catch (...) {
    if (functions_.vkDestroyInstance != nullptr) functions_.vkDestroyInstance(handle_, nullptr);
    throw;
  }
}

Instance::~Instance() { functions_.vkDestroyInstance(handle_, nullptr); }

const PhysicalDevice& Instance::find(const std::string& which) const {
  std::string there;
  for (std::size_t i = 0; i < devices_.size(); ++i) {
    const PhysicalDevice& device = devices_[i];
    if (is_chosen(which, i, device.description.title)) {
      if (const std::string why = device.why_not(stage_); !why.empty()) throw Error(Error::Kind::kDevice, why);
      return device;
    }
    there += fmt::format("\n  {}  {}", device.description.name, device.description.title);
  }
  throw Error(Error::Kind::kDevice, fmt::format("{}: no device '{}' here; there is:{}", kind_of(stage_), which, there));
}

}  // namespace halfulp::device
