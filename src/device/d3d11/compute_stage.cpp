// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstring>
#include <vector>

#include "device/d3d11/stage.hpp"
#include "device/dxbc/operation_shader.hpp"
#include "device/words.hpp"

namespace halfulp::device {
namespace {

constexpr std::size_t kBufferBytes = D3d11Stage::kMostCases * 8;
constexpr UINT kBufferWords = kBufferBytes / kWordBytes;

/// Raw buffers: one for each operand, and one for the results.
class ComputeStage final : public D3d11Stage {
 public:
  ComputeStage(ID3D11Device* device, ID3D11DeviceContext* context) : device_(device), context_(context) {
    for (std::size_t k = 0; k < kMaxArity; ++k) {
      operands_[k] = raw_buffer(D3D11_BIND_SHADER_RESOURCE);
      D3D11_SHADER_RESOURCE_VIEW_DESC view{};
      view.Format = DXGI_FORMAT_R32_TYPELESS;
      view.ViewDimension = D3D11_SRV_DIMENSION_BUFFEREX;
      view.BufferEx.NumElements = kBufferWords;
      view.BufferEx.Flags = D3D11_BUFFEREX_SRV_FLAG_RAW;
      operand_views_[k] = made_d3d11<ID3D11ShaderResourceView>("CreateShaderResourceView", [&](auto** object) {
        return device_->CreateShaderResourceView(operands_[k].get(), &view, object);
      });
    }
    results_ = raw_buffer(D3D11_BIND_UNORDERED_ACCESS);
    D3D11_UNORDERED_ACCESS_VIEW_DESC view{};
    view.Format = DXGI_FORMAT_R32_TYPELESS;
    view.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
    view.Buffer.NumElements = kBufferWords;
    view.Buffer.Flags = D3D11_BUFFER_UAV_FLAG_RAW;
    results_view_ = made_d3d11<ID3D11UnorderedAccessView>("CreateUnorderedAccessView", [&](auto** object) {
      return device_->CreateUnorderedAccessView(results_.get(), &view, object);
    });
    D3D11_BUFFER_DESC staging{};
    staging.ByteWidth = kBufferBytes;
    staging.Usage = D3D11_USAGE_STAGING;
    staging.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
    staging_ = buffer(staging);
  }

  [[nodiscard]] ComObject<ID3D11DeviceChild> shader(std::span<const std::byte> code) const override {
    return made_d3d11<ID3D11ComputeShader>("CreateComputeShader", [&](auto** object) {
      return device_->CreateComputeShader(code.data(), code.size(), nullptr, object);
    });
  }

 private:
  void upload(const LanguageRow& row, std::span<const ConstLane> operands, std::size_t cases) override {
    for (std::size_t k = 0; k < operands.size(); ++k) {
      const Format format = info(row.operation).operand_format(static_cast<int>(k), row.format);
      words_.resize(cases * words_of(format) * kWordBytes);
      write_words(operands[k], format, words_.data(), words_of(format));
      update(operands_[k].get());
    }
  }

  void fill(std::byte pattern, Format result, std::size_t cases) override {
    words_.assign(cases * words_of(result) * kWordBytes, pattern);
    update(results_.get());
  }

  void execute(ID3D11DeviceChild* shader, Format /*result*/, std::size_t cases, const D3d11Texture* read,
               const D3d11Texture* written) override {
    context_->CSSetShader(static_cast<ID3D11ComputeShader*>(shader), nullptr, 0);
    std::array<ID3D11ShaderResourceView*, kMaxArity> views{};
    for (std::size_t k = 0; k < views.size(); ++k) views[k] = operand_views_[k].get();
    if (read != nullptr) views[0] = read->read_view();
    context_->CSSetShaderResources(0, static_cast<UINT>(views.size()), views.data());
    ID3D11UnorderedAccessView* const view = written == nullptr ? results_view_.get() : written->unordered_view();
    context_->CSSetUnorderedAccessViews(0, 1, &view, nullptr);
    context_->Dispatch(static_cast<UINT>((cases + dxbc::kThreadGroup - 1) / dxbc::kThreadGroup), 1, 1);
  }

  void download(Format result, Lane results) override {
    context_->CopyResource(staging_.get(), results_.get());
    D3D11_MAPPED_SUBRESOURCE mapped{};
    require_d3d11(context_->Map(staging_.get(), 0, D3D11_MAP_READ, 0, &mapped), "Map");
    read_words(static_cast<const std::byte*>(mapped.pData), words_of(result), result, results);
    context_->Unmap(staging_.get(), 0);
  }

  [[nodiscard]] ComObject<ID3D11Buffer> buffer(const D3D11_BUFFER_DESC& description) const {
    return made_d3d11<ID3D11Buffer>(
        "CreateBuffer", [&](auto** object) { return device_->CreateBuffer(&description, nullptr, object); });
  }

  [[nodiscard]] ComObject<ID3D11Buffer> raw_buffer(D3D11_BIND_FLAG bind) const {
    D3D11_BUFFER_DESC description{};
    description.ByteWidth = kBufferBytes;
    description.BindFlags = bind;
    description.MiscFlags = D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS;
    return buffer(description);
  }

  /// Writes words_ to the beginning of a buffer.
  void update(ID3D11Buffer* buffer) {
    const D3D11_BOX box = {0, 0, 0, static_cast<UINT>(words_.size()), 1, 1};
    context_->UpdateSubresource(buffer, 0, &box, words_.data(), 0, 0);
  }

  ID3D11Device* device_;
  ID3D11DeviceContext* context_;
  std::array<ComObject<ID3D11Buffer>, kMaxArity> operands_;
  std::array<ComObject<ID3D11ShaderResourceView>, kMaxArity> operand_views_;
  ComObject<ID3D11Buffer> results_;
  ComObject<ID3D11UnorderedAccessView> results_view_;
  ComObject<ID3D11Buffer> staging_;
  std::vector<std::byte> words_;
};

}  // namespace

std::unique_ptr<D3d11Stage> make_compute_stage(ID3D11Device* device, ID3D11DeviceContext* context) {
  return std::make_unique<ComputeStage>(device, context);
}

}  // namespace halfulp::device
