// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "device/vulkan/session.hpp"
#include "device/vulkan/stage/stage.hpp"

namespace halfulp::device {

/// What one block of a shader of operations needs: commands, a set of descriptors, and buffers of its own for lanes
/// that the device cannot use where they are.
class Workspace {
 public:
  explicit Workspace(const Session& session);

  /// A buffer of at least `bytes` bytes, which the next call may replace.
  [[nodiscard]] const SharedBuffer& operands(std::size_t bytes) { return grown(operands_, bytes); }
  [[nodiscard]] const SharedBuffer& results(std::size_t bytes) { return grown(results_, bytes); }

  /// Keeps a pipeline until the next one is kept.
  VkPipeline keep(Owned<VkPipeline> pipeline) {
    pipeline_ = std::move(pipeline);
    return pipeline_.get();
  }

  /// Runs a pipeline of the stage on these parts of buffers, and waits until the results can be read. Throws as
  /// Session::submit() does.
  void run(Session& session, const Stage& stage, VkPipeline pipeline, const PushConstants& constants,
           std::uint32_t invocations, const BufferRange& operands, const BufferRange& results);

 private:
  [[nodiscard]] const SharedBuffer& grown(SharedBuffer& buffer, std::size_t bytes) const;

  const Session& session_;
  Commands commands_;
  Owned<VkDescriptorPool> descriptor_pool_;
  VkDescriptorSet descriptor_set_ = VK_NULL_HANDLE;
  Owned<VkPipeline> pipeline_;
  SharedBuffer operands_;
  SharedBuffer results_;
};

/// Workspaces, of which each block in flight has one to itself.
class Workspaces {
 public:
  explicit Workspaces(const Session& session) : session_(session) {}

  /// Does `block` with one. After an exception it is not used again, and is not destroyed while the device hangs.
  void with_one(const std::function<void(Workspace&)>& block);

 private:
  [[nodiscard]] std::unique_ptr<Workspace> take();

  const Session& session_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Workspace>> free_;
};

}  // namespace halfulp::device
