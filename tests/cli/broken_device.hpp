// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "cli/run/plan.hpp"
#include "halfulp/device.hpp"

namespace halfulp::cli {

/// In binary32 alone: that is quick, and these tests are of the run, not of formats.
inline RunRequest request_for(std::vector<Operation> operations, const Readings& readings = {}) {
  RunRequest request;
  request.books = open_books({"d3d11"}, readings);
  request.operations = std::move(operations);
  request.formats = {Format::binary32};
  return request;
}

/// The reference device, but for what a test breaks.
class BrokenDevice : public Device {
 public:
  BrokenDevice() : reference_(open_device("reference:d3d11", {})) {}

  [[nodiscard]] const DeviceDescription& description() const override { return reference_->description(); }
  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    return reference_->variants(operation, format);
  }
  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override {
    static_cast<void>(variant);
    reference_->compute(operation, format, 0, operands, results);
  }

 private:
  std::unique_ptr<Device> reference_;
};

}  // namespace halfulp::cli
