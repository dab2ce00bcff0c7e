// SPDX-License-Identifier: Apache-2.0
#pragma once

// OpenCL 1.2 has all that is called here; later versions have it too.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <string>

// Every OpenCL function that this folder calls.
#define HALFULP_OPENCL_FUNCTIONS(ROW) \
  ROW(clGetPlatformIDs)               \
  ROW(clGetPlatformInfo)              \
  ROW(clGetDeviceIDs)                 \
  ROW(clGetDeviceInfo)                \
  ROW(clCreateContext)                \
  ROW(clReleaseContext)               \
  ROW(clCreateCommandQueue)           \
  ROW(clReleaseCommandQueue)          \
  ROW(clCreateBuffer)                 \
  ROW(clReleaseMemObject)             \
  ROW(clCreateProgramWithSource)      \
  ROW(clBuildProgram)                 \
  ROW(clGetProgramBuildInfo)          \
  ROW(clReleaseProgram)               \
  ROW(clCreateKernel)                 \
  ROW(clReleaseKernel)                \
  ROW(clGetKernelWorkGroupInfo)       \
  ROW(clSetKernelArg)                 \
  ROW(clEnqueueNDRangeKernel)         \
  ROW(clEnqueueReadBuffer)            \
  ROW(clGetSupportedImageFormats)     \
  ROW(clCreateImage)                  \
  ROW(clEnqueueReadImage)

namespace halfulp::device {

#define HALFULP_MEMBER(name) decltype(&::name) name = nullptr;
struct OpenclFunctions {
  HALFULP_OPENCL_FUNCTIONS(HALFULP_MEMBER)
};
#undef HALFULP_MEMBER

/// The functions of the ICD loader, libOpenCL.so.1; the library is loaded on the first call and stays.
/// Throws Error(kDevice), with the way out, when this machine has none.
[[nodiscard]] const OpenclFunctions& opencl();

/// Throws Error(kDevice) that says what failed, and how, unless the status is CL_SUCCESS.
void require_opencl(cl_int status, const std::string& what);

}  // namespace halfulp::device
