// SPDX-License-Identifier: Apache-2.0
#include "cli/run_options.hpp"

#include <fmt/format.h>

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/case.hpp"
#include "cli/operands_file.hpp"
#include "cli/operation_name.hpp"
#include "halfulp/error.hpp"
#include "number/lane.hpp"
#include "number/nearest_name.hpp"

namespace halfulp::cli {

SuiteSize read_suite(const std::string& text) {
  if (const auto size = find_suite(text)) return *size;
  const std::vector<std::string_view> names = {name(SuiteSize::quick), name(SuiteSize::standard),
                                               name(SuiteSize::exhaustive)};
  throw Error(Error::Kind::kUsage,
              fmt::format("{}; suites are {}", number::unknown_name("suite", text, names), fmt::join(names, ", ")));
}

RunRequest read_judging(const Arguments& arguments) {
  RunRequest request;
  request.strict = arguments.has("--strict");
  const std::vector<std::string> books = arguments.parts("--rulebook");
  if (books.empty()) throw Error(Error::Kind::kUsage, "--rulebook is empty; 'halfulp rules' lists rulebooks");
  request.books = open_books(books, read_readings(arguments.list("--reading")));
  std::vector<Rulebook> asked;
  for (const BookToJudgeBy& book : request.books) asked.push_back(book.book.under(book.readings));
  NamedOperations named = read_named_operations(arguments.parts("--operation"), arguments.parts("--format"), asked);
  request.operations = std::move(named.operations);
  request.formats = std::move(named.formats);
  return request;
}

std::pair<Operation, Format> read_one_operation(const RunRequest& request, std::string_view what) {
  const auto fail = [](const std::string& message) { throw Error(Error::Kind::kUsage, message); };
  if (request.operations.size() != 1 || request.formats.size() > 1) {
    fail(fmt::format("{} hold one operation in one format; say which: --operation add --format binary32", what));
  }
  const Operation operation = request.operations.front();
  if (const auto only = info(operation).only_format()) return {operation, *only};
  const Format format = request.formats.empty() ? Format::binary32 : request.formats.front();
  if (!Suite::offers(operation, format)) {
    fail(fmt::format("{} is not asked in {}; name a floating format", info(operation).name, info(format).name));
  }
  return {operation, format};
}

void take_operands(const Arguments& arguments, RunRequest& request) {
  const std::string path = arguments.text("--operands");
  if (path.empty()) return;
  for (const char* other : {"--cases", "--out", "--shard"}) {
    if (!arguments.has(other)) continue;
    throw Error(Error::Kind::kUsage, fmt::format("--operands has the cases that a file holds; leave out {}", other));
  }
  const RunRequest usual;
  if (request.suite != usual.suite || request.seed != usual.seed) {
    throw Error(Error::Kind::kUsage, "--operands has the cases that a file holds; leave out --suite and --seed");
  }
  const std::pair<Operation, Format> one = read_one_operation(request, "the lines of --operands");
  const Operation operation = one.first;
  const Format format = one.second;
  const Case asked{request.books.front().book, operation, format, {}, {}};
  const OperationInfo& row = info(operation);
  const auto memory = std::make_shared<std::vector<std::vector<std::byte>>>(static_cast<std::size_t>(row.arity));
  std::uint64_t cases = 0;
  read_operands_file(asked, path, [&](const std::vector<Bits>& operands) {
    for (std::size_t k = 0; k < operands.size(); ++k) {
      const int bytes = info(row.operand_format(static_cast<int>(k), format)).bytes;
      std::vector<std::byte>& lane = (*memory)[k];
      lane.resize(lane.size() + static_cast<std::size_t>(bytes));
      number::store(lane, bytes, cases, operands[k]);
    }
    ++cases;
  });
  request.operands_file = path;
  request.formats.assign(1, format);  // a conversion's own, whatever was asked
  const Suite given(operation, format, {memory->begin(), memory->end()}, {{"given", cases}}, memory);
  request.recorded.emplace(std::pair(operation, format), Recorded{given, {}, nullptr});
}

}  // namespace halfulp::cli
