// SPDX-License-Identifier: Apache-2.0
// One triangle over the whole target.
#version 460

void main() { gl_Position = vec4((gl_VertexIndex & 1) * 4 - 1, (gl_VertexIndex & 2) * 2 - 1, 0.0, 1.0); }
