// SPDX-License-Identifier: Apache-2.0
#include "report/matrix/matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <tuple>

#include "report/cause_words.hpp"
#include "report/command_line.hpp"
#include "report/difference.hpp"
#include "report/sentences.hpp"
#include "report/values.hpp"

namespace halfulp::report {
namespace {

using Reports = std::span<const ReportOfFile>;

// ---- the devices

std::string fact(const Report& report, std::string_view what) {
  const auto found = std::ranges::find(report.device.facts, what, [](const auto& one) { return one.first; });
  return found == report.device.facts.end() ? "" : found->second;
}

MatrixColumn column_of(const ReportOfFile& given, std::size_t number) {
  const Report& report = given.report;
  MatrixColumn column;
  column.title = report.device.title;
  column.name = fmt::format("{} {}", number, column.title.substr(0, column.title.find(" (")));
  // A driver has the same title in both of its stages.
  if (fact(report, "stage") == "fragment") {
    column.name += " fragment";
    column.title += ", fragment stage";
  }
  std::string version = fact(report, "driver version");
  if (version.empty()) version = fact(report, "driver number");
  column.driver = fact(report, "driver");
  if (!version.empty()) column.driver += (column.driver.empty() ? "" : " ") + version;
  column.run = fmt::format("{}, seed {}, halfulp {}", report.suite, report.seed, report.version);
  if (!is_complete(report)) {
    column.extent = "incomplete: " + (lost(report)         ? "the device was lost"
                                      : report.out_of_time ? out_of_time_sentence(report)
                                                           : std::string("interrupted"));
  }
  column.file = std::filesystem::path(given.file).filename().string();
  return column;
}

/// Whether the two judged different numbers of cases of an operation.
bool differ_in_cases(const Report& one, const Report& other) {
  return std::ranges::any_of(one.results, [&](const Result& result) {
    const auto same = std::ranges::find_if(other.results, [&](const Result& row) {
      return row.principal && row.rulebook == result.rulebook && row.operation == result.operation &&
             row.format == result.format;
    });
    return result.principal && same != other.results.end() && same->planned != result.planned;
  });
}

decltype(Matrix::differs) differing(Reports reports) {
  decltype(Matrix::differs) found;
  const auto note = [&](const std::string& what, std::size_t column) {
    auto known = std::ranges::find(found, what, [](const auto& entry) { return entry.first; });
    if (known == found.end()) known = found.insert(known, {what, {}});
    known->second.push_back(column);
  };
  const ReportOfFile& first = reports.front();
  for (std::size_t i = 1; i < reports.size(); ++i) {
    const ReportOfFile& other = reports[i];
    const Difference compared = difference({first.file, first.report}, {other.file, other.report}, false);
    for (const Mismatch& mismatch : compared.mismatches) note(mismatch.what, i + 1);
    if (differ_in_cases(first.report, other.report)) note("numbers of cases", i + 1);
  }
  return found;
}

// ---- verdicts

bool has_book(const Report& report, const std::string& book) {
  return std::ranges::find(report.rulebooks, book, &BookUsed::id) != report.rulebooks.end();
}

MatrixCell verdict_cell(const Report& report, const std::string& book) {
  if (!has_book(report, book)) return {CellKind::none, "not judged", "", "", ""};
  std::set<Operation> judged;
  std::set<Operation> broken;
  for (const Result& result : report.results) {
    if (result.rulebook != book || !result.variant.counts || result.tally.cases == 0) continue;
    judged.insert(result.operation);
    if (breaks(result, report.strict)) broken.insert(result.operation);
  }
  const std::string note = verdict_sentence(report, book);
  if (!broken.empty())
    return {CellKind::fails, fmt::format("{} of {} fail", broken.size(), judged.size()), "", note, ""};
  if (!conforms(report, book)) return {CellKind::fails, "fails as a whole", "", note, ""};
  if (judged.empty()) return {CellKind::none, "nothing judged", "", note, ""};
  return {CellKind::passes, is_complete(report) ? "conforms" : "conforms in part", "", note, ""};
}

// ---- causes

/// A cause that some of the reports have.
struct SharedCause {
  const Cause* first = nullptr;
  std::size_t devices = 0;
  std::uint64_t results = 0;
};

const Cause* find_cause(const Report& report, std::string_view id) {
  const auto cause = std::ranges::find(report.causes, id, &Cause::id);
  return cause == report.causes.end() ? nullptr : &*cause;
}

/// Those of most devices first, then those of most results.
std::vector<SharedCause> shared_causes(Reports reports) {
  std::vector<SharedCause> shared;
  for (const ReportOfFile& given : reports) {
    for (const Cause& cause : given.report.causes) {
      auto known = std::ranges::find_if(shared, [&](const SharedCause& one) { return one.first->id == cause.id; });
      if (known == shared.end()) known = shared.insert(known, {&cause, 0, 0});
      ++known->devices;
      known->results += cause.failed + cause.reading;
    }
  }
  std::ranges::stable_sort(shared, std::ranges::greater{},
                           [](const SharedCause& one) { return std::pair(one.devices, one.results); });
  return shared;
}

/// Whether the report would have the cause if the device did as it says in any place where another device does.
bool looked_for(const Report& report, Reports reports, std::string_view id) {
  if (!names_causes(report)) return false;
  return std::ranges::any_of(reports, [&](const ReportOfFile& other) {
    const Cause* cause = find_cause(other.report, id);
    return cause != nullptr &&
           std::ranges::any_of(cause->where, [&](const Cause::Where& place) { return judges(report, place); });
  });
}

MatrixCell cause_cell(const Report& report, Reports reports, std::string_view id) {
  const Cause* cause = find_cause(report, id);
  if (cause == nullptr) {
    return looked_for(report, reports, id) ? MatrixCell{CellKind::passes, "no", "", "", ""}
                                           : MatrixCell{CellKind::none, "not judged", "", "", ""};
  }
  const std::string note = counts_text(*cause) + std::string(control_text(cause->control));
  if (cause->failed > 0) return {CellKind::fails, grouped(cause->failed), "", note, cause->command};
  return {CellKind::reading, "reading " + grouped(cause->reading), "", note, cause->command};
}

// ---- operations

/// An operation in a format, under one rulebook.
struct Place {
  std::string rulebook;
  Operation operation = Operation::add;
  Format format = Format::binary32;
  Naming naming = Naming::direct3d;

  [[nodiscard]] auto key() const { return std::tuple(operation, format); }
};

/// The rulebook's operations that fail in a report.
std::vector<Place> failing(Reports reports, const std::string& rulebook) {
  std::vector<Place> places;
  for (const ReportOfFile& given : reports) {
    for (const Result& result : given.report.results) {
      if (result.rulebook != rulebook || !breaks(result, given.report.strict)) continue;
      const Place place{result.rulebook, result.operation, result.format, result.naming};
      const auto known = std::ranges::find(places, place.key(), &Place::key);
      if (known == places.end()) places.push_back(place);
    }
  }
  std::ranges::stable_sort(places, {}, &Place::key);
  return places;
}

/// The case that shows why the result does not pass: of the rule that most cases break, or of readings.
std::string command_of(const Report& report, const Result& result) {
  const auto& groups = result.tally.failed > 0 ? result.tally.broken : result.tally.under;
  if (groups.empty()) return "";
  const auto most = std::ranges::max_element(groups, {}, [](const auto& entry) { return entry.second.count; });
  return judge_command(result.rulebook, result, most->second.example, report.readings);
}

MatrixCell operation_cell(const Report& report, const Place& place) {
  const Result* way = shown_way(report, place.rulebook, place.operation, place.format);
  if (way == nullptr) {
    const bool lacks =
        has_book(report, place.rulebook) && std::ranges::any_of(report.not_offered, [&](const Asked& one) {
          return one.operation == place.operation && one.format == place.format;
        });
    return {CellKind::none, lacks ? "not offered" : "not judged", "", "", ""};
  }
  const Tally& tally = way->tally;
  MatrixCell cell{CellKind::none, std::string(name(outcome(*way))), "", "", ""};
  if (tally.cases > 0) cell.note = fmt::format("of {} cases", grouped(tally.cases));
  if (!way->variant.name.empty()) cell.note += " by " + way->variant.name;
  if (tally.failed > 0) {
    cell.text = grouped(tally.failed);
    cell.kind = CellKind::fails;
  } else if (tally.reading > 0) {
    cell.text = "reading " + grouped(tally.reading);
    cell.kind = report.strict ? CellKind::fails : CellKind::reading;
  } else if (is_complete(*way)) {
    cell.kind = CellKind::passes;
  }
  if (tally.failed > 0 || tally.reading == 0) cell.error = error_text(*way);
  if (tally.failed + tally.reading > 0) cell.command = command_of(report, *way);
  return cell;
}

template <typename MakeCell>
MatrixRow row(Reports reports, std::string name, const MakeCell& cell) {
  MatrixRow made{std::move(name), {}};
  for (const ReportOfFile& given : reports) made.cells.push_back(cell(given.report));
  return made;
}

}  // namespace

const Result* shown_way(const Report& report, const std::string& rulebook, Operation operation,
                        Format format) noexcept {
  const Result* shown = nullptr;
  const auto worse = [](const Result& one, const Result& other) {
    return std::tuple(one.tally.failed, one.tally.reading, one.principal) >
           std::tuple(other.tally.failed, other.tally.reading, other.principal);
  };
  for (const Result& result : report.results) {
    if (result.rulebook != rulebook || result.operation != operation || result.format != format) continue;
    if (result.variant.counts && (shown == nullptr || worse(result, *shown))) shown = &result;
  }
  return shown;
}

Matrix matrix(Reports reports) {
  Matrix made;
  std::vector<std::string> books;
  for (const ReportOfFile& given : reports) {
    made.columns.push_back(column_of(given, made.columns.size() + 1));
    for (const BookUsed& book : given.report.rulebooks) {
      if (std::ranges::find(books, book.id) == books.end()) books.push_back(book.id);
    }
  }
  made.differs = differing(reports);
  MatrixPart verdicts{"Verdict by rulebook", {}};
  for (const std::string& book : books) {
    verdicts.rows.push_back(row(reports, book, [&](const Report& report) { return verdict_cell(report, book); }));
  }
  made.parts.push_back(std::move(verdicts));
  MatrixPart causes{"Causes, by the failures that each explains", {}};
  for (const SharedCause& cause : shared_causes(reports)) {
    const auto cell = [&](const Report& report) { return cause_cell(report, reports, cause.first->id); };
    causes.rows.push_back(row(reports, cause.first->statement, cell));
  }
  if (!causes.rows.empty()) made.parts.push_back(std::move(causes));
  for (const std::string& book : books) {
    MatrixPart operations{"Failing operations of " + book, {}};
    for (const Place& place : failing(reports, book)) {
      const auto cell = [&](const Report& report) { return operation_cell(report, place); };
      operations.rows.push_back(row(reports, called(place.operation, place.format, place.naming), cell));
    }
    if (!operations.rows.empty()) made.parts.push_back(std::move(operations));
  }
  return made;
}

std::string differs_sentence(const Matrix& matrix) {
  if (matrix.differs.empty()) return "";
  std::string text;
  for (const auto& [what, columns] : matrix.differs) {
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", what, fmt::join(columns, ", "));
  }
  return fmt::format("Not as in column 1: {}. Counts and errors of these columns cannot be compared with its.", text);
}

std::string error_text(const Result& result) {
  constexpr double kPercent = 100;
  if (result.margins.empty()) return result.tally.worst ? ulp_text(result.tally.worst->error_ulp) : "";
  double share = 0;
  for (const Margin& margin : result.margins) share = std::max(share, margin.used / margin.stated);
  return figure_text(kPercent * share, 3) + "%";
}

std::string bracketed(const MatrixCell& cell) {
  return cell.error.empty() ? cell.text : fmt::format("{} ({})", cell.text, cell.error);
}

std::string legend_sentence() {
  return "A cell counts the failures of one way of computing, the one with most. Behind it stands the largest error: "
         "in percent of what the accuracy rule permits, or, where there is none, in ULP (of codes in steps). "
         "\"reading\" counts results that pass under another reading of the document only; \"no\": the cause explains "
         "nothing of this device's results.";
}

}  // namespace halfulp::report
