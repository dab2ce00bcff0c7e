// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/texture/table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "device/shader/features.hpp"

namespace halfulp::device {
namespace {

#define ROW(name) VK_FORMAT_##name, #name
#define PACKED_ROW(name, bits) VK_FORMAT_##name##_PACK##bits, #name

std::vector<TextureFormat> rows() {
  using enum Format;
  constexpr auto kFloat = TexelType::floating;
  constexpr auto kDepth = TexelType::depth;
  constexpr auto kSint = TexelType::sint;
  constexpr auto kUint = TexelType::uint;
  return {
      {ROW(R8_UNORM), 1, kFloat, in_order(unorm8, 1)},
      {ROW(R8G8B8A8_UNORM), 4, kFloat, in_order(unorm8, 4)},
      {ROW(B8G8R8A8_UNORM), 4, kFloat, bgra(unorm8, unorm8)},
      {ROW(R8G8B8A8_SRGB), 4, kFloat, rgba(srgb8, unorm8)},
      {ROW(B8G8R8A8_SRGB), 4, kFloat, bgra(srgb8, unorm8)},
      {ROW(R16_UNORM), 2, kFloat, in_order(unorm16, 1)},
      {ROW(R16G16B16A16_UNORM), 8, kFloat, in_order(unorm16, 4)},
      {PACKED_ROW(X8_D24_UNORM, 32), 4, kDepth, in_order(unorm24, 1)},
      {PACKED_ROW(A2B10G10R10_UNORM, 32), 4, kFloat, with_alpha(in_order(unorm10, 3), unorm2, 30)},
      {PACKED_ROW(A2R10G10B10_UNORM, 32), 4, kFloat, with_alpha(components_at(unorm10, 20, 10, 0), unorm2, 30)},
      {PACKED_ROW(R5G6B5_UNORM, 16),
       2,
       kFloat,
       {TexelComponent{unorm5, 11}, TexelComponent{unorm6, 5}, TexelComponent{unorm5, 0}, std::nullopt}},
      {PACKED_ROW(B5G6R5_UNORM, 16),
       2,
       kFloat,
       {TexelComponent{unorm5, 0}, TexelComponent{unorm6, 5}, TexelComponent{unorm5, 11}, std::nullopt}},
      {PACKED_ROW(A1R5G5B5_UNORM, 16), 2, kFloat, with_alpha(components_at(unorm5, 10, 5, 0), unorm1, 15)},
      {PACKED_ROW(R5G5B5A1_UNORM, 16), 2, kFloat, with_alpha(components_at(unorm5, 11, 6, 1), unorm1, 0)},
      {PACKED_ROW(B4G4R4A4_UNORM, 16), 2, kFloat, with_alpha(components_at(unorm4, 4, 8, 12), unorm4, 0)},
      {PACKED_ROW(R4G4B4A4_UNORM, 16), 2, kFloat, with_alpha(components_at(unorm4, 12, 8, 4), unorm4, 0)},
      {ROW(R8_SNORM), 1, kFloat, in_order(snorm8, 1)},
      {ROW(R8G8B8A8_SNORM), 4, kFloat, in_order(snorm8, 4)},
      {ROW(R16_SNORM), 2, kFloat, in_order(snorm16, 1)},
      {ROW(R16G16B16A16_SNORM), 8, kFloat, in_order(snorm16, 4)},
      {PACKED_ROW(A2B10G10R10_SNORM, 32), 4, kFloat, with_alpha(in_order(snorm10, 3), snorm2, 30)},
      {PACKED_ROW(A2R10G10B10_SNORM, 32), 4, kFloat, with_alpha(components_at(snorm10, 20, 10, 0), snorm2, 30)},
      {ROW(R32_SFLOAT), 4, kFloat, in_order(binary32, 1)},
      {ROW(R32G32B32A32_SFLOAT), 16, kFloat, in_order(binary32, 4)},
      {ROW(R16_SFLOAT), 2, kFloat, in_order(binary16, 1)},
      {ROW(R16G16B16A16_SFLOAT), 8, kFloat, in_order(binary16, 4)},
      {PACKED_ROW(B10G11R11_UFLOAT, 32),
       4,
       kFloat,
       {TexelComponent{ufloat11, 0}, TexelComponent{ufloat11, 11}, TexelComponent{ufloat10, 22}, std::nullopt}},
      {PACKED_ROW(E5B9G9R9_UFLOAT, 32), 4, kFloat, components_at(rgb9e5, 0, 0, 0)},
      {ROW(R8_SINT), 1, kSint, in_order(sint8, 1)},
      {ROW(R8G8B8A8_SINT), 4, kSint, in_order(sint8, 4)},
      {ROW(R16_SINT), 2, kSint, in_order(sint16, 1)},
      {ROW(R16G16B16A16_SINT), 8, kSint, in_order(sint16, 4)},
      {ROW(R8_UINT), 1, kUint, in_order(uint8, 1)},
      {ROW(R8G8B8A8_UINT), 4, kUint, in_order(uint8, 4)},
      {ROW(R16_UINT), 2, kUint, in_order(uint16, 1)},
      {ROW(R16G16B16A16_UINT), 8, kUint, in_order(uint16, 4)},
  };
}

#undef ROW
#undef PACKED_ROW

VkFormatFeatureFlags needed_features(TextureAccess access, TexelType type) {
  switch (access) {
    case TextureAccess::store:
      return VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT | VK_FORMAT_FEATURE_TRANSFER_SRC_BIT;
    case TextureAccess::render:
      return VK_FORMAT_FEATURE_TRANSFER_SRC_BIT |
             (type == TexelType::depth ? VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT
                                       : VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT);
    case TextureAccess::blend:
    case TextureAccess::blend_constant:
      return VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT | VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT |
             VK_FORMAT_FEATURE_TRANSFER_DST_BIT | VK_FORMAT_FEATURE_TRANSFER_SRC_BIT;
    case TextureAccess::filter:
    case TextureAccess::linear:
      return VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT | VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT |
             VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
    default:
      return VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
  }
}

bool has_shader(const TextureFormat& row, TextureAccess access, const PhysicalDevice& physical) {
  if (draws(access) && !physical.draws) return false;
  if (access == TextureAccess::blend && !physical.features.dual_src_blend) return false;
  return std::ranges::any_of(texture_shaders(), [&](const TextureShader& shader) {
    return shader.access == access && shader.type == row.type && runs_on(shader.spirv, physical.features);
  });
}

struct AccessText {
  std::string_view name;
  std::string_view instruction;
  std::string_view operands;
};

AccessText text_of(TextureAccess access) {
  switch (access) {
    case TextureAccess::fetch:
      return {"texelFetch", "OpImageFetch", "sampled image"};
    case TextureAccess::sample:
      return {"point sample", "OpImageSampleExplicitLod", "point sampler"};
    case TextureAccess::gather:
      return {"gather", "OpImageGather", "point sampler"};
    case TextureAccess::filter:
      return {"linear filter", "OpImageSampleExplicitLod", "linear sampler"};
    case TextureAccess::linear:
      return {"linear filter by weight", "OpImageSampleExplicitLod", "linear sampler"};
    case TextureAccess::store:
      return {"imageStore", "OpImageWrite", "storage image"};
    case TextureAccess::render:
      return {"render target", "OpStore", "colour attachment"};
    case TextureAccess::blend:
      return {"blend", "VK_BLEND_OP_ADD", "colour attachment"};
    case TextureAccess::blend_constant:
      return {"blend by constant", "VK_BLEND_OP_ADD", "colour attachment"};
  }
  return {};
}

}  // namespace

std::span<const TextureFormat> texture_formats() {
  static const std::vector<TextureFormat> kRows = rows();
  return kRows;
}

Variant TextureWay::variant() const {
  const AccessText text = text_of(access);
  const bool is_slow = access == TextureAccess::blend_constant;  // a draw for each case
  const bool depth_target = access == TextureAccess::render && format->type == TexelType::depth;
  const bool at_once = !reads(access) && format->components[component]->format == Format::rgb9e5;
  const bool alone = !format->components[1] || at_once;
  const std::string place = alone ? std::string(format->name) : fmt::format("{}.{}", format->name, "xyzw"[component]);
  return {.name = fmt::format("{} {}", place, text.name),
          .instruction = fmt::format("{} {}", place, text.instruction),
          .operands = depth_target ? "depth attachment" : std::string(text.operands),
          .counts = true,
          .composed = false,
          .most_cases = principal && !is_slow ? 0 : kMostOfOtherLayouts};
}

std::vector<TextureWay> texture_ways(const InstanceFunctions& functions, const PhysicalDevice& physical,
                                     ShaderStage stage) {
  using enum TextureAccess;
  return texel_ways<TextureWay>(
      texture_formats(), {fetch, sample, gather, filter, linear, render, blend, blend_constant, store},
      [&](const TextureFormat& row, TextureAccess access) {
        if (stage == ShaderStage::fragment && !draws(access)) return false;
        VkFormatProperties properties{};
        functions.vkGetPhysicalDeviceFormatProperties(physical.handle, row.format, &properties);
        const VkFormatFeatureFlags needed = needed_features(access, row.type);
        return (properties.optimalTilingFeatures & needed) == needed && has_shader(row, access, physical);
      });
}

}  // namespace halfulp::device
