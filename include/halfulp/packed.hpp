// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "halfulp/operation.hpp"
#include "halfulp/pixel_format.hpp"

namespace halfulp {

/// A conversion of numbers to a packed word, or of such a word to numbers: pack and unpack of shader languages. A word
/// is a pixel of a format of real numbers; below 32 bits it lies in a register of 32, whose other bits a result has
/// zero and an operand has any.
struct PackedFunction {
  PixelFormat word = PixelFormat::rgba8_unorm;
  bool packs = true;                 ///< numbers to a word; false: back
  Format number = Format::binary32;  ///< or binary16

  /// How many numbers it has: 1 to 4, in the order red, green, blue, alpha whatever their places in the word.
  [[nodiscard]] int numbers() const noexcept;
  /// Bits of the register that holds the word: 32, 64 or 128.
  [[nodiscard]] int register_bits() const noexcept;
};

/// One of the operations that such a function consists of, with what it was given and what it gave.
struct PackedPart {
  std::string_view components;  ///< "x", "y", "z" or "w"; "x, y, z" where one operation makes the whole word
  Operation operation = Operation::binary32_to_unorm8;
  Format format = Format::binary32;
  std::vector<Bits> operands;
  Bits observed = 0;
};

/// The function of that name: `pack_` or `unpack_` before a name that find_pixel_format() takes (pack_rgba8_unorm), or
/// a language's: packUnorm4x8, pack4x8unorm, pack_float_to_unorm4x8, f32tof16. `number` is that of the first kind.
/// Nothing where there is none.
[[nodiscard]] std::optional<PackedFunction> find_packed(std::string_view name, Format number = Format::binary32);

/// The parts of one case: each is judged as a result of its operation (judge_result), and the whole passes where all
/// do and unused_bits() is 0. `numbers`: those of the function, operands where it packs and results where it unpacks;
/// `word`: its register. Throws Error(kUsage) for a word of more than 64 bits, of integers or one that no operation
/// converts from or to `number`, and unless there are as many numbers as the function has; Error(kInput) where `word`
/// has bits above its register.
[[nodiscard]] std::vector<PackedPart> packed_parts(const PackedFunction& function, std::span<const Bits> numbers,
                                                   Bits word);

/// The bits of a result's register that belong to no component and are not zero; 0 of a function that unpacks.
[[nodiscard]] Bits unused_bits(const PackedFunction& function, Bits word) noexcept;

}  // namespace halfulp
