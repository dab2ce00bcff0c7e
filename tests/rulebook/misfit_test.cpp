// SPDX-License-Identifier: Apache-2.0
// Rulebooks whose words are right and that no judge could evaluate: each is refused with its place, its rule and the
// mend.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "halfulp/error.hpp"
#include "halfulp/judge.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp {
namespace {

/// A rule; its body is in the third line.
std::string rule(const std::string& id, const std::string& operations, const std::string& body) {
  return "[[rule]]\nid = \"" + id + "\"\n" + (operations.empty() ? "" : "operations = [\"" + operations + "\"]\n") +
         body + "\nsource = { document = \"ME\", clause = \"1\", says = \"so\" }\nstatus = \"stated\"\n";
}

/// Rules from line 5 on, after `parent`, "extends = ..." or "formats = ...".
std::string book(const std::string& parent, const std::string& rules) {
  return "[rulebook]\nid = \"my\"\ntitle = \"Mine\"\n" + parent + "\n" + rules;
}

/// One rule, of Metal 2.1 and more: the body is in line 8.
std::string mine(const std::string& operations, const std::string& body) {
  return book("extends = \"metal2.1\"", rule("MY-1", operations, body));
}

std::string bound(const std::string& operations, const std::string& words) {
  return mine(operations, "accuracy = { " + words + " }");
}

/// A bound's domain.
std::string where(const std::string& condition) {
  return mine("add", "accuracy = [{ where = \"" + condition + "\", ulp = 1 }, { otherwise = true, ulp = 2 }]");
}

/// Rules of binary32 that extend none, from line 10 on.
std::string alone(const std::string& rules) {
  return book(
      "formats = [\"binary32\"]",
      "[[reading]]\nid = \"m\"\nquestion = \"?\"\ndefault = \"a\"\noptions = { a = \"-\", b = \"-\" }\n" + rules);
}

std::string repeated(int times, const std::string& text) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

struct Refused {
  std::string name;
  std::string toml;
  std::string message;  ///< how it begins
  std::string rule = "MY-1";
};

const std::vector<Refused> kRefused = {
    // steps without end
    {"steps that are the operation", bound("add", "inherited = \"x + y\""),
     "my.toml:5:1: add is implemented as add: steps without end; give one of them a bound of its own"},
    {"steps that lead back",
     mine("add", "accuracy = { sequence = \"x * y\" }") +
         rule("MY-2", "mul", "accuracy = [{ where = \"x < 1\", inherited = \"x + y\" }, { ulp = 1 }]"),
     "my.toml:11:1: add is implemented as mul, which is implemented as add: steps without end", "MY-2"},
    {"steps that lead back by three",
     mine("add", "accuracy = { any_of = [{ ulp = 1 }, { inherited = \"x * y\" }] }") +
         rule("MY-2", "mul", "accuracy = { inherited = \"x - k\", with = { k = \"fmod(x, y)\" } }") +
         rule("MY-3", "fmod", "accuracy = { sequence = \"x + y\" }"),
     "my.toml:17:1: add is implemented as mul, which is implemented as fmod, which is implemented as add", "MY-3"},
    {"steps that lead back under a reading",
     alone(rule("MY-1", "add", "accuracy = { ulp = 1 }\nunder.m = { b = { accuracy = { inherited = \"x * y\" } } }") +
           rule("MY-2", "mul", "accuracy = { inherited = \"x + y\" }")),
     "my.toml:17:1: add is implemented as mul, which is implemented as add, under m=b: steps without end", "MY-2"},
    {"steps of steps of steps of steps",
     mine("exp2", "accuracy = { inherited = \"cosh(x)\" }") +
         rule("MY-2", "cosh", "accuracy = { inherited = \"tanh(x)\" }") +
         rule("MY-3", "tanh", "accuracy = { inherited = \"asin(x)\" }") +
         rule("MY-4", "asin", "accuracy = { inherited = \"x + x\" }"),
     "my.toml:5:1: exp2 has steps that have steps, more than 3 times over"},
    {"a step without a rule", alone(rule("MY-1", "sin", "accuracy = { inherited = \"cos(x)\" }")),
     "my.toml:10:1: sin has the step cos, which has no accuracy: state a rule for it"},

    // readings
    {"the only accuracy omitted", alone(rule("MY-1", "add", "accuracy = { ulp = 1 }\nunder.m = { b = \"omit\" }")),
     "my.toml:10:1: no accuracy is left for add in binary32, under m=b: give the option an accuracy"},
    {"the only accuracy omitted by default",
     alone(rule("MY-1", "add", "accuracy = { ulp = 1 }\nunder.m = { a = \"omit\" }")),
     "my.toml:10:1: no accuracy is left for add in binary32, under m=a"},
    {"an identity for the only accuracy",
     alone(rule("MY-1", "add",
                "accuracy = { ulp = 1 }\nunder.m = { b = { identity = { where = \"x == 1\", result = \"y\" } } }")),
     "my.toml:10:1: no accuracy is left for add in binary32, under m=b"},
    {"a table for every operation",
     alone(rule("MY-1", "",
                "policy = { tie = \"even\" }\nunder.m = { b = { special = "
                "\"src +0\\ndest +0\" } }")),
     "my.toml:13:29: a special-value table is for operations of one operand, or of two"},
    {"a policy that sets nothing", mine("", "policy = {}"), "my.toml:7:10: a policy that sets nothing"},
    {"no identities", mine("add", "identity = []"), "my.toml:8:12: an identity needs at least one condition"},

    // formulas
    {"a negative power of an operand", where("x^-1 < 2"),
     "my.toml:8:24: a negative power divides by an operand, which may be zero: multiply both sides by it instead"},
    {"a negative power of operands", where("1 < (x - y)^-3"), "my.toml:8:24: a negative power divides by an operand"},
    {"a negative power in a tolerance", bound("add", "ulp = \"abs(x)^-1\""),
     "my.toml:8:21: a negative power divides by an operand"},
    {"a negative power in an identity", mine("add", "identity = { where = \"x^-1 == y\", result = \"x\" }"),
     "my.toml:8:23: a negative power divides by an operand"},
    {"a negative power in a condition of an allowance", mine("add", "allows = \"x\"\nwhere = \"x^-1 == y\""),
     "my.toml:9:10: a negative power divides by an operand"},
    {"a negative power in a requirement", mine("add", "requires = \"x^-1 == y\""),
     "my.toml:8:13: a negative power divides by an operand"},
    {"a negative power of zero", where("x < (2 * 0)^-2"), "my.toml:8:24: a negative power of zero"},
    {"a negative power of a difference", where("x < (0.1 + 0.2 - 0.3)^-2"), "my.toml:8:24: a negative power of zero"},
    {"a divisor that cancels", where("x / (0.1 + 0.2 - 0.3) < 1"),
     "my.toml:8:24: a divisor is a constant that is not zero"},
    {"an operand as a divisor", where("x / y < 1"), "my.toml:8:24: a divisor is a constant that is not zero"},
    {"pi times pi", where("x < pi * pi"), "my.toml:8:24: pi * pi is no multiple of pi: write its value as a number"},
    {"a power of pi", where("x < (2 * pi)^2"), "my.toml:8:24: a power of pi is no multiple of pi"},
    {"a floor of pi", where("floor(pi * x) == 3"), "my.toml:8:24: 'floor' of a multiple of pi"},
    {"a greatest of one", where("max(x) < 2"), "my.toml:8:24: 'max' takes two arguments or more"},
    {"a division by a greatest", where("x / max(1, y) < 2"), "my.toml:8:24: a divisor is a constant that is not zero"},
    {"a least", where("min(x, y) < 2"), "my.toml:8:24: unknown function 'min'; known are abs, floor and max"},
    {"a floor of a greatest with pi", where("floor(max(x, pi)) < 2"), "my.toml:8:24: 'floor' of a multiple of pi"},
    {"a division by pi", where("x / pi < 2"), "my.toml:8:24: a division by pi is no multiple of pi"},
    {"a power of a power", where("(x^64)^64 < 2"), "my.toml:8:24: a product of more than 64 operands"},
    {"a power of powers of a number", where("x < ((3^4096)^4096)^4096"),
     "my.toml:8:24: a product of more than 8192 numbers"},
    {"a sum of 501 terms", where("x < 1" + repeated(500, "+1")), "my.toml:8:1026: more than 500 numbers and names"},
    {"a number of 401 digits", where("x < 1" + repeated(400, "0")), "my.toml:8:429: a number of more than 400 digits"},

    // expressions of steps
    {"pi in an expansion", bound("mad", "inherited = \"x * pi\", steps = { each = { ulp = 1 } }"),
     "my.toml:8:26: an expansion has no pi"},
    {"a sum of seven terms", bound("mad", "inherited = \"x + y + z + x + y + z + x\", steps = { each = { ulp = 1 } }"),
     "my.toml:8:26: a sum has at most 6 terms"},
    {"an operand explained",
     bound("mad", "inherited = \"x * y\", with = { x = \"x * y\" }, steps = { each = { ulp = 1 } }"),
     "my.toml:8:26: 'with' explains 'x', which has a meaning already: give the part a name of its own"},
    {"pi explained", bound("tanpi", "inherited = \"x * pi\", with = { pi = \"x * 3\" }"),
     "my.toml:8:26: 'with' explains 'pi', which has a meaning already"},
    {"a name explained that is not used", bound("mad", "inherited = \"x * y\", with = { k = \"x * y\" }"),
     "my.toml:8:26: 'with' explains 'k', which is not in the expression"},
    {"two names explained", bound("mad", "inherited = \"k * l\", with = { k = \"x * y\", l = \"x * z\" }"),
     "my.toml:8:26: 'with' explains one name, unless there are 'steps'"},
    {"steps of an irrational result", bound("sin", "inherited = \"x * x\", steps = { each = { ulp = 1 } }"),
     "my.toml:8:26: results of sin are irrational: leave 'steps' out"},
    {"steps of results that are no floats", bound("eq", "sequence = \"x - y\""),
     "my.toml:8:25: steps of an expression are floats of one format; those of eq are not"},
    {"steps of an operand that is no float", bound("ldexp", "inherited = \"x * n\""),
     "my.toml:8:26: steps of an expression are floats of one format; those of ldexp are not"},
    {"an error of what is moved", bound("abs", "inherited = \"x * x\""), "my.toml:8:26: abs moves bits"},
    {"a step that gives an integer", bound("exp", "inherited = \"ilogb(x) + x\""),
     "my.toml:8:26: 'ilogb' is no step: one has operands of the format of its result"},
    {"a name explained to a sequence that is not used", bound("mad", "sequence = \"x * y\", with = { k = \"x * y\" }"),
     "my.toml:8:25: 'with' explains 'k', which is not in the expression"},
    {"a name explained to a bound", bound("mad", "ulp = 1, with = { k = \"x * y\" }"),
     "my.toml:8:23: unknown bound 'with'"},
    {"a constant of two numbers", bound("exp", "inherited = \"x + pow(2, 3)\""),
     "my.toml:8:26: a constant is a function of one number, log2(10); 'pow(2, 3)' is none"},
    {"a constant of a product", bound("exp", "inherited = \"x + log2(2 * 5)\""),
     "my.toml:8:26: a constant is a function of one number, log2(10); 'log2(2 * 5)' is none"},

    // results that are codes
    {"an exact code", bound("binary32_to_unorm8", "exact = true"),
     "my.toml:8:22: the exact result of binary32_to_unorm8 may lie between two codes: write rounded = ... or steps ="},
    {"an exact code among others", bound("binary32_to_srgb8", "any_of = [{ steps = 1 }, { exact = true }]"),
     "my.toml:8:49: the exact result of binary32_to_srgb8 may lie between two codes"},
    {"a rounded truth value", bound("eq", "rounded = \"nearest\""),
     "my.toml:8:24: 'rounded' is not for truth values: write exact = true"},
    {"very many steps", bound("binary32_to_unorm8", "steps = \"2^100\""), "my.toml:8:22: 'steps' is at most 65536"},
    {"a factor of integers", bound("sint32_to_sint8", "steps = 1, factor = 127"),
     "my.toml:8:22: 'factor' is for conversions of floats to codes"},
    {"a product that is a float", bound("unorm8_to_binary32", "rounded = \"nearest_even\", product = \"binary32\""),
     "my.toml:8:24: 'product' is for conversions of floats to codes"},
    {"a property of no conversion", mine("add", "property = \"every_code\""),
     "my.toml:8:12: the property is one of conversions of a float to a normalised format; add is none"},
    {"a property of fixed point", mine("binary32_to_fixed16_8", "property = \"non_decreasing\""),
     "my.toml:8:12: the property is one of conversions of a float to a normalised format"},

    // tables
    {"a second operand of one", mine("rsq", "special = \"src +0\\ndest src1\""),
     "my.toml:8:11: a cell 'src1' for one operand, which is src0"},
    {"minus a second operand of one", mine("rsq", "special = \"src +0\\ndest +0/-src1\""),
     "my.toml:8:11: a cell '+0/-src1' for one operand"},
    {"a table of two formats", mine("ldexp", "special = \"src0\\\\src1 +0\\n+0 +0\""),
     "my.toml:8:11: a special-value table is for operands of one format; those of ldexp have two"},
    {"a table of integers", mine("itof", "special = \"src +0\\ndest +0\""),
     "my.toml:8:11: a special-value table is for floats and normalised codes; itof takes integers"},
    {"an operand of another format in a cell", mine("binary32_to_binary16", "special = \"src +0\\ndest src0\""),
     "my.toml:8:11: a cell 'src0': the operand of binary32_to_binary16 is no value of the result's format"},
    {"NaN for a code", mine("binary32_to_unorm8", "special = \"src NaN\\ndest NaN\""),
     "my.toml:8:11: a cell 'NaN': results of binary32_to_unorm8 are no floats, and cells +0 and accuracy alone"},
    {"one for a code", mine("binary32_to_unorm8", "special = \"src +1\\ndest +1\""), "my.toml:8:11: a cell '+1'"},
    {"a zero of either sign for a code", mine("binary32_to_snorm8", "special = \"src +0\\ndest +0/-0\""),
     "my.toml:8:11: a cell '+0/-0'"},
    {"a range of codes", mine("binary32_to_unorm8", "special = \"src +F\\ndest [+0,1)\""),
     "my.toml:8:11: a cell '[+0,1)'"},
    {"a class twice", mine("add", "special = \"src0\\\\src1 +0 -0 +0\\n+0 +0 +0 +0\""),
     "my.toml:8:11: class '+0' is there twice"},

    // identities and allowances
    {"an identity that gives another format", mine("ldexp", "identity = { where = \"x == 0\", result = \"n\" }"),
     "my.toml:8:41: 'n' of ldexp is no value of the result's format, which an identity would give"},
    {"an identity that gives a float for a code",
     mine("binary32_to_unorm8", "identity = { where = \"x == 0\", result = \"x\" }"),
     "my.toml:8:41: 'x' of binary32_to_unorm8 is no value of the result's format"},
    {"an identity that gives NaN for a code",
     mine("binary32_to_unorm8", "identity = { where = \"nan\", result = \"nan\" }"),
     "my.toml:8:38: results of binary32_to_unorm8 have no NaN"},
    {"an allowance of another format", mine("ldexp", "allows = \"x * n\""),
     "my.toml:8:10: 'n' of ldexp is no value of the result's format, which 'allows' would give"},
    {"an allowance for a narrower result", mine("binary32_to_binary16", "allows = \"1\""),
     "my.toml:8:10: 'allows' is for floating-point results of the operands' format; binary32_to_binary16 has none"},
    {"an allowance for a code", mine("ftoi", "allows = \"1\""),
     "my.toml:8:10: 'allows' is for floating-point results of the operands' format; ftoi has none"},
};

void PrintTo(const Refused& refused, std::ostream* stream) { *stream << refused.name; }

class ARulebookThatNoneCouldEvaluate : public testing::TestWithParam<Refused> {};

TEST_P(ARulebookThatNoneCouldEvaluate, IsRefusedWithPlaceRuleAndMend) {
  const Refused& refused = GetParam();
  try {
    (void)Rulebook::parse(refused.toml, "my.toml");
    ADD_FAILURE() << "loaded:\n" << refused.toml;
  } catch (const Error& error) {
    const std::string what = error.what();
    EXPECT_EQ(error.kind(), Error::Kind::kInput);
    EXPECT_EQ(what.substr(0, refused.message.size()), refused.message) << what << '\n' << refused.toml;
    EXPECT_TRUE(what.ends_with(" (rule " + refused.rule + ")")) << what;
  }
}

std::string test_name(const testing::TestParamInfo<Refused>& refused) {
  std::string text = refused.param.name;
  for (char& c : text) {
    if (c == ' ') c = '_';
  }
  return text;
}

INSTANTIATE_TEST_SUITE_P(With, ARulebookThatNoneCouldEvaluate, testing::ValuesIn(kRefused), test_name);

TEST(ARulebookThatCanBeEvaluated, Loads) {
  // Each rule is made of the other, but under different options.
  const std::string of_mul = "accuracy = { inherited = \"x * y\" }\nunder.m = { b = { accuracy = { ulp = 1 } } }";
  const std::string of_add = "accuracy = { ulp = 1 }\nunder.m = { b = { accuracy = { inherited = \"x + y\" } } }";
  EXPECT_NO_THROW((void)Rulebook::parse(alone(rule("MY-1", "add", of_mul) + rule("MY-2", "mul", of_add)), "my.toml"));
  // A parent's accuracy is left where the child's is omitted.
  const std::string reading = "\n[[reading]]\nid = \"m\"\nquestion = \"?\"\ndefault = \"a\"\noptions = { a = \"-\" }";
  EXPECT_NO_THROW((void)Rulebook::parse(
      book("extends = \"d3d11\"" + reading, rule("MY-1", "add", "accuracy = { ulp = 9 }\nunder.m = { a = \"omit\" }")),
      "my.toml"));
  for (const char* condition :
       {"x / (1 + 2^-20) < 2", "x * 2^-1074 < (-3)^-3", "x^64 < 2^4096", "floor(x) / 3 < 2 * pi",
        "abs(pi - x) < 0.5 * pi", "x^0 < 2^-0", "x < (1 - -2)^-1", "max(x, -y, pi) < 2 * pi"}) {
    EXPECT_NO_THROW((void)Rulebook::parse(where(condition), "my.toml")) << condition;
  }
}

TEST(AProductOfNumbers, IsAStepByTheRuleOfMultiplication) {
  const Rulebook exact =
      Rulebook::parse(alone(rule("MY-1", "add\", \"mul", "accuracy = { rounded = \"nearest_even\" }") +
                            rule("MY-2", "rsq", "accuracy = { sequence = \"x + 2 * 3\" }")),
                      "my.toml");
  constexpr Bits kOne = 0x3f800000;
  constexpr Bits kSeven = 0x40e00000;
  EXPECT_EQ(judge_result(exact, Operation::rsq, Format::binary32, std::vector{kOne}, kSeven).verdict, Verdict::pass);
  EXPECT_EQ(judge_result(exact, Operation::rsq, Format::binary32, std::vector{kOne}, kSeven + 1).verdict,
            Verdict::fail);
}

TEST(AStepOfThreeOperands, IsTriedAtItsEndsWhereTheirValuesAreMany) {
  // x * x is within 200 ULP of 1, from 1 - 200 * 2^-24 to 1 + 100 * 2^-23, and x * x * x * x + x * x is least and
  // greatest at its ends: 401^3 triples would take minutes.
  const Rulebook wide =
      Rulebook::parse(alone(rule("MY-1", "mul", "accuracy = { ulp = 200 }") +
                            rule("MY-2", "mad", "accuracy = { rounded = \"nearest_even\" }") +
                            rule("MY-3", "rsq", "accuracy = { sequence = \"mad(x * x, x * x, x * x)\" }")),
                      "my.toml");
  constexpr Bits kOne = 0x3f800000;
  const auto low = static_cast<float>(1 - 200 * 0x1p-24);
  const auto high = static_cast<float>(1 + 100 * 0x1p-23);
  const Explanation explained = explain(wide, Operation::rsq, Format::binary32, std::vector{kOne});
  ASSERT_EQ(explained.permitted.ranges.size(), 1U);
  EXPECT_EQ(explained.permitted.ranges[0].first, std::bit_cast<std::uint32_t>(std::fma(low, low, low)));
  EXPECT_EQ(explained.permitted.ranges[0].last, std::bit_cast<std::uint32_t>(std::fma(high, high, high)));
}

}  // namespace
}  // namespace halfulp
