// SPDX-License-Identifier: Apache-2.0
#define INITGUID
#include "device/d3d12/session.hpp"

#include <fmt/format.h>

#include <thread>

#include "device/dxbc/texture_shader.hpp"
#include "device/set_variable.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

constexpr std::size_t kBufferBytes = D3d12Session::kMostCases * 8;
constexpr UINT kBufferWords = kBufferBytes / 4;
// In the heap of descriptors: the operands t0 to t7, then the results u0. A texture is t0 or u0.
constexpr std::size_t kResults = D3d12Session::kMostOperands;
constexpr std::size_t kDescriptors = kResults + 1;
constexpr auto kQueue = D3D12_COMMAND_LIST_TYPE_DIRECT;

/// Makes an object by a function of the API that takes an interface's id and where the object goes.
template <class Object, class Make>
ComObject<Object> made(const char* what, Make make) {
  void* object = nullptr;
  require_d3d12(make(&object), what);
  return ComObject<Object>(static_cast<Object*>(object));
}

}  // namespace

ComObject<ID3D12Device> create_d3d12_device() {
  void* device = nullptr;
  const HRESULT result =
      d3d12().create_device(nullptr, D3D_FEATURE_LEVEL_11_0, IID_ID3D12Device, &device, VKD3D_UTILS_API_VERSION);
  if (result < 0) {
    const std::string variable = set_variable({"VK_DRIVER_FILES", "VK_ICD_FILENAMES"});
    const std::string way_out = variable.empty()
                                    ? "apt install mesa-vulkan-drivers"
                                    : "point " + variable + " at such a driver's .json, or leave the variable out";
    throw Error(
        Error::Kind::kDevice,
        fmt::format("d3d12: vkd3d finds no Vulkan driver that it can use (0x{:08x}); it needs what llvmpipe and "
                    "drivers of GPUs have: {}",
                    static_cast<std::uint32_t>(result), way_out));
  }
  return ComObject<ID3D12Device>(static_cast<ID3D12Device*>(device));
}

D3d12Session::D3d12Session(std::chrono::seconds timeout) : timeout_(timeout), device_(create_d3d12_device()) {
  D3D12_FEATURE_DATA_D3D12_OPTIONS options{};
  require_d3d12(device_->CheckFeatureSupport(D3D12_FEATURE_D3D12_OPTIONS, &options, sizeof(options)),
                "CheckFeatureSupport");
  offers_doubles_ = options.DoublePrecisionFloatShaderOps != 0;
  D3D12_COMMAND_QUEUE_DESC queue{};
  queue.Type = kQueue;
  queue_ = made<ID3D12CommandQueue>("CreateCommandQueue", [&](void** object) {
    return device_->CreateCommandQueue(&queue, IID_ID3D12CommandQueue, object);
  });
  allocator_ = made<ID3D12CommandAllocator>("CreateCommandAllocator", [&](void** object) {
    return device_->CreateCommandAllocator(kQueue, IID_ID3D12CommandAllocator, object);
  });
  fence_ = made<ID3D12Fence>("CreateFence", [&](void** object) {
    return device_->CreateFence(0, D3D12_FENCE_FLAG_NONE, IID_ID3D12Fence, object);
  });
  make_root_signature();
  make_buffers();
}

void D3d12Session::make_root_signature() {
  std::array<D3D12_DESCRIPTOR_RANGE, 2> ranges{};
  ranges[0].RangeType = D3D12_DESCRIPTOR_RANGE_TYPE_SRV;
  ranges[0].NumDescriptors = kMostOperands;
  ranges[1].RangeType = D3D12_DESCRIPTOR_RANGE_TYPE_UAV;
  ranges[1].NumDescriptors = 1;
  ranges[1].OffsetInDescriptorsFromTableStart = kResults;
  D3D12_ROOT_PARAMETER table{};
  table.ParameterType = D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE;
  table.DescriptorTable.NumDescriptorRanges = ranges.size();
  table.DescriptorTable.pDescriptorRanges = ranges.data();
  D3D12_ROOT_SIGNATURE_DESC signature{};
  signature.NumParameters = 1;
  signature.pParameters = &table;
  D3D12_STATIC_SAMPLER_DESC sampler{};
  sampler.Filter = D3D12_FILTER_MIN_MAG_MIP_POINT;
  sampler.AddressU = sampler.AddressV = sampler.AddressW = D3D12_TEXTURE_ADDRESS_MODE_CLAMP;
  sampler.ComparisonFunc = D3D12_COMPARISON_FUNC_NEVER;
  sampler.MaxLOD = D3D12_FLOAT32_MAX;
  signature.NumStaticSamplers = 1;
  signature.pStaticSamplers = &sampler;
  ID3DBlob* blob = nullptr;
  ID3DBlob* error = nullptr;
  require_d3d12(d3d12().serialize_root_signature(&signature, D3D_ROOT_SIGNATURE_VERSION_1_0, &blob, &error),
                "D3D12SerializeRootSignature");
  const ComObject<ID3DBlob> owned(blob);
  root_signature_ = made<ID3D12RootSignature>("CreateRootSignature", [&](void** object) {
    return device_->CreateRootSignature(0, blob->GetBufferPointer(), blob->GetBufferSize(), IID_ID3D12RootSignature,
                                        object);
  });
}

ComObject<ID3D12Resource> D3d12Session::buffer(D3D12_HEAP_TYPE heap, D3D12_RESOURCE_STATES state,
                                               D3D12_RESOURCE_FLAGS flags) const {
  D3D12_HEAP_PROPERTIES properties{};
  properties.Type = heap;
  D3D12_RESOURCE_DESC resource{};
  resource.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
  resource.Width = kBufferBytes;
  resource.Height = 1;
  resource.DepthOrArraySize = 1;
  resource.MipLevels = 1;
  resource.SampleDesc.Count = 1;
  resource.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
  resource.Flags = flags;
  return made<ID3D12Resource>("CreateCommittedResource", [&](void** object) {
    return device_->CreateCommittedResource(&properties, D3D12_HEAP_FLAG_NONE, &resource, state, nullptr,
                                            IID_ID3D12Resource, object);
  });
}

void D3d12Session::make_buffers() {
  D3D12_DESCRIPTOR_HEAP_DESC heap{};
  heap.Type = D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV;
  heap.NumDescriptors = kDescriptors;
  heap.Flags = D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE;
  heap_ = made<ID3D12DescriptorHeap>("CreateDescriptorHeap", [&](void** object) {
    return device_->CreateDescriptorHeap(&heap, IID_ID3D12DescriptorHeap, object);
  });
  for (std::size_t k = 0; k < kMostOperands; ++k) {
    uploads_[k] = buffer(D3D12_HEAP_TYPE_UPLOAD, D3D12_RESOURCE_STATE_GENERIC_READ, D3D12_RESOURCE_FLAG_NONE);
    void* memory = nullptr;
    require_d3d12(uploads_[k]->Map(0, nullptr, &memory), "Map");
    operands_[k] = static_cast<std::byte*>(memory);
    view_operand(k);
  }
  results_ = buffer(D3D12_HEAP_TYPE_DEFAULT, D3D12_RESOURCE_STATE_UNORDERED_ACCESS,
                    D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS);
  readback_ = buffer(D3D12_HEAP_TYPE_READBACK, D3D12_RESOURCE_STATE_COPY_DEST, D3D12_RESOURCE_FLAG_NONE);
  void* memory = nullptr;
  require_d3d12(readback_->Map(0, nullptr, &memory), "Map");
  read_ = static_cast<const std::byte*>(memory);
}

ComObject<ID3D12PipelineState> D3d12Session::pipeline(std::span<const std::byte> shader) const {
  D3D12_COMPUTE_PIPELINE_STATE_DESC pipeline{};
  pipeline.pRootSignature = root_signature_.get();
  pipeline.CS = {shader.data(), shader.size()};
  return made<ID3D12PipelineState>("CreateComputePipelineState", [&](void** object) {
    return device_->CreateComputePipelineState(&pipeline, IID_ID3D12PipelineState, object);
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
}

D3D12_CPU_DESCRIPTOR_HANDLE D3d12Session::descriptor(std::size_t number) const {
  const UINT step = device_->GetDescriptorHandleIncrementSize(D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV);
  return {heap_->GetCPUDescriptorHandleForHeapStart().ptr + number * step};
}

bool D3d12Session::offers(DXGI_FORMAT format, TextureAccess access) const {
  D3D12_FEATURE_DATA_FORMAT_SUPPORT support{};
  support.Format = format;
  if (device_->CheckFeatureSupport(D3D12_FEATURE_FORMAT_SUPPORT, &support, sizeof(support)) < 0) return false;
  // vkd3d 1.2 never sets UAV_TYPED_STORE.
  if (access == TextureAccess::store) {
    return (support.Support1 & D3D12_FORMAT_SUPPORT1_TYPED_UNORDERED_ACCESS_VIEW) != 0;
  }
  const auto needed =
      access == TextureAccess::sample ? D3D12_FORMAT_SUPPORT1_SHADER_SAMPLE : D3D12_FORMAT_SUPPORT1_SHADER_LOAD;
  return (support.Support1 & D3D12_FORMAT_SUPPORT1_TEXTURE2D) != 0 && (support.Support1 & needed) != 0;
}

D3d12Texture D3d12Session::texture(DXGI_FORMAT format, std::size_t texel_bytes, bool is_written) const {
  D3D12_HEAP_PROPERTIES properties{};
  properties.Type = D3D12_HEAP_TYPE_DEFAULT;
  D3D12_RESOURCE_DESC resource{};
  resource.Dimension = D3D12_RESOURCE_DIMENSION_TEXTURE2D;
  resource.Width = dxbc::kTextureWidth;
  resource.Height = dxbc::kTextureHeight;
  resource.DepthOrArraySize = 1;
  resource.MipLevels = 1;
  resource.Format = format;
  resource.SampleDesc.Count = 1;
  resource.Flags = is_written ? D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS : D3D12_RESOURCE_FLAG_NONE;
  const auto state = is_written ? D3D12_RESOURCE_STATE_UNORDERED_ACCESS : D3D12_RESOURCE_STATE_COPY_DEST;
  return {.resource = made<ID3D12Resource>("CreateCommittedResource of a texture",
                                           [&](void** object) {
                                             return device_->CreateCommittedResource(&properties, D3D12_HEAP_FLAG_NONE,
                                                                                     &resource, state, nullptr,
                                                                                     IID_ID3D12Resource, object);
                                           }),
          .format = format,
          .texel_bytes = texel_bytes,
          .is_written = is_written};
}

void D3d12Session::view_operand(std::size_t k) {
  D3D12_SHADER_RESOURCE_VIEW_DESC view{};
  view.Format = DXGI_FORMAT_R32_TYPELESS;
  view.ViewDimension = D3D12_SRV_DIMENSION_BUFFER;
  view.Shader4ComponentMapping = D3D12_DEFAULT_SHADER_4_COMPONENT_MAPPING;
  view.Buffer.NumElements = kBufferWords;
  view.Buffer.Flags = D3D12_BUFFER_SRV_FLAG_RAW;
  device_->CreateShaderResourceView(uploads_.at(k).get(), &view, descriptor(k));
}

void D3d12Session::view_results() {
  D3D12_UNORDERED_ACCESS_VIEW_DESC view{};
  view.Format = DXGI_FORMAT_R32_TYPELESS;
  view.ViewDimension = D3D12_UAV_DIMENSION_BUFFER;
  view.Buffer.NumElements = kBufferWords;
  view.Buffer.Flags = D3D12_BUFFER_UAV_FLAG_RAW;
  device_->CreateUnorderedAccessView(results_.get(), nullptr, &view, descriptor(kResults));
}

void D3d12Session::view(const D3d12Texture& texture) {
  if (texture.is_written) {
    D3D12_UNORDERED_ACCESS_VIEW_DESC view{};
    view.Format = texture.format;
    view.ViewDimension = D3D12_UAV_DIMENSION_TEXTURE2D;
    device_->CreateUnorderedAccessView(texture.resource.get(), nullptr, &view, descriptor(kResults));
  } else {
    D3D12_SHADER_RESOURCE_VIEW_DESC view{};
    view.Format = texture.format;
    view.ViewDimension = D3D12_SRV_DIMENSION_TEXTURE2D;
    view.Shader4ComponentMapping = D3D12_DEFAULT_SHADER_4_COMPONENT_MAPPING;
    view.Texture2D.MipLevels = 1;
    device_->CreateShaderResourceView(texture.resource.get(), &view, descriptor(0));
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

const std::byte* D3d12Session::run(ID3D12PipelineState* pipeline, std::size_t groups, const D3d12Texture* texture) {
  require_d3d12(allocator_->Reset(), "Reset of the command allocator");
  if (commands_ == nullptr) {
    commands_ = made<ID3D12GraphicsCommandList>("CreateCommandList", [&](void** object) {
      return device_->CreateCommandList(0, kQueue, allocator_.get(), pipeline, IID_ID3D12GraphicsCommandList, object);
    });
  } else {
    require_d3d12(commands_->Reset(allocator_.get(), pipeline), "Reset of the command list");
  }
  D3D12_TEXTURE_COPY_LOCATION texels{};
  D3D12_TEXTURE_COPY_LOCATION memory{};
  ID3D12Resource* const results = texture != nullptr && texture->is_written ? texture->resource.get() : results_.get();
  view_operand(0);
  view_results();
  if (texture != nullptr) {
    view(*texture);
    texels.pResource = texture->resource.get();
    texels.Type = D3D12_TEXTURE_COPY_TYPE_SUBRESOURCE_INDEX;
    memory.pResource = texture->is_written ? readback_.get() : uploads_[0].get();
    memory.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
    memory.PlacedFootprint.Footprint = {texture->format, static_cast<UINT>(dxbc::kTextureWidth),
                                        static_cast<UINT>(dxbc::kTextureHeight), 1,
                                        static_cast<UINT>(dxbc::kTextureWidth * texture->texel_bytes)};
  }
  const bool reads_texture = texture != nullptr && !texture->is_written;
  constexpr auto kRead = D3D12_RESOURCE_STATE_NON_PIXEL_SHADER_RESOURCE;
  if (reads_texture) {
    commands_->CopyTextureRegion(&texels, 0, 0, 0, &memory, nullptr);
    move(texels.pResource, D3D12_RESOURCE_STATE_COPY_DEST, kRead);
  }
  ID3D12DescriptorHeap* const heap = heap_.get();
  commands_->SetDescriptorHeaps(1, &heap);
  commands_->SetComputeRootSignature(root_signature_.get());
  commands_->SetComputeRootDescriptorTable(0, heap->GetGPUDescriptorHandleForHeapStart());
  commands_->Dispatch(static_cast<UINT>(groups), 1, 1);
  if (reads_texture) move(texels.pResource, kRead, D3D12_RESOURCE_STATE_COPY_DEST);
  move(results, D3D12_RESOURCE_STATE_UNORDERED_ACCESS, D3D12_RESOURCE_STATE_COPY_SOURCE);
  if (texture != nullptr && texture->is_written) {
    commands_->CopyTextureRegion(&memory, 0, 0, 0, &texels, nullptr);
  } else {
    commands_->CopyBufferRegion(readback_.get(), 0, results_.get(), 0, kBufferBytes);
  }
  move(results, D3D12_RESOURCE_STATE_COPY_SOURCE, D3D12_RESOURCE_STATE_UNORDERED_ACCESS);
  require_d3d12(commands_->Close(), "Close of the command list");
  ID3D12CommandList* const list = commands_.get();
  queue_->ExecuteCommandLists(1, &list);
  require_d3d12(queue_->Signal(fence_.get(), ++runs_), "Signal");
  wait();
  return read_;
}

}  // namespace halfulp::device
