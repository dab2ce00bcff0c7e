// SPDX-License-Identifier: Apache-2.0
#include "device/opencl/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

void OpenclSession::build(const KernelSource& source, std::string_view options, Kernel& kernel) const {
  const char* text = source.text.c_str();
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
                    source.what, options.empty() ? "" : " with ", options, build_log(program.get(), device_),
                    source.text));
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

OpenclSession::Kernel& OpenclSession::kernel(const KernelSource& source, std::string_view options) {
  Kernel* found = nullptr;
  {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<Kernel>& place = kernels_[{source.text, std::string(options)}];
    if (place == nullptr) place = std::make_unique<Kernel>();
    found = place.get();
  }
  const std::lock_guard lock(found->mutex);
  if (found->program.get() == nullptr) build(source, options, *found);
  return *found;
}

OpenclObject<cl_mem> OpenclSession::buffer(cl_mem_flags flags, ConstLane bytes) const {
  cl_int status = CL_SUCCESS;
  // The device only reads what it copies.
  void* const host = (flags & CL_MEM_COPY_HOST_PTR) != 0
                         ? const_cast<std::byte*>(bytes.data())  // NOLINT(cppcoreguidelines-pro-type-const-cast)
                         : nullptr;
  OpenclObject<cl_mem> buffer = {opencl().clCreateBuffer(context_.get(), flags, bytes.size(), host, &status),
                                 opencl().clReleaseMemObject};
  require_opencl(status, fmt::format("clCreateBuffer of {} bytes", bytes.size()));
  return buffer;
}

OpenclObject<cl_mem> OpenclSession::image(cl_mem_flags flags, const ImageWay& way, std::size_t rows,
                                          std::byte* texels) const {
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = kImageWidth;
  description.image_height = rows;
  cl_int status = CL_SUCCESS;
  OpenclObject<cl_mem> image = {
      opencl().clCreateImage(context_.get(), flags, &way.format->format, &description, texels, &status),
      opencl().clReleaseMemObject};
  require_opencl(status, fmt::format("clCreateImage of {} x {} texels, {}", kImageWidth, rows, way.format->name));
  return image;
}

void OpenclSession::enqueue(Kernel& kernel, std::size_t cases, std::span<const Argument> arguments) {
  const std::lock_guard lock(kernel.mutex);
  const auto set = [&](cl_uint index, const Argument& argument) {
    const auto set_value = [&](const auto& value) {
      constexpr std::size_t kBytes = sizeof(value);  // NOLINT(bugprone-sizeof-expression): a handle is the argument
      require_opencl(opencl().clSetKernelArg(kernel.kernel.get(), index, kBytes, &value), "clSetKernelArg");
    };
    std::visit(set_value, argument);
  };
  set(0, static_cast<cl_uint>(cases));
  for (cl_uint k = 0; k < arguments.size(); ++k) set(k + 1, arguments[k]);
  const std::size_t items = (cases + kernel.work_group - 1) / kernel.work_group * kernel.work_group;
  require_opencl(opencl().clEnqueueNDRangeKernel(queue_.get(), kernel.kernel.get(), 1, nullptr, &items,
                                                 &kernel.work_group, 0, nullptr, nullptr),
                 "clEnqueueNDRangeKernel");
}

void OpenclSession::read(cl_mem buffer, Lane results) {
  require_opencl(opencl().clEnqueueReadBuffer(queue_.get(), buffer, CL_TRUE, 0, results.size(), results.data(), 0,
                                              nullptr, nullptr),
                 "clEnqueueReadBuffer");
}

void OpenclSession::compute(const KernelSource& source, std::string_view options, std::span<const ConstLane> operands,
                            std::size_t cases, Lane results) {
  Kernel& made = kernel(source, options);
  std::vector<OpenclObject<cl_mem>> buffers;
  for (const ConstLane& lane : operands) buffers.push_back(buffer(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, lane));
  buffers.push_back(buffer(CL_MEM_WRITE_ONLY | CL_MEM_COPY_HOST_PTR, results));
  std::vector<Argument> arguments;
  arguments.reserve(buffers.size());
  for (const auto& each : buffers) arguments.emplace_back(each.get());
  enqueue(made, cases, arguments);
  read(buffers.back().get(), results);
}

void OpenclSession::compute(const ImageWay& way, std::string_view options, ConstLane operand, std::size_t cases,
                            Lane results) {
  Kernel& made = kernel(way.kernel_source(), options);
  const std::size_t rows = (cases + kImageWidth - 1) / kImageWidth;
  const auto texel_bytes = static_cast<std::size_t>(way.format->texel_bytes);
  std::vector<std::byte> texels(rows * kImageWidth * texel_bytes, kOtherComponents);
  const TexelComponent& component = *way.format->components[way.component];
  const bool reads_image = reads(way.access);
  if (reads_image) put_components(texels, texel_bytes, component, std::span(&operand, 1));
  const auto pixels =
      image((reads_image ? CL_MEM_READ_ONLY : CL_MEM_WRITE_ONLY) | CL_MEM_COPY_HOST_PTR, way, rows, texels.data());
  const auto values = buffer((reads_image ? CL_MEM_WRITE_ONLY : CL_MEM_READ_ONLY) | CL_MEM_COPY_HOST_PTR,
                             reads_image ? ConstLane(results) : operand);
  const cl_mem first = reads_image ? pixels.get() : values.get();
  const cl_mem second = reads_image ? values.get() : pixels.get();
  enqueue(made, cases, std::array<Argument, 3>{way.component, first, second});
  if (reads_image) {
    read(values.get(), results);
    return;
  }
  constexpr std::array<std::size_t, 3> kOrigin{0, 0, 0};
  const std::array<std::size_t, 3> extent{kImageWidth, rows, 1};
  require_opencl(opencl().clEnqueueReadImage(queue_.get(), pixels.get(), CL_TRUE, kOrigin.data(), extent.data(), 0, 0,
                                             texels.data(), 0, nullptr, nullptr),
                 "clEnqueueReadImage");
  take_components(texels, texel_bytes, component, results);
}

}  // namespace halfulp::device
