// SPDX-License-Identifier: Apache-2.0
#include "cli/run/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <memory>
#include <set>
#include <string>

#include "broken_device.hpp"
#include "command.hpp"
#include "halfulp/error.hpp"
#include "host_of_few_cases.hpp"
#include "report/shapes.hpp"

namespace halfulp::cli {
namespace {

/// Leaves the last results of each block as they are.
class LazyDevice : public BrokenDevice {
 public:
  static constexpr std::size_t kUnwritten = 100;
  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override {
    const std::vector<std::byte> before(results.begin(), results.end());
    BrokenDevice::compute(operation, format, variant, operands, results);
    const std::size_t bytes = kUnwritten * sizeof(float);
    std::copy(before.end() - bytes, before.end(), results.end() - bytes);
  }
};

/// Truncates some sums of each block instead of rounding them to nearest, where no denormal and no overflow is near.
class TruncatingDevice : public BrokenDevice {
 public:
  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override {
    BrokenDevice::compute(operation, format, variant, operands, results);
    const int mode = std::fegetround();
    std::fesetround(FE_TOWARDZERO);
    constexpr int kSums = 100;
    int truncations = 0;
    for (std::size_t at = 0; at < results.size() && truncations < kSums; at += sizeof(float)) {
      const volatile float x = value(operands[0], at);
      const volatile float y = value(operands[1], at);
      const volatile float sum = x + y;
      const float truncated = sum;
      if (!std::isnormal(x) || !std::isnormal(y) || !std::isnormal(truncated) || !std::isnormal(value(results, at))) {
        continue;
      }
      if (truncated != value(results, at)) ++truncations;
      std::memcpy(results.data() + at, &truncated, sizeof truncated);
    }
    std::fesetround(mode);
  }

 private:
  static float value(ConstLane lane, std::size_t at) {
    float result = 0;
    std::memcpy(&result, lane.data() + at, sizeof result);
    return result;
  }
};

/// Offers a second way, of which few cases should be asked, and a third, which is shown only for comparison and wrong.
class ManyWays : public BrokenDevice {
 public:
  static constexpr std::uint64_t kMostCases = 100;
  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    Variant first = BrokenDevice::variants(operation, format).front();
    return {first,
            {.name = "few", .instruction = "few", .operands = "constants", .most_cases = kMostCases},
            {.name = "other", .instruction = "other", .operands = "buffer", .counts = false}};
  }
  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override {
    BrokenDevice::compute(operation, format, 0, operands, results);
    constexpr std::size_t kWrong = 400;
    if (variant == 2) std::ranges::fill(results.first(kWrong), std::byte{0x11});
  }
};

std::uint64_t sum(const Tally& tally) {
  return tally.passed + tally.failed + tally.reading + tally.unconstrained + tally.invalid_operand;
}

TEST(Run, JudgesEveryCaseOnce) {
  BrokenDevice device;
  const RunRequest request = request_for({Operation::add, Operation::rsq});
  const report::Report report = run(request, device, false);
  ASSERT_EQ(report.results.size(), 2);
  for (const report::Result& result : report.results) {
    EXPECT_EQ(result.tally.cases, Suite(SuiteSize::quick, 1, result.operation, Format::binary32).cases());
    EXPECT_EQ(result.tally.cases, result.planned);
    EXPECT_EQ(sum(result.tally), result.tally.cases);
    EXPECT_EQ(result.lost, 0);
  }
  EXPECT_TRUE(report::conforms(report));
  EXPECT_TRUE(report.broken.empty());
}

TEST(Run, GivesTheSameReportFromTheSameSeed) {
  const auto host = open_device("host", {});
  const RunRequest request = request_for({Operation::mul});
  const auto text = [&] {
    report::Report report = run(request, *host, false);
    report.seconds = 0;
    return report::json_text(report::report_shape(report));
  };
  EXPECT_EQ(text(), text());
}

TEST(Run, ChargesTheHostToTheFlushRules) {
  const auto host = open_device("host", {});
  const report::Report report = run(request_for({Operation::add}), *host, false);
  EXPECT_FALSE(report::conforms(report));
  ASSERT_FALSE(report.broken.empty());
  for (const report::Finding& finding : report.broken) {
    EXPECT_NE(finding.name.find("FLUSH"), std::string::npos) << finding.name;
    EXPECT_FALSE(finding.says.empty());
    EXPECT_FALSE(finding.source.empty());
    EXPECT_FALSE(finding.explanation.permitted.contains(finding.example.observed));
  }
}

TEST(Run, FindingsHaveACommandThatGivesTheSameVerdict) {
  const auto host = open_device("host", {});
  const report::Report report = run(request_for({Operation::add}, {{"tie", "even"}}), *host, false);
  ASSERT_FALSE(report.broken.empty());
  for (const report::Finding& finding : report.broken) {
    EXPECT_NE(finding.command.find("--reading tie=even"), std::string::npos) << finding.command;
    std::vector<std::string> words;
    std::string rest = finding.command;
    while (!rest.empty()) {
      words.push_back(rest.substr(0, rest.find(' ')));
      rest.erase(0, words.back().size() + 1);
    }
    words.erase(words.begin());
    const Outcome outcome = run_command(words);
    EXPECT_EQ(outcome.exit_code, 1) << finding.command;
    EXPECT_TRUE(outcome.output.starts_with("fail: breaks " + finding.name + "\n")) << outcome.output;
  }
}

TEST(Run, TellsWhichOfTheHostsConversionsRoundOtherwise) {
  test::HostOfFewCases device;
  RunRequest request = request_for({Operation::binary32_to_binary16});
  request.books = open_books({"d3d11", "metal4"}, {});
  const report::Report report = run(request, device, false);
  ASSERT_GE(report.results.size(), 2);
  for (const report::Result& result : report.results) {
    // Direct3D asks for rounding toward zero, Metal 4 for rounding to nearest even.
    const bool toward_zero = result.variant.name == "F16C toward zero";
    const bool direct3d = result.rulebook == "d3d11";
    EXPECT_EQ(result.variant.counts, !toward_zero);
    if (direct3d == toward_zero) {
      EXPECT_EQ(result.tally.passed, result.tally.cases) << result.variant.name;
    } else if (direct3d) {
      EXPECT_GT(result.tally.reading, 0) << result.variant.name;
      EXPECT_EQ(result.tally.failed, 0) << result.variant.name;
    } else {
      EXPECT_GT(result.tally.failed, 0);
      ASSERT_EQ(result.tally.broken.size(), 1);
      EXPECT_EQ(result.tally.broken.begin()->first, "METAL4-FLOAT-TO-HALF");
    }
  }
  EXPECT_TRUE(report::conforms(report));

  // Told with the way, operand, result and permitted codes; judged alone, the rule too.
  ASSERT_EQ(report.under.size(), 1);
  const report::Finding& finding = report.under.front();
  EXPECT_EQ(finding.name, "narrow.round=rne");
  EXPECT_EQ(finding.variant.instruction, report.results.front().variant.instruction);
  EXPECT_FALSE(finding.explanation.permitted.contains(finding.example.observed));
  const Judgement judgement = judge_result(Rulebook::open("d3d11"), Operation::binary32_to_binary16, Format::binary32,
                                           std::span(finding.example.operands).first(1), finding.example.observed);
  EXPECT_EQ(judgement.verdict, Verdict::reading);
  EXPECT_EQ(judgement.rule, "D3D-NARROWING");

  request.strict = true;
  EXPECT_FALSE(report::conforms(run(request, device, false)));
}

TEST(Run, CountsWhatPassesUnderAReadingApart) {
  TruncatingDevice device;
  RunRequest request = request_for({Operation::add});
  report::Report report = run(request, device, false);
  EXPECT_EQ(report.results.front().tally.failed, 0);
  EXPECT_GT(report.results.front().tally.reading, 0);
  EXPECT_TRUE(report::conforms(report));
  ASSERT_EQ(report.under.size(), 1);
  EXPECT_EQ(report.under.front().name, "d3d11.addsubmul=learn_page_truncate");
  EXPECT_FALSE(report.under.front().says.empty());

  request.strict = true;
  EXPECT_FALSE(report::conforms(run(request, device, false)));

  report = run(request_for({Operation::add}, {{"d3d11.addsubmul", "learn_page_truncate"}}), device, false);
  EXPECT_EQ(report.results.front().tally.passed, report.results.front().tally.cases);
}

/// Sets a bit above the codes' five.
class WideDevice : public BrokenDevice {
 public:
  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override {
    BrokenDevice::compute(operation, format, variant, operands, results);
    if (operation == Operation::binary32_to_unorm5) results[3] |= std::byte{0x20};
  }
};

TEST(Run, TakesNoResultsWithBitsAboveTheirFormatsWidth) {
  WideDevice device;
  const report::Report report = run(request_for({Operation::add, Operation::binary32_to_unorm5}), device, false);
  ASSERT_EQ(report.results.size(), 2);
  EXPECT_EQ(report.results[0].lost, 0);
  EXPECT_EQ(report.results[1].lost, report.results[1].planned);
  EXPECT_TRUE(report.results[1].lost_because.starts_with("the device's result 3 of a block is 0x"))
      << report.results[1].lost_because;
  EXPECT_TRUE(report.results[1].lost_because.ends_with("; unorm5 has 5 bits, and those above are zero"));
}

TEST(Run, NoticesResultsThatWereNeverWritten) {
  LazyDevice device;
  const report::Report report = run(request_for({Operation::exp2}), device, false);
  // What a buffer holds before is no value that these operations give, or next to none.
  const std::uint64_t blocks = report.results.front().planned >> 16;
  EXPECT_GT(report.results.front().tally.failed, blocks * (LazyDevice::kUnwritten - 10));
}

TEST(Run, SamplesAVariantThatWantsFewCases) {
  ManyWays device;
  const report::Report report = run(request_for({Operation::add}), device, false);
  ASSERT_EQ(report.results.size(), 3);
  const report::Result& few = report.results[1];
  EXPECT_TRUE(few.sampled);
  EXPECT_FALSE(few.principal);
  EXPECT_EQ(few.tally.cases, ManyWays::kMostCases);
  EXPECT_EQ(few.tally.failed, 0);
  EXPECT_FALSE(report.results[0].sampled);
  EXPECT_TRUE(report.results[0].principal);
}

TEST(Run, ConformsThoughAVariantForComparisonFails) {
  ManyWays device;
  const report::Report report = run(request_for({Operation::add}), device, false);
  EXPECT_GT(report.results[2].tally.failed, 0);
  EXPECT_TRUE(report::conforms(report));
  ASSERT_FALSE(report.broken.empty());
  EXPECT_TRUE(std::ranges::none_of(report.broken, &report::Finding::counts));
}

TEST(Run, JudgesUnderSeveralRulebooksAtOnce) {
  BrokenDevice device;
  RunRequest request;
  request.books = open_books({"d3d10", "d3d11"}, {});
  request.operations = {Operation::add};
  request.formats = {Format::binary32};
  const report::Report report = run(request, device, false);
  ASSERT_EQ(report.results.size(), 2);
  EXPECT_EQ(report.results[0].rulebook, "d3d10");
  EXPECT_EQ(report.results[1].rulebook, "d3d11");
  EXPECT_EQ(report.results[0].tally.cases, report.results[1].tally.cases);
}

/// Wants few cases of every operation.
class FewCases : public BrokenDevice {
 public:
  static constexpr std::uint64_t kMostCases = 40;
  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    std::vector<Variant> variants = BrokenDevice::variants(operation, format);
    for (Variant& variant : variants) variant.most_cases = kMostCases;
    return variants;
  }
};

using Asked = std::set<std::pair<Operation, Format>>;

/// What a rulebook has in some formats.
Asked rules_of(const std::string& name, const std::vector<Format>& in) {
  const Rulebook book = Rulebook::open(name);
  Asked asked;
  for (const OperationInfo& row : operations()) {
    for (const Format format : in) {
      if (book.has(row.operation, format)) asked.emplace(row.operation, format);
    }
  }
  return asked;
}

std::vector<Format> every_format() {
  std::vector<Format> every;
  for (const FormatInfo& row : formats()) every.push_back(row.format);
  return every;
}

TEST(Run, JudgesEveryOperationInEveryFormatOfTheRulebook) {
  FewCases device;
  RunRequest request = request_for({});
  request.formats.clear();
  const report::Report report = run(request, device, false);
  Asked judged;
  for (const report::Result& result : report.results) {
    judged.emplace(result.operation, result.format);
    EXPECT_EQ(result.tally.failed, 0) << info(result.operation).name << ' ' << info(result.format).name;
    const OperationInfo& row = info(result.operation);
    int operand_bits = 0;  // a format of a few bits has few cases
    for (int i = 0; i < row.arity; ++i) operand_bits += info(row.operand_format(i, result.format)).bits;
    const std::uint64_t all = operand_bits < 32 ? std::uint64_t{1} << operand_bits : FewCases::kMostCases;
    EXPECT_EQ(result.tally.cases, std::min(all, FewCases::kMostCases)) << row.name;
    EXPECT_EQ(sum(result.tally), result.tally.cases);
  }
  EXPECT_EQ(judged, rules_of("d3d11", every_format()));
  EXPECT_TRUE(report::conforms(report));
  EXPECT_TRUE(report.not_offered.empty());
}

TEST(Plan, HasOnlyTheFormatsAskedFor) {
  FewCases device;
  RunRequest request = request_for({});
  for (const std::vector<Format>& formats :
       std::vector<std::vector<Format>>{{Format::binary32}, {Format::binary64}, {Format::ufloat10, Format::binary16}}) {
    request.formats = formats;
    Asked planned;
    for (const Job& job : plan(request, device).jobs) planned.emplace(job.operation, job.format);
    EXPECT_EQ(planned, rules_of("d3d11", formats));
  }
  // A conversion is asked in its operand's format.
  request.operations = {Operation::binary16_to_binary32};
  request.formats = {Format::binary16};
  EXPECT_EQ(plan(request, device).jobs.size(), 1);
  request.formats = {Format::binary32};
  EXPECT_THROW(static_cast<void>(plan(request, device)), Error);
}

/// What is said when a run cannot be planned.
std::string complaint(const RunRequest& request, const Device& device) {
  try {
    static_cast<void>(plan(request, device));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kUsage);
    return error.what();
  }
  return "";
}

TEST(Plan, TellsWhoHasWhichFormatsWhereOneIsAskedInVain) {
  const auto host = open_device("host", {});
  RunRequest request = request_for({Operation::add, Operation::mul});
  // The CPU adds and multiplies in float and double; Direct3D 10 has no rules of binary64.
  request.formats = {Format::binary32, Format::binary16};
  EXPECT_EQ(complaint(request, *host),
            "nothing to check in binary16: of these operations d3d11 has rules in binary16, binary32, binary64, "
            "ufloat11, ufloat10, the device host offers binary32, binary64; leave it out of --format");
  request.books = open_books({"d3d10"}, {});
  request.operations.clear();
  request.formats = {Format::binary64};
  EXPECT_EQ(complaint(request, *host),
            "nothing to check in binary64: d3d10 has rules in binary16, binary32, ufloat11, ufloat10, sint32 and 19 "
            "more, the device host offers binary16, binary32, binary64; leave it out of --format");
  request.operations = {Operation::add};
  EXPECT_EQ(complaint(request, *host),
            "rulebook d3d10 has no rule for 'add' in binary64; it has one in binary16, binary32, ufloat11, ufloat10; "
            "'halfulp rules d3d10' lists what it has");
}

TEST(Plan, TakesTheStandardSuiteWhereTheExhaustiveOneIsTooWide) {
  FewCases device;
  RunRequest request = request_for({});
  request.formats = {Format::binary16, Format::binary32, Format::binary64};
  request.suite = SuiteSize::exhaustive;
  for (const Job& job : plan(request, device).jobs) {
    const OperationInfo& row = info(job.operation);
    std::size_t bytes = 0;
    for (int i = 0; i < row.arity; ++i)
      bytes += static_cast<std::size_t>(info(row.operand_format(i, job.format)).bytes);
    EXPECT_EQ(job.size, bytes > 4 ? SuiteSize::standard : SuiteSize::exhaustive)
        << row.name << ' ' << info(job.format).name;
  }
}

TEST(Plan, RefusesTheExhaustiveSuiteByNameWhereEveryFormatIsTooWide) {
  FewCases device;
  RunRequest request = request_for({Operation::rcp});
  request.suite = SuiteSize::exhaustive;
  request.formats = {Format::binary32, Format::binary64};
  const auto jobs = plan(request, device).jobs;
  ASSERT_EQ(jobs.size(), 2);
  EXPECT_EQ(jobs[0].size, SuiteSize::exhaustive);
  EXPECT_EQ(jobs[1].size, SuiteSize::standard);
  request.formats = {Format::binary64};
  EXPECT_TRUE(complaint(request, device).starts_with("the operands of rcp in binary64 have 64 bits"));
}

/// Offers nothing but add.
class AddingDevice : public BrokenDevice {
 public:
  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    return operation == Operation::add ? BrokenDevice::variants(operation, format) : std::vector<Variant>();
  }
};

TEST(Plan, NamesWhatTheDeviceDoesNotOffer) {
  AddingDevice device;
  const auto planned = plan(request_for({}), device);
  ASSERT_EQ(planned.jobs.size(), 1);
  EXPECT_EQ(planned.jobs.front().operation, Operation::add);
  const Rulebook book = Rulebook::open("d3d11");
  const auto has_rules = [&](const OperationInfo& row) { return book.has(row.operation, Format::binary32); };
  EXPECT_EQ(static_cast<std::ptrdiff_t>(planned.not_offered.size()),
            std::ranges::count_if(operations(), has_rules) - 1);
}

TEST(Plan, RefusesWhatWasAskedForAndIsNotOffered) {
  AddingDevice device;
  EXPECT_THROW(static_cast<void>(plan(request_for({Operation::add, Operation::sub}), device)), Error);
  EXPECT_THROW(static_cast<void>(plan(request_for({Operation::sub}), device)), Error);
}

TEST(Plan, RefusesARulebookByWhichNothingWouldBeJudged) {
  const auto device = open_device("reference", {});
  RunRequest request;
  request.books = open_books({"d3d11", "d3d10"}, {});
  request.operations = {Operation::rcp};
  try {
    static_cast<void>(plan(request, *device));
    FAIL() << "d3d10 has no rcp";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kUsage);
    EXPECT_EQ(std::string(error.what()),
              "nothing to judge by d3d10: it has no rules for what is computed; leave it out of --rulebook");
  }
  request.operations.push_back(Operation::add);
  EXPECT_FALSE(plan(request, *device).jobs.empty());
}

TEST(Plan, GivesAChosenReadingToTheRulebooksThatHaveIt) {
  const auto books = open_books({"d3d10", "d3d11"}, {{"d3d11.addsubmul", "nearest_even"}});
  EXPECT_TRUE(books[0].readings.empty());
  EXPECT_EQ(books[1].readings, (Readings{{"d3d11.addsubmul", "nearest_even"}}));
}

}  // namespace
}  // namespace halfulp::cli
