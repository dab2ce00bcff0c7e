# SPDX-License-Identifier: Apache-2.0
# Compiles the shaders of shaders/texture/ and embeds them in the library, as the definition of
# device/shader/texture.hpp: one for each way of reaching a texture and each type of texels.

set(texture_modules "")
set(texture_definitions "")
set(texture_rows "")

foreach(type IN ITEMS floating depth sint uint)
  set(types_floating FLOAT_TEXELS)
  set(types_depth DEPTH_TEXELS)
  set(types_sint SINT_TEXELS)
  set(types_uint UINT_TEXELS)
  set(accesses fetch.comp render.frag)
  if(type MATCHES "floating|depth")
    list(APPEND accesses sample.comp gather.comp)
  endif()
  if(type STREQUAL "floating")
    list(APPEND accesses filter.comp linear.comp blend.frag blend_constant.frag)
  endif()
  if(NOT type STREQUAL "depth")
    list(APPEND accesses store.comp)
  endif()
  set(directory "${HALFULP_SHADERS}/texture/${type}")
  file(MAKE_DIRECTORY "${directory}")
  set(files ${accesses})
  if(type STREQUAL "floating")
    list(APPEND files triangle.vert)
  endif()
  set(sources "")
  set(modules "")
  foreach(file IN LISTS files)
    cmake_path(GET file STEM access)
    list(APPEND sources "${PROJECT_SOURCE_DIR}/shaders/texture/${file}")
    list(APPEND modules "${directory}/${file}.spv")
    string(APPEND texture_definitions
           "constexpr std::uint32_t ${access}_${type}[] = {\n#include \"${type}/${file}.spv\"\n};\n")
    if(file IN_LIST accesses)
      string(APPEND texture_rows "\n      {TextureAccess::${access}, TexelType::${type}, ${access}_${type}, ${access}_glsl},")
    endif()
  endforeach()
  list(APPEND texture_modules ${modules})
  add_custom_command(OUTPUT ${modules}
    COMMAND ${HALFULP_COMPILE_SHADERS} "-D${types_${type}}" "-I${PROJECT_SOURCE_DIR}/shaders/texture" ${sources}
    DEPENDS ${sources} shaders/texture/texel.glsl shaders/texture/written.glsl
    WORKING_DIRECTORY "${directory}" COMMENT "Compiling the shaders of ${type} textures" VERBATIM)
endforeach()

# Their texts, too, for reproducers.
foreach(file fetch.comp sample.comp gather.comp filter.comp linear.comp store.comp render.frag blend.frag
             blend_constant.frag texel.glsl written.glsl)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "shaders/texture/${file}")
  cmake_path(GET file STEM name)
  file(READ "shaders/texture/${file}" "${name}_text")
endforeach()
foreach(access fetch sample gather filter linear store render blend blend_constant)
  string(APPEND texture_definitions "constexpr std::string_view ${access}_glsl = R\"glsl(${${access}_text})glsl\";\n")
endforeach()

set(texture_cpp "${HALFULP_SHADERS}/texture/shaders.cpp")
file(CONFIGURE OUTPUT "${texture_cpp}" @ONLY CONTENT "// SPDX-License-Identifier: Apache-2.0
// Written by cmake/texture_shaders.cmake from shaders/texture/.
#include <cstdint>

#include \"device/shader/texture.hpp\"

namespace halfulp::device {
namespace {
@texture_definitions@}  // namespace

const std::string_view kTexelGlsl = R\"glsl(@texel_text@)glsl\";
const std::string_view kWrittenGlsl = R\"glsl(@written_text@)glsl\";

std::span<const TextureShader> texture_shaders() {
  static constexpr TextureShader kShaders[] = {@texture_rows@
  };
  return kShaders;
}

std::span<const std::uint32_t> triangle_shader() { return triangle_floating; }

}  // namespace halfulp::device
")
set_source_files_properties("${texture_cpp}" PROPERTIES OBJECT_DEPENDS "${texture_modules}")
target_sources(halfulp_shaders PRIVATE "${texture_cpp}")
