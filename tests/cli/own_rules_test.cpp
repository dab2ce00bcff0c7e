// SPDX-License-Identifier: Apache-2.0
// Failures of Vulkan, OpenCL and CUDA devices by Direct3D's rules, judged by their own.
#include "cli/run/own_rules.hpp"

#include <gtest/gtest.h>

namespace halfulp::cli {
namespace {

/// A report of a device whose only result is of one operation by d3d11, and one charge of a case to it.
struct One {
  explicit One(Operation operation, Variant variant, std::string controls = "none") {
    request.books = open_books({"d3d11"}, {});
    report.device = {"vulkan:0", "vulkan", "a driver", {{"float controls in force", std::move(controls)}}};
    report::Result result;
    result.rulebook = "d3d11";
    result.operation = operation;
    result.variant = std::move(variant);
    report.results.push_back(result);
  }

  const report::OwnRules* judged(std::array<Bits, kMaxArity> operands, Bits observed) {
    report::FoundCauses found;
    found.unexplained.push_back({.result = 0, .rule = "", .count = 1, .example = {}});
    found.unexplained[0].example.operands = operands;
    found.unexplained[0].example.observed = observed;
    judge_by_own_rules(request, found, report);
    return report.own_rules ? &*report.own_rules : nullptr;
  }

  RunRequest request;
  report::Report report;
};

const Variant kAdd = {.name = "OpFAdd", .instruction = "OpFAdd", .operands = "buffer"};
constexpr Bits kDenormal = 0x00400000;

TEST(OwnRules, AreThoseOfTheFloatControlsInForce) {
  FormatControls controls;
  controls.binary32 = {.flush_denormals = true, .round_to_nearest_even = true};
  controls.binary16 = {.preserve_denormals = true, .preserve_signed_zero_inf_nan = true};
  const Readings expected = {
      {"vk.denorm32", "flush"}, {"vk.round32", "rte"}, {"vk.denorm16", "preserve"}, {"vk.specials16", "preserved"}};
  EXPECT_EQ(readings_of(controls), expected);
  EXPECT_EQ(readings_of({}), Readings());
}

TEST(OwnRules, PermitADenormalThatNoControlFlushes) {
  One one(Operation::add, kAdd);
  const report::OwnRules* own = one.judged({kDenormal, 0}, kDenormal);
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->judged, 1U);
  EXPECT_TRUE(own->broken.empty());
}

TEST(OwnRules, ForbidADenormalThatAControlFlushes) {
  One one(Operation::add, kAdd, "denormals flushed (32 bits)");
  const report::OwnRules* own = one.judged({kDenormal, 0}, kDenormal);
  ASSERT_NE(own, nullptr);
  ASSERT_EQ(own->broken.size(), 1U);
  EXPECT_EQ(own->broken[0].rule, "VK-DENORMAL-32");
  EXPECT_EQ(own->broken[0].cause, "");
  EXPECT_NE(own->broken[0].command.find("vulkan1.3"), std::string::npos);
  EXPECT_NE(own->broken[0].command.find("vk.denorm32=flush"), std::string::npos);
}

TEST(OwnRules, DoNotBindTexturesAndPackedWordsByFloatControls) {
  // 1 + 3/4 ULP of binary16, toward zero
  const std::string nearest = "rounded to nearest even (16 bits)";
  for (const auto& [instruction, breaks] :
       {std::pair{"OpFConvert", true}, std::pair{"GLSL.std.450 PackHalf2x16", false},
        std::pair{"render target", false}}) {
    One one(Operation::binary32_to_binary16, {.name = "", .instruction = instruction, .operands = ""}, nearest);
    const report::OwnRules* own = one.judged({0x3f801800}, 0x3c00);
    ASSERT_NE(own, nullptr);
    EXPECT_EQ(own->broken.size(), breaks ? 1U : 0U) << instruction;
  }
}

TEST(OwnRules, AreLeftOutForOtherDevicesAndOtherRulebooks) {
  One host(Operation::add, kAdd);
  host.report.device.kind = "host";
  EXPECT_EQ(host.judged({kDenormal, 0}, kDenormal), nullptr);
  One vulkan(Operation::add, kAdd);
  vulkan.request.books = open_books({"vulkan1.3"}, {});
  EXPECT_EQ(vulkan.judged({kDenormal, 0}, kDenormal), nullptr);
}

TEST(OwnRules, CountOperationsThatVulkanHasNoRuleFor) {
  One one(Operation::state_value, kAdd);
  const report::OwnRules* own = one.judged({kDenormal}, 0);
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->judged, 0U);
  EXPECT_EQ(own->without_rule, 1U);
}

/// The same of an OpenCL device.
One opencl(Operation operation, Variant variant, std::string options) {
  One one(operation, std::move(variant));
  one.report.device = {"opencl:0/0",
                       "opencl",
                       "a driver",
                       {{"binary32", "denormals, INF and NaN"}, {"build options", std::move(options)}}};
  return one;
}
const Variant kPlus = {.name = "x + y", .instruction = "x + y", .operands = "buffer"};

TEST(OwnRules, OfOpenclPermitToFlushWhereTheProgramIsBuiltTo) {
  One flushing = opencl(Operation::add, kPlus, "binary32 -cl-denorms-are-zero");
  const report::OwnRules* own = flushing.judged({kDenormal, 0}, 0);
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->rulebook, "opencl3");
  EXPECT_TRUE(own->broken.empty());
  One keeping = opencl(Operation::add, kPlus, "binary32 none");
  EXPECT_EQ(keeping.judged({kDenormal, 0}, 0)->broken.size(), 1U);
  // Without CL_FP_DENORM.
  One other = opencl(Operation::add, kPlus, "binary32 none");
  other.report.device.facts[0].second = "INF and NaN";
  EXPECT_TRUE(other.judged({kDenormal, 0}, 0)->broken.empty());
}

TEST(OwnRules, OfOpenclAreThoseOfFastMathWhereItIsAskedFor) {
  EXPECT_EQ(opencl(Operation::add, kPlus, "binary32 -cl-fast-relaxed-math").judged({kDenormal, 0}, 0)->rulebook,
            "opencl3-fast");
}

// NaN becomes 0 by convert_int_sat, and anything by convert_int.
TEST(OwnRules, OfOpenclDistinguishConversionsThatSaturate) {
  const auto broken_by = [](const char* instruction) {
    const Variant variant = {.name = "", .instruction = instruction, .operands = "buffer"};
    return opencl(Operation::ftoi, variant, "binary32 none").judged({0x7fc00000}, 0x80000000)->broken.size();
  };
  EXPECT_EQ(broken_by("convert_int_sat(x)"), 1U);
  EXPECT_EQ(broken_by("convert_int(x)"), 0U);
}

/// The same of a CUDA device.
One cuda(Operation operation, const char* instruction, std::string options) {
  One one(operation, {.name = "", .instruction = instruction, .operands = "buffer"});
  one.report.device = {"cuda:0", "cuda", "a GPU", {{"build options", std::move(options)}}};
  return one;
}

TEST(OwnRules, OfCudaFlushWhereTheInstructionsDo) {
  One keeping = cuda(Operation::add, "add.rn.f32 o, x, y", "binary32 none");
  const report::OwnRules* own = keeping.judged({kDenormal, 0}, 0);
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->rulebook, "cuda");
  EXPECT_EQ(own->broken.size(), 1U);
  One flushing = cuda(Operation::add, "add.rn.ftz.f32 o, x, y", "binary32 .ftz");
  EXPECT_TRUE(flushing.judged({kDenormal, 0}, 0)->broken.empty());
  One not_flushed = cuda(Operation::add, "add.rn.ftz.f32 o, x, y", "binary32 .ftz");
  EXPECT_EQ(not_flushed.judged({kDenormal, 0}, kDenormal)->broken.size(), 1U);
}

// 1 / 3 with an error of 2 ULP.
TEST(OwnRules, OfCudaJudgeApproximationsByFastMathAlone) {
  const std::array<Bits, kMaxArity> third = {0x3f800000, 0x40400000};
  One fast = cuda(Operation::div, "div.approx.ftz.f32 o, x, y", "binary32 .approx.ftz");
  const report::OwnRules* own = fast.judged(third, 0x3eaaaaad);
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->rulebook, "cuda-fast");
  EXPECT_TRUE(own->broken.empty());
  One further = cuda(Operation::div, "div.approx.ftz.f32 o, x, y", "binary32 .approx.ftz");
  EXPECT_EQ(further.judged(third, 0x3eaaaaae)->broken.size(), 1U);
  One other = cuda(Operation::div, "div.approx.ftz.f32 o, x, y", "binary32 .ftz");
  EXPECT_EQ(other.judged(third, 0x3eaaaaae)->without_rule, 1U);
}

}  // namespace
}  // namespace halfulp::cli
