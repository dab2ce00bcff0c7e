// SPDX-License-Identifier: Apache-2.0
#include "pixel/bulk.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "halfulp/error.hpp"

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

/// Kernels of whole pixels. Some serve the format with red and blue exchanged too: its first float is blue.
struct PixelKernels {
  PixelFormat format;
  const Channels& channels;
  Kernel decode;
  Kernel (*encode)(Rules rules);
};

constexpr Kernel rgb10a2_snorm_encoder(Rules rules) {
  return rules.ties_away ? rgba_to_rgb10a2_snorm_ties_away : rgba_to_rgb10a2_snorm_ties_even;
}

constexpr std::array kPixelKernels = {
    PixelKernels{PixelFormat::bgra8_unorm, kRgba, bgra8_unorm_to_rgba,
                 [](Rules) -> Kernel { return rgba_to_bgra8_unorm; }},
    PixelKernels{PixelFormat::rgba8_srgb, kRgba, rgba8_srgb_to_rgba,
                 [](Rules) -> Kernel { return rgba_to_rgba8_srgb; }},
    PixelKernels{PixelFormat::bgra8_srgb, kRgba, bgra8_srgb_to_rgba,
                 [](Rules) -> Kernel { return rgba_to_bgra8_srgb; }},
    PixelKernels{PixelFormat::rgb10a2_unorm, kRgba, rgb10a2_to_rgba, [](Rules) -> Kernel { return rgba_to_rgb10a2; }},
    PixelKernels{PixelFormat::bgr10a2_unorm, kBgra, rgb10a2_to_rgba, [](Rules) -> Kernel { return rgba_to_rgb10a2; }},
    PixelKernels{PixelFormat::rgb10a2_snorm, kRgba, rgb10a2_snorm_to_rgba, rgb10a2_snorm_encoder},
    PixelKernels{PixelFormat::bgr10a2_snorm, kBgra, rgb10a2_snorm_to_rgba, rgb10a2_snorm_encoder},
    PixelKernels{PixelFormat::b5g6r5_unorm, kRgba, b5g6r5_to_rgba, [](Rules) -> Kernel { return rgba_to_b5g6r5; }},
    PixelKernels{
        PixelFormat::bgr5a1_unorm, kRgba, bgr5a1_to_rgba,
        [](Rules rules) -> Kernel { return rules.ties_away ? rgba_to_bgr5a1_ties_away : rgba_to_bgr5a1_ties_even; }},
    PixelKernels{
        PixelFormat::a1bgr5_unorm, kRgba, a1bgr5_to_rgba,
        [](Rules rules) -> Kernel { return rules.ties_away ? rgba_to_a1bgr5_ties_away : rgba_to_a1bgr5_ties_even; }},
    PixelKernels{PixelFormat::bgra4_unorm, kRgba, bgra4_to_rgba, [](Rules) -> Kernel { return rgba_to_bgra4; }},
    PixelKernels{PixelFormat::abgr4_unorm, kRgba, abgr4_to_rgba, [](Rules) -> Kernel { return rgba_to_abgr4; }},
    PixelKernels{PixelFormat::r11g11b10_float, kRgba, r11g11b10_to_rgba,
                 [](Rules rules) -> Kernel {
                   return rules.narrow_toward_zero ? rgba_to_r11g11b10_toward_zero : rgba_to_r11g11b10_nearest;
                 }},
    PixelKernels{PixelFormat::rgb9e5_float, kRgba, rgb9e5_to_rgba,
                 [](Rules rules) -> Kernel {
                   return rules.shared_exponent_ties_even ? rgba_to_rgb9e5_ties_even : rgba_to_rgb9e5_ties_up;
                 }},
};

}  // namespace

Bulk bulk_of(const PixelFormatInfo& format, Rules rules) {
  const auto* const pixels = std::ranges::find(kPixelKernels, format.format, &PixelKernels::format);
  if (pixels != kPixelKernels.end()) {
    return {pixels->decode, pixels->encode(rules), 1, {pixels->channels.begin(), pixels->channels.end()}};
  }
  const PixelComponent& first = format.components().front();
  const auto* const components = std::ranges::find_if(kComponentKernels, [&](const ComponentKernels& kernels) {
    return kernels.kind == first.kind && kernels.bits == first.bits;
  });
  const auto is_same = [&](const PixelComponent& other) {
    return other.kind == first.kind && other.bits == first.bits;
  };
  if (components == kComponentKernels.end() || !std::ranges::all_of(format.components(), is_same)) {
    throw Error(Error::Kind::kInternal, std::string(format.name) + " has no kernels; add them to src/pixel/bulk.cpp");
  }
  std::vector<Channel> channels;
  for (const PixelComponent& component : format.components()) channels.push_back(component.channel);
  return {components->decode, components->encode(rules), channels.size(), channels};
}

bool is_binary32(const PixelFormatInfo& format) {
  const PixelComponent& first = format.components().front();
  return first.kind == ComponentKind::floating && first.bits == 32;
}

}  // namespace halfulp::pixel
