// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <vector>

#include "device/d3d11/stage.hpp"
#include "device/dxbc/operation_shader.hpp"
#include "device/words.hpp"

namespace halfulp::device {
namespace {

/// A case is a pixel.
constexpr std::size_t kWidth = 1024;
constexpr std::size_t kHeight = D3d11Stage::kMostCases / kWidth;
constexpr std::size_t kTextures = kMaxArity / dxbc::kTexelWords;
constexpr std::size_t kTexelBytes = dxbc::kTexelWords * kWordBytes;

std::size_t rows_of(std::size_t cases) { return (cases + kWidth - 1) / kWidth; }

D3D11_BOX box_of(std::size_t rows) { return {0, 0, 0, static_cast<UINT>(kWidth), static_cast<UINT>(rows), 1}; }

/// What is drawn on, for results of one word or of two.
struct Target {
  std::size_t words = 1;
  ComObject<ID3D11Texture2D> texture;
  ComObject<ID3D11RenderTargetView> view;
  ComObject<ID3D11Texture2D> staging;
};

/// Textures of four unsigned words a texel for the operands, and a render target.
class PixelStage final : public D3d11Stage {
 public:
  PixelStage(ID3D11Device* device, ID3D11DeviceContext* context) : device_(device), context_(context) {
    for (std::size_t k = 0; k < kTextures; ++k) {
      operands_[k] = texture(DXGI_FORMAT_R32G32B32A32_UINT, D3D11_BIND_SHADER_RESOURCE, D3D11_USAGE_DEFAULT);
      operand_views_[k] = made_d3d11<ID3D11ShaderResourceView>("CreateShaderResourceView", [&](auto** object) {
        return device_->CreateShaderResourceView(operands_[k].get(), nullptr, object);
      });
    }
    for (std::size_t k = 0; k < targets_.size(); ++k) {
      Target& target = targets_[k];
      target.words = k + 1;
      const DXGI_FORMAT format = target.words == 1 ? DXGI_FORMAT_R32_UINT : DXGI_FORMAT_R32G32_UINT;
      target.texture = texture(format, D3D11_BIND_RENDER_TARGET, D3D11_USAGE_DEFAULT);
      target.view = made_d3d11<ID3D11RenderTargetView>("CreateRenderTargetView", [&](auto** object) {
        return device_->CreateRenderTargetView(target.texture.get(), nullptr, object);
      });
      target.staging = texture(format, {}, D3D11_USAGE_STAGING);
    }
    const std::vector<std::byte> triangle = dxbc::triangle_shader();
    vertex_shader_ = made_d3d11<ID3D11VertexShader>("CreateVertexShader", [&](auto** object) {
      return device_->CreateVertexShader(triangle.data(), triangle.size(), nullptr, object);
    });
    D3D11_RASTERIZER_DESC rasterizer{};
    rasterizer.FillMode = D3D11_FILL_SOLID;
    rasterizer.CullMode = D3D11_CULL_NONE;
    rasterizer.DepthClipEnable = TRUE;
    rasterizer_ = made_d3d11<ID3D11RasterizerState>(
        "CreateRasterizerState", [&](auto** object) { return device_->CreateRasterizerState(&rasterizer, object); });
  }

  [[nodiscard]] ComObject<ID3D11DeviceChild> shader(std::span<const std::byte> code) const override {
    return made_d3d11<ID3D11PixelShader>("CreatePixelShader", [&](auto** object) {
      return device_->CreatePixelShader(code.data(), code.size(), nullptr, object);
    });
  }

 private:
  void upload(const LanguageRow& row, std::span<const ConstLane> operands, std::size_t cases) override {
    const std::size_t rows = rows_of(cases);
    const std::vector<std::size_t> places = dxbc::places(row);
    for (std::size_t texture = 0; texture <= places.back() / dxbc::kTexelWords; ++texture) {
      words_.assign(rows * kWidth * kTexelBytes, {});
      for (std::size_t k = 0; k < operands.size(); ++k) {
        if (places[k] / dxbc::kTexelWords != texture) continue;
        const Format format = info(row.operation).operand_format(static_cast<int>(k), row.format);
        const std::size_t component = places[k] % dxbc::kTexelWords;
        write_words(operands[k], format, words_.data() + component * kWordBytes, dxbc::kTexelWords);
      }
      update(operands_[texture].get(), rows);
    }
  }

  void compute(ID3D11DeviceChild* shader, std::uint32_t pattern, Format result, Lane results) override {
    const auto bytes = static_cast<std::size_t>(info(result).bytes);
    const std::size_t rows = rows_of(results.size() / bytes);
    const Target& target = targets_[words_of(result) - 1];
    words_.assign(rows * kWidth * target.words * kWordBytes, static_cast<std::byte>(pattern & 0xffU));
    update(target.texture.get(), rows);
    draw(static_cast<ID3D11PixelShader*>(shader), target, rows);
    const D3D11_BOX box = box_of(rows);
    context_->CopySubresourceRegion(target.staging.get(), 0, 0, 0, 0, target.texture.get(), 0, &box);
    D3D11_MAPPED_SUBRESOURCE mapped{};
    require_d3d11(context_->Map(target.staging.get(), 0, D3D11_MAP_READ, 0, &mapped), "Map");
    const auto* line = static_cast<const std::byte*>(mapped.pData);
    while (!results.empty()) {
      const std::size_t size = std::min(results.size(), kWidth * bytes);
      read_words(line, target.words, result, results.first(size));
      results = results.subspan(size);
      line += mapped.RowPitch;
    }
    context_->Unmap(target.staging.get(), 0);
  }

  void draw(ID3D11PixelShader* shader, const Target& target, std::size_t rows) {
    context_->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
    context_->VSSetShader(vertex_shader_.get(), nullptr, 0);
    context_->RSSetState(rasterizer_.get());
    const D3D11_VIEWPORT viewport = {0, 0, static_cast<float>(kWidth), static_cast<float>(rows), 0, 1};
    context_->RSSetViewports(1, &viewport);
    context_->PSSetShader(shader, nullptr, 0);
    std::array<ID3D11ShaderResourceView*, kTextures> views{};
    for (std::size_t k = 0; k < views.size(); ++k) views[k] = operand_views_[k].get();
    context_->PSSetShaderResources(0, static_cast<UINT>(views.size()), views.data());
    ID3D11RenderTargetView* const view = target.view.get();
    context_->OMSetRenderTargets(1, &view, nullptr);
    constexpr UINT kTriangle = 3;
    context_->Draw(kTriangle, 0);
    context_->OMSetRenderTargets(0, nullptr, nullptr);
  }

  [[nodiscard]] ComObject<ID3D11Texture2D> texture(DXGI_FORMAT format, D3D11_BIND_FLAG bind, D3D11_USAGE usage) const {
    D3D11_TEXTURE2D_DESC description{};
    description.Width = kWidth;
    description.Height = kHeight;
    description.MipLevels = 1;
    description.ArraySize = 1;
    description.Format = format;
    description.SampleDesc.Count = 1;
    description.Usage = usage;
    description.BindFlags = bind;
    description.CPUAccessFlags = usage == D3D11_USAGE_STAGING ? D3D11_CPU_ACCESS_READ : 0;
    return made_d3d11<ID3D11Texture2D>(
        "CreateTexture2D", [&](auto** object) { return device_->CreateTexture2D(&description, nullptr, object); });
  }

  /// Writes words_ to the first rows of a texture.
  void update(ID3D11Texture2D* texture, std::size_t rows) {
    const D3D11_BOX box = box_of(rows);
    context_->UpdateSubresource(texture, 0, &box, words_.data(), static_cast<UINT>(words_.size() / rows), 0);
  }

  ID3D11Device* device_;
  ID3D11DeviceContext* context_;
  std::array<ComObject<ID3D11Texture2D>, kTextures> operands_;
  std::array<ComObject<ID3D11ShaderResourceView>, kTextures> operand_views_;
  std::array<Target, 2> targets_;
  ComObject<ID3D11VertexShader> vertex_shader_;
  ComObject<ID3D11RasterizerState> rasterizer_;
  std::vector<std::byte> words_;
};

}  // namespace

std::unique_ptr<D3d11Stage> make_pixel_stage(ID3D11Device* device, ID3D11DeviceContext* context) {
  return std::make_unique<PixelStage>(device, context);
}

}  // namespace halfulp::device
