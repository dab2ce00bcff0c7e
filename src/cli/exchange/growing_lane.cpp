// SPDX-License-Identifier: Apache-2.0
#include "cli/exchange/growing_lane.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "cli/exchange/mapped_file.hpp"
#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

[[noreturn]] void fail_for_room() {
  throw Error(Error::Kind::kInput,
              fmt::format("the temporary folder cannot be written: {}; make room in /tmp", std::strerror(errno)));
}

}  // namespace

GrowingLane::GrowingLane(GrowingLane&& other) noexcept
    : memory_(std::move(other.memory_)), file_(std::exchange(other.file_, nullptr)) {}

GrowingLane::~GrowingLane() {
  if (file_ != nullptr) static_cast<void>(std::fclose(file_));
}

void GrowingLane::write_out() {
  if (file_ == nullptr) file_ = std::tmpfile();
  if (file_ == nullptr || std::fwrite(memory_.data(), 1, memory_.size(), file_) != memory_.size()) fail_for_room();
  memory_.clear();
}

void GrowingLane::add(ConstLane values) {
  constexpr std::size_t kMostInMemory = std::size_t{1} << 20;
  memory_.insert(memory_.end(), values.begin(), values.end());
  if (memory_.size() >= kMostInMemory) write_out();
}

KeptLane GrowingLane::take() {
  if (file_ == nullptr) {
    const auto kept = std::make_shared<std::vector<std::byte>>(std::move(memory_));
    return {*kept, kept};
  }
  write_out();
  if (std::fflush(file_) != 0) fail_for_room();
  const auto kept = std::make_shared<MappedFile>(fileno(file_), "the temporary folder");
  return {kept->bytes(), kept};
}

}  // namespace halfulp::cli
