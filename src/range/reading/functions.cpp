// SPDX-License-Identifier: Apache-2.0
#include "range/reading/functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "halfulp/error.hpp"
#include "number/nearest_name.hpp"

namespace halfulp::range {

using number::NamedFunction;

std::optional<ConstructedType> constructed(std::string_view name) {
  struct Word {
    std::string_view text;
    std::optional<Format> format;
  };
  constexpr std::optional<Format> kOwn = std::nullopt;
  static constexpr std::array kScalars = {
      Word{"float", kOwn},
      Word{"min16float", kOwn},
      Word{"f32", kOwn},
      Word{"half", Format::binary16},
      Word{"float16_t", Format::binary16},
      Word{"f16", Format::binary16},
      Word{"bfloat", Format::bfloat16},
      Word{"double", Format::binary64},
      Word{"int", Format::sint32},
      Word{"i32", Format::sint32},
      Word{"uint", Format::uint32},
      Word{"u32", Format::uint32},
      Word{"short", Format::sint16},
      Word{"ushort", Format::uint16},
      Word{"char", Format::sint8},
      Word{"uchar", Format::uint8},
  };
  static constexpr std::array kVectors = {
      Word{"vec", kOwn},
      Word{"f16vec", Format::binary16},
      Word{"dvec", Format::binary64},
      Word{"ivec", Format::sint32},
      Word{"uvec", Format::uint32},
  };
  // What ends a vector's name in WGSL.
  static constexpr std::array kSuffixes = {std::pair{'f', kOwn}, std::pair{'h', std::optional(Format::binary16)},
                                           std::pair{'i', std::optional(Format::sint32)},
                                           std::pair{'u', std::optional(Format::uint32)}};
  const auto size_of = [](std::string_view digit) -> std::size_t {
    return digit.size() == 1 && digit[0] >= '2' && digit[0] <= '4' ? static_cast<std::size_t>(digit[0] - '0') : 0;
  };
  for (const Word& word : kScalars) {
    if (name == word.text) return ConstructedType{1, word.format};
    if (!name.starts_with(word.text)) continue;
    if (const std::size_t size = size_of(name.substr(word.text.size()))) return ConstructedType{size, word.format};
  }
  for (const Word& word : kVectors) {
    if (!name.starts_with(word.text)) continue;
    const std::string_view rest = name.substr(word.text.size());
    if (const std::size_t size = size_of(rest)) return ConstructedType{size, word.format};
    for (const auto& [suffix, format] : kSuffixes) {
      if (word.text != "vec" || !rest.ends_with(suffix)) continue;
      if (const std::size_t size = size_of(rest.substr(0, rest.size() - 1))) return ConstructedType{size, format};
    }
  }
  return std::nullopt;
}

std::optional<BitCast> bit_cast(std::string_view name) {
  using enum BitCast;
  static constexpr auto kCasts = std::to_array<std::pair<std::string_view, BitCast>>({
      {"asint", to_integer},          {"asuint", to_integer},
      {"asint16", to_integer},        {"asuint16", to_integer},
      {"floatBitsToInt", to_integer}, {"floatBitsToUint", to_integer},
      {"as_int", to_integer},         {"as_uint", to_integer},
      {"__float_as_int", to_integer}, {"__float_as_uint", to_integer},
      {"asfloat", to_float},          {"asfloat16", to_float},
      {"intBitsToFloat", to_float},   {"uintBitsToFloat", to_float},
      {"as_float", to_float},         {"as_half", to_float},
      {"__int_as_float", to_float},   {"__uint_as_float", to_float},
      {"bitcast", to_type},           {"as_type", to_type},
  });
  const auto* const found =
      std::ranges::find(kCasts, number::split_name(name).name, &std::pair<std::string_view, BitCast>::first);
  return found == kCasts.end() ? std::nullopt : std::optional(found->second);
}

namespace {

/// What a name stands for: in the language that is spoken, if that has it and the name says no other, else in all.
struct Meanings {
  std::vector<number::FunctionName> found;
  bool in_language = false;
};

Meanings meanings_of(const std::string& name, const std::string& language) {
  if (!language.empty() && number::split_name(name).language.empty()) {
    std::vector<number::FunctionName> found = number::functions_named(language + ":" + name);
    if (!found.empty()) return {std::move(found), true};
  }
  return {number::functions_named(name)};
}

}  // namespace

std::optional<Operation> operation_called(const std::string& name, const std::string& language, std::size_t operands) {
  const std::optional<Operation> own = find_operation(name);
  const Meanings meanings = meanings_of(name, language);
  if (own && !meanings.in_language) return own;
  std::vector<Operation> meant;
  bool is_own = false;
  for (const number::FunctionName& one : meanings.found) {
    for (const Operation operation : one.function->operations) {
      is_own = is_own || operation == own;
      if (one.function->format || info(operation).arity != static_cast<int>(operands)) continue;
      if (std::ranges::find(meant, operation) == meant.end()) meant.push_back(operation);
    }
  }
  if (is_own && (meant.size() != 1 || info(*own).arity == static_cast<int>(operands))) return own;
  const bool is_same = std::ranges::all_of(meanings.found, [&](const number::FunctionName& one) {
    return one.function->operations == meanings.found[0].function->operations;
  });
  return meant.size() == 1 && (meanings.in_language || is_same) ? std::optional(meant[0]) : std::nullopt;
}

const NamedFunction& function_called(const std::string& name, const std::string& language) {
  const auto [found, in_language] = meanings_of(name, language);
  const std::optional<Operation> own = find_operation(name);
  if (own && !in_language) {
    const std::span<const NamedFunction> all = number::named_functions();
    const auto row = std::ranges::find(all, std::vector{*own}, &NamedFunction::operations);
    if (row != all.end()) return *row;
  }
  if (found.empty()) {
    std::vector<std::string_view> names;
    for (const OperationInfo& row : operations()) names.push_back(row.name);
    throw Error(Error::Kind::kUsage, number::unknown_name("function", name, names));
  }
  for (const number::FunctionName& one : found) {
    if (one.function == found[0].function) continue;
    const bool is_one_operation = one.function->operations == found[0].function->operations;
    const auto text = [&](const NamedFunction& function) {
      return is_one_operation && !function.made_of.empty() ? function.made_of : number::function_text(function);
    };
    throw Error(Error::Kind::kUsage, fmt::format("'{}' is {} in one language and {} in another: write {} or {}", name,
                                                 text(*found[0].function), text(*one.function),
                                                 number::qualified(found[0]), number::qualified(one)));
  }
  return *found[0].function;
}

const VectorFunction* vector_function(std::string_view name) {
  static const std::array<VectorFunction, 4> kFunctions = {{{"length", {"x"}, "sqrt(dot(x, x))", true},
                                                            {"distance", {"x", "y"}, "length(x - y)", true},
                                                            {"normalize", {"x"}, "x * rsqrt(dot(x, x))", false},
                                                            {"reflect", {"i", "n"}, "i - 2 * dot(i, n) * n", false}}};
  const auto* const found = std::ranges::find(kFunctions, name, &VectorFunction::name);
  return found == kFunctions.end() ? nullptr : found;
}

std::string_view constant_of_language(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kConstants = {
      {{"M_PI_F", "pi"},
       {"M_PI_2_F", "pi / 2"},
       {"M_PI_4_F", "pi / 4"},
       {"M_1_PI_F", "1 / pi"},
       {"M_2_PI_F", "2 / pi"},
       {"M_2_SQRTPI_F", "2 / sqrt(pi)"},
       {"M_SQRT2_F", "sqrt(2)"},
       {"M_SQRT1_2_F", "sqrt(0.5)"},
       {"M_E_F", "e"},
       {"M_LOG2E_F", "log2(e)"},
       {"M_LOG10E_F", "log10(e)"},
       {"M_LN2_F", "log(2)"},
       {"M_LN10_F", "log(10)"}}};
  const auto* const found = std::ranges::find(kConstants, name, &decltype(kConstants)::value_type::first);
  return found == kConstants.end() ? std::string_view() : found->second;
}

std::vector<std::string> operands_of(const NamedFunction& function) {
  if (!function.operations.empty()) {
    const OperationInfo& row = info(function.operations.front());
    return {row.operand_names.begin(), row.operand_names.begin() + row.arity};
  }
  std::vector<std::string> operands;
  std::string_view list = function.operands;
  while (!list.empty()) {
    operands.emplace_back(list.substr(0, list.find(',')));
    list.remove_prefix(std::min(list.size(), operands.back().size() + 2));
  }
  return operands;
}

}  // namespace halfulp::range
