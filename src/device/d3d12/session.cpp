// SPDX-License-Identifier: Apache-2.0
#define INITGUID
#include "device/d3d12/session.hpp"

#include <fmt/format.h>

#include <thread>

#include "device/set_variable.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

constexpr std::size_t kBufferBytes = D3d12Session::kMostCases * 8;
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
  ranges[1].OffsetInDescriptorsFromTableStart = kMostOperands;
  D3D12_ROOT_PARAMETER table{};
  table.ParameterType = D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE;
  table.DescriptorTable.NumDescriptorRanges = ranges.size();
  table.DescriptorTable.pDescriptorRanges = ranges.data();
  D3D12_ROOT_SIGNATURE_DESC signature{};
  signature.NumParameters = 1;
  signature.pParameters = &table;
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
  heap.NumDescriptors = kMostOperands + 1;
  heap.Flags = D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE;
  heap_ = made<ID3D12DescriptorHeap>("CreateDescriptorHeap", [&](void** object) {
    return device_->CreateDescriptorHeap(&heap, IID_ID3D12DescriptorHeap, object);
  });
  const SIZE_T first = heap_->GetCPUDescriptorHandleForHeapStart().ptr;
  const UINT step = device_->GetDescriptorHandleIncrementSize(heap.Type);
  constexpr UINT kWords = kBufferBytes / 4;
  for (std::size_t k = 0; k < kMostOperands; ++k) {
    uploads_[k] = buffer(D3D12_HEAP_TYPE_UPLOAD, D3D12_RESOURCE_STATE_GENERIC_READ, D3D12_RESOURCE_FLAG_NONE);
    void* memory = nullptr;
    require_d3d12(uploads_[k]->Map(0, nullptr, &memory), "Map");
    operands_[k] = static_cast<std::byte*>(memory);
    D3D12_SHADER_RESOURCE_VIEW_DESC view{};
    view.Format = DXGI_FORMAT_R32_TYPELESS;
    view.ViewDimension = D3D12_SRV_DIMENSION_BUFFER;
    view.Shader4ComponentMapping = D3D12_DEFAULT_SHADER_4_COMPONENT_MAPPING;
    view.Buffer.NumElements = kWords;
    view.Buffer.Flags = D3D12_BUFFER_SRV_FLAG_RAW;
    device_->CreateShaderResourceView(uploads_[k].get(), &view, {first + k * step});
  }
  results_ = buffer(D3D12_HEAP_TYPE_DEFAULT, D3D12_RESOURCE_STATE_UNORDERED_ACCESS,
                    D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS);
  D3D12_UNORDERED_ACCESS_VIEW_DESC view{};
  view.Format = DXGI_FORMAT_R32_TYPELESS;
  view.ViewDimension = D3D12_UAV_DIMENSION_BUFFER;
  view.Buffer.NumElements = kWords;
  view.Buffer.Flags = D3D12_BUFFER_UAV_FLAG_RAW;
  device_->CreateUnorderedAccessView(results_.get(), nullptr, &view, {first + kMostOperands * step});
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

const std::byte* D3d12Session::run(ID3D12PipelineState* pipeline, std::size_t groups) {
  require_d3d12(allocator_->Reset(), "Reset of the command allocator");
  if (commands_ == nullptr) {
    commands_ = made<ID3D12GraphicsCommandList>("CreateCommandList", [&](void** object) {
      return device_->CreateCommandList(0, kQueue, allocator_.get(), pipeline, IID_ID3D12GraphicsCommandList, object);
    });
  } else {
    require_d3d12(commands_->Reset(allocator_.get(), pipeline), "Reset of the command list");
  }
  ID3D12DescriptorHeap* const heap = heap_.get();
  commands_->SetDescriptorHeaps(1, &heap);
  commands_->SetComputeRootSignature(root_signature_.get());
  commands_->SetComputeRootDescriptorTable(0, heap->GetGPUDescriptorHandleForHeapStart());
  commands_->Dispatch(static_cast<UINT>(groups), 1, 1);
  D3D12_RESOURCE_BARRIER barrier{};
  barrier.Type = D3D12_RESOURCE_BARRIER_TYPE_TRANSITION;
  barrier.Transition.pResource = results_.get();
  barrier.Transition.StateBefore = D3D12_RESOURCE_STATE_UNORDERED_ACCESS;
  barrier.Transition.StateAfter = D3D12_RESOURCE_STATE_COPY_SOURCE;
  commands_->ResourceBarrier(1, &barrier);
  commands_->CopyBufferRegion(readback_.get(), 0, results_.get(), 0, kBufferBytes);
  std::swap(barrier.Transition.StateBefore, barrier.Transition.StateAfter);
  commands_->ResourceBarrier(1, &barrier);
  require_d3d12(commands_->Close(), "Close of the command list");
  ID3D12CommandList* const list = commands_.get();
  queue_->ExecuteCommandLists(1, &list);
  require_d3d12(queue_->Signal(fence_.get(), ++runs_), "Signal");
  wait();
  return read_;
}

}  // namespace halfulp::device
