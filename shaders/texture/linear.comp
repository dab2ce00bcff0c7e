// SPDX-License-Identifier: Apache-2.0
// Samples a component between two texels with a linear filter, where the second has the weight that an operand says. Each
// case has two texels of four, in every other row: texels beside it may count with weight 0, and those are numbers.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "texel.glsl"

layout(local_size_x = 64) in;
// Behind the texels, of at most four words each, that are put into the texture.
layout(std430, set = 0, binding = 0) readonly buffer Operands { uint operands[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Results { uint results[]; };
layout(set = 0, binding = 2) uniform texels2D texels;
layout(set = 0, binding = 3) uniform sampler linear;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= cases) return;
  float weight = uintBitsToFloat(operands[4 * width * height + i]);
  vec2 first = vec2(place_of(4 * i)) * vec2(1, 2);
  vec2 between = (first + vec2(0.5 + weight, 0.5)) / vec2(width, height);
  results[i] = TO_BITS(textureLod(sampler2D(texels, linear), between, 0.0)[component]);
}
