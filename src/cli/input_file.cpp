// SPDX-License-Identifier: Apache-2.0
#include "cli/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "halfulp/error.hpp"
#include "number/descriptor.hpp"
#include "report/gate/baseline.hpp"
#include "report/read_report.hpp"

namespace halfulp::cli {

std::string read_input(const std::string& path) {
  constexpr std::size_t kBlock = 65536;
  const number::Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  std::array<char, kBlock> block{};
  ssize_t count = file.get() < 0 ? -1 : 1;
  while (count > 0) {
    count = read(file.get(), block.data(), block.size());
    if (count > 0) text.append(block.data(), static_cast<std::size_t>(count));
    if (count < 0 && errno == EINTR) count = 1;
  }
  if (count == 0) return text;
  throw Error(Error::Kind::kInput, fmt::format("{}: cannot be read: {}; give a file that exists and can be read", path,
                                               std::strerror(errno)));
}

report::Report read_report_file(const std::string& path) {
  const std::string text = read_input(path);
  if (!report::is_baseline(text)) return report::read_report(text, path, HALFULP_VERSION);
  throw Error(Error::Kind::kInput,
              fmt::format("{}: a baseline, which lists failures alone, and no report; give the file "
                          "that --json wrote",
                          path));
}

void refuse_extract(const std::string& path) {
  throw Error(Error::Kind::kInput,
              fmt::format("{}: an extract of a report, which lacks results that are compared; give "
                          "the whole report that --json wrote",
                          path));
}

report::Report read_whole_report_file(const std::string& path) {
  report::Report report = read_report_file(path);
  if (report.is_extract) refuse_extract(path);
  return report;
}

}  // namespace halfulp::cli
