# SPDX-License-Identifier: Apache-2.0
# The one target that carries every compiler flag: floating point, warnings, sanitizers. All of our targets link it.

set(HALFULP_SANITIZE "" CACHE STRING "Sanitizers to build with: address, undefined, or \"address,undefined\"")
option(HALFULP_WERROR "Treat compiler warnings as errors" OFF)

add_library(halfulp_flags INTERFACE)
target_compile_features(halfulp_flags INTERFACE cxx_std_20)
target_compile_options(
  halfulp_flags
  INTERFACE -ffp-contract=off
            -fno-fast-math
            "SHELL:-include ${PROJECT_SOURCE_DIR}/src/number/strict_floating_point.hpp"
            -Wall
            -Wextra
            -Wpedantic
            -Wshadow
            -Wconversion
            -Wsign-conversion)
# GCC 12 sees overlapping copies in std::string's operator+ where there are none (its bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(halfulp_flags INTERFACE -Wno-restrict)
endif()
if(HALFULP_WERROR)
  target_compile_options(halfulp_flags INTERFACE -Werror)
endif()

if(HALFULP_SANITIZE)
  if(NOT HALFULP_SANITIZE MATCHES "^(address|undefined|address,undefined)$")
    message(FATAL_ERROR "HALFULP_SANITIZE is '${HALFULP_SANITIZE}': use address, undefined, or address,undefined")
  endif()
  target_compile_options(halfulp_flags INTERFACE -fsanitize=${HALFULP_SANITIZE} -fno-sanitize-recover=all
                                                 -fno-omit-frame-pointer)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12's instrumented <regex> looks uninitialized to it (its bug 105562).
    target_compile_options(halfulp_flags INTERFACE -Wno-maybe-uninitialized)
  endif()
  target_link_options(halfulp_flags INTERFACE -fsanitize=${HALFULP_SANITIZE})
endif()

# With other rules of clang-tidy, each file is looked at again.
if(CMAKE_CXX_CLANG_TIDY)
  set(tidy_rules .clang-tidy tests/.clang-tidy)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${tidy_rules})
  set(rules "")
  foreach(file IN LISTS tidy_rules)
    file(READ "${PROJECT_SOURCE_DIR}/${file}" text)
    string(APPEND rules "${text}")
  endforeach()
  string(SHA256 hash "${rules}")
  target_compile_definitions(halfulp_flags INTERFACE HALFULP_TIDY_RULES="${hash}")
endif()
