// SPDX-License-Identifier: Apache-2.0
#include "device/opencl/loader.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

OpenclFunctions load_functions() {
  void* const library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw Error(Error::Kind::kDevice,
                "opencl: the ICD loader (libOpenCL.so.1) is not on this machine; apt install pocl-opencl-icd, which "
                "brings it and a driver for the CPU");
  }
  OpenclFunctions functions;
#define HALFULP_LOAD(name)                                                                                             \
  functions.name = reinterpret_cast<decltype(functions.name)>(dlsym(library, #name));                                  \
  if (functions.name == nullptr) {                                                                                     \
    throw Error(Error::Kind::kDevice, "opencl: libOpenCL.so.1 has no " #name                                           \
                                      "; a loader for OpenCL 1.2 or newer is needed: apt install ocl-icd-libopencl1"); \
  }
  HALFULP_OPENCL_FUNCTIONS(HALFULP_LOAD)
#undef HALFULP_LOAD
  return functions;
}

std::string status_name(cl_int status) {
#define HALFULP_CASE(name) \
  case name:               \
    return #name;
  switch (status) {
    HALFULP_CASE(CL_DEVICE_NOT_FOUND)
    HALFULP_CASE(CL_DEVICE_NOT_AVAILABLE)
    HALFULP_CASE(CL_COMPILER_NOT_AVAILABLE)
    HALFULP_CASE(CL_MEM_OBJECT_ALLOCATION_FAILURE)
    HALFULP_CASE(CL_OUT_OF_RESOURCES)
    HALFULP_CASE(CL_OUT_OF_HOST_MEMORY)
    HALFULP_CASE(CL_BUILD_PROGRAM_FAILURE)
    HALFULP_CASE(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
    HALFULP_CASE(CL_INVALID_VALUE)
    HALFULP_CASE(CL_INVALID_BUILD_OPTIONS)
    HALFULP_CASE(CL_INVALID_PROGRAM_EXECUTABLE)
    HALFULP_CASE(CL_INVALID_KERNEL_ARGS)
    HALFULP_CASE(CL_INVALID_WORK_GROUP_SIZE)
    HALFULP_CASE(CL_INVALID_BUFFER_SIZE)
    default:
      return fmt::format("OpenCL status {}", status);
  }
#undef HALFULP_CASE
}

}  // namespace

const OpenclFunctions& opencl() {
  // Never unloaded: drivers leave threads and exit handlers behind that point into their libraries.
  static const OpenclFunctions kFunctions = load_functions();
  return kFunctions;
}

void require_opencl(cl_int status, const std::string& what) {
  if (status == CL_SUCCESS) return;
  const char* way_out = "; run again, and if it stays so, update the driver or choose another device";
  if (status == CL_OUT_OF_HOST_MEMORY || status == CL_MEM_OBJECT_ALLOCATION_FAILURE) {
    way_out = ": about 40 MiB of the device's memory are needed; end what else uses the device";
  }
  throw Error(Error::Kind::kDevice, fmt::format("opencl: {} failed with {}{}", what, status_name(status), way_out));
}

}  // namespace halfulp::device
