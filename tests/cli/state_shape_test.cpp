// SPDX-License-Identifier: Apache-2.0
#include "cli/state/state_shape.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "cli/run/run.hpp"
#include "cli/state/described_device.hpp"
#include "cli/state/run_shape.hpp"
#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

using report::JsonValue;

RunRequest request_for(std::vector<Operation> operations) {
  RunRequest request;
  request.books = open_books({"d3d11"}, {{"tie", "even"}});
  request.operations = std::move(operations);
  request.cases = 3000;
  request.seed = 9;
  return request;
}

bool is_read_back(const RunState& state, const RunRequest& request, const Plan& planned) {
  try {
    static_cast<void>(read_state(state_shape(planned, state), request, planned, {}));
    return true;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kInput);
    return false;
  }
}

TEST(StateShape, GivesBackEveryPartOfTheState) {
  const auto host = open_device("host", {});
  const auto reference = open_device("reference:d3d11", {});
  for (Device* device : {host.get(), reference.get()}) {
    // Failures, readings, a worst result, a rounding; codes and a round trip.
    const RunRequest request = device == host.get()
                                   ? request_for({Operation::add, Operation::binary32_to_binary16, Operation::exp2})
                                   : request_for({Operation::binary32_to_unorm8});
    const Plan planned = plan(request, *device);
    RunningState running(begin_state(request, planned));
    judge_shard(request, planned, {}, *device, {}, {}, running);
    RunState state = running.copy();
    state.jobs[0].lost = 7;
    state.jobs[0].lost_because = "a \"quoted\" reason";
    state.jobs[0].tallies[0].worst->error_ulp = std::numeric_limits<double>::infinity();  // past 2^1024 ULP in binary64
    const std::string text = report::json_line(state_shape(planned, state));
    const RunState again = read_state(report::parse_json(text), request, planned, {});
    EXPECT_EQ(report::json_line(state_shape(planned, again)), text);
    EXPECT_EQ(again.jobs[0].tallies[0].worst->error_ulp, state.jobs[0].tallies[0].worst->error_ulp);
    EXPECT_EQ(again.jobs[0].lost_because, state.jobs[0].lost_because);
    EXPECT_EQ(again.jobs[0].codes.has_value(), device == reference.get());
    EXPECT_EQ(again.jobs[0].round_trip.has_value(), device == reference.get());
    EXPECT_TRUE(again.ended);
  }
}

TEST(StateShape, OfOtherOperationsOrImpossibleCountsIsRefused) {
  const auto device = open_device("reference:d3d11", {});
  const RunRequest request = request_for({Operation::add});
  const Plan planned = plan(request, *device);
  RunningState running(begin_state(request, planned));
  judge_shard(request, planned, {}, *device, {}, {}, running);
  const RunState good = running.copy();
  const auto reads = [&](const RunState& state) { return is_read_back(state, request, planned); };
  EXPECT_TRUE(reads(good));
  RunState bad = good;
  ++bad.jobs[0].tallies[0].passed;
  EXPECT_FALSE(reads(bad));
  bad = good;
  bad.jobs[0].tallies[0].broken["D3D-ADD"] = {1, {}};
  EXPECT_FALSE(reads(bad));
  bad = good;
  bad.jobs[0].judged = {};
  bad.jobs[0].judged.add(1, 1 + good.jobs[0].judged.size());
  EXPECT_FALSE(reads(bad)) << "past the shard's last case";
  bad = good;
  ++bad.jobs[0].tried->classes[0];
  EXPECT_FALSE(reads(bad)) << "more classes than cases";
  bad = good;
  for (ErrorProfile::Peak& peak : bad.jobs[0].tallies[0].errors.by_binade) peak.index = planned.jobs[0].cases();
  EXPECT_FALSE(reads(bad)) << "past the operation's last case";
  bad = good;
  bad.jobs[0].hypotheses[0].note("D3D-ADD", {}, [] { return 0; });
  EXPECT_FALSE(reads(bad)) << "a rule that is not broken";
  EXPECT_THROW(static_cast<void>(read_state(JsonValue::Object{{"seconds", 1.0}}, request, planned, {})), Error);
  const RunRequest other = request_for({Operation::mul});
  const Plan other_plan = plan(other, *device);
  EXPECT_THROW(static_cast<void>(read_state(state_shape(planned, good), other, other_plan, {})), Error);
}

TEST(StateShape, OfFailuresThatDoNotAddUpIsRefused) {
  const auto device = open_device("host", {});
  const RunRequest request = request_for({Operation::add});
  const Plan planned = plan(request, *device);
  RunningState running(begin_state(request, planned));
  judge_shard(request, planned, {}, *device, {}, {}, running);
  const RunState good = running.copy();
  const std::string rule = "D3D-FLUSH-OPERANDS";
  ASSERT_TRUE(good.jobs[0].tallies[0].broken.contains(rule));
  const auto reads = [&](const auto& change) {
    RunState state = good;
    JobState& job = state.jobs[0];
    change(job, job.failure_counts[0].broken.find(rule)->second, job.hypotheses[0].broken.find(rule)->second);
    return is_read_back(state, request, planned);
  };
  using Failures = diagnosis::FailureCounts::OfRule;
  using Sets = diagnosis::HypothesisCounts::OfRule;
  const auto first = [](const std::vector<std::uint64_t>& counts) {
    return static_cast<std::size_t>(std::ranges::find_if(counts, [](auto count) { return count > 0; }) -
                                    counts.begin());
  };
  EXPECT_TRUE(reads([](JobState&, Failures&, Sets&) {}));
  EXPECT_FALSE(reads([&](JobState&, Failures& failures, Sets&) { --failures.classes[first(failures.classes)]; }));
  EXPECT_FALSE(reads([&](JobState&, Failures& failures, Sets&) { ++failures.exponent_pairs[5]; }));
  EXPECT_FALSE(reads([&](JobState&, Failures&, Sets& sets) { ++sets.levels[0].tried.begin()->second.count; }));
  EXPECT_FALSE(reads([&](JobState&, Failures&, Sets& sets) { ++sets.levels[0].failures; }));
  EXPECT_FALSE(reads([&](JobState&, Failures&, Sets& sets) { sets.least = 1; })) << "what is tried below it";
  EXPECT_FALSE(reads([&](JobState&, Failures&, Sets& sets) { sets.least = sets.levels.size(); }));
  EXPECT_TRUE(reads([&](JobState&, Failures&, Sets& sets) {
    sets.least = 1;
    sets.levels[0].tried.clear();
  }));
  EXPECT_FALSE(reads([&](JobState&, Failures&, Sets& sets) {
    sets.least = 2;
    for (const std::size_t level : {0U, 1U}) {
      sets.levels[level].tried.clear();
      sets.levels[level].failures += std::uint64_t{1} << 63;
    }
  })) << "the sum is that of all failures modulo 2^64";
  EXPECT_FALSE(reads([&](JobState& job, Failures&, Sets&) { job.failure_counts[0].broken.clear(); }));
  EXPECT_FALSE(reads([&](JobState& job, Failures&, Sets&) { job.hypotheses[0].broken.clear(); }));
  EXPECT_FALSE(reads([&](JobState& job, Failures& failures, Sets&) {
    // As many tried, but none of a class that fails.
    const std::size_t failing = first(failures.classes);
    std::uint64_t& tried = job.tried->classes[failing];
    job.tried->classes[failing == 0 ? 1 : 0] += tried;
    tried = 0;
  }));
}

TEST(RunShape, GivesBackTheRequest) {
  const auto device = open_device("host", {});
  RunRequest request = request_for({Operation::add, Operation::exp2});
  request.formats = {Format::binary32};
  request.strict = true;
  request.suite = SuiteSize::standard;
  const JsonValue shape = run_shape(request, *device, {2, 5});
  const RunRequest again = read_request(report::parse_json(report::json_line(shape)));
  EXPECT_EQ(report::json_line(run_shape(again, *device, {3, 5})), report::json_line(shape))
      << "all shards have the same";
  EXPECT_EQ(again.books.front().readings, request.books.front().readings);
  EXPECT_EQ(difference(shape, shape), "");
  EXPECT_EQ(difference(run_shape(request, *device, {1, 6}), shape), "shards 6 instead of 5");
  EXPECT_EQ(check_command(shape, 4, "a folder", "--time 8h", true),
            "halfulp check --device host --rulebook d3d11 --operation add,exp2 --format binary32 --suite standard "
            "--cases 3000 --seed 9 --reading tie=even --strict --time 8h --shard 4/5 --out 'a folder' --resume");
}

TEST(DescribedDevice, SaysAndOffersWhatTheDeviceDoes) {
  for (const char* name : {"host", "host:flush", "reference:metal4"}) {
    const auto device = open_device(name, {});
    const auto recorded = described_device(report::parse_json(report::json_line(device_shape(*device))));
    EXPECT_EQ(recorded->description().name, device->description().name);
    EXPECT_EQ(recorded->description().title, device->description().title);
    EXPECT_EQ(recorded->description().facts, device->description().facts);
    for (const OperationInfo& operation : operations()) {
      for (const FormatInfo& format : formats()) {
        const auto variants = device->variants(operation.operation, format.format);
        const auto same = recorded->variants(operation.operation, format.format);
        ASSERT_EQ(same.size(), variants.size()) << operation.name << ' ' << format.name;
        for (std::size_t i = 0; i < variants.size(); ++i) {
          EXPECT_EQ(same[i].name, variants[i].name);
          EXPECT_EQ(same[i].instruction, variants[i].instruction);
          EXPECT_EQ(same[i].operands, variants[i].operands);
          EXPECT_EQ(same[i].counts, variants[i].counts);
          EXPECT_EQ(same[i].composed, variants[i].composed);
          EXPECT_EQ(same[i].most_cases, variants[i].most_cases);
        }
      }
    }
    EXPECT_THROW(recorded->compute(Operation::add, Format::binary32, 0, {}, {}), Error);
  }
}

}  // namespace
}  // namespace halfulp::cli
