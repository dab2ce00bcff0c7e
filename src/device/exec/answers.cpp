// SPDX-License-Identifier: Apache-2.0
#include "device/exec/answers.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "device/blocks.hpp"
#include "halfulp/error.hpp"
#include "number/one_line.hpp"

namespace halfulp::device {
namespace {

/// So many that the pipe has the next block while one is computed.
constexpr unsigned kConcurrent = 4;
constexpr std::size_t kLongestRequest = 1000;

struct Request {
  Operation operation;
  Format format;
  std::size_t cases;
};

/// A line without its end; nothing where the input ends.
std::optional<std::string> read_line(std::FILE* in) {
  std::string line;
  for (int letter = std::fgetc(in); letter != EOF; letter = std::fgetc(in)) {
    if (letter == '\n') return line;
    line += static_cast<char>(letter);
    if (line.size() > kLongestRequest) break;
  }
  if (line.empty()) return std::nullopt;
  throw Error(Error::Kind::kInput,
              fmt::format("'{}...': expected a line 'OPERATION FORMAT CASES'", line.substr(0, 60)));
}

Request read_request(const Device& device, std::string_view line) {
  const std::size_t first = line.find(' ');
  const std::size_t second = line.find(' ', first + 1);
  const auto refuse = [&](const char* why) {
    throw Error(Error::Kind::kInput, fmt::format("'{}': {}; expected 'OPERATION FORMAT CASES'", line, why));
  };
  if (first == std::string_view::npos || second == std::string_view::npos) refuse("two blanks are missing");
  const auto operation = find_operation(line.substr(0, first));
  const auto format = find_format(line.substr(first + 1, second - first - 1));
  if (!operation || !format) refuse("no such operation or format");
  if (device.variants(*operation, *format).empty()) refuse("it was not offered");
  std::size_t cases = 0;
  const std::string_view digits = line.substr(second + 1);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), cases);
  if (error != std::errc() || end != digits.data() + digits.size() || cases < 1 || cases > kBlockCases) {
    refuse("a block has 1 to 1048576 cases");
  }
  return {*operation, *format, cases};
}

std::vector<std::byte> read_lane(std::FILE* in, std::size_t bytes) {
  std::vector<std::byte> lane(bytes);
  if (std::fread(lane.data(), 1, bytes, in) != bytes) {
    throw Error(Error::Kind::kInput, "the input ends within a block's operands");
  }
  return lane;
}

void answer(Device& device, const Request& request, std::FILE* in, std::FILE* out) {
  const OperationInfo& row = info(request.operation);
  std::vector<std::vector<std::byte>> lanes;
  for (int k = 0; k < row.arity; ++k) {
    const auto bytes = static_cast<std::size_t>(info(row.operand_format(k, request.format)).bytes);
    lanes.push_back(read_lane(in, request.cases * bytes));
  }
  const std::vector<ConstLane> operands(lanes.begin(), lanes.end());
  std::vector<std::byte> results(request.cases * static_cast<std::size_t>(info(row.result(request.format)).bytes));
  try {
    device.compute(request.operation, request.format, 0, operands, results);
  } catch (const Error& error) {
    const std::string_view message = error.what();
    fmt::print(stderr, "{}\n", message);
    fmt::print(out, "error {}\n", number::one_line(message.substr(0, message.find('\n'))));
    std::fflush(out);
    return;
  }
  fmt::print(out, "results {}\n", request.cases);
  std::fwrite(results.data(), 1, results.size(), out);
  fmt::print(out, "end\n");
  std::fflush(out);
}

void greet(const Device& device, std::FILE* out) {
  fmt::print(out, "halfulp-device 2\nconcurrent {}\ntitle {}\n", kConcurrent, device.description().title);
  for (const auto& [name, text] : device.description().facts) fmt::print(out, "fact {}: {}\n", name, text);
  for (const OperationInfo& operation : operations()) {
    for (const FormatInfo& format : formats()) {
      const std::vector<Variant> variants = device.variants(operation.operation, format.format);
      if (variants.empty()) continue;
      fmt::print(out, "offer {} {} {}\n", operation.name, format.name, variants.front().instruction);
    }
  }
  fmt::print(out, "ready\n");
  std::fflush(out);
}

}  // namespace

void answer_blocks(Device& device, std::FILE* in, std::FILE* out) {
  greet(device, out);
  while (const auto line = read_line(in)) answer(device, read_request(device, *line), in, out);
}

}  // namespace halfulp::device
