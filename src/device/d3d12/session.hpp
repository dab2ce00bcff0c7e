// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <span>

#include "device/com_object.hpp"
#include "device/d3d12/loader.hpp"
#include "device/shader/texture.hpp"

namespace halfulp::device {

/// Makes the device. Throws Error(kDevice) with the way out where there is none.
[[nodiscard]] ComObject<ID3D12Device> create_d3d12_device();

/// A texture that a shader reads as t0 or writes as u0. Its texels lie in memory row by row.
struct D3d12Texture {
  ComObject<ID3D12Resource> resource;
  DXGI_FORMAT format;
  std::size_t texel_bytes;
  bool is_written;
};

/// Direct3D 12's objects for compute shaders that read raw buffers and write one, and read or write a texture. For one
/// thread at a time.
class D3d12Session {
 public:
  static constexpr std::size_t kMostOperands = 8;
  static constexpr std::size_t kMostCases = std::size_t{1} << 18;

  /// Throws Error(kDevice) where there is no device.
  explicit D3d12Session(std::chrono::seconds timeout);

  [[nodiscard]] ID3D12Device* device() const { return device_.get(); }
  /// Whether the device says that it has doubles: the compiler below may refuse them all the same.
  [[nodiscard]] bool offers_doubles() const { return offers_doubles_; }
  /// Whether a dispatch did not end in time: then its objects may not be destroyed.
  [[nodiscard]] bool hung() const { return hung_; }

  /// Throws Error(kDevice) where the driver refuses the shader.
  [[nodiscard]] ComObject<ID3D12PipelineState> pipeline(std::span<const std::byte> shader) const;

  /// Whether a texture of the format can be read by ld, by a sampler, or written.
  [[nodiscard]] bool offers(DXGI_FORMAT format, TextureAccess access) const;
  /// Throws Error(kDevice).
  [[nodiscard]] D3d12Texture texture(DXGI_FORMAT format, std::size_t texel_bytes, bool is_written) const;

  /// Where operand `k` of the cases of the next run() is written; kMostCases of up to 8 bytes.
  [[nodiscard]] std::byte* operand(std::size_t k) { return operands_.at(k); }
  /// Runs that many groups and gives the results; until the next run.
  [[nodiscard]] const std::byte* run(ID3D12PipelineState* pipeline, std::size_t groups) {
    return run(pipeline, groups, nullptr);
  }
  /// The same of a shader with a texture: one that is read has the texels that are operand 0, one that is written is
  /// the results.
  [[nodiscard]] const std::byte* run(ID3D12PipelineState* pipeline, std::size_t groups, const D3d12Texture& texture) {
    return run(pipeline, groups, &texture);
  }

 private:
  [[nodiscard]] ComObject<ID3D12Resource> buffer(D3D12_HEAP_TYPE heap, D3D12_RESOURCE_STATES state,
                                                 D3D12_RESOURCE_FLAGS flags) const;
  [[nodiscard]] const std::byte* run(ID3D12PipelineState* pipeline, std::size_t groups, const D3d12Texture* texture);
  [[nodiscard]] D3D12_CPU_DESCRIPTOR_HANDLE descriptor(std::size_t number) const;
  /// Write descriptors: of t0 to t7, of u0, and of the texture that is t0 or u0 in its place.
  void view_operand(std::size_t k);
  void view_results();
  void view(const D3d12Texture& texture);
  void move(ID3D12Resource* resource, D3D12_RESOURCE_STATES from, D3D12_RESOURCE_STATES to);
  void make_root_signature();
  void make_buffers();
  void wait();

  std::chrono::seconds timeout_;
  bool offers_doubles_ = false;
  bool hung_ = false;
  ComObject<ID3D12Device> device_;
  ComObject<ID3D12CommandQueue> queue_;
  ComObject<ID3D12CommandAllocator> allocator_;
  ComObject<ID3D12GraphicsCommandList> commands_;  ///< made by the first run
  ComObject<ID3D12RootSignature> root_signature_;
  ComObject<ID3D12DescriptorHeap> heap_;
  ComObject<ID3D12Fence> fence_;
  std::array<ComObject<ID3D12Resource>, kMostOperands> uploads_;
  std::array<std::byte*, kMostOperands> operands_{};  ///< their memory
  ComObject<ID3D12Resource> results_;
  ComObject<ID3D12Resource> readback_;
  const std::byte* read_ = nullptr;  ///< its memory
  std::uint64_t runs_ = 0;
};

}  // namespace halfulp::device
