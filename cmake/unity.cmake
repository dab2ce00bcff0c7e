# SPDX-License-Identifier: Apache-2.0
# The sources of a folder as one unit for the compiler, so that what they include is parsed once: a third of the time of a
# whole build. Every file compiles by itself all the same, in the presets for daily work and for clang-tidy.

option(HALFULP_UNITY "Compile the sources of a folder together" OFF)

# halfulp_unity(TARGET [APART FILE...]): APART are files that are compiled by themselves, since names of their unnamed
# namespace or their macros occur in other files of the folder. So is what the build generates.
function(halfulp_unity target)
  if(NOT HALFULP_UNITY)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 argument "" "" APART)
  list(TRANSFORM argument_APART PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
  set_target_properties("${target}" PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources "${target}" SOURCES)
  foreach(source IN LISTS sources)
    string(FIND "${source}" "${PROJECT_BINARY_DIR}/" in_build)
    if(in_build EQUAL -1 AND NOT source IN_LIST argument_APART)
      cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE relative)
      cmake_path(GET relative PARENT_PATH folder)
      string(MAKE_C_IDENTIFIER "${folder}" group)
      set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${group}")
    endif()
  endforeach()
endfunction()
