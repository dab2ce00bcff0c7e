// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace halfulp::device {

// CUDA's driver API, as far as it is used: types, values and signatures of its header, which is not needed to build.
using CUresult = int;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st*;
using CUmodule = struct CUmod_st*;
using CUfunction = struct CUfunc_st*;
using CUstream = struct CUstream_st*;

inline constexpr CUresult kCudaSuccess = 0;
inline constexpr int kCudaComputeMajor = 75;  // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
inline constexpr int kCudaComputeMinor = 76;
inline constexpr int kCudaErrorLog = 5;  // CU_JIT_ERROR_LOG_BUFFER
inline constexpr int kCudaErrorLogBytes = 6;
inline constexpr unsigned kCudaPortableMemory = 1;     // CU_MEMHOSTREGISTER_PORTABLE
inline constexpr unsigned kCudaNonBlockingStream = 1;  // CU_STREAM_NON_BLOCKING

/// The functions that are needed, by the names that libcuda.so.1 has them under.
struct CudaFunctions {
  CUresult (*cuInit)(unsigned flags) = nullptr;
  CUresult (*cuDriverGetVersion)(int* version) = nullptr;
  CUresult (*cuGetErrorName)(CUresult result, const char** name) = nullptr;
  CUresult (*cuDeviceGetCount)(int* count) = nullptr;
  CUresult (*cuDeviceGet)(CUdevice* device, int ordinal) = nullptr;
  CUresult (*cuDeviceGetName)(char* name, int bytes, CUdevice device) = nullptr;
  CUresult (*cuDeviceGetAttribute)(int* value, int attribute, CUdevice device) = nullptr;
  CUresult (*cuDevicePrimaryCtxRetain)(CUcontext* context, CUdevice device) = nullptr;
  CUresult (*cuDevicePrimaryCtxRelease_v2)(CUdevice device) = nullptr;
  CUresult (*cuCtxSetCurrent)(CUcontext context) = nullptr;
  CUresult (*cuModuleLoadDataEx)(CUmodule* module, const void* image, unsigned options, int* names,
                                 void** values) = nullptr;
  CUresult (*cuModuleUnload)(CUmodule module) = nullptr;
  CUresult (*cuModuleGetFunction)(CUfunction* function, CUmodule module, const char* name) = nullptr;
  CUresult (*cuMemAlloc_v2)(CUdeviceptr* memory, std::size_t bytes) = nullptr;
  CUresult (*cuMemFree_v2)(CUdeviceptr memory) = nullptr;
  CUresult (*cuMemHostRegister_v2)(void* memory, std::size_t bytes, unsigned flags) = nullptr;
  CUresult (*cuMemHostUnregister)(void* memory) = nullptr;
  CUresult (*cuMemcpyHtoDAsync_v2)(CUdeviceptr to, const void* from, std::size_t bytes, CUstream stream) = nullptr;
  CUresult (*cuMemcpyDtoHAsync_v2)(void* to, CUdeviceptr from, std::size_t bytes, CUstream stream) = nullptr;
  CUresult (*cuStreamCreate)(CUstream* stream, unsigned flags) = nullptr;
  CUresult (*cuStreamDestroy_v2)(CUstream stream) = nullptr;
  CUresult (*cuStreamSynchronize)(CUstream stream) = nullptr;
  CUresult (*cuLaunchKernel)(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                             unsigned block_y, unsigned block_z, unsigned shared_bytes, CUstream stream,
                             void** parameters, void** extra) = nullptr;
};

/// Loads NVIDIA's driver, libcuda.so.1, and initialises it when first called. Throws Error(kDevice) with the way out
/// where it is not there or finds no GPU.
[[nodiscard]] const CudaFunctions& cuda();

/// "CUDA_ERROR_OUT_OF_MEMORY"
[[nodiscard]] std::string cuda_result_name(CUresult result);

/// Throws Error(kDevice) with `what` failed and the way out unless the result is that of success.
void require_cuda(CUresult result, const std::string& what);

}  // namespace halfulp::device
