// SPDX-License-Identifier: Apache-2.0
// Writes texels of a colour attachment or of a depth attachment: one case per texel, row by row.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "texel.glsl"
#include "written.glsl"

#if !defined(DEPTH_TEXELS)
layout(location = 0) out texel4 texel;
#endif

void main() {
  uint i = uint(gl_FragCoord.y) * width + uint(gl_FragCoord.x);
  if (i >= cases) discard;
#if defined(DEPTH_TEXELS)
  gl_FragDepth = written(i).x;
#else
  texel = written(i);
#endif
}
