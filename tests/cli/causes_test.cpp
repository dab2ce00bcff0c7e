// SPDX-License-Identifier: Apache-2.0
// The causes that a report names, of devices that keep denormals where Direct3D has them flushed.
#include "cli/run/causes.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "cli/run/plan.hpp"
#include "cli/run/run.hpp"

namespace halfulp::cli {
namespace {

using report::Cause;
using report::Charge;
using report::FoundCauses;

/// The CPU by the compiler's arithmetic, with other facts.
class HostWithFacts : public Device {
 public:
  explicit HostWithFacts(std::vector<std::pair<std::string, std::string>> facts)
      : host_(open_device("host", {})), description_(host_->description()) {
    description_.facts = std::move(facts);
  }

  [[nodiscard]] const DeviceDescription& description() const override { return description_; }
  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    return host_->variants(operation, format);
  }
  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override {
    host_->compute(operation, format, variant, operands, results);
  }

 private:
  std::unique_ptr<Device> host_;
  DeviceDescription description_;
};

report::Report report_of(std::vector<Operation> operations, const std::vector<std::string>& books = {"d3d11"},
                         std::vector<std::pair<std::string, std::string>> facts = {}) {
  HostWithFacts device(std::move(facts));
  RunRequest request;
  request.books = open_books(books, {});
  request.operations = std::move(operations);
  request.formats = {Format::binary32};
  return run(request, device, false);
}

const Cause* find(const report::Report& report, const std::string& id) {
  for (const Cause& cause : report.causes) {
    if (cause.id == id) return &cause;
  }
  return nullptr;
}

TEST(FindCauses, OneCauseHasTheFailuresOfManyOperations) {
  const report::Report report = report_of({Operation::add, Operation::mul, Operation::eq});
  ASSERT_EQ(report.causes.size(), 1U);
  const Cause& cause = report.causes.front();
  EXPECT_EQ(cause.id, "keeps_denormals.binary32");
  EXPECT_EQ(cause.statement, "keeps binary32 denormals, operands and results");
  EXPECT_EQ(cause.control, Cause::Control::nothing_to_ask);
  EXPECT_TRUE(cause.rule.starts_with("D3D-FLUSH-")) << cause.rule;
  EXPECT_FALSE(cause.says.empty());
  EXPECT_FALSE(cause.source.empty());
  EXPECT_TRUE(cause.command.starts_with("halfulp try host d3d11 ")) << cause.command;
  EXPECT_TRUE(report.unexplained.empty());
  std::uint64_t failed = 0;
  for (const report::Result& result : report.results) failed += result.tally.failed;
  EXPECT_GT(failed, 1000U);
  EXPECT_EQ(cause.failed, failed);
  EXPECT_EQ(cause.reading, 0U);
  std::uint64_t charged = 0;
  for (const Cause::Where& place : cause.where) charged += place.count;
  EXPECT_EQ(charged, failed);
  ASSERT_GE(cause.where.size(), 3U);
  EXPECT_GE(cause.where[0].count, cause.where[1].count);
}

TEST(FindCauses, ResultsThatPassUnderAReadingAreChargedToIt) {
  const report::Report report = report_of({Operation::add, Operation::binary32_to_binary16});
  const Cause* cause = find(report, "reading.narrow.round=rne");
  ASSERT_NE(cause, nullptr);
  EXPECT_EQ(cause->failed, 0U);
  EXPECT_GT(cause->reading, 100'000U);
  EXPECT_EQ(cause->rule, "narrow.round=rne");
  EXPECT_EQ(cause->where.front().operation, Operation::binary32_to_binary16);
  EXPECT_EQ(report.causes.front().id, "keeps_denormals.binary32") << "causes of failures come first";
}

TEST(FindCauses, SayWhetherAProgramCanAskForOtherwise) {
  const std::string flush = "denormals flushed (32 bits)";
  const auto control = [&](const std::string& requested, const std::string& in_force) {
    return report_of({Operation::add}, {"d3d11"},
                     {{"float controls requested", requested}, {"float controls in force", in_force}})
        .causes.front()
        .control;
  };
  EXPECT_EQ(control(flush, "none"), Cause::Control::not_offered);
  EXPECT_EQ(control(flush, flush), Cause::Control::not_obeyed);
  EXPECT_EQ(control("denormals flushed (16 bits)", "denormals flushed (16 bits)"), Cause::Control::nothing_to_ask);
}

TEST(FindCauses, OneCauseServesSeveralRulebooks) {
  const report::Report report = report_of({Operation::add}, {"d3d10", "d3d11"});
  ASSERT_EQ(report.causes.size(), 1U);
  EXPECT_EQ(report.causes.front().where.front().rulebook, "d3d10");
  EXPECT_EQ(report.causes.front().where.back().rulebook, "d3d11");
}

TEST(FindCauses, MeasureTheirExampleAsTheRulesDoTheirs) {
  const report::Report report = report_of({Operation::add, Operation::exp2});
  std::size_t same = 0;
  std::size_t measured = 0;
  for (const report::Result& result : report.results) {
    for (const auto& [rule, group] : result.tally.broken) {
      for (const auto& [set, explained] : result.hypotheses.of_rule(rule).tried) {
        const auto& error = explained.example.error_ulp;
        measured += error ? 1U : 0U;
        if (explained.example.index != group.example.index) continue;
        EXPECT_EQ(error, group.example.error_ulp);
        ++same;
      }
    }
  }
  EXPECT_EQ(same, 3U) << "each rule's first failure is explained";
  EXPECT_GE(measured, same);
  ASSERT_EQ(report.causes.size(), 1U);
  EXPECT_TRUE(report.causes[0].example.error_ulp) << "of a finite result";
}

TEST(FindCauses, NoneWhereNothingFails) {
  const report::Report report = report_of({Operation::add}, {"metal4"});
  EXPECT_TRUE(report.causes.empty());
  EXPECT_TRUE(report.unexplained.empty());
}

Charge charge(std::size_t result) { return {.result = result, .rule = "A", .count = 1, .example = {}}; }

TEST(FindCauses, LeaveOutWaysThatAreShownForComparison) {
  report::Report report;
  report.results.resize(2);
  report.results[1].variant.counts = false;
  FoundCauses found;
  found.causes.push_back({.hypothesis = 1, .format = {}, .charges = {charge(0), charge(1)}});
  found.causes.push_back({.hypothesis = 2, .format = {}, .charges = {charge(1)}});
  found.unexplained = {charge(0), charge(1)};
  const FoundCauses left = without_shown_ways(report, found);
  ASSERT_EQ(left.causes.size(), 1U);
  EXPECT_EQ(left.causes[0].hypothesis, 1U);
  ASSERT_EQ(left.causes[0].charges.size(), 1U);
  EXPECT_EQ(left.causes[0].charges[0].result, 0U);
  ASSERT_EQ(left.unexplained.size(), 1U);
  EXPECT_EQ(left.unexplained[0].result, 0U);
}

}  // namespace
}  // namespace halfulp::cli
