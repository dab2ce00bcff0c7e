// SPDX-License-Identifier: Apache-2.0
// Writes FOLDER/<rulebook>.txt for each embedded rulebook, or for one: for each operation and format a checksum of the
// verdicts of the definition on a fixed corpus. --print writes the verdicts of one line, so that two builds can be
// compared.
#include <fmt/format.h>

#include <exception>
#include <fstream>

#include "golden/golden.hpp"

int main(int argc, char** argv) try {
  using namespace halfulp;
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 1 || words.size() == 2) {
    for (const std::string& name : words.size() == 1 ? Rulebook::embedded() : std::vector{words[1]}) {
      const Rulebook rulebook = Rulebook::open(name);
      std::ofstream file(words[0] + "/" + name + ".txt");
      file << "# build/release/tools/halfulp_golden tests/judge/golden\n";
      for (const golden::Subject& subject : golden::subjects(rulebook)) {
        file << golden::golden_line(rulebook, subject) << '\n' << std::flush;
      }
      if (!file) throw std::runtime_error("cannot write " + name + ".txt in " + words[0]);
    }
    return 0;
  }
  if (words.size() == 4 && words[0] == "--print") {
    const Rulebook rulebook = Rulebook::open(words[1]);
    const auto [operation, format] = std::pair(find_operation(words[2]), find_format(words[3]));
    if (operation && format && rulebook.has(*operation, *format)) {
      std::uint64_t verdicts = 0;
      fmt::print("{}", golden::stream(rulebook, {*operation, *format}, {}, verdicts));
      return 0;
    }
  }
  fmt::print(stderr,
             "usage: halfulp_golden FOLDER [RULEBOOK]\n       halfulp_golden --print RULEBOOK OPERATION FORMAT\n");
  return 2;
} catch (const std::exception& error) {
  fmt::print(stderr, "error: {}\n", error.what());
  return 2;
}
