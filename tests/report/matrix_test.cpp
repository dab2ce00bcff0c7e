// SPDX-License-Identifier: Apache-2.0
#include "report/matrix/matrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "failing_reports.hpp"
#include "page_checks.hpp"
#include "report/matrix/matrix_text.hpp"
#include "report/sentences.hpp"

namespace halfulp::report {
namespace {

Matrix matrix_of(std::initializer_list<Json> reports) { return matrix(of_files(reports)); }

const MatrixRow* row_of(const Matrix& matrix, const std::string& name) {
  for (const MatrixPart& part : matrix.parts) {
    const auto row = std::ranges::find(part.rows, name, &MatrixRow::name);
    if (row != part.rows.end()) return &*row;
  }
  return nullptr;
}

/// The texts of a row's cells; empty where there is no such row.
std::vector<std::string> cells_of(const Matrix& matrix, const std::string& name) {
  std::vector<std::string> texts;
  const MatrixRow* row = row_of(matrix, name);
  if (row == nullptr) return texts;
  for (const MatrixCell& cell : row->cells) texts.push_back(bracketed(cell));
  return texts;
}

using Texts = std::vector<std::string>;

TEST(Matrix, HasAVerdictForEachRulebook) {
  Json other = written_report();
  other["versions"]["rulebooks"] = {{"metal1", "00000000000000bb"}};
  for (Json& result : other["results"]) result["rulebook"] = "metal1";
  const Matrix made = matrix_of({failing_report(), other});
  EXPECT_EQ(cells_of(made, "d3d11"), (Texts{"1 of 2 fail", "not judged"}));
  EXPECT_EQ(cells_of(made, "metal1"), (Texts{"not judged", "conforms"}));
  EXPECT_TRUE(has(differs_sentence(made), "Not as in column 1: rulebook d3d11 (2), rulebook metal1 (2). "));
}

TEST(Matrix, HasCausesByTheirId) {
  const Matrix made = matrix_of({with_cause("up", 7), written_report(), with_cause("up", 3), with_cause("down", 7)});
  EXPECT_EQ(cells_of(made, "does as up says"), (Texts{"7", "no", "3", "no"}));
  EXPECT_EQ(cells_of(made, "does as down says"), (Texts{"no", "no", "no", "7"}));
  EXPECT_EQ(row_of(made, "does as up says")->cells[0].command, "halfulp judge d3d11 add 1 1");
  EXPECT_EQ(made.parts[1].rows[0].name, "does as up says") << "that of two devices stands first";
}

TEST(Matrix, DoesNotDenyACauseOfWhatWasNotJudged) {
  Json less = written_report();
  less["results"].erase(0);
  EXPECT_EQ(cells_of(matrix_of({with_cause("up", 7), less}), "does as up says"), (Texts{"7", "not judged"}));
  EXPECT_EQ(cells_of(matrix_of({with_cause("up", 7), failing_report()}), "does as up says"), (Texts{"7", "not judged"}))
      << "that report has no causes";
}

TEST(Matrix, TellsNotOfferedFromNotJudged) {
  Json lacks = written_report();
  lacks["results"].erase(0);
  Json omits = lacks;
  lacks["not_offered"].push_back({{"operation", "add"}, {"format", "binary32"}});
  const Matrix made = matrix_of({failing_report(), written_report(), lacks, omits});
  EXPECT_EQ(cells_of(made, "add"), (Texts{"7 (0.5)", "pass (0.5)", "not offered", "not judged"}));
  EXPECT_EQ(row_of(made, "rsq"), nullptr) << "it fails nowhere";
}

TEST(Matrix, CellIsOfTheWayWithMostFailures) {
  Json report = failing_report();
  Json way = written_result("d3d11", "add", {"0x3f800000", "0x3f800000"});
  way["variant"] = "constants";
  way["principal"] = false;
  Json shown = way;
  let_break(way, "D3D-FLUSH-OPERANDS", 9, "0x00000003", "0x00000006");
  way["worst"]["error_ulp"] = 2.5;
  shown["variant"] = "for comparison";
  shown["counts"] = false;
  let_break(shown, "D3D-FLUSH-OPERANDS", 100, "0x00000003", "0x00000006");
  report["variants"] = {way, shown};
  const Matrix made = matrix_of({report});
  EXPECT_EQ(cells_of(made, "add"), Texts{"9 (2.5)"});
  const MatrixCell& cell = row_of(made, "add")->cells[0];
  EXPECT_EQ(cell.note, "of 1,000 cases by constants");
  EXPECT_EQ(cell.command, "halfulp judge d3d11 add 0x00000003 0x00000003 --result 0x00000006");
}

TEST(Matrix, MeasuresErrorsByTheAccuracyRule) {
  Json report = failing_report();
  Json margin = {{"where", nullptr}, {"unit", "relative"}, {"stated", 4.0}, {"used", 1.0}};
  margin["operands"] = {"0x3f800000", "0x3f800000"};
  Json narrower = margin;
  narrower["used"] = 6.0;
  report["results"][0]["margins"] = {margin, narrower, margin};
  EXPECT_EQ(cells_of(matrix_of({report, failing_report()}), "add"), (Texts{"7 (150%)", "7 (0.5)"}));
}

TEST(Matrix, CountsPassesUnderReadings) {
  Json reading = written_report();
  let_need(reading["results"][0], "tie=even", 5, "0x3f800000", "0x40000000");
  const Matrix made = matrix_of({failing_report(), reading});
  EXPECT_EQ(cells_of(made, "add"), (Texts{"7 (0.5)", "reading 5"}));
  EXPECT_EQ(row_of(made, "add")->cells[1].kind, CellKind::reading);
  reading["strict"] = true;
  const Matrix strict = matrix_of({reading});
  EXPECT_EQ(cells_of(strict, "d3d11"), Texts{"1 of 2 fail"});
  EXPECT_EQ(row_of(strict, "add")->cells[0].kind, CellKind::fails);
}

TEST(Matrix, SaysInWhatTheRunsDiffer) {
  EXPECT_EQ(differs_sentence(matrix_of({written_report(), failing_report()})), "");
  Json other = written_report();
  other["seed"] = 2;
  EXPECT_TRUE(
      has(differs_sentence(matrix_of({written_report(), written_report(), other})), "Not as in column 1: seed (3). "));
  Json fewer = written_report();
  fewer["results"][0]["planned"] = 900;
  fewer["results"][0]["cases"] = 900;
  fewer["results"][0]["passed"] = 900;
  EXPECT_TRUE(
      has(differs_sentence(matrix_of({written_report(), fewer})), "Not as in column 1: numbers of cases (2). "));
}

TEST(Matrix, NamesTheFragmentStageInTheColumn) {
  Json fragment = written_report();
  fragment["device"]["facts"]["stage"] = "fragment";
  const Matrix made = matrix_of({written_report(), fragment});
  EXPECT_EQ(made.columns[0].name, "1 A GPU");
  EXPECT_EQ(made.columns[1].name, "2 A GPU fragment");
  EXPECT_EQ(made.columns[0].title, "A GPU");
  EXPECT_EQ(made.columns[1].title, "A GPU, fragment stage");
}

TEST(Matrix, MarksAnIncompleteReport) {
  Json cut = written_report();
  cut["complete"] = false;
  cut["results"][0]["cases"] = 10;
  cut["results"][0]["passed"] = 10;
  const Matrix made = matrix_of({written_report(), cut});
  EXPECT_EQ(made.columns[0].extent, "");
  EXPECT_EQ(made.columns[1].extent, "incomplete: interrupted");
  EXPECT_EQ(cells_of(made, "d3d11"), (Texts{"conforms", "conforms in part"}));
  EXPECT_TRUE(has(matrix_text(made, false), "\n  incomplete: interrupted\n"));
  EXPECT_EQ(cells_of(matrix_of({failing_report(), cut}), "add")[1], "unfinished (0.5)");
}

TEST(Matrix, SaysWhereNothingWasJudged) {
  Json none = written_report();
  none["complete"] = false;
  for (Json& result : none["results"]) {
    result["cases"] = result["passed"] = 0;
    result["worst"] = nullptr;
  }
  EXPECT_EQ(cells_of(matrix_of({written_report(), none}), "d3d11"), (Texts{"conforms", "nothing judged"}));
  EXPECT_EQ(verdict_sentence(read(none), "d3d11"), "nothing was judged by d3d11");
}

TEST(MatrixText, IsNoWiderThan100ColumnsForAnyNumberOfDevices) {
  std::vector<ReportOfFile> reports;
  for (int i = 0; i < 12; ++i) reports.push_back({"a.json", read(with_cause("up and down and up again and down", 7))});
  const std::string text = matrix_text(matrix(reports), false);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    EXPECT_LE(end - at, 100U) << text.substr(at, end - at);
    at = end + 1;
  }
  for (int i = 1; i <= 12; ++i) EXPECT_TRUE(has(text, std::to_string(i) + " A GPU")) << i;
  EXPECT_TRUE(has(text, "does as up and down"));
}

TEST(MatrixText, NamesTheDevicesAndTheirRuns) {
  const std::string text = matrix_text(matrix_of({failing_report(), written_report()}), false);
  EXPECT_TRUE(has(text, "1 A GPU\n  driver 1.0; suite quick, seed 1, halfulp 0.1.0; 1.json\n2 A GPU\n"));
  EXPECT_TRUE(has(text, "\nFailing operations of d3d11\nadd    7 (0.5)      pass (0.5)\n"));
}

TEST(MatrixText, CutsALongFirstWordOfADevice) {
  Json named = failing_report();
  named["device"]["title"] = "pthread-skylake-avx512-AMD EPYC, default";
  EXPECT_TRUE(has(matrix_text(matrix_of({named}), false), " 1 pthread-skyla...\n"));
}

}  // namespace
}  // namespace halfulp::report
