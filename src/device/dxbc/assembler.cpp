// SPDX-License-Identifier: Apache-2.0
#include "device/dxbc/assembler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <span>
#include <stdexcept>

namespace halfulp::device::dxbc {
namespace {

using Tokens = std::vector<std::uint32_t>;

/// What stands behind an instruction's name. `system_value`: an operand and the name of what it holds; `mode`: an
/// operand and a flag; `typed`: the types of four components in brackets and an operand.
enum class Takes : std::uint8_t { operands, numbers, flags, system_value, mode, typed };

/// How the lines begin that are an instruction.
struct Instruction {
  std::string_view name;
  std::uint32_t opcode;  ///< with the bits that further words of the name stand for
  Takes takes = Takes::operands;
  std::size_t destinations = 1;
};
constexpr std::uint32_t kTexture2d = 3U << 11;
constexpr std::uint32_t kLinearNoPerspective = 4U << 11;

/// Opcodes of Microsoft's d3d11TokenizedProgramFormat.hpp.
constexpr auto kInstructions = std::to_array<Instruction>({
    {"add", 0},
    {"and", 1},
    {"div", 14},
    {"dp2", 15},
    {"dp3", 16},
    {"dp4", 17},
    {"eq", 24},
    {"exp", 25},
    {"frc", 26},
    {"ftoi", 27},
    {"ftou", 28},
    {"ge", 29},
    {"ieq", 32},
    {"ishl", 41},
    {"itof", 43},
    {"ld", 45},
    {"log", 47},
    {"lt", 49},
    {"mad", 50},
    {"min", 51},
    {"max", 52},
    {"mov", 54},
    {"movc", 55},
    {"mul", 56},
    {"ne", 57},
    {"ret", 62, Takes::operands, 0},
    {"round_ne", 64},
    {"round_ni", 65},
    {"round_pi", 66},
    {"round_z", 67},
    {"rsq", 68},
    {"sample_l", 72},
    {"sqrt", 75},
    {"sincos", 77, Takes::operands, 2},
    {"ushr", 85},
    {"utof", 86},
    {"dcl_resource_texture2d", 88 | kTexture2d, Takes::typed, 0},
    {"dcl_sampler", 90, Takes::mode, 0},
    {"dcl_input", 95},
    {"dcl_input_sgv", 96, Takes::system_value},
    {"dcl_input_ps_siv linear noperspective", 100 | kLinearNoPerspective, Takes::system_value},
    {"dcl_output", 101},
    {"dcl_output_siv", 103, Takes::system_value},
    {"dcl_temps", 104, Takes::numbers},
    {"dcl_globalFlags", 106, Takes::flags},
    {"rcp", 129},
    {"f32tof16", 130},
    {"f16tof32", 131},
    {"dcl_thread_group", 155, Takes::numbers},
    {"dcl_uav_typed_texture2d", 156 | kTexture2d, Takes::typed, 0},
    {"dcl_uav_raw", 157, Takes::operands, 0},
    {"dcl_resource_raw", 161, Takes::operands, 0},
    {"store_uav_typed", 164},
    {"ld_raw", 165},
    {"store_raw", 166},
    {"dadd", 191},
    {"dmax", 192},
    {"dmin", 193},
    {"dmul", 194},
    {"deq", 195},
    {"dge", 196},
    {"dlt", 197},
    {"dne", 198},
    {"dmov", 199},
    {"dmovc", 200},
    {"dtof", 201},
    {"ftod", 202},
    {"ddiv", 210},
    {"dfma", 211},
    {"drcp", 212},
    {"dtoi", 214},
    {"dtou", 215},
    {"itod", 216},
    {"utod", 217},
});

/// A word and the number that it stands for.
struct Word {
  std::string_view name;
  std::uint32_t number;
};
constexpr std::array kFlags = {Word{"refactoringAllowed", 1U << 11}, Word{"enableDoublePrecisionFloatOps", 1U << 12},
                               Word{"enable11_1DoubleExtensions", 1U << 17}, Word{"mode_default", 0}};

/// What the pipeline writes into a register, or reads from it.
constexpr std::array kSystemValues = {Word{"position", 1}, Word{"vertex_id", 6}};

/// The types of the four components of a texture.
constexpr std::array kTypes = {Word{"(unorm,unorm,unorm,unorm)", 0x1111}, Word{"(snorm,snorm,snorm,snorm)", 0x2222},
                               Word{"(sint,sint,sint,sint)", 0x3333}, Word{"(uint,uint,uint,uint)", 0x4444},
                               Word{"(float,float,float,float)", 0x5555}};

/// Files of registers: how their names begin and whether a number follows.
struct RegisterFile {
  std::string_view name;
  std::uint32_t type;
  bool has_number;
  bool has_components;
};
constexpr std::array kFiles = {RegisterFile{"vThreadID", 0x20, false, true},
                               RegisterFile{"null", 13, false, false},
                               RegisterFile{"r", 0, true, true},
                               RegisterFile{"v", 1, true, true},
                               RegisterFile{"o", 2, true, true},
                               RegisterFile{"s", 6, true, false},
                               RegisterFile{"t", 7, true, true},
                               RegisterFile{"u", 30, true, true}};

constexpr std::string_view kSat = "_sat";
constexpr std::uint32_t kSaturate = 1U << 13;
constexpr int kLengthShift = 24;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

[[noreturn]] void refuse(std::string_view text, std::string_view why) {
  throw std::invalid_argument(fmt::format("'{}': {}", text, why));
}

std::uint32_t number(std::string_view text) {
  const bool is_hex = text.starts_with("0x");
  const std::string_view digits = is_hex ? text.substr(2) : text;
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, is_hex ? 16 : 10);
  if (error != std::errc() || end != digits.data() + digits.size()) refuse(text, "is no number");
  return value;
}

/// The number of a line's word.
std::uint32_t number_of(std::string_view word, std::span<const Word> words, std::string_view line,
                        std::string_view why) {
  const auto found = std::ranges::find(words, word, &Word::name);
  if (found == words.end()) refuse(line, why);
  return found->number;
}

/// Between commas that stand in no brackets.
std::vector<std::string_view> separated(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] == '(') ++depth;
    if (i < text.size() && text[i] == ')') --depth;
    if (i < text.size() && (text[i] != ',' || depth > 0)) continue;
    parts.push_back(trimmed(text.substr(start, i - start)));
    start = i + 1;
  }
  return parts;
}

/// The components behind a register's name: .x, .xy, .xxxx.
std::uint32_t components(std::string_view letters, bool is_destination, std::string_view text) {
  std::uint32_t mask = 0;
  std::uint32_t swizzle = 0;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const std::size_t place = std::string_view("xyzw").find(letters[i]);
    if (place == std::string_view::npos || letters.size() > 4) refuse(text, "has no such components");
    mask |= 1U << place;
    swizzle |= static_cast<std::uint32_t>(place) << (2 * i);
  }
  constexpr std::uint32_t kFour = 2;
  constexpr std::uint32_t kSwizzle = 1U << 2;
  constexpr std::uint32_t kSelect = 2U << 2;
  constexpr int kShift = 4;
  if (is_destination) return kFour | mask << kShift;
  if (letters.size() == 1) return kFour | kSelect | swizzle << kShift;
  // The last component stands for those that are missing.
  for (std::size_t i = letters.size(); i < 4; ++i) swizzle |= (swizzle >> (2 * (letters.size() - 1)) & 3U) << (2 * i);
  return kFour | kSwizzle | swizzle << kShift;
}

Tokens literal(std::string_view text) {
  const std::vector<std::string_view> values = separated(text.substr(2, text.size() - 3));
  constexpr std::uint32_t kImmediate = 4U << 12;
  if (values.size() == 1) return {1U | kImmediate, number(values[0])};
  if (values.size() != 4) refuse(text, "has one value or four");
  Tokens tokens = {components("xyzw", false, text) | kImmediate};
  for (const std::string_view value : values) tokens.push_back(number(value));
  return tokens;
}

Tokens register_operand(std::string_view text, bool is_destination) {
  const std::size_t dot = text.find('.');
  const std::string_view name = text.substr(0, dot);
  for (const RegisterFile& file : kFiles) {
    const bool is_it = file.has_number ? name.size() > 1 && name.starts_with(file.name) &&
                                             name.find_first_not_of("0123456789", 1) == std::string_view::npos
                                       : name == file.name;
    if (!is_it) continue;
    constexpr int kTypeShift = 12;
    constexpr std::uint32_t kOneIndex = 1U << 20;
    std::uint32_t token = file.type << kTypeShift;
    if (dot != std::string_view::npos && file.has_components) {
      token |= components(text.substr(dot + 1), is_destination, text);
    } else if (dot != std::string_view::npos) {
      refuse(text, "has no components");
    }
    if (!file.has_number) return {token};
    return {token | kOneIndex, number(name.substr(file.name.size()))};
  }
  refuse(text, "is no operand");
}

class Assembler {
 public:
  explicit Assembler(const Names& names) : names_(names) {}

  void line(std::string_view text) {
    const auto begins = [&](const Instruction& row) {
      return text.starts_with(row.name) && (text.size() == row.name.size() || text[row.name.size()] == ' ' ||
                                            text.substr(row.name.size()).starts_with(kSat));
    };
    const auto* const found = std::ranges::find_if(kInstructions, begins);
    if (found == kInstructions.end()) refuse(text, "no such instruction");
    std::string_view rest = text.substr(found->name.size());
    const bool saturates = rest.starts_with(kSat);
    if (saturates) rest.remove_prefix(kSat.size());
    rest = trimmed(rest);
    std::uint32_t type = 0;
    if (found->takes == Takes::typed) {
      const std::size_t end = std::min(rest.find(')'), rest.size() - 1);
      type = number_of(rest.substr(0, end + 1), kTypes, text, "no such type of four components");
      rest = trimmed(rest.substr(end + 1));
    }
    Tokens operands;
    std::uint32_t control = saturates ? kSaturate : 0;
    const std::vector<std::string_view> parts = rest.empty() ? std::vector<std::string_view>() : separated(rest);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (found->takes == Takes::flags || (found->takes == Takes::mode && i > 0)) {
        control |= number_of(parts[i], kFlags, text, "no such flag");
      } else if (found->takes == Takes::numbers) {
        operands.push_back(number(parts[i]));
      } else if (found->takes == Takes::system_value && i > 0) {
        operands.push_back(number_of(parts[i], kSystemValues, text, "no such system value"));
      } else {
        const Tokens one = operand(parts[i], i < found->destinations);
        operands.insert(operands.end(), one.begin(), one.end());
      }
    }
    if (type != 0) operands.push_back(type);
    tokens_.push_back(found->opcode | control | static_cast<std::uint32_t>(operands.size() + 1) << kLengthShift);
    tokens_.insert(tokens_.end(), operands.begin(), operands.end());
  }

  [[nodiscard]] const Tokens& tokens() const { return tokens_; }

 private:
  [[nodiscard]] Tokens operand(std::string_view text, bool is_destination) const {
    const std::string_view whole = text;
    const bool is_negated = text.starts_with('-');
    if (is_negated) text.remove_prefix(1);
    constexpr std::string_view kAbsolute = "abs(";
    const bool is_absolute = text.starts_with(kAbsolute) && text.ends_with(')');
    if (is_absolute) text = text.substr(kAbsolute.size(), text.size() - kAbsolute.size() - 1);
    if (text.starts_with("l(") && text.ends_with(')')) {
      if (is_negated || is_absolute) refuse(whole, "a literal has no modifier");
      return literal(text);
    }
    const auto named = names_.find(text);
    Tokens tokens = register_operand(named == names_.end() ? text : std::string_view(named->second), is_destination);
    if (!is_negated && !is_absolute) return tokens;
    constexpr std::uint32_t kExtended = 0x80000000;
    constexpr std::uint32_t kModifier = 1;
    tokens[0] |= kExtended;
    tokens.insert(tokens.begin() + 1, kModifier | (is_negated ? 1U : 0U) << 6 | (is_absolute ? 1U : 0U) << 7);
    return tokens;
  }

  const Names& names_;
  Tokens tokens_;
};

}  // namespace

std::vector<std::byte> assemble(const ShaderInterface& shader, std::string_view text, const Names& names) {
  Assembler assembler(names);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    if (!line.empty()) assembler.line(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return container(shader, assembler.tokens());
}

}  // namespace halfulp::device::dxbc
