// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/vulkan_device.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <utility>
#include <variant>

#include "device/blocks.hpp"
#include "device/shader/features.hpp"
#include "device/shader/float_controls.hpp"
#include "device/shader/table.hpp"
#include "device/vulkan/instance.hpp"
#include "device/vulkan/session.hpp"
#include "device/vulkan/shader_run.hpp"
#include "device/vulkan/stage/stage.hpp"
#include "device/vulkan/texture/run.hpp"
#include "device/vulkan/texture/table.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

// Blocks that are submitted or prepared while others run. Two keep a device busy; more, the threads that prepare them.
constexpr unsigned kMostInFlight = 32;

// A row of the table of shaders, with operands from the buffer or as constants.
struct ShaderWay {
  const ShaderRow* row;
  bool constants;

  [[nodiscard]] Variant variant() const {
    const bool memory = row->operation == Operation::load || row->operation == Operation::store;
    return {.name = std::string(row->variant) + (constants ? ", constants" : ""),
            .instruction = std::string(row->instruction),
            .operands = constants ? "specialization constants" : (memory ? "memory" : "buffer"),
            .counts = row->judged,
            .composed = row->composed,
            // Each further batch costs a pipeline, 25 ms on a software driver.
            .most_cases = constants ? kConstantCases : 0};
  }
};

// A way of computing an operation.
using Way = std::variant<ShaderWay, const TextureWay*>;

// What exists while the device is open, in the order of creation.
struct Opened {
  Opened(const std::string& which, const DeviceOptions& options, ShaderStage shader_stage)
      : instance(shader_stage),
        physical(instance.find(which)),
        controls(controls_in_force(options.float_controls, physical.offered)),
        session(instance.functions(), physical, options.block_timeout),
        stage(session, shader_stage),
        host_memory(session, physical),
        shaders(session, stage, host_memory, physical.properties.limits.minStorageBufferOffsetAlignment, controls),
        texture_ways(device::texture_ways(instance.functions(), physical, shader_stage)),
        texture_buffers(session) {}
  Instance instance;
  PhysicalDevice physical;
  const FormatControls controls;  // in force
  Session session;
  const Stage stage;
  HostMemory host_memory;
  ShaderRun shaders;
  const std::vector<TextureWay> texture_ways;
  std::mutex textures_mutex;  // for what follows
  TextureBuffers texture_buffers;
  std::map<const TextureWay*, TextureRun> textures;
};

class VulkanDevice final : public Device {
 public:
  VulkanDevice(const std::string& which, const DeviceOptions& options, ShaderStage stage, HostMemoryUse host_memory)
      : opened_(std::make_unique<Opened>(which, options, stage)),
        description_(opened_->physical.description),
        imports_(host_memory == HostMemoryUse::imported && opened_->host_memory.works()) {
    description_.facts.emplace_back("float controls offered", float_controls_text(opened_->physical.offered.controls));
    description_.facts.emplace_back(kFloatControlsRequested, float_controls_text(options.float_controls));
    description_.facts.emplace_back(kFloatControlsInForce, float_controls_text(opened_->controls));
    description_.facts.emplace_back("host memory", imports_ ? "imported" : "copied");
    // What a pixel's conversion is judged by is the texture's, so that its ways come first; of the others they are
    // last.
    add_textures(true);
    add_shaders();
    add_textures(false);
  }
  VulkanDevice(const VulkanDevice&) = delete;
  VulkanDevice& operator=(const VulkanDevice&) = delete;
  ~VulkanDevice() override {
    // A device that hangs still uses these: destroying them would be undefined. Its process is about to end.
    if (opened_->session.hung()) static_cast<void>(opened_.release());
  }

  [[nodiscard]] const DeviceDescription& description() const override { return description_; }

  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    std::vector<Variant> variants;
    const auto found = ways_.find({operation, format});
    if (found == ways_.end()) return variants;
    for (const Way& way : found->second) {
      variants.push_back(std::visit([](const auto& each) { return variant_of(each); }, way));
    }
    return variants;
  }

  [[nodiscard]] unsigned concurrency() const override { return kMostInFlight; }

  void prepare(Operation operation, Format format, std::size_t variant) override {
    const auto* const shader = std::get_if<ShaderWay>(&ways_.at({operation, format}).at(variant));
    if (shader == nullptr || shader->constants) return;
    try {
      opened_->shaders.prepare(*shader->row);
    } catch (const Error&) {
      // The first block fails too, and says why.
    }
  }

  [[nodiscard]] std::shared_ptr<void> use(std::span<std::byte> memory) override {
    return imports_ ? opened_->host_memory.import(memory) : nullptr;
  }

  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override {
    const Way& way = ways_.at({operation, format}).at(variant);
    compute_in_blocks(description_, operation, format, operands, results, block_of(way),
                      [&](std::span<const ConstLane> lanes, Lane block_results, std::size_t cases) {
                        compute_block(way, lanes, cases, block_results);
                      });
  }

 private:
  void add_shaders() {
    for (const bool constants : {false, true}) {
      for (const ShaderRow& row : shader_rows()) {
        if (!runs_on(row, opened_->physical.features)) continue;
        if (constants && row.constants.empty()) continue;
        ways_[{row.operation, row.format}].emplace_back(ShaderWay{&row, constants});
      }
    }
  }

  void add_textures(bool of_pixels) {
    for (const TextureWay& way : opened_->texture_ways) {
      if ((info(way.operation).family == OperationFamily::pixel) != of_pixels) continue;
      ways_[{way.operation, way.asked()}].emplace_back(&way);
    }
  }

  static Variant variant_of(const ShaderWay& way) { return way.variant(); }
  static Variant variant_of(const TextureWay* way) { return way->variant(); }

  static std::size_t block_of(const Way& way) {
    const auto* shader = std::get_if<ShaderWay>(&way);
    if (shader == nullptr) return TextureRun::most_cases(*std::get<const TextureWay*>(way));
    return shader->constants ? kConstantCases : ShaderRun::kMostCases;
  }

  void compute_block(const Way& way, std::span<const ConstLane> operands, std::size_t cases, Lane results) {
    if (const auto* shader = std::get_if<ShaderWay>(&way)) {
      opened_->shaders.compute(*shader->row, shader->constants, operands, cases, results);
    } else {
      const std::lock_guard lock(opened_->textures_mutex);
      const TextureWay* texture = std::get<const TextureWay*>(way);
      auto run = opened_->textures.find(texture);
      if (run == opened_->textures.end()) {
        run = opened_->textures
                  .try_emplace(texture, opened_->session, opened_->texture_buffers, *texture, opened_->controls)
                  .first;
      }
      run->second.compute(operands, cases, results);
    }
  }

  std::unique_ptr<Opened> opened_;
  DeviceDescription description_;
  bool imports_;
  std::map<std::pair<Operation, Format>, std::vector<Way>> ways_;
};

}  // namespace

std::unique_ptr<Device> open_vulkan(const std::string& which, const DeviceOptions& options, ShaderStage stage,
                                    HostMemoryUse host_memory) {
  return std::make_unique<VulkanDevice>(which, options, stage, host_memory);
}

std::vector<DeviceDescription> list_vulkan(ShaderStage stage) {
  std::vector<DeviceDescription> descriptions;
  const Instance instance(stage);
  for (const auto& device : instance.devices()) {
    if (device.why_not(stage).empty()) descriptions.push_back(device.description);
  }
  if (descriptions.empty()) static_cast<void>(instance.find(""));  // throws why
  return descriptions;
}

}  // namespace halfulp::device
