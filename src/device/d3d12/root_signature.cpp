// SPDX-License-Identifier: Apache-2.0
#include "device/d3d12/root_signature.hpp"

#include <array>

namespace halfulp::device {
namespace {

ComObject<ID3D12RootSignature> root_signature(ID3D12Device* device, SerializeRootSignature* serialize,
                                              const D3D12_ROOT_SIGNATURE_DESC& signature) {
  ID3DBlob* blob = nullptr;
  ID3DBlob* error = nullptr;
  require_d3d12(serialize(&signature, D3D_ROOT_SIGNATURE_VERSION_1_0, &blob, &error), "D3D12SerializeRootSignature");
  const ComObject<ID3DBlob> owned(blob);
  return made_d3d12<ID3D12RootSignature>("CreateRootSignature", [&](void** object) {
    return device->CreateRootSignature(0, blob->GetBufferPointer(), blob->GetBufferSize(), IID_ID3D12RootSignature,
                                       object);
  });
}

D3D12_STATIC_SAMPLER_DESC sampler(UINT number, D3D12_FILTER filter) {
  D3D12_STATIC_SAMPLER_DESC sampler{};
  sampler.Filter = filter;
  sampler.AddressU = sampler.AddressV = sampler.AddressW = D3D12_TEXTURE_ADDRESS_MODE_CLAMP;
  sampler.ComparisonFunc = D3D12_COMPARISON_FUNC_NEVER;
  sampler.MaxLOD = D3D12_FLOAT32_MAX;
  sampler.ShaderRegister = number;
  return sampler;
}

}  // namespace

// vkd3d 1.6, which is in Wine 8, finds no table's descriptors on a driver without VK_EXT_descriptor_indexing, so that
// buffers are parameters; and parameters, a table and static samplers together need nine descriptor sets of Vulkan.
RootSignatures make_root_signatures(ID3D12Device* device, SerializeRootSignature* serialize) {
  RootSignatures signatures;
  std::array<D3D12_ROOT_PARAMETER, kRootOperands + 1> buffers{};
  for (UINT k = 0; k < kRootOperands; ++k) {
    buffers[k].ParameterType = D3D12_ROOT_PARAMETER_TYPE_SRV;
    buffers[k].Descriptor.ShaderRegister = k;
  }
  buffers[kRootResults].ParameterType = D3D12_ROOT_PARAMETER_TYPE_UAV;
  D3D12_ROOT_SIGNATURE_DESC signature{};
  signature.NumParameters = buffers.size();
  signature.pParameters = buffers.data();
  signatures.buffers = root_signature(device, serialize, signature);

  std::array<D3D12_DESCRIPTOR_RANGE, kRootDescriptors> ranges{};
  ranges[kRootRead].RangeType = D3D12_DESCRIPTOR_RANGE_TYPE_SRV;
  ranges[kRootWritten].RangeType = D3D12_DESCRIPTOR_RANGE_TYPE_UAV;
  for (UINT i = 0; i < kRootDescriptors; ++i) {
    ranges[i].NumDescriptors = 1;
    ranges[i].OffsetInDescriptorsFromTableStart = i;
  }
  D3D12_ROOT_PARAMETER table{};
  table.ParameterType = D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE;
  table.DescriptorTable.NumDescriptorRanges = ranges.size();
  table.DescriptorTable.pDescriptorRanges = ranges.data();
  const std::array samplers = {sampler(0, D3D12_FILTER_MIN_MAG_MIP_POINT),
                               sampler(1, D3D12_FILTER_MIN_MAG_LINEAR_MIP_POINT)};
  signature.NumParameters = 1;
  signature.pParameters = &table;
  signature.NumStaticSamplers = samplers.size();
  signature.pStaticSamplers = samplers.data();
  signatures.texture = root_signature(device, serialize, signature);
  return signatures;
}

}  // namespace halfulp::device
