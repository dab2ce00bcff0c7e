// SPDX-License-Identifier: Apache-2.0
#include "device/d3d12/program_text.hpp"

namespace halfulp::device {

const std::string_view kObjectsInCpp = R"c(
static void check(HRESULT result, const char* what) {
  if (result >= 0) return;
  fprintf(stderr, "%s failed with 0x%08x\n", what, (unsigned)result);
  exit(2);
}
#define MAKE(type, name, function, ...) \
  type* name = nullptr;                 \
  check(function(__VA_ARGS__, IID_##type, (void**)&name), #function)

static ID3D12Resource* make_resource(ID3D12Device* device, D3D12_RESOURCE_DESC description, D3D12_HEAP_TYPE heap,
                                     D3D12_RESOURCE_STATES state) {
  D3D12_HEAP_PROPERTIES properties = {};
  properties.Type = heap;
  description.DepthOrArraySize = description.MipLevels = 1;
  description.SampleDesc.Count = 1;
  MAKE(ID3D12Resource, resource, device->CreateCommittedResource, &properties, D3D12_HEAP_FLAG_NONE, &description,
       state, nullptr);
  return resource;
}

static ID3D12Resource* make_buffer(ID3D12Device* device, size_t bytes, D3D12_HEAP_TYPE heap,
                                   D3D12_RESOURCE_STATES state, D3D12_RESOURCE_FLAGS flags) {
  D3D12_RESOURCE_DESC description = {};
  description.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
  description.Width = bytes;
  description.Height = 1;
  description.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
  description.Flags = flags;
  return make_resource(device, description, heap, state);
}

static void* map(ID3D12Resource* buffer) {
  void* memory = nullptr;
  check(buffer->Map(0, nullptr, &memory), "Map");
  return memory;
}

static void change_state(ID3D12GraphicsCommandList* commands, ID3D12Resource* resource, D3D12_RESOURCE_STATES from,
                         D3D12_RESOURCE_STATES to) {
  D3D12_RESOURCE_BARRIER barrier = {};
  barrier.Type = D3D12_RESOURCE_BARRIER_TYPE_TRANSITION;
  barrier.Transition.pResource = resource;
  barrier.Transition.StateBefore = from;
  barrier.Transition.StateAfter = to;
  commands->ResourceBarrier(1, &barrier);
}

static ID3D12RootSignature* make_root_signature(ID3D12Device* device, const D3D12_ROOT_SIGNATURE_DESC* signature) {
  ID3DBlob* blob = nullptr;
  check(D3D12SerializeRootSignature(signature, D3D_ROOT_SIGNATURE_VERSION_1_0, &blob, nullptr),
        "D3D12SerializeRootSignature");
  MAKE(ID3D12RootSignature, root_signature, device->CreateRootSignature, 0, blob->GetBufferPointer(),
       blob->GetBufferSize());
  return root_signature;
}
)c";

const std::string_view kComputePipelineInCpp = R"c(
static ID3D12PipelineState* make_pipeline(ID3D12Device* device, ID3D12RootSignature* root_signature) {
  D3D12_COMPUTE_PIPELINE_STATE_DESC compute = {};
  compute.pRootSignature = root_signature;
  compute.CS.pShaderBytecode = shader;
  compute.CS.BytecodeLength = sizeof(shader);
  MAKE(ID3D12PipelineState, pipeline, device->CreateComputePipelineState, &compute);
  return pipeline;
}
)c";

const std::string_view kDispatchInCpp = R"c(
static void run(ID3D12Device*, ID3D12GraphicsCommandList* commands, ID3D12RootSignature* root_signature,
                D3D12_GPU_DESCRIPTOR_HANDLE table, ID3D12Resource*) {
  commands->SetComputeRootSignature(root_signature);
  commands->SetComputeRootDescriptorTable(0, table);
  commands->Dispatch(CASES / THREAD_GROUP, 1, 1);
}
)c";

const std::string_view kDrawingInCpp = R"c(
static ID3D12PipelineState* make_pipeline(ID3D12Device* device, ID3D12RootSignature* root_signature) {
  D3D12_GRAPHICS_PIPELINE_STATE_DESC graphics = {};
  graphics.pRootSignature = root_signature;
  graphics.VS.pShaderBytecode = vertex_shader;
  graphics.VS.BytecodeLength = sizeof(vertex_shader);
  graphics.PS.pShaderBytecode = shader;
  graphics.PS.BytecodeLength = sizeof(shader);
  graphics.BlendState.RenderTarget[0].RenderTargetWriteMask = D3D12_COLOR_WRITE_ENABLE_ALL;
  graphics.SampleMask = ~0u;
  graphics.RasterizerState.FillMode = D3D12_FILL_MODE_SOLID;
  graphics.RasterizerState.CullMode = D3D12_CULL_MODE_NONE;
  graphics.RasterizerState.DepthClipEnable = 1;
  graphics.PrimitiveTopologyType = D3D12_PRIMITIVE_TOPOLOGY_TYPE_TRIANGLE;
  graphics.NumRenderTargets = 1;
  graphics.RTVFormats[0] = texture_format;
  graphics.SampleDesc.Count = 1;
  MAKE(ID3D12PipelineState, pipeline, device->CreateGraphicsPipelineState, &graphics);
  return pipeline;
}

// A triangle covers the first row of the target.
static void run(ID3D12Device* device, ID3D12GraphicsCommandList* commands, ID3D12RootSignature* root_signature,
                D3D12_GPU_DESCRIPTOR_HANDLE table, ID3D12Resource* target) {
  D3D12_DESCRIPTOR_HEAP_DESC description = {};
  description.Type = D3D12_DESCRIPTOR_HEAP_TYPE_RTV;
  description.NumDescriptors = 1;
  MAKE(ID3D12DescriptorHeap, targets, device->CreateDescriptorHeap, &description);
  const D3D12_CPU_DESCRIPTOR_HANDLE view = targets->GetCPUDescriptorHandleForHeapStart();
  device->CreateRenderTargetView(target, nullptr, view);
  const D3D12_VIEWPORT viewport = {0, 0, WIDTH, 1, 0, 1};
  const D3D12_RECT scissors = {0, 0, WIDTH, 1};
  commands->SetGraphicsRootSignature(root_signature);
  commands->SetGraphicsRootDescriptorTable(0, table);
  commands->IASetPrimitiveTopology(D3D_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
  commands->RSSetViewports(1, &viewport);
  commands->RSSetScissorRects(1, &scissors);
  commands->OMSetRenderTargets(1, &view, 0, nullptr);
  commands->DrawInstanced(3, 1, 0, 0);
}
)c";

const std::string_view kTexturesInCpp = R"c(
static ID3D12Resource* make_texture(ID3D12Device* device, DXGI_FORMAT format, D3D12_RESOURCE_STATES state,
                                    D3D12_RESOURCE_FLAGS flags) {
  D3D12_RESOURCE_DESC description = {};
  description.Dimension = D3D12_RESOURCE_DIMENSION_TEXTURE2D;
  description.Width = WIDTH;
  description.Height = HEIGHT;
  description.Format = format;
  description.Flags = flags;
  return make_resource(device, description, D3D12_HEAP_TYPE_DEFAULT, state);
}

static D3D12_TEXTURE_COPY_LOCATION texels_of(ID3D12Resource* texture) {
  D3D12_TEXTURE_COPY_LOCATION texels = {};
  texels.pResource = texture;
  texels.Type = D3D12_TEXTURE_COPY_TYPE_SUBRESOURCE_INDEX;
  return texels;
}

static D3D12_TEXTURE_COPY_LOCATION rows_in(ID3D12Resource* buffer, DXGI_FORMAT format, unsigned texel_bytes) {
  D3D12_TEXTURE_COPY_LOCATION rows = {};
  rows.pResource = buffer;
  rows.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
  rows.PlacedFootprint.Footprint = {format, WIDTH, HEIGHT, 1, WIDTH * texel_bytes};
  return rows;
}
)c";

const std::string_view kBeginInCpp = R"c(
int main() {
  ID3D12Device* device = nullptr;
  check(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0, IID_ID3D12Device, (void**)&device), "D3D12CreateDevice");
  const D3D12_COMMAND_LIST_TYPE type = D3D12_COMMAND_LIST_TYPE_DIRECT;
  MAKE(ID3D12CommandAllocator, allocator, device->CreateCommandAllocator, type);
  MAKE(ID3D12GraphicsCommandList, commands, device->CreateCommandList, 0, type, allocator, nullptr);
)c";

const std::string_view kBuffersInCpp = R"c(
  // The operands are t0, t1, ..., the results u0; a value of fewer than four bytes is in a word.
  D3D12_ROOT_PARAMETER parameters[OPERANDS + 1] = {};
  for (unsigned k = 0; k < OPERANDS; ++k) {
    parameters[k].ParameterType = D3D12_ROOT_PARAMETER_TYPE_SRV;
    parameters[k].Descriptor.ShaderRegister = k;
  }
  parameters[OPERANDS].ParameterType = D3D12_ROOT_PARAMETER_TYPE_UAV;
  D3D12_ROOT_SIGNATURE_DESC signature = {};
  signature.NumParameters = OPERANDS + 1;
  signature.pParameters = parameters;
  ID3D12RootSignature* root_signature = make_root_signature(device, &signature);
  commands->SetPipelineState(make_pipeline(device, root_signature));
  commands->SetComputeRootSignature(root_signature);
  for (unsigned k = 0; k < OPERANDS; ++k) {
    const size_t bytes = sizes[k] < 4 ? 4 : sizes[k];
    ID3D12Resource* lane = make_buffer(device, CASES * bytes, D3D12_HEAP_TYPE_UPLOAD,
                                       D3D12_RESOURCE_STATE_GENERIC_READ, D3D12_RESOURCE_FLAG_NONE);
    char* values = (char*)map(lane);
    memset(values, 0, CASES * bytes);
    for (size_t i = 0; i < CASES; ++i) memcpy(values + i * bytes, operands[k], sizes[k]);
    commands->SetComputeRootShaderResourceView(k, lane->GetGPUVirtualAddress());
  }
  const size_t result_bytes = CASES * (sizeof(result_t) < 4 ? 4 : sizeof(result_t));
  ID3D12Resource* lane =
      make_buffer(device, result_bytes, D3D12_HEAP_TYPE_DEFAULT, D3D12_RESOURCE_STATE_UNORDERED_ACCESS,
                  D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS);
  ID3D12Resource* readback = make_buffer(device, result_bytes, D3D12_HEAP_TYPE_READBACK,
                                         D3D12_RESOURCE_STATE_COPY_DEST, D3D12_RESOURCE_FLAG_NONE);
  commands->SetComputeRootUnorderedAccessView(OPERANDS, lane->GetGPUVirtualAddress());
  commands->Dispatch(CASES / THREAD_GROUP, 1, 1);
  change_state(commands, lane, D3D12_RESOURCE_STATE_UNORDERED_ACCESS, D3D12_RESOURCE_STATE_COPY_SOURCE);
  commands->CopyBufferRegion(readback, 0, lane, 0, result_bytes);
)c";

const std::string_view kTextureInCpp = R"c(
  // t0 and u0 are in a table; s0 samples a texel, s1 filters linearly.
  D3D12_DESCRIPTOR_RANGE ranges[2] = {};
  ranges[0].RangeType = D3D12_DESCRIPTOR_RANGE_TYPE_SRV;
  ranges[1].RangeType = D3D12_DESCRIPTOR_RANGE_TYPE_UAV;
  ranges[0].NumDescriptors = ranges[1].NumDescriptors = ranges[1].OffsetInDescriptorsFromTableStart = 1;
  D3D12_ROOT_PARAMETER table = {};
  table.ParameterType = D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE;
  table.DescriptorTable.NumDescriptorRanges = 2;
  table.DescriptorTable.pDescriptorRanges = ranges;
  D3D12_STATIC_SAMPLER_DESC samplers[2] = {};
  for (unsigned i = 0; i < 2; ++i) {
    samplers[i].Filter = i == 0 ? D3D12_FILTER_MIN_MAG_MIP_POINT : D3D12_FILTER_MIN_MAG_LINEAR_MIP_POINT;
    samplers[i].AddressU = samplers[i].AddressV = samplers[i].AddressW = D3D12_TEXTURE_ADDRESS_MODE_CLAMP;
    samplers[i].ComparisonFunc = D3D12_COMPARISON_FUNC_NEVER;
    samplers[i].MaxLOD = D3D12_FLOAT32_MAX;
    samplers[i].ShaderRegister = i;
  }
  D3D12_ROOT_SIGNATURE_DESC signature = {};
  signature.NumParameters = 1;
  signature.pParameters = &table;
  signature.NumStaticSamplers = 2;
  signature.pStaticSamplers = samplers;
  ID3D12RootSignature* root_signature = make_root_signature(device, &signature);
  commands->SetPipelineState(make_pipeline(device, root_signature));

  // Texels that are read, or operands as words.
  const size_t bytes = WIDTH * HEIGHT * (TEXEL_BYTES < 4 ? 4 : TEXEL_BYTES);
  ID3D12Resource* upload = make_buffer(device, bytes, D3D12_HEAP_TYPE_UPLOAD, D3D12_RESOURCE_STATE_GENERIC_READ,
                                       D3D12_RESOURCE_FLAG_NONE);
  unsigned char* memory = (unsigned char*)map(upload);
  memset(memory, READS ? OTHER_COMPONENTS : 0, bytes);
  for (size_t i = 0; i < CASES * OPERANDS; ++i) {
    unsigned long long bits = 0;
    memcpy(&bits, operands[i % OPERANDS], sizes[i % OPERANDS]);
    if (READS) {
      put_component(memory + i * TEXEL_BYTES, bits);
    } else {
      memcpy(memory + i * 4, &bits, 4);
    }
  }
  const D3D12_RESOURCE_FLAGS written_flags =
      DRAWS ? D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET : D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS;
  const D3D12_RESOURCE_STATES written_state =
      DRAWS ? D3D12_RESOURCE_STATE_RENDER_TARGET : D3D12_RESOURCE_STATE_UNORDERED_ACCESS;
  ID3D12Resource* words = make_buffer(device, CASES * 4, D3D12_HEAP_TYPE_DEFAULT, D3D12_RESOURCE_STATE_UNORDERED_ACCESS,
                                      D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS);
  ID3D12Resource* written = READS ? words : make_texture(device, texture_format, written_state, written_flags);
  ID3D12Resource* readback =
      make_buffer(device, bytes, D3D12_HEAP_TYPE_READBACK, D3D12_RESOURCE_STATE_COPY_DEST, D3D12_RESOURCE_FLAG_NONE);

  // A pixel shader reads its operands as texels too.
  const DXGI_FORMAT read_format = READS ? texture_format : DXGI_FORMAT_R32_UINT;
  ID3D12Resource* read = STORES ? upload
                                : make_texture(device, read_format, D3D12_RESOURCE_STATE_COPY_DEST,
                                               D3D12_RESOURCE_FLAG_NONE);
  if (!STORES) {
    const D3D12_TEXTURE_COPY_LOCATION texels = texels_of(read);
    const D3D12_TEXTURE_COPY_LOCATION rows = rows_in(upload, read_format, READS ? TEXEL_BYTES : 4);
    commands->CopyTextureRegion(&texels, 0, 0, 0, &rows, nullptr);
    change_state(commands, read, D3D12_RESOURCE_STATE_COPY_DEST,
                 DRAWS ? D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE : D3D12_RESOURCE_STATE_NON_PIXEL_SHADER_RESOURCE);
  }

  // A view without a description is of a whole texture in its format.
  D3D12_DESCRIPTOR_HEAP_DESC description = {};
  description.Type = D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV;
  description.NumDescriptors = 2;
  description.Flags = D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE;
  MAKE(ID3D12DescriptorHeap, heap, device->CreateDescriptorHeap, &description);
  D3D12_CPU_DESCRIPTOR_HANDLE place = heap->GetCPUDescriptorHandleForHeapStart();
  D3D12_SHADER_RESOURCE_VIEW_DESC raw_read = {};
  raw_read.Format = DXGI_FORMAT_R32_TYPELESS;
  raw_read.ViewDimension = D3D12_SRV_DIMENSION_BUFFER;
  raw_read.Shader4ComponentMapping = D3D12_DEFAULT_SHADER_4_COMPONENT_MAPPING;
  raw_read.Buffer.NumElements = CASES;
  raw_read.Buffer.Flags = D3D12_BUFFER_SRV_FLAG_RAW;
  device->CreateShaderResourceView(read, STORES ? &raw_read : nullptr, place);
  D3D12_UNORDERED_ACCESS_VIEW_DESC raw_written = {};
  raw_written.Format = DXGI_FORMAT_R32_TYPELESS;
  raw_written.ViewDimension = D3D12_UAV_DIMENSION_BUFFER;
  raw_written.Buffer.NumElements = CASES;
  raw_written.Buffer.Flags = D3D12_BUFFER_UAV_FLAG_RAW;
  place.ptr += device->GetDescriptorHandleIncrementSize(description.Type);
  device->CreateUnorderedAccessView(STORES ? written : words, nullptr, STORES ? nullptr : &raw_written, place);
  commands->SetDescriptorHeaps(1, &heap);
  run(device, commands, root_signature, heap->GetGPUDescriptorHandleForHeapStart(), written);

  change_state(commands, written, written_state, D3D12_RESOURCE_STATE_COPY_SOURCE);
  if (READS) {
    commands->CopyBufferRegion(readback, 0, written, 0, CASES * 4);
  } else {
    const D3D12_TEXTURE_COPY_LOCATION texels = texels_of(written);
    const D3D12_TEXTURE_COPY_LOCATION rows = rows_in(readback, texture_format, TEXEL_BYTES);
    commands->CopyTextureRegion(&rows, 0, 0, 0, &texels, nullptr);
  }
)c";

const std::string_view kExecuteInCpp = R"c(  check(commands->Close(), "Close");

  D3D12_COMMAND_QUEUE_DESC queue_description = {};
  queue_description.Type = type;
  MAKE(ID3D12CommandQueue, queue, device->CreateCommandQueue, &queue_description);
  MAKE(ID3D12Fence, fence, device->CreateFence, 0, D3D12_FENCE_FLAG_NONE);
  ID3D12CommandList* list = commands;
  queue->ExecuteCommandLists(1, &list);
  check(queue->Signal(fence, 1), "Signal");
  HANDLE event = vkd3d_create_event();
  check(fence->SetEventOnCompletion(1, event), "SetEventOnCompletion");
  vkd3d_wait_event(event, VKD3D_INFINITE);
  result_t results[1];
)c";

const std::string_view kTexelResultInCpp = R"c(  if (READS) {
    memcpy(results, map(readback), sizeof(results));
  } else {
    results[0] = take_component((const unsigned char*)map(readback));
  }
)c";

}  // namespace halfulp::device
