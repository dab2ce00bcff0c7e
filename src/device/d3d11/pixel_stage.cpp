// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <vector>

#include "device/d3d11/stage.hpp"
#include "device/dxbc/operation_shader.hpp"
#include "device/words.hpp"

namespace halfulp::device {
namespace {

constexpr std::size_t kTextures = kMaxArity / dxbc::kTexelWords;
constexpr std::size_t kTexelBytes = dxbc::kTexelWords * kWordBytes;

/// Textures of four unsigned words a texel for the operands, and render targets of one word and of two.
class PixelStage final : public D3d11Stage {
 public:
  PixelStage(ID3D11Device* device, ID3D11DeviceContext* context) : device_(device), context_(context) {
    for (std::size_t k = 0; k < kTextures; ++k) {
      operands_.emplace_back(device, context, DXGI_FORMAT_R32G32B32A32_UINT, kTexelBytes, D3D11_BIND_SHADER_RESOURCE);
    }
    targets_.emplace_back(device, context, DXGI_FORMAT_R32_UINT, kWordBytes, D3D11_BIND_RENDER_TARGET);
    targets_.emplace_back(device, context, DXGI_FORMAT_R32G32_UINT, 2 * kWordBytes, D3D11_BIND_RENDER_TARGET);
    D3D11_SAMPLER_DESC sampler{};
    sampler.Filter = D3D11_FILTER_MIN_MAG_MIP_POINT;
    sampler.AddressU = sampler.AddressV = sampler.AddressW = D3D11_TEXTURE_ADDRESS_CLAMP;
    sampler.ComparisonFunc = D3D11_COMPARISON_NEVER;
    sampler.MaxLOD = D3D11_FLOAT32_MAX;
    sampler_ = made_d3d11<ID3D11SamplerState>(
        "CreateSamplerState", [&](auto** object) { return device_->CreateSamplerState(&sampler, object); });
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
    const std::vector<std::size_t> places = dxbc::places(row);
    std::vector<std::byte> words;
    for (std::size_t texture = 0; texture <= places.back() / dxbc::kTexelWords; ++texture) {
      words.assign(dxbc::texel_rows(cases) * dxbc::kTextureWidth * kTexelBytes, {});
      for (std::size_t k = 0; k < operands.size(); ++k) {
        if (places[k] / dxbc::kTexelWords != texture) continue;
        const Format format = info(row.operation).operand_format(static_cast<int>(k), row.format);
        const std::size_t component = places[k] % dxbc::kTexelWords;
        write_words(operands[k], format, words.data() + component * kWordBytes, dxbc::kTexelWords);
      }
      operands_[texture].write(words);
    }
  }

  void fill(std::byte pattern, Format result, std::size_t cases) override {
    D3d11Texture& target = target_of(result);
    target.write(std::vector<std::byte>(dxbc::texel_rows(cases) * dxbc::kTextureWidth * target.texel_bytes(), pattern));
  }

  void execute(ID3D11DeviceChild* shader, Format result, std::size_t cases, const D3d11Texture* read,
               const D3d11Texture* written) override {
    context_->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
    context_->VSSetShader(vertex_shader_.get(), nullptr, 0);
    context_->RSSetState(rasterizer_.get());
    // A shader finds its texel at the pixel, and samples where the pixel is in the whole texture.
    const D3D11_VIEWPORT viewport = {0, 0, dxbc::kTextureWidth, static_cast<float>(dxbc::texel_rows(cases)), 0, 1};
    context_->RSSetViewports(1, &viewport);
    context_->PSSetShader(static_cast<ID3D11PixelShader*>(shader), nullptr, 0);
    std::array<ID3D11ShaderResourceView*, kTextures> views{};
    for (std::size_t k = 0; k < views.size(); ++k) views[k] = operands_[k].read_view();
    if (read != nullptr) views[0] = read->read_view();
    context_->PSSetShaderResources(0, static_cast<UINT>(views.size()), views.data());
    ID3D11SamplerState* const sampler = sampler_.get();
    context_->PSSetSamplers(0, 1, &sampler);
    ID3D11RenderTargetView* const view = written == nullptr ? target_of(result).target() : written->target();
    context_->OMSetRenderTargets(1, &view, nullptr);
    constexpr UINT kTriangle = 3;
    context_->Draw(kTriangle, 0);
    context_->OMSetRenderTargets(0, nullptr, nullptr);
  }

  void download(Format result, Lane results) override {
    const auto bytes = static_cast<std::size_t>(info(result).bytes);
    const std::vector<std::byte> texels = target_of(result).read(dxbc::texel_rows(results.size() / bytes));
    read_words(texels.data(), words_of(result), result, results);
  }

  [[nodiscard]] D3d11Texture& target_of(Format result) { return targets_[words_of(result) - 1]; }

  ID3D11Device* device_;
  ID3D11DeviceContext* context_;
  std::vector<D3d11Texture> operands_;
  std::vector<D3d11Texture> targets_;
  ComObject<ID3D11SamplerState> sampler_;
  ComObject<ID3D11VertexShader> vertex_shader_;
  ComObject<ID3D11RasterizerState> rasterizer_;
};

}  // namespace

std::unique_ptr<D3d11Stage> make_pixel_stage(ID3D11Device* device, ID3D11DeviceContext* context) {
  return std::make_unique<PixelStage>(device, context);
}

}  // namespace halfulp::device
