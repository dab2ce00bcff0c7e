// SPDX-License-Identifier: Apache-2.0

// Compares the bulk path's verdicts with the explain path's for all operands of binary32 of a function, block by block,
// and adds a line for each block to a file; blocks that the file has are not compared again.
// docs/certificates/README.md tells more.

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "block_file.hpp"
#include "halfulp/error.hpp"
#include "halfulp/rulebook.hpp"
#include "number/checksum.hpp"
#include "verdicts/block.hpp"
#include "verdicts/near_result.hpp"

namespace halfulp::verdicts {
namespace {

/// Of the program itself: what one build found, another does not go on with.
std::uint64_t checksum_of_program() {
  std::ifstream program("/proc/self/exe", std::ios::binary);
  std::ostringstream text;
  text << program.rdbuf();
  return number::checksum(text.view());
}

std::string head(Operation operation, std::span<const Book> books) {
  std::string text = fmt::format(
      "# The bulk path's verdicts on {} beside the explain path's, for all operands of binary32, by program {:016x}.\n"
      "# Rulebooks with the same rules together:",
      info(operation).name, checksum_of_program());
  for (const Book& book : books) text += fmt::format(" ({})", book.names);
  return text +
         "\n# Of each sign and exponent: the first operand, how many, permitted sets explained, cases judged, cases "
         "that the bulk path hands over, a checksum of the sets.\n";
}

/// 0, or 1 where verdicts differ.
int compare_all(Operation operation, const std::string& path, std::span<const std::string> names) {
  BlockFile file(path, head(operation, books(operation, names)));
  const auto work = [&](std::uint32_t first, Comparison& comparison) {
    const Found found = comparison.block(first);
    if (found.difference.empty()) {
      file.add(fmt::format("0x{:08x} {} {} {} {} {:016x}", first, found.operands, found.explained, found.cases,
                           found.handed_over, found.sets));
    } else {
      file.fail(found.difference);
    }
  };
  file.for_each_missing_block([&] { return Comparison(operation, books(operation, names)); }, work);
  for (const std::string& failure : file.failures()) fmt::print(stderr, "error: {}\n", failure);
  return file.failures().empty() ? 0 : 1;
}

}  // namespace
}  // namespace halfulp::verdicts

int main(int argc, char** argv) {
  using namespace halfulp;
  const std::vector<std::string> words(argv + 1, argv + argc);
  try {
    for (const OperationInfo& row : operations()) {
      if (words.size() >= 2 && words[0] == row.name && verdicts::has_near_result(row.operation)) {
        const std::vector<std::string> all = Rulebook::embedded();
        return verdicts::compare_all(row.operation, words[1], words.size() == 2 ? all : std::span(words).subspan(2));
      }
    }
  } catch (const Error& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 2;
  }
  fmt::print(stderr, "usage: halfulp_verdicts OPERATION FILE [RULEBOOK...]\noperations:");
  for (const OperationInfo& row : operations()) {
    if (verdicts::has_near_result(row.operation)) fmt::print(stderr, " {}", row.name);
  }
  fmt::print(stderr, "\n");
  return 2;
}
