// SPDX-License-Identifier: Apache-2.0
#include "device/shader/language_device.hpp"

#include "device/blocks.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {

std::vector<Variant> LanguageDevice::variants(Operation operation, Format format) const {
  std::vector<Variant> variants;
  const auto found = ways_.find({operation, format});
  if (found == ways_.end()) return variants;
  for (const ProgramWay& way : found->second) variants.push_back(way.variant);
  return variants;
}

void LanguageDevice::prepare(Operation operation, Format format, std::size_t variant) {
  try {
    ways_.at({operation, format}).at(variant).prepare();
  } catch (const Error&) {
    // The first block fails too, and says why.
  }
}

void LanguageDevice::compute(Operation operation, Format format, std::size_t variant,
                             std::span<const ConstLane> operands, Lane results) {
  compute_in_blocks(
      description_, operation, format, operands, results, kBlockCases,
      [&way = ways_.at({operation, format}).at(variant)](std::span<const ConstLane> lanes, Lane block,
                                                         std::size_t cases) { way.compute(lanes, cases, block); });
}

}  // namespace halfulp::device
