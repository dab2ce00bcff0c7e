// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "cli/case.hpp"
#include "cli/exchange/lane_file.hpp"
#include "cli/exchange/lines.hpp"
#include "cli/exchange/manifest.hpp"
#include "cli/exchange/sha256.hpp"
#include "cli/operation_name.hpp"
#include "cli/output.hpp"
#include "cli/run/progress.hpp"
#include "cli/run_options.hpp"
#include "cli/subcommand.hpp"
#include "halfulp/error.hpp"
#include "number/nearest_name.hpp"

namespace halfulp::cli {
namespace {

constexpr std::uint64_t kCasesAtATime = std::uint64_t{1} << 16;

[[noreturn]] void fail(const std::string& message) { throw Error(Error::Kind::kUsage, message); }

/// One operation in one format, and its cases.
struct Asked {
  Operation operation;
  Format format;
  SuiteSize size;
  Suite suite;
};

/// What --operation and --format ask for; conversions are asked in their operand's format, whatever --format says.
std::vector<Asked> read_asked(const Arguments& arguments) {
  const SuiteSize size = read_suite(arguments.text("--suite"));
  const std::uint64_t seed = arguments.number("--seed");
  std::vector<Asked> asked;
  const auto add = [&](Operation operation, Format format) {
    const auto same = [&](const Asked& one) { return one.operation == operation && one.format == format; };
    if (std::ranges::none_of(asked, same))
      asked.push_back({operation, format, size, Suite(size, seed, operation, format)});
  };
  for (const std::string& name : arguments.parts("--operation")) {
    const NamedOperation named = read_named_operation(name, {});
    const Operation operation = named.operation;
    if (const auto only = named.format ? named.format : info(operation).only_format()) {
      add(operation, *only);
      continue;
    }
    for (const std::string& format : arguments.parts("--format")) add(operation, read_format(format));
  }
  if (asked.empty()) fail("--operation and --format name nothing; name operations: --operation add,rsq");
  return asked;
}

LaneFileKind read_kind(const std::string& text) {
  if (text == "raw") return LaneFileKind::raw;
  if (text == "npy") return LaneFileKind::npy;
  constexpr std::array<std::string_view, 2> kNames = {"raw", "npy"};
  fail(fmt::format("{}; --files takes raw or npy", number::unknown_name("kind of files", text, kNames)));
}

/// "add.binary32.x.bin".
std::string file_name(const Asked& asked, std::string_view lane, LaneFileKind kind) {
  return fmt::format("{}.{}.{}{}", info(asked.operation).name, info(asked.format).name, lane, extension(kind));
}

/// Writes the operands of one operation.
VectorsEntry write_operands(const Asked& asked, LaneFileKind kind, const std::filesystem::path& folder,
                            Progress& progress) {
  const OperationInfo& row = info(asked.operation);
  VectorsEntry entry{.operation = asked.operation,
                     .format = asked.format,
                     .suite = std::string(name(asked.size)),
                     .cases = asked.suite.cases(),
                     .operands = {},
                     .result_file = file_name(asked, "result", kind),
                     .coverage = {asked.suite.coverage().begin(), asked.suite.coverage().end()}};
  std::vector<LaneFileWriter> files;
  std::vector<std::size_t> bytes;
  std::vector<std::vector<std::byte>> memory;
  for (int i = 0; i < row.arity; ++i) {
    const std::string_view lane = row.operand_names[static_cast<std::size_t>(i)];
    const Format format = row.operand_format(i, asked.format);
    entry.operands.push_back({.name = std::string(lane), .file = file_name(asked, lane, kind), .sha256 = ""});
    files.emplace_back(folder / entry.operands.back().file, kind, format, entry.cases);
    bytes.push_back(static_cast<std::size_t>(info(format).bytes));
    memory.emplace_back(kCasesAtATime * bytes.back());
  }
  for (std::uint64_t first = 0; first < entry.cases; first += kCasesAtATime) {
    const auto cases = static_cast<std::size_t>(std::min(kCasesAtATime, entry.cases - first));
    std::vector<Lane> lanes;
    for (std::size_t i = 0; i < memory.size(); ++i) lanes.push_back(Lane(memory[i]).first(cases * bytes[i]));
    asked.suite.fill(first, lanes);
    for (std::size_t i = 0; i < lanes.size(); ++i) files[i].write(lanes[i]);
    progress.advance(cases);
  }
  for (std::size_t i = 0; i < files.size(); ++i) entry.operands[i].sha256 = files[i].close();
  return entry;
}

/// One id for the same operands on every machine, another one for others.
std::string id_of(const VectorsManifest& manifest) {
  std::string text;
  for (const VectorsEntry& entry : manifest.operations) {
    text += fmt::format("{} {} {}\n", info(entry.operation).name, info(entry.format).name, entry.cases);
    for (const VectorsEntry::Lane& lane : entry.operands) text += lane.sha256 + "\n";
  }
  return sha256(std::as_bytes(std::span(text)));
}

std::uint64_t cases_of(const std::vector<Asked>& asked) {
  std::uint64_t cases = 0;
  for (const Asked& one : asked) cases += one.suite.cases();
  return cases;
}

void write_folder(const std::vector<Asked>& asked, const Arguments& arguments) {
  const std::filesystem::path folder = arguments.text("--output");
  const LaneFileKind kind = read_kind(arguments.text("--files"));
  for (const char* file : {kVectorsFile, kResultsFile}) {
    if (std::filesystem::exists(folder / file)) {
      fail(fmt::format("{} is there already; name a folder of its own for these vectors, or remove what is there",
                       (folder / file).string()));
    }
  }
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw Error(Error::Kind::kInput, fmt::format("{}: cannot be made: {}; name a folder that can be written",
                                                 folder.string(), error.message()));
  }
  VectorsManifest manifest{.id = "",
                           .halfulp = HALFULP_VERSION,
                           .suite = arguments.text("--suite"),
                           .seed = arguments.number("--seed"),
                           .operations = {}};
  {
    Progress progress(cases_of(asked), has_progress_terminal());
    for (const Asked& one : asked) {
      progress.label(info(one.operation).name);
      manifest.operations.push_back(write_operands(one, kind, folder, progress));
    }
  }
  manifest.id = id_of(manifest);
  write_manifest(folder / kResultsFile, results_template(manifest));
  // Last, so that a folder with a manifest is whole.
  write_manifest(folder / kVectorsFile, manifest);
  write_output(fmt::format("{}: {} cases of {} operation{}\n", (folder / kVectorsFile).string(), cases_of(asked),
                           asked.size(), asked.size() == 1 ? "" : "s"));
}

}  // namespace

ExitCode vectors(const Arguments& arguments) {
  const std::vector<Asked> asked = read_asked(arguments);
  if (arguments.has("--output")) {
    write_folder(asked, arguments);
    return ExitCode::kConforms;
  }
  if (asked.size() > 1) {
    fail(fmt::format("lines hold one operation in one format, and {} are asked for; name one, or a folder with -o",
                     asked.size()));
  }
  write_lines(asked.front().suite, asked.front().operation, asked.front().format);
  return ExitCode::kConforms;
}

}  // namespace halfulp::cli
