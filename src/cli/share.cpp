// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "cli/output.hpp"
#include "cli/subcommand.hpp"
#include "cli/usage/completion_script.hpp"
#include "cli/usage/man_page.hpp"
#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

void write(const std::filesystem::path& path, std::string_view text) {
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);  // what fails, fails again in write_file()
  write_file(path.string(), text);
}

}  // namespace

/// Writes the man pages and the completions into a folder, as they are below share/ where the command is installed.
ExitCode share(const Arguments& arguments) {
  if (arguments.list("DIR").size() != 1) throw Error(Error::Kind::kUsage, "share takes the folder to write to");
  const std::filesystem::path folder = arguments.text("DIR");
  for (const Shell& shell : kShells) write(folder / shell.file, shell.script);
  write(folder / "man/man1/halfulp.1", man_page(subcommands()));
  for (const Subcommand& row : subcommands()) {
    if (!row.hidden) write(folder / "man/man1" / fmt::format("halfulp-{}.1", row.name), man_page(row));
  }
  return ExitCode::kConforms;
}

}  // namespace halfulp::cli
