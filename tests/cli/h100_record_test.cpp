// SPDX-License-Identifier: Apache-2.0
// Results of an H100 through Vulkan (driver 580.159.04), which tests/data/h100 holds: cases of the quick suite, seed 1,
// of each operation that fails or needs a reading, in the device's principal way. All cases of binary16 and of codes;
// else 4,096, or 2,048 of several operands, evenly spread, and an example of each rule broken in all 262,144 cases. Of
// ftoi and ftou in binary32 the results for specialization constants, since those of buffers pass.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/exchange/recording.hpp"
#include "cli/run/plan.hpp"
#include "cli/run/run.hpp"
#include "h100_counts.hpp"
#include "h100_device.hpp"
#include "number/lane.hpp"
#include "number/layout.hpp"

namespace halfulp::cli {
namespace {

using Key = std::pair<Operation, Format>;

const Recording& h100_record() {
  static const Recording kRecord = [] {
    const std::string folder = std::string(HALFULP_SOURCE_DIR) + "/tests/data/h100";
    return open_recording(folder, folder);
  }();
  return kRecord;
}

report::Report report_of_record(const Recording& record) {
  RunRequest request;
  request.books = open_books({"d3d11"}, {});
  for (const auto& [key, part] : record.parts) {
    request.operations.push_back(key.first);
    request.formats.push_back(key.second);
    request.recorded.emplace(key, part.recorded);
  }
  return run(request, *recorded_device(record), false);
}

const report::Report& h100_report() {
  static const report::Report kReport = report_of_record(h100_record());
  return kReport;
}

/// Failures and passes by another reading, by cause.
using ChargedTo = std::map<std::string, std::pair<std::uint64_t, std::uint64_t>>;

ChargedTo charged(const report::Report& report) {
  ChargedTo counts;
  for (const report::Cause& cause : report.causes) counts[cause.id] = {cause.failed, cause.reading};
  return counts;
}

std::uint64_t unexplained(const report::Report& report) {
  std::uint64_t sum = 0;
  for (const report::Cause::Where& place : report.unexplained) sum += place.count;
  return sum;
}

TEST(H100Record, HasSixCausesAndAReading) {
  const ChargedTo expected = {
      {"as_in_binary32", {51086, 0}},          {"turns_in_format", {20222, 0}},
      {"keeps_denormals.binary32", {477, 13}}, {"through_unorm8", {124, 0}},
      {"undefined_integer", {127, 0}},         {"indefinite_for_nan", {2, 0}},
      {"reading.narrow.round=rne", {0, 4128}},
  };
  EXPECT_EQ(charged(h100_report()), expected);
  EXPECT_EQ(unexplained(h100_report()), 0U);
}

TEST(H100Record, HasAFailureThatNoCauseExplainsWhereOneResultIsWrong) {
  Recording record = h100_record();
  Recorded& add = record.parts.at({Operation::add, Format::binary32}).recorded;
  const auto results = std::make_shared<std::vector<std::byte>>(add.results.begin(), add.results.end());
  number::store(*results, 4, 1024, number::load(*results, 4, 1024) ^ 0x00400000);
  add.results = *results;
  add.memory = results;
  const report::Report report = report_of_record(record);
  EXPECT_EQ(charged(report), charged(h100_report()));
  EXPECT_EQ(unexplained(report), 1U);
}

/// The place that a row of counts is of: "add binary32".
std::string place_of_row(const std::string& row) { return row.substr(0, row.find(' ', row.find(' ') + 1)); }

/// A full run counted the failures of all 262,144 cases, by rule and class of operands. The record has as many where it
/// has all cases, and else fails nowhere else.
TEST(H100Record, FailsWhereTheFullRunFailed) {
  const test::Counts full = test::measured_of_h100();
  const test::Counts recorded = test::counted(h100_report());
  std::map<std::string, bool> has_all_cases;
  for (const report::Result& result : h100_report().results) {
    const std::string place =
        std::string(name(result.operation, Naming::direct3d)) + ' ' + std::string(info(result.format).name);
    has_all_cases[place] = result.coverage.front().kind == "all_operands";
  }
  std::size_t equal = 0;
  for (const auto& [row, count] : full) {
    const auto found = recorded.find(row);
    const std::uint64_t here = found == recorded.end() ? 0 : found->second;
    EXPECT_LE(here, count) << row;
    if (!has_all_cases.at(place_of_row(row))) continue;
    EXPECT_EQ(here, count) << row;
    ++equal;
  }
  EXPECT_GT(equal, 100U);
  for (const auto& [row, count] : recorded) {
    const bool of_constants = row.starts_with("ftoi binary32") || row.starts_with("ftou binary32");
    EXPECT_TRUE(of_constants || full.contains(row)) << row << ' ' << count;
  }
}

/// How many of a part's results the model gives otherwise: by a neighbour that passes or fails as the result does. Any
/// two NaN are the same.
std::size_t differing(const Key& key, const Recorded& part, Device& model) {
  const Rulebook book = Rulebook::open("d3d11");
  const auto& [operation, format] = key;
  const OperationInfo& row = info(operation);
  const FormatInfo& result = info(row.result(format));
  std::vector<std::vector<std::byte>> memory;
  for (int i = 0; i < row.arity; ++i) {
    memory.emplace_back(part.cases.cases() * static_cast<std::size_t>(info(row.operand_format(i, format)).bytes));
  }
  part.cases.fill(0, std::vector<Lane>(memory.begin(), memory.end()));
  std::vector<std::byte> results(part.results.size());
  model.compute(operation, format, 0, std::vector<ConstLane>(memory.begin(), memory.end()), results);
  const bool floating = result.kind == FormatKind::floating;
  std::size_t count = 0;
  for (std::size_t i = 0; i < part.cases.cases(); ++i) {
    const Bits modelled = number::load(results, result.bytes, i);
    const Bits recorded = number::load(part.results, result.bytes, i);
    if (modelled == recorded) continue;
    if (floating && number::Layout(result).is_nan(modelled) && number::Layout(result).is_nan(recorded)) continue;
    EXPECT_LE(std::abs(number::ordinal(result, modelled) - number::ordinal(result, recorded)), 1)
        << row.name << ", case " << i;
    std::vector<Bits> operands;
    for (int k = 0; k < row.arity; ++k) {
      const int bytes = info(row.operand_format(k, format)).bytes;
      operands.push_back(number::load(memory[static_cast<std::size_t>(k)], bytes, i));
    }
    const PermittedSet permitted = explain(book, operation, format, operands).permitted;
    EXPECT_EQ(permitted.contains(modelled), permitted.contains(recorded)) << row.name << ", case " << i;
    ++count;
  }
  return count;
}

/// The hardware truncates a sine that it approximates, here within 2^-22, and the model an exact one: they are a step
/// apart where a value of binary16 lies between the two.
TEST(H100Record, IsWhatTheModelComputesButForSinesOfTheSameVerdict) {
  test::H100Device model;
  std::map<std::string, std::size_t> differ;
  for (const auto& [key, part] : h100_record().parts) {
    if (model.variants(key.first, key.second).empty()) continue;  // constants only
    const std::size_t count = differing(key, part.recorded, model);
    if (count > 0) differ[std::string(info(key.first).name)] = count;
  }
  const std::map<std::string, std::size_t> expected = {{"sin", 3012}, {"cos", 2548}};
  EXPECT_EQ(differ, expected);
}

}  // namespace
}  // namespace halfulp::cli
