// SPDX-License-Identifier: Apache-2.0
// What a run judges of a device that is lost.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "broken_device.hpp"
#include "cli/run/run.hpp"
#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

/// Is lost at the n-th block and stays so.
class LosingDevice : public BrokenDevice {
 public:
  explicit LosingDevice(int blocks) : blocks_(blocks) {}
  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override {
    if (blocks_-- <= 0) {
      ++refusals_;
      throw Error(Error::Kind::kDevice, "the device is gone; plug it in again");
    }
    BrokenDevice::compute(operation, format, variant, operands, results);
  }
  [[nodiscard]] int refusals() const { return refusals_; }

 private:
  int blocks_;
  int refusals_ = 0;
};

/// Is lost by one operation only.
class ProneDevice : public BrokenDevice {
 public:
  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override {
    if (operation == Operation::sub) throw Error(Error::Kind::kDevice, "sub crashes it");
    BrokenDevice::compute(operation, format, variant, operands, results);
  }
};

/// Has three ways of each operation, of which it loses those of one.
class ProneInAllWays : public ProneDevice {
 public:
  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    std::vector<Variant> ways(3, ProneDevice::variants(operation, format).front());
    for (std::size_t i = 1; i < ways.size(); ++i) ways[i].name += std::to_string(i);
    return ways;
  }
};

TEST(LostDevice, KeepsWhatWasJudgedBeforeTheDeviceWasLost) {
  LosingDevice device(2);
  const report::Report report = run(request_for({Operation::add, Operation::sub}), device, false);
  ASSERT_EQ(report.results.size(), 2);
  const report::Result& add = report.results[0];
  EXPECT_EQ(add.tally.cases, 2 * add.planned / 64) << "a job is cut into 64 stretches";
  EXPECT_EQ(add.tally.cases + add.lost, add.planned);
  EXPECT_EQ(add.lost_because, "the device is gone; plug it in again");
  EXPECT_EQ(report.results[1].tally.cases, 0);
  EXPECT_EQ(report.results[1].lost, report.results[1].planned);
  EXPECT_TRUE(report::lost(report));
}

TEST(LostDevice, StopsAskingADeviceThatStaysLost) {
  LosingDevice device(0);
  RunRequest request = request_for({});
  const report::Report report = run(request, device, false);
  EXPECT_LE(device.refusals(), 3);
  for (const report::Result& result : report.results) {
    EXPECT_EQ(result.lost, result.planned);
    EXPECT_FALSE(result.lost_because.empty());
  }
}

TEST(LostDevice, LosesOnlyTheOperationThatCrashesTheDevice) {
  ProneDevice device;
  const report::Report report = run(request_for({Operation::add, Operation::sub, Operation::mul}), device, false);
  ASSERT_EQ(report.results.size(), 3);
  EXPECT_EQ(report.results[0].lost, 0);
  EXPECT_EQ(report.results[1].lost, report.results[1].planned);
  EXPECT_EQ(report.results[2].lost, 0);
  EXPECT_EQ(report.results[2].tally.cases, report.results[2].planned);
}

TEST(LostDevice, LosesOnlyTheOperationThatCrashesTheDeviceInAllItsWays) {
  ProneInAllWays device;
  const report::Report report = run(request_for({Operation::add, Operation::sub, Operation::mul}), device, false);
  ASSERT_EQ(report.results.size(), 9);
  for (const report::Result& result : report.results) {
    EXPECT_EQ(result.lost, result.operation == Operation::sub ? result.planned : 0) << info(result.operation).name;
  }
}

// Nothing was computed before.
TEST(LostDevice, LosesOnlyTheFirstOperationInAllItsWays) {
  ProneInAllWays device;
  const report::Report report = run(request_for({Operation::sub, Operation::mul}), device, false);
  ASSERT_EQ(report.results.size(), 6);
  for (const report::Result& result : report.results) {
    EXPECT_EQ(result.lost, result.operation == Operation::sub ? result.planned : 0) << info(result.operation).name;
  }
}

TEST(LostDevice, StopsAskingADeviceThatIsLostLater) {
  constexpr int kBlocks = 100;
  LosingDevice device(kBlocks);
  const report::Report report = run(request_for({}), device, false);
  EXPECT_LE(device.refusals(), 5) << "the operation under way, three more and what it computed before";
  EXPECT_EQ(report.results[0].lost, 0);
  EXPECT_EQ(report.results.back().lost, report.results.back().planned);
  EXPECT_EQ(report.results.back().lost_because, "the device is gone; plug it in again");
}

}  // namespace
}  // namespace halfulp::cli
