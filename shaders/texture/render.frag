// SPDX-License-Identifier: Apache-2.0
// Writes texels of a colour attachment: one case per texel, row by row.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "texel.glsl"
#include "written.glsl"

layout(location = 0) out texel4 texel;

void main() {
  uint i = uint(gl_FragCoord.y) * width + uint(gl_FragCoord.x);
  if (i >= cases) discard;
  texel = written(i);
}
