// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "device/com_object.hpp"
#include "device/d3d12/api.hpp"

namespace halfulp::device {

/// Where shaders find their resources.
struct RootSignatures {
  /// Parameters 0 to 7 are the raw buffers t0 to t7, of the operands, and parameter 8 is u0, of the results.
  ComObject<ID3D12RootSignature> buffers;
  /// Parameter 0 is a table of t0 and u0, one of them a texture; s0 samples by point, s1 with a linear filter.
  ComObject<ID3D12RootSignature> texture;
};

inline constexpr UINT kRootOperands = 8;
inline constexpr UINT kRootResults = kRootOperands;

/// The descriptors of the table: of t0 and u0.
enum RootDescriptor : UINT { kRootRead, kRootWritten, kRootDescriptors };

/// Throws Error(kDevice).
[[nodiscard]] RootSignatures make_root_signatures(ID3D12Device* device, SerializeRootSignature* serialize);

}  // namespace halfulp::device
