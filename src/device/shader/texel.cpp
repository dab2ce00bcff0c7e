// SPDX-License-Identifier: Apache-2.0
#include "device/shader/texel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "number/lane.hpp"

namespace halfulp::device {
namespace {

constexpr std::size_t kAlpha = 3;

std::string_view shader_format(TexelType type) {
  return type == TexelType::sint ? "sint32" : type == TexelType::uint ? "uint32" : "binary32";
}

// What operations call a component's code.
std::string_view code_name(const TexelComponents& components, std::size_t component) {
  if (component == kAlpha && components[0]->format == Format::srgb8) return "srgb8_alpha";
  return info(components[component]->format).name;
}

}  // namespace

TexelComponents in_order(Format format, int count) {
  TexelComponents components;
  for (int i = 0; i < count; ++i) {
    components[static_cast<std::size_t>(i)] = TexelComponent{format, i * info(format).bits};
  }
  return components;
}

TexelComponents bgra(Format color, Format alpha) {
  return {TexelComponent{color, 16}, TexelComponent{color, 8}, TexelComponent{color, 0}, TexelComponent{alpha, 24}};
}

TexelComponents rgba(Format color, Format alpha) {
  return {TexelComponent{color, 0}, TexelComponent{color, 8}, TexelComponent{color, 16}, TexelComponent{alpha, 24}};
}

TexelComponents components_at(Format format, int x, int y, int z) {
  return {TexelComponent{format, x}, TexelComponent{format, y}, TexelComponent{format, z}, std::nullopt};
}

TexelComponents with_alpha(TexelComponents components, Format format, int first_bit) {
  components[3] = TexelComponent{format, first_bit};
  return components;
}

std::optional<Operation> conversion_of(TexelType type, const TexelComponents& components, std::size_t component,
                                       TextureAccess access) {
  const std::string_view code = code_name(components, component);
  const std::string_view value = shader_format(type);
  if (access == TextureAccess::filter) return find_operation(fmt::format("filter_{}", code));
  if (access == TextureAccess::linear) return find_operation(fmt::format("linear_{}", code));
  if (blends(access)) {
    if (component == kAlpha) return std::nullopt;  // both factors would be alphas
    if (components[component]->format == Format::binary32) return Operation::blend;
    return find_operation(fmt::format("blend_{}", code));
  }
  if (components[component]->format == Format::rgb9e5) {
    constexpr std::array<std::string_view, 3> kColors{"red", "green", "blue"};
    if (reads(access)) return find_operation(fmt::format("{}_to_{}_{}", code, value, kColors[component]));
    if (component > 0) return std::nullopt;  // all three are written at once
  }
  return find_operation(reads(access) ? fmt::format("{}_to_{}", code, value) : fmt::format("{}_to_{}", value, code));
}

void put_component(std::span<std::byte> texel, const TexelComponent& component, Bits bits) {
  const std::span<std::byte> bytes = texel.subspan(static_cast<std::size_t>(component.first_bit / 8));
  const int shift = component.first_bit % 8;
  const Bits mask = ((Bits{1} << info(component.format).bits) - 1) << shift;
  Bits word = 0;
  const std::size_t size = std::min(bytes.size(), sizeof(word));
  std::memcpy(&word, bytes.data(), size);
  word = (word & ~mask) | bits << shift;
  std::memcpy(bytes.data(), &word, size);
}

Bits take_component(std::span<const std::byte> texel, const TexelComponent& component) {
  const std::span<const std::byte> bytes = texel.subspan(static_cast<std::size_t>(component.first_bit / 8));
  Bits word = 0;
  std::memcpy(&word, bytes.data(), std::min(bytes.size(), sizeof(word)));
  return word >> component.first_bit % 8 & ((Bits{1} << info(component.format).bits) - 1);
}

void put_components(std::span<std::byte> texels, std::size_t texel_bytes, const TexelComponent& component,
                    std::span<const ConstLane> lanes) {
  const int bytes = info(component.format).bytes;
  for (std::size_t i = 0; i < lanes.front().size() / static_cast<std::size_t>(bytes); ++i) {
    for (const ConstLane lane : lanes) {
      put_component(texels.first(texel_bytes), component, number::load(lane, bytes, i));
      texels = texels.subspan(texel_bytes);
    }
  }
}

void take_components(std::span<const std::byte> texels, std::size_t texel_bytes, const TexelComponent& component,
                     Lane codes) {
  const int bytes = info(component.format).bytes;
  for (std::size_t i = 0; i < codes.size() / static_cast<std::size_t>(bytes); ++i) {
    number::store(codes, bytes, i, take_component(texels.subspan(i * texel_bytes, texel_bytes), component));
  }
}

}  // namespace halfulp::device
