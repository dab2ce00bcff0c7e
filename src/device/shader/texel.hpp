// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "device/shader/texture.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::device {

/// Where a component is in a texel: `info(format).bits` bits from `first_bit` on, the lowest of the first byte being 0.
struct TexelComponent {
  Format format;
  int first_bit;
};

/// A component that the shader calls x, y, z or w is the one at 0, 1, 2 or 3; those of a shared exponent are the whole
/// texel each.
using TexelComponents = std::array<std::optional<TexelComponent>, 4>;

/// The first `count` components, one after the other.
[[nodiscard]] TexelComponents in_order(Format format, int count);

/// Four bytes: red, green, blue and alpha, or blue first.
[[nodiscard]] TexelComponents rgba(Format color, Format alpha);
[[nodiscard]] TexelComponents bgra(Format color, Format alpha);

/// x, y and z of one format, each at its first bit.
[[nodiscard]] TexelComponents components_at(Format format, int x, int y, int z);
[[nodiscard]] TexelComponents with_alpha(TexelComponents components, Format format, int first_bit);

/// The operation that a component's code goes through where a shader with texels of that type reads, writes or blends
/// it; nothing where there is no operation for it.
[[nodiscard]] std::optional<Operation> conversion_of(TexelType type, const TexelComponents& components,
                                                     std::size_t component, TextureAccess access);

/// The ways of computing conversions by the rows of a table of formats for which `offers(row, access)` is true, in the
/// table's order. A Way is made of the row's address, the access, the component, the operation, and whether it is the
/// first with that operation and access.
template <class Way, class Row, class Offers>
[[nodiscard]] std::vector<Way> texel_ways(std::span<const Row> rows, std::initializer_list<TextureAccess> accesses,
                                          const Offers& offers) {
  std::vector<Way> ways;
  std::set<std::pair<Operation, TextureAccess>> seen;
  for (const Row& row : rows) {
    for (const TextureAccess access : accesses) {
      if (!offers(row, access)) continue;
      for (std::uint32_t component = 0; component < row.components.size(); ++component) {
        if (!row.components[component]) continue;
        const auto operation = conversion_of(row.type, row.components, component, access);
        if (!operation) continue;
        const bool principal = seen.insert({*operation, access}).second;
        // A sampler adds an address and no conversion of its own, a constant no blend: one layout shows it.
        const bool samples = reads(access) && access != TextureAccess::fetch;
        const bool is_shown_once = samples || access == TextureAccess::blend_constant;
        if (!is_shown_once || principal) ways.push_back({&row, access, component, *operation, principal});
      }
    }
  }
  return ways;
}

/// The way of that name among those of a device that offers all for which `has(row, access)` is true; nothing where
/// there is none.
template <class Way, class Row, class Has>
[[nodiscard]] std::optional<Way> find_texel_way(std::span<const Row> rows,
                                                std::initializer_list<TextureAccess> accesses, const Has& has,
                                                std::string_view variant, Operation operation, Format format) {
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (const TextureAccess access : accesses) {
      for (const Way& way : texel_ways<Way>(rows.subspan(row, 1), {access}, has)) {
        if (way.operation == operation && way.asked() == format && way.variant().name == variant) return way;
      }
    }
  }
  return std::nullopt;
}

/// What a component or layout that is not the plainest is asked: it may be other code, but it is the same conversion.
inline constexpr std::uint64_t kMostOfOtherLayouts = std::uint64_t{1} << 14U;

/// The bytes of the components that are not asked: another value than most codes have, and no NaN.
inline constexpr std::byte kOtherComponents{0x5b};

/// Puts the bits of a component into a texel, whose other bits stay, and takes them out.
void put_component(std::span<std::byte> texel, const TexelComponent& component, Bits bits);
[[nodiscard]] Bits take_component(std::span<const std::byte> texel, const TexelComponent& component);

/// Puts lanes of codes of the component's format into texels that lie one after the other: the code of case i in lane k
/// into texel i * lanes.size() + k.
void put_components(std::span<std::byte> texels, std::size_t texel_bytes, const TexelComponent& component,
                    std::span<const ConstLane> lanes);
/// Takes one lane of them out.
void take_components(std::span<const std::byte> texels, std::size_t texel_bytes, const TexelComponent& component,
                     Lane codes);

}  // namespace halfulp::device
