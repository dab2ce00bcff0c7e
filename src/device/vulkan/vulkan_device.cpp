// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/vulkan_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <utility>

#include "device/shader/features.hpp"
#include "device/shader/float_controls.hpp"
#include "device/shader/table.hpp"
#include "device/vulkan/instance.hpp"
#include "device/vulkan/session.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

// As shaders/buffer.comp.in has it.
constexpr std::size_t kWorkGroup = 64;
// 2^14 work groups; every device takes 2^16 - 1, and storage buffers of 2^27 bytes [Vulkan 1.3, Required Limits].
constexpr std::size_t kBlockCases = std::size_t{1} << 20;
constexpr std::size_t kWordBytes = 4;
// A double is two words.
constexpr std::size_t kOperandBytes = kBlockCases * kMaxArity * 2 * kWordBytes;
constexpr std::size_t kResultBytes = kBlockCases * 2 * kWordBytes;

// A way of computing an operation: a row of the table, with operands from the buffer or as constants.
struct Way {
  const ShaderRow* row;
  bool constants;
};

std::size_t bytes_of(Format format) { return static_cast<std::size_t>(info(format).bytes); }

// Copies values of a lane to the buffer of operands or from that of results: as words, a 16-bit value in the low half
// of one, or as values of their own size where the shader's buffer is typed.
void copy_in(ConstLane lane, std::size_t value_bytes, std::byte* buffer) {
  if (value_bytes >= kWordBytes) {
    std::memcpy(buffer, lane.data(), lane.size());
    return;
  }
  for (std::size_t i = 0; i < lane.size() / value_bytes; ++i) {
    std::uint16_t value = 0;
    std::memcpy(&value, lane.data() + i * value_bytes, sizeof(value));
    const std::uint32_t word = value;
    std::memcpy(buffer + i * kWordBytes, &word, kWordBytes);
  }
}

void copy_out(const std::byte* buffer, std::size_t value_bytes, Lane lane) {
  if (value_bytes >= kWordBytes) {
    std::memcpy(lane.data(), buffer, lane.size());
    return;
  }
  for (std::size_t i = 0; i < lane.size() / value_bytes; ++i) {
    std::uint32_t word = 0;
    std::memcpy(&word, buffer + i * kWordBytes, kWordBytes);
    const auto value = static_cast<std::uint16_t>(word);
    std::memcpy(lane.data() + i * value_bytes, &value, sizeof(value));
  }
}

// What exists while the device is open, in the order of creation.
struct Opened {
  explicit Opened(const std::string& which)
      : physical(instance.find(which)), session(instance.functions(), physical, kOperandBytes, kResultBytes) {}
  Instance instance;
  const PhysicalDevice& physical;
  Session session;
  std::map<const ShaderRow*, Owned<VkPipeline>> pipelines;
};

class VulkanDevice final : public Device {
 public:
  VulkanDevice(const std::string& which, const DeviceOptions& options)
      : opened_(std::make_unique<Opened>(which)),
        description_(opened_->physical.description),
        controls_(controls_in_force(options.float_controls, opened_->physical.offered)) {
    description_.facts.emplace_back("float controls offered", float_controls_text(opened_->physical.offered.controls));
    description_.facts.emplace_back(kFloatControlsRequested, float_controls_text(options.float_controls));
    description_.facts.emplace_back(kFloatControlsInForce, float_controls_text(controls_));
    for (const bool constants : {false, true}) {
      for (const ShaderRow* row : shader_rows()) {
        if (!runs_on(*row, opened_->physical.features)) continue;
        if (constants && row->constants.empty()) continue;
        ways_[{row->operation, row->format}].push_back({row, constants});
      }
    }
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
    const bool memory = operation == Operation::load || operation == Operation::store;
    for (const Way& way : found->second) {
      variants.push_back({.name = std::string(way.row->variant) + (way.constants ? ", constants" : ""),
                          .instruction = std::string(way.row->instruction),
                          .operands = way.constants ? "specialization constants" : (memory ? "memory" : "buffer"),
                          .counts = way.row->judged,
                          .composed = way.row->composed,
                          // Each further batch costs a pipeline, 25 ms on a software driver.
                          .most_cases = way.constants ? kConstantCases : 0});
    }
    return variants;
  }

  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override {
    const Way& way = ways_.at({operation, format}).at(variant);
    const std::size_t result_bytes = bytes_of(info(operation).result(format));
    const std::size_t cases = results.size() / result_bytes;
    const std::size_t block = way.constants ? kConstantCases : kBlockCases;
    try {
      for (std::size_t first = 0; first < cases; first += block) {
        const std::size_t count = std::min(block, cases - first);
        std::vector<ConstLane> lanes;
        for (std::size_t k = 0; k < operands.size(); ++k) {
          const std::size_t bytes = bytes_of(info(operation).operand_format(static_cast<int>(k), format));
          lanes.push_back(operands[k].subspan(first * bytes, count * bytes));
        }
        if (way.constants) {
          run_constants(*way.row, lanes, count);
        } else {
          run_buffer(*way.row, lanes, count);
        }
        const Lane block_results = results.subspan(first * result_bytes, count * result_bytes);
        const std::byte* buffer = opened_->session.results().data();
        if (operation == Operation::store) {
          std::memcpy(block_results.data(), buffer, block_results.size());
        } else {
          copy_out(buffer, result_bytes, block_results);
        }
      }
    } catch (const Error& error) {
      throw Error(error.kind(), fmt::format("{} ({}), computing {}: {}", description_.name, description_.title,
                                            info(operation).name, error.what()));
    }
  }

 private:
  void run_buffer(const ShaderRow& row, std::span<const ConstLane> lanes, std::size_t count) {
    auto& pipeline = opened_->pipelines[&row];
    if (pipeline.get() == VK_NULL_HANDLE) {
      pipeline = opened_->session.create_pipeline(with_float_controls(row.buffer, controls_), {});
    }
    std::byte* destination = opened_->session.operands().data();
    for (const ConstLane lane : lanes) {
      const std::size_t bytes = lane.size() / count;
      if (row.operation == Operation::load) {
        std::memcpy(destination, lane.data(), lane.size());
      } else {
        copy_in(lane, bytes, destination);
      }
      destination += count * std::max(bytes, kWordBytes);
    }
    const std::size_t groups = (count + kWorkGroup - 1) / kWorkGroup;
    opened_->session.run(pipeline.get(), static_cast<std::uint32_t>(count), static_cast<std::uint32_t>(groups));
  }

  void run_constants(const ShaderRow& row, std::span<const ConstLane> lanes, std::size_t count) {
    std::vector<std::uint32_t> constants;
    for (std::size_t i = 0; i < kConstantCases; ++i) {
      for (const ConstLane lane : lanes) {
        const std::size_t bytes = lane.size() / count;
        std::array<std::uint32_t, 2> words{};
        if (i < count) copy_in(lane.subspan(i * bytes, bytes), bytes, std::as_writable_bytes(std::span(words)).data());
        constants.insert(constants.end(), words.begin(), words.begin() + (bytes > kWordBytes ? 2 : 1));
      }
    }
    const auto pipeline = opened_->session.create_pipeline(with_float_controls(row.constants, controls_), constants);
    opened_->session.run(pipeline.get(), static_cast<std::uint32_t>(count), 1);
  }

  std::unique_ptr<Opened> opened_;
  DeviceDescription description_;
  FormatControls controls_;  // in force
  std::map<std::pair<Operation, Format>, std::vector<Way>> ways_;
};

}  // namespace

std::unique_ptr<Device> open_vulkan(const std::string& which, const DeviceOptions& options) {
  return std::make_unique<VulkanDevice>(which, options);
}

std::vector<DeviceDescription> list_vulkan() {
  std::vector<DeviceDescription> descriptions;
  try {
    const Instance instance;
    for (const auto& device : instance.devices()) descriptions.push_back(device.description);
  } catch (const Error&) {
    // No loader or no driver: there is no Vulkan device to list; opening one tells why.
  }
  return descriptions;
}

}  // namespace halfulp::device
