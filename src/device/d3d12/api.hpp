// SPDX-License-Identifier: Apache-2.0
#pragma once

// Structures are returned as the library returns them.
#define WIDL_EXPLICIT_AGGREGATE_RETURNS
#ifdef _WIN32
#include <d3d12.h>
#else
#define VKD3D_UTILS_API_VERSION VKD3D_API_VERSION_1_2
#include <vkd3d_shader.h>
#include <vkd3d_utils.h>
#undef min
#undef max
#endif

#include <type_traits>

#include "device/com_object.hpp"

namespace halfulp::device {

using SerializeRootSignature = std::remove_pointer_t<decltype(&::D3D12SerializeRootSignature)>;

/// A device of Direct3D 12, and what else its library gives.
struct D3d12 {
  ComObject<ID3D12Device> device;
  SerializeRootSignature* serialize_root_signature;
};

/// Throws Error(kDevice) with what failed where `result` is an error. Defined for vkd3d and for Windows.
void require_d3d12(HRESULT result, const char* what);

/// Makes an object by a function of the API that takes an interface's id and where the object goes.
template <class Object, class Make>
ComObject<Object> made_d3d12(const char* what, const Make& make) {
  void* object = nullptr;
  require_d3d12(make(&object), what);
  return ComObject<Object>(static_cast<Object*>(object));
}

}  // namespace halfulp::device
