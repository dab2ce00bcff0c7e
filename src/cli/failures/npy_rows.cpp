// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "cli/exchange/npy.hpp"
#include "cli/failures/rows.hpp"

namespace halfulp::cli {
namespace {

/// Letters that a name takes, at least one: NumPy has no strings of none.
std::size_t letters(std::size_t longest) { return std::max<std::size_t>(longest, 1); }

void add_text(std::string_view word, std::size_t longest, std::string& text) {
  text += word;
  text.append(letters(longest) - word.size(), '\0');
}

template <class Number>
void add_value(Number value, std::string& text) {
  std::array<char, sizeof value> bytes{};
  std::memcpy(bytes.data(), &value, sizeof value);
  text.append(bytes.data(), bytes.size());
}

class NpyWriter final : public RowWriter {
 public:
  explicit NpyWriter(const RowLimits& limits) : limits_(limits) {}

  [[nodiscard]] std::string header(std::uint64_t rows) const override {
    std::string fields;
    const auto add = [&](std::string_view name, const std::string& type) {
      fields += fmt::format("('{}', {}), ", name, type);
    };
    const auto words = [&](std::string_view name, std::size_t longest) {
      add(name, fmt::format("'|S{}'", letters(longest)));
    };
    const std::string operands = fmt::format("'<u8', ({},)", std::max<std::size_t>(limits_.operands, 1));
    words("rulebook", limits_.rulebook);
    words("operation", limits_.operation);
    words("format", limits_.format);
    words("variant", limits_.variant);
    add("index", "'<u8'");
    add("operands", operands);
    if (limits_.has_ranges) {
      add("last_operands", operands);
      add("cases", "'<u8'");
    }
    add("result", "'<u8'");
    words("verdict", kVerdict);
    words("rule", limits_.rule);
    words("under", limits_.under);
    add("has_nearest", "'|b1'");
    add("nearest", "'<u8'");
    add("error_ulp", "'<f8'");
    words("cause", limits_.cause);
    return npy_header("[" + fields + "]", fmt::format("{:<20}", rows));
  }

  void add(const FailureRow& row, std::string& text) override {
    const report::Result& of = *row.result;
    add_text(of.rulebook, limits_.rulebook, text);
    add_text(name(of.operation, of.naming), limits_.operation, text);
    add_text(info(of.format).name, limits_.format, text);
    add_text(of.variant.name, limits_.variant, text);
    add_value(row.index, text);
    add_operands(row.operands, text);
    if (limits_.has_ranges) {
      add_operands(row.last, text);
      add_value(row.cases, text);
    }
    add_value(row.observed, text);
    add_text(name(row.under.empty() ? Verdict::fail : Verdict::reading), kVerdict, text);
    add_text(row.rule, limits_.rule, text);
    add_text(row.under, limits_.under, text);
    add_value(row.nearest.has_value(), text);
    add_value(row.nearest.value_or(0), text);
    add_value(row.error_ulp >= 0 ? row.error_ulp : std::numeric_limits<double>::quiet_NaN(), text);
    add_text(row.cause, limits_.cause, text);
  }

 private:
  static constexpr std::size_t kVerdict = std::string_view("reading").size();

  void add_operands(const std::array<Bits, kMaxArity>& operands, std::string& text) const {
    for (std::size_t i = 0; i < std::max<std::size_t>(limits_.operands, 1); ++i) add_value(operands[i], text);
  }

  RowLimits limits_;
};

}  // namespace

std::unique_ptr<RowWriter> npy_writer(const RowLimits& limits) { return std::make_unique<NpyWriter>(limits); }

}  // namespace halfulp::cli
