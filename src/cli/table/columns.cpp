// SPDX-License-Identifier: Apache-2.0
#include "cli/table/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

enum class Holds : std::uint8_t { operation, format, result, expected, tolerance, ulp, absolute, relative };

/// Names as they are compared.
constexpr auto kColumnNames = std::to_array<std::pair<std::string_view, Holds>>({
    {"operation", Holds::operation},
    {"op", Holds::operation},
    {"function", Holds::operation},
    {"func", Holds::operation},
    {"instruction", Holds::operation},
    {"instr", Holds::operation},
    {"mnemonic", Holds::operation},
    {"opcode", Holds::operation},
    {"intrinsic", Holds::operation},
    {"builtin", Holds::operation},
    {"format", Holds::format},
    {"fmt", Holds::format},
    {"type", Holds::format},
    {"datatype", Holds::format},
    {"dtype", Holds::format},
    {"precision", Holds::format},
    {"result", Holds::result},
    {"output", Holds::result},
    {"actual", Holds::result},
    {"observed", Holds::result},
    {"got", Holds::result},
    {"res", Holds::result},
    {"ret", Holds::result},
    {"computed", Holds::result},
    {"out", Holds::result},
    {"dst", Holds::result},
    {"actualresult", Holds::result},
    {"expected", Holds::expected},
    {"expect", Holds::expected},
    {"expectedresult", Holds::expected},
    {"expectedvalue", Holds::expected},
    {"expectedoutput", Holds::expected},
    {"reference", Holds::expected},
    {"ref", Holds::expected},
    {"golden", Holds::expected},
    {"want", Holds::expected},
    {"tolerance", Holds::tolerance},
    {"tol", Holds::tolerance},
    {"maxerror", Holds::tolerance},
    {"ulp", Holds::ulp},
    {"ulps", Holds::ulp},
    {"maxulp", Holds::ulp},
    {"toleranceulp", Holds::ulp},
    {"abstol", Holds::absolute},
    {"atol", Holds::absolute},
    {"absolutetolerance", Holds::absolute},
    {"reltol", Holds::relative},
    {"rtol", Holds::relative},
    {"relativetolerance", Holds::relative},
});

/// Names that have a number or a letter behind them, or stand alone for the first operand.
constexpr auto kNumberedOperands =
    std::to_array<std::string_view>({"src", "arg", "input", "in", "operand", "param", "op"});

/// The letters and digits of a text, in lower case.
std::string letters_of(std::string_view text) {
  std::string letters;
  for (const char letter : text) {
    if (std::isalnum(static_cast<unsigned char>(letter)) != 0) {
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
  }
  return letters;
}

/// A column's name as it is compared, and whether it says that the column holds bits.
struct ComparedName {
  std::string name;
  bool says_bits = false;
};

/// `Expected Result (hex)` and `expected_result_bits` as `expectedresult` of bits.
ComparedName compared(std::string_view text) {
  constexpr std::array<std::string_view, 2> kBits = {"bits", "hex"};
  const std::size_t remark = std::min(text.find_first_of("(["), text.size());
  ComparedName result{letters_of(text.substr(0, remark)),
                      std::ranges::find(kBits, letters_of(text.substr(remark))) != kBits.end()};
  for (const std::string_view ending : kBits) {
    if (result.name.size() <= ending.size() || !result.name.ends_with(ending)) continue;
    return {result.name.substr(0, result.name.size() - ending.size()), true};
  }
  return result;
}

struct OperandName {
  std::string_view family;
  std::size_t index;
};

/// The operand that a name stands for.
std::optional<OperandName> operand_of(std::string_view name) {
  constexpr std::string_view kLast = "xyzw";
  constexpr std::string_view kFirst = "abcdefgh";
  if (name.size() == 1) {
    if (const std::size_t at = kLast.find(name[0]); at != std::string_view::npos) return OperandName{kLast, at};
    if (const std::size_t at = kFirst.find(name[0]); at != std::string_view::npos) return OperandName{kFirst, at};
  }
  if (name == "lhs" || name == "rhs") return OperandName{"lhs", name == "lhs" ? 0U : 1U};
  for (const std::string_view one : kNumberedOperands) {
    if (!name.starts_with(one)) continue;
    const std::string_view number = name.substr(one.size());
    if (number.empty()) return OperandName{one, 0};
    if (number.size() == 1 && number[0] >= '0' && number[0] <= '8') {
      return OperandName{one, static_cast<std::size_t>(number[0] - '0')};
    }
    // `Input A`; 'ind' may be an index.
    if (one.size() > 2 && number.size() == 1 && number[0] >= 'a' && number[0] <= 'd') {
      return OperandName{one, static_cast<std::size_t>(number[0] - 'a')};
    }
  }
  return std::nullopt;
}

[[noreturn]] void fail_of_two(const std::string& where, std::string_view first, std::string_view second,
                              std::string_view what) {
  throw Error(Error::Kind::kInput, fmt::format("{}: the columns '{}' and '{}' may both be the {}; rename the one that "
                                               "is not",
                                               where, first, second, what));
}

bool is_operand_name(std::string_view name) {
  return std::ranges::any_of(operations(), [&](const OperationInfo& row) {
    return std::ranges::find(row.operand_names.begin(), row.operand_names.begin() + row.arity, name) !=
           row.operand_names.begin() + row.arity;
  });
}

}  // namespace

std::optional<std::size_t> Columns::add_operand(std::string_view family, std::size_t index, std::size_t column) {
  auto found = std::ranges::find(families_, family, &Family::name);
  if (found == families_.end()) found = families_.insert(found, Family{family, {}});
  if (found->columns.size() <= index) found->columns.resize(index + 1);
  return std::exchange(found->columns[index], column);
}

bool Columns::has_bits_elsewhere(std::size_t column) const {
  if (say_bits_[column]) return false;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (say_bits_[i] && names_[i] == names_[column] && !names_[i].empty()) return true;
  }
  return false;
}

std::optional<Columns> Columns::of(const Record& header, const std::string& file) {
  Columns columns;
  columns.count = header.fields.size();
  bool is_header = false;
  const auto where = [&](const Field& field) { return fmt::format("{}:{}:{}", file, header.line, field.column); };
  std::array<std::optional<std::size_t>*, 8> places = {&columns.operation, &columns.format,    &columns.result,
                                                       &columns.expected,  &columns.tolerance, &columns.tolerance,
                                                       &columns.tolerance, &columns.tolerance};
  constexpr std::array<std::string_view, 8> kCalled = {"operation", "format",    "result",    "expected result",
                                                       "tolerance", "tolerance", "tolerance", "tolerance"};
  for (const Field& field : header.fields) {
    ComparedName one = compared(field.text);
    columns.names_.push_back(std::move(one.name));
    columns.say_bits_.push_back(one.says_bits);
  }
  for (std::size_t i = 0; i < header.fields.size(); ++i) {
    const Field& field = header.fields[i];
    if (columns.has_bits_elsewhere(i)) {
      columns.unread.emplace_back(field.text);
      continue;
    }
    const std::string& name = columns.names_[i];
    if (const auto* const known = std::ranges::find(kColumnNames, name, &std::pair<std::string_view, Holds>::first);
        known != kColumnNames.end()) {
      const auto kind = static_cast<std::size_t>(known->second);
      std::optional<std::size_t>& place = *places[kind];
      if (place) {
        fail_of_two(where(field), header.fields[*place].text, field.text, kCalled[kind]);
      }
      place = i;
      if (known->second == Holds::ulp) columns.tolerance_unit = ToleranceUnit::ulp;
      if (known->second == Holds::absolute) columns.tolerance_unit = ToleranceUnit::absolute;
      if (known->second == Holds::relative) columns.tolerance_unit = ToleranceUnit::relative;
      is_header = true;
      continue;
    }
    const auto operand = operand_of(name);
    if (operand || is_operand_name(name)) {
      columns.all_operands_.push_back(i);
      const auto other = operand ? columns.add_operand(operand->family, operand->index, i) : std::nullopt;
      if (other) fail_of_two(where(field), header.fields[*other].text, field.text, "operand");
      // 'a' alone may be the digit of a code.
      is_header = is_header || columns.all_operands_.size() > 1 || name.size() > 1 || name > "f";
    } else if (!field.text.empty()) {
      columns.unread.emplace_back(field.text);
    }
  }
  if (!is_header) return std::nullopt;
  return columns;
}

Columns Columns::of(Operation asked) {
  Columns columns;
  const auto arity = static_cast<std::size_t>(info(asked).arity);
  for (std::size_t i = 0; i < arity; ++i) {
    columns.names_.emplace_back(info(asked).operand_names[i]);
    columns.all_operands_.push_back(i);
  }
  columns.names_.emplace_back("result");
  columns.result = arity;
  columns.count = arity + 1;
  columns.say_bits_.assign(columns.count, false);
  return columns;
}

std::vector<std::optional<std::size_t>> Columns::operands(Operation asked) const {
  const OperationInfo& row = info(asked);
  const auto arity = static_cast<std::size_t>(row.arity);
  std::vector<std::optional<std::size_t>> by_name;
  for (std::size_t i = 0; i < arity; ++i) {
    const auto found =
        std::ranges::find_if(all_operands_, [&](std::size_t column) { return names_[column] == row.operand_names[i]; });
    if (found != all_operands_.end()) by_name.emplace_back(*found);
  }
  if (by_name.size() == arity) return by_name;
  std::vector<std::optional<std::size_t>> columns(arity);
  if (families_.empty()) return columns;
  if (families_.size() > 1) {
    const auto first_of = [&](const Family& family) -> const std::string& {
      return names_[**std::ranges::find_if(family.columns, [](const auto& one) { return one.has_value(); })];
    };
    throw Error(Error::Kind::kInput,
                fmt::format("the columns '{}' and '{}' may both hold operands of {}; name them x, y, z",
                            first_of(families_[0]), first_of(families_[1]), row.name));
  }
  // src1, src2 where there is no src0.
  const std::vector<std::optional<std::size_t>>& given = families_.front().columns;
  const std::size_t first = given.front() ? 0 : 1;
  for (std::size_t i = 0; i < arity && first + i < given.size(); ++i) columns[i] = given[first + i];
  return columns;
}

}  // namespace halfulp::cli
