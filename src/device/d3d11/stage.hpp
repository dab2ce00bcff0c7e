// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <d3d11.h>

#include <cstddef>
#include <memory>
#include <span>

#include "device/com_object.hpp"
#include "device/d3d11/dxgi.hpp"
#include "device/d3d11/texture.hpp"
#include "device/shader/language_row.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// What a shader converts that reads or writes a texture: a component of its texels.
struct TexturePart {
  D3d11Texture* texture;
  TexelComponent component;
  bool is_read;  ///< in place of the operand; else written in place of the result
};

/// Runs shaders of operations in one stage of the pipeline. Kept apart from the shaders, which outlive what is drawn
/// with them: wined3d's Vulkan renderer of Wine 8 draws with an old pipeline where a new shader gets the address of one
/// that was released.
class D3d11Stage {
 public:
  static constexpr std::size_t kMostCases = std::size_t{1} << 18;

  D3d11Stage() = default;
  D3d11Stage(const D3d11Stage&) = delete;
  D3d11Stage& operator=(const D3d11Stage&) = delete;
  virtual ~D3d11Stage() = default;

  /// Throws Error(kDevice) where the driver refuses the shader.
  [[nodiscard]] virtual ComObject<ID3D11DeviceChild> shader(std::span<const std::byte> code) const = 0;

  /// Computes up to kMostCases cases with a row's shader. With `part` the shader is that of a way, whose operation and
  /// format the row has. Throws Error(kDevice) where nothing was computed, DeviceRemoved.
  void run(ID3D11DeviceChild* shader, const LanguageRow& row, std::span<const ConstLane> operands, Lane results,
           const TexturePart* part = nullptr);

 protected:
  /// Writes the operands to where the shaders of rows read them.
  virtual void upload(const LanguageRow& row, std::span<const ConstLane> operands, std::size_t cases) = 0;
  /// Fills what they write with a pattern.
  virtual void fill(std::byte pattern, Format result, std::size_t cases) = 0;
  /// Runs a shader. `read` is read in place of operands, `written` is written in place of results, if it is one.
  virtual void execute(ID3D11DeviceChild* shader, Format result, std::size_t cases, const D3d11Texture* read,
                       const D3d11Texture* written) = 0;
  /// Copies out what was written.
  virtual void download(Format result, Lane results) = 0;

 private:
  /// Fills, executes and copies out. Returns whether anything but the pattern was written.
  [[nodiscard]] bool computes(ID3D11DeviceChild* shader, std::byte pattern, Format result, Lane results,
                              const TexturePart* part);
};

/// Both outlive the stage.
[[nodiscard]] std::unique_ptr<D3d11Stage> make_compute_stage(ID3D11Device* device, ID3D11DeviceContext* context);
[[nodiscard]] std::unique_ptr<D3d11Stage> make_pixel_stage(ID3D11Device* device, ID3D11DeviceContext* context);

/// Throws Error(kDevice) with what failed where `result` is an error, DeviceRemoved where the device is gone.
void require_d3d11(HRESULT result, const char* what);

/// Makes an object by a function of the API that takes where the object goes.
template <class Object, class Make>
ComObject<Object> made_d3d11(const char* what, const Make& make) {
  Object* object = nullptr;
  require_d3d11(make(&object), what);
  return ComObject<Object>(object);
}

}  // namespace halfulp::device
