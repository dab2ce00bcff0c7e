# SPDX-License-Identifier: Apache-2.0
# Compiles the shaders that shaders/operations.txt asks for and embeds them in the library, as the definition of
# device/shader/table.hpp. Per row: one shader that reads buffers and one that reads specialization constants, each with
# all float controls; device/shader/float_controls.cpp takes out those that are not in force.

find_program(HALFULP_GLSLANG glslangValidator)
if(NOT HALFULP_GLSLANG)
  message(FATAL_ERROR "glslangValidator was not found: it compiles the shaders; install the package glslang-tools")
endif()

# How many cases one constants shader computes, each with its own specialization constants. Software drivers compile it in
# 0.35 ms per case.
set(HALFULP_CONSTANT_CASES 64)
set(HALFULP_SHADERS "${CMAKE_CURRENT_BINARY_DIR}/generated/shaders")

# Writes the GLSL of one row (the columns that halfulp_add_shader_row read are in scope).
function(halfulp_write_shader_sources directory)
  string(REGEX MATCHALL "[^,]+" parameters "${PARAMETER_LIST}")
  set(OPERAND_WORD uint)
  set(RESULT_WORD uint)
  set(RESULT_TYPE "${RESULT}")
  if(RESULT STREQUAL "stored")
    set(RESULT_WORD float)
    set(RESULT_TYPE float)
  endif()

  set(index 0)
  set(operand_types "")
  set(glsl_parameters "")
  set(arguments "")
  set(CONSTANTS "")
  list(LENGTH parameters arity)
  foreach(parameter IN LISTS parameters)
    string(STRIP "${parameter}" parameter)
    string(REGEX MATCH "^([a-z]+) +([a-z0-9]+)$" match "${parameter}")
    set(type "${CMAKE_MATCH_1}")
    set(name "${CMAKE_MATCH_2}")
    list(APPEND arguments "FROM_BITS_${type}(operands[${index}u * cases + i])")
    list(APPEND operand_types "${type}")
    if(type STREQUAL "loaded")
      set(OPERAND_WORD float)
      set(type float)
    endif()
    # `const`: passed by value, which keeps the modules small.
    list(APPEND glsl_parameters "const ${type} ${name}")
    math(EXPR index "${index} + 1")
  endforeach()
  list(JOIN glsl_parameters ", " PARAMETERS)
  list(JOIN arguments ", " BUFFER_ARGUMENTS)
  configure_file(shaders/buffer.comp.in "${directory}/buffer.comp" @ONLY)

  # A constant has no memory to be loaded from.
  set(has_constants TRUE)
  if(OPERAND_WORD STREQUAL "float")
    set(has_constants FALSE)
  endif()
  if(has_constants)
    set(CONSTANT_CASES "")
    math(EXPR last_case "${HALFULP_CONSTANT_CASES} - 1")
    foreach(case RANGE ${last_case})
      set(arguments "")
      set(index 0)
      foreach(type IN LISTS operand_types)
        math(EXPR id "${case} * ${arity} + ${index}")
        string(APPEND CONSTANTS "layout(constant_id = ${id}) const uint c${id} = 0u;\n")
        list(APPEND arguments "FROM_BITS_${type}(c${id})")
        math(EXPR index "${index} + 1")
      endforeach()
      list(JOIN arguments ", " arguments)
      string(APPEND CONSTANT_CASES "  results[${case}] = TO_BITS_${RESULT}(operation(${arguments}));\n")
    endforeach()
    configure_file(shaders/constants.comp.in "${directory}/constants.comp" @ONLY)
  endif()
  set(ROW_PARAMETERS "${PARAMETERS}" PARENT_SCOPE)
  set(ROW_HAS_CONSTANTS ${has_constants} PARENT_SCOPE)
endfunction()

# Reads one row, adds the commands that compile its shaders, and writes the C++ that embeds them.
function(halfulp_add_shader_row row number)
  string(REPLACE "|" ";" fields "${row}")
  list(TRANSFORM fields STRIP)
  list(LENGTH fields count)
  if(NOT count EQUAL 7)
    message(FATAL_ERROR "shaders/operations.txt: a row has 7 columns, this one ${count}: ${row}")
  endif()
  list(GET fields 0 OPERATION)
  list(GET fields 1 format)
  list(GET fields 2 VARIANT)
  list(GET fields 3 instruction)
  list(GET fields 4 types)
  list(GET fields 5 EXPRESSION)
  list(GET fields 6 role)
  if(NOT types MATCHES "^(.*) -> ([a-z]+)$")
    message(FATAL_ERROR "shaders/operations.txt: column 5 is 'PARAMETERS -> RESULT', not '${types}'")
  endif()
  set(PARAMETER_LIST "${CMAKE_MATCH_1}")
  set(RESULT "${CMAKE_MATCH_2}")
  if(NOT role MATCHES "^(judged|shown)$")
    message(FATAL_ERROR "shaders/operations.txt: column 7 is 'judged' or 'shown', not '${role}'")
  endif()
  set(judged false)
  if(role STREQUAL "judged")
    set(judged true)
  endif()

  set(directory "${HALFULP_SHADERS}/${OPERATION}_${number}")
  halfulp_write_shader_sources("${directory}")

  set(shapes buffer)
  if(ROW_HAS_CONSTANTS)
    list(APPEND shapes constants)
  endif()
  set(headers "")
  set(commands "")
  set(sources "")
  set(INCLUDES "")
  set(ROW_buffer "{}")
  set(ROW_constants "{}")
  foreach(shape IN LISTS shapes)
    list(APPEND sources "${directory}/${shape}.comp")
    list(APPEND headers "${directory}/${shape}.h")
    list(APPEND commands COMMAND "${HALFULP_GLSLANG}" --quiet -V -g0 --target-env vulkan1.1
         "-I${PROJECT_SOURCE_DIR}/shaders" -DFLUSH_DENORMALS -DPRESERVE_SIGNED_ZERO_INF_NAN -DROUND_TO_NEAREST_EVEN
         --vn ${shape} -o "${directory}/${shape}.h" "${directory}/${shape}.comp")
    string(APPEND INCLUDES "#include \"${shape}.h\"\n")
    set(ROW_${shape} "${shape}")
  endforeach()
  add_custom_command(OUTPUT ${headers} ${commands}
    DEPENDS ${sources} "${PROJECT_SOURCE_DIR}/shaders/operation.glsl"
    COMMENT "Compiling the shaders of ${OPERATION} (${VARIANT})" VERBATIM)

  set(cpp "${directory}/row.cpp")
  file(CONFIGURE OUTPUT "${cpp}" @ONLY CONTENT "// SPDX-License-Identifier: Apache-2.0
// Written by cmake/shaders.cmake from row @number@ of shaders/operations.txt.
#include <cstdint>

#include \"device/shader/table.hpp\"

namespace halfulp::device {
namespace {
using std::uint32_t;
@INCLUDES@}  // namespace

extern const ShaderRow kShaderRow@number@;
const ShaderRow kShaderRow@number@ = {
    Operation::@OPERATION@, Format::@format@, \"@VARIANT@\", \"@instruction@\", \"@ROW_PARAMETERS@\", \"@RESULT@\",
    \"@EXPRESSION@\", @judged@, @ROW_buffer@, @ROW_constants@};

}  // namespace halfulp::device
")
  set_source_files_properties("${cpp}" PROPERTIES OBJECT_DEPENDS "${headers}")
  set(ROW_CPP "${cpp}" PARENT_SCOPE)
endfunction()

set(table "${CMAKE_CURRENT_SOURCE_DIR}/shaders/operations.txt")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${table}" shaders/operation.glsl)
file(STRINGS "${table}" rows REGEX "^[^#]")
set(row_sources "")
set(row_declarations "")
set(row_pointers "")
set(row_number 0)
foreach(row IN LISTS rows)
  halfulp_add_shader_row("${row}" ${row_number})
  list(APPEND row_sources "${ROW_CPP}")
  string(APPEND row_declarations "extern const ShaderRow kShaderRow${row_number};\n")
  string(APPEND row_pointers "&kShaderRow${row_number}, ")
  math(EXPR row_number "${row_number} + 1")
endforeach()

file(READ shaders/operation.glsl shared_glsl)
file(CONFIGURE OUTPUT "${HALFULP_SHADERS}/table.cpp" @ONLY CONTENT "// SPDX-License-Identifier: Apache-2.0
// Written by cmake/shaders.cmake from shaders/.
#include \"device/shader/table.hpp\"

namespace halfulp::device {

@row_declarations@
const std::uint32_t kConstantCases = @HALFULP_CONSTANT_CASES@;

const std::string_view kSharedGlsl = R\"glsl(@shared_glsl@)glsl\";

std::span<const ShaderRow* const> shader_rows() {
  static constexpr const ShaderRow* kRows[] = {@row_pointers@};
  return kRows;
}

}  // namespace halfulp::device
")

# Apart from the library's own sources: nothing that a person wrote is in these, so no linter reads them.
add_library(halfulp_shaders OBJECT ${row_sources} "${HALFULP_SHADERS}/table.cpp")
set_target_properties(halfulp_shaders PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_CLANG_TIDY "")
target_include_directories(halfulp_shaders PRIVATE include src)
target_link_libraries(halfulp_shaders PRIVATE halfulp_flags)
target_sources(halfulp PRIVATE $<TARGET_OBJECTS:halfulp_shaders>)
