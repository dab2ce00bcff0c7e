// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
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

/// The one operation that a name is, whatever the language; nothing for others, and for names that fix a format.
[[nodiscard]] std::optional<Operation> operation_called(const std::string& name);

/// What a function's name stands for: halfulp's own name of an operation, else that of some language. Throws
/// Error(kUsage) for a name that nobody has, with the nearest, and for one about which languages differ.
[[nodiscard]] const number::NamedFunction& function_called(const std::string& name);

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
