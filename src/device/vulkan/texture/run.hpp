// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "device/vulkan/owned.hpp"
#include "device/vulkan/session.hpp"
#include "device/vulkan/stage/canvas.hpp"
#include "device/vulkan/texture/bindings.hpp"
#include "device/vulkan/texture/image.hpp"
#include "device/vulkan/texture/table.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// What all ways of converting with a texture use, one after the other.
struct TextureBuffers {
  /// Throws Error(kDevice).
  explicit TextureBuffers(const Session& session);

  Commands commands;
  SharedBuffer operands;
  SharedBuffer results;
};

/// What one way of converting with a texture needs while the device is open: an image, its bindings, a pipeline.
class TextureRun {
 public:
  /// Texels of the image, of which a case that reads takes one for each operand, a case that writes one.
  static constexpr std::size_t kTexels = std::size_t{1} << 18U;

  /// Cases of one block at most.
  [[nodiscard]] static std::size_t most_cases(const TextureWay& way);

  /// `controls`: the float controls in force. The session and the buffers outlive this. Throws Error(kDevice).
  TextureRun(Session& session, const TextureBuffers& buffers, const TextureWay& way, const FormatControls& controls);

  /// Computes a block, as Device::compute() does.
  void compute(std::span<const ConstLane> operands, std::size_t cases, Lane results);

 private:
  void decode(std::span<const ConstLane> operands, std::uint32_t cases, Lane values);
  /// Puts the two texels of each case where shaders/texture/linear.comp samples.
  void put_pairs(std::span<const ConstLane> codes, std::uint32_t cases);
  void encode(std::span<const ConstLane> values, std::uint32_t cases, Lane codes);
  /// Puts sources and factors where the shaders that blend read them, and the texels that they are blended with.
  void put_blends(std::span<const ConstLane> operands, std::uint32_t rows);
  void record_dispatch(VkCommandBuffer commands, std::uint32_t cases) const;
  [[nodiscard]] const TexelComponent& component() const { return *way_.format->components[way_.component]; }
  [[nodiscard]] std::size_t texel_bytes() const { return static_cast<std::size_t>(way_.format->texel_bytes); }

  Session& session_;
  const TextureBuffers& buffers_;
  const TextureWay& way_;
  Image image_;
  TextureBindings bindings_;
  std::optional<Canvas> canvas_;  // of what is drawn
  Owned<VkPipeline> pipeline_;
  std::vector<std::byte> texels_;
};

}  // namespace halfulp::device
