// SPDX-License-Identifier: Apache-2.0
// The conversions that pixels have no kernels of, of all 2^32 operands, against the definition, on every target of this
// CPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "arithmetic/component_lanes.hpp"
#include "number/targets.hpp"
#include "pixel/component.hpp"

namespace halfulp {
namespace {

using Definition = std::uint32_t (*)(std::uint32_t operand, pixel::Rules rules);

float as_float(std::uint32_t bits) { return std::bit_cast<float>(bits); }

template <int kBits>
std::uint32_t unorm(std::uint32_t operand, pixel::Rules rules) {
  return pixel::float_to_unorm(as_float(operand), kBits, rules);
}
template <int kBits>
std::uint32_t snorm(std::uint32_t operand, pixel::Rules rules) {
  return static_cast<std::uint32_t>(pixel::float_to_snorm(as_float(operand), kBits, rules)) & ((1U << kBits) - 1);
}
template <int kFractionBits>
std::uint32_t ufloat(std::uint32_t operand, pixel::Rules rules) {
  return pixel::float_to_ufloat(as_float(operand), kFractionBits, rules);
}
template <int kPlace>
std::uint32_t shared(std::uint32_t operand, pixel::Rules /*rules*/) {
  float rgb[3];
  pixel::rgb9e5_to_floats(operand, rgb);
  return std::bit_cast<std::uint32_t>(rgb[kPlace]);
}

struct Converted {
  Operation operation;
  Definition definition;
};
constexpr Converted kConverted[] = {
    {Operation::binary32_to_unorm24, unorm<24>},      {Operation::binary32_to_unorm10, unorm<10>},
    {Operation::binary32_to_unorm6, unorm<6>},        {Operation::binary32_to_unorm5, unorm<5>},
    {Operation::binary32_to_unorm4, unorm<4>},        {Operation::binary32_to_unorm2, unorm<2>},
    {Operation::binary32_to_unorm1, unorm<1>},        {Operation::binary32_to_ufloat11, ufloat<6>},
    {Operation::binary32_to_ufloat10, ufloat<5>},     {Operation::rgb9e5_to_binary32_red, shared<0>},
    {Operation::rgb9e5_to_binary32_green, shared<1>}, {Operation::rgb9e5_to_binary32_blue, shared<2>},
    {Operation::binary32_to_snorm10, snorm<10>},      {Operation::binary32_to_snorm2, snorm<2>},
};

/// Whether a failure of that operand is reported.
bool is_told(const OperationInfo& row, std::uint32_t operand) {
  if (row.only_format() != Format::binary32 || info(*row.result_format).kind != FormatKind::floating) return true;
  const std::uint32_t exponent = operand << 1 >> 24;
  return exponent != 0 && exponent != 255;
}

/// The first operand whose result differs, or -1.
std::int64_t first_difference(const Converted& converted, pixel::Rules rules) {
  constexpr std::uint64_t kAll = std::uint64_t{1} << 32;
  constexpr std::uint64_t kBlock = 1 << 16;
  const OperationInfo& row = info(converted.operation);
  const pixel::Kernel lanes = arithmetic::component_lanes(converted.operation, rules);
  const auto bytes = static_cast<std::size_t>(info(*row.result_format).bytes);
  std::atomic<std::uint64_t> next = 0;
  std::atomic<std::int64_t> found = -1;
  const auto work = [&] {
    std::vector<std::uint32_t> words(kBlock);
    std::vector<std::byte> results(kBlock * bytes);
    for (std::uint64_t first = next.fetch_add(kBlock); first < kAll; first = next.fetch_add(kBlock)) {
      std::iota(words.begin(), words.end(), static_cast<std::uint32_t>(first));
      lanes(std::as_bytes(std::span(words)).data(), results.data(), kBlock);
      for (std::size_t i = 0; i < kBlock; ++i) {
        std::uint32_t result = 0;
        std::memcpy(&result, results.data() + i * bytes, bytes);
        if (result == converted.definition(words[i], rules) || !is_told(row, words[i])) continue;
        found = words[i];
        next = kAll;
        return;
      }
    }
  };
  std::vector<std::thread> threads(std::max(1U, std::thread::hardware_concurrency()));
  for (std::thread& thread : threads) thread = std::thread(work);
  for (std::thread& thread : threads) thread.join();
  return found;
}

class ComponentLanesExhaustive : public testing::TestWithParam<Converted> {};

TEST_P(ComponentLanesExhaustive, GiveTheBitsOfTheDefinition) {
  for (const std::int64_t target : test::targets()) {
    const test::Target chosen(target);
    for (const pixel::Rules rules : {pixel::kDirect3dRules, pixel::kMetalRules}) {
      EXPECT_EQ(first_difference(GetParam(), rules), -1) << test::target_name(target);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, ComponentLanesExhaustive, testing::ValuesIn(kConverted),
                         [](const auto& tested) { return std::string(halfulp::info(tested.param.operation).name); });

}  // namespace
}  // namespace halfulp
