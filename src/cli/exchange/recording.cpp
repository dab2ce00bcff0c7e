// SPDX-License-Identifier: Apache-2.0
#include "cli/exchange/recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include "cli/exchange/growing_lane.hpp"
#include "cli/exchange/lane_file.hpp"
#include "cli/exchange/manifest.hpp"
#include "halfulp/error.hpp"
#include "number/lane.hpp"

namespace halfulp::cli {
namespace {

[[noreturn]] void fail(const std::string& message) { throw Error(Error::Kind::kInput, message); }

Recorded recorded(Operation operation, Format format, const std::vector<KeptLane>& operands, const KeptLane& results,
                  std::vector<Coverage> coverage) {
  std::vector<ConstLane> lanes;
  auto memory = std::make_shared<std::vector<std::shared_ptr<const void>>>();
  for (const KeptLane& operand : operands) {
    lanes.push_back(operand.values);
    memory->push_back(operand.memory);
  }
  return {Suite(operation, format, std::move(lanes), std::move(coverage), std::move(memory)), results.values,
          results.memory};
}

class RecordedDevice final : public Device {
 public:
  explicit RecordedDevice(const Recording& recording) : recording_(recording) {}

  [[nodiscard]] const DeviceDescription& description() const override { return recording_.device; }

  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    const auto found = recording_.parts.find({operation, format});
    if (found == recording_.parts.end()) return {};
    return {{.name = "",
             .instruction = found->second.instruction,
             .operands = "the vectors",
             .counts = true,
             .most_cases = 0}};
  }

  void compute(Operation operation, Format format, std::size_t, std::span<const ConstLane> operands,
               Lane results) override {
    const OperationInfo& row = info(operation);
    const int operand_bytes = info(row.operand_format(0, format)).bytes;
    const int result_bytes = info(row.result(format)).bytes;
    if (row.arity != 1) fail_unrecorded(row);
    const auto& known = results_of(operation, format);
    for (std::size_t i = 0; i < results.size() / static_cast<std::size_t>(result_bytes); ++i) {
      const auto result = known.find(number::load(operands.front(), operand_bytes, i));
      if (result == known.end()) fail_unrecorded(row);
      number::store(results, result_bytes, i, result->second);
    }
  }

 private:
  using Results = std::unordered_map<Bits, Bits>;

  [[noreturn]] static void fail_unrecorded(const OperationInfo& row) {
    throw Error(Error::Kind::kDevice, fmt::format("other results of {} were recorded than are asked for", row.name));
  }

  const Results& results_of(Operation operation, Format format) {
    const auto [place, is_new] = results_.try_emplace({operation, format});
    constexpr std::uint64_t kMostCases = std::uint64_t{1} << 24;
    const Recorded& part = recording_.parts.at({operation, format}).recorded;
    if (!is_new || part.cases.cases() > kMostCases) return place->second;
    const OperationInfo& row = info(operation);
    const int operand_bytes = info(row.operand_format(0, format)).bytes;
    std::vector<std::byte> operands(part.cases.cases() * static_cast<std::size_t>(operand_bytes));
    const Lane lanes[] = {operands};
    part.cases.fill(0, lanes);
    for (std::size_t i = 0; i < part.cases.cases(); ++i) {
      place->second.emplace(number::load(operands, operand_bytes, i),
                            number::load(part.results, info(row.result(format)).bytes, i));
    }
    return place->second;
  }

  const Recording& recording_;
  std::map<std::pair<Operation, Format>, Results> results_;
};

}  // namespace

Recording open_recording(const std::string& vectors, const std::string& results) {
  const std::filesystem::path vectors_folder = vectors;
  const std::filesystem::path results_folder = results;
  const VectorsManifest asked = read_vectors_manifest(vectors_folder / kVectorsFile);
  const std::string results_path = results_folder / kResultsFile;
  if (!std::filesystem::exists(results_path)) {
    fail(fmt::format("{}: there is none; copy {} there, and name in it the files that were computed", results_path,
                     (vectors_folder / kResultsFile).string()));
  }
  const ResultsManifest given = read_results_manifest(results_path);
  if (given.vectors != asked.id) {
    fail(
        fmt::format("{}: these are results of other vectors ('{}') than those in {} ('{}'): of another seed, suite or "
                    "version; compute them for these operands, or name the folder of the other vectors",
                    results_path, given.vectors, vectors, asked.id));
  }
  Recording recording{.device = {.name = results,
                                 .kind = "recorded",
                                 .title = given.device.empty() ? "recorded results" : given.device,
                                 .facts = given.facts},
                      .suite = asked.suite,
                      .seed = asked.seed,
                      .parts = {},
                      .missing = {},
                      .problem = ""};
  for (const ResultsEntry& entry : given.results) {
    const auto found = std::ranges::find_if(asked.operations, [&](const VectorsEntry& one) {
      return one.operation == entry.operation && one.format == entry.format;
    });
    const std::string called = fmt::format("{} in {}", info(entry.operation).name, info(entry.format).name);
    if (found == asked.operations.end()) {
      fail(fmt::format("{}: names results of {}, of which {} has no operands; remove them", results_path, called,
                       vectors));
    }
    const std::string result_path = results_folder / entry.file;
    if (!std::filesystem::exists(result_path)) {
      fail(fmt::format("{}: there is none, but {} names it for {}; write it, or remove its entry", result_path,
                       results_path, called));
    }
    const OperationInfo& row = info(entry.operation);
    std::vector<KeptLane> operands;
    for (int i = 0; i < row.arity; ++i) {
      const VectorsEntry::Lane& lane = found->operands[static_cast<std::size_t>(i)];
      operands.push_back(
          open_lane(vectors_folder / lane.file, row.operand_format(i, entry.format), found->cases, lane.sha256));
    }
    const KeptLane values = open_lane(result_path, row.result(entry.format), found->cases, entry.sha256);
    Recorded part = recorded(entry.operation, entry.format, operands, values, found->coverage);
    recording.parts.emplace(
        std::pair(entry.operation, entry.format),
        Recording::Part{.suite = found->suite.empty() ? "given" : found->suite,
                        .instruction = entry.instruction.empty() ? "recorded results" : entry.instruction,
                        .recorded = std::move(part)});
  }
  for (const VectorsEntry& entry : asked.operations) {
    const std::pair key(entry.operation, entry.format);
    if (!recording.parts.contains(key)) recording.missing.push_back(key);
  }
  if (recording.parts.empty()) fail(fmt::format("{}: 'results' is empty; there is nothing to judge", results_path));
  return recording;
}

RecordedTable read_recording(const std::string& path, Table& table, const TableQuestion& question) {
  std::map<std::pair<Operation, Format>, std::vector<GrowingLane>> lanes;
  const auto keep = [&](const TableBlock& block) {
    std::vector<GrowingLane>& group = lanes[{block.operation, block.format}];
    group.resize(block.lanes.size());
    for (std::size_t k = 0; k < block.lanes.size(); ++k) group[k].add(block.lanes[k]);
  };
  const TableRead read = table.read(question, {.results = keep, .expectation = {}});
  if (read.results == 0) {
    if (!read.problems.empty()) fail(read.problems.front());
    fail(fmt::format("{}: has no line of a case; expected the operands and the result of one on each", table.name()));
  }
  Recording recording{.device = {.name = path == "-" ? "lines" : path,
                                 .kind = "recorded",
                                 .title = fmt::format("results in lines of {}", table.name()),
                                 .facts = {}},
                      .suite = "given",
                      .seed = 0,
                      .parts = {},
                      .missing = {},
                      .problem = read.problems.empty() ? "" : read.problems.front()};
  if (read.unread > 1) recording.problem += fmt::format("; {} more lines", read.unread - 1);
  for (auto& [key, group] : lanes) {
    const KeptLane results = group.back().take();
    std::vector<KeptLane> operands;
    for (std::size_t k = 0; k + 1 < group.size(); ++k) operands.push_back(group[k].take());
    const auto cases = results.values.size() / static_cast<std::size_t>(info(info(key.first).result(key.second)).bytes);
    recording.parts.emplace(
        key, Recording::Part{.suite = "given",
                             .instruction = "recorded results",
                             .recorded = recorded(key.first, key.second, operands, results, {{"given", cases}})});
  }
  return {std::move(recording), read};
}

std::unique_ptr<Device> recorded_device(const Recording& recording) {
  return std::make_unique<RecordedDevice>(recording);
}

}  // namespace halfulp::cli
