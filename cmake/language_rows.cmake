# SPDX-License-Identifier: Apache-2.0
# halfulp_language_rows(TARGET LANGUAGE COLUMN...): adds what shaders/operations.txt has in columns, counted from 0, to the
# target as generated C++: the definition of LANGUAGE_rows() of device/shader/language_row.hpp for each.

set(HALFULP_TABLE_OF_SHADERS "${PROJECT_SOURCE_DIR}/shaders/operations.txt")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${HALFULP_TABLE_OF_SHADERS}")

# Its rows. halfulp_read_fields() sets `fields` to the columns of one, with @ for the semicolons in them, OPERATION and
# `formats`.
file(STRINGS "${HALFULP_TABLE_OF_SHADERS}" HALFULP_ROWS_OF_SHADERS REGEX "^[^#]")
macro(halfulp_read_fields row)
  string(REPLACE ";" "@" fields "${row}")
  string(REPLACE "|" ";" fields "${fields}")
  list(TRANSFORM fields STRIP)
  list(LENGTH fields count)
  if(NOT count EQUAL 10)
    message(FATAL_ERROR "shaders/operations.txt: a row has 10 columns, this one ${count}: ${row}")
  endif()
  list(GET fields 0 OPERATION)
  list(GET fields 1 formats)
  if(NOT formats MATCHES "^(16|32|64)( (16|32|64))*$|^[a-z]+[0-9_]+$")
    message(FATAL_ERROR "shaders/operations.txt: column 2 has widths out of '16 32 64' or a format, not '${formats}'")
  endif()
  string(REPLACE " " ";" formats "${formats}")
endmacro()

# Appends to `definitions` what the column of a language has, with @ for its semicolons.
function(halfulp_add_ways definitions operation formats column)
  string(REPLACE "@" ";" ways "${column}")
  foreach(way IN LISTS ways)
    string(STRIP "${way}" way)
    string(REGEX MATCH "^(([0-9]+ )*)(shown )?(composed )?(.+)$" match "${way}")
    set(widths "${formats}")
    if(CMAKE_MATCH_1)
      string(STRIP "${CMAKE_MATCH_1}" widths)
      string(REPLACE " " ";" widths "${widths}")
    endif()
    set(judged true)
    if(CMAKE_MATCH_3)
      set(judged false)
    endif()
    set(composed false)
    if(CMAKE_MATCH_4)
      set(composed true)
    endif()
    foreach(width IN LISTS widths)
      string(APPEND ${definitions} "
      {Operation::${operation}, Format::binary${width}, \"${CMAKE_MATCH_5}\", ${judged}, ${composed}},")
    endforeach()
  endforeach()
  set(${definitions} "${${definitions}}" PARENT_SCOPE)
endfunction()

function(halfulp_language_rows target)
  set(functions "")
  set(languages ${ARGN})
  while(languages)
    list(POP_FRONT languages language column)
    set(language_rows "")
    foreach(row IN LISTS HALFULP_ROWS_OF_SHADERS)
      halfulp_read_fields("${row}")
      list(GET fields ${column} ways)
      if(NOT ways STREQUAL "-")
        halfulp_add_ways(language_rows "${OPERATION}" "${formats}" "${ways}")
      endif()
    endforeach()
    string(APPEND functions "
std::span<const LanguageRow> ${language}_rows() {
  static constexpr LanguageRow kRows[] = {${language_rows}
  };
  return kRows;
}
")
  endwhile()
  set(output "${CMAKE_CURRENT_BINARY_DIR}/generated/language_rows.cpp")
  file(CONFIGURE OUTPUT "${output}" @ONLY CONTENT "// SPDX-License-Identifier: Apache-2.0
// Written by cmake/language_rows.cmake from shaders/operations.txt.
#include \"device/shader/language_row.hpp\"

namespace halfulp::device {
@functions@
}  // namespace halfulp::device
")
  target_sources("${target}" PRIVATE "${output}")
endfunction()
