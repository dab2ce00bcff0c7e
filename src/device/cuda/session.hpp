// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "device/cuda/loader.hpp"
#include "device/cuda/program.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// A GPU's primary context, and the kernels that its driver compiled. Any thread may call it.
class CudaSession {
 public:
  /// Throws Error(kDevice).
  CudaSession(CUdevice device, const PtxFlush& flush);
  CudaSession(const CudaSession&) = delete;
  CudaSession& operator=(const CudaSession&) = delete;
  ~CudaSession();

  /// Compiles the program of a row unless it is there. Throws Error(kDevice) with the compiler's log.
  void prepare(const LanguageRow& row) { static_cast<void>(kernel(row)); }

  /// Computes a block, as Device::compute() does. Throws Error(kDevice).
  void compute(const LanguageRow& row, std::span<const ConstLane> operands, std::size_t cases, Lane results);

  /// Keeps the memory in place while the result lives, so that it is copied faster; null where the driver refuses.
  [[nodiscard]] std::shared_ptr<void> pin(std::span<std::byte> memory);

 private:
  struct Kernel {
    std::mutex mutex;  // while it is compiled
    CUmodule module = nullptr;
    CUfunction function = nullptr;
  };
  struct Workspace;  ///< what one block needs

  CUfunction kernel(const LanguageRow& row);
  void compile(const LanguageRow& row, Kernel& kernel) const;
  std::unique_ptr<Workspace> take_workspace();

  CUdevice device_;
  CUcontext context_ = nullptr;
  PtxFlush flush_;
  std::mutex mutex_;  // for what follows
  std::map<const LanguageRow*, std::unique_ptr<Kernel>> kernels_;
  std::vector<std::unique_ptr<Workspace>> free_;
};

}  // namespace halfulp::device
