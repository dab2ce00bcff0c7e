// SPDX-License-Identifier: Apache-2.0
// Blends with texels of a colour attachment: one case per texel, row by row. A source is multiplied by a constant of the
// draw, a texel by the alpha of the source's colour; 0.25 stands in what is not asked, which is never alpha.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "texel.glsl"

// Behind the texels, of at most four words each, that are put into the attachment: sources, their factors, and those of
// the texels.
layout(std430, set = 0, binding = 0) readonly buffer Operands { uint operands[]; };

layout(location = 0) out vec4 color;

float operand(uint k, uint i) { return uintBitsToFloat(operands[4 * width * height + k * cases + i]); }

void main() {
  uint i = uint(gl_FragCoord.y) * width + uint(gl_FragCoord.x);
  if (i >= cases) discard;
  color = vec4(0.25);
  color[component] = operand(0, i);
  color.a = operand(2, i);
}
