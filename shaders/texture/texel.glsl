// SPDX-License-Identifier: Apache-2.0
// What the shaders of textures share: the type that texels have in a shader (FLOAT_TEXELS, DEPTH_TEXELS,
// SINT_TEXELS or UINT_TEXELS),
// and the constants that a way of converting a component sets.
#extension GL_EXT_samplerless_texture_functions : require

#if defined(FLOAT_TEXELS) || defined(DEPTH_TEXELS)
#define texel4 vec4
#define texels2D texture2D
#define target2D image2D
#define FROM_BITS(bits) uintBitsToFloat(bits)
#define TO_BITS(value) floatBitsToUint(value)
#elif defined(SINT_TEXELS)
#define texel4 ivec4
#define texels2D itexture2D
#define target2D iimage2D
#define FROM_BITS(bits) int(bits)
#define TO_BITS(value) uint(value)
#else
#define texel4 uvec4
#define texels2D utexture2D
#define target2D uimage2D
#define FROM_BITS(bits) (bits)
#define TO_BITS(value) (value)
#endif

layout(constant_id = 0) const uint component = 0;      // the first one that is converted
layout(constant_id = 1) const uint operand_count = 1;  // how many are written
layout(constant_id = 2) const uint width = 1;
layout(constant_id = 3) const uint height = 1;
layout(push_constant) uniform Cases { uint cases; };

ivec2 place_of(uint i) { return ivec2(i % width, i / width); }
