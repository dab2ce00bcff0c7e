// SPDX-License-Identifier: Apache-2.0
#include "device/shader/features.hpp"

#include <gtest/gtest.h>

#include <string_view>

#include "device/shader/texture.hpp"

namespace halfulp::device {
namespace {

bool names(const ShaderRow& row, std::string_view type) {
  return row.parameters.find(type) != std::string_view::npos || row.result.find(type) != std::string_view::npos;
}

// Whether a value of the type is in the row. `load` and `store` name it in one place only.
bool has_half(const ShaderRow& row) { return names(row, "float16_t"); }
bool has_double(const ShaderRow& row) { return names(row, "double"); }
bool has_int16(const ShaderRow& row) { return names(row, "int16_t"); }
bool has_int8(const ShaderRow& row) { return names(row, "int8_t"); }
bool has_half_in_memory(const ShaderRow& row) {
  return row.format == Format::binary16 && (row.operation == Operation::load || row.operation == Operation::store);
}

TEST(ShaderFeatures, AreThoseOfTheListThatADriverTakesAlone) {
  const ShaderFeatures listed{.shader_float16 = true, .shader_float64 = true, .dual_src_blend = true};
  int asked = 0;
  const ShaderFeatures taken = features_that(listed, [&](const ShaderFeatures& alone) {
    ++asked;
    return alone.dual_src_blend || alone.shader_int8;
  });
  EXPECT_EQ(asked, 3);
  EXPECT_EQ(shader_features_text(taken), "dualSrcBlend");
}

TEST(ShaderFeatures, DecideWhichRowsADriverIsGiven) {
  for (unsigned bits = 0; bits < 32; ++bits) {
    const ShaderFeatures features{.shader_float16 = (bits & 1U) != 0,
                                  .shader_float64 = (bits & 2U) != 0,
                                  .shader_int16 = (bits & 8U) != 0,
                                  .shader_int8 = (bits & 16U) != 0,
                                  .storage_buffer_16bit_access = (bits & 4U) != 0,
                                  .storage_image_write_without_format = false,
                                  .dual_src_blend = (bits & 1U) == 0};
    for (const ShaderRow& row : shader_rows()) {
      const bool runs = (!has_half(row) || features.shader_float16) && (!has_double(row) || features.shader_float64) &&
                        (!has_int16(row) || features.shader_int16) && (!has_int8(row) || features.shader_int8) &&
                        (!has_half_in_memory(row) || features.storage_buffer_16bit_access);
      EXPECT_EQ(runs_on(row, features), runs)
          << info(row.operation).name << " in " << info(row.format).name << " with " << shader_features_text(features);
    }
  }
}

TEST(ShaderFeatures, DecideWhichTexturesADriverIsGiven) {
  for (const TextureShader& shader : texture_shaders()) {
    EXPECT_EQ(runs_on(shader.spirv, {}), shader.access != TextureAccess::store);
    EXPECT_TRUE(runs_on(shader.spirv, {.storage_image_write_without_format = true}));
  }
}

TEST(ShaderFeatures, AreNamedAsVulkanNamesThem) {
  EXPECT_EQ(shader_features_text({}), "none");
  EXPECT_EQ(shader_features_text({.shader_float16 = true,
                                  .shader_float64 = true,
                                  .shader_int16 = true,
                                  .shader_int8 = true,
                                  .storage_buffer_16bit_access = true,
                                  .storage_image_write_without_format = true,
                                  .dual_src_blend = true}),
            "shaderFloat16, shaderFloat64, shaderInt16, shaderInt8, storageBuffer16BitAccess, "
            "shaderStorageImageWriteWithoutFormat, dualSrcBlend");
}

}  // namespace
}  // namespace halfulp::device
