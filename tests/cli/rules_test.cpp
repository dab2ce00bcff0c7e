// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

using Json = nlohmann::ordered_json;

TEST(Rules, ListsTheRulebooks) {
  const std::string list = run_command({"rules"}).output;
  for (const char* book : {"d3d10 ", "d3d10.1 ", "d3d11 "}) EXPECT_TRUE(contains(list, book));
  const Json json = Json::parse(run_command({"rules", "--json"}).output);
  ASSERT_GE(json["rulebooks"].size(), 3);
  const auto d3d11 =
      std::ranges::find_if(json["rulebooks"], [](const Json& book) { return book["rulebook"] == "d3d11"; });
  ASSERT_NE(d3d11, json["rulebooks"].end());
  EXPECT_EQ((*d3d11)["extends"], "d3d10.1");
}

TEST(Rules, JsonHasRulesWithSourcesAndReadingsWithOptions) {
  const Json json = Json::parse(run_command({"rules", "d3d11", "--json"}).output);
  EXPECT_EQ(json["rulebook"], "d3d11");
  ASSERT_FALSE(json["rules"].empty());
  for (const Json& rule : json["rules"]) {
    EXPECT_FALSE(rule["id"].get<std::string>().empty());
    EXPECT_FALSE(rule["source"]["says"].get<std::string>().empty()) << rule["id"];
    EXPECT_FALSE(rule["source"]["document"].get<std::string>().empty()) << rule["id"];
    EXPECT_FALSE(rule["status"].get<std::string>().empty()) << rule["id"];
  }
  for (const Json& reading : json["readings"]) {
    const auto& options = reading["options"];
    EXPECT_TRUE(std::ranges::any_of(options, [&](const Json& option) { return option["name"] == reading["default"]; }))
        << reading["id"];
    EXPECT_GE(options.size(), 2) << reading["id"];
  }
  const auto rsq = std::ranges::find_if(json["operations"], [](const Json& row) { return row["name"] == "rsq"; });
  ASSERT_NE(rsq, json["operations"].end());
  // 64 bits have add, mul and others, but no rsq [L11 64-bit].
  EXPECT_EQ((*rsq)["formats"], Json::array({"binary16", "binary32", "ufloat11", "ufloat10"}));
}

TEST(Rules, TextTellsEveryRuleAndReading) {
  const Json json = Json::parse(run_command({"rules", "d3d11", "--json"}).output);
  const std::string text = run_command({"rules", "d3d11"}).output;
  for (const Json& rule : json["rules"]) EXPECT_TRUE(contains(text, "\n" + rule["id"].get<std::string>() + " ("));
  for (const Json& reading : json["readings"]) EXPECT_TRUE(contains(text, "\n" + reading["id"].get<std::string>()));
}

TEST(Rules, OfOneOperationAreThoseThatMayDecideIt) {
  const Outcome outcome = run_command({"rules", "d3d11", "rsqrt"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(outcome.output.starts_with("rsq (1 / sqrt(x)) in binary16, binary32, ufloat11, ufloat10 under d3d11"));
  for (const char* id : {"D3D-RSQ", "D3D-RSQ-SPECIAL", "D3D-FLUSH-OPERANDS"}) {
    EXPECT_TRUE(contains(outcome.output, "\n" + std::string(id) + " (")) << id;
  }
  EXPECT_FALSE(contains(outcome.output, "D3D-LOG-SPECIAL"));
  EXPECT_TRUE(contains(outcome.output, "\nulp_def\n"));
  EXPECT_FALSE(contains(outcome.output, "\nfused."));
  EXPECT_EQ(run_command({"rules", "d3d11", "pow"}).exit_code, 2);
  EXPECT_EQ(run_command({"rules", "d3d11", "rsq", "--json"}).exit_code, 2);
}

TEST(Rules, TextTellsTablesReadingsAndNumbersAsTheFileHasThem) {
  const std::string text = run_command({"rules", "d3d11"}).output;
  EXPECT_TRUE(contains(text, "src  | -inf"));
  EXPECT_TRUE(contains(text, "absolute = 0.0008"));
  EXPECT_TRUE(contains(text, "{ otherwise = true, unconstrained = true }"));
  EXPECT_TRUE(contains(text, "toward_zero")) << "what d3d11.addsubmul=learn_page_truncate permits";
  EXPECT_TRUE(contains(text, "div.form=direct: not in force"));
  const Json json = Json::parse(run_command({"rules", "d3d11", "--json"}).output);
  const auto rule =
      std::ranges::find_if(json["rules"], [](const Json& row) { return row["id"] == "D3D10.1-DIV-LARGE-DIVISOR"; });
  ASSERT_NE(rule, json["rules"].end());
  EXPECT_EQ((*rule)["under"], Json({{"direct", "not in force"}}));
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The cells of a row of a Markdown table; "\\|" belongs to a cell.
std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells;
  std::string cell;
  for (std::size_t i = 1; i < row.size(); ++i) {
    if (row[i] != '|' || row[i - 1] == '\\') {
      cell += row[i];
      continue;
    }
    const std::size_t first = cell.find_first_not_of(' ');
    cells.push_back(first == std::string::npos ? "" : cell.substr(first, cell.find_last_not_of(' ') + 1 - first));
    cell.clear();
  }
  return cells;
}

std::string markdown(const std::string& book) { return run_command({"rules", book, "--markdown"}).output; }

/// The rows of a book's tables whose first cell is that function.
std::vector<std::vector<std::string>> rows_of(const std::string& book, const std::string& function) {
  std::vector<std::vector<std::string>> rows;
  for (const std::string& line : lines_of(markdown(book))) {
    if (line.starts_with("| `" + function + "` |")) rows.push_back(cells_of(line));
  }
  return rows;
}

// What tables 7-1 and 7-2 of the chapter say.
TEST(RulesMarkdown, ReadsLikeTheTablesOfMetal) {
  struct Row {
    const char* book;
    const char* function;
    const char* accuracy;
    const char* rule;
  };
  const Row rows[] = {
      {"metal1", "x + y", "correctly rounded (to nearest or toward zero)", "METAL-CORRECTLY-ROUNDED"},
      {"metal1", "x / y", "<= 2.5 ulp", "METAL-DIV"},
      {"metal1", "acos(x)", "<= 4 ulp", "METAL-4-ULP"},
      {"metal1", "atan2(y, x)", "<= 6 ulp", "METAL-6-ULP"},
      {"metal1", "fmod(x, y)", "0 ulp", "METAL-FMOD"},
      {"metal1", "pow(x, y)", "<= 16 ulp", "METAL-POW"},
      {"metal1", "rsqrt(x)", "<= 2 ulp", "METAL-RSQRT"},
      {"metal1-fast", "1 / x", "<= 2.5 ulp for 2^-126 <= fabs(x) <= 2^126; otherwise any result",
       "METAL-FAST-RECIPROCAL"},
      {"metal1-fast", "asin(x)", "<= 5 ulp for fabs(x) >= 2^-125; otherwise any result", "METAL-FAST-ASIN"},
      {"metal1-fast", "exp(x)", "<= 3 + floor(fabs(2 * x)) ulp", "METAL-FAST-EXP"},
      {"metal1-fast", "log(x)", "absolute error <= 2^-21 for 0.5 <= x <= 2; otherwise <= 3 ulp", "METAL-FAST-LOG"},
      {"metal1-fast", "sin(x)", "absolute error <= 2^-13 for fabs(x) <= pi; otherwise any result", "METAL-FAST-SINCOS"},
      {"metal1-fast", "tan(x)", "implemented as `sin(x) * (1 / cos(x))`", "METAL-FAST-TAN"},
      {"metal1-fast", "tanh(x)", "implemented as `(t - 1) / (t + 1)`, where `t = exp(2 * x)`", "METAL-FAST-TANH"},
      {"metal1-fast", "fma(x, y, z)",
       "correctly rounded (to nearest or toward zero) or `x * y + z`, rounded step by step", "METAL-FAST-FMA"},
  };
  for (const Row& row : rows) {
    const auto found = rows_of(row.book, row.function);
    ASSERT_FALSE(found.empty()) << row.book << ' ' << row.function;
    const std::vector<std::string>& cells = found.front();
    ASSERT_EQ(cells.size(), 5) << row.function;
    EXPECT_EQ(cells[1], row.accuracy) << row.function;
    EXPECT_EQ(cells[3], "`" + std::string(row.rule) + "`") << row.function;
    EXPECT_TRUE(cells[4].starts_with("MSL1.0 Table 7-")) << cells[4];
  }
  EXPECT_EQ(rows_of("metal1-fast", "x / y").front()[2],
            "`msl.div_domain=x`: <= 2.5 ulp for 2^-126 <= fabs(x) <= 2^126; otherwise any result");
  EXPECT_EQ(rows_of("metal1-fast", "atanh(x)").front()[2],
            "`msl.errata=literal`: implemented as `0.5 * (log(1 + x) / log(1 - x))`");
}

// Table 7-1 row by row; its pairs (frexp, modf, sincos) are two functions each here.
TEST(RulesMarkdown, HasMetalsFunctionsInTheOrderOfTheTable) {
  const std::vector<std::string> expected = {
      "x + y", "x - y",    "x * y", "1 / x", "x / y",  "acos",  "acosh", "asin", "asinh", "atan",  "atan2", "atanh",
      "ceil",  "copysign", "cos",   "cosh",  "exp",    "exp2",  "exp10", "fabs", "fdim",  "floor", "fma",   "fmax",
      "fmin",  "fmod",     "fract", "frexp", "ilogb",  "ldexp", "log",   "log2", "log10", "modf",  "pow",   "powr",
      "rint",  "round",    "rsqrt", "sin",   "sincos", "sinh",  "sqrt",  "tan",  "tanh",  "trunc",
  };
  std::vector<std::string> functions;
  const std::string text = markdown("metal1");
  const std::size_t table = text.find("### Functions (binary32)");
  ASSERT_NE(table, std::string::npos);
  for (const std::string& line : lines_of(text.substr(table, text.find("\n#", table + 1) - table))) {
    if (!line.starts_with("| `")) continue;
    std::string name = line.substr(3, line.find('`', 3) - 3);
    name = name.substr(0, name.find_first_of("(_"));
    if (functions.empty() || functions.back() != name) functions.push_back(name);
  }
  EXPECT_EQ(functions, expected);
  // The chapter on pixels has conversions, under their own names.
  EXPECT_GT(text.find("### Conversions (binary32)"), table);
  EXPECT_EQ(rows_of("metal1", "binary32_to_binary16(x)").size(), 1);
  EXPECT_EQ(rows_of("metal1", "binary16_to_binary32(x)").size(), 1);
}

/// The conversions of one of the tables of pixels, in its order.
std::vector<std::string> conversions_in(const std::string& book, const std::string& heading) {
  const std::string text = markdown(book);
  const std::size_t table = text.find("### " + heading + "\n", text.find("\n## Pixels\n"));
  std::vector<std::string> names;
  if (table == std::string::npos) return names;
  for (const std::string& line : lines_of(text.substr(table, text.find("\n#", table + 1) - table))) {
    if (line.starts_with("| `")) names.push_back(line.substr(3, line.find('`', 3) - 3));
  }
  return names;
}

// What tables 7-3, 7-4 and 7-5 of the chapter and its section on sRGB say.
TEST(RulesMarkdown, HasTheTablesOfMetalsPixels) {
  struct Row {
    const char* book;
    const char* conversion;
    const char* formula;
    const char* accuracy;
    const char* under;
    const char* rule;
  };
  const Row rows[] = {
      {"metal1", "unorm8_to_binary32", "c / 255", "<= 1.5 ulp", "", "METAL-UNORM-TO-FLOAT"},
      {"metal1", "unorm10_to_binary16", "c / 1023", "<= 1.5 ulp", "", "METAL-UNORM-TO-FLOAT"},
      {"metal1", "snorm16_to_binary32", "max(-1, c / 32767)", "<= 1.5 ulp", "", "METAL-SNORM-TO-FLOAT"},
      {"metal1", "binary32_to_unorm8", "clamp(x, 0, 1) * 255", "<= 0.6 of a code step",
       "`norm_encode.ref=rne_integer`: rounded to nearest, ties to even", "METAL-FLOAT-TO-UNORM"},
      {"metal1", "binary32_to_unorm10", "clamp(x, 0, 1) * 1023", "<= 0.6 of a code step",
       "`metal1.unorm10=low_bits`: <= 0.6 of a code step of the operand times 1023, saturated to 16 bits",
       "METAL-FLOAT-TO-UNORM10"},
      {"metal1", "binary32_to_snorm8", "clamp(x, -1, 1) * 127",
       "<= 0.6 of a code step or <= 0.6 of a code step of the operand times 127, saturated",
       "`msl.errata=literal`: <= 0.6 of a code step of the operand times 255, saturated", "METAL-FLOAT-TO-SNORM8"},
      {"metal1", "sint32_to_sint8", "clamp(x, -128, 127)", "exact", "", "METAL-INTEGER-SATURATE"},
      {"metal1", "uint32_to_uint16", "clamp(x, 0, 65535)", "exact", "", "METAL-INTEGER-SATURATE"},
      {"metal1", "sint8_to_sint32", "x", "exact", "", "METAL-INTEGER-READ"},
      {"metal1", "srgb8_to_binary32", "v / 12.92 for v = c / 255 <= 0.04045, else ((v + 0.055) / 1.055)^2.4",
       "encoded again, <= 0.5 of a code step", "", "METAL-SRGB-TO-FLOAT"},
      {"metal1", "filter_srgb8",
       "the mean over two codes of v / 12.92 for v = c / 255 <= 0.04045, else ((v + 0.055) / 1.055)^2.4",
       "encoded again, <= 1.5 of a code step", "", "METAL-SRGB-BEFORE-FILTER"},
      {"metal1", "srgb8_alpha_to_binary32", "c / 255", "<= 1.5 ulp", "", "METAL-SRGB-ALPHA-TO-FLOAT"},
      {"metal1", "binary32_to_srgb8_alpha", "clamp(x, 0, 1) * 255", "<= 0.6 of a code step",
       "`norm_encode.ref=rne_integer`: rounded to nearest, ties to even", "METAL-FLOAT-TO-SRGB-ALPHA"},
      {"metal1", "binary32_to_srgb8",
       "255 * (12.92 * v for v = clamp(x, 0, 1) <= 0.0031308, else 1.055 * v^(1/2.4) - 0.055)", "<= 0.6 of a code step",
       "`srgb.ref=rounded`: a nearest code", "METAL-FLOAT-TO-SRGB"},
      {"metal1.2", "binary32_to_srgb8",
       "255 * (12.92 * v for v = clamp(x, 0, 1) <= 0.0031308, else 1.055 * v^(1/2.4) - 0.055)", "< 1 of a code step",
       "`srgb.ref=rounded`: a nearest code", "METAL1.2-FLOAT-TO-SRGB"},
      {"metal1.2", "rgb9e5_to_binary32_red", "c * 2^(e - 24)", "exact", "", "METAL1.2-FROM-RGB9E5"},
      {"metal2.1", "binary32_to_unorm1", "clamp(x, 0, 1) * 1", "rounded to nearest, ties to even",
       "`norm_encode.product=rounded`: rounded to nearest, ties to even or the product in single precision, to "
       "nearest, "
       "ties to even",
       "METAL2.1-FLOAT-TO-NORM"},
  };
  for (const Row& row : rows) {
    const auto found = rows_of(row.book, row.conversion);
    ASSERT_EQ(found.size(), 1) << row.book << ' ' << row.conversion;
    const std::vector<std::string> expected = {"`" + std::string(row.conversion) + "`",
                                               "`" + std::string(row.formula) + "`", row.accuracy, row.under,
                                               "`" + std::string(row.rule) + "`"};
    EXPECT_EQ(std::vector<std::string>(found[0].begin(), found[0].begin() + 5), expected);
  }
  EXPECT_TRUE(contains(markdown("metal1"),
                       "(`METAL-SNORM-ENDS`; MSL1.0 Table 7-3, stated):\n\n| src | -1 | +0 | +1 |\n"
                       "|---|---|---|---|\n| dest | -1 | +0 | +1 |\n"));
  EXPECT_EQ(conversions_in("metal1", "Between integers"),
            (std::vector<std::string>{"sint32_to_sint16", "sint32_to_sint8", "uint32_to_uint16", "uint32_to_uint8",
                                      "sint16_to_sint32", "uint16_to_uint32", "sint8_to_sint32", "uint8_to_uint32"}));
  EXPECT_EQ(conversions_in("metal1", "Shared exponent"), std::vector<std::string>());
}

TEST(RulesMarkdown, HasTheTablesOfDirect3DsPixels) {
  EXPECT_EQ(conversions_in("d3d11", "Fixed point"),
            (std::vector<std::string>{"binary32_to_fixed16_8", "fixed16_8_to_binary32"}));
  EXPECT_EQ(conversions_in("d3d11", "Between integers").size(), 30) << "every two of six formats";
  EXPECT_EQ(rows_of("d3d11", "binary32_to_fixed16_8").front()[1], "`clamp(x * 256, -8388608, 8388607)`");
  EXPECT_EQ(rows_of("d3d11", "sint16_to_uint32").front()[1], "`clamp(x, 0, 4294967295)`");
  EXPECT_EQ(rows_of("d3d11", "binary32_to_rgb9e5").front()[2], "a nearest code");
  EXPECT_EQ(rows_of("d3d11", "unorm24_to_binary32").front()[2], "within 0.5 ulp");
}

TEST(RulesMarkdown, HasTheTablesOfDirect3D) {
  const std::string text = markdown("d3d11");
  std::size_t at = 0;
  for (const char* heading : {"# d3d11: Direct3D 11\n", "## General rules\n", "## binary32\n", "### Arithmetic",
                              "### Rounding", "### Comparison", "### Fused operations", "### Conversions"}) {
    const std::size_t next = text.find(heading, at);
    ASSERT_NE(next, std::string::npos) << heading;
    at = next;
  }
  EXPECT_GT(text.find("\n## Readings\n"), at);
  EXPECT_EQ(rows_of("d3d11", "rsq(x)").front()[2], "relative error <= 2^-21");
  EXPECT_EQ(rows_of("d3d11", "div(x, y)").front()[2],
            "no less accurate than `x * k`, where `k = 1 / y`, each `*` within 0.5 ulp, each `/` <= 1 ulp");
  // FS 22.10.19.
  EXPECT_TRUE(contains(text,
                       "| src | -inf | -F | -denorm | -0 | +0 | +denorm | +F | +inf | NaN |\n"
                       "|---|---|---|---|---|---|---|---|---|---|\n"
                       "| dest | NaN | NaN | -inf | -inf | +inf | +inf | +F | +0 | NaN |\n"));
  // FS 22.10.11: min.
  EXPECT_TRUE(contains(text, "| src0 \\ src1 | -inf | F | +inf | NaN |\n|---|---|---|---|---|\n| **-inf** | -inf |"));
}

TEST(RulesMarkdown, HasEveryRuleAndReadingOfEveryBookInTablesOfEvenRows) {
  const Json list = Json::parse(run_command({"rules", "--json"}).output);
  for (const Json& book : list["rulebooks"]) {
    const auto id = book["rulebook"].get<std::string>();
    const Json json = Json::parse(run_command({"rules", id, "--json"}).output);
    const std::string text = markdown(id);
    EXPECT_EQ(text, markdown(id));
    for (const char* part : {"rules", "readings"}) {
      for (const Json& entry : json[part]) {
        EXPECT_TRUE(contains(text, "`" + entry["id"].get<std::string>() + "`")) << id << ' ' << entry["id"];
      }
    }
    std::size_t width = 0;
    for (const std::string& line : lines_of(text)) {
      const std::size_t cells = line.starts_with('|') ? cells_of(line).size() : 0;
      if (cells > 0 && width > 0) {
        EXPECT_EQ(cells, width) << id << ": " << line;
      }
      width = cells;
    }
  }
}

TEST(RulesMarkdown, EscapesWhatWouldEndACell) { EXPECT_EQ(rows_of("d3d11", "abs(x)").front()[1], "`\\|x\\|`"); }

TEST(Rules, OfOneOperationBeginWithItsAccuracy) {
  const std::string text = run_command({"rules", "d3d11", "rsq"}).output;
  EXPECT_LT(text.find("\nD3D-RSQ (accuracy"), text.find("\nD3D-RSQ-SPECIAL (special"));
  EXPECT_LT(text.find("\nD3D-RSQ-SPECIAL (special"), text.find("\nD3D-FLUSH-OPERANDS (policy"));
}

TEST(Rules, EndWithTheAddressesOfTheirDocuments) {
  const std::string text = run_command({"rules", "d3d11", "rsq"}).output;
  EXPECT_TRUE(contains(text, "\nDOCUMENTS\n\nFS: Direct3D 11.3 Functional Specification\n  https://"));
  EXPECT_EQ(text.find("MSL4"), std::string::npos) << "a document that none of these rules is from";
  EXPECT_TRUE(contains(run_command({"rules", "metal4", "--json"}).output, "\"address\": null")) << "MSL2.1 has none";
}

}  // namespace
}  // namespace halfulp::cli
