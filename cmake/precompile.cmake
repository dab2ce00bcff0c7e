# SPDX-License-Identifier: Apache-2.0
# Standard headers that most files include, parsed once for each target. Every file includes what it uses all the same:
# with a compiler cache, which is faster still, nothing is precompiled.

set(precompile ON)
if(HALFULP_CCACHE OR CMAKE_CXX_COMPILER_LAUNCHER)
  set(precompile OFF)
endif()
option(HALFULP_PRECOMPILE "Precompile standard headers" ${precompile})

# halfulp_precompile(TARGET [HEADER...])
function(halfulp_precompile target)
  if(NOT HALFULP_PRECOMPILE)
    return()
  endif()
  target_precompile_headers("${target}" PRIVATE <fmt/format.h> <algorithm> <array> <cstdint> <map> <memory> <optional>
                                                <span> <string> <string_view> <utility> <vector> ${ARGN})
endfunction()
