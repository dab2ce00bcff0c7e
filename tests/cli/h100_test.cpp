// SPDX-License-Identifier: Apache-2.0
// An H100's failures have six causes. Its model fails where the H100 failed, and the causes are found.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "cli/run/plan.hpp"
#include "cli/run/run.hpp"
#include "h100_counts.hpp"
#include "h100_device.hpp"

namespace halfulp::cli {
namespace {

using report::Cause;
using report::Result;

report::Report report_of_h100() {
  test::H100Device device;
  RunRequest request;
  request.books = open_books({"d3d11"}, {});
  request.operations = test::H100Device::operations();
  return run(request, device, false);
}

void expect_measured_failures(const report::Report& report) {
  const test::Counts model = test::counted(report);
  const test::Counts rows = test::measured_of_h100();
  EXPECT_GT(rows.size(), 400U);
  for (const auto& [what, count] : rows) {
    const auto found = model.find(what);
    EXPECT_EQ(found == model.end() ? 0 : found->second, count) << what;
  }
  for (const auto& [what, count] : model) EXPECT_EQ(rows.count(what), 1U) << what << ' ' << count;
}

const Cause* cause_named(const report::Report& report, const std::string& id) {
  const auto cause = std::ranges::find(report.causes, id, &Cause::id);
  return cause == report.causes.end() ? nullptr : &*cause;
}

std::set<std::string> operations_of(const Cause& cause) {
  std::set<std::string> names;
  for (const Cause::Where& place : cause.where) names.emplace(name(place.operation, Naming::direct3d));
  return names;
}

void expect_causes(const report::Report& report) {
  const std::map<std::string, std::set<std::string>> expected = {
      {"keeps_denormals.binary32",
       {"add", "div", "dp2", "dp3", "dp4", "eq", "frc", "ge", "gt", "le", "lt", "mul", "ne", "rcp", "reciprocal",
        "round_ni", "round_pi", "sub"}},
      {"as_in_binary32", {"exp2", "log2", "rsq", "sqrt"}},
      {"turns_in_format", {"cos", "sin"}},
      {"through_unorm8", {"binary32_to_unorm5", "binary32_to_unorm6", "unorm5_to_binary32", "unorm6_to_binary32"}},
      {"indefinite_for_nan", {"ftoi", "ftou"}},
      {"undefined_integer", {"ftoi", "ftou"}},
      {"reading.narrow.round=rne", {"binary32_to_binary16", "binary64_to_binary16"}},
  };
  for (const Cause& cause : report.causes) EXPECT_EQ(expected.count(cause.id), 1U) << cause.id;
  for (const auto& [id, operations] : expected) {
    const Cause* cause = cause_named(report, id);
    ASSERT_NE(cause, nullptr) << id;
    EXPECT_EQ(operations_of(*cause), operations) << id;
    // The only control is that of denormals, which the driver does not offer.
    const bool denormals = id == "keeps_denormals.binary32";
    EXPECT_EQ(cause->control, denormals ? Cause::Control::not_offered : Cause::Control::nothing_to_ask) << id;
  }
  EXPECT_TRUE(report.unexplained.empty());
  for (const Cause::Where& place : cause_named(report, "undefined_integer")->where) {
    EXPECT_EQ(place.variant, "constants");
  }
  for (const Cause::Where& place : cause_named(report, "indefinite_for_nan")->where) EXPECT_EQ(place.variant, "");
}

void expect_each_charged_once(const report::Report& report) {
  std::map<std::string, std::uint64_t> charged;
  const auto place = [](const auto& of, const std::string& variant) {
    return std::string(name(of.operation, Naming::direct3d)) + std::string(info(of.format).name) + variant;
  };
  for (const Cause& cause : report.causes) {
    for (const Cause::Where& where : cause.where) charged[place(where, where.variant)] += where.count;
  }
  for (const Result& result : report.results) {
    EXPECT_EQ(charged[place(result, result.variant.name)], result.tally.failed + result.tally.reading);
  }
}

TEST(H100, FailsWhereItWasMeasuredForSixCausesAndAReading) {
  const report::Report report = report_of_h100();
  expect_measured_failures(report);
  expect_causes(report);
  expect_each_charged_once(report);
}

}  // namespace
}  // namespace halfulp::cli
