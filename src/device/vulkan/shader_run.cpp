// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/shader_run.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace halfulp::device {
namespace {

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

void ShaderRun::compute(const ShaderRow& row, bool constants, std::span<const ConstLane> operands, std::size_t cases,
                        Lane results) {
  workspaces_.with_one([&](Workspace& workspace) {
    const bool typed = row.operation == Operation::store;
    const std::size_t result_bytes = results.size() / cases;
    const bool in_words = typed || result_bytes >= kWordBytes;
    // A shader of constants writes all its results, also where fewer are asked.
    const auto in_place = in_words && !constants ? place_of(results) : std::nullopt;
    std::byte* copy = nullptr;
    BufferRange target;
    if (in_place) {
      target = *in_place;
    } else {
      const SharedBuffer& buffer = workspace.results(in_words ? results.size() : cases * kWordBytes);
      copy = buffer.bytes.data();
      target = {.buffer = buffer.buffer.get(), .offset = 0, .bytes = buffer.bytes.size()};
      copy_in(results, in_words ? kWordBytes : result_bytes, copy);
    }
    if (constants) {
      run_constants(workspace, row, operands, cases, target);
    } else {
      run_buffer(workspace, row, operands, cases, target);
    }
    if (copy != nullptr) copy_out(copy, in_words ? kWordBytes : result_bytes, results);
  });
}

VkPipeline ShaderRun::prepare(const ShaderRow& row) {
  Pipeline* pipeline = nullptr;
  {
    const std::lock_guard lock(mutex_);
    pipeline = &pipelines_[&row];
  }
  std::call_once(pipeline->created, [&] { pipeline->pipeline = stage_.create_pipeline(row, controls_, {}); });
  return pipeline->pipeline.get();
}

std::optional<BufferRange> ShaderRun::place_of(std::span<const std::byte> bytes) const {
  const auto place = host_memory_.find(bytes);
  return place && place->offset % offset_alignment_ == 0 ? place : std::nullopt;
}

// Where the operands are, if they lie as the shader reads them: one lane after the other, with equal room for each.
std::optional<ShaderRun::Operands> ShaderRun::find_operands(const ShaderRow& row, std::span<const ConstLane> operands,
                                                            std::size_t cases) const {
  const std::byte* const begin = operands.front().data();
  const std::size_t first_bytes = operands.front().size() / cases;
  std::size_t stride = cases;
  if (operands.size() > 1) stride = static_cast<std::size_t>(operands[1].data() - begin) / first_bytes;
  if (stride < cases || stride > kMostCases) return std::nullopt;
  const std::byte* end = begin;
  for (const ConstLane lane : operands) {
    const std::size_t bytes = lane.size() / cases;
    const bool is_word = row.operation == Operation::load || bytes >= kWordBytes;
    if (!is_word || lane.data() != end) return std::nullopt;
    end += stride * bytes;
  }
  const std::byte* const last = operands.back().data() + operands.back().size();
  const auto place = place_of({begin, last});
  if (!place) return std::nullopt;
  return Operands{.range = *place, .stride = stride};
}

ShaderRun::Operands ShaderRun::copy_operands(Workspace& workspace, const ShaderRow& row,
                                             std::span<const ConstLane> operands, std::size_t cases) {
  std::size_t bytes = 0;
  for (const ConstLane lane : operands) bytes += cases * std::max(lane.size() / cases, kWordBytes);
  const SharedBuffer& buffer = workspace.operands(bytes);
  std::byte* destination = buffer.bytes.data();
  for (const ConstLane lane : operands) {
    const std::size_t value_bytes = lane.size() / cases;
    copy_in(lane, row.operation == Operation::load ? kWordBytes : value_bytes, destination);
    destination += cases * std::max(value_bytes, kWordBytes);
  }
  return {.range = {.buffer = buffer.buffer.get(), .offset = 0, .bytes = buffer.bytes.size()}, .stride = cases};
}

void ShaderRun::run_buffer(Workspace& workspace, const ShaderRow& row, std::span<const ConstLane> operands,
                           std::size_t cases, const BufferRange& results) {
  const auto found = find_operands(row, operands, cases);
  const Operands placed = found ? *found : copy_operands(workspace, row, operands, cases);
  const PushConstants constants{.cases = static_cast<std::uint32_t>(cases),
                                .stride = static_cast<std::uint32_t>(placed.stride)};
  workspace.run(session_, stage_, prepare(row), constants, constants.cases, placed.range, results);
}

void ShaderRun::run_constants(Workspace& workspace, const ShaderRow& row, std::span<const ConstLane> operands,
                              std::size_t cases, const BufferRange& results) {
  std::vector<std::uint32_t> constants;
  for (std::size_t i = 0; i < kConstantCases; ++i) {
    for (const ConstLane lane : operands) {
      const std::size_t bytes = lane.size() / cases;
      std::array<std::uint32_t, 2> words{};
      if (i < cases) copy_in(lane.subspan(i * bytes, bytes), bytes, std::as_writable_bytes(std::span(words)).data());
      constants.insert(constants.end(), words.begin(), words.begin() + (bytes > kWordBytes ? 2 : 1));
    }
  }
  const VkPipeline pipeline = workspace.keep(stage_.create_pipeline(row, controls_, constants));
  workspace.run(session_, stage_, pipeline, {.cases = static_cast<std::uint32_t>(cases), .stride = 0}, 1, results,
                results);
}

}  // namespace halfulp::device
