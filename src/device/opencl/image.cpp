// SPDX-License-Identifier: Apache-2.0
#include "device/opencl/image.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "device/opencl/kernel_source.hpp"

namespace halfulp::device {
namespace {

// CL_sRGBA of OpenCL 2.0.
constexpr cl_channel_order kSrgba = 0x10C1;

#define ROW(order, type) {order, type}, #order " " #type

// Of formats with the same kind of components the plainest first.
std::vector<ImageFormat> rows() {
  using enum Format;
  constexpr auto kFloat = TexelType::floating;
  constexpr auto kSint = TexelType::sint;
  constexpr auto kUint = TexelType::uint;
  return {
      {ROW(CL_R, CL_UNORM_INT8), 1, kFloat, in_order(unorm8, 1)},
      {ROW(CL_RGBA, CL_UNORM_INT8), 4, kFloat, in_order(unorm8, 4)},
      {ROW(CL_BGRA, CL_UNORM_INT8), 4, kFloat, bgra(unorm8, unorm8)},
      {{kSrgba, CL_UNORM_INT8}, "CL_sRGBA CL_UNORM_INT8", 4, kFloat, rgba(srgb8, unorm8)},
      {ROW(CL_R, CL_UNORM_INT16), 2, kFloat, in_order(unorm16, 1)},
      {ROW(CL_RGBA, CL_UNORM_INT16), 8, kFloat, in_order(unorm16, 4)},
      {ROW(CL_RGB, CL_UNORM_INT_101010), 4, kFloat, components_at(unorm10, 20, 10, 0)},
      {ROW(CL_RGB, CL_UNORM_SHORT_565),
       2,
       kFloat,
       {TexelComponent{unorm5, 11}, TexelComponent{unorm6, 5}, TexelComponent{unorm5, 0}, std::nullopt}},
      {ROW(CL_RGB, CL_UNORM_SHORT_555), 2, kFloat, components_at(unorm5, 10, 5, 0)},
      {ROW(CL_R, CL_SNORM_INT8), 1, kFloat, in_order(snorm8, 1)},
      {ROW(CL_RGBA, CL_SNORM_INT8), 4, kFloat, in_order(snorm8, 4)},
      {ROW(CL_R, CL_SNORM_INT16), 2, kFloat, in_order(snorm16, 1)},
      {ROW(CL_RGBA, CL_SNORM_INT16), 8, kFloat, in_order(snorm16, 4)},
      {ROW(CL_R, CL_FLOAT), 4, kFloat, in_order(binary32, 1)},
      {ROW(CL_RGBA, CL_FLOAT), 16, kFloat, in_order(binary32, 4)},
      {ROW(CL_R, CL_HALF_FLOAT), 2, kFloat, in_order(binary16, 1)},
      {ROW(CL_RGBA, CL_HALF_FLOAT), 8, kFloat, in_order(binary16, 4)},
      {ROW(CL_R, CL_SIGNED_INT8), 1, kSint, in_order(sint8, 1)},
      {ROW(CL_RGBA, CL_SIGNED_INT8), 4, kSint, in_order(sint8, 4)},
      {ROW(CL_R, CL_SIGNED_INT16), 2, kSint, in_order(sint16, 1)},
      {ROW(CL_RGBA, CL_SIGNED_INT16), 8, kSint, in_order(sint16, 4)},
      {ROW(CL_R, CL_UNSIGNED_INT8), 1, kUint, in_order(uint8, 1)},
      {ROW(CL_RGBA, CL_UNSIGNED_INT8), 4, kUint, in_order(uint8, 4)},
      {ROW(CL_R, CL_UNSIGNED_INT16), 2, kUint, in_order(uint16, 1)},
      {ROW(CL_RGBA, CL_UNSIGNED_INT16), 8, kUint, in_order(uint16, 4)},
  };
}

#undef ROW

// The letter of the functions read_imagef, read_imagei and read_imageui, and the type of a component.
struct AccessType {
  std::string_view suffix;
  std::string_view component;
};

AccessType access_type(TexelType type) {
  if (type == TexelType::sint) return {"i", "int"};
  if (type == TexelType::uint) return {"ui", "uint"};
  return {"f", "float"};
}

std::string function_of(const ImageWay& way) {
  return fmt::format("{}_image{}", reads(way.access) ? "read" : "write", access_type(way.format->type).suffix);
}

// The formats that a driver reads or writes.
std::vector<cl_image_format> supported(cl_context context, cl_mem_flags flags) {
  cl_uint count = 0;
  require_opencl(opencl().clGetSupportedImageFormats(context, flags, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count),
                 "clGetSupportedImageFormats");
  std::vector<cl_image_format> formats(count);
  if (count == 0) return formats;
  require_opencl(
      opencl().clGetSupportedImageFormats(context, flags, CL_MEM_OBJECT_IMAGE2D, count, formats.data(), nullptr),
      "clGetSupportedImageFormats");
  return formats;
}

bool contains(std::span<const cl_image_format> formats, const cl_image_format& format) {
  return std::ranges::any_of(formats, [&](const cl_image_format& each) {
    return each.image_channel_order == format.image_channel_order &&
           each.image_channel_data_type == format.image_channel_data_type;
  });
}

}  // namespace

std::span<const ImageFormat> image_formats() {
  static const std::vector<ImageFormat> kRows = rows();
  return kRows;
}

Variant ImageWay::variant() const {
  const bool alone = !format->components[1];
  const std::string place = alone ? std::string(format->name) : fmt::format("{} .{}", format->name, "xyzw"[component]);
  const std::string how = function_of(*this) + (access == TextureAccess::sample ? " with a sampler" : "");
  return {.name = fmt::format("{} {}", place, how),
          .instruction = fmt::format("{} {}", place, how),
          .operands = reads(access) ? "image" : "buffer",
          // OpenCL permits two roundings in an image of halves, and one where no suffix names another.
          .counts = operation != Operation::binary32_to_binary16,
          .composed = false,
          .most_cases = principal ? 0 : kMostOfOtherLayouts};
}

KernelSource ImageWay::kernel_source() const {
  const std::string_view type = access_type(format->type).component;
  const std::string at = fmt::format("(int2)((int)(i % {0}), (int)(i / {0}))", kImageWidth);
  const std::string head = fmt::format("kernel void {}(const uint cases, const uint component, ", kKernelName);
  const std::string begin = ") {\n  const size_t i = get_global_id(0);\n  if (i >= cases) return;\n";
  if (!reads(access)) {
    std::string texel;
    for (const int k : {0, 1, 2, 3}) texel += fmt::format("{}component == {} ? x : 0", k == 0 ? "" : ", ", k);
    return {fmt::format("{0}global const {1} *x_lane, write_only image2d_t image{2}"
                        "  const {1} x = x_lane[i];\n  {3}(image, {4}, ({1}4)({5}));\n}}\n",
                        head, type, begin, function_of(*this), at, texel),
            format->name};
  }
  const bool samples = access == TextureAccess::sample;
  return {fmt::format("{}{}read_only image2d_t image, global {} *result_lane{}"
                      "  const {}4 texel = {}(image, {}{});\n"
                      "  result_lane[i] = component == 0 ? texel.x : component == 1 ? texel.y : component == 2 ? "
                      "texel.z : texel.w;\n"
                      "}}\n",
                      samples ? "constant sampler_t nearest =\n    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | "
                                "CLK_FILTER_NEAREST;\n"
                              : "",
                      head, type, begin, type, function_of(*this), samples ? "nearest, " : "", at),
          format->name};
}

std::vector<ImageWay> image_ways(cl_device_id device, cl_context context) {
  using enum TextureAccess;
  cl_bool has_images = CL_FALSE;
  require_opencl(opencl().clGetDeviceInfo(device, CL_DEVICE_IMAGE_SUPPORT, sizeof(has_images), &has_images, nullptr),
                 "clGetDeviceInfo");
  if (has_images == CL_FALSE) return {};
  const std::vector<cl_image_format> readable = supported(context, CL_MEM_READ_ONLY);
  const std::vector<cl_image_format> writable = supported(context, CL_MEM_WRITE_ONLY);
  return texel_ways<ImageWay>(image_formats(), {fetch, sample, store},
                              [&](const ImageFormat& row, TextureAccess access) {
                                return contains(reads(access) ? readable : writable, row.format);
                              });
}

}  // namespace halfulp::device
