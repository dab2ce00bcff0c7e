# SPDX-License-Identifier: Apache-2.0
# Finds Arb, which ships no CMake package: the target Arb::Arb. Needs GMP::GMP and MPFR::MPFR first. Since FLINT 3 it is
# a part of FLINT; before, a library of its own, which Debian calls flint-arb.
include(FindPackageHandleStandardArgs)

find_path(ARB_INCLUDE_DIR arb.h PATH_SUFFIXES flint)
find_path(FLINT_INCLUDE_DIR flint/flint.h)
find_library(FLINT_LIBRARY flint)
find_library(ARB_LIBRARY NAMES flint-arb arb flint)
mark_as_advanced(ARB_INCLUDE_DIR FLINT_INCLUDE_DIR FLINT_LIBRARY ARB_LIBRARY)
find_package_handle_standard_args(Arb REQUIRED_VARS ARB_LIBRARY FLINT_LIBRARY ARB_INCLUDE_DIR FLINT_INCLUDE_DIR)

if(Arb_FOUND AND NOT TARGET Arb::Arb)
  add_library(Arb::Arb UNKNOWN IMPORTED)
  set_target_properties(
    Arb::Arb
    PROPERTIES IMPORTED_LOCATION "${ARB_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${ARB_INCLUDE_DIR};${FLINT_INCLUDE_DIR}"
               INTERFACE_LINK_LIBRARIES "${FLINT_LIBRARY};MPFR::MPFR;GMP::GMP")
endif()
