// SPDX-License-Identifier: Apache-2.0
#include "device/d3d12/d3d12_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "device/blocks.hpp"
#include "device/d3d12/compute_shader.hpp"
#include "device/d3d12/session.hpp"
#include "device/shader/language_row.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

DeviceDescription description_of(ID3D12Device* device) {
  const DriverBelow below = driver_below(device);
  unsigned major = 0;
  unsigned minor = 0;
  const char* const version = d3d12().shader_version(&major, &minor);
  return {.name = "d3d12:0",
          .kind = "d3d12",
          .title = below.name,
          .facts = {{"driver", "vkd3d"},
                    {"driver version", version},
                    {"Vulkan driver below", below.driver},
                    {"its version", below.version},
                    {"api", "Direct3D 12, feature level 11_0"},
                    {"shaders", "cs_5_0, assembled here, refactoring not allowed"}}};
}

/// Copies values of fewer than four bytes into words and back.
void widen(ConstLane lane, std::size_t bytes, std::byte* into) {
  if (bytes >= 4) {
    std::memcpy(into, lane.data(), lane.size());
    return;
  }
  const std::size_t count = lane.size() / bytes;
  std::memset(into, 0, count * 4);
  for (std::size_t i = 0; i < count; ++i) std::memcpy(into + i * 4, lane.data() + i * bytes, bytes);
}

void narrow(const std::byte* from, std::size_t bytes, Lane lane) {
  if (bytes >= 4) {
    std::memcpy(lane.data(), from, lane.size());
    return;
  }
  for (std::size_t i = 0; i < lane.size() / bytes; ++i) std::memcpy(lane.data() + i * bytes, from + i * 4, bytes);
}

class D3d12Device final : public Device {
 public:
  explicit D3d12Device(const DeviceOptions& options)
      : session_(std::make_unique<D3d12Session>(options.block_timeout)),
        description_(description_of(session_->device())) {
    const bool has_doubles = computes_doubles();
    description_.facts.emplace_back("doubles", has_doubles                  ? "yes"
                                               : session_->offers_doubles() ? "offered, but no shader compiles"
                                                                            : "not offered");
    for (const LanguageRow& row : sm5_rows()) {
      if (has_doubles || !uses_doubles(row)) rows_.emplace(std::pair(row.operation, row.format), &row);
    }
  }
  D3d12Device(const D3d12Device&) = delete;
  D3d12Device& operator=(const D3d12Device&) = delete;
  ~D3d12Device() override {
    // A device that hangs still uses its objects. Its process is about to end.
    if (!session_->hung()) return;
    for (auto& [row, pipeline] : pipelines_) static_cast<void>(pipeline.release());
    static_cast<void>(session_.release());
  }

  [[nodiscard]] const DeviceDescription& description() const override { return description_; }

  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    const auto found = rows_.find({operation, format});
    if (found == rows_.end()) return {};
    const LanguageRow& row = *found->second;
    return {Variant{.name = std::string(row.expression.substr(0, row.expression.find(' '))),
                    .instruction = std::string(row.expression),
                    .operands = "raw buffer",
                    .counts = row.judged,
                    .composed = row.composed,
                    .most_cases = 0}};
  }

  void compute(Operation operation, Format format, std::size_t /*variant*/, std::span<const ConstLane> operands,
               Lane results) override {
    const LanguageRow& row = *rows_.at({operation, format});
    compute_in_blocks(description_, operation, format, operands, results, D3d12Session::kMostCases,
                      [&](std::span<const ConstLane> lanes, Lane block_results, std::size_t cases) {
                        compute_block(row, lanes, block_results, cases);
                      });
  }

 private:
  static bool uses_doubles(const LanguageRow& row) {
    return words_of(row.format) > 1 || words_of(info(row.operation).result(row.format)) > 1;
  }

  /// vkd3d 1.2 offers doubles and has no compiler for them.
  [[nodiscard]] bool computes_doubles() const {
    if (!session_->offers_doubles()) return false;
    try {
      static_cast<void>(session_->pipeline(compute_shader(*std::ranges::find_if(sm5_rows(), uses_doubles))));
      return true;
    } catch (const Error&) {
      return false;
    }
  }

  ID3D12PipelineState* pipeline(const LanguageRow& row) {
    auto found = pipelines_.find(&row);
    if (found == pipelines_.end()) {
      try {
        found = pipelines_.emplace(&row, session_->pipeline(compute_shader(row))).first;
      } catch (const Error& error) {
        throw Error(error.kind(), fmt::format("{}. The shader:\n{}", error.what(), compute_shader_text(row)));
      }
    }
    return found->second.get();
  }

  void compute_block(const LanguageRow& row, std::span<const ConstLane> lanes, Lane results, std::size_t cases) {
    const OperationInfo& operation = info(row.operation);
    for (std::size_t k = 0; k < lanes.size(); ++k) {
      const Format format = operation.operand_format(static_cast<int>(k), row.format);
      widen(lanes[k], static_cast<std::size_t>(info(format).bytes), session_->operand(k));
    }
    const std::byte* const computed = session_->run(pipeline(row), (cases + kThreadGroup - 1) / kThreadGroup);
    narrow(computed, static_cast<std::size_t>(info(operation.result(row.format)).bytes), results);
  }

  std::unique_ptr<D3d12Session> session_;
  DeviceDescription description_;
  std::map<std::pair<Operation, Format>, const LanguageRow*> rows_;
  std::map<const LanguageRow*, D3d12Object<ID3D12PipelineState>> pipelines_;
};

}  // namespace

std::unique_ptr<Device> open_d3d12(const std::string& which, const DeviceOptions& options) {
  if (!which.empty() && which != "0") {
    throw Error(Error::Kind::kUsage, fmt::format("d3d12:{}: vkd3d has one device, d3d12:0, on the first Vulkan driver; "
                                                 "VK_ICD_FILENAMES chooses which that is",
                                                 which));
  }
  return std::make_unique<D3d12Device>(options);
}

std::vector<DeviceDescription> list_d3d12() { return {description_of(create_d3d12_device().get())}; }

}  // namespace halfulp::device
