// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

Outcome asked(Words arguments) {
  arguments.insert(arguments.begin(), {"compare", "--allows"});
  return run_command(arguments);
}

/// A rulebook of the user, in a file.
class Allows : public testing::Test {
 protected:
  std::string book(const std::string& rules) const {
    std::string path = testing::TempDir() + "/allows_book.toml";
    std::ofstream(path) << "[rulebook]\nid = \"mine\"\ntitle = \"Mine\"\nextends = \"d3d11\"\n" << rules;
    return path;
  }
  static std::string rule(const std::string& id, const std::string& body) {
    return "[[rule]]\nid = \"" + id + "\"\noperations = [\"sqrt\"]\n" + body +
           "\nsource = { document = \"MINE\", clause = \"1\", says = \"mine\" }\nstatus = \"stated\"\n";
  }
};

TEST_F(Allows, ARulebookWhatItItselfAsks) {
  const Outcome outcome = asked({"d3d11", "d3d11", "mad"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.diagnostics;
  EXPECT_TRUE(contains(outcome.output, "yes: B's rule is A's, or permits more in every part\n"));
}

/// 1 ULP where 1/2 is asked: no operand is like another, and the exit code says no.
TEST_F(Allows, NoWiderBound) {
  const Outcome outcome = asked({"d3d10", "d3d11", "add"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.output, "D3D10-ADD-SUB-MUL: "));
  EXPECT_TRUE(contains(outcome.output, "D3D10.1-ADD-SUB-MUL: "));
  EXPECT_TRUE(contains(outcome.output, "A permits numbers by D3D10-ADD-SUB-MUL that B forbids by D3D10.1-ADD-SUB-MUL"));
  EXPECT_EQ(asked({"d3d11", "d3d10", "add"}).exit_code, 0);
}

/// What is legal but for three operands of 2^32 is found, and these three are named.
TEST_F(Allows, AllButThreeOperands) {
  const std::string path = book(rule("MINE-ALLOWS", "allows = \"0 * x\"\nwhere = \"1000 <= x <= 1000.00013\""));
  const Outcome outcome = asked({path, "d3d11", "sqrt"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.output, "of 4,294,967,296 operands, all decided, 3 may give what B forbids\n"));
  EXPECT_TRUE(contains(outcome.output, "0x447a0000 to 0x447a0002 (1000 to 1000.0001)"));
  EXPECT_TRUE(contains(outcome.output, "1. 3 operands: A permits zeros by D3D-SQRT that B forbids by D3D-SQRT"));
}

/// frac may be a subtraction of the floor, and that is decided for all values of binary16.
TEST_F(Allows, AnExpressionForAllOperands) {
  const Outcome outcome = asked({"x - floor(x)", "d3d11", "frc", "--json"});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.output;
}

/// An expression that is the operation itself is asked about as that: by the rules.
TEST_F(Allows, AnExpressionOfTheOperationAlone) {
  EXPECT_TRUE(contains(asked({"log2(x)", "d3d11", "log2"}).output, "yes: B's rule is A's"));
  EXPECT_TRUE(contains(asked({"metal1-fast: rcp(x)", "metal1-fast", "reciprocal"}).output, "yes: B's rule is A's"));
}

/// A name may have a format of its own.
TEST_F(Allows, DoublesWhereTheNameSaysSo) {
  EXPECT_TRUE(contains(asked({"d3d11", "d3d11", "dadd"}).output, "In binary64."));
  EXPECT_TRUE(contains(asked({"d3d11", "d3d11", "dadd", "--format", "binary32"}).diagnostics, "binary64 alone"));
}

TEST_F(Allows, AnExpressionOfTwoOperandsOnTheCasesOfTheSuite) {
  const Outcome outcome = asked({"x * rcp(y)", "d3d11", "div", "--json"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.output, "\"verdict\": \"no\""));
  EXPECT_TRUE(contains(outcome.output, "\"extent\": \"cases\""));
  EXPECT_TRUE(contains(outcome.output, "\"name\": \"x * rcp(y) by d3d11\""));
  EXPECT_EQ(asked({"metal4-fast: x * rcp(y)", "d3d11", "div"}).exit_code, 1);
}

TEST_F(Allows, SeveralOperationsAsATableAndAPage) {
  const std::string page = testing::TempDir() + "/allows.html";
  const Outcome outcome = asked({"d3d11", "d3d10", "add,mul,sqrt,min", "--html", page});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "\nmul        yes      by the rules"));
  std::ostringstream text;
  text << std::ifstream(page).rdbuf();
  EXPECT_TRUE(contains(text.str(), "May what d3d11 permits be used where d3d10 is asked?"));
  EXPECT_TRUE(contains(text.str(), "<a href=\"#op-sqrt\">sqrt</a>"));
}

/// A rule of which no result comes about is named, on whichever thread it is met.
TEST_F(Allows, ARuleThatPermitsNothing) {
  const std::string path = book(
      rule("MINE-NOTHING", "accuracy = { all_of = [{ rounded = \"nearest_even\" }, { rounded = \"toward_zero\" }] }"));
  for (const Words& books : {Words{path, "metal1"}, Words{"x * rsq(x)", path}}) {
    const Outcome outcome = asked(books + Words{"sqrt"});
    EXPECT_EQ(outcome.exit_code, 70) << "signal " << outcome.signal;
    EXPECT_TRUE(contains(outcome.diagnostics, "rulebook mine permits nothing for sqrt 0x"));
    EXPECT_TRUE(contains(outcome.diagnostics, ": a defect of rule MINE-NOTHING\n"));
  }
}

/// Each of the two rulebooks takes the readings that it has.
TEST_F(Allows, UnderChosenReadings) {
  const std::string path = book(
      "[[reading]]\nid = \"mine.bound\"\nquestion = \"How near?\"\ndefault = \"far\"\n[reading.options]\n"
      "far = \"4 ULP\"\nnear = \"as Direct3D 11\"\n" +
      rule("M-1", "accuracy = { ulp = 4 }\nunder.\"mine.bound\" = { near = { accuracy = { ulp = 1 } } }"));
  EXPECT_EQ(asked({path, "d3d11", "sqrt"}).exit_code, 1);
  const Outcome near = asked({path, "d3d11", "sqrt", "--reading", "mine.bound=near"});
  EXPECT_EQ(near.exit_code, 0) << near.output << near.diagnostics;
  EXPECT_TRUE(contains(near.output, "A: sqrt by " + path + ", mine.bound=near\n")) << near.output;
  const Outcome differing = run_command({"compare", path, "d3d11", "sqrt"});
  EXPECT_TRUE(contains(differing.output, "1 of 1 operations differ")) << differing.output << differing.diagnostics;
  const Outcome same = run_command({"compare", path, "d3d11", "sqrt", "--reading", "mine.bound=near"});
  EXPECT_TRUE(contains(same.output, "0 of 1 operations differ")) << same.output << same.diagnostics;
  EXPECT_EQ(asked({path, "d3d11", "sqrt", "--reading", "mine.bound=nearer"}).exit_code, 2);
  EXPECT_TRUE(contains(asked({path, "d3d11", "sqrt", "--reading", "mine.bounds=near"}).diagnostics,
                       "has no reading 'mine.bounds' (did you mean 'mine.bound'?)"));
}

TEST_F(Allows, NothingThatCannotBeRead) {
  EXPECT_TRUE(
      contains(asked({"x * rcp(z)", "d3d11", "div"}).diagnostics, "div has no operand 'z'; its operands are x, y"));
  EXPECT_TRUE(
      contains(asked({"x * rpc(y)", "d3d11", "div"}).diagnostics, "unknown operation 'rpc' (did you mean 'rcp'?)"));
  EXPECT_TRUE(contains(asked({"x * rcp(y", "d3d11", "div"}).diagnostics, "'x * rcp(y'"));
  EXPECT_TRUE(contains(asked({"rcp(x, y)", "d3d11", "div"}).diagnostics, "rcp takes 1 operand, not 2"));
  EXPECT_TRUE(contains(asked({"x * pow(y, 2)", "d3d11", "div"}).diagnostics, "'x * pow(y, 2)'"));
  EXPECT_TRUE(
      contains(asked({"x * rsq(1 + 2)", "d3d11", "sqrt"}).diagnostics, "rsq(...) has no operand: write the number"));
  EXPECT_TRUE(contains(asked({"x * y", "d3d11"}).diagnostics, "an expression stands for one operation"));
  EXPECT_TRUE(contains(asked({"d3d11:", "d3d11", "mul"}).diagnostics, "has no expression behind the colon"));
  EXPECT_EQ(run_command({"compare", "d3d11", "metal1", "--html", "x.html"}).exit_code, 2);
}

}  // namespace
}  // namespace halfulp::cli
