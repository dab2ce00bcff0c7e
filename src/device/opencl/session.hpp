// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "device/opencl/image.hpp"
#include "device/opencl/loader.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// An object of OpenCL, released with this.
template <class Handle>
class OpenclObject {
 public:
  using Release = cl_int(CL_API_CALL*)(Handle);

  OpenclObject() = default;
  OpenclObject(Handle handle, Release release) : handle_(handle), release_(release) {}
  OpenclObject(OpenclObject&& other) noexcept
      : handle_(std::exchange(other.handle_, nullptr)), release_(other.release_) {}
  OpenclObject& operator=(OpenclObject&& other) noexcept {
    std::swap(handle_, other.handle_);
    std::swap(release_, other.release_);
    return *this;
  }
  ~OpenclObject() {
    if (handle_ != nullptr) release_(handle_);
  }

  [[nodiscard]] Handle get() const { return handle_; }

 private:
  Handle handle_ = nullptr;
  Release release_ = nullptr;
};

/// A context and a queue of one device, and the kernels that were built for it. Any thread may call it.
class OpenclSession {
 public:
  /// Throws Error(kDevice).
  explicit OpenclSession(cl_device_id device);

  /// Lives as long as this.
  [[nodiscard]] cl_context context() const { return context_.get(); }

  /// Builds the kernel with these options of the compiler, unless it is there. Throws Error(kDevice) with the
  /// compiler's log.
  void prepare(const KernelSource& source, std::string_view options) { static_cast<void>(kernel(source, options)); }

  /// Computes a block, as Device::compute() does, with a kernel of kernel_source(). Throws Error(kDevice).
  void compute(const KernelSource& source, std::string_view options, std::span<const ConstLane> operands,
               std::size_t cases, Lane results);

  /// The same with the kernel of a way of images. Throws Error(kDevice).
  void compute(const ImageWay& way, std::string_view options, ConstLane operand, std::size_t cases, Lane results);

 private:
  struct Kernel {
    std::mutex mutex;  // while it is built, and while arguments are set
    OpenclObject<cl_program> program;
    OpenclObject<cl_kernel> kernel;
    std::size_t work_group = 1;
  };
  // A kernel's arguments behind the number of cases.
  using Argument = std::variant<cl_uint, cl_mem>;

  Kernel& kernel(const KernelSource& source, std::string_view options);
  void build(const KernelSource& source, std::string_view options, Kernel& kernel) const;
  void enqueue(Kernel& kernel, std::size_t cases, std::span<const Argument> arguments);
  [[nodiscard]] OpenclObject<cl_mem> buffer(cl_mem_flags flags, ConstLane bytes) const;
  [[nodiscard]] OpenclObject<cl_mem> image(cl_mem_flags flags, const ImageWay& way, std::size_t rows,
                                           std::byte* texels) const;
  void read(cl_mem buffer, Lane results);

  cl_device_id device_;
  OpenclObject<cl_context> context_;
  OpenclObject<cl_command_queue> queue_;
  std::mutex mutex_;                                                                // for what follows
  std::map<std::pair<std::string, std::string>, std::unique_ptr<Kernel>> kernels_;  // by text and options
};

}  // namespace halfulp::device
