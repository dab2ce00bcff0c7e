// SPDX-License-Identifier: Apache-2.0
#include "device/opencl/reproducer.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "device/c_program.hpp"
#include "device/facts.hpp"
#include "device/opencl/image_program.hpp"
#include "device/opencl/kernel_source.hpp"
#include "device/opencl/platform.hpp"
#include "device/shader/build_options.hpp"
#include "device/shader/language_row.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

const LanguageRow* find_row(std::string_view variant, Operation operation, Format format) {
  for (const LanguageRow& row : opencl_rows()) {
    if (row.operation == operation && row.format == format && way_name(row.expression) == variant) {
      return &row;
    }
  }
  return nullptr;
}

// The first device whose names these are, or the first of all.
constexpr std::string_view kFindDevice = R"c(
static void check(cl_int status, const char* what) {
  if (status == CL_SUCCESS) return;
  fprintf(stderr, "%s failed with status %d\n", what, (int)status);
  exit(2);
}

static cl_device_id find_device(void) {
  cl_platform_id platforms[16];
  cl_uint platform_count = 0;
  cl_device_id first = NULL;
  check(clGetPlatformIDs(16, platforms, &platform_count), "clGetPlatformIDs");
  for (cl_uint p = 0; p < platform_count && p < 16; ++p) {
    cl_device_id devices[16];
    cl_uint device_count = 0;
    char platform[1024] = "";
    clGetPlatformInfo(platforms[p], CL_PLATFORM_NAME, sizeof(platform), platform, NULL);
    if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 16, devices, &device_count) != CL_SUCCESS) continue;
    for (cl_uint d = 0; d < device_count && d < 16; ++d) {
      char device[1024] = "";
      clGetDeviceInfo(devices[d], CL_DEVICE_NAME, sizeof(device), device, NULL);
      if (strcmp(platform, platform_name) == 0 && strcmp(device, device_name) == 0) return devices[d];
      if (first == NULL) first = devices[d];
    }
  }
  fprintf(stderr, "%s of %s is not here; this is another device\n", device_name, platform_name);
  if (first == NULL) check(CL_DEVICE_NOT_FOUND, "clGetDeviceIDs");
  return first;
}
)c";

constexpr std::string_view kBuild = R"c(
int main(void) {
  cl_device_id device = find_device();
  cl_int status;
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  check(status, "clCreateCommandQueue");
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
  check(status, "clCreateProgramWithSource");
  check(clBuildProgram(program, 1, &device, options, NULL, NULL), "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, "compute", &status);
  check(status, "clCreateKernel");
  const cl_uint cases = CASES;
  check(clSetKernelArg(kernel, 0, sizeof(cases), &cases), "clSetKernelArg");
)c";

constexpr std::string_view kBuffers = R"c(  for (cl_uint k = 0; k < OPERANDS; ++k) {
    unsigned char* values = malloc(CASES * sizes[k]);
    for (size_t i = 0; i < CASES; ++i) memcpy(values + i * sizes[k], operands[k], sizes[k]);
    cl_mem lane =
        clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, CASES * sizes[k], values, &status);
    check(status, "clCreateBuffer");
    check(clSetKernelArg(kernel, k + 1, sizeof(lane), &lane), "clSetKernelArg");
    free(values);
  }
  static result_t results[CASES];
  cl_mem lane = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof(results), NULL, &status);
  check(status, "clCreateBuffer");
  check(clSetKernelArg(kernel, OPERANDS + 1, sizeof(lane), &lane), "clSetKernelArg");
  const size_t items = CASES;
  check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(queue, lane, CL_TRUE, 0, sizeof(results), results, 0, NULL, NULL), "clEnqueueReadBuffer");
)c";

}  // namespace

bool has_opencl_reproducer(const DeviceDescription& device, const std::string& variant, Operation operation,
                           Format format) {
  return device.kind == "opencl" &&
         (find_row(variant, operation, format) != nullptr || find_image_way(variant, operation, format).has_value());
}

std::string opencl_reproducer(const DeviceDescription& device, const std::string& variant, const FailedCase& failed) {
  if (!has_opencl_reproducer(device, variant, failed.operation, failed.format)) {
    throw Error(Error::Kind::kUsage,
                fmt::format("'{}' has no kernel for {} '{}'; use --reproducer with --device opencl", device.name,
                            info(failed.operation).name, variant));
  }
  const LanguageRow* const row = find_row(variant, failed.operation, failed.format);
  const std::optional<ImageWay> way = find_image_way(variant, failed.operation, failed.format);
  const KernelSource source = row != nullptr ? kernel_source(*row) : way->kernel_source();
  std::string text = case_comment(device, row != nullptr ? row->expression : std::string_view(variant), failed);
  text +=
      "//\n// Build: cc -o reproducer THIS_FILE -lOpenCL     (Debian: apt install ocl-icd-opencl-dev)\n"
      "// It prints the result's bits, and exits 0 if they are permitted.\n"
      "#define CL_TARGET_OPENCL_VERSION 120\n#include <CL/cl.h>\n#include <stddef.h>\n#include <stdint.h>\n#include "
      "<stdio.h>\n#include <stdlib.h>\n"
      "#include <string.h>\n\n";
  text += fmt::format("static const char* platform_name = {};\n", c_literal(fact(device, kOpenclPlatform)));
  text += fmt::format("static const char* device_name = {};\n", c_literal(fact(device, kOpenclDevice)));
  text += fmt::format("static const char* options = {};\n",
                      c_literal(built_with(fact(device, kBuildOptions), failed.format)));
  text += fmt::format("static const char* source ={};\n\n", c_source_literal(source.text));
  text += case_in_c(failed);
  if (way) text += image_in_c(*way);
  text += std::string(kFindDevice) + std::string(kBuild) + (way ? image_run_in_c(*way) : std::string(kBuffers));
  return text + std::string(kVerdictInC) + "}\n";
}

}  // namespace halfulp::device
