// SPDX-License-Identifier: Apache-2.0
#include "device/opencl/opencl_device.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "device/opencl/image.hpp"
#include "device/opencl/kernel_source.hpp"
#include "device/opencl/platform.hpp"
#include "device/opencl/session.hpp"
#include "device/shader/build_mode.hpp"
#include "device/shader/build_options.hpp"
#include "device/shader/float_controls.hpp"
#include "device/shader/language_device.hpp"

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

class OpenclDriver final : public LanguageDevice {
 public:
  OpenclDriver(const OpenclDevice& opened, const Which& which, const DeviceOptions& options)
      : LanguageDevice(opened.description),
        mode_(kOpenclModes, which.mode, options.float_controls, offered_controls(opened.features)),
        session_(opened.handle),
        images_(image_ways(opened.handle, session_.context())) {
    for (const LanguageRow& row : opencl_rows()) {
      if (runs_on(row, opened.features)) offer_row(row);
    }
    for (const ImageWay& way : images_) offer_image(way);
    if (!which.mode.empty()) {
      description_.name += '/' + which.mode;
      description_.title += fmt::format(", {}", which.mode);
    }
    description_.facts.emplace_back(kBuildOptions, mode_.text());
    description_.facts.emplace_back(kFloatControlsRequested, float_controls_text(mode_.requested()));
    description_.facts.emplace_back(kFloatControlsInForce, float_controls_text(mode_.in_force()));
  }

  [[nodiscard]] unsigned concurrency() const override { return kMostInFlight; }

 private:
  void offer_row(const LanguageRow& row) {
    const bool memory = row.operation == Operation::load || row.operation == Operation::store;
    const std::string_view options = mode_.options(row.format);
    offer(row.operation, row.format,
          {.variant = {.name = std::string(way_name(row.expression)),
                       .instruction = std::string(row.expression),
                       .operands = memory ? "memory" : "buffer",
                       .counts = row.judged,
                       .composed = row.composed,
                       .most_cases = 0},
           .prepare = [this, &row, options] { session_.prepare(kernel_source(row), options); },
           .compute = [this, &row, options](
                          std::span<const ConstLane> operands, std::size_t cases,
                          Lane results) { session_.compute(kernel_source(row), options, operands, cases, results); }});
  }

  void offer_image(const ImageWay& way) {
    const std::string_view options = mode_.options(way.asked());
    offer(way.operation, way.asked(),
          {.variant = way.variant(),
           .prepare = [this, &way, options] { session_.prepare(way.kernel_source(), options); },
           .compute = [this, &way, options](
                          std::span<const ConstLane> operands, std::size_t cases,
                          Lane results) { session_.compute(way, options, operands[0], cases, results); }});
  }

  BuildMode mode_;
  OpenclSession session_;
  const std::vector<ImageWay> images_;
};

}  // namespace

std::unique_ptr<Device> open_opencl(const std::string& which, const DeviceOptions& options) {
  const Which parts = parts_of(which);
  return std::make_unique<OpenclDriver>(find_opencl_device(parts.platform, parts.device), parts, options);
}

std::vector<DeviceDescription> list_opencl() {
  std::vector<DeviceDescription> descriptions;
  for (OpenclDevice& device : opencl_devices()) descriptions.push_back(std::move(device.description));
  return descriptions;
}

}  // namespace halfulp::device
