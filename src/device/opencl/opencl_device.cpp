// SPDX-License-Identifier: Apache-2.0
#include "device/opencl/opencl_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "device/blocks.hpp"
#include "device/opencl/build_mode.hpp"
#include "device/opencl/build_options.hpp"
#include "device/opencl/kernel_source.hpp"
#include "device/opencl/platform.hpp"
#include "device/opencl/session.hpp"
#include "device/shader/float_controls.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

// One computes, one is prepared.
constexpr unsigned kMostInFlight = 4;

// The parts of "PLATFORM/DEVICE/MODE".
struct Which {
  std::string platform;
  std::string device;
  std::string mode;
};

Which parts_of(std::string_view which) {
  std::array<std::string, 3> parts;
  std::size_t part = 0;
  for (const char letter : which) {
    if (letter == '/' && part + 1 < parts.size()) {
      ++part;
    } else {
      parts[part] += letter;
    }
  }
  return {parts[0], parts[1], parts[2]};
}

class OpenclDriver final : public Device {
 public:
  OpenclDriver(const Which& which, const DeviceOptions& options)
      : opened_(find_opencl_device(which.platform, which.device)),
        description_(opened_.description),
        mode_(which.mode, options.float_controls, opened_.features),
        session_(opened_.handle) {
    for (const LanguageRow& row : opencl_rows()) {
      if (runs_on(row, opened_.features)) ways_[{row.operation, row.format}].push_back(&row);
    }
    if (!which.mode.empty()) {
      description_.name += '/' + which.mode;
      description_.title += fmt::format(", {}", which.mode);
    }
    description_.facts.emplace_back(kBuildOptions, mode_.text());
    description_.facts.emplace_back(kFloatControlsRequested, float_controls_text(mode_.requested()));
    description_.facts.emplace_back(kFloatControlsInForce, float_controls_text(mode_.in_force()));
  }

  [[nodiscard]] const DeviceDescription& description() const override { return description_; }

  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    std::vector<Variant> variants;
    const auto found = ways_.find({operation, format});
    if (found == ways_.end()) return variants;
    const bool memory = operation == Operation::load || operation == Operation::store;
    for (const LanguageRow* row : found->second) {
      variants.push_back({.name = std::string(way_name(row->expression)),
                          .instruction = std::string(row->expression),
                          .operands = memory ? "memory" : "buffer",
                          .counts = row->judged,
                          .composed = row->composed,
                          .most_cases = 0});
    }
    return variants;
  }

  [[nodiscard]] unsigned concurrency() const override { return kMostInFlight; }

  void prepare(Operation operation, Format format, std::size_t variant) override {
    try {
      session_.prepare(*ways_.at({operation, format}).at(variant), mode_.options(format));
    } catch (const Error&) {
      // The first block fails too, and says why.
    }
  }

  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override {
    const LanguageRow& row = *ways_.at({operation, format}).at(variant);
    compute_in_blocks(description_, operation, format, operands, results, kBlockCases,
                      [&](std::span<const ConstLane> lanes, Lane block_results, std::size_t cases) {
                        session_.compute(row, mode_.options(format), lanes, cases, block_results);
                      });
  }

 private:
  OpenclDevice opened_;
  DeviceDescription description_;
  BuildMode mode_;
  OpenclSession session_;
  std::map<std::pair<Operation, Format>, std::vector<const LanguageRow*>> ways_;
};

}  // namespace

std::unique_ptr<Device> open_opencl(const std::string& which, const DeviceOptions& options) {
  return std::make_unique<OpenclDriver>(parts_of(which), options);
}

std::vector<DeviceDescription> list_opencl() {
  std::vector<DeviceDescription> descriptions;
  for (OpenclDevice& device : opencl_devices()) descriptions.push_back(std::move(device.description));
  return descriptions;
}

}  // namespace halfulp::device
