// SPDX-License-Identifier: Apache-2.0
#include "cli/failures/spool.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <tuple>

#include "cli/failures/record.hpp"
#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

[[noreturn]] void fail(const std::string& folder, int error) {
  throw Error(Error::Kind::kInput,
              fmt::format("--failures: a temporary file in {} cannot be written: {}; make room, or give a file in a "
                          "folder that can be written",
                          folder, std::strerror(error)));
}

/// A file that has lost its name already.
number::Descriptor open_nameless(const std::string& folder) {
  std::string path = folder + "/.halfulp-failures-XXXXXX";
  number::Descriptor file(::mkostemp(path.data(), O_CLOEXEC));
  if (file.get() < 0) fail(folder, errno);
  static_cast<void>(::unlink(path.c_str()));
  return file;
}

}  // namespace

FailureSpool::FailureSpool(const std::string& folder, std::uint64_t most)
    : folder_(folder), most_(most), file_(open_nameless(folder)) {}

std::uint16_t FailureSpool::number_of(std::string_view rule, std::string_view under) {
  const std::lock_guard lock(mutex_);
  const auto known =
      std::ranges::find_if(broken_, [&](const BrokenBy& one) { return one.rule == rule && one.under == under; });
  if (known != broken_.end()) return static_cast<std::uint16_t>(known - broken_.begin());
  broken_.push_back({std::string(rule), std::string(under)});
  return static_cast<std::uint16_t>(broken_.size() - 1);
}

std::uint16_t FailureSpool::number_of(diagnosis::HypothesisSet set) {
  const std::lock_guard lock(mutex_);
  const auto known = std::ranges::find(sets_, set);
  if (known != sets_.end()) return static_cast<std::uint16_t>(known - sets_.begin());
  if (sets_.size() == FailureRecord::kUntried) return FailureRecord::kUntried;
  sets_.push_back(set);
  return static_cast<std::uint16_t>(sets_.size() - 1);
}

FailureSpool::Chunk FailureSpool::write(std::size_t result, std::uint64_t first, std::span<const std::byte> records) {
  const Chunk chunk{.result = result, .first = first, .begin = end_.fetch_add(records.size()), .bytes = records.size()};
  for (std::size_t done = 0; done < records.size() && error_ == 0;) {
    const ssize_t count =
        ::pwrite(file_.get(), records.data() + done, records.size() - done, static_cast<off_t>(chunk.begin + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      int none = 0;
      error_.compare_exchange_strong(none, errno);
      break;
    }
    done += static_cast<std::size_t>(count);
  }
  return chunk;
}

void FailureSpool::take(std::span<const Chunk> chunks) {
  const std::lock_guard lock(mutex_);
  chunks_.insert(chunks_.end(), chunks.begin(), chunks.end());
}

std::vector<FailureSpool::Chunk> FailureSpool::ended() {
  if (error_ != 0) fail(folder_, error_);
  std::vector<Chunk> chunks = std::move(chunks_);
  std::ranges::sort(chunks, {}, [](const Chunk& chunk) { return std::tuple(chunk.result, chunk.first); });
  return chunks;
}

void FailureSpool::read(const Chunk& chunk, std::vector<std::byte>& records) const {
  records.resize(chunk.bytes);
  for (std::size_t done = 0; done < chunk.bytes;) {
    const ssize_t count =
        ::pread(file_.get(), records.data() + done, chunk.bytes - done, static_cast<off_t>(chunk.begin + done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) fail(folder_, count < 0 ? errno : EIO);
    done += static_cast<std::size_t>(count);
  }
}

}  // namespace halfulp::cli
