// SPDX-License-Identifier: Apache-2.0
#include "report/glance/special_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "halfulp/error.hpp"
#include "number/layout.hpp"
#include "report/command_line.hpp"

namespace halfulp::report {
namespace {

/// The classes of operands, in the order of the columns.
enum Class : std::uint8_t { kMinusInf, kMinusOne, kMinusDenormal, kMinusZero, kZero, kDenormal, kOne, kInf, kNan };
constexpr std::array<std::string_view, 9> kNames = {"-INF", "-1", "-d", "-0", "+0", "+d", "1", "INF", "NaN"};
constexpr auto kAll =
    std::to_array<Class>({kMinusInf, kMinusOne, kMinusDenormal, kMinusZero, kZero, kDenormal, kOne, kInf, kNan});

/// Half of the smallest normal value: an error of 99 ULP reaches neither zero nor a normal value.
Bits denormal(const number::Layout& layout) { return Bits{1} << (layout.fraction_bits - 1); }

Bits bits_of(Format format, Class of) {
  const number::Layout layout(info(format));
  switch (of) {
    case kMinusInf:
      return layout.infinity(true);
    case kMinusOne:
      return layout.one(true);
    case kMinusDenormal:
      return denormal(layout) | layout.sign_mask();
    case kMinusZero:
      return layout.zero(true);
    case kZero:
      return layout.zero();
    case kDenormal:
      return denormal(layout);
    case kOne:
      return layout.one();
    case kInf:
      return layout.infinity();
    case kNan:
      break;
  }
  return layout.canonical_nan();
}

bool is_negative(Class of) { return of <= kMinusZero; }

bool is_floating(Format format) { return info(format).kind == FormatKind::floating; }

/// Whether every operand is a floating value, of an operation that the tables show.
bool takes_values(const OperationInfo& row, Format format) {
  for (int i = 0; i < row.arity; ++i) {
    if (!is_floating(row.operand_format(i, format))) return false;
  }
  const bool is_shown = row.family != OperationFamily::texture && row.family != OperationFamily::fixed_function;
  return is_shown && (row.arity == 1 || row.family != OperationFamily::pixel);
}

/// A brief text without the marks of neighbours.
std::string values_alone(std::string text) {
  constexpr std::string_view kMark = "≈";
  for (std::size_t at = text.find(kMark); at != std::string::npos; at = text.find(kMark)) text.erase(at, kMark.size());
  return text;
}

class Maker {
 public:
  Maker(const Rulebook& book, Format format, const Readings& chosen) : book_(book), format_(format), chosen_(chosen) {}

  [[nodiscard]] SpecialCell cell(Operation operation, std::span<const Class> operands) const {
    const OperationInfo& row = info(operation);
    std::vector<Bits> bits;
    Bits denormal = 0;
    std::string command =
        fmt::format("halfulp explain {} {}", shell_word(book_.opened_as()), name(operation, book_.naming()));
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const Format of = row.operand_format(static_cast<int>(i), format_);
      bits.push_back(bits_of(of, operands[i]));
      if (operands[i] == kDenormal || operands[i] == kMinusDenormal) denormal = bits.back();
      command += " " + bits_text(of, bits.back());
    }
    if (!row.only_format() && format_ != Format::binary32) command += fmt::format(" --format {}", info(format_).name);
    for (const auto& [id, option] : chosen_) command += " --reading " + shell_word(id + "=" + option);
    SpecialCell cell{explain(book_, operation, format_, bits, chosen_), "", "", {}, std::move(command)};
    cell.text = short_text(cell.of, denormal, Detail::full);
    cell.brief = short_text(cell.of, denormal, Detail::brief);
    Explanation changed = cell.of;
    for (const OtherReading& other : other_readings(book_, operation, format_, bits, chosen_)) {
      const auto reading = std::ranges::find(book_.readings(), other.reading, &Reading::id);
      const bool is_listed = !cell.readings.empty() && cell.readings.back() == other.reading;
      changed.permitted = other.permitted;
      const bool differs = values_alone(short_text(changed, denormal, Detail::brief)) != values_alone(cell.brief);
      if (!reading->on_request && !is_listed && differs) cell.readings.push_back(other.reading);
    }
    return cell;
  }

  /// A row with one cell for each combination of operands.
  [[nodiscard]] SpecialRow row(Operation operation, std::span<const std::vector<Class>> combinations) const {
    SpecialRow made{std::string(name(operation, book_.naming())), {}};
    for (const std::vector<Class>& operands : combinations) made.cells.push_back(cell(operation, operands));
    return made;
  }

 private:
  const Rulebook& book_;
  Format format_;
  const Readings& chosen_;
};

using Combinations = std::vector<std::vector<Class>>;

/// One operand of each class, or of those that a format without a sign has.
Combinations single_operands(Format format) {
  Combinations combinations;
  for (const Class of : kAll) {
    if (info(format).has_sign || !is_negative(of)) combinations.push_back({of});
  }
  return combinations;
}

/// The pairs of which APIs differ, or which a driver gets wrong.
const Combinations& pairs() {
  static const Combinations kPairs = {{kMinusZero, kZero}, {kZero, kMinusZero}, {kOne, kMinusOne}, {kOne, kZero},
                                      {kZero, kInf},       {kInf, kInf},        {kInf, kMinusInf}, {kOne, kNan},
                                      {kNan, kOne},        {kNan, kNan},        {kDenormal, kOne}};
  return kPairs;
}

const Combinations& triples() {
  static const Combinations kTriples = {
      {kZero, kInf, kOne},       {kInf, kOne, kMinusInf},        {kInf, kZero, kNan},
      {kMinusOne, kZero, kZero}, {kMinusOne, kZero, kMinusZero}, {kOne, kOne, kMinusOne},
      {kDenormal, kOne, kZero},  {kOne, kZero, kDenormal}};
  return kTriples;
}

std::vector<std::string> columns_of(const Combinations& combinations) {
  std::vector<std::string> columns;
  for (const std::vector<Class>& operands : combinations) {
    std::vector<std::string_view> names;
    for (const Class of : operands) names.push_back(kNames[of]);
    columns.push_back(fmt::format("{}", fmt::join(names, ",")));
  }
  return columns;
}

bool has_sign(const Combinations& combinations) {
  return std::ranges::any_of(combinations,
                             [](const auto& operands) { return std::ranges::any_of(operands, is_negative); });
}

/// The name of a conversion's result: what comes after "binary32_to_".
std::string result_name(std::string_view name) { return std::string(name.substr(name.find("_to_") + 4)); }

/// Whether two rows have the same texts and marks.
bool are_equal(const SpecialRow& a, const SpecialRow& b) {
  return std::ranges::equal(a.cells, b.cells, [](const SpecialCell& one, const SpecialCell& other) {
    return one.text == other.text && one.readings == other.readings;
  });
}

/// Appends a row of a conversion, or its name to that of a row with the same cells.
void add_conversion(SpecialGrid& grid, SpecialRow row) {
  row.name = result_name(row.name);
  const auto same = std::ranges::find_if(grid.rows, [&](const SpecialRow& other) { return are_equal(row, other); });
  if (same == grid.rows.end()) {
    grid.rows.push_back(std::move(row));
    return;
  }
  const auto word = [](std::string_view name) { return name.substr(0, name.find_first_of("0123456789")); };
  const std::size_t last = same->name.rfind(' ') + 1;
  const bool goes_on = word(same->name) == word(row.name) && last == 0;
  same->name +=
      goes_on || word(same->name) == word(row.name) ? ", " + row.name.substr(word(row.name).size()) : ", " + row.name;
}

std::string title_of(const Rulebook& book, std::string_view what, Format format) {
  return fmt::format("Special cases of {} in {} under {} ({})", what, info(format).name, book.id(), book.title());
}

}  // namespace

SpecialCases special_cases(const Rulebook& book, Format format, const Readings& chosen) {
  if (!is_floating(format)) {
    throw Error(Error::Kind::kUsage,
                fmt::format("--format {}: special cases are those of floating values", info(format).name));
  }
  const Maker maker(book, format, chosen);
  const Combinations singles = single_operands(format);
  SpecialGrid one{"one operand", columns_of(singles), {}};
  SpecialGrid two{"two operands", columns_of(pairs()), {}};
  SpecialGrid three{"three operands", columns_of(triples()), {}};
  SpecialGrid conversions{fmt::format("from {} to", info(format).name), columns_of(singles), {}};
  for (const OperationInfo& row : operations()) {
    if (!book.has(row.operation, format) || !takes_values(row, format)) continue;
    if (row.arity == 1 && row.only_format()) {
      add_conversion(conversions, maker.row(row.operation, singles));
    } else if (row.arity == 1) {
      one.rows.push_back(maker.row(row.operation, singles));
    } else if (row.arity == 2 && (info(format).has_sign || !has_sign(pairs()))) {
      two.rows.push_back(maker.row(row.operation, pairs()));
    } else if (row.arity == 3 && info(format).has_sign) {
      three.rows.push_back(maker.row(row.operation, triples()));
    }
  }
  SpecialCases table{book.id(), title_of(book, "all operations", format), {}, chosen, format};
  for (SpecialGrid* grid : {&one, &two, &three, &conversions}) {
    if (!grid->rows.empty()) table.grids.push_back(std::move(*grid));
  }
  if (table.grids.empty()) {
    throw Error(Error::Kind::kUsage,
                fmt::format("rulebook {} has no operation in {}; --format asks another", book.id(), info(format).name));
  }
  return table;
}

SpecialCases special_cases(const Rulebook& book, Operation operation, Format format, const Readings& chosen) {
  book.check(operation, format);
  const OperationInfo& row = info(operation);
  const std::string_view named = name(operation, book.naming());
  if (!takes_values(row, format) || row.arity > 3) {
    throw Error(Error::Kind::kUsage,
                fmt::format("{}: the table is of operations of one to three floating values; 'halfulp explain {} {} "
                            "OPERAND...' answers for given ones",
                            named, book.id(), named));
  }
  const Maker maker(book, format, chosen);
  SpecialCases table{book.id(), title_of(book, fmt::format("{} ({})", named, row.meaning), format), {}, chosen, format};
  const Combinations singles = single_operands(format);
  if (row.arity == 1) {
    SpecialGrid grid{"one operand", columns_of(singles), {}};
    grid.rows.push_back(maker.row(operation, singles));
    table.grids.push_back(std::move(grid));
    return table;
  }
  Combinations thirds = {{}};
  if (row.arity == 3) thirds = {{kZero}, {kOne}, {kInf}, {kNan}};
  for (const std::vector<Class>& third : thirds) {
    std::string heading = fmt::format("{} down, {} across", row.operand_names[0], row.operand_names[1]);
    if (!third.empty()) heading += fmt::format(", {} = {}", row.operand_names[2], kNames[third.front()]);
    SpecialGrid grid{std::move(heading), columns_of(singles), {}};
    for (const std::vector<Class>& first : singles) {
      SpecialRow line{std::string(kNames[first.front()]), {}};
      for (const std::vector<Class>& second : singles) {
        std::vector<Class> operands = {first.front(), second.front()};
        operands.insert(operands.end(), third.begin(), third.end());
        line.cells.push_back(maker.cell(operation, operands));
      }
      grid.rows.push_back(std::move(line));
    }
    table.grids.push_back(std::move(grid));
  }
  return table;
}

}  // namespace halfulp::report
