// SPDX-License-Identifier: Apache-2.0
#include "cli/exchange/manifest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "cli/case.hpp"
#include "cli/exchange/mapped_file.hpp"
#include "cli/operation_name.hpp"
#include "cli/output.hpp"
#include "halfulp/error.hpp"
#include "number/nearest_name.hpp"
#include "number/one_line.hpp"
#include "report/json_value.hpp"
#include "suite/offered_formats.hpp"

namespace halfulp::cli {
namespace {

using report::JsonValue;
using Object = JsonValue::Object;

constexpr std::string_view kVectors = "halfulp vectors";
constexpr std::string_view kResults = "halfulp results";
constexpr std::uint64_t kVersion = 1;

JsonValue shape(const VectorsEntry& entry) {
  const OperationInfo& row = info(entry.operation);
  JsonValue::Array operands;
  for (std::size_t i = 0; i < entry.operands.size(); ++i) {
    const VectorsEntry::Lane& lane = entry.operands[i];
    const FormatInfo& format = info(row.operand_format(static_cast<int>(i), entry.format));
    operands.emplace_back(Object{{"name", lane.name},
                                 {"format", format.name},
                                 {"bytes", std::int64_t{format.bytes}},
                                 {"file", lane.file},
                                 {"sha256", lane.sha256}});
  }
  const FormatInfo& result = info(row.result(entry.format));
  return Object{
      {"operation", row.name},
      {"meaning", row.meaning},
      {"format", info(entry.format).name},
      {"suite", entry.suite},
      {"cases", entry.cases},
      {"operands", std::move(operands)},
      {"result", Object{{"format", result.name}, {"bytes", std::int64_t{result.bytes}}, {"file", entry.result_file}}},
      {"coverage", JsonValue::array(entry.coverage, [](const Coverage& coverage) {
         return JsonValue(Object{{"kind", coverage.kind}, {"cases", coverage.cases}});
       })}};
}

JsonValue shape(const ResultsEntry& entry) {
  return Object{{"operation", info(entry.operation).name},
                {"format", info(entry.format).name},
                {"instruction", entry.instruction},
                {"file", entry.file},
                {"sha256", entry.sha256}};
}

/// Reads an object and says where it was when something is wrong with it.
template <typename Read>
auto within(const std::string& where, const Read& read) {
  try {
    return read();
  } catch (const Error& error) {
    throw Error(Error::Kind::kInput, fmt::format("{}: {}", where, error.what()));
  }
}

/// A member, or nothing where it is absent or null.
const JsonValue* find(const JsonValue& object, std::string_view name) {
  const Object& members = object.members();
  const auto found = std::ranges::find(members, name, &std::pair<std::string, JsonValue>::first);
  return found == members.end() || found->second.is_null() ? nullptr : &found->second;
}

std::string text(const JsonValue& object, std::string_view name) {
  const JsonValue& value = object.at(name);
  return within(fmt::format("'{}'", name), [&] { return value.text(); });
}

/// "" where it is absent or null.
std::string text_or_nothing(const JsonValue& object, std::string_view name) {
  return find(object, name) == nullptr ? "" : text(object, name);
}

std::uint64_t count(const JsonValue& object, std::string_view name) {
  const JsonValue& value = object.at(name);
  return within(fmt::format("'{}'", name), [&] { return value.count(); });
}

const JsonValue::Array& items(const JsonValue& object, std::string_view name) {
  const JsonValue& value = object.at(name);
  return *within(fmt::format("'{}'", name), [&] { return &value.items(); });
}

/// What is only shown; "" where it is absent or null.
std::string shown(const JsonValue& object, std::string_view name) {
  return number::one_line(text_or_nothing(object, name));
}

/// That a member, where there is one, is what it has to be here.
void check(const JsonValue& object, std::string_view name, std::string_view expected) {
  if (find(object, name) == nullptr) return;
  if (const std::string given = text(object, name); given != expected) {
    throw Error(Error::Kind::kInput, fmt::format("'{}' is '{}', '{}' is expected", name, given, expected));
  }
}

/// That a lane, as far as the manifest describes it, is of a format.
void check_lane(const JsonValue& lane, const FormatInfo& format) {
  check(lane, "format", format.name);
  if (find(lane, "bytes") == nullptr) return;
  if (const std::uint64_t bytes = count(lane, "bytes"); bytes != static_cast<std::uint64_t>(format.bytes)) {
    throw Error(Error::Kind::kInput,
                fmt::format("'bytes' is {}; a value of {} has {}", bytes, format.name, format.bytes));
  }
}

/// Lower case, as sha256() writes them.
std::string digest(std::string text) {
  std::ranges::transform(text, text.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'F' ? static_cast<char>(letter - 'A' + 'a') : letter;
  });
  return text;
}

std::string file_name(const JsonValue& object) {
  std::string name = text(object, "file");
  if (name.empty() || name.find('/') != std::string::npos || name == "." || name == "..") {
    throw Error(Error::Kind::kInput, fmt::format("'file' is '{}'; name a file in the manifest's own folder", name));
  }
  return name;
}

template <typename Entry>
void read_operation_and_format(const JsonValue& object, Entry& entry) {
  entry.operation = read_operation(text(object, "operation"));
  entry.format = read_format(text(object, "format"));
  if (Suite::offers(entry.operation, entry.format)) return;
  throw Error(Error::Kind::kInput,
              fmt::format("{} is asked in {}, not in {}", info(entry.operation).name,
                          number::short_list(suite::offered_formats(entry.operation)), info(entry.format).name));
}

VectorsEntry read_vectors_entry(const JsonValue& object) {
  VectorsEntry entry;
  read_operation_and_format(object, entry);
  entry.suite = text_or_nothing(object, "suite");
  entry.cases = count(object, "cases");
  if (entry.cases == 0) throw Error(Error::Kind::kInput, "'cases' is 0; there is nothing to judge");
  const JsonValue::Array& operands = items(object, "operands");
  const OperationInfo& row = info(entry.operation);
  if (std::ssize(operands) != row.arity) {
    throw Error(Error::Kind::kInput,
                fmt::format("'operands' has {} files; {} takes {}", operands.size(), row.name, row.arity));
  }
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const JsonValue& operand = operands[i];
    entry.operands.push_back(within(fmt::format("'operands', item {} (from 0)", i), [&] {
      check(operand, "name", row.operand_names[i]);
      check_lane(operand, info(row.operand_format(static_cast<int>(i), entry.format)));
      return VectorsEntry::Lane{.name = text_or_nothing(operand, "name"),
                                .file = file_name(operand),
                                .sha256 = digest(text_or_nothing(operand, "sha256"))};
    }));
  }
  if (const JsonValue* result = find(object, "result")) {
    within("'result'", [&] { check_lane(*result, info(row.result(entry.format))); });
  }
  if (const JsonValue* coverage = find(object, "coverage")) {
    for (const JsonValue& kind : coverage->items())
      entry.coverage.push_back({text(kind, "kind"), count(kind, "cases")});
  } else {
    entry.coverage.push_back({"given", entry.cases});
  }
  return entry;
}

ResultsEntry read_results_entry(const JsonValue& object) {
  ResultsEntry entry;
  read_operation_and_format(object, entry);
  entry.instruction = shown(object, "instruction");
  entry.file = file_name(object);
  entry.sha256 = digest(text_or_nothing(object, "sha256"));
  return entry;
}

/// The manifest in a file, if it is one of that kind and of this version.
JsonValue read(const MappedFile& file, std::string_view kind) {
  const std::string_view written(reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size());
  JsonValue manifest;
  std::string found;
  try {
    manifest = report::parse_json(written);
    found = text(manifest, "format");
  } catch (const Error& error) {
    throw Error(
        Error::Kind::kInput,
        fmt::format("{}; it is cut short or something else: docs/howto/exchange.md shows what it holds", error.what()));
  }
  if (found != kind) throw Error(Error::Kind::kInput, fmt::format("'format' is '{}', '{}' is expected", found, kind));
  if (const std::uint64_t version = count(manifest, "version"); version != kVersion) {
    throw Error(Error::Kind::kInput, fmt::format("'version' is {}; this halfulp reads version {}", version, kVersion));
  }
  return manifest;
}

/// Reads the entries of a list; none may be there twice.
template <typename Entry>
void read_entries(const JsonValue& manifest, std::string_view list, Entry (*read_entry)(const JsonValue&),
                  std::vector<Entry>& entries) {
  for (const JsonValue& item : items(manifest, list)) {
    const std::string where = fmt::format("'{}', item {} (from 0)", list, entries.size());
    entries.push_back(within(where, [&] { return read_entry(item); }));
    const Entry& last = entries.back();
    const auto same = [&](const Entry& entry) {
      return entry.operation == last.operation && entry.format == last.format;
    };
    if (std::ranges::count_if(entries, same) > 1) {
      throw Error(Error::Kind::kInput,
                  fmt::format("{}: {} in {} is there twice", where, info(last.operation).name, info(last.format).name));
    }
  }
}

}  // namespace

ResultsManifest results_template(const VectorsManifest& vectors) {
  ResultsManifest manifest{.vectors = vectors.id, .device = "", .facts = {}, .results = {}};
  for (const VectorsEntry& entry : vectors.operations) {
    manifest.results.push_back({.operation = entry.operation,
                                .format = entry.format,
                                .instruction = "",
                                .file = entry.result_file,
                                .sha256 = ""});
  }
  return manifest;
}

void write_manifest(const std::string& path, const VectorsManifest& manifest) {
  const auto entry = [](const VectorsEntry& one) { return shape(one); };
  write_file(path, report::json_text(Object{{"format", kVectors},
                                            {"version", kVersion},
                                            {"id", manifest.id},
                                            {"halfulp", manifest.halfulp},
                                            {"suite", manifest.suite},
                                            {"seed", manifest.seed},
                                            {"byte_order", "little"},
                                            {"operations", JsonValue::array(manifest.operations, entry)}}));
}

void write_manifest(const std::string& path, const ResultsManifest& manifest) {
  const auto entry = [](const ResultsEntry& one) { return shape(one); };
  write_file(path, report::json_text(Object{{"format", kResults},
                                            {"version", kVersion},
                                            {"vectors", manifest.vectors},
                                            {"device", manifest.device},
                                            {"facts", JsonValue::object(manifest.facts)},
                                            {"results", JsonValue::array(manifest.results, entry)}}));
}

VectorsManifest read_vectors_manifest(const std::string& path) {
  const MappedFile file(path);
  return within(path, [&] {
    const JsonValue json = read(file, kVectors);
    VectorsManifest manifest{.id = text(json, "id"),
                             .halfulp = text_or_nothing(json, "halfulp"),
                             .suite = text_or_nothing(json, "suite"),
                             .seed = find(json, "seed") == nullptr ? 0 : count(json, "seed"),
                             .operations = {}};
    check(json, "byte_order", "little");
    read_entries(json, "operations", read_vectors_entry, manifest.operations);
    return manifest;
  });
}

ResultsManifest read_results_manifest(const std::string& path) {
  const MappedFile file(path);
  return within(path, [&] {
    const JsonValue json = read(file, kResults);
    ResultsManifest manifest{
        .vectors = text(json, "vectors"), .device = shown(json, "device"), .facts = {}, .results = {}};
    if (const JsonValue* facts = find(json, "facts")) {
      for (const auto& [name, value] : facts->members()) {
        const std::string text =
            within(fmt::format("'facts', '{}'", number::one_line(name)), [&of = value] { return of.text(); });
        manifest.facts.emplace_back(number::one_line(name), number::one_line(text));
      }
    }
    read_entries(json, "results", read_results_entry, manifest.results);
    return manifest;
  });
}

}  // namespace halfulp::cli
