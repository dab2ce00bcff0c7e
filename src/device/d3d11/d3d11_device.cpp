// SPDX-License-Identifier: Apache-2.0
#include "device/d3d11/d3d11_device.hpp"

#include <map>

#include "device/blocks.hpp"
#include "device/d3d11/stage.hpp"
#include "device/dxbc/offered_rows.hpp"

namespace halfulp::device {
namespace {

DeviceDescription description_of(const D3d11& d3d11, ShaderStage stage, dxbc::Doubles doubles) {
  const std::string by = d3d11.translator();
  DeviceDescription description{.name = "d3d11",
                                .kind = "d3d11",
                                .title = "Direct3D 11" + (by.empty() ? "" : " by " + by) + ", " + d3d11.name(),
                                .facts = d3d11.facts()};
  const bool is_compute = stage == ShaderStage::compute;
  description.facts.emplace_back("stage", is_compute ? "compute" : "fragment");
  description.facts.emplace_back(
      "shaders", std::string(is_compute ? "cs_5_0" : "ps_5_0") + ", assembled by halfulp, refactoring not allowed");
  description.facts.emplace_back("doubles", doubles == dxbc::Doubles::none    ? "not offered"
                                            : doubles == dxbc::Doubles::basic ? "yes, without 11.1's instructions"
                                                                              : "yes");
  return description;
}

class D3d11Device final : public Device {
 public:
  D3d11Device(const AdapterChoice& choice, ShaderStage stage)
      : d3d11_(open_adapter(choice)),
        kind_(stage),
        stage_(stage == ShaderStage::compute ? make_compute_stage(d3d11_.device.get(), d3d11_.context.get())
                                             : make_pixel_stage(d3d11_.device.get(), d3d11_.context.get())),
        description_(description_of(d3d11_, stage, offered_doubles(d3d11_.device.get()))),
        rows_(offered_doubles(d3d11_.device.get()), stage == ShaderStage::compute ? "raw buffer" : "texture") {}

  [[nodiscard]] const DeviceDescription& description() const override { return description_; }

  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    return rows_.variants(operation, format);
  }

  void compute(Operation operation, Format format, std::size_t /*variant*/, std::span<const ConstLane> operands,
               Lane results) override {
    const LanguageRow& row = rows_.row(operation, format);
    compute_in_blocks(description_, operation, format, operands, results, D3d11Stage::kMostCases,
                      [&](std::span<const ConstLane> lanes, Lane block_results, std::size_t /*cases*/) {
                        stage_->run(shader(row), row, lanes, block_results);
                      });
  }

 private:
  ID3D11DeviceChild* shader(const LanguageRow& row) {
    auto found = shaders_.find(&row);
    if (found == shaders_.end()) {
      const auto make = [&](std::span<const std::byte> code) { return stage_->shader(code); };
      found = shaders_.emplace(&row, dxbc::made_of(row, kind_, make)).first;
    }
    return found->second.get();
  }

  D3d11 d3d11_;
  ShaderStage kind_;
  std::unique_ptr<D3d11Stage> stage_;
  DeviceDescription description_;
  dxbc::OfferedRows rows_;
  std::map<const LanguageRow*, ComObject<ID3D11DeviceChild>> shaders_;
};

}  // namespace

std::unique_ptr<Device> open_d3d11(const AdapterChoice& choice, ShaderStage stage) {
  return std::make_unique<D3d11Device>(choice, stage);
}

}  // namespace halfulp::device
