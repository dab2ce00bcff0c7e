// SPDX-License-Identifier: Apache-2.0
#include "device/exec/greeting.hpp"

#include <fmt/format.h>

#include <charconv>

#include "halfulp/error.hpp"
#include "number/nearest_name.hpp"
#include "number/one_line.hpp"
#include "suite/offered_formats.hpp"

namespace halfulp::device {
namespace {

constexpr std::string_view kFirstLine = "halfulp-device 1";
constexpr std::string_view kFirstLineOfVersion2 = "halfulp-device 2";
constexpr std::string_view kDocumentation = "docs/howto/exchange.md describes a device's greeting";

[[noreturn]] void fail(int number, std::string_view line, const std::string& what) {
  throw Error(Error::Kind::kDevice,
              fmt::format("line {} of its greeting, '{}': {}; {}", number, printable(line), what, kDocumentation));
}

/// The text up to the next blank, and what follows the blanks.
std::pair<std::string_view, std::string_view> split(std::string_view text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  const std::size_t next = std::min(text.find_first_not_of(' ', end), text.size());
  return {text.substr(0, end), text.substr(next)};
}

}  // namespace

bool GreetingReader::take(std::string_view line) {
  // A program on Windows may end lines as it is used to.
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line_ == 1) {
    has_concurrent_ = line == kFirstLineOfVersion2;
    if (line != kFirstLine && !has_concurrent_) {
      fail(line_, line, fmt::format("expected '{}' or '{}'", kFirstLine, kFirstLineOfVersion2));
    }
    ++line_;
    return true;
  }
  const auto [word, rest] = split(line);
  if (word == "title") {
    greeting_.title = number::one_line(rest);
  } else if (word == "fact") {
    const std::size_t colon = rest.find(": ");
    if (colon == std::string_view::npos || colon == 0) fail(line_, line, "expected 'fact NAME: TEXT'");
    greeting_.facts.emplace_back(number::one_line(rest.substr(0, colon)), number::one_line(rest.substr(colon + 2)));
  } else if (word == "concurrent" && has_concurrent_) {
    be_concurrent(line, rest);
  } else if (word == "offer") {
    offer(line, rest);
  } else if (line == "ready") {
    if (greeting_.offers.empty()) fail(line_, line, "it offers no operation: expected 'offer OPERATION FORMAT' before");
    return false;
  } else {
    fail(line_, line, "expected 'offer OPERATION FORMAT', 'title TEXT', 'fact NAME: TEXT' or 'ready'");
  }
  ++line_;
  return true;
}

void GreetingReader::be_concurrent(std::string_view line, std::string_view rest) {
  const char* const last = rest.data() + rest.size();
  const auto [end, error] = std::from_chars(rest.data(), last, greeting_.concurrent);
  const bool is_number = error == std::errc() && end == last;
  if (!is_number || greeting_.concurrent < 1 || greeting_.concurrent > Greeting::kMostConcurrent) {
    fail(line_, line, fmt::format("expected 'concurrent N', N from 1 to {}", Greeting::kMostConcurrent));
  }
}

void GreetingReader::offer(std::string_view line, std::string_view rest) {
  const auto [operation_name, after] = split(rest);
  const auto [format_name, instruction] = split(after);
  const auto operation = find_operation(operation_name);
  if (!operation) {
    std::vector<std::string_view> names;
    for (const OperationInfo& row : operations()) names.push_back(row.name);
    fail(line_, line, fmt::format("unknown operation{}", number::did_you_mean(operation_name, names)));
  }
  const auto format = find_format(format_name);
  if (!format || !Suite::offers(*operation, *format)) {
    fail(line_, line,
         fmt::format("{} is asked in {}", operation_name, fmt::join(suite::offered_formats(*operation), ", ")));
  }
  if (!greeting_.offers.emplace(std::pair(*operation, *format), number::one_line(instruction)).second) {
    fail(line_, line, fmt::format("{} in {} is offered twice", operation_name, format_name));
  }
}

std::string printable(std::string_view bytes, std::size_t most) {
  std::string text;
  for (const char byte : bytes.substr(0, most)) {
    const bool is_printable = byte >= ' ' && byte <= '~';
    text += is_printable ? std::string(1, byte) : fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
  }
  return bytes.size() > most ? text + "..." : text;
}

}  // namespace halfulp::device
