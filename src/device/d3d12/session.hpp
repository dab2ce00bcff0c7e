// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <span>

#include "device/com_object.hpp"
#include "device/d3d12/loader.hpp"

namespace halfulp::device {

/// Makes the device. Throws Error(kDevice) with the way out where there is none.
[[nodiscard]] ComObject<ID3D12Device> create_d3d12_device();

/// Direct3D 12's objects for compute shaders that read raw buffers and write one. For one thread at a time.
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

  /// Where operand `k` of the cases of the next run() is written; kMostCases of up to 8 bytes.
  [[nodiscard]] std::byte* operand(std::size_t k) { return operands_.at(k); }
  /// Runs that many groups and gives the results; until the next run.
  [[nodiscard]] const std::byte* run(ID3D12PipelineState* pipeline, std::size_t groups);

 private:
  [[nodiscard]] ComObject<ID3D12Resource> buffer(D3D12_HEAP_TYPE heap, D3D12_RESOURCE_STATES state,
                                                 D3D12_RESOURCE_FLAGS flags) const;
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
