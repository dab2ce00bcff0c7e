// SPDX-License-Identifier: Apache-2.0
#include "device/shader/features.hpp"

#include <algorithm>
#include <array>

#include "device/shader/spirv.hpp"

namespace halfulp::device {
namespace {

struct Feature {
  bool ShaderFeatures::*member;
  std::string_view name;
  std::uint32_t capability;  // [SPIR-V 1.6 §3.31]
};

constexpr std::uint32_t kNoCapability = 0xffffffff;  // of a shader: the pipeline needs it

constexpr std::array<Feature, 7> kFeatures = {{
    {&ShaderFeatures::shader_float16, "shaderFloat16", 9},
    {&ShaderFeatures::shader_float64, "shaderFloat64", 10},
    {&ShaderFeatures::shader_int16, "shaderInt16", 22},
    {&ShaderFeatures::shader_int8, "shaderInt8", 39},
    {&ShaderFeatures::storage_buffer_16bit_access, "storageBuffer16BitAccess", 4433},
    {&ShaderFeatures::storage_image_write_without_format, "shaderStorageImageWriteWithoutFormat", 56},
    {&ShaderFeatures::dual_src_blend, "dualSrcBlend", kNoCapability},
}};
constexpr std::uint32_t kShader = 1;  // every Vulkan driver has it

}  // namespace

std::string shader_features_text(const ShaderFeatures& features) {
  std::string text;
  for (const Feature& feature : kFeatures) {
    if (!(features.*feature.member)) continue;
    if (!text.empty()) text += ", ";
    text += feature.name;
  }
  return text.empty() ? "none" : text;
}

ShaderFeatures features_that(const ShaderFeatures& features,
                             const std::function<bool(const ShaderFeatures& alone)>& takes) {
  ShaderFeatures taken;
  for (const Feature& feature : kFeatures) {
    ShaderFeatures alone;
    alone.*feature.member = features.*feature.member;
    taken.*feature.member = alone.*feature.member && takes(alone);
  }
  return taken;
}

bool runs_on(std::span<const std::uint32_t> module, const ShaderFeatures& features) {
  bool runs = true;
  spirv::for_each_instruction(module, [&](const spirv::Instruction& instruction) {
    if (instruction.opcode != spirv::kOpCapability || instruction.words[1] == kShader) return;
    const auto* feature = std::ranges::find(kFeatures, instruction.words[1], &Feature::capability);
    runs = runs && feature != kFeatures.end() && features.*(feature->member);
  });
  return runs;
}

bool runs_on(const ShaderRow& row, const ShaderFeatures& features) {
  return runs_on(row.buffer, features) && (row.constants.empty() || runs_on(row.constants, features));
}

}  // namespace halfulp::device
