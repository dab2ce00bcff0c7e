// SPDX-License-Identifier: Apache-2.0
#include "device/cuda/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

constexpr unsigned kThreads = 256;  // of a block of the grid

}  // namespace

/// Memory of the GPU, which grows.
class GpuMemory {
 public:
  GpuMemory() = default;
  GpuMemory(GpuMemory&& other) noexcept
      : address_(std::exchange(other.address_, 0)), bytes_(std::exchange(other.bytes_, 0)) {}
  GpuMemory& operator=(GpuMemory&&) = delete;
  ~GpuMemory() { free(); }

  CUdeviceptr room_for(std::size_t bytes) {
    if (bytes <= bytes_) return address_;
    free();
    require_cuda(cuda().cuMemAlloc_v2(&address_, bytes), fmt::format("cuMemAlloc of {} bytes", bytes));
    bytes_ = bytes;
    return address_;
  }

 private:
  void free() {
    if (bytes_ != 0) cuda().cuMemFree_v2(address_);
    bytes_ = 0;
  }

  CUdeviceptr address_ = 0;
  std::size_t bytes_ = 0;
};

struct CudaSession::Workspace {
  Workspace() { require_cuda(cuda().cuStreamCreate(&stream, kCudaNonBlockingStream), "cuStreamCreate"); }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace() { cuda().cuStreamDestroy_v2(stream); }

  CUstream stream = nullptr;
  std::vector<GpuMemory> lanes = std::vector<GpuMemory>(kMaxArity + 1);  ///< the results' last
};

CudaSession::CudaSession(CUdevice device, const PtxFlush& flush) : device_(device), flush_(flush) {
  require_cuda(cuda().cuDevicePrimaryCtxRetain(&context_, device_), "cuDevicePrimaryCtxRetain");
}

CudaSession::~CudaSession() {
  cuda().cuCtxSetCurrent(context_);
  free_.clear();
  for (auto& [row, kernel] : kernels_) {
    if (kernel->module != nullptr) cuda().cuModuleUnload(kernel->module);
  }
  cuda().cuDevicePrimaryCtxRelease_v2(device_);
}

void CudaSession::compile(const LanguageRow& row, Kernel& kernel) const {
  const std::string program = ptx_program(row, flush_);
  std::string log(16384, '\0');
  std::array<int, 2> names = {kCudaErrorLog, kCudaErrorLogBytes};
  // The API takes the number in the place of a pointer. NOLINTNEXTLINE(performance-no-int-to-ptr)
  std::array<void*, 2> values = {log.data(), reinterpret_cast<void*>(std::uintptr_t{log.size()})};
  const CUresult result =
      cuda().cuModuleLoadDataEx(&kernel.module, program.c_str(), names.size(), names.data(), values.data());
  if (result != kCudaSuccess) {
    log.resize(std::min(log.find('\0'), log.size()));
    throw Error(Error::Kind::kDevice,
                fmt::format("cuda: the driver's compiler refuses the program of {} with {}; leave the operation out of "
                            "what is asked, and report the program to the driver's authors. Its log:\n{}\nThe "
                            "program:\n{}",
                            ptx_instructions(row, flush_), cuda_result_name(result), log, program));
  }
  require_cuda(cuda().cuModuleGetFunction(&kernel.function, kernel.module, kPtxKernel), "cuModuleGetFunction");
}

CUfunction CudaSession::kernel(const LanguageRow& row) {
  require_cuda(cuda().cuCtxSetCurrent(context_), "cuCtxSetCurrent");
  Kernel* found = nullptr;
  {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<Kernel>& place = kernels_[&row];
    if (place == nullptr) place = std::make_unique<Kernel>();
    found = place.get();
  }
  const std::lock_guard lock(found->mutex);
  if (found->function == nullptr) compile(row, *found);
  return found->function;
}

std::unique_ptr<CudaSession::Workspace> CudaSession::take_workspace() {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) return std::make_unique<Workspace>();
  std::unique_ptr<Workspace> last = std::move(free_.back());
  free_.pop_back();
  return last;
}

void CudaSession::compute(const LanguageRow& row, std::span<const ConstLane> operands, std::size_t cases,
                          Lane results) {
  const CUfunction function = kernel(row);
  std::unique_ptr<Workspace> workspace = take_workspace();
  const CUstream stream = workspace->stream;
  std::vector<CUdeviceptr> addresses;
  const auto copy_in = [&](GpuMemory& memory, ConstLane lane) {
    addresses.push_back(memory.room_for(lane.size()));
    require_cuda(cuda().cuMemcpyHtoDAsync_v2(addresses.back(), lane.data(), lane.size(), stream), "cuMemcpyHtoDAsync");
  };
  for (const ConstLane& lane : operands) copy_in(workspace->lanes[addresses.size()], lane);
  copy_in(workspace->lanes.back(), results);
  auto count = static_cast<unsigned>(cases);
  std::vector<void*> parameters = {&count};
  for (CUdeviceptr& address : addresses) parameters.push_back(&address);
  require_cuda(cuda().cuLaunchKernel(function, (count + kThreads - 1) / kThreads, 1, 1, kThreads, 1, 1, 0, stream,
                                     parameters.data(), nullptr),
               "cuLaunchKernel");
  require_cuda(cuda().cuMemcpyDtoHAsync_v2(results.data(), addresses.back(), results.size(), stream),
               "cuMemcpyDtoHAsync");
  require_cuda(cuda().cuStreamSynchronize(stream), "cuStreamSynchronize");
  const std::lock_guard lock(mutex_);
  free_.push_back(std::move(workspace));
}

std::shared_ptr<void> CudaSession::pin(std::span<std::byte> memory) {
  if (cuda().cuCtxSetCurrent(context_) != kCudaSuccess) return nullptr;
  if (cuda().cuMemHostRegister_v2(memory.data(), memory.size(), kCudaPortableMemory) != kCudaSuccess) return nullptr;
  return {memory.data(), [context = context_](void* pinned) {
            cuda().cuCtxSetCurrent(context);
            cuda().cuMemHostUnregister(pinned);
          }};
}

}  // namespace halfulp::device
