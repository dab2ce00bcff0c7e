// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "halfulp/operation.hpp"

namespace halfulp::number {

/// Whose names of functions src/number/names.txt has.
enum class Language : std::uint8_t { hlsl, sm5, dxil, glsl, spirv, msl, wgsl, opencl, cuda };

inline constexpr std::size_t kLanguages = 9;

struct LanguageInfo {
  Language language;
  std::string_view id;     ///< what stands before a name: "hlsl" in hlsl:log
  std::string_view title;  ///< "HLSL"
};

/// All languages, in the order of the enumeration.
[[nodiscard]] std::span<const LanguageInfo> languages() noexcept;

/// The language of that id (`sm4` is sm5), or nothing.
[[nodiscard]] std::optional<Language> find_language(std::string_view id) noexcept;

/// What a function of some language is here: one row of the table.
struct NamedFunction {
  /// One operation; or several, of which each is asked alone; or none.
  std::vector<Operation> operations;
  /// The format in which alone the function is asked: binary64 of dadd.
  std::optional<Format> format;
  std::string operands;  ///< those of `made_of` where there is no operation: "x, y, s"
  std::string made_of;   ///< what it is made of where no rule speaks of it: "x + s * (y - x)"; "" for nothing
  std::string note;      ///< a difference that a user has to know; "" for none
  std::array<std::vector<std::string>, kLanguages> names;

  [[nodiscard]] const std::vector<std::string>& names_in(Language language) const noexcept {
    return names[static_cast<std::size_t>(language)];
  }
};

/// All rows of src/number/names.txt, in its order. Throws Error(kInternal) with the line of one that cannot be read.
[[nodiscard]] std::span<const NamedFunction> named_functions();

/// Reads such a table. Throws as above.
[[nodiscard]] std::vector<NamedFunction> read_named_functions(std::string_view text);

/// A function by the name that one language has for it.
struct FunctionName {
  const NamedFunction* function;
  Language language;
  std::string name;
};

/// What `name` stands for, in each language that has it; "sm5:log" in that language alone. Empty for a name that no
/// language has.
[[nodiscard]] std::vector<FunctionName> functions_named(std::string_view name);

/// A name with its language in front, and the two apart: "msl:precise::sin"; no language in "precise::sin". Of
/// "metal::precise::sin", which MSL's namespace begins, the language is msl; of "GLSL.std.450 Sqrt" and
/// "GLSLstd450Sqrt", which the instruction set begins, spirv.
struct QualifiedName {
  std::string_view language;
  std::string_view name;
};
[[nodiscard]] QualifiedName split_name(std::string_view name) noexcept;

/// "hlsl:round".
[[nodiscard]] std::string qualified(const FunctionName& name);

/// What the function is, in a few words: "round_ne", "add in binary64", "dp2, dp3 or dp4", "x + s * (y - x)", "none".
[[nodiscard]] std::string function_text(const NamedFunction& function);

/// "dp2, dp3 or dp4".
[[nodiscard]] std::string alternatives_text(std::span<const Operation> operations);

/// The conversion in the other direction, if there is one: srgb8_to_binary32 for binary32_to_srgb8.
[[nodiscard]] std::optional<Operation> inverse_conversion(Operation operation);

}  // namespace halfulp::number
