// SPDX-License-Identifier: Apache-2.0
#include "cli/operands_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "cli/input_file.hpp"
#include "halfulp/error.hpp"

namespace halfulp::cli {

void read_operands_file(const Case& asked, const std::string& path,
                        const std::function<void(const std::vector<Bits>& operands)>& use) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  std::string text = read_input(path == "-" ? "/dev/stdin" : path);
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  std::istringstream lines(std::move(text));
  std::size_t number = 0;
  bool is_empty = true;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    line.erase(std::min(line.find('#'), line.size()));
    std::ranges::replace(line, ',', ' ');
    std::istringstream words(line);
    std::vector<std::string> texts;
    for (std::string word; words >> word;) texts.push_back(word);
    if (texts.empty()) continue;
    is_empty = false;
    try {
      use(read_operands(asked, texts));
    } catch (const Error& error) {
      throw Error(Error::Kind::kInput, fmt::format("{}:{}: {}", path, number, error.what()));
    }
  }
  if (is_empty) {
    throw Error(Error::Kind::kInput, fmt::format("{}: it has no case; write operands, a case a line", path));
  }
}

}  // namespace halfulp::cli
