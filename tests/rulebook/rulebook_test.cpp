// SPDX-License-Identifier: Apache-2.0
// What a rulebook takes from its parent, what it replaces, and how a user's own works through explain().
#include "halfulp/rulebook.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "halfulp/error.hpp"
#include "halfulp/judge.hpp"
#include "rulebook/expression.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp {
namespace {

constexpr Bits kOne = 0x3f800000;
constexpr Bits kThreeQuarters = 0x33c00000;  // 1.5 * 2^-24: 1 + this lies 3/4 of the way from 1 to the next value
constexpr Bits kTie = 0x33800000;            // 2^-24: 1 + this lies halfway

std::string text_of(const Rulebook& rulebook, Operation operation, const std::vector<Bits>& operands) {
  return explain(rulebook, operation, Format::binary32, operands).permitted.text();
}

std::set<std::string> ids(const Rulebook& rulebook) {
  std::set<std::string> result;
  for (const RuleInfo& rule : rulebook.rules()) result.insert(rule.id);
  return result;
}

std::string mine(const std::string& body) {
  return "[rulebook]\nid = \"mine\"\ntitle = \"Mine\"\nextends = \"d3d11\"\n[[rule]]\nid = \"MINE-1\"\n" + body +
         "\nsource = { document = \"ME\", clause = \"1\", says = \"so\" }\nstatus = \"stated\"\n";
}

// ---- inheritance
// ------------------------------------------------------------------------------------------------------

TEST(Inheritance, GoesFromDirect3D10To10_1To11) {
  EXPECT_EQ(Rulebook::open("d3d10").extends(), "");
  EXPECT_EQ(Rulebook::open("d3d10.1").extends(), "d3d10");
  EXPECT_EQ(Rulebook::open("d3d11").extends(), "d3d10.1");
  EXPECT_EQ(Rulebook::open("d3d11").title(), "Direct3D 11");
}

TEST(Inheritance, Direct3D10_1TightensAdditionToTheNearestValue) {
  // 1 ULP admits both neighbours, 0.5 ULP the nearer; at a tie both.
  EXPECT_EQ(text_of(Rulebook::open("d3d10"), Operation::add, {kOne, kThreeQuarters}), "{0x1p+0, 0x1.000002p+0}");
  EXPECT_EQ(text_of(Rulebook::open("d3d10.1"), Operation::add, {kOne, kThreeQuarters}), "{0x1.000002p+0}");
  EXPECT_EQ(text_of(Rulebook::open("d3d11"), Operation::add, {kOne, kThreeQuarters}), "{0x1.000002p+0}");
  EXPECT_EQ(text_of(Rulebook::open("d3d11"), Operation::add, {kOne, kTie}), "{0x1p+0, 0x1.000002p+0}");
}

TEST(Inheritance, KeepsWhatIsNotReplaced) {
  // sqrt(2) = 0x1.6a09e667f3bcdp+0 lies between these two, within 1 ULP of both, in every version.
  for (const char* name : {"d3d10", "d3d10.1", "d3d11"}) {
    EXPECT_EQ(text_of(Rulebook::open(name), Operation::sqrt, {0x40000000}), "{0x1.6a09e6p+0, 0x1.6a09e8p+0}") << name;
  }
}

TEST(Inheritance, BringsRcpWithDirect3D10_1) {
  EXPECT_FALSE(Rulebook::open("d3d10").has(Operation::rcp, Format::binary32));
  EXPECT_TRUE(Rulebook::open("d3d10.1").has(Operation::rcp, Format::binary32));
  EXPECT_TRUE(Rulebook::open("d3d11").has(Operation::rcp, Format::binary32));
  try {
    (void)text_of(Rulebook::open("d3d10"), Operation::rcp, {kOne});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kUsage);
    EXPECT_NE(std::string(error.what()).find("'rcp'"), std::string::npos) << error.what();
  }
}

// ---- rules()
// ----------------------------------------------------------------------------------------------------------

TEST(Rules, ListNoneThatALaterOneHides) {
  const std::set<std::string> of_10 = ids(Rulebook::open("d3d10"));
  const std::set<std::string> of_11 = ids(Rulebook::open("d3d11"));
  const std::vector<std::array<std::string, 2>> replaced = {{"D3D10-ADD-SUB-MUL", "D3D10.1-ADD-SUB-MUL"},
                                                            {"D3D10-DIV", "D3D10.1-DIV"},
                                                            {"D3D10-RECIPROCAL", "D3D10.1-RECIPROCAL"},
                                                            {"D3D10-FRC", "D3D10.1-FRC"},
                                                            {"D3D-MAD", "D3D10.1-MAD"},
                                                            {"D3D-DP2", "D3D10.1-DP2"},
                                                            {"D3D-DP3", "D3D10.1-DP3"},
                                                            {"D3D-DP4", "D3D10.1-DP4"}};
  for (const auto& [earlier, later] : replaced) {
    EXPECT_TRUE(of_10.contains(earlier)) << earlier;
    EXPECT_FALSE(of_10.contains(later)) << later;
    EXPECT_FALSE(of_11.contains(earlier)) << earlier;
    EXPECT_TRUE(of_11.contains(later)) << later;
  }
  for (const std::string kept :
       {"D3D-FLUSH-OPERANDS", "D3D-RSQ-SPECIAL", "D3D-SQRT", "D3D-MOVE", "D3D-IDENTITY-MUL-ONE"}) {
    EXPECT_TRUE(of_10.contains(kept) && of_11.contains(kept)) << kept;
  }
}

TEST(Inheritance, BringsDoublesWithDirect3D11AndOnlyTheirInstructions) {
  EXPECT_FALSE(Rulebook::open("d3d10.1").has(Operation::add, Format::binary64));
  const Rulebook rulebook = Rulebook::open("d3d11");
  for (const Operation operation : {Operation::add, Operation::div, Operation::fma, Operation::rcp, Operation::min,
                                    Operation::lt, Operation::ftoi, Operation::mov, Operation::binary64_to_binary32}) {
    EXPECT_TRUE(rulebook.has(operation, Format::binary64)) << info(operation).name;
  }
  for (const Operation operation : {Operation::sqrt, Operation::sin, Operation::round_ne, Operation::mad,
                                    Operation::sat, Operation::frc, Operation::binary32_to_binary64}) {
    EXPECT_FALSE(rulebook.has(operation, Format::binary64)) << info(operation).name;
  }
}

TEST(Inheritance, HasNoNegationWithoutASign) {
  for (const Format format : {Format::ufloat11, Format::ufloat10}) {
    EXPECT_TRUE(Rulebook::open("d3d10").has(Operation::sub, format));
    EXPECT_FALSE(Rulebook::open("d3d10").has(Operation::neg, format));
  }
}

TEST(Rules, HaveUniqueIdsSourcesAndReadingsThatExist) {
  for (const std::string& name : Rulebook::embedded()) {
    const Rulebook rulebook = Rulebook::open(name);
    const std::vector<RuleInfo> rules = rulebook.rules();
    EXPECT_EQ(ids(rulebook).size(), rules.size()) << name;
    for (const RuleInfo& rule : rules) {
      EXPECT_FALSE(rule.source.document.empty() || rule.source.clause.empty() || rule.source.says.empty()) << rule.id;
      EXPECT_FALSE(rule.source.title.empty()) << rule.id << ": sources.toml does not have " << rule.source.document;
      EXPECT_FALSE(rule.permits.empty()) << rule.id;
      for (const std::string& id : rule.readings) {
        EXPECT_NE(std::ranges::find(rulebook.readings(), id, &Reading::id), rulebook.readings().end()) << id;
      }
    }
  }
}

TEST(Rules, SayWhichRulebookStatesThem) {
  for (const RuleInfo& rule : Rulebook::open("d3d11").rules()) {
    const std::string_view newer = rule.id.starts_with("D3D10.1-") ? "d3d10.1" : "d3d10";
    EXPECT_EQ(rule.rulebook, rule.id.starts_with("D3D11-") ? "d3d11" : newer) << rule.id;
  }
}

TEST(Readings, ComeWithTheirDefaultFirst) {
  for (const std::string& name : Rulebook::embedded()) {
    std::set<std::string> seen;
    for (const Reading& reading : Rulebook::open(name).readings()) {
      EXPECT_TRUE(seen.insert(reading.id).second) << reading.id;
      ASSERT_GE(reading.options.size(), 2U) << reading.id;
      EXPECT_EQ(reading.options.front().name, reading.chosen) << reading.id;
    }
  }
}

TEST(Readings, ThatDirect3DDecidesAreOnRequest) {
  std::set<std::string> on_request;
  for (const Reading& reading : Rulebook::open("d3d11").readings()) {
    if (reading.on_request) on_request.insert(reading.id);
  }
  EXPECT_EQ(on_request, (std::set<std::string>{"ftz.in", "ftz.out", "ftz.sign"}));
}

// ---- hash()
// -----------------------------------------------------------------------------------------------------------

TEST(Hash, TellsRulebooksAndTheirParentsApart) {
  std::set<std::string> hashes;
  for (const std::string& name : Rulebook::embedded()) hashes.insert(Rulebook::open(name).hash());
  const std::string first = mine("operations = [\"add\"]\naccuracy = { ulp = 1 }");
  const std::string second = mine("operations = [\"add\"]\naccuracy = { ulp = 2 }");
  std::string other_parent = first;
  other_parent.replace(other_parent.find("d3d11"), 5, "d3d10");
  for (const std::string& toml : {first, second, other_parent})
    hashes.insert(Rulebook::parse(toml, "mine.toml").hash());
  EXPECT_EQ(hashes.size(), Rulebook::embedded().size() + 3);
  EXPECT_EQ(Rulebook::parse(first, "a.toml").hash(), Rulebook::parse(first, "b.toml").hash());
  for (const std::string& hash : hashes) EXPECT_EQ(hash.size(), 16U);
}

// ---- several parents
// ----------------------------------------------------------------------------------------------------

Rulebook child_of(const std::string& parents) {
  return Rulebook::parse("[rulebook]\nid = \"mine\"\ntitle = \"Mine\"\nextends = [" + parents + "]\n", "mine.toml");
}

TEST(SeveralParents, FollowOneAnother) {
  // 1 / x within 1 ULP in metal1.2, within 2.5 in metal1-fast; the last to speak wins.
  const std::vector<Bits> three = {0x40400000};
  const auto rule = [&](const Rulebook& rulebook) {
    return explain(rulebook, Operation::reciprocal, Format::binary32, three).rules.front();
  };
  const Rulebook fast_last = child_of(R"("metal1.2", "metal1-fast")");
  EXPECT_EQ(fast_last.extends(), "metal1.2, metal1-fast");
  EXPECT_EQ(fast_last.naming(), Naming::metal);
  EXPECT_EQ(rule(fast_last), "METAL-FAST-RECIPROCAL");
  const Rulebook precise_last = child_of(R"("metal1-fast", "metal1.2")");
  EXPECT_EQ(rule(precise_last), "METAL1.2-RECIPROCAL");
  EXPECT_NE(fast_last.hash(), precise_last.hash());
}

TEST(SeveralParents, BringTheirFormatsRulesAndReadingsOnce) {
  const Rulebook both = child_of(R"("metal1.2", "metal1-fast")");
  EXPECT_TRUE(both.has(Operation::ufloat11_to_binary32, Format::ufloat11)) << "of metal1.2";
  EXPECT_TRUE(ids(both).contains("METAL-FAST-SINCOS")) << "of metal1-fast";
  std::set<std::string> readings;
  for (const Reading& reading : both.readings()) EXPECT_TRUE(readings.insert(reading.id).second) << reading.id;
  std::set<std::string> rules;
  for (const RuleInfo& rule : both.rules()) EXPECT_TRUE(rules.insert(rule.id).second) << rule.id;
}

TEST(AConversion, IsAskedInItsOperandsFormat) {
  const Rulebook metal = Rulebook::open("metal1.2");
  EXPECT_TRUE(metal.has(Operation::binary16_to_binary32, Format::binary16));
  EXPECT_FALSE(metal.has(Operation::binary16_to_binary32, Format::binary32));
  EXPECT_TRUE(metal.has(Operation::itof, Format::binary32)) << "its operand is an integer, its result is asked";
  EXPECT_TRUE(metal.has(Operation::itof, Format::binary16));
}

// ---- a user's own rulebook
// --------------------------------------------------------------------------------------------

TEST(AUsersRulebook, LoosensAdditionAndLeavesTheRest) {
  const Rulebook rulebook = Rulebook::parse(mine("operations = [\"add\"]\naccuracy = { ulp = 2 }"), "mine.toml");
  EXPECT_EQ(rulebook.extends(), "d3d11");
  // Values within 2 * 2^-23 of 1 + 0.75 * 2^-23: from 1 - 1.25 * 2^-23 to 1 + 2.75 * 2^-23.
  EXPECT_EQ(text_of(rulebook, Operation::add, {kOne, kThreeQuarters}), "{[0x1.fffffcp-1, 0x1.000004p+0]}");
  EXPECT_EQ(text_of(rulebook, Operation::sub, {kOne, kThreeQuarters}),
            text_of(Rulebook::open("d3d11"), Operation::sub, {kOne, kThreeQuarters}));
  // The identity and the table of the parent still hold.
  EXPECT_EQ(text_of(rulebook, Operation::add, {0x40400000, 0}), "{0x1.8p+1}");
  EXPECT_EQ(explain(rulebook, Operation::add, Format::binary32, std::vector<Bits>{kOne, kTie}).rules.front(), "MINE-1");
}

TEST(AUsersRulebook, TightensAdditionToTiesToEven) {
  const Rulebook rulebook =
      Rulebook::parse(mine("operations = [\"add\"]\naccuracy = { rounded = \"nearest_even\" }"), "mine.toml");
  EXPECT_EQ(text_of(rulebook, Operation::add, {kOne, kTie}), "{0x1p+0}");
  const Judgement judgement =
      judge_result(rulebook, Operation::add, Format::binary32, std::vector<Bits>{kOne, kTie}, 0x3f800001);
  EXPECT_EQ(name(judgement.verdict), name(Verdict::fail));
  EXPECT_EQ(judgement.rule, "MINE-1");
}

TEST(AUsersRulebook, HasBoundsByDomain) {
  const Rulebook rulebook = Rulebook::parse(mine("operations = [\"add\"]\naccuracy = [{ where = \"abs(x) > 2^10\", "
                                                 "unconstrained = true }, { otherwise = true, ulp = 1 }]"),
                                            "mine.toml");
  EXPECT_EQ(text_of(rulebook, Operation::add, {0x44800000, kOne}), "{[0x1.003ffep+10, 0x1.004002p+10]}")
      << "2^10 is not above";
  EXPECT_TRUE(
      explain(rulebook, Operation::add, Format::binary32, std::vector<Bits>{0x44800001, kOne}).permitted.anything);
}

TEST(AUsersRulebook, ReplacesAPolicyForOneOperation) {
  const Rulebook rulebook = Rulebook::parse(
      mine("operations = [\"mul\"]\npolicy = { denormal_operands = \"keep\", denormal_results = \"keep\" }"),
      "mine.toml");
  EXPECT_EQ(text_of(rulebook, Operation::mul, {0x00000003, 0x40000000}), "{0x1.8p-147}");
  EXPECT_EQ(text_of(rulebook, Operation::add, {0x00000003, 0x00000003}), "{0}");
}

TEST(AUsersRulebook, MayStandAlone) {
  const Rulebook rulebook = Rulebook::parse(
      "[rulebook]\nid = \"alone\"\ntitle = \"Alone\"\nformats = [\"binary32\"]\n[[rule]]\nid = \"ALONE-1\"\n"
      "operations = [\"add\"]\naccuracy = { rounded = \"toward_zero\" }\n"
      "source = { document = \"ME\", clause = \"1\", says = \"truncate\" }\nstatus = \"stated\"\n",
      "alone.toml");
  EXPECT_EQ(text_of(rulebook, Operation::add, {kOne, kThreeQuarters}), "{0x1p+0}");
  EXPECT_EQ(text_of(rulebook, Operation::add, {0x00000001, 0x00000001}), "{0x1p-148}") << "no rule flushes";
  EXPECT_FALSE(rulebook.has(Operation::sub, Format::binary32));
  EXPECT_EQ(ids(rulebook), (std::set<std::string>{"ALONE-1"}));
}

TEST(AUsersRulebook, OpensFromAFile) {
  const std::string path = testing::TempDir() + "halfulp_mine.toml";
  std::ofstream(path) << mine("operations = [\"add\"]\naccuracy = { ulp = 2 }");
  EXPECT_EQ(Rulebook::open(path).id(), "mine");
  std::ofstream(path) << mine("operations = [\"add\"]\naccuracy = { ulps = 2 }");
  try {
    (void)Rulebook::open(path);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).substr(0, path.size() + 5), path + ":8:14");
  }
  std::remove(path.c_str());
}

TEST(Expression, IsWrittenWithTheBracketsThatItNeeds) {
  for (const char* text :
       {"x * y + z", "(t - 1) / (t + 1)", "0.5 * (exp(x) - exp(-x))", "x - (y - z)", "x / (y * z)", "-(x + y)",
        "2^-126 <= abs(x) <= 2^126", "3 + floor(abs(2 * x))", "max(x, -y, 2)", "log(x + sqrt(x * x - 1))"}) {
    EXPECT_EQ(rulebook::text_of(rulebook::parse_expression(text)), text);
  }
}

TEST(AUsersRulebook, MayHaveOperationsOfferedAllOrNone) {
  const Rulebook rulebook = Rulebook::parse(mine("operations = [\"add\", \"sqrt\", \"tan\"]\nformats = [\"binary32\", "
                                                 "\"binary64\"]\noffered = \"all_or_none\""),
                                            "mine.toml");
  EXPECT_TRUE(ids(rulebook).contains("MINE-1"));
  const std::vector<RuleInfo> rules = rulebook.rules();
  const auto rule = std::ranges::find(rules, "MINE-1", &RuleInfo::id);
  EXPECT_EQ(rule->kind, "completeness");
  EXPECT_EQ(rule->permits, "offered: all or none");
  // It says nothing of results: neither of tan's, which no other rule has, nor of sqrt's in binary64.
  EXPECT_FALSE(rulebook.has(Operation::tan, Format::binary32));
  EXPECT_FALSE(rulebook.has(Operation::sqrt, Format::binary64));
  const auto& operations = rulebook.model().operations;
  EXPECT_EQ(std::ranges::find(operations, Operation::tan), operations.end());
  EXPECT_EQ(text_of(rulebook, Operation::add, {kOne, kThreeQuarters}),
            text_of(Rulebook::open("d3d11"), Operation::add, {kOne, kThreeQuarters}));
}

TEST(OfferedTogether, AsksAConversionInTheFormatOfItsOperand) {
  const Rulebook rulebook =
      Rulebook::parse(mine("operations = [\"add\", \"ftoi\", \"itof\", \"movc\", \"binary32_to_binary64\", "
                           "\"binary64_to_binary32\"]\nformats = [\"binary64\"]\noffered = \"all_or_none\""),
                      "mine.toml");
  const auto all = rulebook::offered_together(rulebook.model(), {});
  const auto mine = std::ranges::find_if(all, [](const auto& together) { return together.rule->id == "MINE-1"; });
  ASSERT_NE(mine, all.end());
  const std::vector<std::pair<Operation, Format>> asked = {{Operation::add, Format::binary64},
                                                           {Operation::ftoi, Format::binary64},
                                                           {Operation::itof, Format::binary64},
                                                           {Operation::movc, Format::binary64},
                                                           {Operation::binary32_to_binary64, Format::binary32},
                                                           {Operation::binary64_to_binary32, Format::binary64}};
  EXPECT_EQ(mine->operations, asked);
}

TEST(OfferedTogether, HasDirect3D11sDoubles) {
  std::set<std::string> rules;
  for (const auto& together : rulebook::offered_together(Rulebook::open("d3d11").model(), {})) {
    rules.insert(together.rule->id);
  }
  EXPECT_EQ(rules, (std::set<std::string>{"D3D11-DOUBLE-COMPLETE", "D3D11-EXTENDED-DOUBLE-COMPLETE"}));
  EXPECT_TRUE(rulebook::offered_together(Rulebook::open("d3d10.1").model(), {}).empty());
}

TEST(AUsersRulebook, MayHoldADeviceToOneRounding) {
  const std::string either = "any_of = [{ rounded = \"toward_zero\" }, { rounded = \"nearest_even\" }]";
  const Rulebook rulebook =
      Rulebook::parse(mine("operations = [\"add\"]\naccuracy = { " + either + ", consistent = true }"), "mine.toml");
  EXPECT_EQ(text_of(rulebook, Operation::add, {kOne, kThreeQuarters}), "{0x1p+0, 0x1.000002p+0}");
  const auto rounding = rulebook::one_rounding(rulebook.model(), Operation::add, Format::binary32, {});
  ASSERT_TRUE(rounding.has_value());
  EXPECT_TRUE(rounding->demanded);
  EXPECT_FALSE(rulebook::one_rounding(rulebook.model(), Operation::sub, Format::binary32, {}).has_value());
}

TEST(OneRounding, MayBeDemandedWhereverMetalAdmitsTwo) {
  for (const std::string& name : Rulebook::embedded()) {
    const Rulebook rulebook = Rulebook::open(name);
    if (!name.starts_with("metal")) continue;
    for (const Operation operation : rulebook.model().operations) {
      for (const Format format : rulebook.model().formats) {
        const auto by_default = rulebook::one_rounding(rulebook.model(), operation, format, {});
        if (!by_default) continue;
        EXPECT_FALSE(by_default->demanded) << by_default->rule->id;
        EXPECT_EQ(by_default->under, "metal.round=consistent_either") << by_default->rule->id;
        const auto chosen =
            rulebook::one_rounding(rulebook.model(), operation, format, {{"metal.round", "consistent_either"}});
        ASSERT_TRUE(chosen.has_value()) << by_default->rule->id;
        EXPECT_TRUE(chosen->demanded && chosen->under.empty()) << by_default->rule->id;
      }
    }
  }
}

TEST(AUsersRulebook, MustGiveEachOperationABound) {
  const Rulebook rulebook = Rulebook::parse(
      "[rulebook]\nid = \"half\"\ntitle = \"Half\"\nformats = [\"binary32\"]\n[[rule]]\nid = \"HALF-1\"\n"
      "operations = [\"add\"]\nidentity = { where = \"y == 0\", result = \"x\" }\n"
      "source = { document = \"ME\", clause = \"1\", says = \"so\" }\nstatus = \"stated\"\n",
      "half.toml");
  try {
    (void)text_of(rulebook, Operation::add, {kOne, kOne});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("states no accuracy"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace halfulp
