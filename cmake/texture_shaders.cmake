# SPDX-License-Identifier: Apache-2.0
# Compiles the shaders of shaders/texture/ and embeds them in the library, as the definition of
# device/shader/texture.hpp: one for each way of reaching a texture and each type of texels.

set(directory "${HALFULP_SHADERS}/texture")
file(MAKE_DIRECTORY "${directory}")
set(texture_headers "")
set(texture_includes "")
set(texture_rows "")

# Compiles one file as the array `name`.
function(halfulp_add_texture_shader file name)
  set(header "${directory}/${name}.h")
  add_custom_command(OUTPUT "${header}"
    COMMAND "${HALFULP_GLSLANG}" --quiet -V -g0 --target-env vulkan1.1 ${ARGN} "-I${PROJECT_SOURCE_DIR}/shaders/texture"
            --vn ${name} -o "${header}" "${PROJECT_SOURCE_DIR}/shaders/texture/${file}"
    DEPENDS shaders/texture/${file} shaders/texture/texel.glsl shaders/texture/written.glsl
    COMMENT "Compiling the shader ${name}" VERBATIM)
  list(APPEND texture_headers "${header}")
  set(texture_headers "${texture_headers}" PARENT_SCOPE)
  set(texture_includes "${texture_includes}#include \"${name}.h\"\n" PARENT_SCOPE)
endfunction()

foreach(type IN ITEMS floating depth sint uint)
  set(types_floating FLOAT_TEXELS)
  set(types_depth DEPTH_TEXELS)
  set(types_sint SINT_TEXELS)
  set(types_uint UINT_TEXELS)
  set(accesses fetch.comp render.frag)
  if(type MATCHES "floating|depth")
    list(APPEND accesses sample.comp)
  endif()
  if(type STREQUAL "floating")
    list(APPEND accesses filter.comp)
  endif()
  if(NOT type STREQUAL "depth")
    list(APPEND accesses store.comp)
  endif()
  foreach(file IN LISTS accesses)
    cmake_path(GET file STEM access)
    halfulp_add_texture_shader(${file} ${access}_${type} -D${types_${type}})
    string(APPEND texture_rows "\n      {TextureAccess::${access}, TexelType::${type}, ${access}_${type}},")
  endforeach()
endforeach()
halfulp_add_texture_shader(triangle.vert triangle)

file(CONFIGURE OUTPUT "${directory}/shaders.cpp" @ONLY CONTENT "// SPDX-License-Identifier: Apache-2.0
// Written by cmake/texture_shaders.cmake from shaders/texture/.
#include <cstdint>

#include \"device/shader/texture.hpp\"

namespace halfulp::device {
namespace {
using std::uint32_t;
@texture_includes@}  // namespace

std::span<const TextureShader> texture_shaders() {
  static constexpr TextureShader kShaders[] = {@texture_rows@
  };
  return kShaders;
}

std::span<const std::uint32_t> triangle_shader() { return triangle; }

}  // namespace halfulp::device
")
set_source_files_properties("${directory}/shaders.cpp" PROPERTIES OBJECT_DEPENDS "${texture_headers}")
target_sources(halfulp_shaders PRIVATE "${directory}/shaders.cpp")
