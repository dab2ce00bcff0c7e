// SPDX-License-Identifier: Apache-2.0
// Reads a component of texels: one case per texel, row by row.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "texel.glsl"

layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 1) writeonly buffer Results { uint results[]; };
layout(set = 0, binding = 2) uniform texels2D texels;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= cases) return;
  results[i] = TO_BITS(texelFetch(texels, place_of(i), 0)[component]);
}
