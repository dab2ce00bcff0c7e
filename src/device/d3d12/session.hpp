// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

#include "device/com_object.hpp"
#include "device/d3d12/api.hpp"
#include "device/d3d12/root_signature.hpp"
#include "device/shader/texture.hpp"

namespace halfulp::device {

/// A texture for one access. Its texels lie in memory row by row.
struct D3d12Texture {
  ComObject<ID3D12Resource> resource;
  DXGI_FORMAT format = DXGI_FORMAT_UNKNOWN;
  std::size_t texel_bytes = 0;
  TextureAccess access = TextureAccess::fetch;
};

/// Direct3D 12's objects for compute shaders that read raw buffers or a texture and write a raw buffer or a texture,
/// and for pixel shaders that write a render target. For one thread at a time.
class D3d12Session {
 public:
  static constexpr std::size_t kMostCases = std::size_t{1} << 18;

  /// Throws Error(kDevice).
  D3d12Session(D3d12 d3d12, std::chrono::seconds timeout);

  /// Whether the device says that it has doubles: the compiler below may refuse them all the same.
  [[nodiscard]] bool offers_doubles() const { return offers_doubles_; }
  /// Whether a dispatch did not end in time: then its objects may not be destroyed.
  [[nodiscard]] bool hung() const { return hung_; }

  /// That of a compute shader of buffers, or of a shader with that texture: of a render target a pixel shader. Throws
  /// Error(kDevice) where the driver refuses the shader.
  [[nodiscard]] ComObject<ID3D12PipelineState> pipeline(std::span<const std::byte> shader,
                                                        const D3d12Texture* texture = nullptr) const;

  /// Whether the device has textures of the format for an access.
  [[nodiscard]] bool offers(DXGI_FORMAT format, TextureAccess access) const;
  /// Throws Error(kDevice).
  [[nodiscard]] D3d12Texture texture(DXGI_FORMAT format, std::size_t texel_bytes, TextureAccess access) const;

  /// Where operand `k` of the cases of the next run() is written; kMostCases of up to 8 bytes.
  [[nodiscard]] std::byte* operand(std::size_t k) { return memory_.at(k); }
  /// Where the results of the next run() that go into a buffer are written as they are before it.
  [[nodiscard]] std::byte* results_before() { return memory_[kRootResults]; }
  /// Runs a shader and gives the results; until the next run. A texture that is read has the texels that are operand 0,
  /// one that is written is the results. Throws Error(kDevice).
  [[nodiscard]] const std::byte* run(ID3D12PipelineState* pipeline, std::size_t cases,
                                     const D3d12Texture* texture = nullptr);

 private:
  [[nodiscard]] ComObject<ID3D12Resource> resource(D3D12_RESOURCE_DESC description, D3D12_HEAP_TYPE heap,
                                                   D3D12_RESOURCE_STATES state) const;
  [[nodiscard]] ComObject<ID3D12Resource> buffer(D3D12_HEAP_TYPE heap, D3D12_RESOURCE_STATES state,
                                                 D3D12_RESOURCE_FLAGS flags) const;
  [[nodiscard]] ComObject<ID3D12DescriptorHeap> heap(D3D12_DESCRIPTOR_HEAP_TYPE type, UINT descriptors,
                                                     D3D12_DESCRIPTOR_HEAP_FLAGS flags) const;
  [[nodiscard]] ComObject<ID3D12PipelineState> drawing_pipeline(std::span<const std::byte> shader,
                                                                const D3d12Texture& target) const;
  [[nodiscard]] D3D12_CPU_DESCRIPTOR_HANDLE descriptor(std::size_t number) const;
  /// Write descriptors: of the buffers of operand 0 and the results, and of a texture in the place of one.
  void view_buffers();
  void view(const D3d12Texture& texture);
  void move(ID3D12Resource* resource, D3D12_RESOURCE_STATES from, D3D12_RESOURCE_STATES to);
  void begin(ID3D12PipelineState* pipeline);
  void dispatch(std::size_t cases, bool has_texture);
  void draw(std::size_t cases);
  void execute();
  void make_buffers();
  void wait();

  std::chrono::seconds timeout_;
  bool offers_doubles_ = false;
  bool hung_ = false;
  ComObject<ID3D12Device> device_;
  RootSignatures signatures_;
  ComObject<ID3D12CommandQueue> queue_;
  ComObject<ID3D12CommandAllocator> allocator_;
  ComObject<ID3D12GraphicsCommandList> commands_;  ///< made by the first run
  ComObject<ID3D12DescriptorHeap> heap_;           ///< of shaders with a texture
  ComObject<ID3D12DescriptorHeap> targets_;        ///< of the render target
  ComObject<ID3D12Fence> fence_;
  std::array<ComObject<ID3D12Resource>, kRootOperands + 1> uploads_;  ///< of operands, then of results before a run
  std::array<std::byte*, kRootOperands + 1> memory_{};                ///< theirs
  D3d12Texture words_;                                                ///< operand 0 of a pixel shader
  ComObject<ID3D12Resource> results_;
  ComObject<ID3D12Resource> readback_;
  const std::byte* read_ = nullptr;  ///< its memory
  std::uint64_t runs_ = 0;
};

}  // namespace halfulp::device
