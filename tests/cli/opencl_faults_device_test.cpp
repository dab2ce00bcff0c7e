// SPDX-License-Identifier: Apache-2.0
// PoCL through a layer of OpenCL's loader that makes one of its functions lie: what that costs.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

/// `functions` replace those of the driver's table, `next`, by the assignments of `replaced`.
std::string layer(const std::string& functions, const std::string& replaced) {
  const std::string source = temporary_path("layer.c");
  std::string library = temporary_path("layer.so");
  write_text_file(source, R"c(
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_layer.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static struct _cl_icd_dispatch next, table;
)c" + functions + R"c(
cl_int clGetLayerInfo(cl_layer_info what, size_t size, void* value, size_t* bytes) {
  cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  if (what != CL_LAYER_API_VERSION || size < sizeof(version)) return CL_INVALID_VALUE;
  memcpy(value, &version, sizeof(version));
  if (bytes != NULL) *bytes = sizeof(version);
  return CL_SUCCESS;
}
cl_int clInitLayer(cl_uint entries, const struct _cl_icd_dispatch* target, cl_uint* count,
                   const struct _cl_icd_dispatch** made) {
  memcpy(&next, target, entries * sizeof(void*));
  memcpy(&table, &next, sizeof(next));
)c" + replaced + R"c(
  *count = sizeof(table) / sizeof(void*);
  *made = &table;
  return CL_SUCCESS;
}
)c");
  EXPECT_EQ(std::system(("cc -shared -fPIC -o " + library + " " + source).c_str()), 0);
  return library;
}

struct CheckedWithFaults {
  Outcome outcome;
  nlohmann::ordered_json report;
  std::set<std::string> lost;  ///< "sqrt32", of the principal ways
};

CheckedWithFaults check_with(const std::string& library, const Words& more) {
  const std::string path = temporary_path("report.json");
  Words words{"check", "--device", "opencl:pocl/0/default", "--cases", "1000", "--json", path};
  words.insert(words.end(), more.begin(), more.end());
  CheckedWithFaults found{run_command(words, {.environment = {"OPENCL_LAYERS=" + library}}), {}, {}};
  found.report = nlohmann::ordered_json::parse(read_file(path));
  for (const nlohmann::ordered_json& result : found.report["results"]) {
    if (result["outcome"] != "lost") continue;
    found.lost.insert(result["operation"].get<std::string>() + " " + result["format"].get<std::string>());
  }
  return found;
}

bool has_pocl() { return contains(run_command({"devices"}).output, "PoCL"); }

#define HALFULP_SKIP_WITHOUT_POCL() \
  if (!has_pocl()) GTEST_SKIP() << "no PoCL; packaging/install_packages test installs it"

constexpr const char* kCompileSource = R"c(
static int is_sqrt;
static cl_program CL_API_CALL create(cl_context context, cl_uint count, const char** text, const size_t* size,
                                     cl_int* status) {
  const char* broken = "kernel void compute(global int* x) { this is no C; }";
  is_sqrt = strstr(text[0], "sqrt(x)") != NULL;
  return next.clCreateProgramWithSource(context, count, BREAKS ? &broken : text, size, status);
}
static cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                                void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
  if (is_sqrt) IN_SQRT;
  return next.clBuildProgram(program, count, devices, options, notify, data);
}
)c";
constexpr const char* kCompileTable = "table.clCreateProgramWithSource = create; table.clBuildProgram = build;";
const Words kThreeOperations = {"--operation", "add,sqrt,mul", "--format", "binary32"};
const std::set<std::string> kOnlySqrt = {"sqrt binary32"};

std::string compiler_layer(const std::string& breaks, const std::string& in_sqrt) {
  return layer("#define BREAKS " + breaks + "\n#define IN_SQRT " + in_sqrt + "\n" + kCompileSource, kCompileTable);
}

TEST(OpenclFaults, OfACompilerThatRefusesCostTheOperationAndShowItsLog) {
  HALFULP_SKIP_WITHOUT_POCL();
  const CheckedWithFaults found = check_with(compiler_layer("is_sqrt", ""), kThreeOperations);
  EXPECT_EQ(found.outcome.exit_code, 4);
  EXPECT_EQ(found.lost, kOnlySqrt);
  EXPECT_TRUE(contains(found.outcome.output, "the driver's compiler refuses the kernel of sqrt(x)"));
  EXPECT_TRUE(contains(found.outcome.output, "use of undeclared identifier 'this'")) << found.outcome.output;
  EXPECT_TRUE(contains(found.outcome.output, "leave the operation out of what is asked"));
}

TEST(OpenclFaults, OfACompilerThatCrashesCostTheOperation) {
  HALFULP_SKIP_WITHOUT_POCL();
  const CheckedWithFaults found = check_with(compiler_layer("0", "abort()"), kThreeOperations);
  EXPECT_EQ(found.lost, kOnlySqrt);
  EXPECT_TRUE(contains(found.outcome.output, "died (signal 6, Aborted) while computing sqrt")) << found.outcome.output;
}

// sqrt has three ways, each of which costs twice the time of a block.
TEST(OpenclFaults, OfACompilerThatHangsCostTheOperation) {
  HALFULP_SKIP_WITHOUT_POCL();
  Words words = kThreeOperations;
  words.insert(words.end(), {"--device-timeout", "3"});
  const CheckedWithFaults found = check_with(compiler_layer("0", "for (;;) pause()"), words);
  EXPECT_EQ(found.lost, kOnlySqrt);
  EXPECT_TRUE(contains(found.outcome.output, "did not answer in time")) << found.outcome.output;
}

TEST(OpenclFaults, OfALaunchThatDoesNothingAreNoResults) {
  HALFULP_SKIP_WITHOUT_POCL();
  const std::string library = layer(R"c(
static cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset,
                                 const size_t* items, const size_t* group, cl_uint count, const cl_event* events,
                                 cl_event* event) { return CL_SUCCESS; }
)c",
                                    "table.clEnqueueNDRangeKernel = launch;");
  const CheckedWithFaults found = check_with(library, {"--operation", "sqrt", "--format", "binary32"});
  EXPECT_EQ(found.lost, kOnlySqrt);
  EXPECT_TRUE(found.report["causes"].empty());
  EXPECT_TRUE(contains(found.outcome.output, "left the last 16 of ")) << found.outcome.output;
}

// Each kernel of binary16 is refused, one after the other.
TEST(OpenclFaults, OfAnExtensionThatIsNotThereCostItsOperations) {
  HALFULP_SKIP_WITHOUT_POCL();
  const std::string library = layer(R"c(
static cl_int CL_API_CALL inform(cl_device_id device, cl_device_info what, size_t size, void* value, size_t* bytes) {
  const char text[] = "cl_khr_fp16 cl_khr_fp64";
  if (what != CL_DEVICE_EXTENSIONS) return next.clGetDeviceInfo(device, what, size, value, bytes);
  if (bytes != NULL) *bytes = sizeof(text);
  if (value != NULL) memcpy(value, text, sizeof(text));
  return CL_SUCCESS;
}
)c",
                                    "table.clGetDeviceInfo = inform;");
  const CheckedWithFaults found = check_with(library, {"--operation", "add,sub,mul,div,sqrt,min,max"});
  EXPECT_EQ(found.lost, (std::set<std::string>{"add binary16", "sub binary16", "mul binary16", "div binary16",
                                               "sqrt binary16", "min binary16", "max binary16"}));
  EXPECT_EQ(found.report["results"].size(), 20U) << "Direct3D has no sqrt of doubles";
}

}  // namespace
}  // namespace halfulp::cli
