// SPDX-License-Identifier: Apache-2.0
#include "cli/failures/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "report/json_value.hpp"

namespace halfulp::cli {
namespace {

void add_number(std::uint64_t number, std::string& text) {
  const fmt::format_int digits(number);
  text.append(digits.data(), digits.size());
}

void add_real(double value, std::string& text) { fmt::format_to(std::back_inserter(text), "{}", value); }

/// bits_text(), faster.
void add_bits(Format format, Bits bits, std::string& text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  text += "0x";
  for (int shift = 4 * (info(format).hex_digits() - 1); shift >= 0; shift -= 4) text += kDigits[bits >> shift & 0xf];
}

/// The operands, `between` one and the next.
void add_operands(const FailureRow& row, const std::array<Bits, kMaxArity>& operands, std::string_view between,
                  std::string& text) {
  const OperationInfo& operation = info(row.result->operation);
  for (int i = 0; i < operation.arity; ++i) {
    if (i > 0) text += between;
    add_bits(operation.operand_format(i, row.result->format), operands[static_cast<std::size_t>(i)], text);
  }
}

Format result_format(const FailureRow& row) { return info(row.result->operation).result(row.result->format); }

std::string_view verdict(const FailureRow& row) { return name(row.under.empty() ? Verdict::fail : Verdict::reading); }

/// A field of a table, in quotation marks where it needs them.
std::string field(std::string_view text) {
  if (text.find_first_of(",\"\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char letter : text) quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return quoted + '"';
}

std::string string_of(std::string_view text) { return report::json_line(report::JsonValue(text)); }

/// A name as a string of JSON; most need no escapes.
void add_string(std::string_view name, std::string& text) {
  const bool is_simple = std::ranges::all_of(
      name, [](char letter) { return letter >= ' ' && letter <= '~' && letter != '"' && letter != '\\'; });
  if (!is_simple) {
    text += string_of(name);
    return;
  }
  text += '"';
  text += name;
  text += '"';
}

void add_string_or_null(std::string_view name, std::string& text) {
  if (name.empty()) {
    text += "null";
  } else {
    add_string(name, text);
  }
}

/// What all rows of one result begin with, made when the result changes.
class Beginning {
 public:
  template <class Make>
  const std::string& of(const FailureRow& row, const Make& make) {
    if (row.result != result_) {
      result_ = row.result;
      text_ = make(*row.result);
    }
    return text_;
  }

 private:
  const report::Result* result_ = nullptr;
  std::string text_;
};

class CsvWriter final : public RowWriter {
 public:
  explicit CsvWriter(bool has_ranges) : has_ranges_(has_ranges) {}

  [[nodiscard]] std::string header(std::uint64_t) const override {
    return fmt::format(
        "rulebook,operation,format,variant,index,operands,{}result,verdict,rule,under,nearest,error_ulp,cause\n",
        has_ranges_ ? "last_operands,cases," : "");
  }

  void add(const FailureRow& row, std::string& text) override {
    text += beginning_.of(row, [](const report::Result& of) {
      return fmt::format("{},{},{},{},", of.rulebook, name(of.operation, of.naming), info(of.format).name,
                         field(of.variant.name));
    });
    add_number(row.index, text);
    text += ',';
    add_operands(row, row.operands, " ", text);
    text += ',';
    if (has_ranges_) {
      add_operands(row, row.last, " ", text);
      text += ',';
      add_number(row.cases, text);
      text += ',';
    }
    add_bits(result_format(row), row.observed, text);
    for (const std::string_view word : {verdict(row), row.rule}) {
      text += ',';
      text += word;
    }
    text += ',';
    if (!row.under.empty()) text += field(row.under);
    text += ',';
    if (row.nearest) add_bits(result_format(row), *row.nearest, text);
    text += ',';
    if (row.error_ulp >= 0) add_real(row.error_ulp, text);
    text += ',';
    if (!row.cause.empty()) text += field(row.cause);
    text += '\n';
  }

 private:
  bool has_ranges_;
  Beginning beginning_;
};

class JsonLinesWriter final : public RowWriter {
 public:
  explicit JsonLinesWriter(bool has_ranges) : has_ranges_(has_ranges) {}

  [[nodiscard]] std::string header(std::uint64_t) const override { return ""; }

  void add(const FailureRow& row, std::string& text) override {
    text += beginning_.of(row, [](const report::Result& of) {
      return fmt::format(R"({{"rulebook":{},"operation":"{}","format":"{}","variant":{},"index":)",
                         string_of(of.rulebook), name(of.operation, of.naming), info(of.format).name,
                         string_of(of.variant.name));
    });
    add_number(row.index, text);
    text += R"(,"operands":[")";
    add_operands(row, row.operands, R"(",")", text);
    text += R"("],)";
    if (has_ranges_) {
      text += R"("last_operands":[")";
      add_operands(row, row.last, R"(",")", text);
      text += R"("],"cases":)";
      add_number(row.cases, text);
      text += ',';
    }
    text += R"("result":")";
    add_bits(result_format(row), row.observed, text);
    text += R"(","verdict":")";
    text += verdict(row);
    text += R"(","rule":)";
    add_string(row.rule, text);
    text += R"(,"under":)";
    add_string_or_null(row.under, text);
    text += R"(,"nearest":)";
    if (row.nearest) {
      text += '"';
      add_bits(result_format(row), *row.nearest, text);
      text += '"';
    } else {
      text += "null";
    }
    text += R"(,"error_ulp":)";
    // JSON has no infinity.
    if (row.error_ulp >= 0 && std::isfinite(row.error_ulp)) {
      add_real(row.error_ulp, text);
    } else {
      text += "null";
    }
    text += R"(,"cause":)";
    add_string_or_null(row.cause, text);
    text += "}\n";
  }

 private:
  bool has_ranges_;
  Beginning beginning_;
};

}  // namespace

std::unique_ptr<RowWriter> csv_writer(const RowLimits& limits) {
  return std::make_unique<CsvWriter>(limits.has_ranges);
}

std::unique_ptr<RowWriter> json_lines_writer(const RowLimits& limits) {
  return std::make_unique<JsonLinesWriter>(limits.has_ranges);
}

}  // namespace halfulp::cli
