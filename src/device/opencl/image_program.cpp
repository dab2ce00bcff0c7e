// SPDX-License-Identifier: Apache-2.0
#include "device/opencl/image_program.hpp"

#include <fmt/format.h>

#include "device/texel_in_c.hpp"

namespace halfulp::device {
namespace {

constexpr std::string_view kTexels = R"c(  static unsigned char texels[WIDTH * TEXEL_BYTES];
  memset(texels, OTHER_COMPONENTS, sizeof(texels));
)c";

constexpr std::string_view kCode = R"c(  unsigned long long code = 0;
  memcpy(&code, operands[0], sizes[0]);
  for (size_t i = 0; i < CASES; ++i) put_component(texels + i * TEXEL_BYTES, code);
)c";

constexpr std::string_view kImage = R"c(  cl_image_desc description;
  memset(&description, 0, sizeof(description));
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = WIDTH;
  description.image_height = 1;
  cl_mem image = clCreateImage(context, ACCESS | CL_MEM_COPY_HOST_PTR, &format, &description, texels, &status);
  check(status, "clCreateImage");
  const cl_uint component = COMPONENT;
  check(clSetKernelArg(kernel, 1, sizeof(component), &component), "clSetKernelArg");
  const size_t items = CASES;
)c";

constexpr std::string_view kRead = R"c(  static result_t results[CASES];
  cl_mem lane = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof(results), NULL, &status);
  check(status, "clCreateBuffer");
  check(clSetKernelArg(kernel, 2, sizeof(image), &image), "clSetKernelArg");
  check(clSetKernelArg(kernel, 3, sizeof(lane), &lane), "clSetKernelArg");
  check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(queue, lane, CL_TRUE, 0, sizeof(results), results, 0, NULL, NULL), "clEnqueueReadBuffer");
)c";

constexpr std::string_view kWrite = R"c(  unsigned char* values = malloc(CASES * sizes[0]);
  for (size_t i = 0; i < CASES; ++i) memcpy(values + i * sizes[0], operands[0], sizes[0]);
  cl_mem lane =
      clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, CASES * sizes[0], values, &status);
  check(status, "clCreateBuffer");
  free(values);
  check(clSetKernelArg(kernel, 2, sizeof(lane), &lane), "clSetKernelArg");
  check(clSetKernelArg(kernel, 3, sizeof(image), &image), "clSetKernelArg");
  check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
  const size_t origin[3] = {0, 0, 0};
  const size_t extent[3] = {WIDTH, 1, 1};
  check(clEnqueueReadImage(queue, image, CL_TRUE, origin, extent, 0, 0, texels, 0, NULL, NULL), "clEnqueueReadImage");
  const result_t results[1] = {take_component(texels)};
)c";

}  // namespace

std::optional<ImageWay> find_image_way(std::string_view variant, Operation operation, Format format) {
  using enum TextureAccess;
  return find_texel_way<ImageWay>(
      image_formats(), {fetch, sample, store}, [](const ImageFormat&, TextureAccess) { return true; }, variant,
      operation, format);
}

std::string image_in_c(const ImageWay& way) {
  const ImageFormat& row = *way.format;
  std::string text = fmt::format(
      "static const cl_image_format format = {{0x{:x}, 0x{:x}}};  // {}\n"
      "enum {{ WIDTH = {}, TEXEL_BYTES = {}, COMPONENT = {}, ACCESS = {} }};\n",
      row.format.image_channel_order, row.format.image_channel_data_type, row.name, kImageWidth, row.texel_bytes,
      way.component, reads(way.access) ? "CL_MEM_READ_ONLY" : "CL_MEM_WRITE_ONLY");
  text += component_in_c(*row.components[way.component]);
  return text + std::string(reads(way.access) ? kPutComponentInC : kTakeComponentInC);
}

std::string image_run_in_c(const ImageWay& way) {
  const bool reads_image = reads(way.access);
  return fmt::format("{}{}{}{}", kTexels, reads_image ? kCode : "", kImage, reads_image ? kRead : kWrite);
}

}  // namespace halfulp::device
