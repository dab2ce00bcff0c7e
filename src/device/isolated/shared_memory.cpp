// SPDX-License-Identifier: Apache-2.0
#include "device/isolated/shared_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>

#include <cerrno>
#include <utility>

#include "device/isolated/stream.hpp"

namespace halfulp::device {

SharedMemory::SharedMemory(std::size_t bytes)
    : descriptor_(
          above_standard_streams(number::Descriptor(memfd_create("halfulp", MFD_CLOEXEC | MFD_ALLOW_SEALING)))) {
  // Allocated now: where memory is short this fails, and no access later.
  const int error = posix_fallocate(descriptor_.get(), 0, static_cast<off_t>(bytes));
  if (error != 0) {
    errno = error;
    throw_system("posix_fallocate");
  }
  if (fcntl(descriptor_.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
    throw_system("F_ADD_SEALS");
  map(descriptor_.get(), bytes);
}

SharedMemory::SharedMemory(const number::Descriptor& descriptor, std::size_t bytes) { map(descriptor.get(), bytes); }

void SharedMemory::map(int descriptor, std::size_t bytes) {
  void* const begin = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (begin == MAP_FAILED) throw_system("mmap");
  begin_ = static_cast<std::byte*>(begin);
  bytes_ = bytes;
}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : descriptor_(std::move(other.descriptor_)),
      begin_(std::exchange(other.begin_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)) {}

SharedMemory& SharedMemory::operator=(SharedMemory&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(begin_, other.begin_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

SharedMemory::~SharedMemory() {
  if (begin_ != nullptr) munmap(begin_, bytes_);
}

}  // namespace halfulp::device
