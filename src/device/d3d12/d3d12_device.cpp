// SPDX-License-Identifier: Apache-2.0
#include "device/d3d12/d3d12_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "device/blocks.hpp"
#include "device/d3d12/session.hpp"
#include "device/dxbc/offered_rows.hpp"
#include "device/dxbc/operation_shader.hpp"
#include "device/dxbc/texture_shader.hpp"
#include "device/shader/language_row.hpp"
#include "device/words.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

class D3d12Device final : public Device {
 public:
  D3d12Device(D3d12 d3d12, DeviceDescription description, std::chrono::seconds timeout)
      : session_(std::make_unique<D3d12Session>(std::move(d3d12), timeout)), description_(std::move(description)) {
    description_.facts.emplace_back("api", "Direct3D 12, feature level 11_0");
    description_.facts.emplace_back("shaders",
                                    "cs_5_0, of render targets ps_5_0, assembled here, refactoring not allowed");
    const bool has_doubles = computes_doubles();
    description_.facts.emplace_back("doubles", has_doubles                  ? "yes"
                                               : session_->offers_doubles() ? "offered, but no shader compiles"
                                                                            : "not offered");
    rows_ = dxbc::OfferedRows(has_doubles ? dxbc::Doubles::extended : dxbc::Doubles::none, "raw buffer");
    for (const ShaderStage stage : {ShaderStage::compute, ShaderStage::fragment}) {
      const auto offered = [&](const dxbc::PixelFormat& format, TextureAccess access) {
        const bool is_asked = stage == ShaderStage::compute || access == TextureAccess::render;
        return is_asked && session_->offers(static_cast<DXGI_FORMAT>(format.number), access);
      };
      for (const dxbc::TextureWay& way : dxbc::texture_ways(stage, offered)) {
        textures_[{way.operation, way.asked()}].push_back({way, {}, {}});
      }
    }
    const bool has_textures = reaches_textures();
    description_.facts.emplace_back("textures", has_textures ? "yes" : "offered, but no shader reaches them");
    if (!has_textures) textures_.clear();
  }
  D3d12Device(const D3d12Device&) = delete;
  D3d12Device& operator=(const D3d12Device&) = delete;
  ~D3d12Device() override {
    // A device that hangs still uses its objects. Its process is about to end.
    if (!session_->hung()) return;
    for (auto& [row, pipeline] : pipelines_) static_cast<void>(pipeline.release());
    for (auto& [asked, runs] : textures_) {
      for (TextureRun& run : runs) {
        static_cast<void>(run.pipeline.release());
        static_cast<void>(run.texture.resource.release());
      }
    }
    static_cast<void>(session_.release());
  }

  [[nodiscard]] const DeviceDescription& description() const override { return description_; }

  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    std::vector<Variant> variants = rows_.variants(operation, format);
    const auto found = textures_.find({operation, format});
    if (found == textures_.end()) return variants;
    for (const TextureRun& run : found->second) variants.push_back(run.way.variant());
    return variants;
  }

  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override {
    const std::size_t rows = rows_.variants(operation, format).size();
    if (variant >= rows) {
      TextureRun& run = textures_.at({operation, format}).at(variant - rows);
      const std::size_t texels = reads(run.way.access) ? operands.size() : 1;  // of a case
      compute_in_blocks(description_, operation, format, operands, results, D3d12Session::kMostCases / texels,
                        [&](std::span<const ConstLane> lanes, Lane block_results, std::size_t cases) {
                          compute_texture(run, lanes, block_results, cases);
                        });
      return;
    }
    const LanguageRow& row = rows_.row(operation, format);
    compute_in_blocks(description_, operation, format, operands, results, D3d12Session::kMostCases,
                      [&](std::span<const ConstLane> lanes, Lane block_results, std::size_t cases) {
                        compute_block(row, lanes, block_results, cases);
                      });
  }

 private:
  /// A way by a texture, with what its first block makes.
  struct TextureRun {
    dxbc::TextureWay way;
    ComObject<ID3D12PipelineState> pipeline;
    D3d12Texture texture;
  };

  void compute_texture(TextureRun& run, std::span<const ConstLane> operands, Lane results, std::size_t cases) {
    const dxbc::TextureWay& way = run.way;
    const std::size_t texel_bytes = way.format->texel_bytes;
    const TexelComponent& component = way.texel_component();
    if (run.pipeline == nullptr) {
      const bool draws = way.access == TextureAccess::render;
      run.texture = session_->texture(static_cast<DXGI_FORMAT>(way.format->number), texel_bytes, way.access);
      run.pipeline = dxbc::made_of(way, draws ? ShaderStage::fragment : ShaderStage::compute,
                                   [&](const auto& shader) { return session_->pipeline(shader, &run.texture); });
    }
    const OperationInfo& operation = info(way.operation);
    const Format result = operation.result(way.asked());
    if (reads(way.access)) {
      const std::span<std::byte> texels(session_->operand(0), D3d12Session::kMostCases * texel_bytes);
      std::ranges::fill(texels.first(cases * operands.size() * texel_bytes), kOtherComponents);
      put_components(texels, texel_bytes, component, operands);
      write_words(results, result, session_->results_before(), 1);
      read_words(session_->run(run.pipeline.get(), cases, &run.texture), 1, result, results);
      return;
    }
    write_words(operands[0], operation.operand_format(0, way.asked()), session_->operand(0), 1);
    const std::span<const std::byte> texels(session_->run(run.pipeline.get(), cases, &run.texture),
                                            D3d12Session::kMostCases * texel_bytes);
    take_components(texels, texel_bytes, component, results);
  }

  /// vkd3d 1.6, which is in Wine 8, gives shaders no texture on a driver without VK_EXT_descriptor_indexing.
  [[nodiscard]] bool reaches_textures() {
    const auto found = textures_.find({Operation::unorm8_to_binary32, Format::unorm8});
    if (found == textures_.end()) return false;
    const std::byte one{0xff};
    const ConstLane operand(&one, 1);
    std::array<std::byte, sizeof(float)> result{};
    try {
      compute_texture(found->second.front(), std::span(&operand, 1), result, 1);
    } catch (const Error&) {
      return false;
    }
    return result != std::array<std::byte, sizeof(float)>{};
  }

  /// vkd3d 1.2 offers doubles and has no compiler for them.
  [[nodiscard]] bool computes_doubles() const {
    if (!session_->offers_doubles()) return false;
    try {
      static_cast<void>(session_->pipeline(dxbc::operation_shader(
          *std::ranges::find(sm5_rows(), dxbc::Doubles::basic, dxbc::doubles_of), ShaderStage::compute)));
      return true;
    } catch (const Error&) {
      return false;
    }
  }

  ID3D12PipelineState* pipeline(const LanguageRow& row) {
    auto found = pipelines_.find(&row);
    if (found == pipelines_.end()) {
      const auto make = [&](std::span<const std::byte> shader) { return session_->pipeline(shader); };
      found = pipelines_.emplace(&row, dxbc::made_of(row, ShaderStage::compute, make)).first;
    }
    return found->second.get();
  }

  void compute_block(const LanguageRow& row, std::span<const ConstLane> lanes, Lane results, std::size_t cases) {
    const OperationInfo& operation = info(row.operation);
    for (std::size_t k = 0; k < lanes.size(); ++k) {
      const Format format = operation.operand_format(static_cast<int>(k), row.format);
      write_words(lanes[k], format, session_->operand(k), words_of(format));
    }
    const Format result = operation.result(row.format);
    write_words(results, result, session_->results_before(), words_of(result));
    const std::byte* const computed = session_->run(pipeline(row), cases);
    read_words(computed, words_of(result), result, results);
  }

  std::unique_ptr<D3d12Session> session_;
  DeviceDescription description_;
  dxbc::OfferedRows rows_;
  std::map<const LanguageRow*, ComObject<ID3D12PipelineState>> pipelines_;
  std::map<std::pair<Operation, Format>, std::vector<TextureRun>> textures_;
};

}  // namespace

std::unique_ptr<Device> make_d3d12(D3d12 d3d12, DeviceDescription description, std::chrono::seconds timeout) {
  return std::make_unique<D3d12Device>(std::move(d3d12), std::move(description), timeout);
}

}  // namespace halfulp::device
