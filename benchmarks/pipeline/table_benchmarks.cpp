// SPDX-License-Identifier: Apache-2.0
// Reading lines of hexadecimal digits and tables, without judging them. Next to it the line feeds of the same bytes
// counted.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/table/table.hpp"
#include "parts.hpp"

namespace halfulp::benchmarks {
namespace {

constexpr std::size_t kLines = std::size_t{1} << 17;

/// A file of lines of a product, which ends with this object.
class LinesFile {
 public:
  LinesFile(const std::string& header, char separator)
      : path_(std::filesystem::temp_directory_path() / fmt::format("halfulp_benchmark_{}", std::random_device()())) {
    std::mt19937 random(1);
    fmt::memory_buffer text;
    fmt::format_to(std::back_inserter(text), "{}", header);
    for (std::size_t i = 0; i < kLines; ++i) {
      fmt::format_to(std::back_inserter(text), "0x{1:08X}{0}0x{2:08X}{0}0x{3:08X}\n", separator, random(), random(),
                     random());
    }
    text_.assign(text.data(), text.size());
    std::ofstream(path_, std::ios::binary) << text_;
  }
  LinesFile(const LinesFile&) = delete;
  LinesFile& operator=(const LinesFile&) = delete;
  ~LinesFile() { std::filesystem::remove(path_); }

  void read() const {
    cli::InputBytes input(path_);
    cli::Table table(input);
    std::uint64_t cases = 0;
    const cli::TableQuestion question{{Operation::mul}, Format::binary32, {book_}};
    const auto read = table.read(
        question, {.results = [&](const cli::TableBlock& block) { cases += block.cases; }, .expectation = {}});
    if (cases != kLines || !read.problems.empty()) throw std::runtime_error("not all lines were read");
  }

  void count_line_feeds() const {
    const auto count = static_cast<std::size_t>(std::ranges::count(text_, '\n'));
    if (count < kLines) throw std::runtime_error("lines are missing");
  }

 private:
  std::filesystem::path path_;
  std::string text_;
  Rulebook book_ = Rulebook::open("d3d11");
};

Benchmark row(const std::string& name, const std::string& header, char separator) {
  return {.name = "tables/" + name, .unit = "lines", .instruction_set = instruction_set(), .prepare = [=] {
            const auto file = std::make_shared<const LinesFile>(header, separator);
            return Workload{
                .items = 1,
                .units_per_item = static_cast<double>(kLines),
                .contenders = {{"halfulp", [file](std::size_t, std::size_t) { file->read(); }},
                               {"line_feeds", [file](std::size_t, std::size_t) { file->count_line_feeds(); }}}};
          }};
}

}  // namespace

std::vector<Benchmark> table_benchmarks() {
  return {row("hexadecimal_lines", "", ' '), row("csv", "x,y,result\n", ',')};
}

}  // namespace halfulp::benchmarks
