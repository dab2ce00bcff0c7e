// SPDX-License-Identifier: Apache-2.0
// A libcuda.so.1 that has no GPU, moves memory and is otherwise at fault: what that costs.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

/// Its memory is the host's. Where it is asked for an operation it copies the lane of x, or is at fault.
constexpr const char* kStandIn = R"c(
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
typedef unsigned long long address;
static size_t allocated[4096];
#define NOTHING(name) int name(void) { return 0; }
NOTHING(cuDevicePrimaryCtxRelease_v2) NOTHING(cuCtxSetCurrent) NOTHING(cuModuleUnload) NOTHING(cuMemHostRegister_v2)
NOTHING(cuMemHostUnregister) NOTHING(cuStreamDestroy_v2) NOTHING(cuStreamSynchronize)
int cuInit(unsigned flags) { AT_INIT; return 0; }
int cuDriverGetVersion(int* version) { *version = 13000; return 0; }
int cuGetErrorName(int result, const char** name) { *name = "CUDA_ERROR_INVALID_PTX"; return 0; }
int cuDeviceGetCount(int* count) { *count = 1; return 0; }
int cuDeviceGet(int* device, int i) { *device = i; return 0; }
int cuDeviceGetName(char* name, int bytes, int device) { snprintf(name, bytes, "Stand-in"); return 0; }
int cuDeviceGetAttribute(int* value, int attribute, int device) { *value = attribute == 75 ? 9 : 0; return 0; }
int cuDevicePrimaryCtxRetain(void** context, int device) { *context = context; return 0; }
int cuStreamCreate(void** stream, unsigned flags) { *stream = stream; return 0; }
int cuModuleLoadDataEx(void** module, const char* program, unsigned count, int* names, void** values) {
  if (strstr(program, "mul.rn") != NULL) {
    snprintf(values[0], (size_t)values[1], "ptxas error: no product today");
    return 218;
  }
  if (strstr(program, "sub.rn") != NULL) for (;;) pause();
  if (strstr(program, "max.") != NULL) abort();
  *module = strdup(program);
  return 0;
}
int cuModuleGetFunction(void** function, void* module, const char* name) { *function = module; return 0; }
int cuMemAlloc_v2(address* memory, size_t bytes) { *memory = (address)malloc(bytes); return 0; }
int cuMemFree_v2(address memory) { free((void*)memory); return 0; }
int cuMemcpyHtoDAsync_v2(address to, const void* from, size_t bytes, void* stream) {
  memcpy((void*)to, from, bytes);
  return 0;
}
int cuMemcpyDtoHAsync_v2(void* to, address from, size_t bytes, void* stream) {
  memcpy(to, (void*)from, bytes);
  return 0;
}
int cuLaunchKernel(const char* program, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                   unsigned shared, void* stream, void** parameters, void** extra) {
  if (strstr(program, "  div.") != NULL) return 0;
  const char* access = strstr(program, "ld.global.") + strlen("ld.global.");
  void* results = *(void**)parameters[strstr(program, "y_lane") != NULL ? 3 : 2];
  memcpy(results, *(void**)parameters[1], *(unsigned*)parameters[0] * (size_t)(atoi(access + 1) / 8));
  return 0;
}
)c";

/// The environment in which the stand-in is NVIDIA's driver. `at_init`: what cuInit() does.
CommandOptions with_stand_in(const std::string& at_init) {
  const std::string source = temporary_path("driver.c");
  const std::string folder = temporary_path("driver");
  std::filesystem::create_directories(folder);
  write_text_file(source, "#define AT_INIT " + at_init + "\n" + kStandIn);
  EXPECT_EQ(std::system(("cc -shared -fPIC -w -o " + folder + "/libcuda.so.1 " + source).c_str()), 0);
  return {.environment = {"LD_LIBRARY_PATH=" + folder}};
}

TEST(CudaFaults, OfADriverAtItsLoadAreListed) {
  const Outcome crashed = run_command({"devices"}, with_stand_in("abort()"));
  EXPECT_TRUE(contains(crashed.output, "\ncuda: when it was loaded, a driver crashed (signal 6, Aborted); "))
      << crashed.output;
  const Outcome opened = run_command({"check", "--device", "cuda", "--operation", "mov"}, with_stand_in("abort()"));
  EXPECT_EQ(opened.exit_code, 4);
  EXPECT_TRUE(contains(opened.diagnostics, "died (signal 6, Aborted) while it was opened")) << opened.diagnostics;
  EXPECT_TRUE(contains(run_command({"devices"}, with_stand_in("return 100")).output,
                       "\ncuda: the driver finds no GPU that it can use (CUDA_ERROR_INVALID_PTX); "));
}

// Lanes of 2, 4 and 8 bytes go there and come back; each fault costs its own operation.
TEST(CudaFaults, CostTheirOwnOperations) {
  const std::string path = temporary_path("report.json");
  const Outcome outcome = run_command({"check", "--device", "cuda:0/default", "--operation", "add,sub,mul,div,max,mov",
                                       "--cases", "2000", "--device-timeout", "3", "--json", path},
                                      with_stand_in(""));
  EXPECT_EQ(outcome.exit_code, 4) << outcome.diagnostics;
  EXPECT_TRUE(contains(outcome.output, "ptxas error: no product today")) << outcome.output;
  std::map<std::string, std::string> of;  // by operation and format
  const nlohmann::json report = nlohmann::json::parse(read_file(path));
  for (const nlohmann::json& result : report["results"]) {
    const std::string name = result["operation"].get<std::string>() + " " + result["format"].get<std::string>();
    of[name] = result["lost"] == 0 ? result["outcome"] : result["lost_because"];
  }
  for (const std::string format : {"binary16", "binary32", "binary64"}) {
    EXPECT_EQ(of["add " + format], "fail");
    EXPECT_EQ(of["mov " + format], "pass");
    EXPECT_TRUE(contains(of["mul " + format], "the driver's compiler refuses the program")) << of["mul " + format];
    EXPECT_TRUE(contains(of["sub " + format], "did not answer in time")) << of["sub " + format];
    EXPECT_TRUE(contains(of["max " + format], "died (signal 6, Aborted)")) << of["max " + format];
    if (format == "binary16") continue;  // PTX has no quotient of halves
    EXPECT_TRUE(contains(of["div " + format], "left the last 16 of ")) << of["div " + format];
  }
}

}  // namespace
}  // namespace halfulp::cli
