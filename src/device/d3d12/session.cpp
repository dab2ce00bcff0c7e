// SPDX-License-Identifier: Apache-2.0
#define INITGUID
#include "device/d3d12/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

#include "device/dxbc/operation_shader.hpp"
#include "device/dxbc/texture_shader.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

constexpr std::size_t kBufferBytes = D3d12Session::kMostCases * 8;
constexpr UINT kBufferWords = kBufferBytes / 4;
constexpr auto kQueue = D3D12_COMMAND_LIST_TYPE_DIRECT;
const auto kReadByShaders = static_cast<D3D12_RESOURCE_STATES>(D3D12_RESOURCE_STATE_NON_PIXEL_SHADER_RESOURCE |
                                                               D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE);

/// What a texture is made with: its flags, and the state in which it is between two runs.
struct Use {
  D3D12_RESOURCE_FLAGS flags;
  D3D12_RESOURCE_STATES state;
};

Use use_of(TextureAccess access) {
  if (reads(access)) return {D3D12_RESOURCE_FLAG_NONE, D3D12_RESOURCE_STATE_COPY_DEST};
  if (access == TextureAccess::render) {
    return {D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET, D3D12_RESOURCE_STATE_RENDER_TARGET};
  }
  return {D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS, D3D12_RESOURCE_STATE_UNORDERED_ACCESS};
}

D3D12_TEXTURE_COPY_LOCATION texels_of(const D3d12Texture& texture) {
  D3D12_TEXTURE_COPY_LOCATION texels{};
  texels.pResource = texture.resource.get();
  texels.Type = D3D12_TEXTURE_COPY_TYPE_SUBRESOURCE_INDEX;
  return texels;
}

D3D12_TEXTURE_COPY_LOCATION rows_in(ID3D12Resource* buffer, const D3d12Texture& texture) {
  D3D12_TEXTURE_COPY_LOCATION memory{};
  memory.pResource = buffer;
  memory.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
  memory.PlacedFootprint.Footprint = {texture.format, static_cast<UINT>(dxbc::kTextureWidth),
                                      static_cast<UINT>(dxbc::kTextureHeight), 1,
                                      static_cast<UINT>(dxbc::kTextureWidth * texture.texel_bytes)};
  return memory;
}

}  // namespace

D3d12Session::D3d12Session(D3d12 d3d12, std::chrono::seconds timeout)
    : timeout_(timeout),
      device_(std::move(d3d12.device)),
      signatures_(make_root_signatures(device_.get(), d3d12.serialize_root_signature)) {
  D3D12_FEATURE_DATA_D3D12_OPTIONS options{};
  require_d3d12(device_->CheckFeatureSupport(D3D12_FEATURE_D3D12_OPTIONS, &options, sizeof(options)),
                "CheckFeatureSupport");
  offers_doubles_ = options.DoublePrecisionFloatShaderOps != 0;
  D3D12_COMMAND_QUEUE_DESC queue{};
  queue.Type = kQueue;
  queue_ = made_d3d12<ID3D12CommandQueue>("CreateCommandQueue", [&](void** object) {
    return device_->CreateCommandQueue(&queue, IID_ID3D12CommandQueue, object);
  });
  allocator_ = made_d3d12<ID3D12CommandAllocator>("CreateCommandAllocator", [&](void** object) {
    return device_->CreateCommandAllocator(kQueue, IID_ID3D12CommandAllocator, object);
  });
  fence_ = made_d3d12<ID3D12Fence>("CreateFence", [&](void** object) {
    return device_->CreateFence(0, D3D12_FENCE_FLAG_NONE, IID_ID3D12Fence, object);
  });
  make_buffers();
}

ComObject<ID3D12Resource> D3d12Session::resource(D3D12_RESOURCE_DESC description, D3D12_HEAP_TYPE heap,
                                                 D3D12_RESOURCE_STATES state) const {
  D3D12_HEAP_PROPERTIES properties{};
  properties.Type = heap;
  description.DepthOrArraySize = 1;
  description.MipLevels = 1;
  description.SampleDesc.Count = 1;
  return made_d3d12<ID3D12Resource>("CreateCommittedResource", [&](void** object) {
    return device_->CreateCommittedResource(&properties, D3D12_HEAP_FLAG_NONE, &description, state, nullptr,
                                            IID_ID3D12Resource, object);
  });
}

ComObject<ID3D12Resource> D3d12Session::buffer(D3D12_HEAP_TYPE heap, D3D12_RESOURCE_STATES state,
                                               D3D12_RESOURCE_FLAGS flags) const {
  D3D12_RESOURCE_DESC description{};
  description.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
  description.Width = kBufferBytes;
  description.Height = 1;
  description.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
  description.Flags = flags;
  return resource(description, heap, state);
}

ComObject<ID3D12DescriptorHeap> D3d12Session::heap(D3D12_DESCRIPTOR_HEAP_TYPE type, UINT descriptors,
                                                   D3D12_DESCRIPTOR_HEAP_FLAGS flags) const {
  D3D12_DESCRIPTOR_HEAP_DESC heap{};
  heap.Type = type;
  heap.NumDescriptors = descriptors;
  heap.Flags = flags;
  return made_d3d12<ID3D12DescriptorHeap>("CreateDescriptorHeap", [&](void** object) {
    return device_->CreateDescriptorHeap(&heap, IID_ID3D12DescriptorHeap, object);
  });
}

void D3d12Session::make_buffers() {
  heap_ = heap(D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV, kRootDescriptors, D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE);
  targets_ = heap(D3D12_DESCRIPTOR_HEAP_TYPE_RTV, 1, D3D12_DESCRIPTOR_HEAP_FLAG_NONE);
  for (std::size_t k = 0; k < uploads_.size(); ++k) {
    uploads_[k] = buffer(D3D12_HEAP_TYPE_UPLOAD, D3D12_RESOURCE_STATE_GENERIC_READ, D3D12_RESOURCE_FLAG_NONE);
    void* memory = nullptr;
    require_d3d12(uploads_[k]->Map(0, nullptr, &memory), "Map");
    memory_[k] = static_cast<std::byte*>(memory);
  }
  words_ = texture(DXGI_FORMAT_R32_UINT, sizeof(std::uint32_t), TextureAccess::fetch);
  results_ = buffer(D3D12_HEAP_TYPE_DEFAULT, D3D12_RESOURCE_STATE_UNORDERED_ACCESS,
                    D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS);
  readback_ = buffer(D3D12_HEAP_TYPE_READBACK, D3D12_RESOURCE_STATE_COPY_DEST, D3D12_RESOURCE_FLAG_NONE);
  void* memory = nullptr;
  require_d3d12(readback_->Map(0, nullptr, &memory), "Map");
  read_ = static_cast<const std::byte*>(memory);
}

ComObject<ID3D12PipelineState> D3d12Session::pipeline(std::span<const std::byte> shader,
                                                      const D3d12Texture* texture) const {
  if (texture != nullptr && texture->access == TextureAccess::render) return drawing_pipeline(shader, *texture);
  D3D12_COMPUTE_PIPELINE_STATE_DESC pipeline{};
  pipeline.pRootSignature = (texture == nullptr ? signatures_.buffers : signatures_.texture).get();
  pipeline.CS = {shader.data(), shader.size()};
  return made_d3d12<ID3D12PipelineState>("CreateComputePipelineState", [&](void** object) {
    return device_->CreateComputePipelineState(&pipeline, IID_ID3D12PipelineState, object);
  });
}

ComObject<ID3D12PipelineState> D3d12Session::drawing_pipeline(std::span<const std::byte> shader,
                                                              const D3d12Texture& target) const {
  const std::vector<std::byte> triangle = dxbc::triangle_shader();
  D3D12_GRAPHICS_PIPELINE_STATE_DESC pipeline{};
  pipeline.pRootSignature = signatures_.texture.get();
  pipeline.VS = {triangle.data(), triangle.size()};
  pipeline.PS = {shader.data(), shader.size()};
  pipeline.BlendState.RenderTarget[0].RenderTargetWriteMask = D3D12_COLOR_WRITE_ENABLE_ALL;
  pipeline.SampleMask = ~UINT{0};
  pipeline.RasterizerState.FillMode = D3D12_FILL_MODE_SOLID;
  pipeline.RasterizerState.CullMode = D3D12_CULL_MODE_NONE;
  pipeline.RasterizerState.DepthClipEnable = 1;
  pipeline.PrimitiveTopologyType = D3D12_PRIMITIVE_TOPOLOGY_TYPE_TRIANGLE;
  pipeline.NumRenderTargets = 1;
  pipeline.RTVFormats[0] = target.format;
  pipeline.SampleDesc.Count = 1;
  return made_d3d12<ID3D12PipelineState>("CreateGraphicsPipelineState", [&](void** object) {
    return device_->CreateGraphicsPipelineState(&pipeline, IID_ID3D12PipelineState, object);
  });
}

void D3d12Session::wait() {
  const auto end = std::chrono::steady_clock::now() + timeout_;
  // vkd3d 1.2 has no timed wait for an event.
  std::chrono::microseconds pause{20};
  constexpr std::chrono::microseconds kLongest{1000};
  while (fence_->GetCompletedValue() < runs_) {
    if (std::chrono::steady_clock::now() > end) {
      hung_ = true;
      throw Error(Error::Kind::kDevice,
                  fmt::format("d3d12: a dispatch did not end within {} seconds; give --device-timeout more, or leave "
                              "the operation out",
                              timeout_.count()));
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, kLongest);
  }
  // A fence of a device that is gone has the largest value.
  if (fence_->GetCompletedValue() == ~std::uint64_t{0}) require_d3d12(device_->GetDeviceRemovedReason(), "a dispatch");
}

bool D3d12Session::offers(DXGI_FORMAT format, TextureAccess access) const {
  D3D12_FEATURE_DATA_FORMAT_SUPPORT support{};
  support.Format = format;
  if (device_->CheckFeatureSupport(D3D12_FEATURE_FORMAT_SUPPORT, &support, sizeof(support)) < 0) return false;
  const auto needed = [&] {
    switch (access) {
      case TextureAccess::sample:
      case TextureAccess::filter:
        return D3D12_FORMAT_SUPPORT1_SHADER_SAMPLE;
      case TextureAccess::store:  // vkd3d 1.2 never sets UAV_TYPED_STORE
        return D3D12_FORMAT_SUPPORT1_TYPED_UNORDERED_ACCESS_VIEW;
      case TextureAccess::render:
        return D3D12_FORMAT_SUPPORT1_RENDER_TARGET;
      default:
        return D3D12_FORMAT_SUPPORT1_SHADER_LOAD;
    }
  }();
  return (support.Support1 & D3D12_FORMAT_SUPPORT1_TEXTURE2D) != 0 && (support.Support1 & needed) != 0;
}

D3d12Texture D3d12Session::texture(DXGI_FORMAT format, std::size_t texel_bytes, TextureAccess access) const {
  D3D12_RESOURCE_DESC description{};
  description.Dimension = D3D12_RESOURCE_DIMENSION_TEXTURE2D;
  description.Width = dxbc::kTextureWidth;
  description.Height = dxbc::kTextureHeight;
  description.Format = format;
  description.Flags = use_of(access).flags;
  return {.resource = resource(description, D3D12_HEAP_TYPE_DEFAULT, use_of(access).state),
          .format = format,
          .texel_bytes = texel_bytes,
          .access = access};
}

D3D12_CPU_DESCRIPTOR_HANDLE D3d12Session::descriptor(std::size_t number) const {
  const UINT step = device_->GetDescriptorHandleIncrementSize(D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV);
  return {heap_->GetCPUDescriptorHandleForHeapStart().ptr + number * step};
}

void D3d12Session::view_buffers() {
  D3D12_SHADER_RESOURCE_VIEW_DESC read{};
  read.Format = DXGI_FORMAT_R32_TYPELESS;
  read.ViewDimension = D3D12_SRV_DIMENSION_BUFFER;
  read.Shader4ComponentMapping = D3D12_DEFAULT_SHADER_4_COMPONENT_MAPPING;
  read.Buffer.NumElements = kBufferWords;
  read.Buffer.Flags = D3D12_BUFFER_SRV_FLAG_RAW;
  device_->CreateShaderResourceView(uploads_[0].get(), &read, descriptor(kRootRead));
  D3D12_UNORDERED_ACCESS_VIEW_DESC written{};
  written.Format = DXGI_FORMAT_R32_TYPELESS;
  written.ViewDimension = D3D12_UAV_DIMENSION_BUFFER;
  written.Buffer.NumElements = kBufferWords;
  written.Buffer.Flags = D3D12_BUFFER_UAV_FLAG_RAW;
  device_->CreateUnorderedAccessView(results_.get(), nullptr, &written, descriptor(kRootWritten));
}

void D3d12Session::view(const D3d12Texture& texture) {
  ID3D12Resource* const resource = texture.resource.get();
  // Without a description a view is of all of the texture in its format.
  if (texture.access == TextureAccess::store) {
    device_->CreateUnorderedAccessView(resource, nullptr, nullptr, descriptor(kRootWritten));
  } else if (texture.access == TextureAccess::render) {
    device_->CreateRenderTargetView(resource, nullptr, targets_->GetCPUDescriptorHandleForHeapStart());
  } else {
    device_->CreateShaderResourceView(resource, nullptr, descriptor(kRootRead));
  }
}

void D3d12Session::move(ID3D12Resource* resource, D3D12_RESOURCE_STATES from, D3D12_RESOURCE_STATES to) {
  D3D12_RESOURCE_BARRIER barrier{};
  barrier.Type = D3D12_RESOURCE_BARRIER_TYPE_TRANSITION;
  barrier.Transition.pResource = resource;
  barrier.Transition.Subresource = D3D12_RESOURCE_BARRIER_ALL_SUBRESOURCES;
  barrier.Transition.StateBefore = from;
  barrier.Transition.StateAfter = to;
  commands_->ResourceBarrier(1, &barrier);
}

void D3d12Session::begin(ID3D12PipelineState* pipeline) {
  require_d3d12(allocator_->Reset(), "Reset of the command allocator");
  if (commands_ == nullptr) {
    commands_ = made_d3d12<ID3D12GraphicsCommandList>("CreateCommandList", [&](void** object) {
      return device_->CreateCommandList(0, kQueue, allocator_.get(), pipeline, IID_ID3D12GraphicsCommandList, object);
    });
  } else {
    require_d3d12(commands_->Reset(allocator_.get(), pipeline), "Reset of the command list");
  }
  ID3D12DescriptorHeap* const heap = heap_.get();
  commands_->SetDescriptorHeaps(1, &heap);
}

void D3d12Session::dispatch(std::size_t cases, bool has_texture) {
  if (has_texture) {
    commands_->SetComputeRootSignature(signatures_.texture.get());
    commands_->SetComputeRootDescriptorTable(0, heap_->GetGPUDescriptorHandleForHeapStart());
  } else {
    commands_->SetComputeRootSignature(signatures_.buffers.get());
    for (UINT k = 0; k < kRootOperands; ++k) {
      commands_->SetComputeRootShaderResourceView(k, uploads_[k]->GetGPUVirtualAddress());
    }
    commands_->SetComputeRootUnorderedAccessView(kRootResults, results_->GetGPUVirtualAddress());
  }
  commands_->Dispatch(static_cast<UINT>((cases + dxbc::kThreadGroup - 1) / dxbc::kThreadGroup), 1, 1);
}

void D3d12Session::draw(std::size_t cases) {
  const std::size_t rows = dxbc::texel_rows(cases);
  const D3D12_VIEWPORT viewport = {0, 0, static_cast<float>(dxbc::kTextureWidth), static_cast<float>(rows), 0, 1};
  const D3D12_RECT scissors = {0, 0, static_cast<LONG>(dxbc::kTextureWidth), static_cast<LONG>(rows)};
  const D3D12_CPU_DESCRIPTOR_HANDLE view = targets_->GetCPUDescriptorHandleForHeapStart();
  constexpr UINT kTriangle = 3;
  commands_->SetGraphicsRootSignature(signatures_.texture.get());
  commands_->SetGraphicsRootDescriptorTable(0, heap_->GetGPUDescriptorHandleForHeapStart());
  commands_->IASetPrimitiveTopology(D3D_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
  commands_->RSSetViewports(1, &viewport);
  commands_->RSSetScissorRects(1, &scissors);
  commands_->OMSetRenderTargets(1, &view, 0, nullptr);
  commands_->DrawInstanced(kTriangle, 1, 0, 0);
}

void D3d12Session::execute() {
  require_d3d12(commands_->Close(), "Close of the command list");
  ID3D12CommandList* const list = commands_.get();
  queue_->ExecuteCommandLists(1, &list);
  require_d3d12(queue_->Signal(fence_.get(), ++runs_), "Signal");
  wait();
}

const std::byte* D3d12Session::run(ID3D12PipelineState* pipeline, std::size_t cases, const D3d12Texture* texture) {
  const bool draws = texture != nullptr && texture->access == TextureAccess::render;
  const D3d12Texture* const written = texture != nullptr && !reads(texture->access) ? texture : nullptr;
  const D3d12Texture* const read = draws ? &words_ : written == nullptr ? texture : nullptr;
  begin(pipeline);
  view_buffers();
  if (read != nullptr) {
    view(*read);
    const D3D12_TEXTURE_COPY_LOCATION texels = texels_of(*read);
    const D3D12_TEXTURE_COPY_LOCATION memory = rows_in(uploads_[0].get(), *read);
    commands_->CopyTextureRegion(&texels, 0, 0, 0, &memory, nullptr);
    move(texels.pResource, use_of(read->access).state, kReadByShaders);
  }
  if (written != nullptr) {
    view(*written);
  } else {
    move(results_.get(), D3D12_RESOURCE_STATE_UNORDERED_ACCESS, D3D12_RESOURCE_STATE_COPY_DEST);
    commands_->CopyBufferRegion(results_.get(), 0, uploads_[kRootResults].get(), 0, kBufferBytes);
    move(results_.get(), D3D12_RESOURCE_STATE_COPY_DEST, D3D12_RESOURCE_STATE_UNORDERED_ACCESS);
  }
  if (draws) {
    draw(cases);
  } else {
    dispatch(cases, texture != nullptr);
  }
  if (read != nullptr) move(read->resource.get(), kReadByShaders, use_of(read->access).state);
  ID3D12Resource* const results = written != nullptr ? written->resource.get() : results_.get();
  const D3D12_RESOURCE_STATES state = use_of(written != nullptr ? written->access : TextureAccess::store).state;
  move(results, state, D3D12_RESOURCE_STATE_COPY_SOURCE);
  if (written != nullptr) {
    const D3D12_TEXTURE_COPY_LOCATION texels = texels_of(*written);
    const D3D12_TEXTURE_COPY_LOCATION memory = rows_in(readback_.get(), *written);
    commands_->CopyTextureRegion(&memory, 0, 0, 0, &texels, nullptr);
  } else {
    commands_->CopyBufferRegion(readback_.get(), 0, results_.get(), 0, kBufferBytes);
  }
  move(results, D3D12_RESOURCE_STATE_COPY_SOURCE, state);
  execute();
  return read_;
}

}  // namespace halfulp::device
