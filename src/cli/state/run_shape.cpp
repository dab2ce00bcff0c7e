// SPDX-License-Identifier: Apache-2.0
#include "cli/state/run_shape.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/case.hpp"
#include "cli/operation_name.hpp"
#include "cli/output.hpp"
#include "cli/state/described_device.hpp"
#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

using report::JsonValue;
using Object = JsonValue::Object;

JsonValue book_shape(const BookToJudgeBy& book) {
  return Object{{"argument", book.argument}, {"rulebook", book.book.id()}, {"hash", book.book.hash()}};
}

/// A member of a run's shape as a message names it.
std::string described(const std::string& member, const JsonValue& value) {
  if (member == "device") return fmt::format("{} ({})", value.at("name").text(), value.at("title").text());
  if (member != "rulebooks") return report::json_line(value);
  std::string books;
  for (const JsonValue& book : value.items()) {
    books +=
        fmt::format("{}{} of hash {}", books.empty() ? "" : ", ", book.at("rulebook").text(), book.at("hash").text());
  }
  return books;
}

std::vector<std::string> texts(const JsonValue& array) {
  std::vector<std::string> result;
  for (const JsonValue& item : array.items()) result.push_back(item.text());
  return result;
}

}  // namespace

JsonValue run_shape(const RunRequest& request, const Device& device, const Shard& shard) {
  Readings readings;
  for (const BookToJudgeBy& book : request.books) readings.insert(book.readings.begin(), book.readings.end());
  const auto operation_name = [](Operation operation) { return JsonValue(info(operation).name); };
  const auto format_name = [](Format format) { return JsonValue(info(format).name); };
  return Object{{"halfulp", HALFULP_VERSION},
                {"shards", shard.count},
                {"block_cases", kBlockCases},
                {"suite", name(request.suite)},
                {"seed", request.seed},
                {"asked_cases", request.cases},
                {"strict", request.strict},
                {"operations", JsonValue::array(request.operations, operation_name)},
                {"formats", JsonValue::array(request.formats, format_name)},
                {"readings", JsonValue::object(readings)},
                {"rulebooks", JsonValue::array(request.books, book_shape)},
                {"device", device_shape(device)}};
}

RunRequest read_request(const JsonValue& run) {
  const auto fail = [](const std::string& what) { throw Error(Error::Kind::kInput, what); };
  if (run.at("halfulp").text() != HALFULP_VERSION) {
    fail(fmt::format("halfulp {} judged it; merge it by that version, this is {}", run.at("halfulp").text(),
                     HALFULP_VERSION));
  }
  if (run.at("block_cases").count() != kBlockCases) fail("its blocks have another number of cases");
  RunRequest request;
  const auto suite = find_suite(run.at("suite").text());
  if (!suite) fail(fmt::format("unknown suite '{}'", run.at("suite").text()));
  request.suite = *suite;
  request.seed = run.at("seed").count();
  request.cases = run.at("asked_cases").count();
  request.strict = run.at("strict").flag();
  for (const std::string& name : texts(run.at("operations"))) request.operations.push_back(read_operation(name));
  for (const std::string& name : texts(run.at("formats"))) request.formats.push_back(read_format(name));
  Readings readings;
  for (const auto& [id, option] : run.at("readings").members()) readings.emplace(id, option.text());
  std::vector<std::string> books;
  for (const JsonValue& book : run.at("rulebooks").items()) books.push_back(book.at("argument").text());
  if (books.empty()) fail("it names no rulebook");
  request.books = open_books(books, readings);
  for (std::size_t i = 0; i < books.size(); ++i) {
    const std::string& hash = run.at("rulebooks").items()[i].at("hash").text();
    if (request.books[i].book.hash() == hash) continue;
    fail(fmt::format("the rulebook '{}' was another when it was judged: its hash is {}, not {}", books[i],
                     request.books[i].book.hash(), hash));
  }
  return request;
}

std::string difference(const JsonValue& run, const JsonValue& expected) {
  for (const auto& [member, value] : expected.members()) {
    const JsonValue& other = run.at(member);
    if (report::json_line(other) == report::json_line(value)) continue;
    const std::string text = described(member, value);
    const std::string other_text = described(member, other);
    if (text == other_text) return fmt::format("another {}, though of the same name", member);
    return fmt::format("{} {} instead of {}", member, other_text, text);
  }
  return "";
}

std::string check_command(const JsonValue& run, std::uint64_t shard, const std::string& folder,
                          const std::string& options, bool resume) {
  std::string command = fmt::format("halfulp check --device {}", shell_word(run.at("device").at("name").text()));
  const auto add = [&](std::string_view option, const std::string& value) {
    command += fmt::format(" {} {}", option, shell_word(value));
  };
  std::vector<std::string> books;
  for (const JsonValue& book : run.at("rulebooks").items()) books.push_back(book.at("argument").text());
  add("--rulebook", fmt::format("{}", fmt::join(books, ",")));
  const std::vector<std::string> operations = texts(run.at("operations"));
  const std::vector<std::string> formats = texts(run.at("formats"));
  if (!operations.empty()) add("--operation", fmt::format("{}", fmt::join(operations, ",")));
  if (!formats.empty()) add("--format", fmt::format("{}", fmt::join(formats, ",")));
  add("--suite", run.at("suite").text());
  if (run.at("asked_cases").count() != 0) add("--cases", fmt::format("{}", run.at("asked_cases").count()));
  add("--seed", fmt::format("{}", run.at("seed").count()));
  for (const auto& [id, option] : run.at("readings").members()) {
    add("--reading", fmt::format("{}={}", id, option.text()));
  }
  if (run.at("strict").flag()) command += " --strict";
  if (!options.empty()) command += " " + options;
  const std::uint64_t shards = run.at("shards").count();
  if (shards != 1) add("--shard", name(Shard{shard, shards}));
  add("--out", folder);
  return resume ? command + " --resume" : command;
}

}  // namespace halfulp::cli
