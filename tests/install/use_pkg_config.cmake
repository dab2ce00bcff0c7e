# SPDX-License-Identifier: Apache-2.0
# cmake -DSOURCE=tests/install -DTREE=installed tree -DBUILD=folder -DCOMPILER=c++ -P use_pkg_config.cmake
# Compiles and runs the consumer with what pkg-config says of an installed tree, without and with --static.
file(GLOB_RECURSE pc_file "${TREE}/halfulp.pc")
if(NOT pc_file)
  message(FATAL_ERROR "${TREE}: holds no halfulp.pc")
endif()
cmake_path(GET pc_file PARENT_PATH pc_folder)
set(ENV{PKG_CONFIG_PATH} "${pc_folder}")

file(REMOVE_RECURSE "${BUILD}")
file(MAKE_DIRECTORY "${BUILD}")
foreach(static "" --static)
  execute_process(COMMAND pkg-config ${static} --cflags --libs halfulp OUTPUT_VARIABLE flags
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  execute_process(COMMAND "${COMPILER}" -std=c++20 "${SOURCE}/consumer.cpp" -o "${BUILD}/consumer" ${flags}
                  COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND "${BUILD}/consumer" COMMAND_ERROR_IS_FATAL ANY)
endforeach()
