// SPDX-License-Identifier: Apache-2.0
#include "cli/failures/record.hpp"

#include <cstring>

namespace halfulp::cli {
namespace {

/// What records of all operations begin with.
struct Head {
  double error_ulp;
  std::uint16_t place;
  std::uint16_t broken;
  std::uint16_t set;
  std::uint16_t has_nearest;
};

}  // namespace

RecordLayout::RecordLayout(Operation operation, Format format) {
  const OperationInfo& row = info(operation);
  for (int i = 0; i < row.arity; ++i) {
    bytes_.push_back(static_cast<std::size_t>(info(row.operand_format(i, format)).bytes));
  }
  bytes_.push_back(static_cast<std::size_t>(info(row.result(format)).bytes));
  size_ = sizeof(Head) + bytes_.back();  // and the nearest permitted value
  for (const std::size_t bytes : bytes_) size_ += bytes;
}

void RecordLayout::append(const FailureRecord& record, std::uint64_t first, std::vector<std::byte>& records) const {
  const Head head{record.error_ulp, static_cast<std::uint16_t>(record.index - first), record.broken, record.set,
                  static_cast<std::uint16_t>(record.nearest ? 1 : 0)};
  const std::size_t begin = records.size();
  records.resize(begin + size_);
  std::byte* to = records.data() + begin;
  const auto put = [&](const void* from, std::size_t bytes) {
    std::memcpy(to, from, bytes);
    to += bytes;
  };
  put(&head, sizeof head);
  const std::size_t arity = bytes_.size() - 1;
  for (std::size_t i = 0; i < arity; ++i) put(&record.operands[i], bytes_[i]);
  put(&record.observed, bytes_.back());
  const Bits nearest = record.nearest.value_or(0);
  put(&nearest, bytes_.back());
}

FailureRecord RecordLayout::read(std::span<const std::byte> record, std::uint64_t first) const {
  const std::byte* from = record.data();
  const auto take = [&](void* to, std::size_t bytes) {
    std::memcpy(to, from, bytes);
    from += bytes;
  };
  Head head;
  take(&head, sizeof head);
  FailureRecord result;
  result.index = first + head.place;
  result.error_ulp = head.error_ulp;
  result.broken = head.broken;
  result.set = head.set;
  const std::size_t arity = bytes_.size() - 1;
  for (std::size_t i = 0; i < arity; ++i) take(&result.operands[i], bytes_[i]);
  take(&result.observed, bytes_.back());
  Bits nearest = 0;
  take(&nearest, bytes_.back());
  if (head.has_nearest != 0) result.nearest = nearest;
  return result;
}

}  // namespace halfulp::cli
