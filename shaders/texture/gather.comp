// SPDX-License-Identifier: Apache-2.0
// Gathers a component of the four texels around a corner and takes the first of them, whose lower right corner it is:
// one case per texel, row by row.
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
  vec2 corner = (vec2(place_of(i)) + 1.0) / vec2(width, height);
  texel4 gathered;
  // A constant names the component.
  switch (component) {
    case 0:
      gathered = textureGather(sampler2D(texels, nearest), corner, 0);
      break;
    case 1:
      gathered = textureGather(sampler2D(texels, nearest), corner, 1);
      break;
    case 2:
      gathered = textureGather(sampler2D(texels, nearest), corner, 2);
      break;
    default:
      gathered = textureGather(sampler2D(texels, nearest), corner, 3);
      break;
  }
  results[i] = TO_BITS(gathered.w);
}
