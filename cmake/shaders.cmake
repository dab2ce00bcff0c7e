# SPDX-License-Identifier: Apache-2.0
# Compiles the shaders that shaders/operations.txt asks for and embeds them in the library, as the definition of
# device/shader/table.hpp, with what the table has in other languages. Per row and format: one shader that reads buffers,
# for the compute and for the fragment stage, and one that reads specialization constants, all without float controls;
# device/shader/float_controls.cpp puts in those that are in force.

include(language_rows)

# glslc, since one process compiles all of them: glslang parses GLSL's built-in functions in 0.07 s, a shader in 0.004 s.
find_program(HALFULP_GLSLC glslc)
if(NOT HALFULP_GLSLC)
  message(FATAL_ERROR "glslc was not found: it compiles the shaders; install the package glslc")
endif()
# Each file becomes FILE.spv in the working directory: its words as a list of numbers.
set(HALFULP_COMPILE_SHADERS "${HALFULP_GLSLC}" -c -mfmt=num -O0 --target-env=vulkan1.1)

# How many cases one constants shader computes, each with its own specialization constants. Software drivers compile it
# in 0.35 ms per case.
set(HALFULP_CONSTANT_CASES 64)
set(HALFULP_SHADERS "${CMAKE_CURRENT_BINARY_DIR}/generated/shaders")

# The GLSL type of each format, by its width.
set(HALFULP_REAL_16 float16_t)
set(HALFULP_REAL_32 float)
set(HALFULP_REAL_64 double)

# Writes the GLSL of one row in one format (the columns that halfulp_add_shader_row read are in scope).
function(halfulp_write_shader_sources prefix)
  set(real "${HALFULP_REAL_${REAL_BITS}}")
  string(REGEX MATCHALL "[^,]+" parameters "${PARAMETER_LIST}")
  set(OPERAND_WORD uint)
  set(RESULT_WORD uint)
  if(RESULT STREQUAL "real")
    set(RESULT "${real}")
  endif()
  set(RESULT_TYPE "${RESULT}")
  if(RESULT STREQUAL "stored")
    set(RESULT_WORD "${real}")
    set(RESULT_TYPE "${real}")
  elseif(RESULT STREQUAL "double")
    set(RESULT_WORD uvec2)
  endif()

  # Lanes of 32-bit words: a double takes two of them, a 16-bit value one.
  set(words_before 0)
  set(operand_types "")
  set(glsl_parameters "")
  set(arguments "")
  set(CONSTANTS "")
  foreach(parameter IN LISTS parameters)
    string(STRIP "${parameter}" parameter)
    string(REGEX MATCH "^([a-z0-9_]+) +([a-z0-9]+)$" match "${parameter}")
    set(type "${CMAKE_MATCH_1}")
    set(name "${CMAKE_MATCH_2}")
    if(type STREQUAL "real")
      set(type "${real}")
    endif()
    list(APPEND operand_types "${type}")
    set(lane "${words_before}u * stride")
    if(type STREQUAL "double")
      list(APPEND arguments "FROM_BITS_double(operands[${lane} + 2u * i], operands[${lane} + 2u * i + 1u])")
      math(EXPR words_before "${words_before} + 2")
    else()
      list(APPEND arguments "FROM_BITS_${type}(operands[${lane} + i])")
      math(EXPR words_before "${words_before} + 1")
    endif()
    if(type STREQUAL "loaded")
      set(OPERAND_WORD "${real}")
      set(type "${real}")
    endif()
    # `const`: passed by value, which keeps the modules small.
    list(APPEND glsl_parameters "const ${type} ${name}")
  endforeach()
  list(JOIN glsl_parameters ", " PARAMETERS)
  list(JOIN arguments ", " BUFFER_ARGUMENTS)
  configure_file(shaders/buffer.comp.in "${HALFULP_SHADERS}/${prefix}_buffer_${WIDTH_OR_NAME}.comp" @ONLY)

  # A constant has no memory to be loaded from.
  set(has_constants TRUE)
  if(NOT OPERAND_WORD STREQUAL "uint")
    set(has_constants FALSE)
  endif()
  if(has_constants)
    set(CONSTANT_CASES "")
    set(id 0)
    math(EXPR last_case "${HALFULP_CONSTANT_CASES} - 1")
    foreach(case RANGE ${last_case})
      set(arguments "")
      foreach(type IN LISTS operand_types)
        set(words low)
        if(type STREQUAL "double")
          set(words low high)
        endif()
        set(constants "")
        foreach(word IN LISTS words)
          string(APPEND CONSTANTS "layout(constant_id = ${id}) const uint c${id} = 0u;\n")
          list(APPEND constants "c${id}")
          math(EXPR id "${id} + 1")
        endforeach()
        list(JOIN constants ", " constants)
        list(APPEND arguments "FROM_BITS_${type}(${constants})")
      endforeach()
      list(JOIN arguments ", " arguments)
      string(APPEND CONSTANT_CASES "  results[${case}] = TO_BITS_${RESULT}(operation(${arguments}));\n")
    endforeach()
    configure_file(shaders/constants.comp.in "${HALFULP_SHADERS}/${prefix}_constants_${WIDTH_OR_NAME}.comp" @ONLY)
  endif()
  set(ROW_PARAMETERS "${PARAMETERS}" PARENT_SCOPE)
  set(ROW_RESULT "${RESULT}" PARENT_SCOPE)
  set(ROW_HAS_CONSTANTS ${has_constants} PARENT_SCOPE)
endfunction()

# Adds what one row is in one format: the names of its shaders to `row_shaders` and its C++ to `row_definitions`.
macro(halfulp_add_shader)
  set(REAL_BITS 32)
  set(FORMAT "${WIDTH_OR_NAME}")
  if(WIDTH_OR_NAME MATCHES "^[0-9]+$")
    set(REAL_BITS "${WIDTH_OR_NAME}")
    set(FORMAT "binary${WIDTH_OR_NAME}")
  endif()
  halfulp_write_shader_sources("${name}")
  set(shapes buffer)
  set(ROW_constants "{}")
  if(ROW_HAS_CONSTANTS)
    list(APPEND shapes constants)
  endif()
  foreach(shape IN LISTS shapes)
    set(ROW_${shape} "${name}_${shape}_${WIDTH_OR_NAME}")
    list(APPEND row_shaders "${ROW_${shape}}")
  endforeach()
  string(APPEND row_definitions "
      {Operation::${OPERATION}, Format::${FORMAT}, \"${VARIANT}\", \"${instruction}\", \"${ROW_PARAMETERS}\",
       \"${ROW_RESULT}\", \"${EXPRESSION}\", ${judged}, ${composed}, ${ROW_buffer},
       ${ROW_buffer}_fragment, ${ROW_constants}},")
endmacro()

# Reads one row and writes the GLSL of its shaders. Appends to `row_shaders` and `row_definitions`.
function(halfulp_add_shader_row row)
  halfulp_read_fields("${row}")
  list(GET fields 2 VARIANT)
  list(GET fields 3 instruction)
  list(GET fields 4 types)
  list(GET fields 5 EXPRESSION)
  list(GET fields 6 role)
  if(VARIANT STREQUAL "-")
    return()
  endif()
  if(NOT types MATCHES "^(.*) -> ([a-z0-9_]+)$")
    message(FATAL_ERROR "shaders/operations.txt: column 5 is 'PARAMETERS -> RESULT', not '${types}'")
  endif()
  set(PARAMETER_LIST "${CMAKE_MATCH_1}")
  set(RESULT "${CMAKE_MATCH_2}")
  if(NOT role MATCHES "^(judged|shown)(, composed)?$")
    message(FATAL_ERROR "shaders/operations.txt: column 7 is 'judged' or 'shown', with ', composed' or not: '${role}'")
  endif()
  set(judged false)
  if(role MATCHES "judged")
    set(judged true)
  endif()
  set(composed false)
  if(role MATCHES "composed")
    set(composed true)
  endif()
  string(MAKE_C_IDENTIFIER "${OPERATION}_${VARIANT}" name)
  foreach(WIDTH_OR_NAME IN LISTS formats)
    halfulp_add_shader()
  endforeach()
  set(row_shaders "${row_shaders}" PARENT_SCOPE)
  set(row_definitions "${row_definitions}" PARENT_SCOPE)
endfunction()

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS shaders/operation.glsl)
set(row_shaders "")
set(row_definitions "")
foreach(row IN LISTS HALFULP_ROWS_OF_SHADERS)
  halfulp_add_shader_row("${row}")
endforeach()
list(TRANSFORM row_shaders APPEND ".comp" OUTPUT_VARIABLE sources)
list(TRANSFORM sources PREPEND "${HALFULP_SHADERS}/" OUTPUT_VARIABLE source_paths)
list(TRANSFORM source_paths APPEND ".spv" OUTPUT_VARIABLE module_paths)
# Paths relative to the working directory: a command line has 128 KiB.
set(shared_sources "${PROJECT_SOURCE_DIR}/shaders/operation.glsl" "${PROJECT_SOURCE_DIR}/shaders/stage.glsl")
add_custom_command(OUTPUT ${module_paths}
  COMMAND ${HALFULP_COMPILE_SHADERS} "-I${PROJECT_SOURCE_DIR}/shaders" ${sources}
  DEPENDS ${source_paths} ${shared_sources}
  WORKING_DIRECTORY "${HALFULP_SHADERS}" COMMENT "Compiling the shaders of all operations" VERBATIM)
# The shaders of buffers again, for the fragment stage; those of constants need a word changed for it, at run time.
set(fragment_sources ${source_paths})
list(FILTER fragment_sources INCLUDE REGEX "_buffer_")
list(TRANSFORM fragment_sources REPLACE "^.*/(.*)$" "${HALFULP_SHADERS}/fragment/\\1.spv" OUTPUT_VARIABLE fragment_paths)
file(MAKE_DIRECTORY "${HALFULP_SHADERS}/fragment")
list(TRANSFORM fragment_sources REPLACE "^.*/" "../" OUTPUT_VARIABLE sources)
add_custom_command(OUTPUT ${fragment_paths}
  COMMAND ${HALFULP_COMPILE_SHADERS} -fshader-stage=fragment "-I${PROJECT_SOURCE_DIR}/shaders" ${sources}
  DEPENDS ${fragment_sources} ${shared_sources}
  WORKING_DIRECTORY "${HALFULP_SHADERS}/fragment" COMMENT "Compiling the shaders of all operations for fragments" VERBATIM)
set(row_modules "")
foreach(shader IN LISTS row_shaders)
  string(APPEND row_modules "constexpr std::uint32_t ${shader}[] = {\n#include \"${shader}.comp.spv\"\n};\n")
  if(shader MATCHES "_buffer_")
    string(APPEND row_modules
           "constexpr std::uint32_t ${shader}_fragment[] = {\n#include \"fragment/${shader}.comp.spv\"\n};\n")
  endif()
endforeach()

file(READ shaders/operation.glsl shared_glsl)
set(table_cpp "${HALFULP_SHADERS}/table.cpp")
file(CONFIGURE OUTPUT "${table_cpp}" @ONLY CONTENT "// SPDX-License-Identifier: Apache-2.0
// Written by cmake/shaders.cmake from shaders/.
#include \"device/shader/table.hpp\"

namespace halfulp::device {
namespace {
@row_modules@}  // namespace

const std::uint32_t kConstantCases = @HALFULP_CONSTANT_CASES@;

const std::string_view kSharedGlsl = R\"glsl(@shared_glsl@)glsl\";

std::span<const ShaderRow> shader_rows() {
  static constexpr ShaderRow kRows[] = {@row_definitions@
  };
  return kRows;
}

}  // namespace halfulp::device
")
set_source_files_properties("${table_cpp}" PROPERTIES OBJECT_DEPENDS "${module_paths};${fragment_paths}")

# Apart from the library's own sources: nothing that a person wrote is in these, so no linter reads them.
add_library(halfulp_shaders OBJECT "${table_cpp}")
set_target_properties(halfulp_shaders PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_CLANG_TIDY "")
halfulp_language_rows(halfulp_shaders opencl 7 sm5 8 ptx 9)
target_include_directories(halfulp_shaders PRIVATE include src)
target_link_libraries(halfulp_shaders PRIVATE halfulp_flags)
target_sources(halfulp PRIVATE $<TARGET_OBJECTS:halfulp_shaders>)
