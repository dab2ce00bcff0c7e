// SPDX-License-Identifier: Apache-2.0
#include "cli/exchange/mapped_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "halfulp/error.hpp"
#include "number/descriptor.hpp"

namespace halfulp::cli {
namespace {

[[noreturn]] void fail(const std::string& name, const std::string& what) {
  throw Error(Error::Kind::kInput,
              fmt::format("{}: cannot be read: {}; give a file that exists and can be read", name, what));
}

}  // namespace

MappedFile::MappedFile(const std::string& path) {
  const number::Descriptor descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (descriptor.get() < 0) fail(path, std::strerror(errno));
  map(descriptor.get(), path);
}

MappedFile::MappedFile(int descriptor, const std::string& name) { map(descriptor, name); }

MappedFile::~MappedFile() {
  if (memory_ != nullptr) munmap(memory_, size_);
}

void MappedFile::map(int descriptor, const std::string& name) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) fail(name, std::strerror(errno));
  if (!S_ISREG(status.st_mode)) fail(name, "it is no file");
  size_ = static_cast<std::size_t>(status.st_size);
  if (size_ == 0) return;  // which cannot be mapped
  void* memory = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (memory == MAP_FAILED) fail(name, std::strerror(errno));
  memory_ = memory;
}

}  // namespace halfulp::cli
