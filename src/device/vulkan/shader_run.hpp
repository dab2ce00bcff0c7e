// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <span>

#include "device/shader/table.hpp"
#include "device/vulkan/host_memory.hpp"
#include "device/vulkan/owned.hpp"
#include "device/vulkan/session.hpp"
#include "device/vulkan/stage/stage.hpp"
#include "device/vulkan/workspace.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// Runs rows of the table of shaders in one stage, and keeps their pipelines. Any thread may call all of it. Lanes in
/// host memory that is imported are used where they are; others are copied once in and once out.
class ShaderRun {
 public:
  /// Cases of one block from a buffer at most.
  static constexpr std::size_t kMostCases = Stage::kMostInvocations;

  /// `controls`: the float controls in force. What is referred to outlives this.
  ShaderRun(Session& session, const Stage& stage, HostMemory& host_memory, VkDeviceSize offset_alignment,
            const FormatControls& controls)
      : session_(session),
        stage_(stage),
        host_memory_(host_memory),
        offset_alignment_(offset_alignment),
        controls_(controls),
        workspaces_(session) {}

  /// Computes a block, as Device::compute() does: with operands in the buffer or, kConstantCases at most, as
  /// specialization constants. Throws Error(kDevice).
  void compute(const ShaderRow& row, bool constants, std::span<const ConstLane> operands, std::size_t cases,
               Lane results);

  /// The pipeline of a row with operands in the buffer, which the first call creates. Throws Error(kDevice).
  VkPipeline prepare(const ShaderRow& row);

 private:
  /// Operands as a shader reads them.
  struct Operands {
    BufferRange range;
    std::size_t stride;
  };

  struct Pipeline {
    std::once_flag created;
    Owned<VkPipeline> pipeline;
  };

  [[nodiscard]] std::optional<BufferRange> place_of(std::span<const std::byte> bytes) const;
  [[nodiscard]] std::optional<Operands> find_operands(const ShaderRow& row, std::span<const ConstLane> operands,
                                                      std::size_t cases) const;
  static Operands copy_operands(Workspace& workspace, const ShaderRow& row, std::span<const ConstLane> operands,
                                std::size_t cases);
  void run_buffer(Workspace& workspace, const ShaderRow& row, std::span<const ConstLane> operands, std::size_t cases,
                  const BufferRange& results);
  void run_constants(Workspace& workspace, const ShaderRow& row, std::span<const ConstLane> operands, std::size_t cases,
                     const BufferRange& results);

  Session& session_;
  const Stage& stage_;
  HostMemory& host_memory_;
  const VkDeviceSize offset_alignment_;
  const FormatControls controls_;
  Workspaces workspaces_;
  std::mutex mutex_;  // for what follows
  std::map<const ShaderRow*, Pipeline> pipelines_;
};

}  // namespace halfulp::device
