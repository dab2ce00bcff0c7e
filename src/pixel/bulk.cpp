// SPDX-License-Identifier: Apache-2.0
#include "pixel/bulk.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace halfulp::pixel {
namespace {

void copy_binary32(const std::byte* source, std::byte* destination, std::size_t count) {
  std::memcpy(destination, source, count * sizeof(float));
}

/// Kernels of one component; `encode` as the rules say.
struct ComponentKernels {
  ComponentKind kind;
  int bits;
  Kernel decode;
  Kernel (*encode)(Rules rules);
};

constexpr std::array kComponentKernels = {
    ComponentKernels{ComponentKind::floating, 32, copy_binary32, [](Rules) -> Kernel { return copy_binary32; }},
    ComponentKernels{ComponentKind::floating, 16, half_to_binary32,
                     [](Rules rules) -> Kernel {
                       return rules.narrow_toward_zero ? binary32_to_half_toward_zero : binary32_to_half_nearest;
                     }},
    ComponentKernels{ComponentKind::unorm, 8, unorm8_to_binary32, [](Rules) -> Kernel { return binary32_to_unorm8; }},
    ComponentKernels{ComponentKind::unorm, 16, unorm16_to_binary32,
                     [](Rules) -> Kernel { return binary32_to_unorm16; }},
    ComponentKernels{ComponentKind::snorm, 8, snorm8_to_binary32, [](Rules) -> Kernel { return binary32_to_snorm8; }},
    ComponentKernels{ComponentKind::snorm, 16, snorm16_to_binary32,
                     [](Rules) -> Kernel { return binary32_to_snorm16; }},
    ComponentKernels{ComponentKind::srgb, 8, srgb8_to_binary32, [](Rules) -> Kernel { return binary32_to_srgb8; }},
};

/// Kernels of whole pixels, as red, green, blue, alpha. The formats that begin with blue have them too: their first
/// float is blue.
struct PixelKernels {
  PixelFormat format;
  Kernel decode;
  Kernel (*encode)(Rules rules);
};

constexpr std::array kPixelKernels = {
    PixelKernels{PixelFormat::rgba8_srgb, rgba8_srgb_to_rgba, [](Rules) -> Kernel { return rgba_to_rgba8_srgb; }},
    PixelKernels{PixelFormat::bgra8_srgb, rgba8_srgb_to_rgba, [](Rules) -> Kernel { return rgba_to_rgba8_srgb; }},
    PixelKernels{PixelFormat::rgb10a2_unorm, rgb10a2_to_rgba, [](Rules) -> Kernel { return rgba_to_rgb10a2; }},
    PixelKernels{PixelFormat::bgr10a2_unorm, rgb10a2_to_rgba, [](Rules) -> Kernel { return rgba_to_rgb10a2; }},
    PixelKernels{PixelFormat::r11g11b10_float, r11g11b10_to_rgba,
                 [](Rules rules) -> Kernel {
                   return rules.narrow_toward_zero ? rgba_to_r11g11b10_toward_zero : rgba_to_r11g11b10_nearest;
                 }},
    PixelKernels{PixelFormat::rgb9e5_float, rgb9e5_to_rgba,
                 [](Rules rules) -> Kernel {
                   return rules.shared_exponent_ties_even ? rgba_to_rgb9e5_ties_even : rgba_to_rgb9e5_ties_up;
                 }},
};

}  // namespace

std::optional<Bulk> bulk_of(const PixelFormatInfo& format, Rules rules) {
  std::vector<Channel> channels;
  for (const PixelComponent& component : format.components()) channels.push_back(component.channel);

  const auto* const pixels = std::ranges::find(kPixelKernels, format.format, &PixelKernels::format);
  if (pixels != kPixelKernels.end()) {
    if (channels.size() == 3) channels.push_back(Channel::alpha);
    return Bulk{pixels->decode, pixels->encode(rules), 1, channels};
  }
  const PixelComponent& first = format.components().front();
  const auto alike = [&](const PixelComponent& other) { return other.kind == first.kind && other.bits == first.bits; };
  if (!std::ranges::all_of(format.components(), alike)) return std::nullopt;
  const auto* const components = std::ranges::find_if(kComponentKernels, [&](const ComponentKernels& kernels) {
    return kernels.kind == first.kind && kernels.bits == first.bits;
  });
  if (components == kComponentKernels.end()) return std::nullopt;
  return Bulk{components->decode, components->encode(rules), channels.size(), channels};
}

bool is_binary32(const PixelFormatInfo& format) {
  const PixelComponent& first = format.components().front();
  return first.kind == ComponentKind::floating && first.bits == 32;
}

}  // namespace halfulp::pixel
