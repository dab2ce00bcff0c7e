# SPDX-License-Identifier: Apache-2.0
# halfulp_embed(TARGET LIST FILE...): adds the texts of the files to the target as generated C++, in their order: the
# definition of LIST in number/embedded.hpp. Run as a script (cmake -P) with OUTPUT, LIST and FILES set, it writes that
# C++.

function(halfulp_embed target list)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/generated/embedded_${list}.cpp")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${output}" "-DLIST=${list}" "-DFILES=${ARGN}" -P
            "${CMAKE_CURRENT_FUNCTION_LIST_FILE}"
    DEPENDS ${ARGN} "${CMAKE_CURRENT_FUNCTION_LIST_FILE}"
    COMMENT "Embedding ${list}"
    VERBATIM)
  target_sources("${target}" PRIVATE "${output}")
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  return()
endif()

set(rows "")
foreach(file IN LISTS FILES)
  cmake_path(GET file FILENAME name)
  string(REGEX REPLACE "\\.toml$" "" name "${name}")
  file(READ "${file}" text)
  if(text MATCHES "\\)embedded\"")
    message(FATAL_ERROR "${file}: holds ')embedded\"', which ends the literal that it is embedded as; write it differently")
  endif()
  string(APPEND rows "    {\"${name}\", R\"embedded(${text})embedded\"},\n")
endforeach()
list(LENGTH FILES count)
file(WRITE "${OUTPUT}" "// SPDX-License-Identifier: Apache-2.0
// Written by cmake/embed.cmake.
#include \"number/embedded.hpp\"

#include <array>

namespace halfulp::embedded {
namespace {

constexpr std::array<EmbeddedFile, ${count}> kFiles{{
${rows}}};

}  // namespace

std::span<const EmbeddedFile> ${LIST}() { return kFiles; }

}  // namespace halfulp::embedded
")
