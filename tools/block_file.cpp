// SPDX-License-Identifier: Apache-2.0
#include "block_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "halfulp/error.hpp"

namespace halfulp {

BlockFile::BlockFile(const std::string& path, const std::string& head) {
  std::uintmax_t whole = 0;  // bytes up to the end of the last whole line
  std::string comments;
  std::ifstream had(path, std::ios::binary);
  for (std::string line; std::getline(had, line) && !had.eof();) {
    whole += line.size() + 1;
    if (line.starts_with('#')) comments += line + '\n';
    if (!line.starts_with("0x")) continue;
    blocks_.insert(static_cast<std::uint32_t>(std::stoul(line, nullptr, 16)));
    lines_.push_back(line);
  }
  if (whole != 0 && comments != head) {
    throw Error(Error::Kind::kInput,
                fmt::format("{} has results of another program, or of other rules; remove it to begin again", path));
  }
  std::error_code error;
  std::filesystem::resize_file(path, whole, error);  // a line that was cut short is none
  file_ = std::fopen(path.c_str(), "a");
  if (file_ == nullptr) throw Error(Error::Kind::kInput, fmt::format("cannot write {}", path));
  if (whole == 0) std::fputs(head.c_str(), file_);
}

BlockFile::~BlockFile() { std::fclose(file_); }

void BlockFile::add(const std::string& line) {
  const std::scoped_lock lock(mutex_);
  std::fputs((line + '\n').c_str(), file_);
  std::fflush(file_);
}

void BlockFile::fail(const std::string& message) {
  const std::scoped_lock lock(mutex_);
  failures_.push_back(message);
}

unsigned BlockFile::thread_count() { return std::max(1U, std::thread::hardware_concurrency()); }

}  // namespace halfulp
