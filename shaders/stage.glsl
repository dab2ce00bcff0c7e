// SPDX-License-Identifier: Apache-2.0
// The index of an invocation. A fragment shader has a pixel for each, in rows of 1024, whatever the stage computes.
#if defined(GL_FRAGMENT_SHADER)
#define INVOCATION (uint(gl_FragCoord.y) * 1024u + uint(gl_FragCoord.x))
#else
layout(local_size_x = 64) in;
#define INVOCATION gl_GlobalInvocationID.x
#endif
