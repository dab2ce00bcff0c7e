// SPDX-License-Identifier: Apache-2.0
#include "device/d3d12/reproducer.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <span>
#include <sstream>
#include <string_view>
#include <vector>

#include "device/c_program.hpp"
#include "device/dxbc/offered_rows.hpp"
#include "device/dxbc/operation_shader.hpp"
#include "device/shader/language_row.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

const LanguageRow* find_d3d12_row(const DeviceDescription& device, std::string_view variant, Operation operation,
                                  Format format) {
  static const dxbc::OfferedRows kRows(dxbc::Doubles::extended, "");
  const std::vector<Variant> ways = kRows.variants(operation, format);
  const bool is_way = device.kind == "d3d12" && !ways.empty() && ways.front().name == variant;
  return is_way ? &kRows.row(operation, format) : nullptr;
}

std::string assembly_comment(const std::string& assembly) {
  std::string text = "// The shader; o stands for r0, and an operand's name for the register that it is loaded into:\n";
  std::istringstream lines(assembly);
  for (std::string line; std::getline(lines, line);) text += "//   " + line + "\n";
  return text;
}

std::string shader_bytes(std::span<const std::byte> shader) {
  constexpr std::size_t kInLine = 16;
  std::string text = "alignas(4) static const unsigned char shader[] = {";
  for (std::size_t i = 0; i < shader.size(); ++i) {
    text += fmt::format("{}0x{:02x},", i % kInLine == 0 ? "\n    " : " ", static_cast<unsigned>(shader[i]));
  }
  return text + "\n};\n\n";
}

constexpr std::string_view kCreateAndRun = R"c(
static void check(HRESULT result, const char* what) {
  if (result >= 0) return;
  fprintf(stderr, "%s failed with 0x%08x\n", what, (unsigned)result);
  exit(2);
}
#define MAKE(type, name, function, ...) \
  type* name = nullptr;                 \
  check(function(__VA_ARGS__, IID_##type, (void**)&name), #function)

static ID3D12Resource* make_buffer(ID3D12Device* device, size_t bytes, D3D12_HEAP_TYPE heap,
                                   D3D12_RESOURCE_STATES state, D3D12_RESOURCE_FLAGS flags) {
  D3D12_HEAP_PROPERTIES properties = {};
  properties.Type = heap;
  D3D12_RESOURCE_DESC description = {};
  description.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
  description.Width = bytes;
  description.Height = description.DepthOrArraySize = description.MipLevels = 1;
  description.SampleDesc.Count = 1;
  description.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
  description.Flags = flags;
  MAKE(ID3D12Resource, buffer, device->CreateCommittedResource, &properties, D3D12_HEAP_FLAG_NONE, &description, state,
       nullptr);
  return buffer;
}

static void* map(ID3D12Resource* buffer) {
  void* memory = nullptr;
  check(buffer->Map(0, nullptr, &memory), "Map");
  return memory;
}

// A value of fewer than four bytes is in a word.
static size_t in_words(size_t bytes) { return bytes < 4 ? 4 : bytes; }

int main() {
  ID3D12Device* device = nullptr;
  check(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0, IID_ID3D12Device, (void**)&device), "D3D12CreateDevice");

  // The operands are t0, t1, ..., the results u0.
  D3D12_ROOT_PARAMETER parameters[OPERANDS + 1] = {};
  for (unsigned k = 0; k < OPERANDS; ++k) {
    parameters[k].ParameterType = D3D12_ROOT_PARAMETER_TYPE_SRV;
    parameters[k].Descriptor.ShaderRegister = k;
  }
  parameters[OPERANDS].ParameterType = D3D12_ROOT_PARAMETER_TYPE_UAV;
  D3D12_ROOT_SIGNATURE_DESC signature = {};
  signature.NumParameters = OPERANDS + 1;
  signature.pParameters = parameters;
  ID3DBlob* blob = nullptr;
  check(D3D12SerializeRootSignature(&signature, D3D_ROOT_SIGNATURE_VERSION_1_0, &blob, nullptr),
        "D3D12SerializeRootSignature");
  MAKE(ID3D12RootSignature, root_signature, device->CreateRootSignature, 0, blob->GetBufferPointer(),
       blob->GetBufferSize());
  D3D12_COMPUTE_PIPELINE_STATE_DESC compute = {};
  compute.pRootSignature = root_signature;
  compute.CS.pShaderBytecode = shader;
  compute.CS.BytecodeLength = sizeof(shader);
  MAKE(ID3D12PipelineState, pipeline, device->CreateComputePipelineState, &compute);

  const D3D12_COMMAND_LIST_TYPE type = D3D12_COMMAND_LIST_TYPE_DIRECT;
  MAKE(ID3D12CommandAllocator, allocator, device->CreateCommandAllocator, type);
  MAKE(ID3D12GraphicsCommandList, commands, device->CreateCommandList, 0, type, allocator, pipeline);
  commands->SetComputeRootSignature(root_signature);
  for (unsigned k = 0; k < OPERANDS; ++k) {
    const size_t bytes = in_words(sizes[k]);
    ID3D12Resource* lane = make_buffer(device, CASES * bytes, D3D12_HEAP_TYPE_UPLOAD,
                                       D3D12_RESOURCE_STATE_GENERIC_READ, D3D12_RESOURCE_FLAG_NONE);
    char* values = (char*)map(lane);
    memset(values, 0, CASES * bytes);
    for (size_t i = 0; i < CASES; ++i) memcpy(values + i * bytes, operands[k], sizes[k]);
    commands->SetComputeRootShaderResourceView(k, lane->GetGPUVirtualAddress());
  }
  const size_t result_bytes = CASES * in_words(sizeof(result_t));
  ID3D12Resource* lane =
      make_buffer(device, result_bytes, D3D12_HEAP_TYPE_DEFAULT, D3D12_RESOURCE_STATE_UNORDERED_ACCESS,
                  D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS);
  ID3D12Resource* readback = make_buffer(device, result_bytes, D3D12_HEAP_TYPE_READBACK,
                                         D3D12_RESOURCE_STATE_COPY_DEST, D3D12_RESOURCE_FLAG_NONE);
  commands->SetComputeRootUnorderedAccessView(OPERANDS, lane->GetGPUVirtualAddress());
  commands->Dispatch(CASES / THREAD_GROUP, 1, 1);
  D3D12_RESOURCE_BARRIER barrier = {};
  barrier.Type = D3D12_RESOURCE_BARRIER_TYPE_TRANSITION;
  barrier.Transition.pResource = lane;
  barrier.Transition.StateBefore = D3D12_RESOURCE_STATE_UNORDERED_ACCESS;
  barrier.Transition.StateAfter = D3D12_RESOURCE_STATE_COPY_SOURCE;
  commands->ResourceBarrier(1, &barrier);
  commands->CopyBufferRegion(readback, 0, lane, 0, result_bytes);
  check(commands->Close(), "Close");

  D3D12_COMMAND_QUEUE_DESC description = {};
  description.Type = type;
  MAKE(ID3D12CommandQueue, queue, device->CreateCommandQueue, &description);
  MAKE(ID3D12Fence, fence, device->CreateFence, 0, D3D12_FENCE_FLAG_NONE);
  ID3D12CommandList* list = commands;
  queue->ExecuteCommandLists(1, &list);
  check(queue->Signal(fence, 1), "Signal");
  HANDLE event = vkd3d_create_event();
  check(fence->SetEventOnCompletion(1, event), "SetEventOnCompletion");
  vkd3d_wait_event(event, VKD3D_INFINITE);
  result_t results[1];
  memcpy(results, map(readback), sizeof(results));
)c";

}  // namespace

bool has_d3d12_reproducer(const DeviceDescription& device, const std::string& variant, Operation operation,
                          Format format) {
  return find_d3d12_row(device, variant, operation, format) != nullptr;
}

std::string d3d12_reproducer(const DeviceDescription& device, const std::string& variant, const FailedCase& failed) {
  const LanguageRow* row = find_d3d12_row(device, variant, failed.operation, failed.format);
  if (row == nullptr) {
    throw Error(Error::Kind::kUsage,
                fmt::format("'{}' has no shader with raw buffers for {} '{}'; use --reproducer with --device d3d12, "
                            "whose textures have none",
                            device.name, info(failed.operation).name, variant));
  }
  std::string text = case_comment(device, row->expression, failed);
  text += assembly_comment(dxbc::operation_shader_text(*row, ShaderStage::compute));
  text +=
      "//\n// Build: c++ -o reproducer THIS_FILE -isystem /usr/include/vkd3d -lvkd3d-utils     (Debian: apt install "
      "libvkd3d-dev)\n"
      "// vkd3d takes the first Vulkan device; VK_ICD_FILENAMES chooses the driver.\n"
      "// It prints the result's bits, and exits 0 if they are permitted.\n"
      "#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
      "#define INITGUID\n#define VKD3D_UTILS_API_VERSION VKD3D_API_VERSION_1_2\n#include <vkd3d_utils.h>\n\n";
  text += shader_bytes(dxbc::operation_shader(*row, ShaderStage::compute));
  text += fmt::format("enum {{ THREAD_GROUP = {} }};  // of the shader\n", dxbc::kThreadGroup);
  return text + case_in_c(failed) + std::string(kCreateAndRun) + std::string(kVerdictInC) + "}\n";
}

}  // namespace halfulp::device
