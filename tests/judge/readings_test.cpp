// SPDX-License-Identifier: Apache-2.0
// Each option of each reading changes a verdict, and "pass under another reading" names the fewest changes that help.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "halfulp/error.hpp"
#include "judge/judged.hpp"
#include "judge/permitted_cases.hpp"
#include "number/layout.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp {
namespace {

using test::book;
using test::described;
using test::permitted;
using enum Operation;

using Options = std::set<std::string>;

constexpr Bits kSign = 0x80000000;
constexpr Bits kOne = 0x3f800000;
constexpr Bits kTwo = 0x40000000;
constexpr Bits kInfinity = 0x7f800000;
constexpr Bits kMax = 0x7f7fffff;

/// One result, and the options of one reading under which it is permitted: a line of reading_examples.txt.
struct Example : test::PermittedCase {
  explicit Example(const PermittedCase& one) : PermittedCase(one), rulebook(rulebooks.at(0)) {
    const std::vector<std::string> words = test::words_of(expected);
    observed = result(words.at(0));
    permitting.insert(words.begin() + 2, words.end());
  }
  std::string rulebook;
  Bits observed = 0;
  Options permitting;
};

/// GoogleTest finds it by its name.
void PrintTo(const Example& example, std::ostream* stream) { *stream << example.line; }

const std::vector<Example>& examples() {
  static const std::vector<Example> kExamples = [] {
    const std::vector<test::PermittedCase> lines = test::cases_of("reading_examples.txt");
    return std::vector<Example>(lines.begin(), lines.end());
  }();
  return kExamples;
}

const Reading& reading_of(const Rulebook& rulebook, const std::string& id) {
  const auto found = std::ranges::find(rulebook.readings(), id, &Reading::id);
  if (found == rulebook.readings().end()) throw Error(Error::Kind::kInternal, "no reading " + id);
  return *found;
}

class AReading : public testing::TestWithParam<Example> {};

TEST_P(AReading, PermitsTheResultUnderTheseOptionsOnly) {
  const Example& example = GetParam();
  for (const ReadingOption& option : reading_of(book(example.rulebook), example.reading).options) {
    const PermittedSet set = permitted(example.rulebook, example.operation, example.operands,
                                       {{example.reading, option.name}}, example.format);
    EXPECT_EQ(set.contains(example.observed), example.permitting.contains(option.name))
        << option.name << " permits " << set.text();
  }
}

TEST_P(AReading, ExcusesAFailureUnlessItIsOnRequest) {
  const Example& example = GetParam();
  const Reading& reading = reading_of(book(example.rulebook), example.reading);
  for (const ReadingOption& option : reading.options) {
    const Readings chosen = {{example.reading, option.name}};
    const Judgement judgement = judge_result(book(example.rulebook), example.operation, example.format,
                                             example.operands, example.observed, chosen);
    if (example.permitting.contains(option.name)) {
      EXPECT_TRUE(judgement.verdict == Verdict::pass || judgement.verdict == Verdict::unconstrained) << option.name;
      EXPECT_TRUE(judgement.under.empty()) << option.name;
      continue;
    }
    EXPECT_FALSE(judgement.rule.empty());
    if (reading.on_request) {
      EXPECT_EQ(name(judgement.verdict), name(Verdict::fail)) << option.name;
      EXPECT_TRUE(judgement.under.empty()) << option.name;
      continue;
    }
    EXPECT_EQ(name(judgement.verdict), name(Verdict::reading)) << option.name;
    ASSERT_EQ(judgement.under.size(), 1U) << option.name;
    // Another reading may help as well; whichever is named, the result passes when it alone is changed.
    Readings changed = chosen;
    for (const auto& [id, other] : judgement.under) changed[id] = other;
    EXPECT_TRUE(permitted(example.rulebook, example.operation, example.operands, changed, example.format)
                    .contains(example.observed))
        << option.name << ": " << judgement.under.begin()->first;
  }
}

TEST_P(AReading, IsNamedAmongTheOthersThatWouldChangeTheSet) {
  const Example& example = GetParam();
  const std::vector<OtherReading> others =
      other_readings(book(example.rulebook), example.operation, example.format, example.operands);
  EXPECT_NE(std::ranges::find(others, example.reading, &OtherReading::reading), others.end());
  for (const OtherReading& other : others) {
    EXPECT_EQ(other.permitted, permitted(example.rulebook, example.operation, example.operands,
                                         {{other.reading, other.option}}, example.format));
  }
}

std::string test_name(const testing::TestParamInfo<Example>& example) {
  return test::word_of(std::to_string(example.index) + '_' + example.param.reading);
}

INSTANTIATE_TEST_SUITE_P(OfTheDocuments, AReading, testing::ValuesIn(examples()), test_name);

/// Two sums of one device, and the options of metal.round under which it conforms. The exact sums are 3/4 ULP above the
/// first operands, 1 and 1 + 2^-23.
struct DeviceRun {
  std::array<std::uint32_t, 2> results;
  Options conforming;
  std::string why;
};
const std::vector<DeviceRun> kRuns = {
    {{0x3f800001, 0x3f800002}, {"either", "consistent_either", "rne"}, "both to nearest"},
    {{0x3f800000, 0x3f800001}, {"either", "consistent_either", "rtz"}, "both toward zero"},
    {{0x3f800001, 0x3f800001}, {"either"}, "one to nearest, one toward zero"},
};

/// Whether the device that gave the results conforms: no result fails, nor do they together.
bool conforms(const DeviceRun& run, const halfulp::Readings& readings) {
  constexpr std::array<std::uint32_t, 2> kFirst = {0x3f800000, 0x3f800001};
  constexpr std::array<std::uint32_t, 2> kSecond = {0x33c00000, 0x33c00000};
  const std::vector<ConstLane> lanes = {std::as_bytes(std::span(kFirst)), std::as_bytes(std::span(kSecond))};
  Tally tally;
  SpanJudge(book("metal1"), add, Format::binary32, readings)
      .judge(0, lanes, std::as_bytes(std::span(run.results)), tally);
  const auto one = rulebook::one_rounding(book("metal1").model(), add, Format::binary32, readings);
  const bool mixed = tally.to_nearest.count > 0 && tally.toward_zero.count > 0;
  return tally.passed == tally.cases && !(one && one->demanded && mixed);
}

TEST(Runs, ConformUnderTheseOptionsOnly) {
  for (const DeviceRun& run : kRuns) {
    for (const ReadingOption& option : reading_of(book("metal1"), "metal.round").options) {
      EXPECT_EQ(conforms(run, {{"metal.round", option.name}}), run.conforming.contains(option.name))
          << run.why << ", " << option.name;
    }
  }
}

/// Whether an example or a run passes under the one option and not under the other.
bool differ(const std::string& reading, const std::string& one, const std::string& other) {
  const auto decides = [&](const std::string& of, const Options& passing) {
    return of == reading && passing.contains(one) != passing.contains(other);
  };
  return std::ranges::any_of(examples(), [&](const Example& e) { return decides(e.reading, e.permitting); }) ||
         std::ranges::any_of(kRuns, [&](const DeviceRun& run) { return decides("metal.round", run.conforming); });
}

TEST(Readings, EveryTwoOptionsDifferInAnExampleOrARun) {
  for (const std::string& name : Rulebook::embedded()) {
    for (const Reading& reading : book(name).readings()) {
      for (const ReadingOption& one : reading.options) {
        for (const ReadingOption& other : reading.options) {
          if (one.name == other.name) continue;
          EXPECT_TRUE(differ(reading.id, one.name, other.name))
              << reading.id << ": " << one.name << " and " << other.name;
        }
      }
    }
  }
}

// All of them are, where a bound has an infinity or a NaN to depend on.
TEST(Readings, AreComparedForEveryKindOfOperand) {
  for (const std::string& id : Rulebook::embedded()) {
    for (const OperationInfo& row : operations()) {
      if (row.arity != 1 || !book(id).has(row.operation, Format::binary32)) continue;
      const Bits all = (Bits{1} << info(row.operand_format(0, Format::binary32)).bits) - 1;
      for (const Bits bits : {Bits{0}, Bits{1}, kOne, kMax, kInfinity, kInfinity | kSign, kInfinity + 1}) {
        const Bits operand = bits & all;
        EXPECT_NO_THROW(static_cast<void>(explain(book(id), row.operation, Format::binary32, {&operand, 1})))
            << described(id, row.operation, {operand});
      }
    }
  }
}

TEST(Readings, HaveTheOptionsOfTheirDocuments) {
  std::ifstream file(HALFULP_SOURCE_DIR "/tests/judge/reading_options.txt");
  std::set<std::string> readings;
  for (std::string line; std::getline(file, line);) {
    const std::vector<std::string> words = test::words_of(line);
    if (words.at(0) == "#") continue;
    Options found;
    for (const ReadingOption& option : reading_of(book(words[0]), words[1]).options) found.insert(option.name);
    EXPECT_EQ(found, Options(words.begin() + 2, words.end())) << line;
    readings.insert(words[1]);
  }
  EXPECT_EQ(readings.size(), 77U);
}

/// The values of a set, which has no NaN.
std::set<Bits> values_of(const PermittedSet& set) {
  const FormatInfo& row = info(set.format);
  std::set<Bits> values;
  for (const auto& [first, last] : set.ranges) {
    for (auto at = number::ordinal(row, first); at <= number::ordinal(row, last); ++at) {
      values.insert(number::from_ordinal(row, at));
    }
  }
  return values;
}

// Direct3D 10 has 1 ULP for mul and add, as for each step.
std::set<Bits> sums_of(const std::set<Bits>& left, const std::set<Bits>& right) {
  std::set<Bits> sums;
  for (const Bits a : left) {
    for (const Bits b : right) sums.merge(values_of(permitted("d3d10", add, {a, b})));
  }
  return sums;
}

std::set<Bits> products_of(Bits x, Bits y) { return values_of(permitted("d3d10", mul, {x, y})); }

TEST(FusedAccept, ReachableSetHoldsWhatSomeOrderGivesAndNoMore) {
  const Readings reachable = {{"fused.accept", "reachable_set"}};
  std::mt19937 random(1);
  const auto operand = [&] { return Bits{0x3f800000} + random() % 64 + (random() % 2 == 0 ? kSign : 0); };
  for (int i = 0; i < 25; ++i) {
    const std::vector<Bits> v = {operand(), operand(), operand(), operand(), operand(), operand()};
    const std::set<Bits> a = products_of(v[0], v[3]);
    const std::set<Bits> b = products_of(v[1], v[4]);
    const std::set<Bits> c = products_of(v[2], v[5]);
    std::set<Bits> of_dp3;
    for (const auto& [x, y, z] : {std::tuple(a, b, c), std::tuple(a, c, b), std::tuple(b, c, a)})
      of_dp3.merge(sums_of(sums_of(x, y), z));
    const auto expect = [&](Operation operation, const std::vector<Bits>& operands, const std::set<Bits>& reached) {
      const PermittedSet set = permitted("d3d10", operation, operands, reachable);
      EXPECT_EQ(values_of(set), reached) << described("d3d10", operation, operands) << set.text();
    };
    expect(mad, {v[0], v[3], v[1]}, sums_of(a, {v[1]}));
    expect(dp2, {v[0], v[1], v[3], v[4]}, sums_of(a, b));
    expect(dp3, v, of_dp3);
  }
}

TEST(ChosenReadings, OfStepsPermitWhatStepsGiveAndNoMore) {
  // sqrt(2) is no value of the format.
  const Readings on = {{"exact_if_representable", "on"}};
  EXPECT_EQ(permitted("metal1-fast", sqrt, {kTwo}, on), permitted("metal1-fast", sqrt, {kTwo}));
}

TEST(ChosenReadings, MustExistInTheRulebook) {
  const auto message = [](const std::string& rulebook, const halfulp::Readings& readings) {
    try {
      (void)judge_result(book(rulebook), add, Format::binary32, std::vector<Bits>{kOne, kTwo}, 0x40400000, readings);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), Error::Kind::kUsage);
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_NE(message("d3d11", {{"tei", "even"}}).find("no reading 'tei' (did you mean 'tie'?)"), std::string::npos);
  EXPECT_NE(message("d3d11", {{"tie", "evn"}}).find("no option 'evn' (did you mean 'even'?)"), std::string::npos);
  EXPECT_NE(message("d3d10", {{"div.form", "direct"}}).find("d3d10 has no reading 'div.form'"), std::string::npos);
}

}  // namespace
}  // namespace halfulp
