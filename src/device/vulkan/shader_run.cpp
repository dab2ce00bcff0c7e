// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/shader_run.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "device/shader/float_controls.hpp"

namespace halfulp::device {
namespace {

// As shaders/buffer.comp.in has it.
constexpr std::size_t kWorkGroup = 64;
constexpr std::size_t kWordBytes = sizeof(std::uint32_t);

// Copies values of a lane to the buffer of operands or from that of results: as words, a smaller value in the low part
// of one, or as values of their own size where the shader's buffer is typed.
void copy_in(ConstLane lane, std::size_t value_bytes, std::byte* buffer) {
  if (value_bytes >= kWordBytes) {
    std::memcpy(buffer, lane.data(), lane.size());
    return;
  }
  for (std::size_t i = 0; i < lane.size() / value_bytes; ++i) {
    std::uint32_t word = 0;
    std::memcpy(&word, lane.data() + i * value_bytes, value_bytes);
    std::memcpy(buffer + i * kWordBytes, &word, kWordBytes);
  }
}

void copy_out(const std::byte* buffer, std::size_t value_bytes, Lane lane) {
  if (value_bytes >= kWordBytes) {
    std::memcpy(lane.data(), buffer, lane.size());
    return;
  }
  for (std::size_t i = 0; i < lane.size() / value_bytes; ++i) {
    std::memcpy(lane.data() + i * value_bytes, buffer + i * kWordBytes, value_bytes);
  }
}

}  // namespace

void ShaderRun::compute(const ShaderRow& row, bool constants, const FormatControls& controls,
                        std::span<const ConstLane> operands, std::size_t cases, Lane results) {
  if (constants) {
    run_constants(row, controls, operands, cases);
  } else {
    run_buffer(row, controls, operands, cases);
  }
  const std::byte* buffer = session_.results().data();
  if (row.operation == Operation::store) {
    std::memcpy(results.data(), buffer, results.size());
  } else {
    copy_out(buffer, results.size() / cases, results);
  }
}

void ShaderRun::run_buffer(const ShaderRow& row, const FormatControls& controls, std::span<const ConstLane> operands,
                           std::size_t cases) {
  auto& pipeline = pipelines_[&row];
  if (pipeline.get() == VK_NULL_HANDLE) {
    pipeline = session_.create_pipeline(with_float_controls(row.buffer, controls), {});
  }
  std::byte* destination = session_.operands().data();
  for (const ConstLane lane : operands) {
    const std::size_t bytes = lane.size() / cases;
    if (row.operation == Operation::load) {
      std::memcpy(destination, lane.data(), lane.size());
    } else {
      copy_in(lane, bytes, destination);
    }
    destination += cases * std::max(bytes, kWordBytes);
  }
  const std::size_t groups = (cases + kWorkGroup - 1) / kWorkGroup;
  session_.run(pipeline.get(), static_cast<std::uint32_t>(cases), static_cast<std::uint32_t>(groups));
}

void ShaderRun::run_constants(const ShaderRow& row, const FormatControls& controls, std::span<const ConstLane> operands,
                              std::size_t cases) {
  std::vector<std::uint32_t> constants;
  for (std::size_t i = 0; i < kConstantCases; ++i) {
    for (const ConstLane lane : operands) {
      const std::size_t bytes = lane.size() / cases;
      std::array<std::uint32_t, 2> words{};
      if (i < cases) copy_in(lane.subspan(i * bytes, bytes), bytes, std::as_writable_bytes(std::span(words)).data());
      constants.insert(constants.end(), words.begin(), words.begin() + (bytes > kWordBytes ? 2 : 1));
    }
  }
  const auto pipeline = session_.create_pipeline(with_float_controls(row.constants, controls), constants);
  session_.run(pipeline.get(), static_cast<std::uint32_t>(cases), 1);
}

}  // namespace halfulp::device
