// SPDX-License-Identifier: Apache-2.0
// Samples a component half-way between two texels with a linear filter: one case per two texels, row by row.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "texel.glsl"

layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 1) writeonly buffer Results { uint results[]; };
layout(set = 0, binding = 2) uniform texels2D texels;
layout(set = 0, binding = 3) uniform sampler linear;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= cases) return;
  vec2 middle = (vec2(place_of(2 * i)) + vec2(1.0, 0.5)) / vec2(width, height);
  results[i] = TO_BITS(textureLod(sampler2D(texels, linear), middle, 0.0)[component]);
}
