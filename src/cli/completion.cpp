// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "cli/output.hpp"
#include "cli/subcommand.hpp"
#include "cli/usage/completion_script.hpp"
#include "halfulp/error.hpp"
#include "number/nearest_name.hpp"

namespace halfulp::cli {

ExitCode completion(const Arguments& arguments) {
  const std::string name = arguments.text("SHELL");
  std::vector<std::string_view> names;
  for (const Shell& shell : kShells) {
    if (shell.name == name) {
      write_output(shell.script);
      return ExitCode::kConforms;
    }
    names.push_back(shell.name);
  }
  throw Error(Error::Kind::kUsage,
              fmt::format("{}; shells are {}", number::unknown_name("shell", name, names), fmt::join(names, ", ")));
}

}  // namespace halfulp::cli
