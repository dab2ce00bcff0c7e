// SPDX-License-Identifier: Apache-2.0
// Writes texels of a storage image: one case per texel, row by row.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "texel.glsl"
#include "written.glsl"

layout(local_size_x = 64) in;
layout(set = 0, binding = 4) writeonly uniform target2D target;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= cases) return;
  imageStore(target, place_of(i), written(i));
}
