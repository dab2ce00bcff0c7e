// SPDX-License-Identifier: Apache-2.0
#include "device/d3d11/d3d11_device.hpp"

#include <map>
#include <utility>

#include "device/blocks.hpp"
#include "device/d3d11/stage.hpp"
#include "device/dxbc/offered_rows.hpp"
#include "device/dxbc/texture_shader.hpp"

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
  D3d11Device(const AdapterChoice& choice, ShaderStage stage, bool prefers_textures)
      : d3d11_(open_adapter(choice)),
        kind_(stage),
        stage_(stage == ShaderStage::compute ? make_compute_stage(d3d11_.device.get(), d3d11_.context.get())
                                             : make_pixel_stage(d3d11_.device.get(), d3d11_.context.get())),
        description_(description_of(d3d11_, stage, offered_doubles(d3d11_.device.get()))),
        rows_(offered_doubles(d3d11_.device.get()), stage == ShaderStage::compute ? "raw buffer" : "texture") {
    const auto offered = [&](const dxbc::PixelFormat& format, TextureAccess access) {
      return offers(d3d11_.device.get(), format, access);
    };
    for (const dxbc::TextureWay& way : dxbc::texture_ways(stage, offered)) {
      if (way.operation == Operation::binary32_to_binary32) continue;  // it converts nothing
      const bool has_row = !rows_.variants(way.operation, way.asked()).empty();
      // The first way is the one that is offered.
      if (!has_row || prefers_textures) ways_.try_emplace({way.operation, way.asked()}, Way{way, nullptr, nullptr});
    }
  }

  [[nodiscard]] const DeviceDescription& description() const override { return description_; }

  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    const auto found = ways_.find({operation, format});
    return found == ways_.end() ? rows_.variants(operation, format) : std::vector{found->second.way.variant()};
  }

  void compute(Operation operation, Format format, std::size_t /*variant*/, std::span<const ConstLane> operands,
               Lane results) override {
    const auto found = ways_.find({operation, format});
    const auto run = [&](std::span<const ConstLane> lanes, Lane block_results, std::size_t /*cases*/) {
      if (found == ways_.end()) {
        const LanguageRow& row = rows_.row(operation, format);
        stage_->run(shader(row), row, lanes, block_results);
      } else {
        run_way(found->second, lanes, block_results);
      }
    };
    compute_in_blocks(description_, operation, format, operands, results, D3d11Stage::kMostCases, run);
  }

 private:
  /// What a way needs is made when it is first asked.
  struct Way {
    dxbc::TextureWay way;
    std::unique_ptr<D3d11Texture> texture;
    ComObject<ID3D11DeviceChild> shader;
  };

  void run_way(Way& of, std::span<const ConstLane> operands, Lane results) {
    const dxbc::TextureWay& way = of.way;
    if (of.shader == nullptr) {
      const auto make = [&](std::span<const std::byte> code) { return stage_->shader(code); };
      of.shader = dxbc::made_of(way, kind_, make);
      of.texture = std::make_unique<D3d11Texture>(texture_of(d3d11_.device.get(), d3d11_.context.get(), way));
    }
    const LanguageRow row{way.operation, way.asked(), {}, true, false};
    const TexturePart part{of.texture.get(), way.texel_component(), reads(way.access)};
    stage_->run(of.shader.get(), row, operands, results, &part);
  }

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
  std::map<std::pair<Operation, Format>, Way> ways_;
};

}  // namespace

std::unique_ptr<Device> open_d3d11(const AdapterChoice& choice, ShaderStage stage, bool prefers_textures) {
  return std::make_unique<D3d11Device>(choice, stage, prefers_textures);
}

}  // namespace halfulp::device
