// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "device/shader/texel.hpp"
#include "device/shader/texture.hpp"
#include "device/vulkan/instance.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// One row of the table of texture formats.
struct TextureFormat {
  VkFormat format;
  std::string_view name;  ///< "R8G8B8A8_UNORM"
  int texel_bytes;        ///< 16 at most
  TexelType type;
  TexelComponents components;
};

/// All rows: of formats with the same kind of components the plainest first.
[[nodiscard]] std::span<const TextureFormat> texture_formats();

/// One way of computing a conversion with a texture.
struct TextureWay {
  const TextureFormat* format;
  TextureAccess access;
  std::uint32_t component;
  Operation operation;
  bool principal;  ///< the first one that reaches textures so for this operation

  /// The format in which the operation is asked.
  [[nodiscard]] Format asked() const {
    return info(operation).only_format().value_or(format->components[component]->format);
  }
  [[nodiscard]] Variant variant() const;
};

/// The ways that a driver offers, in the order of the formats: those of its format's features. A device of the compute
/// stage has all of them, one of the fragment stage those that draw.
[[nodiscard]] std::vector<TextureWay> texture_ways(const InstanceFunctions& functions, const PhysicalDevice& physical,
                                                   ShaderStage stage);

}  // namespace halfulp::device
