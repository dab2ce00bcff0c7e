// SPDX-License-Identifier: Apache-2.0
#include "cli/failures/failure_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <tuple>

#include "cli/failures/case_causes.hpp"
#include "cli/failures/record.hpp"
#include "cli/failures/rows.hpp"
#include "cli/output.hpp"
#include "cli/replace_file.hpp"
#include "cli/run/findings.hpp"
#include "halfulp/error.hpp"
#include "report/rule_words.hpp"
#include "report/values.hpp"

namespace halfulp::cli {
namespace {

using MakeWriter = std::unique_ptr<RowWriter> (*)(const RowLimits&);

/// By the end of the file's name; nullptr for another.
MakeWriter writer_for(const std::string& path) {
  const std::string end = std::filesystem::path(path).extension().string();
  if (end == ".csv") return csv_writer;
  if (end == ".jsonl") return json_lines_writer;
  return end == ".npy" ? npy_writer : nullptr;
}

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

/// Rows on their way to the file: those of a rule beyond the limit are counted, neighbours become ranges.
class Rows {
 public:
  Rows(const std::string& path, std::unique_ptr<RowWriter> writer, std::uint64_t most, bool has_ranges)
      : path_(path), file_(path), writer_(std::move(writer)), most_(most), has_ranges_(has_ranges) {
    file_.write(writer_->header(0));
  }

  void add(const FailureRow& row) {
    if (pending_ && has_ranges_ && extends(*pending_, row)) {
      pending_->last = row.operands;
      ++pending_->cases;
      return;
    }
    flush();
    pending_ = row;
    pending_->last = row.operands;
  }

  /// Writes what is left. Throws Error(kInput).
  void end() {
    flush();
    file_.write(text_);
    file_.write_first(writer_->header(rows_));
    if (const int error = file_.commit(); error != 0) {
      throw Error(Error::Kind::kInput, fmt::format("{}: cannot be written: {}; make room, or give a path in a folder "
                                                   "that exists and can be written",
                                                   path_, std::strerror(error)));
    }
  }

  [[nodiscard]] std::uint64_t cases() const { return cases_; }

 private:
  /// Whether a row follows a range: one operand is one above the range's last, always the same one.
  [[nodiscard]] bool extends(const FailureRow& range, const FailureRow& row) {
    if (range.result != row.result || range.rule != row.rule || range.under != row.under || range.cause != row.cause) {
      return false;
    }
    const auto arity = static_cast<std::size_t>(info(row.result->operation).arity);
    std::size_t differing = arity;
    for (std::size_t i = 0; i < arity; ++i) {
      if (row.operands[i] == range.last[i]) continue;
      if (differing != arity || row.operands[i] != range.last[i] + 1) return false;
      differing = i;
    }
    if (differing == arity || (range.cases > 1 && differing != along_)) return false;
    along_ = differing;
    return true;
  }

  void flush() {
    constexpr std::size_t kBuffer = std::size_t{1} << 20;
    if (!pending_) return;
    const FailureRow row = *pending_;
    pending_.reset();
    if (row.result != result_) written_.clear(), result_ = row.result;
    if (++written_[{row.rule, row.under}] > most_) return;
    ++rows_;
    cases_ += row.cases;
    writer_->add(row, text_);
    if (text_.size() < kBuffer) return;
    file_.write(text_);
    text_.clear();
  }

  std::string path_;
  FileReplacement file_;
  std::unique_ptr<RowWriter> writer_;
  std::uint64_t most_;
  bool has_ranges_;
  std::string text_;
  std::optional<FailureRow> pending_;
  std::size_t along_ = 0;  ///< the operand by which the pending range goes on
  const report::Result* result_ = nullptr;
  std::map<std::pair<std::string_view, std::string_view>, std::uint64_t> written_;  ///< of that result, by rule
  std::uint64_t rows_ = 0;
  std::uint64_t cases_ = 0;
};

/// The causes of records, looked up once for each kind.
class Causes {
 public:
  Causes(const RunRequest& request, const report::Report& report, const FailureSpool& spool)
      : report_(report), spool_(spool), causes_(request, report) {}

  std::string_view of(std::size_t result, const FailureRecord& record) {
    const BrokenBy& by = spool_.broken()[record.broken];
    const bool fails = by.under.empty();
    const bool is_tried = fails && record.set != FailureRecord::kUntried && counts(result, by.rule, record.index);
    const auto [known, is_new] =
        known_.try_emplace({result, record.broken, is_tried ? record.set : FailureRecord::kUntried});
    if (!is_new) return known->second;
    if (!fails) return known->second = causes_.of_reading(result, by.under);
    known->second =
        is_tried ? causes_.of_failure(result, by.rule, spool_.sets()[record.set]) : causes_.of_untried(result, by.rule);
    return known->second;
  }

 private:
  /// Whether the report's causes are from a sample that holds the case.
  [[nodiscard]] bool counts(std::size_t result, const std::string& rule, std::uint64_t index) const {
    const auto& broken = report_.results[result].hypotheses.broken;
    const auto of_rule = broken.find(rule);
    return of_rule != broken.end() && diagnosis::HypothesisCounts::level(index) >= of_rule->second.least;
  }

  const report::Report& report_;
  const FailureSpool& spool_;
  CaseCauses causes_;
  std::map<std::tuple<std::size_t, std::uint16_t, std::uint16_t>, std::string> known_;
};

/// Whether the distance says something of a result that breaks a rule: nothing of a flush or a sign.
class Measures {
 public:
  explicit Measures(const RunRequest& request) : request_(request) {}

  bool operator()(const report::Result& result, const std::string& rule) {
    const auto [known, is_new] = known_.try_emplace({&result, rule});
    if (is_new) {
      const std::string kind = report::words_of_rule(book_of(request_, result).book, rule).kind;
      known->second = kind.empty() || kind == "accuracy";
    }
    return known->second;
  }

 private:
  const RunRequest& request_;
  std::map<std::pair<const report::Result*, std::string>, bool> known_;
};

RowLimits limits_of(const report::Report& report, const FailureSpool& spool, bool has_ranges) {
  RowLimits limits{.has_ranges = has_ranges};
  const auto grow = [](std::size_t& most, std::size_t size) { most = std::max(most, size); };
  for (const report::Result& result : report.results) {
    grow(limits.operands, static_cast<std::size_t>(info(result.operation).arity));
    grow(limits.rulebook, result.rulebook.size());
    grow(limits.operation, name(result.operation, result.naming).size());
    grow(limits.format, info(result.format).name.size());
    grow(limits.variant, result.variant.name.size());
  }
  for (const BrokenBy& by : spool.broken()) {
    grow(limits.rule, by.rule.size());
    grow(limits.under, by.under.size());
  }
  grow(limits.cause, kUnexplained.size());
  for (const report::Cause& cause : report.causes) grow(limits.cause, cause.id.size());
  return limits;
}

}  // namespace

FailureFile::FailureFile(const Arguments& arguments)
    : path_(arguments.text("--failures")), has_ranges_(arguments.has("--failures-ranges")) {
  const auto fail = [](const std::string& message) { throw Error(Error::Kind::kUsage, message); };
  if (arguments.has("--failures-limit")) most_ = arguments.number("--failures-limit");
  if (path_.empty()) {
    if (has_ranges_ || arguments.has("--failures-limit"))
      fail("--failures-limit and --failures-ranges need --failures FILE");
    return;
  }
  if (writer_for(path_) == nullptr) {
    fail(fmt::format("--failures {}: the end of its name says how it is written: .csv, .jsonl or .npy", path_));
  }
  for (const char* other : {"--shard", "--resume"}) {
    if (arguments.has(other)) fail(fmt::format("--failures has the cases of one whole run; leave out {}", other));
  }
  spool_.emplace(folder_of(path_), has_ranges_ ? std::numeric_limits<std::uint64_t>::max() : most_);
}

void FailureFile::write(const RunRequest& request, const report::Report& report) {
  if (!spool_) return;
  const std::vector<FailureSpool::Chunk> chunks = spool_->ended();
  Rows rows(path_, writer_for(path_)(limits_of(report, *spool_, has_ranges_)), most_, has_ranges_);
  Causes causes(request, report, *spool_);
  Measures measures(request);
  std::vector<std::byte> records;
  for (const FailureSpool::Chunk& chunk : chunks) {
    const report::Result& result = report.results[chunk.result];
    const RecordLayout layout(result.operation, result.format);
    spool_->read(chunk, records);
    for (std::size_t at = 0; at < records.size(); at += layout.size()) {
      const FailureRecord record = layout.read(std::span(records).subspan(at, layout.size()), chunk.first);
      const BrokenBy& by = spool_->broken()[record.broken];
      rows.add({.result = &result,
                .index = record.index,
                .operands = record.operands,
                .observed = record.observed,
                .nearest = record.nearest,
                .error_ulp = measures(result, by.rule) ? record.error_ulp : -1,
                .rule = by.rule,
                .under = by.under,
                .cause = causes.of(chunk.result, record)});
    }
  }
  rows.end();
  std::uint64_t all = 0;
  for (const report::Result& result : report.results) all += result.tally.failed + result.tally.reading;
  if (rows.cases() == all) return;
  write_diagnostic(fmt::format("halfulp: {}: {} of {} cases; --failures-limit left out the others", path_,
                               report::grouped(rows.cases()), report::grouped(all)));
}

}  // namespace halfulp::cli
