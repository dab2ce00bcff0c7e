// SPDX-License-Identifier: Apache-2.0
// Samples a component of texels at their centres: one case per texel, row by row.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "texel.glsl"

layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 1) writeonly buffer Results { uint results[]; };
layout(set = 0, binding = 2) uniform texels2D texels;
layout(set = 0, binding = 3) uniform sampler nearest;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= cases) return;
  vec2 centre = (vec2(place_of(i)) + 0.5) / vec2(width, height);
  results[i] = TO_BITS(textureLod(sampler2D(texels, nearest), centre, 0.0)[component]);
}
