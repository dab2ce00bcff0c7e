// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <d3d11.h>

#include <cstddef>
#include <span>
#include <vector>

#include "device/com_object.hpp"
#include "device/dxbc/texture_shader.hpp"

namespace halfulp::device {

/// A texture of dxbc::kTextureWidth * dxbc::kTextureHeight texels with the views that its uses need. Its first rows are
/// written and read whole.
class D3d11Texture {
 public:
  /// `uses`: of D3D11_BIND_FLAG. Throws Error(kDevice). `device` and `context` outlive the texture.
  D3d11Texture(ID3D11Device* device, ID3D11DeviceContext* context, DXGI_FORMAT format, std::size_t texel_bytes,
               UINT uses);

  [[nodiscard]] std::size_t texel_bytes() const { return texel_bytes_; }
  [[nodiscard]] ID3D11ShaderResourceView* read_view() const { return read_view_.get(); }
  [[nodiscard]] ID3D11RenderTargetView* target() const { return target_.get(); }
  [[nodiscard]] ID3D11UnorderedAccessView* unordered_view() const { return unordered_view_.get(); }

  /// `texels`: of whole rows.
  void write(std::span<const std::byte> texels);
  [[nodiscard]] std::vector<std::byte> read(std::size_t rows);

 private:
  ID3D11Device* device_;
  ID3D11DeviceContext* context_;
  DXGI_FORMAT format_;
  std::size_t texel_bytes_;
  ComObject<ID3D11Texture2D> texture_;
  ComObject<ID3D11Texture2D> staging_;  ///< made by the first read()
  ComObject<ID3D11ShaderResourceView> read_view_;
  ComObject<ID3D11RenderTargetView> target_;
  ComObject<ID3D11UnorderedAccessView> unordered_view_;
};

/// Whether the device has textures of a format for an access.
[[nodiscard]] bool offers(ID3D11Device* device, const dxbc::PixelFormat& format, TextureAccess access);

/// The texture that a way reads or writes. Throws Error(kDevice).
[[nodiscard]] D3d11Texture texture_of(ID3D11Device* device, ID3D11DeviceContext* context, const dxbc::TextureWay& way);

}  // namespace halfulp::device
