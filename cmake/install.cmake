# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` puts where: the library with its headers, the command, and the files by which find_package and
# pkg-config find the library.
include(CMakePackageConfigHelpers)

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/halfulp")

install(TARGETS halfulp EXPORT halfulp_targets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(TARGETS halfulp_command RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(DIRECTORY include/halfulp DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp")

install(EXPORT halfulp_targets FILE halfulp-targets.cmake NAMESPACE halfulp:: DESTINATION "${package_folder}")
configure_package_config_file(packaging/halfulp-config.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/halfulp-config.cmake"
                              INSTALL_DESTINATION "${package_folder}" NO_SET_AND_CHECK_MACRO
                              NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/halfulp-config-version.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/halfulp-config.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/halfulp-config-version.cmake" cmake/FindGMP.cmake cmake/FindMPFR.cmake
        DESTINATION "${package_folder}")

# Relative to the .pc file, so that an installed tree may be moved.
set(pkg_config_folder "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
file(RELATIVE_PATH prefix_from_pkg_config "/prefix/${pkg_config_folder}" "/prefix")
configure_file(packaging/halfulp.pc.in "${CMAKE_CURRENT_BINARY_DIR}/halfulp.pc" @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/halfulp.pc" DESTINATION "${pkg_config_folder}")

# Man pages and completions: the command writes them from its own table of options whenever it is built.
set(share_folder "${CMAKE_CURRENT_BINARY_DIR}/share")
add_custom_command(
  TARGET halfulp_command
  POST_BUILD
  COMMAND "${CMAKE_COMMAND}" -E rm -rf "${share_folder}"
  COMMAND halfulp_command share "${share_folder}"
  VERBATIM)
install(DIRECTORY "${share_folder}/man/" DESTINATION "${CMAKE_INSTALL_MANDIR}")
foreach(folder bash-completion zsh fish)
  install(DIRECTORY "${share_folder}/${folder}" DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}")
endforeach()

install(DIRECTORY schemas DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/halfulp" FILES_MATCHING PATTERN "*.json")
