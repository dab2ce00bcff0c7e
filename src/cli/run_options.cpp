// SPDX-License-Identifier: Apache-2.0
#include "cli/run_options.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "cli/case.hpp"
#include "halfulp/error.hpp"
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
  const Naming naming = request.books.front().book.naming();
  for (const std::string& name : arguments.parts("--operation")) {
    request.operations.push_back(read_operation(name, naming));
  }
  for (const std::string& name : arguments.parts("--format")) request.formats.push_back(read_format(name));
  return request;
}

}  // namespace halfulp::cli
