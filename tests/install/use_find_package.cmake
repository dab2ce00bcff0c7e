# SPDX-License-Identifier: Apache-2.0
# cmake -DSOURCE=tests/install -DTREE=installed tree -DBUILD=folder -DCOMPILER=c++ -P use_find_package.cmake
# Configures, builds and runs the consumer project against an installed tree.
file(REMOVE_RECURSE "${BUILD}")
execute_process(
  COMMAND "${CMAKE_COMMAND}" -S "${SOURCE}" -B "${BUILD}" -G Ninja "-DCMAKE_PREFIX_PATH=${TREE}"
          "-DCMAKE_CXX_COMPILER=${COMPILER}" -DCMAKE_BUILD_TYPE=Release COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${BUILD}" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${BUILD}/consumer" COMMAND_ERROR_IS_FATAL ANY)
