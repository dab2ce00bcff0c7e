// SPDX-License-Identifier: Apache-2.0
#include "cli/exchange/lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "cli/output.hpp"
#include "number/lane.hpp"

namespace halfulp::cli {
namespace {

constexpr std::size_t kCasesAtATime = 8192;

}  // namespace

void write_lines(const Suite& suite, Operation operation, Format format) {
  const OperationInfo& row = info(operation);
  std::vector<std::vector<std::byte>> memory;
  std::vector<const FormatInfo*> formats;
  for (int i = 0; i < row.arity; ++i) {
    formats.push_back(&info(row.operand_format(i, format)));
    memory.emplace_back(kCasesAtATime * static_cast<std::size_t>(formats.back()->bytes));
  }
  fmt::memory_buffer text;
  for (std::uint64_t first = 0; first < suite.cases() && output_is_open(); first += kCasesAtATime) {
    const auto cases = static_cast<std::size_t>(std::min<std::uint64_t>(kCasesAtATime, suite.cases() - first));
    std::vector<Lane> lanes;
    for (std::size_t k = 0; k < memory.size(); ++k) {
      lanes.push_back(Lane(memory[k]).first(cases * static_cast<std::size_t>(formats[k]->bytes)));
    }
    suite.fill(first, lanes);
    text.clear();
    for (std::size_t i = 0; i < cases; ++i) {
      for (std::size_t k = 0; k < lanes.size(); ++k) {
        const Bits bits = number::load(lanes[k], formats[k]->bytes, i);
        fmt::format_to(std::back_inserter(text), "{:0{}X}{}", bits, formats[k]->hex_digits(),
                       k + 1 == lanes.size() ? '\n' : ' ');
      }
    }
    write_output({text.data(), text.size()});
  }
}

}  // namespace halfulp::cli
