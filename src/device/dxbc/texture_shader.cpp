// SPDX-License-Identifier: Apache-2.0
#include "device/dxbc/texture_shader.hpp"

#include <fmt/format.h>

#include <utility>

#include "device/dxbc/assembler.hpp"
#include "device/dxbc/operation_shader.hpp"

namespace halfulp::device::dxbc {
namespace {

std::vector<PixelFormat> rows() {
  using enum Format;
  constexpr auto kFloat = TexelType::floating;
  constexpr auto kSint = TexelType::sint;
  constexpr auto kUint = TexelType::uint;
  const TexelComponents b5g6r5 = {TexelComponent{unorm5, 11}, TexelComponent{unorm6, 5}, TexelComponent{unorm5, 0},
                                  std::nullopt};
  const TexelComponents r11g11b10 = {TexelComponent{ufloat11, 0}, TexelComponent{ufloat11, 11},
                                     TexelComponent{ufloat10, 22}, std::nullopt};
  return {
      {61, "R8_UNORM", 1, kFloat, in_order(unorm8, 1)},
      {28, "R8G8B8A8_UNORM", 4, kFloat, in_order(unorm8, 4)},
      {87, "B8G8R8A8_UNORM", 4, kFloat, bgra(unorm8, unorm8)},
      {29, "R8G8B8A8_UNORM_SRGB", 4, kFloat, rgba(srgb8, unorm8)},
      {91, "B8G8R8A8_UNORM_SRGB", 4, kFloat, bgra(srgb8, unorm8)},
      {56, "R16_UNORM", 2, kFloat, in_order(unorm16, 1)},
      {11, "R16G16B16A16_UNORM", 8, kFloat, in_order(unorm16, 4)},
      {24, "R10G10B10A2_UNORM", 4, kFloat, with_alpha(in_order(unorm10, 3), unorm2, 30)},
      {85, "B5G6R5_UNORM", 2, kFloat, b5g6r5},
      {86, "B5G5R5A1_UNORM", 2, kFloat, with_alpha(components_at(unorm5, 10, 5, 0), unorm1, 15)},
      {115, "B4G4R4A4_UNORM", 2, kFloat, with_alpha(components_at(unorm4, 8, 4, 0), unorm4, 12)},
      {63, "R8_SNORM", 1, kFloat, in_order(snorm8, 1)},
      {31, "R8G8B8A8_SNORM", 4, kFloat, in_order(snorm8, 4)},
      {58, "R16_SNORM", 2, kFloat, in_order(snorm16, 1)},
      {13, "R16G16B16A16_SNORM", 8, kFloat, in_order(snorm16, 4)},
      {41, "R32_FLOAT", 4, kFloat, in_order(binary32, 1)},
      {54, "R16_FLOAT", 2, kFloat, in_order(binary16, 1)},
      {10, "R16G16B16A16_FLOAT", 8, kFloat, in_order(binary16, 4)},
      {26, "R11G11B10_FLOAT", 4, kFloat, r11g11b10},
      {67, "R9G9B9E5_SHAREDEXP", 4, kFloat, components_at(rgb9e5, 0, 0, 0)},
      {64, "R8_SINT", 1, kSint, in_order(sint8, 1)},
      {32, "R8G8B8A8_SINT", 4, kSint, in_order(sint8, 4)},
      {59, "R16_SINT", 2, kSint, in_order(sint16, 1)},
      {14, "R16G16B16A16_SINT", 8, kSint, in_order(sint16, 4)},
      {62, "R8_UINT", 1, kUint, in_order(uint8, 1)},
      {30, "R8G8B8A8_UINT", 4, kUint, in_order(uint8, 4)},
      {57, "R16_UINT", 2, kUint, in_order(uint16, 1)},
      {12, "R16G16B16A16_UINT", 8, kUint, in_order(uint16, 4)},
  };
}

constexpr std::initializer_list<TextureAccess> kAccesses = {
    TextureAccess::fetch, TextureAccess::sample, TextureAccess::filter, TextureAccess::store, TextureAccess::render};

bool has_shader(ShaderStage stage, const PixelFormat& row, TextureAccess access) {
  const bool is_sampled = row.type == TexelType::floating;
  switch (access) {
    case TextureAccess::fetch:
      return stage == ShaderStage::compute || !is_sampled;
    case TextureAccess::sample:
      return is_sampled;
    case TextureAccess::filter:
      return stage == ShaderStage::compute && is_sampled;
    default:  // no device writes a shared exponent
      return row.components[0]->format != Format::rgb9e5 &&
             (access == TextureAccess::store) == (stage == ShaderStage::compute);
  }
}

/// The types of four components as a declaration has them. Of a texture that is read the type in the shader, of a view
/// that is written the format's.
std::string types_of(const PixelFormat& row, TextureAccess access) {
  const auto type = [&]() -> std::string_view {
    if (row.type == TexelType::sint) return "sint";
    if (row.type == TexelType::uint) return "uint";
    const FormatKind kind = info(row.components[0]->format).kind;
    if (reads(access) || kind == FormatKind::floating) return "float";
    return kind == FormatKind::snorm ? "snorm" : "unorm";
  }();
  return fmt::format("({0},{0},{0},{0})", type);
}

std::string_view letter(const TextureWay& way) { return std::string_view("xyzw").substr(way.component, 1); }

constexpr std::string_view kPixelOfThread =
    "and r0.x, vThreadID.x, l(1023)\nushr r0.y, vThreadID.x, l(10)\nmov r0.zw, l(0, 0, 0, 0)\n";
// 1 / width and 1 / height: powers of two, so that products with them are exact.
constexpr std::string_view kInversesOfSizes = "l(0x3a800000, 0x3b800000, 0, 0)";
static_assert(kTextureWidth == std::size_t{1} << 10U && kTextureHeight == std::size_t{1} << 8U);
constexpr std::string_view kFirstPixelOfThread =
    "ishl r0.x, vThreadID.x, l(1)\nushr r0.y, r0.x, l(10)\nand r0.x, r0.x, l(1023)\n";
constexpr std::string_view kCentreOfPixel =
    "utof r0.xy, r0.xyxx\nadd r0.xy, r0.xyxx, l(0x3f000000, 0x3f000000, 0, 0)\n";
constexpr std::string_view kMiddleOfTwoPixels =
    "utof r0.xy, r0.xyxx\nadd r0.xy, r0.xyxx, l(0x3f800000, 0x3f000000, 0, 0)\n";
constexpr std::string_view kWordOfThread = "ishl r1.x, vThreadID.x, l(2)\n";
constexpr std::string_view kLoad = "ld r0.xyzw, r0.xyzw, t0.xyzw\n";

/// Samples at a place that a register has in texels.
std::string sample_at(std::string_view place, std::string_view sampler = "s0") {
  return fmt::format("mul r0.xy, {}, {}\nsample_l r0.xyzw, r0.xyxx, t0.xyzw, {}, l(0)\n", place, kInversesOfSizes,
                     sampler);
}

std::string_view sampler_of(const TextureWay& way) {
  if (way.access == TextureAccess::filter) return "dcl_sampler s1, mode_default\n";
  return way.access == TextureAccess::sample ? "dcl_sampler s0, mode_default\n" : "";
}

/// Reads the texel at the pixel in r0.xyzw, or samples there, into r0.
std::string read_of_thread(TextureAccess access) {
  switch (access) {
    case TextureAccess::sample:
      return std::string(kCentreOfPixel) + sample_at("r0.xyxx");
    case TextureAccess::filter:
      return std::string(kMiddleOfTwoPixels) + sample_at("r0.xyxx", "s1");
    default:
      return std::string(kLoad);
  }
}

std::string compute_text(const TextureWay& way) {
  const bool is_read = reads(way.access);
  const std::string types = types_of(*way.format, way.access);
  const std::string declarations =
      is_read ? fmt::format("{}dcl_resource_texture2d {} t0\ndcl_uav_raw u0\n", sampler_of(way), types)
              : fmt::format("dcl_resource_raw t0\ndcl_uav_typed_texture2d {} u0\n", types);
  const std::string body = is_read
                               ? fmt::format("{}store_raw u0.x, r1.x, r0.{}\n", read_of_thread(way.access), letter(way))
                               : "ld_raw r1.x, r1.x, t0.xxxx\nstore_uav_typed u0.xyzw, r0.xyyy, r1.xxxx\n";
  return fmt::format("dcl_globalFlags\n{}dcl_input vThreadID.x\ndcl_temps 2\ndcl_thread_group {}, 1, 1\n{}{}{}ret\n",
                     declarations, kThreadGroup,
                     way.access == TextureAccess::filter ? kFirstPixelOfThread : kPixelOfThread, kWordOfThread, body);
}

std::string pixel_text(const TextureWay& way) {
  const std::string_view types = "(uint,uint,uint,uint)";
  const std::string read = reads(way.access) ? types_of(*way.format, way.access) : std::string(types);
  const std::string load =
      way.access == TextureAccess::sample ? sample_at("v0.xyxx") : fmt::format("{}{}", kTexelOfPixel, kLoad);
  return fmt::format(
      "dcl_globalFlags\n{}dcl_resource_texture2d {} t0\ndcl_input_ps_siv linear noperspective v0.xy, position\n"
      "dcl_output o0.{}\ndcl_temps 1\n{}mov o0.{}, r0.{}\nret\n",
      sampler_of(way), read, reads(way.access) ? "x" : "xyzw", load, reads(way.access) ? "x" : "xyzw",
      reads(way.access) ? letter(way) : "xxxx");
}

ShaderInterface interface_of(const TextureWay& way, ShaderStage stage) {
  using enum SignatureElement::Type;
  if (stage == ShaderStage::compute) return {};
  if (reads(way.access)) return pixel_interface(unsigned_integer, 1);
  constexpr std::uint32_t kColor = 0xf;
  const TexelType type = way.format->type;
  return pixel_interface(type == TexelType::sint   ? signed_integer
                         : type == TexelType::uint ? unsigned_integer
                                                   : floating,
                         kColor);
}

}  // namespace

std::span<const PixelFormat> pixel_formats() {
  static const std::vector<PixelFormat> kRows = rows();
  return kRows;
}

std::vector<TextureWay> texture_ways(ShaderStage stage, const OffersTexture& offers) {
  return texel_ways<TextureWay>(pixel_formats(), kAccesses, [&](const PixelFormat& row, TextureAccess access) {
    return has_shader(stage, row, access) && offers(row, access);
  });
}

std::optional<TextureWay> find_texture_way(ShaderStage stage, std::string_view variant, Operation operation,
                                           Format format) {
  const auto has = [&](const PixelFormat& row, TextureAccess access) { return has_shader(stage, row, access); };
  return find_texel_way<TextureWay>(pixel_formats(), kAccesses, has, variant, operation, format);
}

Variant TextureWay::variant() const {
  const auto [instruction, operands] = [&]() -> std::pair<std::string_view, std::string_view> {
    switch (access) {
      case TextureAccess::sample:
        return {"sample_l", "point sampler"};
      case TextureAccess::filter:
        return {"sample_l", "linear sampler"};
      case TextureAccess::store:
        return {"store_uav_typed", "unordered-access view"};
      case TextureAccess::render:
        return {"render target", "render target"};
      default:
        return {"ld", "texture"};
    }
  }();
  const std::string place =
      format->components[1] ? fmt::format("{}.{}", format->name, "xyzw"[component]) : std::string(format->name);
  const std::string name = fmt::format("{} {}", place, instruction);
  return {.name = name,
          .instruction = name,
          .operands = std::string(operands),
          .counts = true,
          .composed = false,
          .most_cases = principal ? 0 : kMostOfOtherLayouts};
}

std::string operation_shader_text(const TextureWay& way, ShaderStage stage) {
  return stage == ShaderStage::compute ? compute_text(way) : pixel_text(way);
}

std::vector<std::byte> operation_shader(const TextureWay& way, ShaderStage stage) {
  return assemble(interface_of(way, stage), operation_shader_text(way, stage));
}

}  // namespace halfulp::device::dxbc
