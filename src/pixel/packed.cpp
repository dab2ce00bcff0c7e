// SPDX-License-Identifier: Apache-2.0
#include "halfulp/packed.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "halfulp/error.hpp"

namespace halfulp {
namespace {

using enum PixelFormat;

constexpr bool kPacks = true;
constexpr bool kUnpacks = false;
constexpr Format kFloat = Format::binary32;
constexpr Format kHalf = Format::binary16;

/// Names in the languages, with spaces between: HLSL, DXIL, GLSL, SPIR-V, WGSL, MSL. Their first number is in the
/// lowest bits.
struct NamedPacking {
  std::string_view names;
  PackedFunction function;
};
constexpr NamedPacking kNamed[] = {
    {"packUnorm4x8 PackUnorm4x8 pack4x8unorm pack_float_to_unorm4x8", {rgba8_unorm, kPacks, kFloat}},
    {"packSnorm4x8 PackSnorm4x8 pack4x8snorm pack_float_to_snorm4x8", {rgba8_snorm, kPacks, kFloat}},
    {"packUnorm2x16 PackUnorm2x16 pack2x16unorm pack_float_to_unorm2x16", {rg16_unorm, kPacks, kFloat}},
    {"packSnorm2x16 PackSnorm2x16 pack2x16snorm pack_float_to_snorm2x16", {rg16_snorm, kPacks, kFloat}},
    {"packHalf2x16 PackHalf2x16 pack2x16float", {rg16_float, kPacks, kFloat}},
    {"f32tof16 LegacyF32ToF16", {r16_float, kPacks, kFloat}},
    {"pack_float_to_srgb_unorm4x8", {rgba8_srgb, kPacks, kFloat}},
    {"pack_float_to_unorm10a2", {rgb10a2_unorm, kPacks, kFloat}},
    {"pack_half_to_unorm4x8", {rgba8_unorm, kPacks, kHalf}},
    {"pack_half_to_snorm4x8", {rgba8_snorm, kPacks, kHalf}},
    {"pack_half_to_unorm2x16", {rg16_unorm, kPacks, kHalf}},
    {"pack_half_to_snorm2x16", {rg16_snorm, kPacks, kHalf}},
    {"pack_half_to_srgb_unorm4x8", {rgba8_srgb, kPacks, kHalf}},
    {"pack_half_to_unorm10a2", {rgb10a2_unorm, kPacks, kHalf}},
    {"unpackUnorm4x8 UnpackUnorm4x8 unpack4x8unorm unpack_unorm4x8_to_float", {rgba8_unorm, kUnpacks, kFloat}},
    {"unpackSnorm4x8 UnpackSnorm4x8 unpack4x8snorm unpack_snorm4x8_to_float", {rgba8_snorm, kUnpacks, kFloat}},
    {"unpackUnorm2x16 UnpackUnorm2x16 unpack2x16unorm unpack_unorm2x16_to_float", {rg16_unorm, kUnpacks, kFloat}},
    {"unpackSnorm2x16 UnpackSnorm2x16 unpack2x16snorm unpack_snorm2x16_to_float", {rg16_snorm, kUnpacks, kFloat}},
    {"unpackHalf2x16 UnpackHalf2x16 unpack2x16float", {rg16_float, kUnpacks, kFloat}},
    {"f16tof32 LegacyF16ToF32", {r16_float, kUnpacks, kFloat}},
    {"unpack_unorm4x8_srgb_to_float", {rgba8_srgb, kUnpacks, kFloat}},
    {"unpack_unorm10a2_to_float", {rgb10a2_unorm, kUnpacks, kFloat}},
    {"unpack_unorm4x8_to_half", {rgba8_unorm, kUnpacks, kHalf}},
    {"unpack_snorm4x8_to_half", {rgba8_snorm, kUnpacks, kHalf}},
    {"unpack_unorm2x16_to_half", {rg16_unorm, kUnpacks, kHalf}},
    {"unpack_snorm2x16_to_half", {rg16_snorm, kUnpacks, kHalf}},
    {"unpack_unorm4x8_srgb_to_half", {rgba8_srgb, kUnpacks, kHalf}},
    {"unpack_unorm10a2_to_half", {rgb10a2_unorm, kUnpacks, kHalf}},
};

bool has_word(std::string_view words, std::string_view one) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (words.substr(0, end) == one) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

constexpr Bits low_bits(int count) { return count >= 64 ? ~Bits{0} : (Bits{1} << count) - 1; }

bool is_shared(const PackedFunction& function) {
  return info(function.word).components().front().kind == ComponentKind::shared_exponent;
}

/// By channel.
std::vector<PixelComponent> components_of(const PackedFunction& function) {
  const auto row = info(function.word).components();
  std::vector<PixelComponent> components(row.begin(), row.end());
  std::ranges::sort(components, {}, &PixelComponent::channel);
  return components;
}

/// The format that operations name: that of an sRGB format's alpha, and of the whole word of shared exponents.
std::string code_name(const PackedFunction& function, const PixelComponent& component) {
  if (is_shared(function)) return "rgb9e5";
  const bool is_srgb = info(function.word).components().front().kind == ComponentKind::srgb;
  const bool is_alpha_of_srgb = is_srgb && component.channel == Channel::alpha && function.number == kFloat;
  return is_alpha_of_srgb ? "srgb8_alpha" : component.format_name();
}

Operation operation_of(const PackedFunction& function, const PixelComponent& component) {
  constexpr std::array<std::string_view, 3> kOfShared = {"_red", "_green", "_blue"};
  const std::string number(info(function.number).name);
  const std::string code = code_name(function, component);
  std::string name = function.packs ? number + "_to_" + code : code + "_to_" + number;
  if (is_shared(function) && !function.packs) name += kOfShared.at(static_cast<std::size_t>(component.channel));
  if (const auto operation = find_operation(name)) return *operation;
  throw Error(Error::Kind::kUsage, std::string(info(function.word).name) + ": no operation converts " + number +
                                       (function.packs ? " to " : " from ") + code +
                                       "; words are of formats of real numbers, and numbers binary32 or binary16");
}

}  // namespace

int PackedFunction::numbers() const noexcept { return info(word).component_count; }

int PackedFunction::register_bits() const noexcept { return std::max(32, info(word).bytes_per_pixel * 8); }

std::optional<PackedFunction> find_packed(std::string_view name, Format number) {
  for (const NamedPacking& row : kNamed) {
    if (has_word(row.names, name)) return row.function;
  }
  for (const bool packs : {kPacks, kUnpacks}) {
    const std::string_view prefix = packs ? "pack_" : "unpack_";
    if (!name.starts_with(prefix)) continue;
    if (const auto word = find_pixel_format(name.substr(prefix.size()))) return PackedFunction{*word, packs, number};
  }
  return std::nullopt;
}

std::vector<PackedPart> packed_parts(const PackedFunction& function, std::span<const Bits> numbers, Bits word) {
  constexpr std::array<std::string_view, 4> kNames = {"x", "y", "z", "w"};
  const std::string name(info(function.word).name);
  if (function.register_bits() > 64) throw Error(Error::Kind::kUsage, name + ": words have 64 bits at most");
  if (numbers.size() != static_cast<std::size_t>(function.numbers())) {
    throw Error(Error::Kind::kUsage, name + " has " + std::to_string(function.numbers()) + " components, " +
                                         std::to_string(numbers.size()) + " numbers given");
  }
  if ((word & ~low_bits(function.register_bits())) != 0) {
    throw Error(Error::Kind::kInput,
                name + ": the word has bits above its register of " + std::to_string(function.register_bits()));
  }
  const std::vector<PixelComponent> components = components_of(function);
  std::vector<PackedPart> parts;
  if (is_shared(function) && function.packs) {
    parts.push_back({"x, y, z",
                     operation_of(function, components.front()),
                     function.number,
                     {numbers.begin(), numbers.end()},
                     word});
    return parts;
  }
  for (std::size_t k = 0; k < components.size(); ++k) {
    const PixelComponent& one = components[k];
    const Bits code = is_shared(function) ? word : word >> one.first_bit & low_bits(one.bits);
    const Operation operation = operation_of(function, one);
    if (function.packs) {
      parts.push_back({kNames.at(k), operation, function.number, {numbers[k]}, code});
    } else {
      parts.push_back(
          {kNames.at(k), operation, info(operation).operand_format(0, function.number), {code}, numbers[k]});
    }
  }
  return parts;
}

Bits unused_bits(const PackedFunction& function, Bits word) noexcept {
  if (!function.packs || is_shared(function)) return 0;
  Bits used = 0;
  for (const PixelComponent& one : info(function.word).components()) used |= low_bits(one.bits) << one.first_bit;
  return word & ~used;
}

}  // namespace halfulp
