// SPDX-License-Identifier: Apache-2.0
// Properties of a conversion as a whole: non-decreasing, every code reachable, the same there and back.
#include "cli/run/properties.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/run/run.hpp"
#include "contains.hpp"
#include "report/junit.hpp"
#include "report/shapes.hpp"
#include "report/text.hpp"

namespace halfulp::cli {
namespace {

using Json = nlohmann::ordered_json;

/// The reference device, whose results of one operation are changed.
class ChangedReference : public Device {
 public:
  using Change = std::function<void(std::span<const ConstLane>, Lane)>;
  ChangedReference(Operation changed, Change change)
      : reference_(open_device("reference:d3d11", {})), changed_(changed), change_(std::move(change)) {}

  [[nodiscard]] const DeviceDescription& description() const override { return reference_->description(); }
  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    return reference_->variants(operation, format);
  }
  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override {
    reference_->compute(operation, format, variant, operands, results);
    if (operation == changed_) change_(operands, results);
  }

 private:
  std::unique_ptr<Device> reference_;
  Operation changed_;
  Change change_;
};

report::Report run_with(Operation operation, Operation changed, ChangedReference::Change change) {
  RunRequest request;
  request.books = open_books({"d3d11"}, {});
  request.operations = {operation};
  ChangedReference device(changed, std::move(change));
  return run(request, device, false);
}

const report::Property& property_of(const report::Report& report, const std::string& rule) {
  return *std::ranges::find(report.properties, rule, &report::Property::rule);
}

TEST(Properties, HoldOfTheReference) {
  for (const Operation operation : {Operation::binary32_to_unorm4, Operation::binary32_to_ufloat10}) {
    const report::Report report = run_with(operation, Operation::add, [](auto, auto) {});
    EXPECT_EQ(report.properties.size(), operation == Operation::binary32_to_ufloat10 ? 1 : 3) << info(operation).name;
    for (const report::Property& property : report.properties) EXPECT_EQ(property.broken, "") << property.rule;
    EXPECT_TRUE(report::conforms(report));
  }
}

TEST(Properties, ADecreaseWithinTheToleranceIsFoundAndTold) {
  // 0.5 of 15 codes is 7.5: both neighbours are within 0.6 of it, and near it each operand may have either.
  const report::Report report =
      run_with(Operation::binary32_to_unorm4, Operation::binary32_to_unorm4, [](auto operands, Lane results) {
        for (std::size_t i = 0; i < results.size(); ++i) {
          float x = 0;
          std::memcpy(&x, operands[0].data() + i * sizeof x, sizeof x);
          if (x == 0.5F) results[i] = std::byte{7};
          if (x == std::nextafter(0.5F, 0.0F)) results[i] = std::byte{8};
        }
      });
  EXPECT_EQ(report.results.front().tally.failed, 0) << "each result on its own is permitted";
  EXPECT_EQ(property_of(report, "D3D-ENCODING-NON-DECREASING").broken,
            "decreases: 0.49999997 (0x3effffff) gives 8/15 (0x8), the larger 0.5 (0x3f000000) gives 7/15 (0x7)");
  EXPECT_EQ(property_of(report, "D3D-ENCODING-EVERY-CODE").broken, "");
  EXPECT_EQ(broken_by_run(report, "d3d11"), std::vector<std::string>{"D3D-ENCODING-NON-DECREASING"});
  EXPECT_FALSE(report::conforms(report));
  const std::string text = report::text(report, {});
  EXPECT_TRUE(contains(text, "BROKEN BY THE RUN AS A WHOLE\n\nD3D-ENCODING-NON-DECREASING\n"));
  EXPECT_TRUE(
      contains(report::junit_text(report), "name=\"D3D-ENCODING-NON-DECREASING (whole run)\">\n      <failure"));
}

TEST(Properties, AMissingCodeIsToldWithBothNeighbours) {
  const report::Report report =
      run_with(Operation::binary32_to_unorm4, Operation::binary32_to_unorm4,
               [](auto, Lane results) { std::ranges::replace(results, std::byte{9}, std::byte{8}); });
  const std::string& broken = property_of(report, "D3D-ENCODING-EVERY-CODE").broken;
  EXPECT_TRUE(contains(broken, " gives 9/15 (0x9): up to "));
  EXPECT_TRUE(contains(broken, " gives 8/15 (0x8), from "));
  EXPECT_TRUE(contains(broken, " gives 10/15 (0xa)"));
}

TEST(Properties, ACodeThatDoesNotComeBackIsToldWithItsWay) {
  // Reading 9 as the value of 10.
  const report::Report report =
      run_with(Operation::binary32_to_unorm4, Operation::unorm4_to_binary32, [](auto operands, Lane results) {
        for (std::size_t i = 0; i < operands[0].size(); ++i) {
          if (operands[0][i] != std::byte{9}) continue;
          const float ten = 10.0F / 15;
          std::memcpy(results.data() + i * sizeof ten, &ten, sizeof ten);
        }
      });
  const report::Property& property = property_of(report, "D3D-ROUND-TRIP");
  EXPECT_EQ(property.broken, "9/15 (0x9) is read as 0.6666667 (0x3f2aaaab) and written as 10/15 (0xa)");
  EXPECT_EQ(property.tried, "all 16 codes");
  const Json json = Json::parse(report::json_text(report::report_shape(report)));
  const auto in_json =
      std::ranges::find(json["properties"], "D3D-ROUND-TRIP", [](const Json& one) { return one["rule"]; });
  EXPECT_EQ((*in_json)["broken"], true);
  EXPECT_EQ((*in_json)["found"], property.broken);
  EXPECT_EQ((*in_json)["operation"], "binary32_to_unorm4");
}

TEST(Properties, AlphaOfSrgbComesBackByItsOwnWay) {
  const auto broken_if = [](Operation changed) {
    const report::Report report = run_with(Operation::binary32_to_srgb8_alpha, changed,
                                           [](auto, Lane results) { std::ranges::fill(results, std::byte{0}); });
    return property_of(report, "D3D-ROUND-TRIP").broken;
  };
  EXPECT_EQ(broken_if(Operation::unorm8_to_binary32), "");
  EXPECT_TRUE(contains(broken_if(Operation::srgb8_alpha_to_binary32), "255 codes change in all"));
}

TEST(Properties, TheSecondCodeOfMinusOneMayComeBackAsTheFirst) {
  const report::Report report = run_with(Operation::binary32_to_snorm8, Operation::add, [](auto, auto) {});
  EXPECT_EQ(property_of(report, "D3D-ROUND-TRIP").broken, "");
  const report::Report swapped =
      run_with(Operation::binary32_to_snorm8, Operation::binary32_to_snorm8,
               [](auto, Lane results) { std::ranges::replace(results, std::byte{0x81}, std::byte{0x80}); });
  EXPECT_TRUE(contains(property_of(swapped, "D3D-ROUND-TRIP").broken, "-127/127 (0x81) is read as -1 (0xbf800000)"));
}

}  // namespace
}  // namespace halfulp::cli
