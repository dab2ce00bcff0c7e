// SPDX-License-Identifier: Apache-2.0
// The texel that a case writes: its operands, one lane after the other, and 0.25 (0 for integers) in what is not asked.
layout(std430, set = 0, binding = 0) readonly buffer Operands { uint operands[]; };

texel4 written(uint i) {
  texel4 texel = texel4(0.25);
  for (uint k = 0; k < operand_count; ++k) texel[component + k] = FROM_BITS(operands[k * cases + i]);
  return texel;
}
