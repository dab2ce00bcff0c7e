// SPDX-License-Identifier: Apache-2.0
#include "device/opencl/reproducer.hpp"

#include <fmt/format.h>

#include <sstream>
#include <string_view>

#include "device/facts.hpp"
#include "device/opencl/kernel_source.hpp"
#include "device/opencl/platform.hpp"
#include "device/shader/build_options.hpp"
#include "device/shader/language_row.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

const LanguageRow* find_row(const DeviceDescription& device, std::string_view variant, Operation operation,
                            Format format) {
  for (const LanguageRow& row : opencl_rows()) {
    if (device.kind == "opencl" && row.operation == operation && row.format == format &&
        way_name(row.expression) == variant) {
      return &row;
    }
  }
  return nullptr;
}

std::string literal(std::string_view text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') quoted += '\\';
    quoted += letter;
  }
  return quoted + '"';
}

// A line of the program for each of the kernel's.
std::string source_literal(const std::string& source) {
  std::string text;
  std::istringstream lines(source);
  for (std::string line; std::getline(lines, line);) {
    text += "\n    " + literal(line);
    text.insert(text.size() - 1, "\\n");
  }
  return text;
}

std::string_view c_type(Format format) {
  switch (info(format).bytes) {
    case 1:
      return "cl_uchar";
    case 2:
      return "cl_ushort";
    case 4:
      return "cl_uint";
    default:
      return "cl_ulong";
  }
}

std::string number(Bits bits) { return fmt::format("0x{:x}u{}", bits, (bits >> 32) != 0 ? "ll" : ""); }

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

constexpr std::string_view kRun = R"c(
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
  for (cl_uint k = 0; k < OPERANDS; ++k) {
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
  const unsigned long long bits = results[0];
  int is_permitted = 0;
  for (size_t i = 0; i < sizeof(permitted) / sizeof(permitted[0]); ++i) {
    if (bits >= permitted[i][0] && bits <= permitted[i][1]) is_permitted = 1;
  }
  printf("result 0x%0*llx: %s\n", (int)(2 * sizeof(result_t)), bits, is_permitted ? "permitted" : "not permitted");
  return is_permitted ? 0 : 1;
}
)c";

}  // namespace

bool has_opencl_reproducer(const DeviceDescription& device, const std::string& variant, Operation operation,
                           Format format) {
  return find_row(device, variant, operation, format) != nullptr;
}

std::string opencl_reproducer(const DeviceDescription& device, const std::string& variant, const FailedCase& failed) {
  const LanguageRow* row = find_row(device, variant, failed.operation, failed.format);
  if (row == nullptr) {
    throw Error(Error::Kind::kUsage,
                fmt::format("'{}' has no kernel for {} '{}'; use --reproducer with --device opencl", device.name,
                            info(failed.operation).name, variant));
  }
  const OperationInfo& operation = info(failed.operation);
  std::string text = case_comment(device, row->expression, failed);
  text +=
      "//\n// Build: cc -o reproducer THIS_FILE -lOpenCL     (Debian: apt install ocl-icd-opencl-dev)\n"
      "// It prints the result's bits, and exits 0 if they are permitted.\n"
      "#define CL_TARGET_OPENCL_VERSION 120\n#include <CL/cl.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
      "#include <string.h>\n\n";
  text += fmt::format("static const char* platform_name = {};\n", literal(fact(device, kOpenclPlatform)));
  text += fmt::format("static const char* device_name = {};\n", literal(fact(device, kOpenclDevice)));
  text += fmt::format("static const char* options = {};\n",
                      literal(built_with(fact(device, kBuildOptions), failed.format)));
  text += fmt::format("static const char* source ={};\n\n", source_literal(kernel_source(*row)));
  // Drivers compile vectors of cases.
  text += "// The case many times, as many work items compute it.\nenum { CASES = 256 };\n";
  text += fmt::format("enum {{ OPERANDS = {} }};\n", failed.operands.size());
  std::string pointers;
  std::string sizes;
  for (std::size_t k = 0; k < failed.operands.size(); ++k) {
    const std::string_view name = operation.operand_names[k];
    text +=
        fmt::format("static const {} {} = {};\n", c_type(operation.operand_format(static_cast<int>(k), failed.format)),
                    name, number(failed.operands[k]));
    pointers += fmt::format("{}&{}", k == 0 ? "" : ", ", name);
    sizes += fmt::format("{}sizeof({})", k == 0 ? "" : ", ", name);
  }
  text += fmt::format("static const void* operands[OPERANDS] = {{{}}};\n", pointers);
  text += fmt::format("static const size_t sizes[OPERANDS] = {{{}}};\n", sizes);
  text += fmt::format("typedef {} result_t;\n", c_type(operation.result(failed.format)));
  text += "static const unsigned long long permitted[][2] = {";
  std::string ranges;
  for (const auto& [first, last] : permitted_bits(failed.permitted)) {
    ranges += fmt::format("{}{{{}, {}}}", ranges.empty() ? "" : ", ", number(first), number(last));
  }
  // No range at all: one that no bits are in.
  text += (ranges.empty() ? "{1, 0}" : ranges) + "};\n";
  return text + std::string(kFindDevice) + std::string(kRun);
}

}  // namespace halfulp::device
