// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cli/output.hpp"
#include "cli/subcommand.hpp"
#include "cli/usage/candidates.hpp"

namespace halfulp::cli {

ExitCode complete(const Arguments& arguments) {
  const Candidates found = candidates(arguments.list("WORD"), subcommands());
  for (const Candidate& candidate : found.words) write_output(fmt::format("{}\t{}\n", candidate.text, candidate.says));
  if (found.paths == Paths::files) write_output("//files\t\n");
  if (found.paths == Paths::folders) write_output("//folders\t\n");
  return ExitCode::kConforms;
}

}  // namespace halfulp::cli
