// SPDX-License-Identifier: Apache-2.0
// Malformed rulebooks: each complaint names file, line and column (counted by hand from the text below) and the mend.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "halfulp/error.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp {
namespace {

struct Mistake {
  std::string name;
  std::string toml;
  std::string message;  ///< how the message begins
};

/// Lines 1 to 4.
const std::string kHead = "[rulebook]\nid = \"my\"\ntitle = \"Mine\"\nextends = \"d3d11\"\n";
/// One line.
const std::string kSource = "source = { document = \"ME\", clause = \"1\", says = \"so\" }\n";
const std::string kStatus = "status = \"stated\"\n";

/// A rule for add from line 5 on: [[rule]], id, operations, and from line 8 on the body, then source and status.
std::string rule(const std::string& body) {
  return kHead + "[[rule]]\nid = \"MY-1\"\noperations = [\"add\"]\n" + body + "\n" + kSource + kStatus;
}

/// A policy for every operation: [[rule]], id, the policy in line 7, the rest in line 8.
std::string policy(const std::string& body) {
  return kHead + "[[rule]]\nid = \"MY-1\"\npolicy = { tie = \"both\" }\n" + body + "\n" + kSource + kStatus;
}

/// A reading from line 5 on: [[reading]], id, question, default, options in line 9, the rest in line 10.
std::string reading(const std::string& chosen, const std::string& options, const std::string& rest = "") {
  return kHead + "[[reading]]\nid = \"mine\"\nquestion = \"Which?\"\ndefault = " + chosen + "\noptions = " + options +
         "\n" + rest + "\n";
}

/// A table for `operations` from line 8 on, its header in line 9.
std::string special(const std::string& operations, const std::string& lines) {
  return kHead + "[[rule]]\nid = \"MY-1\"\noperations = [" + operations + "]\nspecial = '''\n" + lines + "'''\n" +
         kSource + kStatus;
}

/// An accuracy in line 8 for `operation`.
std::string of(const std::string& operation, const std::string& bound) {
  return kHead + "[[rule]]\nid = \"MY-1\"\noperations = [\"" + operation + "\"]\naccuracy = { " + bound + " }\n" +
         kSource + kStatus;
}

std::string inherited(const std::string& body) {
  return kHead + "[[rule]]\nid = \"MY-1\"\noperations = [\"mad\"]\naccuracy = { inherited = " + body + " }\n" +
         kSource + kStatus;
}

const std::vector<Mistake> kMistakes = {
    // the file
    {"a value without quotes", "[rulebook]\nid = my\n", "my.toml:2:"},
    {"an array that does not end", "[rulebook]\nid = \"my\"\nformats = [\"binary32\"\n", "my.toml:"},
    {"a key twice", "[rulebook]\nid = \"my\"\nid = \"other\"\n", "my.toml:3:"},
    {"no head", kSource, "my.toml:1:1: unknown table 'source'"},
    {"an unknown table", kHead + "[rules]\n", "my.toml:5:2: unknown table 'rules' (did you mean 'rule'?)"},
    {"one bracket for two", kHead + "[rule]\nid = \"MY-1\"\n", "my.toml:5:1: write [[rule]], with two brackets"},

    // the head
    {"an unknown key of the head", "[rulebook]\nid = \"my\"\ntitel = \"Mine\"\n",
     "my.toml:3:1: unknown key of [rulebook] 'titel' (did you mean 'title'?)"},
    {"an id that is no string", "[rulebook]\nid = 5\ntitle = \"Mine\"\n",
     "my.toml:2:6: 'id' must be a string in quotes"},
    {"no title", "[rulebook]\nid = \"my\"\n", "my.toml:1:1: missing key 'title'"},
    {"an unknown parent", "[rulebook]\nid = \"my\"\ntitle = \"Mine\"\nextends = \"d3d11x\"\n",
     "my.toml:4:11: unknown rulebook 'd3d11x' (did you mean 'd3d11'?)"},
    {"an unknown second parent", "[rulebook]\nid = \"my\"\ntitle = \"Mine\"\nextends = [\"metal1\", \"metal\"]\n",
     "my.toml:4:22: unknown rulebook 'metal'"},
    {"the list of sources as a parent", "[rulebook]\nid = \"my\"\ntitle = \"Mine\"\nextends = \"sources\"\n",
     "my.toml:4:11: unknown rulebook 'sources'"},
    {"neither parent nor formats", "[rulebook]\nid = \"my\"\ntitle = \"Mine\"\n",
     "my.toml:1:1: a rulebook that extends none names its formats: formats = [\"binary32\"]"},
    {"an unknown format", "[rulebook]\nid = \"my\"\ntitle = \"Mine\"\nformats = [\"binary32\", \"binary33\"]\n",
     "my.toml:4:24: unknown format 'binary33' (did you mean 'binary32'?)"},
    {"formats that are no list", "[rulebook]\nid = \"my\"\ntitle = \"Mine\"\nformats = \"binary32\"\n",
     "my.toml:4:11: 'formats' must be a list of strings"},

    // a rule's frame
    {"an unknown key of a rule", rule("acuracy = { ulp = 1 }"),
     "my.toml:8:1: unknown key of [[rule]] 'acuracy' (did you mean 'accuracy'?)"},
    {"an unknown operation",
     kHead + "[[rule]]\nid = \"MY-1\"\noperations = [\"add\", \"mull\"]\naccuracy = { ulp = 1 }\n" + kSource + kStatus,
     "my.toml:7:22: unknown operation 'mull' (did you mean 'mul'?)"},
    {"an unknown format of a rule", rule("formats = [\"float32\"]\naccuracy = { ulp = 1 }"),
     "my.toml:8:12: unknown format 'float32'"},
    {"the id of a parent's rule",
     kHead + "[[rule]]\nid = \"D3D-TIE\"\noperations = [\"add\"]\naccuracy = { ulp = 1 }\n" + kSource + kStatus,
     "my.toml:6:6: the rule id 'D3D-TIE' is taken (by rulebook d3d10); give this rule an id of its own"},
    {"an id twice", rule("accuracy = { ulp = 1 }") + "[[rule]]\nid = \"MY-1\"\n" + kSource,
     "my.toml:12:6: the rule id 'MY-1' is taken (by rulebook my)"},
    {"no id", kHead + "[[rule]]\noperations = [\"add\"]\naccuracy = { ulp = 1 }\n" + kSource + kStatus,
     "my.toml:5:1: missing key 'id'"},
    {"no source", kHead + "[[rule]]\nid = \"MY-1\"\noperations = [\"add\"]\naccuracy = { ulp = 1 }\n" + kStatus,
     "my.toml:5:1: missing table 'source'"},
    {"no clause",
     kHead +
         "[[rule]]\nid = \"MY-1\"\noperations = [\"add\"]\naccuracy = { ulp = 1 }\nsource = { document = \"ME\", says "
         "= \"so\" }\n" +
         kStatus,
     "my.toml:9:10: missing key 'clause'"},
    {"an unknown key of the source",
     kHead + "[[rule]]\nid = \"MY-1\"\noperations = [\"add\"]\naccuracy = { ulp = 1 }\nsource = { page = \"ME\" }\n" +
         kStatus,
     "my.toml:9:12: unknown key of source 'page'"},
    {"no status", kHead + "[[rule]]\nid = \"MY-1\"\noperations = [\"add\"]\naccuracy = { ulp = 1 }\n" + kSource,
     "my.toml:5:1: missing key 'status': one of stated, inferred, ambiguous, erratum, tested"},
    {"an unknown status",
     kHead + "[[rule]]\nid = \"MY-1\"\noperations = [\"add\"]\naccuracy = { ulp = 1 }\n" + kSource +
         "status = \"state\"\n",
     "my.toml:10:10: unknown status 'state' (did you mean 'stated'?)"},
    {"a bound for no operation", kHead + "[[rule]]\nid = \"MY-1\"\naccuracy = { ulp = 1 }\n" + kSource + kStatus,
     "my.toml:5:1: only a policy may leave out 'operations'"},
    {"two bodies", rule("accuracy = { ulp = 1 }\npolicy = { tie = \"even\" }"),
     "my.toml:5:1: a rule says exactly one of"},
    {"an unknown offer", rule("offered = \"some\""), "my.toml:8:11: unknown offer 'some'"},
    {"one rounding of a bound that is not of two",
     rule("accuracy = { any_of = [{ ulp = 1 }, { rounded = \"toward_zero\" }], consistent = true }"),
     "my.toml:8:80: 'consistent' belongs to any_of"},
    {"one rounding of no union", rule("accuracy = { ulp = 1, consistent = true }"),
     "my.toml:8:23: unknown bound 'consistent'"},
    {"no body", rule(""), "my.toml:5:1: a rule says exactly one of"},
    {"a condition outside of the bound", rule("accuracy = { ulp = 1 }\nwhere = \"x > 2\""),
     "my.toml:9:9: 'where' belongs to 'allows'; an accuracy has its own"},

    // bounds
    {"an unknown bound", rule("accuracy = { ulps = 1 }"), "my.toml:8:14: unknown bound 'ulps' (did you mean 'ulp'?)"},
    {"a bound that is no table", rule("accuracy = 1"), "my.toml:8:12: 'accuracy' must be a table { key = value }"},
    {"no bounds", rule("accuracy = []"), "my.toml:8:12: an accuracy needs at least one bound"},
    {"a condition and no bound", rule("accuracy = [{ where = \"x > 2\" }, { ulp = 1 }]"),
     "my.toml:8:13: missing a bound"},
    {"a condition on the last bound", rule("accuracy = { where = \"x > 2\", ulp = 1 }"),
     "my.toml:8:12: the last bound holds for all other operands: write { otherwise = true, ... }"},
    {"ULP of codes", rule("accuracy = { ulp = 1, ulp_format = \"unorm8\" }"),
     "my.toml:8:36: 'ulp_format' is a floating format: ulp_format = \"binary32\""},
    {"another format of an absolute bound", rule("accuracy = { absolute = 1, ulp_format = \"binary32\" }"),
     "my.toml:8:28: unknown bound 'ulp_format'"},
    {"a step that rounds ties away",
     rule("accuracy = { inherited = \"x + y\", steps = { each = { rounded = \"nearest_away\" } } }"), "my.toml:8:"},
    {"a flag for a strict bound", rule("accuracy = { absolute_below = true }"),
     "my.toml:8:31: 'absolute_below' must be a string in quotes"},
    {"an unknown sign of zeros", rule("policy = { zero_sign = \"minus\" }"),
     "my.toml:8:24: unknown value of policy 'zero_sign' 'minus'; known: keep, any"},
    {"two bounds in one", rule("accuracy = { ulp = 1, absolute = 2 }"),
     "my.toml:8:12: a bound is one thing; this one is both 'absolute' and 'ulp'"},
    {"a number with an exponent", rule("accuracy = { absolute = 1e-300 }"),
     "my.toml:8:25: write 'absolute' in quotes, as a power of two or a decimal without exponent"},
    {"a number that is infinite", rule("accuracy = { ulp = inf }"), "my.toml:8:20: 'ulp' must be finite"},
    {"a number that is none", rule("accuracy = { ulp = true }"), "my.toml:8:20: 'ulp' must be a string in quotes"},
    {"an unknown rounding", rule("accuracy = { rounded = \"nearst\" }"),
     "my.toml:8:24: unknown rounding 'nearst' (did you mean 'nearest'?)"},
    {"alternatives that are no list", rule("accuracy = { any_of = { ulp = 1 } }"),
     "my.toml:8:23: 'any_of' is a list of bounds"},
    {"an unknown bound among alternatives", rule("accuracy = { any_of = [{ ulp = 1 }, { relativ = 1 }] }"),
     "my.toml:8:39: unknown bound 'relativ' (did you mean 'relative'?)"},

    // bounds of codes
    {"steps of a floating-point result", rule("accuracy = { steps = 1 }"),
     "my.toml:8:22: 'steps' is for results that are codes: normalised, fixed-point or integer"},
    {"steps below of a floating-point result", of("unorm8_to_binary32", "steps_below = 1"),
     "my.toml:8:28: 'steps_below' is for results that are codes: normalised, fixed-point or integer"},
    {"steps of a formula", of("binary32_to_unorm8", "steps = \"x\""),
     "my.toml:8:22: 'steps' is a number, without operands"},
    {"ties away from zero of a floating-point result", rule("accuracy = { rounded = \"nearest_away\" }"),
     "my.toml:8:24: 'nearest_away' is for results that are codes"},
    {"an unknown reference", of("binary32_to_unorm8", "steps = 0.6, reference = \"toward_zer\""),
     "my.toml:8:39: unknown rounding 'toward_zer' (did you mean 'toward_zero'?)"},
    {"a reference of no rounding", of("binary32_to_unorm8", "exact = true, reference = \"nearest_even\""),
     "my.toml:8:28: unknown bound 'reference'"},
    {"a product of an unknown format", of("binary32_to_unorm8", "rounded = \"nearest_even\", product = \"binary16\""),
     "my.toml:8:50: unknown format of a product 'binary16' (did you mean 'binary32'?)"},
    {"a factor that is no integer", of("binary32_to_snorm8", "steps = 0.6, factor = 127.5"),
     "my.toml:8:36: 'factor' is a positive integer"},
    {"a factor of zero", of("binary32_to_snorm8", "steps = 0.6, factor = 0"),
     "my.toml:8:36: 'factor' is a positive integer"},
    {"a width without a factor", of("binary32_to_unorm10", "steps = 0.6, integer_bits = 16"),
     "my.toml:8:42: 'integer_bits' belongs to a 'factor'"},
    {"a width of no integer", of("binary32_to_unorm10", "steps = 0.6, factor = 1023, integer_bits = 33"),
     "my.toml:8:57: 'integer_bits' is 32 at most"},
    {"a factor of another bound", of("srgb8_to_binary32", "recoded = 0.5, factor = 255"),
     "my.toml:8:29: unknown bound 'factor'"},
    {"a result that is not encoded again", of("unorm8_to_binary32", "recoded = 0.5"),
     "my.toml:8:24: 'recoded' is for conversions from srgb8 to floating point"},
    {"a sequence in codes", of("blend_binary16", "sequence = \"source\", in = \"unorm8\""),
     "my.toml:8:40: 'in' is a floating format: in = \"binary16\""},
    {"a sequence that no operand is converted for", of("blend_binary16", "sequence = \"source\", in = \"bfloat16\""),
     "my.toml:8:25: there is no conversion from bfloat16 to binary16"},
    {"a sequence of codes in another format", of("blend_unorm8", "sequence = \"source\", in = \"binary32\""),
     "my.toml:8:25: 'in' is for operations of fixed formats that give floats; blend_unorm8 does not"},
    {"a format of an error", rule("accuracy = { ulp = 1, in = \"binary16\" }"), "my.toml:8:23: unknown bound 'in'"},
    {"ULP of a code", of("binary32_to_unorm8", "ulp = 1"), "my.toml:8:20: 'ulp' is for floating-point results"},
    {"a relative error of an integer", of("ftoi", "relative = 0.5"),
     "my.toml:8:25: 'relative' is for floating-point results"},
    {"a shared exponent that is truncated", of("binary32_to_rgb9e5", "rounded = \"toward_zero\""),
     "my.toml:8:24: components with a shared exponent are rounded to 'nearest' or 'nearest_even'"},

    // expressions
    {"a parenthesis left open", rule("accuracy = [{ where = \"abs(x <= 2\", ulp = 1 }, { otherwise = true, ulp = 2 }]"),
     "my.toml:8:30: expected ')'"},
    {"an operand left out", rule("accuracy = { ulp = \"1 + \" }"), "my.toml:8:25: expected a number, a name or '('"},
    {"two points in a number", rule("accuracy = { ulp = \"1 + 1.5.2\" }"), "my.toml:8:25: '1.5.2' is no number"},
    {"a stray character", rule("accuracy = { ulp = \"1 % 2\" }"), "my.toml:8:23: unexpected '%'"},
    {"a name that is no operand", rule("accuracy = { ulp = \"z\" }"),
     "my.toml:8:20: 'z' in 'z' is no operand; operands: x, y"},

    // tables
    {"a table for the wrong number of operands", special("\"add\"", "src | -inf +inf\ndest | NaN NaN\n"),
     "my.toml:9:1: a table for 2 operand(s) begins with 'src0\\src1'"},
    {"an unknown class of operands in the header", special("\"add\"", "src0\\src1 | -inf +INF\n-inf | -inf NaN\n"),
     "my.toml:9:18: unknown operand class '+INF' (did you mean '+inf'?)"},
    {"a class of operands like no other", special("\"add\"", "src0\\src1 | -inf medium\n-inf | -inf NaN\n"),
     "my.toml:9:18: unknown operand class 'medium'; known: -inf, "},
    {"an unknown class of operands in a row",
     special("\"add\"", "src0\\src1 | -inf +inf\n-inf | -inf NaN\n+fin | NaN +inf\n"),
     "my.toml:11:1: unknown operand class '+fin'"},
    {"an unknown cell", special("\"add\"", "src0\\src1 | -inf +inf\n-inf      | -inf nan\n"),
     "my.toml:10:18: unknown cell 'nan' (did you mean 'NaN'?)"},
    {"an unknown cell further down", special("\"add\"", "src0\\src1 | -inf +inf\n-inf | -inf NaN\n+inf | NaN  src2\n"),
     "my.toml:11:13: unknown cell 'src2'"},
    {"an unknown result among those of a cell", special("\"rsq\"", "src  | NaN\ndest | NaN/+0/zero\n"),
     "my.toml:10:15: unknown result in a cell 'zero'"},
    {"a range among the results of a cell", special("\"rsq\"", "src  | NaN\ndest | NaN/[-1,1]\n"),
     "my.toml:10:12: unknown result in a cell '[-1,1]'"},
    {"a row too short", special("\"add\"", "src0\\src1 | -inf +inf\n-inf | -inf\n"),
     "my.toml:10:1: this row has 1 cells, the table 2 columns"},
    {"a row too long", special("\"rsq\"", "src  | -inf +inf\ndest | NaN  +0  NaN\n"),
     "my.toml:10:1: this row has 3 cells, the table 2 columns"},
    {"a row of another name", special("\"rsq\"", "src | -inf +inf\nresult | NaN +0\n"),
     "my.toml:10:1: expected a row 'dest'"},
    {"a table of three operands", special("\"mad\"", "src | -inf\ndest | NaN\n"),
     "my.toml:8:11: a special-value table is for operations of one operand, or of two"},
    {"a table of one operand and of two", special("\"rsq\", \"add\"", "src | -inf\ndest | NaN\n"),
     "my.toml:8:11: a special-value table is for operations of one operand, or of two"},

    // policies
    {"an unknown policy", rule("policy = { ti = \"both\" }"),
     "my.toml:8:12: unknown policy 'ti' (did you mean 'tie'?)"},
    {"an unknown value of a policy", rule("policy = { tie = \"evn\" }"),
     "my.toml:8:18: unknown value of policy 'tie' 'evn' (did you mean 'even'?)"},

    // identities and allowances
    {"an identity with no such operand", rule("identity = { where = \"y == 0\", result = \"z\" }"),
     "my.toml:8:41: 'z' is neither an operand (x, y) nor nan nor zero"},
    {"an identity without a result", rule("identity = { where = \"y == 0\" }"), "my.toml:8:12: missing key 'result'"},
    {"an allowance of no operand", rule("allows = \"w * 0\""),
     "my.toml:8:10: 'w' in 'w * 0' is no operand; operands: x, y"},

    // expansions
    {"an unknown step", inherited("\"x * y + z\", steps = { add = { ulp = 1 } }"), "my.toml:8:55: unknown step 'add'"},
    {"a step that is no operation", inherited("\"x * y + square(z)\""), "my.toml:8:26: 'square' with 1 argument(s)"},
    {"a step that is missing", inherited("\"x * y + z\", steps = { \"+\" = { ulp = 1 } }"),
     "my.toml:8:26: no step says how '*' rounds"},
    {"a division that is no reciprocal", inherited("\"x / y + z\", steps = { each = { ulp = 1 } }"),
     "my.toml:8:26: the only division of an expansion is a reciprocal"},
    {"an unknown leeway", inherited("\"x * y + z\", steps = { each = { ulp = 1 } }, intermediates = [\"saturated\"]"),
     "my.toml:8:88: unknown leeway of intermediates 'saturated' (did you mean 'saturate'?)"},
    {"constants of no kind", inherited("\"x * y + z\", constants = \"excat\""),
     "my.toml:8:51: unknown kind of constants 'excat' (did you mean 'exact'?)"},
    {"constants and steps", inherited("\"x * y + z\", constants = \"exact\", steps = { each = { ulp = 1 } }"),
     "my.toml:8:51: 'constants' belongs to an expression without 'steps'"},

    // readings
    {"an unknown reading", policy("under.ti = { even = { policy = { tie = \"even\" } } }"),
     "my.toml:8:12: unknown reading 'ti' (did you mean 'tie'?)"},
    {"an unknown option", policy("under.tie = { evn = { policy = { tie = \"even\" } } }"),
     "my.toml:8:21: unknown option of reading 'tie' 'evn' (did you mean 'even'?)"},
    {"an option that is no rule", policy("under.tie = { even = \"ommit\" }"), "my.toml:8:22: 'even' must be a table"},
    {"an option with an unknown key", policy("under.tie = { even = { polcy = { tie = \"even\" } } }"),
     "my.toml:8:24: unknown key of a reading's option 'polcy' (did you mean 'policy'?)"},
    {"two readings for one rule",
     policy("under.tie = { even = { policy = { tie = \"even\" } } }\nunder.overflow = { ieee = { policy = { overflow = "
            "\"ieee\" } } }"),
     "my.toml:8:1: a rule depends on one reading at most"},
    {"a default that is no option", reading("\"c\"", "{ a = \"one\", b = \"two\" }"),
     "my.toml:8:11: the default 'c' is not among the options"},
    {"no options", kHead + "[[reading]]\nid = \"mine\"\nquestion = \"Which?\"\ndefault = \"a\"\n",
     "my.toml:5:1: missing table 'options'"},
    {"an unknown key of a reading", reading("\"a\"", "{ a = \"one\" }", "onrequest = true"),
     "my.toml:10:1: unknown key of [[reading]] 'onrequest' (did you mean 'on_request'?)"},
    {"a switch that is neither true nor false", reading("\"a\"", "{ a = \"one\" }", "on_request = \"yes\""),
     "my.toml:10:14: 'on_request' must be true or false"},
    {"a parent's reading stated again",
     kHead + "[[reading]]\nid = \"tie\"\nquestion = \"Which?\"\ndefault = \"a\"\noptions = { a = \"one\" }\n",
     "my.toml:6:6: the reading 'tie' exists already"},
};

/// GoogleTest finds it by its name.
void PrintTo(const Mistake& mistake, std::ostream* stream) { *stream << mistake.name; }

class AMalformedRulebook : public testing::TestWithParam<Mistake> {};

TEST_P(AMalformedRulebook, IsToldWithItsPlace) {
  try {
    (void)Rulebook::parse(GetParam().toml, "my.toml");
    ADD_FAILURE() << "loaded:\n" << GetParam().toml;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kInput);
    EXPECT_EQ(std::string(error.what()).substr(0, GetParam().message.size()), GetParam().message)
        << error.what() << '\n'
        << GetParam().toml;
  }
}

std::string test_name(const testing::TestParamInfo<Mistake>& mistake) {
  std::string text = mistake.param.name;
  for (char& c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return text;
}

INSTANTIATE_TEST_SUITE_P(With, AMalformedRulebook, testing::ValuesIn(kMistakes), test_name);

TEST(AWellFormedRulebook, LoadsFromTheSamePieces) {
  EXPECT_NO_THROW((void)Rulebook::parse(rule("accuracy = { ulp = 1 }"), "my.toml"));
  EXPECT_NO_THROW((void)Rulebook::parse(policy("under.tie = { even = { policy = { tie = \"even\" } } }"), "my.toml"));
  EXPECT_NO_THROW(
      (void)Rulebook::parse(reading("\"a\"", "{ a = \"one\", b = \"two\" }", "on_request = true"), "my.toml"));
  EXPECT_NO_THROW((void)Rulebook::parse(special("\"add\"", "src0\\src1 | -inf +inf\n-inf | -inf NaN\n"), "my.toml"));
  for (const char* bound : {"steps = 0.6", "steps_below = 1, reference = \"nearest_away\"",
                            "rounded = \"nearest_away\"", "steps = 0.6, factor = 1023, integer_bits = 16"}) {
    EXPECT_NO_THROW((void)Rulebook::parse(of("binary32_to_unorm10", bound), "my.toml")) << bound;
  }
  EXPECT_NO_THROW((void)Rulebook::parse(of("srgb8_to_binary16", "recoded = 0.5"), "my.toml"));
  EXPECT_NO_THROW((void)Rulebook::parse(inherited("\"x * y + z\", steps = { each = { ulp = 1 } }"), "my.toml"));
}

TEST(OptionsOfAReading, AreTheDefaultAndThenTheOthersAsWritten) {
  const Rulebook book = Rulebook::parse(reading("\"m\"", "{ z = \"one\", m = \"two\", a = \"three\" }"), "my.toml");
  const auto mine = std::ranges::find(book.readings(), "mine", &Reading::id);
  ASSERT_NE(mine, book.readings().end());
  std::vector<std::string> names;
  for (const ReadingOption& option : mine->options) names.push_back(option.name);
  EXPECT_EQ(names, (std::vector<std::string>{"m", "z", "a"}));
}

TEST(AnUnknownRulebook, IsAUsageErrorWithTheNearestName) {
  try {
    (void)Rulebook::open("d3d111");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kUsage);
    EXPECT_NE(std::string(error.what()).find("did you mean 'd3d11'?"), std::string::npos) << error.what();
  }
}

TEST(AFolder, IsNoRulebook) {
  try {
    (void)Rulebook::open("/tmp");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kInput);
    EXPECT_EQ(std::string(error.what()), "/tmp: is a folder; name the rulebook's file in it");
  }
}

TEST(AMissingFile, IsAnInputErrorThatNamesIt) {
  for (const std::string path : {"no/such/book", "nosuch.toml"}) {
    try {
      (void)Rulebook::open(path);
      ADD_FAILURE();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), Error::Kind::kInput);
      EXPECT_EQ(std::string(error.what()).substr(0, path.size()), path);
    }
  }
}

}  // namespace
}  // namespace halfulp
