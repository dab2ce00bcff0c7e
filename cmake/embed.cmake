# SPDX-License-Identifier: Apache-2.0
# halfulp_embed_rulebooks(TARGET FILE...): adds the texts of the files to the target as generated C++, the definition of
# number/embedded.hpp. Run as a script (cmake -P) with OUTPUT and FILES set, it writes that C++.

function(halfulp_embed_rulebooks target)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/generated/embedded_rulebooks.cpp")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${output}" "-DFILES=${ARGN}" -P "${CMAKE_CURRENT_FUNCTION_LIST_FILE}"
    DEPENDS ${ARGN} "${CMAKE_CURRENT_FUNCTION_LIST_FILE}"
    COMMENT "Embedding the rulebooks"
    VERBATIM)
  target_sources("${target}" PRIVATE "${output}")
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  return()
endif()

set(rows "")
list(SORT FILES)
foreach(file IN LISTS FILES)
  cmake_path(GET file STEM LAST_ONLY name)
  file(READ "${file}" text)
  if(text MATCHES "\\)embedded\"")
    message(FATAL_ERROR "${file}: holds ')embedded\"', which ends the literal that it is embedded as; write it differently")
  endif()
  string(APPEND rows "    {\"${name}\", R\"embedded(${text})embedded\"},\n")
endforeach()
list(LENGTH FILES count)
file(WRITE "${OUTPUT}" "// SPDX-License-Identifier: Apache-2.0
// Written by cmake/embed.cmake from rulebooks/.
#include \"number/embedded.hpp\"

#include <array>

namespace halfulp::embedded {
namespace {

constexpr std::array<EmbeddedFile, ${count}> kRulebooks{{
${rows}}};

}  // namespace

std::span<const EmbeddedFile> rulebooks() { return kRulebooks; }

}  // namespace halfulp::embedded
")
