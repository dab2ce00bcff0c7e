// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cli/subcommand.hpp"

namespace halfulp::cli {

/// One word that a command line may go on with. One that ends with a comma, a colon or an equals sign is to be
/// continued without a space.
struct Candidate {
  std::string text;
  std::string says;  ///< what it is, in one line; may be ""
};

enum class Paths : std::uint8_t { none, files, folders };

/// What a shell offers when the user asks it to complete a word.
struct Candidates {
  std::vector<Candidate> words;
  Paths paths = Paths::none;  ///< which names of files the shell adds of its own
};

/// `words`: the command line without the program's own name, up to the cursor; the last one (perhaps "") is completed.
/// Never throws for what a user typed: what cannot be understood has no candidates.
[[nodiscard]] Candidates candidates(std::span<const std::string> words, std::span<const Subcommand> table);

}  // namespace halfulp::cli
