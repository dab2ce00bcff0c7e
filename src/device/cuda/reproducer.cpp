// SPDX-License-Identifier: Apache-2.0
#include "device/cuda/reproducer.hpp"

#include <fmt/format.h>

#include <string_view>

#include "device/c_program.hpp"
#include "device/cuda/program.hpp"
#include "device/facts.hpp"
#include "device/shader/build_options.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

const LanguageRow* find_row(const DeviceDescription& device, std::string_view variant, Operation operation,
                            Format format) {
  for (const LanguageRow& row : ptx_rows()) {
    if (device.kind == "cuda" && row.operation == operation && row.format == format &&
        ptx_way_name(row.expression) == variant) {
      return &row;
    }
  }
  return nullptr;
}

// The driver's functions have the types that its header declares.
constexpr std::string_view kDriver = R"c(
static void* driver;

static void check(int result, const char* what) {
  if (result == 0) return;
  fprintf(stderr, "%s failed with CUresult %d\n", what, result);
  exit(2);
}

static void load(void* function, const char* name) {
  void* found = dlsym(driver, name);
  if (found == NULL) {
    fprintf(stderr, "libcuda.so.1 has no %s\n", name);
    exit(2);
  }
  memcpy(function, &found, sizeof(found));
}
#define LOAD(name, parameters)    \
  int (*name) parameters = NULL; \
  load(&name, #name)
)c";

constexpr std::string_view kRun = R"c(
int main(void) {
  driver = dlopen("libcuda.so.1", RTLD_NOW);
  if (driver == NULL) {
    fprintf(stderr, "no libcuda.so.1: NVIDIA's driver is not here\n");
    return 2;
  }
  typedef unsigned long long address_t;
  LOAD(cuInit, (unsigned));
  LOAD(cuDeviceGetCount, (int*));
  LOAD(cuDeviceGetName, (char*, int, int));
  LOAD(cuDevicePrimaryCtxRetain, (void**, int));
  LOAD(cuCtxSetCurrent, (void*));
  LOAD(cuModuleLoadData, (void**, const void*));
  LOAD(cuModuleGetFunction, (void**, void*, const char*));
  LOAD(cuMemAlloc_v2, (address_t*, size_t));
  LOAD(cuMemcpyHtoD_v2, (address_t, const void*, size_t));
  LOAD(cuMemcpyDtoH_v2, (void*, address_t, size_t));
  LOAD(cuLaunchKernel, (void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**,
                        void**));
  check(cuInit(0), "cuInit");
  int gpus = 0;
  int gpu = 0;
  check(cuDeviceGetCount(&gpus), "cuDeviceGetCount");
  for (; gpu < gpus; ++gpu) {
    char name[256] = "";
    cuDeviceGetName(name, sizeof(name), gpu);
    if (strcmp(name, device_name) == 0) break;
  }
  if (gpu == gpus) {
    fprintf(stderr, "%s is not here; this is another device\n", device_name);
    gpu = 0;
  }
  void* context = NULL;
  void* module = NULL;
  void* function = NULL;
  check(cuDevicePrimaryCtxRetain(&context, gpu), "cuDevicePrimaryCtxRetain");
  check(cuCtxSetCurrent(context), "cuCtxSetCurrent");
  check(cuModuleLoadData(&module, source), "cuModuleLoadData");
  check(cuModuleGetFunction(&function, module, "compute"), "cuModuleGetFunction");
  unsigned cases = CASES;
  address_t lanes[OPERANDS + 1];
  void* parameters[OPERANDS + 2] = {&cases};
  for (size_t k = 0; k < OPERANDS; ++k) {
    unsigned char* values = malloc(CASES * sizes[k]);
    for (size_t i = 0; i < CASES; ++i) memcpy(values + i * sizes[k], operands[k], sizes[k]);
    check(cuMemAlloc_v2(&lanes[k], CASES * sizes[k]), "cuMemAlloc");
    check(cuMemcpyHtoD_v2(lanes[k], values, CASES * sizes[k]), "cuMemcpyHtoD");
    free(values);
    parameters[k + 1] = &lanes[k];
  }
  static result_t results[CASES];
  check(cuMemAlloc_v2(&lanes[OPERANDS], sizeof(results)), "cuMemAlloc");
  parameters[OPERANDS + 1] = &lanes[OPERANDS];
  check(cuLaunchKernel(function, 1, 1, 1, CASES, 1, 1, 0, NULL, parameters, NULL), "cuLaunchKernel");
  check(cuMemcpyDtoH_v2(results, lanes[OPERANDS], sizeof(results)), "cuMemcpyDtoH");
)c";

}  // namespace

bool has_cuda_reproducer(const DeviceDescription& device, const std::string& variant, Operation operation,
                         Format format) {
  return find_row(device, variant, operation, format) != nullptr;
}

std::string cuda_reproducer(const DeviceDescription& device, const std::string& variant, const FailedCase& failed) {
  const LanguageRow* row = find_row(device, variant, failed.operation, failed.format);
  if (row == nullptr) {
    throw Error(Error::Kind::kUsage, fmt::format("'{}' has no program for {} '{}'; use --reproducer with --device cuda",
                                                 device.name, info(failed.operation).name, variant));
  }
  const std::string built = fact(device, kBuildOptions);
  const PtxFlush flush{.binary16 = !built_with(built, Format::binary16).empty(),
                       .binary32 = !built_with(built, Format::binary32).empty()};
  std::string text = case_comment(device, ptx_instructions(*row, flush), failed);
  text +=
      "//\n// Build: cc -o reproducer THIS_FILE -ldl\n"
      "// It prints the result's bits, and exits 0 if they are permitted.\n"
      "#include <dlfcn.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
      "#include <string.h>\n\n";
  text += fmt::format("static const char* device_name = {};\n", c_literal(fact(device, kCudaDevice)));
  text += fmt::format("static const char* source ={};\n\n", c_source_literal(ptx_program(*row, flush)));
  return text + case_in_c(failed) + std::string(kDriver) + std::string(kRun) + std::string(kVerdictInC) + "}\n";
}

}  // namespace halfulp::device
