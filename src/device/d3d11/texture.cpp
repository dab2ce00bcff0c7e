// SPDX-License-Identifier: Apache-2.0
#include "device/d3d11/texture.hpp"

#include <cstring>

#include "device/d3d11/stage.hpp"

namespace halfulp::device {
namespace {

using dxbc::kTextureHeight;
using dxbc::kTextureWidth;
static_assert(kTextureWidth * kTextureHeight == D3d11Stage::kMostCases);

D3D11_BOX box_of(std::size_t rows) { return {0, 0, 0, static_cast<UINT>(kTextureWidth), static_cast<UINT>(rows), 1}; }

UINT use_of(TextureAccess access) {
  if (access == TextureAccess::store) return D3D11_BIND_UNORDERED_ACCESS;
  return access == TextureAccess::render ? D3D11_BIND_RENDER_TARGET : D3D11_BIND_SHADER_RESOURCE;
}

ComObject<ID3D11Texture2D> made_texture(ID3D11Device* device, DXGI_FORMAT format, D3D11_USAGE usage, UINT uses) {
  D3D11_TEXTURE2D_DESC description{};
  description.Width = kTextureWidth;
  description.Height = kTextureHeight;
  description.MipLevels = 1;
  description.ArraySize = 1;
  description.Format = format;
  description.SampleDesc.Count = 1;
  description.Usage = usage;
  description.BindFlags = uses;
  description.CPUAccessFlags = usage == D3D11_USAGE_STAGING ? D3D11_CPU_ACCESS_READ : 0;
  return made_d3d11<ID3D11Texture2D>(
      "CreateTexture2D", [&](auto** object) { return device->CreateTexture2D(&description, nullptr, object); });
}

}  // namespace

D3d11Texture::D3d11Texture(ID3D11Device* device, ID3D11DeviceContext* context, DXGI_FORMAT format,
                           std::size_t texel_bytes, UINT uses)
    : device_(device),
      context_(context),
      format_(format),
      texel_bytes_(texel_bytes),
      texture_(made_texture(device, format, D3D11_USAGE_DEFAULT, uses)) {
  if ((uses & D3D11_BIND_SHADER_RESOURCE) != 0) {
    read_view_ = made_d3d11<ID3D11ShaderResourceView>("CreateShaderResourceView", [&](auto** object) {
      return device->CreateShaderResourceView(texture_.get(), nullptr, object);
    });
  }
  if ((uses & D3D11_BIND_RENDER_TARGET) != 0) {
    target_ = made_d3d11<ID3D11RenderTargetView>("CreateRenderTargetView", [&](auto** object) {
      return device->CreateRenderTargetView(texture_.get(), nullptr, object);
    });
  }
  if ((uses & D3D11_BIND_UNORDERED_ACCESS) != 0) {
    unordered_view_ = made_d3d11<ID3D11UnorderedAccessView>("CreateUnorderedAccessView", [&](auto** object) {
      return device->CreateUnorderedAccessView(texture_.get(), nullptr, object);
    });
  }
}

void D3d11Texture::write(std::span<const std::byte> texels) {
  const std::size_t pitch = kTextureWidth * texel_bytes_;
  const D3D11_BOX box = box_of(texels.size() / pitch);
  context_->UpdateSubresource(texture_.get(), 0, &box, texels.data(), static_cast<UINT>(pitch), 0);
}

std::vector<std::byte> D3d11Texture::read(std::size_t rows) {
  if (staging_.get() == nullptr) staging_ = made_texture(device_, format_, D3D11_USAGE_STAGING, 0);
  const D3D11_BOX box = box_of(rows);
  context_->CopySubresourceRegion(staging_.get(), 0, 0, 0, 0, texture_.get(), 0, &box);
  D3D11_MAPPED_SUBRESOURCE mapped{};
  require_d3d11(context_->Map(staging_.get(), 0, D3D11_MAP_READ, 0, &mapped), "Map");
  const std::size_t pitch = kTextureWidth * texel_bytes_;
  std::vector<std::byte> texels(rows * pitch);
  for (std::size_t row = 0; row < rows; ++row) {
    std::memcpy(texels.data() + row * pitch, static_cast<const std::byte*>(mapped.pData) + row * mapped.RowPitch,
                pitch);
  }
  context_->Unmap(staging_.get(), 0);
  return texels;
}

bool offers(ID3D11Device* device, const dxbc::PixelFormat& format, TextureAccess access) {
  if (access == TextureAccess::filter) return false;  // the stages have a point sampler alone
  const UINT needed = D3D11_FORMAT_SUPPORT_TEXTURE2D | [&]() -> UINT {
    switch (access) {
      case TextureAccess::sample:
        return D3D11_FORMAT_SUPPORT_SHADER_SAMPLE;
      case TextureAccess::store:
        return D3D11_FORMAT_SUPPORT_TYPED_UNORDERED_ACCESS_VIEW;
      case TextureAccess::render:
        return D3D11_FORMAT_SUPPORT_RENDER_TARGET;
      default:
        return D3D11_FORMAT_SUPPORT_SHADER_LOAD;
    }
  }();
  UINT offered = 0;
  return SUCCEEDED(device->CheckFormatSupport(static_cast<DXGI_FORMAT>(format.number), &offered)) &&
         (offered & needed) == needed;
}

D3d11Texture texture_of(ID3D11Device* device, ID3D11DeviceContext* context, const dxbc::TextureWay& way) {
  return {device, context, static_cast<DXGI_FORMAT>(way.format->number), way.format->texel_bytes, use_of(way.access)};
}

}  // namespace halfulp::device
