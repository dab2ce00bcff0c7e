// SPDX-License-Identifier: Apache-2.0
// What only the run as a whole decides: one rounding for the whole device, and operations offered all or none.
#include "cli/run/whole_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/run/run.hpp"
#include "command.hpp"
#include "contains.hpp"
#include "host_of_few_cases.hpp"
#include "report/junit.hpp"
#include "report/shapes.hpp"
#include "report/text.hpp"

namespace halfulp::cli {
namespace {

using Json = nlohmann::ordered_json;
using Operations = std::set<Operation>;

RunRequest request_for(std::vector<Operation> operations, const Readings& readings = {},
                       const std::string& book = "metal1", std::vector<Format> formats = {Format::binary32}) {
  RunRequest request;
  request.books = open_books({book}, readings);
  request.operations = std::move(operations);
  request.formats = std::move(formats);
  return request;
}

const Readings kConsistent = {{"metal.round", "consistent_either"}};

/// The host, some operations of binary32 rounded toward zero.
class TruncatingHost : public test::HostOfFewCases {
 public:
  explicit TruncatingHost(Operations truncated) : truncated_(std::move(truncated)) {}

  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override {
    HostOfFewCases::compute(operation, format, variant, operands, results);
    if (format != Format::binary32 || !truncated_.contains(operation)) return;
    const int mode = std::fegetround();
    std::fesetround(FE_TOWARDZERO);
    for (std::size_t at = 0; at < results.size(); at += sizeof(float)) {
      const float result = truncated(operation, value(operands[0], at), value(operands.back(), at));
      std::memcpy(results.data() + at, &result, sizeof result);
    }
    std::fesetround(mode);
  }

 private:
  static float value(ConstLane lane, std::size_t at) {
    float result = 0;
    std::memcpy(&result, lane.data() + at, sizeof result);
    return result;
  }

  /// In the rounding mode in force: the compiler must not fold or move what is volatile.
  static float truncated(Operation operation, float x, float y) {
    const volatile float a = x;
    const volatile float b = y;
    volatile float result = 0;
    switch (operation) {
      case Operation::add:
        result = a + b;
        break;
      case Operation::sub:
        result = a - b;
        break;
      case Operation::mul:
        result = a * b;
        break;
      case Operation::sqrt:
        result = std::sqrt(a);
        break;
      default:
        ADD_FAILURE() << "truncated " << info(operation).name << " is not written";
    }
    return result;
  }

  Operations truncated_;
};

/// The host without some operations in some formats.
class RestrictedHost : public TruncatingHost {
 public:
  using Lacking = std::set<std::pair<Operation, Format>>;
  explicit RestrictedHost(Lacking lacking) : TruncatingHost({}), lacking_(std::move(lacking)) {}

  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    return lacking_.contains({operation, format}) ? std::vector<Variant>()
                                                  : TruncatingHost::variants(operation, format);
  }

 private:
  Lacking lacking_;
};

const std::vector<Operation> kRounded = {Operation::add, Operation::sub, Operation::mul};

// ---- one rounding for the whole device
// ------------------------------------------------------------------------------

TEST(DeviceRounding, OfTheHostIsToNearest) {
  for (const Readings& readings : {Readings(), kConsistent, Readings{{"metal.round", "rne"}}}) {
    TruncatingHost device({});
    const report::Report report = run(request_for(kRounded, readings), device, false);
    EXPECT_TRUE(report::conforms(report));
    if (readings.contains("metal.round") && readings != kConsistent) {
      EXPECT_TRUE(report.roundings.empty()) << "one rounding is asked for, result by result";
      continue;
    }
    ASSERT_EQ(report.roundings.size(), 1);
    EXPECT_EQ(report::mode(report.roundings[0]), "nearest");
    EXPECT_EQ(report.roundings[0].nearest.where.size(), kRounded.size());
    EXPECT_EQ(report.roundings[0].rule, "METAL-CORRECTLY-ROUNDED");
    EXPECT_EQ(report.roundings[0].demanded, readings == kConsistent);
  }
}

TEST(DeviceRounding, MayBeTowardZeroThroughout) {
  TruncatingHost device({Operation::add, Operation::sub, Operation::mul});
  const report::Report report = run(request_for(kRounded, kConsistent), device, false);
  ASSERT_EQ(report.roundings.size(), 1);
  EXPECT_EQ(report::mode(report.roundings[0]), "toward_zero");
  EXPECT_EQ(report.roundings[0].nearest.count, 0);
  EXPECT_TRUE(report::conforms(report)) << report::text(report, {});
  EXPECT_TRUE(contains(report::text(report, {}), "rounding by metal1: all "));
  EXPECT_TRUE(contains(report::text(report, {}), " deciding results toward zero\n"));
}

TEST(DeviceRounding, ThatIsMixedIsToldButNoFailure) {
  TruncatingHost device({Operation::mul});
  const report::Report report = run(request_for(kRounded), device, false);
  EXPECT_TRUE(report::conforms(report));
  ASSERT_EQ(report.roundings.size(), 1);
  EXPECT_EQ(report::mode(report.roundings[0]), "mixed");
  EXPECT_EQ(report.roundings[0].toward_zero.operation, Operation::mul);
  EXPECT_EQ(report.roundings[0].under, "metal.round=consistent_either");
  const std::string text = report::text(report, {});
  EXPECT_TRUE(contains(text, "rounding by metal1: mixed: "));
  EXPECT_TRUE(contains(text, "this fails under metal.round=consistent_either"));
  EXPECT_TRUE(contains(text, "\nconforms to metal1"));
  EXPECT_EQ(text.find("BROKEN"), std::string::npos) << text;
}

TEST(DeviceRounding, ThatIsMixedFailsWhereOneIsDemanded) {
  TruncatingHost device({Operation::mul});
  const report::Report report = run(request_for(kRounded, kConsistent), device, false);
  for (const report::Result& result : report.results) {
    EXPECT_EQ(result.tally.passed + result.tally.unconstrained, result.tally.cases) << "every result passes alone";
  }
  EXPECT_FALSE(report::conforms(report));
  const report::DeviceRounding& rounding = report.roundings.at(0);
  const std::string text = report::text(report, {});
  EXPECT_TRUE(contains(text, "BROKEN BY THE RUN AS A WHOLE\n\nMETAL-CORRECTLY-ROUNDED\n"));
  EXPECT_TRUE(contains(text, "\n  to nearest: "));
  EXPECT_TRUE(contains(text, "\n  toward zero: "));
  EXPECT_TRUE(contains(text, bits_text(Format::binary32, rounding.nearest.example.observed)));
  EXPECT_TRUE(contains(text, bits_text(Format::binary32, rounding.toward_zero.example.observed)));
  EXPECT_TRUE(contains(text,
                       "does not conform to metal1: no failure in 3 operations; broken by the run as a whole:\n"
                       "METAL-CORRECTLY-ROUNDED\n"));

  const Json json = Json::parse(report::json_text(report::report_shape(report)));
  EXPECT_EQ(json["conforms"], false);
  ASSERT_EQ(json["roundings"].size(), 1);
  const Json& in_json = json["roundings"][0];
  EXPECT_EQ(in_json["rule"], "METAL-CORRECTLY-ROUNDED");
  EXPECT_EQ(in_json["mode"], "mixed");
  EXPECT_EQ(in_json["demanded"], true);
  EXPECT_TRUE(in_json["demanded_under"].is_null());
  EXPECT_EQ(in_json["broken"], true);
  EXPECT_EQ(in_json["toward_zero"]["example"]["operation"], "mul");
  EXPECT_EQ(in_json["toward_zero"]["operations"]["mul"], in_json["toward_zero"]["count"]);
  EXPECT_EQ(in_json["nearest"]["operations"].size(), 2);

  const std::string xml = report::junit_text(report);
  EXPECT_TRUE(contains(xml, "name=\"METAL-CORRECTLY-ROUNDED (whole run)\">\n      <failure message=\"mixed: "));
  EXPECT_TRUE(contains(xml, "toward zero: mul("));
  EXPECT_TRUE(contains(xml, "tests=\"4\" failures=\"1\""));
}

TEST(DeviceRounding, WitnessesAreOfTheTwoRoundings) {
  TruncatingHost device({Operation::mul});
  const report::Report report = run(request_for(kRounded), device, false);
  const Rulebook book = Rulebook::open("metal1");
  const auto verdict = [&](const report::DeviceRounding::Side& side, const std::string& option) {
    const auto arity = static_cast<std::size_t>(info(side.operation).arity);
    return judge_result(book, side.operation, side.format, std::span(side.example.operands).first(arity),
                        side.example.observed, {{"metal.round", option}})
        .verdict;
  };
  const report::DeviceRounding& rounding = report.roundings.at(0);
  EXPECT_EQ(verdict(rounding.nearest, "rne"), Verdict::pass);
  EXPECT_EQ(verdict(rounding.nearest, "rtz"), Verdict::reading);
  EXPECT_EQ(verdict(rounding.toward_zero, "rtz"), Verdict::pass);
  EXPECT_EQ(verdict(rounding.toward_zero, "rne"), Verdict::reading);
}

TEST(DeviceRounding, IsCountedAlikeOverOperationsOfSeveralRules) {
  // Metal 2.1 has a rule of its own for sqrt; the device as a whole keeps to one rounding.
  TruncatingHost device({Operation::sqrt});
  const report::Report report =
      run(request_for({Operation::add, Operation::sub, Operation::mul, Operation::sqrt}, kConsistent, "metal2.1"),
          device, false);
  EXPECT_FALSE(report::conforms(report)) << report::text(report, {});
  EXPECT_EQ(report::mode(report.roundings.at(0)), "mixed");
  EXPECT_EQ(broken_by_run(report, "metal2.1"), std::vector<std::string>{"METAL2.1-CORRECTLY-ROUNDED"});
}

TEST(DeviceRounding, OfAReciprocalSquareRootInTwoStepsIsMixed) {
  // Metal 2.1 asks rsqrt to be correctly rounded. 1 / sqrt(x) rounds twice: some results are the neighbour below the
  // exact value where the one above is nearer.
  TruncatingHost device({});
  const report::Report report = run(request_for({Operation::rsq}, kConsistent, "metal2.1"), device, false);
  EXPECT_FALSE(report::conforms(report));
  const report::DeviceRounding& rounding = report.roundings.at(0);
  EXPECT_EQ(report::mode(rounding), "mixed");
  const auto distance = [](const report::DeviceRounding::Side& side, float toward) {
    const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(side.example.operands[0]));
    const auto y = std::bit_cast<float>(static_cast<std::uint32_t>(side.example.observed));
    const double exact = 1 / std::sqrt(static_cast<double>(x));  // 29 bits more than the result has
    return exact - static_cast<double>(toward == 0 ? y : std::nextafter(y, toward));
  };
  const float above = std::numeric_limits<float>::infinity();
  EXPECT_GT(distance(rounding.toward_zero, 0), 0) << "below the exact value";
  EXPECT_LT(distance(rounding.toward_zero, above), 0) << "and the next one is above";
  EXPECT_LT(-distance(rounding.toward_zero, above), distance(rounding.toward_zero, 0)) << "and nearer";
  EXPECT_LT(distance(rounding.nearest, 0), 0) << "above the exact value";
  EXPECT_LT(-distance(rounding.nearest, 0), distance(rounding.nearest, std::numeric_limits<float>::min()));
}

TEST(DeviceRounding, IsNotThatOfAVariantShown) {
  // The host's F16C rounds toward zero too, where it is asked to.
  TruncatingHost device({});
  const report::Report report = run(request_for({Operation::binary32_to_binary16}, kConsistent), device, false);
  EXPECT_TRUE(report::conforms(report)) << report::text(report, {});
  EXPECT_EQ(report::mode(report.roundings.at(0)), "nearest");
}

TEST(DeviceRounding, OfDirect3DIsNoQuestion) {
  TruncatingHost device({});
  EXPECT_TRUE(run(request_for(kRounded, {}, "d3d11"), device, false).roundings.empty());
}

TEST(DeviceRounding, IsToldOfRealDevices) {
  for (const std::string name : {"host", "host:flush", "reference"}) {
    const std::string path = temporary_path("report.json");
    const Outcome outcome = run_command({"check", "--device", name, "--rulebook", "metal1", "--operation",
                                         "add,mul,sub", "--reading", "metal.round=consistent_either", "--json", path});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output << outcome.diagnostics;
    EXPECT_TRUE(contains(outcome.output, "rounding by metal1: all "));
    EXPECT_TRUE(contains(outcome.output, " deciding results to nearest\n"));
    const Json json = Json::parse(read_file(path));
    EXPECT_EQ(json["roundings"][0]["mode"], "nearest");
    EXPECT_EQ(json["roundings"][0]["toward_zero"]["count"], 0);
    EXPECT_TRUE(json["roundings"][0]["toward_zero"]["example"].is_null());
  }
}

// ---- operations offered all or none
// ---------------------------------------------------------------------------------

const report::Completeness& completeness_of(const report::Report& report, const std::string& rule) {
  return *std::ranges::find(report.completeness, rule, &report::Completeness::rule);
}

const RunRequest& doubles() {
  static const RunRequest kRequest = request_for({Operation::mov}, {}, "d3d11");
  return kRequest;
}

TEST(Completeness, IsKeptByADeviceThatOffersAll) {
  RestrictedHost device({});
  const report::Report report = run(doubles(), device, false);
  for (const char* rule : {"D3D11-DOUBLE-COMPLETE", "D3D11-EXTENDED-DOUBLE-COMPLETE"}) {
    EXPECT_TRUE(completeness_of(report, rule).lacking.empty()) << sentence(completeness_of(report, rule));
    EXPECT_FALSE(completeness_of(report, rule).offered.empty()) << rule;
  }
  EXPECT_TRUE(report::conforms(report));
}

TEST(Completeness, IsBrokenByOneLackingOperation) {
  // Conversions are asked in the format of their operand.
  const std::vector<std::pair<std::pair<Operation, Format>, std::string>> lacking = {
      {{Operation::movc, Format::binary64}, "D3D11-DOUBLE-COMPLETE"},
      {{Operation::binary32_to_binary64, Format::binary32}, "D3D11-DOUBLE-COMPLETE"},
      {{Operation::binary64_to_binary32, Format::binary64}, "D3D11-DOUBLE-COMPLETE"},
      {{Operation::utof, Format::binary64}, "D3D11-EXTENDED-DOUBLE-COMPLETE"},
      {{Operation::ftoi, Format::binary64}, "D3D11-EXTENDED-DOUBLE-COMPLETE"}};
  for (const auto& [one, rule] : lacking) {
    RestrictedHost device({one});
    const report::Report report = run(doubles(), device, false);
    EXPECT_FALSE(report::conforms(report)) << rule;
    EXPECT_EQ(broken_by_run(report, "d3d11"), std::vector{rule});
    const report::Completeness& broken = completeness_of(report, rule);
    ASSERT_EQ(broken.lacking.size(), 1);
    EXPECT_EQ(broken.lacking[0].operation, one.first);
    EXPECT_EQ(broken.lacking[0].format, one.second);
  }
}

TEST(Completeness, IsKeptByADeviceThatOffersNone) {
  RestrictedHost::Lacking all;
  for (const Operation operation : {Operation::div, Operation::fma, Operation::rcp, Operation::ftoi, Operation::ftou,
                                    Operation::itof, Operation::utof}) {
    all.insert({operation, Format::binary64});
  }
  RestrictedHost device(all);
  const report::Report report = run(doubles(), device, false);
  EXPECT_TRUE(report::conforms(report));
  EXPECT_TRUE(completeness_of(report, "D3D11-EXTENDED-DOUBLE-COMPLETE").offered.empty());
}

TEST(Completeness, ThatIsBrokenIsToldEverywhere) {
  RestrictedHost device({{Operation::fma, Format::binary64}, {Operation::rcp, Format::binary64}});
  const report::Report report = run(doubles(), device, false);
  const std::string text = report::text(report, {});
  EXPECT_TRUE(
      contains(text, "BROKEN BY THE RUN AS A WHOLE\n\nD3D11-EXTENDED-DOUBLE-COMPLETE\n  in d3d11: offered: div"));
  EXPECT_TRUE(contains(text, "lacking: fma in binary64, rcp in binary64"));
  EXPECT_TRUE(contains(text, "does not conform to d3d11"));
  const std::string xml = report::junit_text(report);
  EXPECT_TRUE(
      contains(xml, "name=\"D3D11-EXTENDED-DOUBLE-COMPLETE (whole run)\">\n      <failure message=\"offered: "));
  EXPECT_TRUE(contains(xml, " failures=\"1\""));
}

TEST(Completeness, OfAUsersRulebookDecidesTheExitCode) {
  // The host adds and multiplies in binary32, not in binary16.
  const std::string path = temporary_path("mine.toml");
  const auto write = [&](const std::string& formats, const std::string& more) {
    write_text_file(
        path,
        "[rulebook]\nid = \"mine\"\ntitle = \"Mine\"\nformats = [\"binary32\"]\n"
        "[[reading]]\nid = \"half\"\nquestion = \"?\"\ndefault = \"yes\"\n"
        "options = { yes = \"yes\", no = \"no\" }\n"
        "[[rule]]\nid = \"MINE-MOVE\"\noperations = [\"mov\"]\naccuracy = { exact = true }\n"
        "source = { document = \"ME\", clause = \"1\", says = \"moves\" }\nstatus = \"stated\"\n"
        "[[rule]]\nid = \"MINE-ALL\"\noperations = [\"add\", \"mul\"]\nformats = [" +
            formats + "]\noffered = \"all_or_none\"\n" + more +
            "source = { document = \"ME\", clause = \"2\", says = \"all or none\" }\nstatus = \"stated\"\n");
  };
  const std::string json_path = temporary_path("report.json");
  const auto check = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"check",      "--device", "host",   "--operation", "mov",
                                      "--rulebook", path,       "--json", json_path};
    words.insert(words.end(), more.begin(), more.end());
    return run_command(words);
  };
  write("\"binary16\", \"binary32\"", "");
  Outcome outcome = check({});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.output << outcome.diagnostics;
  EXPECT_TRUE(contains(outcome.output, "broken by the run as a whole: MINE-ALL"));
  const Json json = Json::parse(read_file(json_path));
  EXPECT_EQ(json["conforms"], false);
  ASSERT_EQ(json["completeness"].size(), 1);
  EXPECT_EQ(json["completeness"][0]["rule"], "MINE-ALL");
  EXPECT_EQ(json["completeness"][0]["broken"], true);
  EXPECT_EQ(json["completeness"][0]["offered"][0], Json({{"operation", "add"}, {"format", "binary32"}}));
  EXPECT_EQ(json["completeness"][0]["lacking"][0], Json({{"operation", "add"}, {"format", "binary16"}}));

  write("\"binary32\", \"binary64\"", "");
  EXPECT_EQ(check({}).exit_code, 0);
  write("\"binary16\", \"binary32\"", "under.\"half\" = { no = \"omit\" }\n");
  EXPECT_EQ(check({}).exit_code, 1);
  EXPECT_EQ(check({"--reading", "half=no"}).exit_code, 0);
}

TEST(Completeness, OfTheReferenceAndTheHostIsKept) {
  for (const std::string name : {"reference", "host:flush"}) {
    const Outcome outcome = run_command({"check", "--device", name, "--operation", "mov"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  }
}

}  // namespace
}  // namespace halfulp::cli
