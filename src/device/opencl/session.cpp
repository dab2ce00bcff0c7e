// SPDX-License-Identifier: Apache-2.0
#include "device/opencl/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "device/opencl/kernel_source.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

// Work items of a group: a fixed number, since software drivers compile a kernel for each size.
constexpr std::size_t kWorkGroup = 256;

std::string build_log(cl_program program, cl_device_id device) {
  std::size_t bytes = 0;
  opencl().clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes);
  std::string log(bytes, '\0');
  if (bytes == 0) return log;
  opencl().clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr);
  log.resize(std::min(log.find('\0'), log.size()));
  return log;
}

}  // namespace

OpenclSession::OpenclSession(cl_device_id device) : device_(device) {
  cl_int status = CL_SUCCESS;
  context_ = {opencl().clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status), opencl().clReleaseContext};
  require_opencl(status, "clCreateContext");
  queue_ = {opencl().clCreateCommandQueue(context_.get(), device_, 0, &status), opencl().clReleaseCommandQueue};
  require_opencl(status, "clCreateCommandQueue");
}

void OpenclSession::build(const LanguageRow& row, std::string_view options, Kernel& kernel) const {
  const std::string source = kernel_source(row);
  const char* text = source.c_str();
  cl_int status = CL_SUCCESS;
  OpenclObject<cl_program> program = {opencl().clCreateProgramWithSource(context_.get(), 1, &text, nullptr, &status),
                                      opencl().clReleaseProgram};
  require_opencl(status, "clCreateProgramWithSource");
  status = opencl().clBuildProgram(program.get(), 1, &device_, std::string(options).c_str(), nullptr, nullptr);
  if (status != CL_SUCCESS) {
    throw Error(
        Error::Kind::kDevice,
        fmt::format("opencl: the driver's compiler refuses the kernel of {}{}{}; leave the operation out of what "
                    "is asked, and report the kernel to the driver's authors. Its log:\n{}\nThe kernel:\n{}",
                    row.expression, options.empty() ? "" : " with ", options, build_log(program.get(), device_),
                    source));
  }
  kernel.kernel = {opencl().clCreateKernel(program.get(), kKernelName, &status), opencl().clReleaseKernel};
  require_opencl(status, "clCreateKernel");
  std::size_t most = 1;
  require_opencl(opencl().clGetKernelWorkGroupInfo(kernel.kernel.get(), device_, CL_KERNEL_WORK_GROUP_SIZE,
                                                   sizeof(most), &most, nullptr),
                 "clGetKernelWorkGroupInfo");
  kernel.work_group = std::clamp<std::size_t>(most, 1, kWorkGroup);
  kernel.program = std::move(program);
}

OpenclSession::Kernel& OpenclSession::kernel(const LanguageRow& row, std::string_view options) {
  Kernel* found = nullptr;
  {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<Kernel>& place = kernels_[{&row, options}];
    if (place == nullptr) place = std::make_unique<Kernel>();
    found = place.get();
  }
  const std::lock_guard lock(found->mutex);
  if (found->program.get() == nullptr) build(row, options, *found);
  return *found;
}

OpenclObject<cl_mem> OpenclSession::buffer(cl_mem_flags flags, std::size_t bytes, void* host) const {
  cl_int status = CL_SUCCESS;
  OpenclObject<cl_mem> buffer = {opencl().clCreateBuffer(context_.get(), flags, bytes, host, &status),
                                 opencl().clReleaseMemObject};
  require_opencl(status, fmt::format("clCreateBuffer of {} bytes", bytes));
  return buffer;
}

void OpenclSession::compute(const LanguageRow& row, std::string_view options, std::span<const ConstLane> operands,
                            std::size_t cases, Lane results) {
  Kernel& made = kernel(row, options);
  std::vector<OpenclObject<cl_mem>> buffers;
  for (const ConstLane& lane : operands) {
    // The device only reads it.
    void* const host = const_cast<std::byte*>(lane.data());  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    buffers.push_back(buffer(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, lane.size(), host));
  }
  buffers.push_back(buffer(CL_MEM_WRITE_ONLY, results.size(), nullptr));
  {
    const std::lock_guard lock(made.mutex);
    const auto count = static_cast<cl_uint>(cases);
    const auto set = [&](cl_uint index, std::size_t bytes, const void* value) {
      require_opencl(opencl().clSetKernelArg(made.kernel.get(), index, bytes, value), "clSetKernelArg");
    };
    set(0, sizeof(count), &count);
    for (cl_uint k = 0; k < buffers.size(); ++k) {
      const cl_mem handle = buffers[k].get();
      set(k + 1, sizeof(handle), &handle);
    }
    const std::size_t items = (cases + made.work_group - 1) / made.work_group * made.work_group;
    require_opencl(opencl().clEnqueueNDRangeKernel(queue_.get(), made.kernel.get(), 1, nullptr, &items,
                                                   &made.work_group, 0, nullptr, nullptr),
                   "clEnqueueNDRangeKernel");
  }
  require_opencl(opencl().clEnqueueReadBuffer(queue_.get(), buffers.back().get(), CL_TRUE, 0, results.size(),
                                              results.data(), 0, nullptr, nullptr),
                 "clEnqueueReadBuffer");
}

}  // namespace halfulp::device
