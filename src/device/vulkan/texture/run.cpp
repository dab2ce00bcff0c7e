// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/texture/run.hpp"

#include <array>
#include <cstring>

#include "device/shader/float_controls.hpp"

namespace halfulp::device {
namespace {

// Every device has images of 4096 texels each way [Vulkan 1.3, Required Limits].
constexpr VkExtent2D kExtent{1024, 256};
static_assert(std::size_t{kExtent.width} * kExtent.height == TextureRun::kTexels);
static_assert(kExtent.width % 4 == 0, "the texels of a filter stand in one row");

std::uint32_t rows_of(std::uint32_t texels) { return (texels + kExtent.width - 1) / kExtent.width; }

VkImageAspectFlags aspect_of(const TextureFormat& format) {
  return format.type == TexelType::depth ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
}

VkImageUsageFlags usage_of(const TextureWay& way) {
  switch (way.access) {
    case TextureAccess::store:
      return VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    case TextureAccess::render:
      return VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
             (way.format->type == TexelType::depth ? VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT
                                                   : VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
    case TextureAccess::blend:
    case TextureAccess::blend_constant:
      return VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    default:
      return VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  }
}

// Operands of a blend.
constexpr std::size_t kDestination = 1;
constexpr std::size_t kSourceFactor = 2;

Drawing drawing_of(TextureAccess access) {
  if (access == TextureAccess::blend) return Drawing::blended;
  return access == TextureAccess::blend_constant ? Drawing::blended_by_constant : Drawing::written;
}

std::array<std::uint32_t, 4> constants_of(const TextureWay& way) {
  const auto operands = static_cast<std::uint32_t>(info(way.operation).arity);
  const TextureConstants constants{way.component, operands, kExtent.width, kExtent.height};
  return {constants.component, constants.operand_count, constants.width, constants.height};
}

}  // namespace

/// Texels of at most 16 bytes, behind which stand the operands that are none, as words: three of a blend.
constexpr std::size_t kTexelBytes = TextureRun::kTexels * 16;
constexpr std::size_t kMostWords = 3;

TextureBuffers::TextureBuffers(const Session& session)
    : commands(session.create_commands()),
      operands(session.create_buffer(kTexelBytes + TextureRun::kTexels * kMostWords * sizeof(std::uint32_t))),
      results(session.create_buffer(kTexelBytes)) {}

TextureRun::TextureRun(Session& session, const TextureBuffers& buffers, const TextureWay& way,
                       const FormatControls& controls)
    : session_(session),
      buffers_(buffers),
      way_(way),
      image_(create_image(session, way.format->format, aspect_of(*way.format), kExtent, usage_of(way))),
      bindings_(session, way.access, image_, buffers.operands.buffer.get(), buffers.results.buffer.get()) {
  const std::vector<std::uint32_t> shader =
      with_float_controls(texture_shader(way.access, way.format->type).spirv, controls);
  const auto constants = constants_of(way);
  if (draws(way.access)) {
    canvas_.emplace(session, image_, way.format->format, drawing_of(way.access));
    pipeline_ = canvas_->create_pipeline(session, shader, constants, bindings_.layout());
  } else {
    pipeline_ = session.create_pipeline(shader, constants, bindings_.layout());
  }
}

std::size_t TextureRun::most_cases(const TextureWay& way) {
  if (way.access == TextureAccess::blend_constant) return kMostOfOtherLayouts;  // draws of one submission
  if (way.access == TextureAccess::linear) return kTexels / 8;  // two of four texels, in every other row
  return reads(way.access) ? kTexels / static_cast<std::size_t>(info(way.operation).arity) : kTexels;
}

void TextureRun::compute(std::span<const ConstLane> operands, std::size_t cases, Lane results) {
  const auto count = static_cast<std::uint32_t>(cases);
  if (reads(way_.access)) {
    decode(operands, count, results);
  } else {
    encode(operands, count, results);
  }
}

void TextureRun::decode(std::span<const ConstLane> operands, std::uint32_t cases, Lane values) {
  const bool is_by_weight = way_.access == TextureAccess::linear;
  const std::uint32_t rows =
      is_by_weight ? 2 * rows_of(4 * cases) : rows_of(cases * static_cast<std::uint32_t>(operands.size()));
  texels_.assign(std::size_t{rows} * kExtent.width * texel_bytes(), kOtherComponents);
  if (is_by_weight) {
    put_pairs(operands.first(2), cases);
    std::memcpy(&buffers_.operands.bytes[kTexelBytes], operands[2].data(), operands[2].size());
  } else {
    put_components(texels_, texel_bytes(), component(), operands);
  }
  std::memcpy(buffers_.operands.bytes.data(), texels_.data(), texels_.size());
  std::memcpy(buffers_.results.bytes.data(), values.data(), values.size());
  session_.submit(buffers_.commands, cases, {VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT},
                  [&](VkCommandBuffer commands) {
                    record_transition(session_, commands, image_, kUnusedImage, kUploadedImage);
                    record_upload(session_, commands, buffers_.operands.buffer.get(), image_, rows);
                    record_transition(session_, commands, image_, kUploadedImage, kReadImage);
                    record_dispatch(commands, cases);
                  });
  std::memcpy(values.data(), buffers_.results.bytes.data(), values.size());
}

void TextureRun::put_pairs(std::span<const ConstLane> codes, std::uint32_t cases) {
  const std::size_t bytes = texel_bytes();
  std::vector<std::byte> pairs(2 * bytes * cases, kOtherComponents);
  put_components(pairs, bytes, component(), codes);
  for (std::size_t i = 0; i < cases; ++i) {
    const std::size_t row = 4 * i / kExtent.width * 2;
    const std::size_t place = row * kExtent.width + 4 * i % kExtent.width;
    std::memcpy(&texels_[place * bytes], &pairs[2 * bytes * i], 2 * bytes);
  }
}

void TextureRun::encode(std::span<const ConstLane> values, std::uint32_t cases, Lane codes) {
  const std::uint32_t rows = rows_of(cases);
  std::vector<float> factors;  // those that are constants
  if (way_.access == TextureAccess::blend_constant) {
    factors.resize(cases);
    std::memcpy(factors.data(), values[kSourceFactor].data(), values[kSourceFactor].size());
  }
  if (blends(way_.access)) {
    put_blends(values, rows);
  } else {
    std::byte* destination = buffers_.operands.bytes.data();
    for (const ConstLane lane : values) {
      std::memcpy(destination, lane.data(), lane.size());
      destination += lane.size();
    }
  }
  session_.submit(buffers_.commands, cases, {VK_ACCESS_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT},
                  [&](VkCommandBuffer commands) {
                    if (blends(way_.access)) {
                      record_transition(session_, commands, image_, kUnusedImage, kUploadedImage);
                      record_upload(session_, commands, buffers_.operands.buffer.get(), image_, rows);
                      record_transition(session_, commands, image_, kUploadedImage, kBlendedImage);
                    }
                    if (canvas_) {
                      bindings_.record(session_, commands, cases);
                      canvas_->record(session_, commands, pipeline_.get(), {kExtent.width, rows}, factors);
                    } else {
                      record_transition(session_, commands, image_, kUnusedImage, kWrittenImage);
                      record_dispatch(commands, cases);
                      record_transition(session_, commands, image_, kWrittenImage, kDownloadedImage);
                    }
                    record_download(session_, commands, image_, buffers_.results.buffer.get(), rows);
                  });
  take_components(buffers_.results.bytes, texel_bytes(), component(), codes);
}

void TextureRun::put_blends(std::span<const ConstLane> operands, std::uint32_t rows) {
  texels_.assign(std::size_t{rows} * kExtent.width * texel_bytes(), kOtherComponents);
  put_components(texels_, texel_bytes(), component(), operands.subspan(kDestination, 1));
  std::memcpy(buffers_.operands.bytes.data(), texels_.data(), texels_.size());
  std::byte* word = &buffers_.operands.bytes[kTexelBytes];
  for (std::size_t k = 0; k < operands.size(); ++k) {
    if (k == kDestination) continue;
    std::memcpy(word, operands[k].data(), operands[k].size());
    word += operands[k].size();
  }
}

void TextureRun::record_dispatch(VkCommandBuffer commands, std::uint32_t cases) const {
  session_.functions().vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_.get());
  bindings_.record(session_, commands, cases);
  session_.functions().vkCmdDispatch(commands, (cases + kTextureWorkGroup - 1) / kTextureWorkGroup, 1, 1);
}

}  // namespace halfulp::device
