// SPDX-License-Identifier: Apache-2.0
#include "device/cuda/loader.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <type_traits>

#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

constexpr CUresult kOutOfMemory = 2;

std::string name_of(const CudaFunctions& functions, CUresult result) {
  const char* name = nullptr;
  const bool is_known = functions.cuGetErrorName(result, &name) == kCudaSuccess && name != nullptr;
  return is_known ? std::string(name) : fmt::format("CUresult {}", result);
}

CudaFunctions load_functions() {
  void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw Error(Error::Kind::kDevice,
                "cuda: no libcuda.so.1, which NVIDIA's driver for its GPUs brings; on Debian apt install libcuda1, of "
                "the section non-free");
  }
  CudaFunctions functions;
  const auto load = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    if (function != nullptr) return;
    throw Error(Error::Kind::kDevice,
                fmt::format("cuda: libcuda.so.1 has no {}; NVIDIA's driver 450 (CUDA 11.0) or newer is needed", name));
  };
#define HALFULP_LOAD(name) load(functions.name, #name)
  HALFULP_LOAD(cuInit);
  HALFULP_LOAD(cuDriverGetVersion);
  HALFULP_LOAD(cuGetErrorName);
  HALFULP_LOAD(cuDeviceGetCount);
  HALFULP_LOAD(cuDeviceGet);
  HALFULP_LOAD(cuDeviceGetName);
  HALFULP_LOAD(cuDeviceGetAttribute);
  HALFULP_LOAD(cuDevicePrimaryCtxRetain);
  HALFULP_LOAD(cuDevicePrimaryCtxRelease_v2);
  HALFULP_LOAD(cuCtxSetCurrent);
  HALFULP_LOAD(cuModuleLoadDataEx);
  HALFULP_LOAD(cuModuleUnload);
  HALFULP_LOAD(cuModuleGetFunction);
  HALFULP_LOAD(cuMemAlloc_v2);
  HALFULP_LOAD(cuMemFree_v2);
  HALFULP_LOAD(cuMemHostRegister_v2);
  HALFULP_LOAD(cuMemHostUnregister);
  HALFULP_LOAD(cuMemcpyHtoDAsync_v2);
  HALFULP_LOAD(cuMemcpyDtoHAsync_v2);
  HALFULP_LOAD(cuStreamCreate);
  HALFULP_LOAD(cuStreamDestroy_v2);
  HALFULP_LOAD(cuStreamSynchronize);
  HALFULP_LOAD(cuLaunchKernel);
#undef HALFULP_LOAD
  const CUresult result = functions.cuInit(0);
  if (result != kCudaSuccess) {
    throw Error(Error::Kind::kDevice,
                fmt::format("cuda: the driver finds no GPU that it can use ({}); nvidia-smi lists what there is, and "
                            "CUDA_VISIBLE_DEVICES may hide it",
                            name_of(functions, result)));
  }
  return functions;
}

}  // namespace

const CudaFunctions& cuda() {
  // Never unloaded: drivers leave threads and exit handlers behind that point into their libraries.
  static const CudaFunctions kFunctions = load_functions();
  return kFunctions;
}

std::string cuda_result_name(CUresult result) { return name_of(cuda(), result); }

void require_cuda(CUresult result, const std::string& what) {
  if (result == kCudaSuccess) return;
  const char* way_out = "; run again, and if it stays so, update the driver or choose another device";
  if (result == kOutOfMemory) way_out = ": about 300 MiB of the device's memory are needed; end what else uses it";
  throw Error(Error::Kind::kDevice, fmt::format("cuda: {} failed with {}{}", what, cuda_result_name(result), way_out));
}

}  // namespace halfulp::device
