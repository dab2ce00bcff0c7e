// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "number/names.hpp"

namespace halfulp::range {

/// A type that values are made of by its name.
struct ConstructedType {
  std::size_t components;
  std::optional<Format> format;  ///< nothing: the expression's own
};
/// The type of `half3`, `uvec2`, `vec3h`, `i32`; `float`, `vec3`, `f32` and `min16float` are of the expression's own
/// format. Nothing for other names.
[[nodiscard]] std::optional<ConstructedType> constructed(std::string_view name);

/// What a function of a value's bits makes of them: asuint an integer, asfloat a float, bitcast<f32> its type.
enum class BitCast : std::uint8_t { to_integer, to_float, to_type };
/// Nothing for other functions.
[[nodiscard]] std::optional<BitCast> bit_cast(std::string_view name);

/// The one operation that a name is with that number of operands: in the language that is spoken, "hlsl" or "", else by
/// halfulp's own name, else in all languages. Nothing for other names, and for those that fix a format.
[[nodiscard]] std::optional<Operation> operation_called(const std::string& name, const std::string& language,
                                                        std::size_t operands);

/// What a function's name stands for: in the language that is spoken, else by halfulp's own name of an operation, else
/// in some language. Throws Error(kUsage) for a name that nobody has, with the nearest, and for one about which
/// languages differ.
[[nodiscard]] const number::NamedFunction& function_called(const std::string& name, const std::string& language);

/// The expression that a constant of Metal or OpenCL C rounds, "pi / 2" of M_PI_2_F; "" for other names.
[[nodiscard]] std::string_view constant_of_language(std::string_view name);

/// A function of vectors, which rulebooks have as an operation for each number of components, if at all.
struct VectorFunction {
  std::string_view name;
  std::vector<std::string> operands;
  std::string_view made_of;  ///< where the rulebook has no such operation
  bool gives_number;
};
/// length, distance, normalize or reflect; nullptr for others.
[[nodiscard]] const VectorFunction* vector_function(std::string_view name);

/// The names of its operands, as what it is made of has them.
[[nodiscard]] std::vector<std::string> operands_of(const number::NamedFunction& function);

}  // namespace halfulp::range
